#!/usr/bin/python3
"""No file makes the program take more memory than --memory says, and a little.

    check_memory.py FIVEPROOF [--only WORD] [--memory MIB] [--scale X] [-v]

Makes hostile files (hostile_files.py), has the program read and write each, and asks the system for the peak of its
memory. It must stay below --memory and 64 MiB; the exit code is one of the manual, and who gives up says which file
it was, soon.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import hostile_files as make

BESIDE = 64  # MiB
LONGEST = 12  # seconds of CPU for one command

TREE = "--rule freestyle --attacker black --root h8"
# Name of the file, its content, and what is done with it. OUT is a file without an extension. FILE! is a file that
# does not fit, and is the one that the error has to name.
FILES = [
    ("zeros.db", lambda x: make.lz4_of_zeros(int(512 * x), False), ["info FILE", "convert FILE OUT.sgf"]),
    ("declared.db", lambda x: make.lz4_of_zeros(int(512 * x), True), ["info FILE"]),
    ("spaces.jsonl.zst", lambda x: make.zstd_of(make.HEADER.encode(), int(16384 * x)), ["verify FILE", "info FILE"]),
    ("spaces.gaps.jsonl.zst", lambda x: make.zstd_of(b'{"format":', int(16384 * x)),
     ["solve --gaps FILE --into few.jsonl -o OUT.fvp"]),
    ("chain.lib", lambda x: make.lib_chain(int(6_000_000 * x)),
     ["info FILE", "convert FILE OUT.sgf", "convert FILE OUT.moves", f"convert FILE OUT.fvp {TREE}"]),
    ("comb.lib", lambda x: make.lib_comb(int(100_000 * x)),
     ["info FILE", "convert FILE OUT.sgf", "convert FILE OUT.moves", "convert FILE OUT --to openings", "convert FILE OUT.json",
      "convert FILE OUT.psq", "convert FILE OUT.dat", f"convert FILE OUT.jsonl {TREE}"]),
    ("star.lib", lambda x: make.lib_star(int(4_000_000 * x)),
     ["info FILE", "convert FILE OUT.sgf", "convert FILE OUT.moves", "convert FILE OUT.json", f"convert FILE OUT.fvp {TREE}"]),
    ("chain.sgf", lambda x: make.sgf(int(3_000_000 * x), "chain"), ["info FILE", "convert FILE OUT.lib"]),
    ("deep.sgf", lambda x: make.sgf(int(3_000_000 * x), "deep"), ["info FILE", "convert FILE OUT.lib"]),
    ("comb.sgf", lambda x: make.sgf(int(200_000 * x), "comb"), ["convert FILE OUT.moves", "convert FILE OUT.json"]),
    ("star.sgf", lambda x: make.sgf(int(2_500_000 * x), "star"), ["convert FILE OUT.json", f"verify FILE {TREE}"]),
    ("marks.sgf", lambda x: make.sgf(int(600_000 * x), "marks"), ["info FILE", "convert FILE OUT.lib"]),
    ("text.sgf", lambda x: make.sgf(int(20_000_000 * x), "text"), ["info FILE", "convert FILE OUT.lib"]),
    ("deep.json", lambda x: make.rv2(int(2_500_000 * x), "deep"), ["info FILE --rule freestyle", "convert FILE OUT.sgf"]),
    ("star.json", lambda x: make.rv2(int(2_500_000 * x), "star"), ["info FILE --rule freestyle", "convert FILE OUT.sgf"]),
    ("one.moves", lambda x: make.moves(int(5_000_000 * x), "one"), ["info FILE", "convert FILE OUT.sgf"]),
    ("many.moves", lambda x: make.moves(int(1_500_000 * x), "many"), ["info FILE", f"convert FILE OUT.jsonl {TREE}"]),
    ("comments.moves", lambda x: make.moves(int(2_000_000 * x), "comments"), ["info FILE", "convert FILE OUT.lib"]),
    ("attribute.xml", lambda x: make.rif(int(20_000_000 * x), "attribute"), ["info FILE"]),
    ("deep.xml", lambda x: make.rif(int(2_500_000 * x), "deep"), ["info FILE"]),
    ("games.xml", lambda x: make.rif(int(150_000 * x), "games"), ["info FILE", "convert FILE OUT.lib"]),
    ("findings.jsonl", lambda x: make.records(int(300_000 * x), "findings"), ["info FILE", "verify FILE", "convert FILE OUT.fvp", "merge few.jsonl FILE! -o OUT.fvp"]),
    ("records.jsonl", lambda x: make.records(int(400_000 * x), "records"),
     ["info FILE", "convert FILE OUT.fvp", "convert FILE OUT.jsonl.zst", "convert FILE OUT.lib", "trim FILE -o OUT.fvp",
      "merge FILE FILE FILE -o OUT.fvp"]),
    ("roots.jsonl", lambda x: make.records(int(60_000 * x), "roots"), ["info FILE", "convert FILE OUT.fvp"]),
    ("open.jsonl", lambda x: make.records(int(20_000_000 * x), "open"), ["info FILE"]),
    ("report.json", lambda x: '{"shards":[' + "[" * int(20_000_000 * x), ["verify few.jsonl --combine FILE"]),
    ("wide.json", lambda x: '{"shards":[' + "1," * int(10_000_000 * x), ["verify few.jsonl --combine FILE"]),
]


def make_file(path, content, scale):
    """In a process of its own: what a child takes at its peak is at least what we take when it is started."""
    child = os.fork()
    if child == 0:
        made = content(scale)
        path.write_bytes(made if isinstance(made, bytes) else made.encode())
        os._exit(0)
    if os.waitpid(child, 0)[1] != 0:
        sys.exit(f"{path.name} cannot be made")


def measure(words, folder):
    """Exit code, stderr, peak in MiB and seconds of CPU of one command."""
    with tempfile.TemporaryFile() as said:
        child = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=said, cwd=folder,
                                 env={**os.environ, "TMPDIR": str(folder)})
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        said.seek(0)
        return child.returncode, said.read().decode(errors="replace"), usage.ru_maxrss >> 10, usage.ru_utime + usage.ru_stime


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=Path)
    parser.add_argument("--only")
    parser.add_argument("--memory", type=int, default=64, help="MiB")
    parser.add_argument("--scale", type=float, default=1)
    parser.add_argument("-v", action="store_true")
    options = parser.parse_args()
    wrong, number, highest, total = [], 0, 0, 0.0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "few.jsonl").write_text(make.HEADER)
        for file, content, commands in FILES:
            if options.only and not re.fullmatch(options.only, file):
                continue
            make_file(folder / file, content, options.scale)
            for command in commands:
                blamed = re.escape(file) + ("" if "FILE!" in command else "|out[.a-z0-9]*")
                words = command.replace("FILE!", file).replace("FILE", file).replace("OUT", "out")
                roots = command.count("--root")
                words = [str(options.program.resolve()), *words.split(), "--memory", f"{options.memory}M"]
                code, said, peak, seconds = measure(words, folder)
                number, highest, total = number + 1, max(highest, peak), total + seconds
                what = " ".join(words[1:])
                if options.v:
                    print(f"{peak:5} MiB {seconds:6.2f} s  {code:2}  {what}: {said.splitlines()[-1][:150] if said else ''}", flush=True)
                if code not in (0, 1, 2):
                    wrong.append(f"{what}: exit code {code}: {said[-300:]}")
                if code == 2 and not re.match(rf"fiveproof \w+: ({blamed}):", said.splitlines()[-1]):
                    wrong.append(f"{what}: does not name the file: {said[-300:]}")
                if code != 2 and "FILE!" in command:
                    wrong.append(f"{what}: exit code {code}, though the file does not fit")
                if peak > options.memory + BESIDE:
                    wrong.append(f"{what}: {peak} MiB where {options.memory} may be taken")
                if seconds > LONGEST:
                    wrong.append(f"{what}: {seconds:.0f} s")
                for left in folder.glob("out*"):
                    left.unlink()
            (folder / file).unlink()
    print(f"{number} commands take {highest} MiB at most where {options.memory} and {BESIDE} may be taken, {total:.0f} s of CPU")
    if wrong:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main()

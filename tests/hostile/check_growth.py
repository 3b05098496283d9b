#!/usr/bin/python3
"""No conversion takes more than its share of time: four times the file, four times the work, and not sixteen.

    check_growth.py FIVEPROOF PROOFS [-v]

Of trees of the worst shapes (hostile_files.py) each conversion is timed at one size and at four times that. PROOFS is
the folder of the proofs that are published with the program: a whole game becomes rv2's JSON in seconds.
"""

import argparse
import resource
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

import hostile_files as make

FACTOR = 4
MOST = 8  # times the work
NOISE = 0.3  # seconds of CPU: below that nothing is said
# The whole game is 24 MB of JSON. It took 197 s when each reply was looked up anew.
WHOLE_GAME = 10

EMPTY = '--rule freestyle --attacker black --root ""'
SHAPES = [
    ("chain.lib", make.lib_chain, 250_000, [f"info FILE {EMPTY}", "convert FILE OUT.sgf", f"convert FILE OUT.fvp {EMPTY}"]),
    ("comb.lib", make.lib_comb, 250_000, ["convert FILE OUT.json", "convert FILE OUT.sgf", f"convert FILE OUT.fvp {EMPTY}"]),
    ("star.lib", make.lib_star, 250_000, ["convert FILE OUT.moves", "convert FILE OUT.sgf", f"convert FILE OUT.csv {EMPTY}"]),
    ("low-comb.lib", lambda n: make.lib_comb(2_000), 1, ["convert FILE OUT.moves", "convert FILE OUT --to openings"]),
    ("deep.sgf", lambda n: make.sgf(n, "deep"), 200_000, ["convert FILE OUT.lib", "convert FILE OUT.psq"]),
    ("marks.sgf", lambda n: make.sgf(n, "marks"), 60_000, ["convert FILE OUT.lib", "convert FILE OUT.sgf"]),
    ("deep.json", lambda n: make.rv2(n, "deep"), 200_000, ["convert FILE OUT.rec", f"convert FILE OUT.jsonl {EMPTY}"]),
    ("many.moves", lambda n: make.moves(n, "many"), 80_000, ["convert FILE OUT.lib", "convert FILE OUT.moves"]),
    ("games.xml", lambda n: make.rif(n, "games"), 20_000, ["convert FILE OUT.sgf"]),
    ("findings.jsonl", lambda n: make.records(n, "findings"), 30_000, ["convert FILE OUT.fvp", "verify FILE"]),
    ("records.jsonl", lambda n: make.records(n, "records"), 30_000,
     ["convert FILE OUT.db", "convert FILE OUT.dot", "trim FILE -o OUT.fvp", "merge FILE FILE -o OUT.fvp"]),
    ("roots.jsonl", lambda n: make.records(n, "roots"), 10_000, ["convert FILE OUT.lib", "convert FILE OUT.fvp"]),
]


def cpu():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def seconds_of(words, folder, expected):
    before = cpu()
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, errors="replace", timeout=300)
    if done.returncode not in expected:
        sys.exit(f"{words}: {done.returncode}: {done.stderr[-300:]}")
    return cpu() - before


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=Path)
    parser.add_argument("proofs", type=Path)
    parser.add_argument("-v", action="store_true")
    options = parser.parse_args()
    program, wrong, number = str(options.program.resolve()), [], 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file, content, size, commands in SHAPES:
            times = {command: [] for command in commands}
            for n in (size, FACTOR * size):
                made = content(n)
                (folder / file).write_bytes(made if isinstance(made, bytes) else made.encode())
                for command in commands:
                    words = [program, *shlex.split(command.replace("FILE", file).replace("OUT", "out")), "-q"]
                    times[command].append(seconds_of(words, folder, (0, 1)))
            for command, (once, more) in times.items():
                number += 1
                if options.v:
                    print(f"{once:6.2f} {more:6.2f}  {file}: {command}")
                if more > NOISE and more > MOST * once:
                    wrong.append(f"{file}: {command}: {once:.2f} s, {FACTOR} times as much {more:.2f} s")
        # Lines that would have the square of its nodes as moves are refused before one is written.
        (folder / "comb.lib").write_bytes(make.lib_comb(1_000_000))
        for words in ("comb.lib out.moves", "comb.lib out --to openings"):
            seconds = seconds_of([program, "convert", *words.split()], folder, (2,))
            if seconds > 2:
                wrong.append(f"convert {words}: {seconds:.1f} s")
        whole = seconds_of([program, "convert", str((options.proofs / "freestyle15.fvp").resolve()), "out.json"], folder, (0,))
        if whole > WHOLE_GAME:
            wrong.append(f"a whole game as rv2's JSON: {whole:.1f} s")
    print(f"{number} conversions of {FACTOR} times as much take at most {MOST} times as long; a whole game as JSON {whole:.1f} s")
    if wrong:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main()

#!/usr/bin/python3
"""How commands end when nobody reads on, when a file may not grow, and when a signal comes at a bad moment.

    check_ends.py pipes FIVEPROOF AUDIT EXAMPLE
    check_ends.py limits FIVEPROOF EXAMPLE
    check_ends.py late FIVEPROOF EXAMPLE FAULTS      FAULTS: the shared object of faults.c
    check_ends.py outputs FIVEPROOF EXAMPLE
    check_ends.py stores FIVEPROOF

Whatever it is, exit code 0 or 1 says that the answer and all files are whole, and exit code 2 is told with a text; then
there are no files but a gap list that is whole, or says that it is not.
"""

import json
import os
import random
import resource
import signal
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from unproved import long_proof  # noqa: E402

POSITION = ["--moves", "h8 a1 i9 a15"]
GAME = ["--rule", "freestyle", *POSITION]


def call(words, before=None, **more):
    """Signals are as a shell has them, not as Python does."""
    def usual():
        for name in (signal.SIGINT, signal.SIGHUP, signal.SIGPIPE, signal.SIGXFSZ):
            signal.signal(name, signal.SIG_DFL)
        if before:
            before()

    how = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "stdin": subprocess.DEVNULL, **more}
    return subprocess.run([str(word) for word in words], preexec_fn=usual, timeout=120, **how)


def call_unread(words):
    """With nobody at the other end of standard output."""
    reader, writer = os.pipe()
    os.close(reader)
    try:
        return call(words, stdout=writer)
    finally:
        os.close(writer)


def require(condition, *what):
    if not condition:
        sys.exit(" ".join(map(str, what)))


def require_error(done, words, text):
    require(done.returncode == 2 and text in done.stderr.decode(), *words, "\n", done)


def names_in(folder):
    return sorted(path.name for path in folder.iterdir())


def pipes(program, audit, example):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        proof, out = long_proof(folder, 60), folder / "out"
        out.mkdir()
        require(call([program, "convert", example, folder / "e.cert"]).returncode == 0, "no certificate")
        check = ["verify", proof, "--effort", "20"]
        for words in (["--help"], ["--version"], ["verify", example], ["info", example], ["info", example, "--json"],
                      ["convert", example, "-", "--to", "jsonl"], ["convert", example, "-", "--to", "fvp"],
                      ["convert", example, "-", "--to", "cert"],
                      ["convert", example, out / "o.fvp", "--json"], ["merge", example, example, "-o", "-", "--to", "fvp"],
                      ["trim", example, "-o", "-", "--to", "jsonl"], ["threats", *GAME],
                      ["probe", example, "--moves", "h8 a1 i9"], ["forbidden", *POSITION], ["solve", *GAME],
                      [*check, "--gaps", "-"], [*check, "--report", "-"]):
            done = call_unread([program, *words])
            require_error(done, words, "standard output: cannot")
            # A file that was asked for and is whole stays.
            require(set(names_in(out)) <= {"o.fvp"}, *words, names_in(out))
        done = call_unread([audit, folder / "e.cert"])
        require_error(done, ["audit"], "standard output cannot be written")
        for word in ("--help", "--version"):
            require(call_unread([audit, word]).returncode == 2, "audit", word)

        once = call([program, *check, "--gaps", out / "once.jsonl"])
        require(once.returncode == 1, once)
        for name in ("gaps.jsonl", "gaps.jsonl.zst"):
            require_error(call_unread([program, *check, "--gaps", out / name]), check, "standard output: cannot")
        require((out / "gaps.jsonl").read_bytes() == (out / "once.jsonl").read_bytes(), "the gap list is not whole")
        require(names_in(out) == ["gaps.jsonl", "gaps.jsonl.zst", "o.fvp", "once.jsonl"], names_in(out))
    print("an answer that nobody reads is none, in every command")


def limits(program, example):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        proof, out = long_proof(folder, 60), folder / "out"
        out.mkdir()
        small = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
        check = ["verify", proof, "--effort", "20"]
        for words in (["convert", example, out / "o.fvp"], ["convert", example, out / "o.cert"],
                      ["merge", example, example, "-o", out / "o.jsonl"], ["trim", example, "-o", out / "o.fvp"],
                      [*check, "--gaps", out / "g.jsonl"], [*check, "--report", out / "r.json"]):
            done = call([program, *words], small, env={**os.environ, "TMPDIR": str(out)})
            require_error(done, words, "File too large")
            require(not names_in(out), *words, names_in(out))

        long = long_proof(folder, 20000)
        brief = lambda: resource.setrlimit(resource.RLIMIT_CPU, (1, 20))
        words = ["verify", long, "--gaps", out / "g.jsonl", "--threads", "1"]
        done = call([program, *words], brief)
        require(done.returncode == 2 and b"UNDECIDED" in done.stdout, done)
        if names_in(out):
            header = json.loads((out / "g.jsonl").read_text().splitlines()[0])
            require(header.get("partial") is True and names_in(out) == ["g.jsonl"], header, names_in(out))
    print("a file that may not grow is an error, and a limit of time an interrupt")


def late(program, example, faults):
    """A signal at the last moment: the file is whole, and the exit code says so."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        # A store gets its name by a rename, too: what counts is what is in this folder.
        at_rename = {**os.environ, "LD_PRELOAD": faults, "SIGNAL_AT_RENAME": str(int(signal.SIGTERM)), "RENAMED": f"{name}/"}
        for words in (["convert", example, folder / "o.fvp"], ["convert", example, folder / "o.cert"],
                      ["convert", example, folder / "o.jsonl", "--json"],
                      ["merge", example, example, "-o", folder / "o.fvp"], ["trim", example, "-o", folder / "o.fvp"],
                      ["solve", *GAME, "-o", folder / "o.fvp"],
                      ["verify", example, "--report", folder / "o.json"]):
            done = call([program, *words], env=at_rename)
            require(done.returncode == 0 and len(names_in(folder)) == 1, *words, done, names_in(folder))
            require(b"interrupted" not in done.stderr and b"UNDECIDED" not in done.stdout, *words, done)
            next(folder.iterdir()).unlink()
        # A list that is there already is written once more, and says that it is partial.
        done = call([program, "verify", example, "--gaps", folder / "g.jsonl"], env=at_rename)
        header = json.loads((folder / "g.jsonl").read_text().splitlines()[0])
        require((done.returncode, header.get("partial")) in ((0, None), (2, True)), done, header)
        (folder / "g.jsonl").unlink()
        at_flush = {**os.environ, "LD_PRELOAD": faults, "SIGNAL_AT_FLUSH": str(int(signal.SIGINT))}
        for words in (["info", example], ["verify", example], ["probe", example, "--moves", "h8 a1 i9"]):
            done = call([program, *words], env=at_flush)
            require(done.returncode == 0 and not done.stderr.count(b"interrupted"), *words, done)

        chance = random.Random(1)
        counts = {"whole": 0, "nothing": 0}
        for words in (["convert", example, folder / "o.jsonl"], ["merge", example, example, "-o", folder / "o.fvp"],
                      ["trim", example, "-o", folder / "o.fvp"]):
            for _ in range(25):
                process = subprocess.Popen([program, *map(str, words)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
                try:
                    process.communicate(timeout=chance.uniform(0.001, 0.03))
                except subprocess.TimeoutExpired:
                    process.send_signal(chance.choice([signal.SIGINT, signal.SIGTERM]))
                    process.communicate(timeout=60)
                # Before main() begins a signal does what it does to any process.
                is_whole = process.returncode == 0
                require(is_whole or process.returncode in (2, -signal.SIGINT, -signal.SIGTERM), *words, process.returncode)
                require(names_in(folder) == ([Path(words[-1]).name] if is_whole else []), *words, names_in(folder))
                for path in folder.iterdir():
                    path.unlink()
                counts["whole" if is_whole else "nothing"] += 1
    print(f"a late signal leaves what the exit code says: {counts}")


def outputs(program, example):
    """Links, files of two options, and devices that take nothing."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "far").mkdir()
        (folder / "link.fvp").symlink_to("far/second.fvp")
        (folder / "far" / "second.fvp").symlink_to("third.fvp")
        done = call([program, "convert", example, folder / "link.fvp"])
        require(done.returncode == 0 and (folder / "link.fvp").is_symlink() and (folder / "far/second.fvp").is_symlink(), done)
        require((folder / "far" / "third.fvp").is_file() and names_in(folder / "far") == ["second.fvp", "third.fvp"],
                names_in(folder / "far"))
        (folder / "round.fvp").symlink_to("round.fvp")
        words = ["convert", example, folder / "round.fvp"]
        require_error(call([program, *words]), words, "cannot open")
        require((folder / "round.fvp").is_symlink(), "a link that leads nowhere was replaced")
        (folder / "round.fvp").unlink()

        (folder / "new").symlink_to("there")
        here, there = "there", "far/../there"
        stored = ["solve", *GAME, "--store", "s.fvs"]
        for words in (["verify", example, "--gaps", here, "--resume", there], ["verify", example, "--gaps", "new", "--resume", here],
                      ["verify", example, "--gaps", here, "--report", there], ["verify", example, "--report", "new", "--resume", there],
                      ["verify", example, "--resume", here, "--resume", there],
                      ["solve", *GAME, "-o", "a.fvp", "--disproof", "far/../a.fvp"], ["solve", *GAME, "-o", "a.fvp", "--log", "./a.fvp"],
                      ["solve", *GAME, "--store", "a.fvs", "--log", "./a.fvs"], ["solve", *GAME, "--store", "a.fvp", "-o", "./a.fvp"],
                      ["solve", *GAME, "--import", example, "--log", example]):
            done = call([program, *words], cwd=folder)
            require(done.returncode == 2 and done.stderr, *words, done)
            require(names_in(folder) == ["far", "link.fvp", "new"], *words, names_in(folder))
        # Two names of two files are no clash.
        require(call([program, "verify", example, "--gaps", here, "--resume", "elsewhere"], cwd=folder).returncode == 0, "a clash")

        done = call([program, *stored, "--log", "/dev/full", "-o", "proof.fvp"], cwd=folder)
        require_error(done, ["--log"], "/dev/full: cannot be written")
        require((folder / "proof.fvp").exists() and b"PROVED" in done.stdout, "what was found is lost with its log", done)
        done = call([program, *stored, "--log", "log"], cwd=folder)
        require(done.returncode == 0, done)
    print("outputs go where they are told to, or are refused")


def stores(program):
    """A job that cannot be read is an error for whoever would write over it."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        proof, store = folder / "a.fvp", folder / "a.fvs"
        claim = ["--rule", "freestyle", "--moves", "h8 a1 i8 a2 j8 a3 k8", "--attacker", "black"]
        for words in ([program, "solve", *claim, "-o", proof], [program, "convert", proof, store]):
            require(call(words).returncode == 0, *words)
        # An entry of LMDB: the length of the value, flags, that of the key. There is one job.
        whole, head = store.read_bytes(), struct.pack("<HHHH", 14, 0, 0, 48)
        damaged = bytearray(whole)
        at = whole.find(head)
        require(at >= 0, "expected a job")
        while at >= 0:
            damaged[at + len(head) + 48 + 1] ^= 1
            at = whole.find(head, at + 1)
        store.write_bytes(damaged)
        for words in ([program, "convert", proof, store], [program, "solve", "--status", store]):
            require_error(call(words), words, "checksum")
            require(store.read_bytes() == damaged, *words, "wrote to it")
    print("what cannot be read is not written over")


if __name__ == "__main__":
    {"pipes": pipes, "limits": limits, "late": late, "outputs": outputs, "stores": stores}[sys.argv[1]](
        *(str(Path(word).resolve()) for word in sys.argv[2:]))

#!/usr/bin/python3
"""How commands end when nobody reads on, when a file may not grow, and when a signal comes at a bad moment.

    check_ends.py pipes FIVEPROOF AUDIT EXAMPLE
    check_ends.py limits FIVEPROOF EXAMPLE
    check_ends.py late FIVEPROOF EXAMPLE FAULTS      FAULTS: the shared object of faults.c
    check_ends.py outputs FIVEPROOF EXAMPLE
    check_ends.py stores FIVEPROOF
    check_ends.py games FIVEPROOF FAULTS

Whatever it is, exit code 0 or 1 says that the answer and all files are whole, and exit code 2 is told with a text; then
there are no files but a gap list that is whole, or says that it is not.
"""

import json
import os
import random
import re
import resource
import select
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
                      ["blame", "h8 i9 g10", "--rule", "renju", "--nodes", "20"],
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


ANSWER = re.compile(rb"OK|\d+,\d+|(MESSAGE|ERROR|UNKNOWN|name=)[ -~]*")


class Game:
    """A game whose manager does not close the pipe."""

    def __init__(self, program, **more):
        # Unbuffered, so that select() knows of every line.
        how = {"bufsize": 0, "stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **more}
        self.process = subprocess.Popen([program, "play", "--alone"], **how)

    def send(self, text):
        self.process.stdin.write(text)
        self.process.stdin.flush()

    def line(self):
        """The next one; nothing if he has ended. An answer comes at once."""
        if not select.select([self.process.stdout], [], [], 20)[0]:
            self.process.kill()
            sys.exit("a game without an answer and without an end")
        return self.process.stdout.readline()

    def answer(self):
        """The next line that is no message."""
        line = self.line()
        while line.startswith(b"MESSAGE"):
            line = self.line()
        return line

    def end(self, input=b""):
        out, err = self.process.communicate(input, timeout=60)
        return self.process.returncode, out, err


def games_without_memory(program, faults):
    """From some moment on there is none: a manager that waits gets his answer, or sees the engine end."""
    start = b"INFO timeout_turn 0\nSTART 15\n"
    with tempfile.NamedTemporaryFile() as counts:
        loaded = {**os.environ, "LD_PRELOAD": faults}
        done = call([program, "play", "--alone"], stdin=None, input=start, env={**loaded, "FAIL_COUNT_TO": counts.name})
        require(done.returncode == 0, done)
        begun = int(Path(counts.name).read_text().split()[0])
    for more in (0, 1, 2, 3, 5, 8, 20, 50):
        wishes = {"FAIL_MEMORY_AT": str(begun + more), "FAIL_FOR_GOOD": "1"}
        game = Game(program, env={**loaded, **wishes})
        game.send(start)
        lines = [game.answer()]
        for command in (b"TURN 7,7\n", b"ABOUT\n", b"TURN 8,8\n"):
            try:
                game.send(command)
            except BrokenPipeError:
                break
            lines.append(game.answer())
            if not lines[-1]:
                break
        code, out, err = game.end()
        require(all(ANSWER.fullmatch(line.strip()) or not line for line in lines), lines)
        require(code == 0 or (code == 2 and b"memory" in err), code, out, err, lines)
        require(b"ERROR not enough memory\n" in lines or code == 2, code, lines)


def games(program, faults):
    """An engine ends with its input, wherever that stops; and answers as long as somebody listens."""
    session = b"INFO timeout_turn 0\nSTART 8\nBOARD\n3,3,1\n4,4,2\nDONE\nTURN 1,1\nTAKEBACK 1,1\nABOUT\n"
    whole = call([program, "play", "--alone"], stdin=None, input=session, stdout=subprocess.PIPE)
    require(whole.returncode == 0 and not whole.stderr and len(whole.stdout.splitlines()) == 8, whole)
    for length in range(len(session)):
        done = call([program, "play", "--alone"], stdin=None, input=session[:length])
        require(done.returncode == 0 and not done.stderr, session[:length], done)
        *lines, last = [b"", *done.stdout.splitlines()]
        # A last line without its end is a command like any other, and can be a wrong one.
        require(done.stdout == b"" or ANSWER.fullmatch(last), session[:length], done)
        require(whole.stdout.startswith(b"".join(line + b"\n" for line in lines[1:])), session[:length], done)

    for how in ({"stdout": subprocess.DEVNULL, "stdin": None, "input": session, "before": lambda: os.close(1)},
                {"stdout": open("/dev/full", "wb"), "stdin": None, "input": session}):
        require_error(call([program, "play", "--alone"], **how), ["play"], "standard output: cannot")
    require(call([program, "play", "--alone"], stdin=subprocess.DEVNULL, before=lambda: os.close(0)).returncode == 0,
            "without an input")

    # The manager goes away while a move is thought of: first his ear, then his mouth.
    game = Game(program)
    game.send(b"INFO timeout_turn 1000\nSTART 20\n")
    require(game.answer() == b"OK\n", "no game")
    game.send(b"TURN 10,10\n")
    game.process.stdout.close()
    game.process.stdout = None
    game.send(b"TURN 0,0\n")
    code, _, err = game.end(b"END\n")
    require(code == 2 and b"standard output: cannot" in err, code, err)
    games_without_memory(program, faults)
    print("a game ends with its input, and without a reader")


if __name__ == "__main__":
    {"pipes": pipes, "limits": limits, "late": late, "outputs": outputs, "stores": stores, "games": games}[sys.argv[1]](
        *(str(Path(word).resolve()) for word in sys.argv[2:]))

#!/usr/bin/python3
"""Whatever request for memory fails, and whatever thread cannot be started, a command ends with an error or as ever.

    check_memory.py FIVEPROOF AUDIT FAULTS EXAMPLE [--places N] [--seed N] [--only WORD] [--log FILE]

FAULTS is the shared object of faults.c. For every command N requests are chosen, spread over all that it
makes; each is made to fail once, and in another run for good. Then: exit code 2 with a text on stderr and nothing
written, or what happens otherwise; no signal, no abort, and no temporary file that stays.
"""

import argparse
import concurrent.futures
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from unproved import maker, unproved_lines  # noqa: E402

INPUTS = Path(__file__).resolve().parents[1] / "cli" / "inputs"

# What is called, its words (and a file for standard input), and the outputs that may be there after an error: a journal and a store grow step by step.
# IN and OUT are folders; the files in IN are made below.
COMMANDS = [
    ("info", "info IN/example.fvp --json", []),
    ("info lib", "info IN/tree.lib", []),
    ("verify", "verify IN/gappy.jsonl --effort 20 --threads 2 --gaps OUT/gaps.jsonl --report OUT/report.json", []),
    ("verify zst", "verify IN/gappy.fvp --effort 20 --threads 2 --gaps OUT/gaps.jsonl.zst", []),
    ("verify one gap", "verify IN/open.jsonl -q --gaps OUT/gaps.jsonl --report OUT/report.json --threads 1", []),
    ("verify one gap, packed", "verify IN/open.jsonl -q --gaps OUT/gaps.jsonl.zst --threads 1", []),
    ("verify rules", "verify IN/few.fvp --trust rules --threads 2 --gaps OUT/gaps.jsonl", []),
    ("verify resume", "verify IN/gappy.fvp --effort 20 --threads 2 --resume OUT/journal --gaps OUT/gaps.jsonl", ["journal"]),
    ("verify rules resume", "verify IN/few.fvp --trust rules --threads 2 --resume OUT/journal", ["journal"]),
    ("convert fvp", "convert IN/gappy.jsonl OUT/o.fvp", []),
    ("convert smallest", "convert IN/few.fvp OUT/o.fvp --smallest", []),
    ("convert spilled", "convert IN/gappy.fvp OUT/o.jsonl --memory 4K", []),
    ("convert zst", "convert IN/gappy.fvp OUT/o.jsonl.zst", []),
    ("convert cert", "convert IN/few.fvp OUT/o.cert", []),
    ("convert lib", "convert IN/few.fvp OUT/o.lib", []),
    ("convert sgf", "convert IN/tree.lib OUT/o.sgf", []),
    ("convert from rv2", "convert IN/tree.json OUT/o.fvp --rule standard", []),
    ("convert db", "convert IN/few.fvp OUT/o.db", []),
    ("convert from rif", "convert IN/games.xml OUT/o.sgf", []),
    ("merge", "merge IN/few.fvp IN/example.fvp --prefer smallest -o OUT/o.fvp", []),
    ("trim", "trim IN/example.fvp -o OUT/o.fvp", []),
    ("solve", "solve --rule freestyle --moves h8,a1,i9,a15 --attacker black --threads 2 --store OUT/s.fvs -o OUT/o.fvp", "store"),
    ("solve alone", "solve --rule freestyle --moves h8,a1,i9,a15 --attacker black --threads 2 -o OUT/o.jsonl --log OUT/log", ["log"]),
    ("progress", "verify IN/few.fvp --progress --threads 1", []),
    ("solve gaps", "solve --gaps IN/open.gaps.jsonl --into IN/open.jsonl --threads 2 --nodes 2000 -o OUT/o.fvp", []),
    ("audit", "AUDIT IN/few.cert", []),
    ("play", "play < IN/game", []),
]
LARGE = 1 << 16
# Each of so many first requests, which a program makes before it can say anything, is made to fail.
FIRST = 8
# Each of so many last large requests is made to fail: 1,300 are made at the start, whatever the command.
LAST_LARGE = 32
# Here each of so many last requests, with which outputs are written, is made to fail.
DENSE = {"verify one gap": 250}
STORE = ["s.fvs", "s.fvs-lock", "s.fvs-claims"]
# A game in which the proofs are read, a move is by the proof, one in a sequence and others on its own, without time.
GAME = """INFO timeout_turn 0
INFO max_memory 42000000
START 15
BEGIN
TURN 0,0
BOARD
7,7,1
8,8,2
DONE
TURN 14,14
SWAP2BOARD
DONE
INFO rule 4
START 15
BOARD
7,7,2
8,8,1
7,8,2
DONE
ABOUT
"""
ANSWER = re.compile(rb"OK|\d+,\d+( \d+,\d+ \d+,\d+)?|SWAP|ERROR not enough memory|name=[ -~]*")


class Failure(Exception):
    pass


def make_inputs(program, example, folder):
    run = maker(program)
    shutil.copy(example, folder / "example.fvp")
    for name in ("tree.json", "open.jsonl"):
        shutil.copy(INPUTS / name, folder / name)
    (folder / "game").write_text(GAME)
    (folder / "gappy.jsonl").write_text(unproved_lines(150))
    (folder / "games.xml").write_text(
        '<?xml version="1.0" encoding="UTF-8"?>\n<database><games><game id="1" rule="1" black="1" white="2" bresult="1">'
        "<move>h8 i9 j10 h10</move><info/></game></games></database>\n")
    run("convert", folder / "gappy.jsonl", folder / "gappy.fvp")
    run("solve", "--rule", "freestyle", "--moves", "h8 a1 i9 a15", "--attacker", "black", "-o", folder / "few.fvp")
    run("convert", folder / "few.fvp", folder / "few.cert")
    run("convert", folder / "few.fvp", folder / "tree.lib")
    run("verify", folder / "open.jsonl", "--gaps", folder / "open.gaps.jsonl")


def comparable(name, content):
    """Of what two runs write the part that is the same."""
    if content is None or name in ("log", "journal"):
        return content and b""
    if name == "report.json":
        return re.sub(rb'"(seconds|peak-memory-bytes)": [0-9.]+', b"", content)
    return content


def answers_of(said):
    return [line for line in said.splitlines() if not line.startswith(b"MESSAGE")]


def is_game_as(said, usual):
    """Is each command of the game answered, with what it is answered with otherwise or by an ERROR? Moves may be others."""
    answers = answers_of(said)
    if answers[:1] == [b"ERROR not enough memory"]:  # there is no game, and every line of it is a mistake
        return all(ANSWER.fullmatch(line) or line.startswith(b"ERROR ") for line in answers)
    return len(answers) == len(answers_of(usual)) and all(ANSWER.fullmatch(line) for line in answers)


class Runner:
    def __init__(self, options, inputs):
        self.options, self.inputs = options, inputs

    def input_of(self, text):
        return open(text.split(" < ")[1].replace("IN/", f"{self.inputs}/"), "rb") if " < " in text else subprocess.DEVNULL

    def words(self, text, out):
        text = text.split(" < ")[0]
        program = self.options.audit if text.startswith("AUDIT ") else self.options.program
        words = [word.replace("IN/", f"{self.inputs}/").replace("OUT/", f"{out}/") for word in text.split()]
        words = [word.replace(",", " ") if word.startswith("h8,") else word for word in words]
        return [program, *(words[1:] if words[0] == "AUDIT" else words)]

    def run(self, text, **wishes):
        """Exit code, what was said, files written, and the temporary files that are left."""
        with tempfile.TemporaryDirectory() as name:
            out, temporary = Path(name) / "out", Path(name) / "temporary"
            out.mkdir()
            temporary.mkdir()
            environment = {**os.environ, "LD_PRELOAD": self.options.faults, "TMPDIR": str(temporary),
                           **{key: str(value) for key, value in wishes.items()}}
            if "FAIL_COUNT_TO" in wishes:
                environment["FAIL_COUNT_TO"] = str(Path(name) / "counts")
            done = subprocess.run(self.words(text, out), capture_output=True, timeout=120, env=environment,
                                  stdin=self.input_of(text))
            if (out / "journal").exists():  # what one run began the next one must be able to end
                again = subprocess.run(self.words(text, out), capture_output=True, timeout=120, stdin=subprocess.DEVNULL)
                done.again = again
            counts = (Path(name) / "counts").read_text().split() if "FAIL_COUNT_TO" in wishes else []
            files = {path.name: path.read_bytes() for path in out.iterdir()}
            left = sorted(path.name for path in temporary.iterdir())
            return done, files, left, [int(count) for count in counts]

    def judge(self, command, wishes, usual):
        """How it ended: "as ever", "error", or what is wrong."""
        what, text, may_stay = command
        try:
            done, files, left, _ = self.run(text, **wishes)
        except subprocess.TimeoutExpired:
            return "hangs", ""
        said = done.stderr.decode(errors="replace")
        if left:
            return "a temporary file is left", str(left)
        if done.returncode < 0:
            return f"signal {-done.returncode}", said
        usual_done, usual_files = usual[:2]
        if hasattr(done, "again") and done.again.returncode == 2:
            return "a journal that is of no use", f"{done.again.stdout.decode()}{done.again.stderr.decode()}"
        if done.returncode == usual_done.returncode:
            if what == "play" and not is_game_as(done.stdout, usual_done.stdout):
                return "another game", f"{done.stdout.decode()}{said}"
            if done.stdout != usual_done.stdout and what not in ("solve", "solve alone", "solve gaps", "play"):
                return "another answer", f"{done.stdout.decode()}{said}"
            for name in usual_files.keys() | files.keys():
                if comparable(name, files.get(name, b"-")) != comparable(name, usual_files.get(name, b"-")) and \
                        not (name in STORE and may_stay == "store"):
                    if done.returncode == 2:
                        break
                    return "another file", f"{name}: {said}"
            else:
                return "as ever", ""
        if done.returncode != 2:
            return f"exit code {done.returncode}", said
        if "FAIL_THREAD_AT" in wishes and "a thread cannot be started" not in said:
            return "another text", said
        if not said.strip() or (usual_done.returncode == 2 and said == usual_done.stderr.decode()):
            return "no text", done.stdout.decode()
        allowed = STORE if may_stay == "store" else may_stay
        for name, content in files.items():
            # A list may be whole when something fails after it.
            if name not in allowed and comparable(name, content) != comparable(name, usual_files.get(name)):
                return "half written", f"{name}: {said}"
            if name not in allowed and name not in usual_files:
                return "a file is left", f"{name}: {said}"
        if b"VERIFIED" in done.stdout.replace(b"NOT VERIFIED", b"") and done.stdout != usual_done.stdout:
            return "another answer", done.stdout.decode()
        return "error", said


def places(total, wanted, chance):
    """So many numbers of 1 to `total`, one of each of as many stretches of the same length."""
    wanted = max(1, min(total, wanted))
    if total == 0:
        return []
    return sorted({chance.randint(i * total // wanted + 1, (i + 1) * total // wanted) for i in range(wanted)})


def main():
    parser = argparse.ArgumentParser()
    for name in ("program", "audit", "faults", "example"):
        parser.add_argument(name)
    parser.add_argument("--places", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only")
    parser.add_argument("--log")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    log = open(options.log, "w") if options.log else None
    wrong = []
    with tempfile.TemporaryDirectory() as name, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        inputs = Path(name)
        make_inputs(options.program, options.example, inputs)
        runner = Runner(options, inputs)
        for command in COMMANDS:
            if options.only and not re.fullmatch(options.only, command[0]):
                continue
            usual = runner.run(command[1], FAIL_COUNT_TO="counts")
            if usual[0].returncode < 0 or len(usual[3]) != 2:
                sys.exit(f"{command[0]}: {usual[0]}")
            memory, threads = usual[3]
            last = range(max(1, memory + 1 - DENSE.get(command[0], 0)), memory + 1)
            first = range(1, min(FIRST, memory) + 1)
            wishes = [{"FAIL_MEMORY_AT": at, **more} for at in [*first, *places(memory, options.places, chance), *last]
                      for more in ({}, {"FAIL_FOR_GOOD": 1})]
            # Large pieces are what is lacking first, and there are few of them.
            large = runner.run(command[1], FAIL_COUNT_TO="counts", FAIL_LEAST_BYTES=LARGE)[3][0]
            last_large = range(max(1, large + 1 - LAST_LARGE), large + 1)
            wishes += [{"FAIL_MEMORY_AT": at, "FAIL_LEAST_BYTES": LARGE}
                       for at in [*places(large, options.places, chance), *last_large]]
            wishes += [{"FAIL_THREAD_AT": at, **more} for at in places(threads, 8, chance)
                       for more in ({}, {"FAIL_FOR_GOOD": 1})]
            ends, texts = Counter(), Counter()
            for wish, (end, said) in zip(wishes, pool.map(lambda wish: runner.judge(command, wish, usual), wishes)):
                ends[end] += 1
                texts[said] += end == "error"
                if end not in ("as ever", "error"):
                    wrong.append(f"{command[0]}: {wish}: {end}: {said.strip()}")
                if log:
                    print(command[0], wish, end, said, sep="\t", file=log, flush=True)
            print(f"{command[0]}: {memory} requests, {threads} threads, exit code {usual[0].returncode}; " +
                  ", ".join(f"{end} {count}" for end, count in sorted(ends.items())), flush=True)
    for line in wrong[:20]:
        print(line)
    if wrong:
        sys.exit(f"{len(wrong)} ended otherwise than with an error or as ever")


if __name__ == "__main__":
    main()

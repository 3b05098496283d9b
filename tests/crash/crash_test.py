#!/usr/bin/python3
"""Whatever ends a command, what it had promised is there, and the next run brings it to the same end.

    crash_test.py FIVEPROOF DUMP_STORE DISK EXAMPLE [--count N] [--seed S] [--long] [--only WORD] [--trial N] [--log FILE]

DISK is the shared object of disk.c. One trial: a program (programs.py) is disturbed (disturbances.py) one to four times in
a row and then left alone. What must be there is known at every moment:

- an output has the bytes of the undisturbed run, or those that were there before;
- an answer that was once in a store, or that the log calls proved, is there, with the same move, and the store passes its
  check; what was once in a journal is there;
- temporary files stay after SIGKILL alone, and are gone after the next run;
- in the end all files are there and no other, with the bytes of the undisturbed run; a proof, whose moves may be others,
  verifies as what was to be proved.

The seed and the number of a trial say all that was chosen by chance; --trial repeats one.
"""

import argparse
import concurrent.futures
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from disturbances import KILLS, OTHERS, Disturbance, choose, end, start
from programs import (PROGRAMS, Failure, answers_in, journal_entries, make_inputs, positions_in, require, told_as_proved,
                      words_of)

LEFT_BY_A_KILL = re.compile(r".*\.tmp-\d+-\d+(-lock|-claims)?")
OLD = b"what was there before\n"
ALONE = Disturbance("none", "as-ever")
IN_A_NAMESPACE = "FIVEPROOF_CRASH_TEST_IN_A_NAMESPACE"


class Bench:
    def __init__(self, options, inputs):
        self.options, self.inputs = options, inputs
        self.usual = {}  # program -> (calls, seconds, files, dump of the store)

    def words(self, program, out):
        return words_of(program.words, self.options.program, self.inputs, out)

    def run_tool(self, *words):
        return subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=300)

    def dump(self, store):
        done = self.run_tool(self.options.dump, store)
        require(done.returncode == 0, f"dump-store {store}: {done.stderr}")
        return done.stdout

    def learn(self, program):
        """What the undisturbed run does."""
        with tempfile.TemporaryDirectory() as name:
            out, temporary = folders_in(Path(name))
            how = Disturbance("none", "as-ever", {"DISK_COUNT_TO": f"{name}/count"})
            began = time.monotonic()
            code, said, error = end(start(self.words(program, out), how, self.options.disk, temporary), how, began)
            seconds = time.monotonic() - began
            require(code == program.code, program.name, code, said, error)
            require(names_in(out) == program.names(), f"expected {program.names()}, found {names_in(out)}")
            files = {path.name: path.read_bytes() for path in out.iterdir()}
            dumped = self.dump(out / program.store) if program.store else ""
            self.usual[program.name] = int(Path(f"{name}/count").read_text()), seconds, files, dumped


def folders_in(folder):
    out, temporary = folder / "out", folder / "temporary"
    out.mkdir()
    temporary.mkdir()
    return out, temporary


def names_in(folder):
    return sorted(path.name for path in folder.iterdir())


class Trial:
    def __init__(self, bench, number, folder, ends):
        self.bench, self.number, self.ends = bench, number, ends
        self.chance = random.Random(f"{bench.options.seed} {number}")
        programs = bench.options.programs
        self.program = programs[number % len(programs)]
        self.calls, self.seconds, self.usual, self.usual_dump = bench.usual[self.program.name]
        self.out, self.temporary = folders_in(folder)
        self.folder = folder
        self.told = []
        self.answers, self.entries = {}, []
        self.may_be_old = set()
        self.litter = set()
        self.kills = 0

    def run(self):
        # A store never takes the place of another file.
        for name in self.program.outputs:
            if not name.endswith(".fvs") and self.chance.random() < 0.3:
                (self.out / name).write_bytes(OLD)
                self.may_be_old.add(name)
        for _ in range(self.chance.randint(1, 4)):
            kinds = KILLS if self.chance.random() < 0.7 else OTHERS
            has_store = ".fvs" in self.program.words or self.program.name == "solve alone"
            hows = [choose(self.chance, kinds, self.calls, self.seconds, has_store)]
            hows += [choose(self.chance, KILLS, self.calls, self.seconds, has_store) if self.chance.random() < 0.5 else ALONE
                     for _ in range(self.program.partners - 1)]
            if self.chance.random() < 0.5:
                hows.reverse()
            self.disturb(hows)
        self.bring_to_its_end()

    def make_place(self):
        """A new store is written where there is none; one that is there is whole, as look() has found."""
        for name in self.program.outputs:
            if name.endswith(".fvs"):
                (self.out / name).unlink(missing_ok=True)

    def disturb(self, hows):
        self.make_place()
        began = time.monotonic()
        processes = [start(self.bench.words(self.program, self.out), how, self.bench.options.disk, self.temporary)
                     for how in hows]
        ends = [end(process, how, began) for process, how in zip(processes, hows)]
        is_killed = any(code == -9 for code, _, _ in ends)
        for how, (code, said, error) in zip(hows, ends):
            outcome = self.judge(how, code, said, error)
            self.told.append({**how.told(), "end": outcome})
            self.ends[how.kind, outcome] += 1
            self.kills += outcome == "killed"
        self.look(is_killed)

    def judge(self, how, code, said, error):
        what = f"{how.told()}: exit code {code}: {said!r} {error!r}"
        require(not re.search(rb"terminate called|Assertion|Sanitizer", error), what)
        if code == self.program.code:
            require(not how.must_fail, what)
            if self.program.partners == 1:
                self.require_whole(what)
            return "as ever"
        require(how.end != "as-ever", what)
        if code == -9:
            require(how.end == "killed", what)
            return "killed"
        if how.end == "stopped":
            require(code in (2, -2, -15, -1), what)
            require(code != 2 or error or re.search(rb"UNDECIDED|NOT PROVED|interrupted", said), "no word:", what)
            return "stopped"
        require(how.end == "error" and code in (2, 127), what)
        if code == 127:  # the loader has no descriptor for a library
            return "not begun"
        lines = [line for line in error.decode().splitlines() if line.startswith("fiveproof")]
        require(len(lines) == 1, "expected one line of ours:", what)
        return "error"

    def require_whole(self, what):
        for name in self.program.outputs:
            require((self.out / name).exists(), f"{name} is missing:", what)
            require(self.is_as_usual(name), f"{name} differs:", what)

    def is_as_usual(self, name):
        content = (self.out / name).read_bytes()
        if name.endswith(".fvs"):
            copy = self.folder / "copy.fvs"  # without what reading a store leaves beside it
            shutil.copy(self.out / name, copy)
            return self.bench.dump(copy) == self.bench.dump_of_input
        if content == self.usual[name]:
            return True
        if not self.program.claim:
            return False
        done = self.bench.run_tool(self.bench.options.program, "verify", self.out / name, "-q", "--expect", self.program.claim)
        return done.returncode == 0

    def look(self, is_killed=False):
        """What must be there at this moment, is there."""
        for name in self.program.outputs:
            path = self.out / name
            if not path.exists():
                require(name not in self.may_be_old, f"{name}, which was there, is gone")
                continue
            content = path.read_bytes()
            if name in self.may_be_old and content == OLD:
                continue
            is_part = self.is_partial_list(path) if name.startswith("gaps.") else self.is_partial_proof(path)
            require(is_part or self.is_as_usual(name), f"{name} is there and not whole")
        litter = set(names_in(self.out)) - set(self.program.names()) | set(names_in(self.temporary))
        require(is_killed or litter <= self.litter, f"left without a kill: {litter - self.litter}")
        for left in litter:
            require(LEFT_BY_A_KILL.fullmatch(left), f"left by a kill under another name than is said: {left}")
        self.litter = litter
        if self.program.store:
            self.look_at_store()
        if self.program.journal:
            entries = journal_entries(self.out / self.program.journal)
            require(entries[:len(self.entries)] == self.entries, "an entry of the journal is lost")
            self.entries = entries

    def is_partial_proof(self, path):
        """It is read, and has gaps."""
        if not self.program.gives_a_part:
            return False
        return self.bench.run_tool(self.bench.options.program, "verify", path, "-q").returncode == 1

    def is_partial_list(self, path):
        data = path.read_bytes()
        if path.suffix == ".zst":
            done = subprocess.run(["zstd", "-dc"], input=data, capture_output=True)
            data = done.stdout
        return json.loads(data.split(b"\n")[0]).get("partial") is True

    def look_at_store(self):
        store = self.out / self.program.store
        if not store.exists():
            require(not self.answers, "the store is gone")
            return
        done = self.bench.run_tool(self.bench.options.program, "solve", "--status", store)
        require(done.returncode == 0, f"the store fails its check: {done.stderr}")
        answers = answers_in(self.bench.dump(store))
        lost = [position for position, move in self.answers.items() if answers.get(position) != move]
        require(not lost, f"{len(lost)} answers are lost or others: {lost[:3]}")
        self.answers = answers
        if self.program.log:
            told = told_as_proved(self.out / self.program.log)
            require(told <= positions_in(answers), "the log tells of answers that are not there")

    def bring_to_its_end(self):
        self.make_place()
        processes = [start(self.bench.words(self.program, self.out), ALONE, self.bench.options.disk, self.temporary)
                     for _ in range(self.program.partners)]
        for process in processes:
            code, said, error = end(process, ALONE, 0)
            require(code == self.program.code, f"left alone it ended with {code}: {said!r} {error!r}")
        self.may_be_old.clear()
        require(names_in(self.out) == self.program.names(), f"expected {self.program.names()}, found {names_in(self.out)}")
        require(not names_in(self.temporary), f"temporary files stay: {names_in(self.temporary)}")
        self.require_whole("in the end")
        self.look()
        if self.program.store and not self.program.claim:
            require(self.bench.dump(self.out / self.program.store) == self.usual_dump, "another store in the end")


class FullDisk(Trial):
    """A small file system that fills, and grows again."""

    def run(self):
        sizes = [1 << 14, 1 << 16, 1 << 18, 300_000, 400_000, 1 << 19]
        for _ in range(self.chance.randint(1, 3)):
            self.mount(self.chance.choice(sizes))
            self.disturb([Disturbance("disk full", "error") for _ in range(self.program.partners)])
        self.mount(1 << 30)
        self.bring_to_its_end()

    def mount(self, size):
        done = subprocess.run(["mount", "-o", f"remount,size={size}", str(self.folder)], capture_output=True, text=True)
        # What is in use cannot be taken back: then the disk is as full as it was.
        require(done.returncode == 0 or "in use" in done.stderr or "bad option" in done.stderr, done.stderr)


def attempt(bench, number, kind):
    ends = Counter()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        is_mounted = kind is FullDisk
        if is_mounted:
            subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "none", name], check=True)
        try:
            trial = kind(bench, number, folder, ends)
            try:
                trial.run()
                wrong = None
            except (Failure, subprocess.TimeoutExpired) as failure:
                wrong = str(failure)
            return {"trial": number, "program": trial.program.name, "disk": is_mounted, "kills": trial.kills, "told": trial.told,
                    "wrong": wrong}, ends
        finally:
            if is_mounted:
                subprocess.run(["umount", "-l", name], check=True)


def can_mount():
    return IN_A_NAMESPACE in os.environ


def enter_namespace():
    """Begins anew where file systems can be mounted, if that is allowed."""
    if can_mount():
        return
    test = ["unshare", "-Urm", "mount", "-t", "tmpfs", "none", "/mnt"]
    try:
        allowed = subprocess.run(test, capture_output=True).returncode == 0
    except FileNotFoundError:
        allowed = False
    if allowed:
        os.environ[IN_A_NAMESPACE] = "1"
        os.execvp("unshare", ["unshare", "-Urm", sys.executable, *sys.argv])


def main():
    parser = argparse.ArgumentParser()
    for name in ("program", "dump", "disk", "example"):
        parser.add_argument(name)
    parser.add_argument("--count", type=int, default=40, help="trials")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--long", action="store_true", help="with programs that take seconds")
    parser.add_argument("--only", help="programs whose name matches")
    parser.add_argument("--trial", type=int, help="only this one")
    parser.add_argument("--log", help="a line of JSON for each trial")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    enter_namespace()
    options.programs = [program for program in PROGRAMS if (options.long or not program.is_long) and
                        (not options.only or re.fullmatch(options.only, program.name))]
    print(f"seed {options.seed}, {options.count} trials" +
          ("" if can_mount() else "; SKIPPED: disks that fill, as no file system may be mounted here (RLIMIT_FSIZE stands in)"))
    log = open(options.log, "w") if options.log else None
    ends, wrong, kills = Counter(), [], Counter()
    with tempfile.TemporaryDirectory() as name, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        make_inputs(options.program, options.example, Path(name))
        bench = Bench(options, Path(name))
        bench.dump_of_input = bench.dump(Path(name) / "s.fvs")
        for program in options.programs:
            bench.learn(program)
        numbers = range(options.count) if options.trial is None else [options.trial]
        def kind_of(number):
            return FullDisk if can_mount() and random.Random(f"disk {options.seed} {number}").random() < 0.12 else Trial

        for outcome, of_trial in pool.map(lambda number: attempt(bench, number, kind_of(number)), numbers):
            ends += of_trial
            kills[outcome["program"]] += outcome["kills"]
            if outcome["wrong"]:
                wrong.append(outcome)
            if log:
                print(json.dumps(outcome), file=log, flush=True)
    for kind in sorted({kind for kind, _ in ends}):
        print(f"{kind}: " + ", ".join(f"{end} {ends[kind, end]}" for k, end in sorted(ends) if k == kind))
    print(f"{sum(kills.values())} kills: " + ", ".join(f"{name} {count}" for name, count in kills.items()))
    for outcome in wrong[:10]:
        print(f"trial {outcome['trial']} ({outcome['program']}): {outcome['wrong']}\n  {outcome['told']}")
    if wrong:
        sys.exit(f"{len(wrong)} trials went wrong; --seed {options.seed} --trial N repeats one")


if __name__ == "__main__":
    main()

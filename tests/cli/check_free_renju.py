"""scripts/free-renju around a program that answers at once: what takes a processor's hours is not what is tested here.

    check_free_renju.py SCRIPT
"""

import contextlib
import json
import os
import signal
import stat
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

SCRIPT = Path(sys.argv.pop()).resolve()
# A proof is a file of JSON: what it claims, and whether level rules finds it open. The program is told by files in its
# folder what to do: `open` holds moves that are not proved, `bad` those whose proof does not hold; where there is
# `merged-open`, what is merged has a gap.
PROGRAM = """#!/usr/bin/python3
import json, signal, sys, time
from pathlib import Path
command, words = sys.argv[1], sys.argv[2:]
with open("calls", "a") as calls:
    calls.write(" ".join(sys.argv[1:]) + "\\n")
value = lambda name: words[words.index(name) + 1]
names = lambda file: Path(file).read_text().split() if Path(file).exists() else []
if command == "solve" and "--gaps" in words:
    told = json.loads(Path(value("--into")).read_text())
    Path(value("-o")).write_text(json.dumps(dict(told, gap=bool(names("stubborn")), open=False)))
elif command == "solve" and "--import" in words:
    Path(value("--store")).write_text(Path(value("--import")).read_text())
    if names("cut-off"):
        sys.exit(137)
    print(json.dumps({"outcome": "open", "searches": 0}))
elif command == "solve":
    move, *third = value("--moves").split()[1:]
    if third and third[0] in names("winning"):
        Path("open").write_text("")
    elif move in names("open"):
        if signal.getsignal(signal.SIGINT) != signal.SIG_IGN:  # what is ignored stays so, as for the program
            signal.signal(signal.SIGINT, lambda *_: sys.exit(print(json.dumps({"outcome": "open", "searches": 7})) or 2))
        while True:
            pass
    Path(value("-o")).write_text(json.dumps({"claims": ["h8 " + move], "gap": move in names("gaps")}))
    print(json.dumps({"outcome": "proved", "searches": 3}))
elif command == "verify":
    told = json.loads(Path(words[0]).read_text())
    if any(claim.split()[1] in names("bad") for claim in told["claims"]):
        sys.exit(1)
    sys.exit(1 if told.get("open") or (told["gap"] and value("--trust") == "rules") else 0)
elif command == "info":
    print(json.dumps({"roots": [{"text": claim} for claim in json.loads(Path(words[1]).read_text())["claims"]]}))
elif command == "merge":
    files = words[:words.index("-o")]
    claims = sorted({claim for file in files for claim in json.loads(Path(file).read_text())["claims"]})
    gap = any(json.loads(Path(file).read_text())["gap"] for file in files)
    Path(value("-o")).write_text(json.dumps({"claims": claims, "gap": gap, "open": bool(names("merged-open"))}))
elif command == "trim":
    Path(value("-o")).write_text(Path(words[0]).read_text())
"""


def ignore_interrupts():
    """As a shell has it for what it begins in the background."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class FreeRenju(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.work = self.folder / "work"
        self.work.mkdir()
        program = self.folder / "build" / "cli" / "fiveproof"
        program.parent.mkdir(parents=True)
        program.write_text(PROGRAM)
        program.chmod(program.stat().st_mode | stat.S_IXUSR)

    def command(self, *words):
        return [sys.executable, SCRIPT, *map(str, words), "--build", self.folder / "build"]

    def call(self, *words, cwd=None):
        return subprocess.run(self.command(*words), capture_output=True, text=True, timeout=60, cwd=cwd)

    def tell(self, name, text):
        (self.work / name).write_text(text)

    def turns(self):
        return [json.loads(line) for line in (self.work / "turns.jsonl").read_text().splitlines()]

    def test_a_turn_is_so_much_of_the_processor(self):
        self.tell("open", "o15")
        child = subprocess.Popen(self.command("run", self.work, "--moves", "o15 o8", "--first", "1s"), stdout=subprocess.PIPE, text=True,
                                 start_new_session=True, preexec_fn=ignore_interrupts)
        self.addCleanup(child.stdout.close)
        try:
            deadline = time.monotonic() + 50
            while time.monotonic() < deadline:
                if (self.work / "turns.jsonl").exists() and any(t["limit"] == 2 for t in self.turns()):
                    break
                time.sleep(0.1)
        finally:
            os.killpg(child.pid, signal.SIGKILL)
            child.wait()
        first, other, again = self.turns()[:3]
        self.assertEqual((first["move"], first["outcome"], first["searches"]), ("o15", "open", 7))
        self.assertTrue(1 <= first["cpu-seconds"] < 2, first)
        self.assertEqual((other["move"], other["outcome"]), ("o8", "proved"))
        self.assertTrue(again["move"] == "o15" and 2 <= again["cpu-seconds"] < 3, again)

    def test_single_third_moves_after_two_turns_in_vain(self):
        self.tell("open", "n14")
        self.tell("winning", "g9")
        turn = {"move": "n14", "outcome": "open", "cpu-seconds": 1, "searches": 7}
        self.tell("turns.jsonl", f"{json.dumps(turn)}\n" * 2)
        # What was searched after f8, g9, g8 and e5, in images: three replies of g9 are proved, one of them after it was open, one is
        # not; of f8 two and three, and e5 has only one.
        log = [("b14", "i9", "i7", "limit"), ("b14", "i9", "i7", "proved"), ("n2", "g7", "d4", "proved"), ("n14", "g9", "a1", "proved"),
               ("n14", "g9", "a2", "limit"), ("n14", "f8", "a1", "proved"), ("n14", "f8", "a2", "proved"), ("n14", "f8", "a3", "limit"),
               ("n14", "f8", "a4", "limit"), ("n14", "f8", "a5", "failed"), ("n14", "e5", "a5", "proved"), ("o13", "d4", "a1", "proved")]
        lines = [json.dumps({"black": ["h8", third], "white": [second, reply], "outcome": outcome})
                 for second, third, reply, outcome in log]
        self.tell("jobs.jsonl", "\n".join(lines) + "\n" + '{"black": ["h8", "e')
        self.assertEqual(self.call("run", self.work, "--moves", "n14", "--first", "1h").returncode, 0)
        self.assertEqual([(t.get("third"), t["outcome"]) for t in self.turns()[2:]], [("g9", "proved"), (None, "proved")])
        self.assertIn("| n14 | proved | 4 |", self.call("status", self.work).stdout)

    def test_a_third_move_that_is_open_waits_for_others(self):
        self.tell("open", "n14")
        self.tell("winning", "f8")
        turn = {"move": "n14", "outcome": "open", "cpu-seconds": 1, "searches": 7}
        self.tell("turns.jsonl", f"{json.dumps(turn)}\n" * 2)
        lines = [json.dumps({"black": ["h8", third], "white": ["n14", reply], "outcome": "proved"})
                 for third, reply in (("g9", "a1"), ("g9", "a2"), ("g9", "a3"), ("f8", "a1"), ("f8", "a2"))]
        lines.append(json.dumps({"black": ["h8", "f8"], "white": ["n14", "a3"], "outcome": "limit"}))
        self.tell("jobs.jsonl", "\n".join(lines) + "\n")
        self.assertEqual(self.call("run", self.work, "--moves", "n14", "--first", "1s").returncode, 0)
        self.assertEqual([(t.get("third"), t["outcome"]) for t in self.turns()[2:]],
                         [("g9", "open"), ("f8", "proved"), (None, "proved")])

    def test_an_interrupt_of_the_script_alone_ends_the_program_too(self):
        self.tell("open", "o15")
        child = subprocess.Popen(self.command("run", self.work, "--moves", "o15", "--first", "1h"), stdout=subprocess.DEVNULL,
                                 stderr=subprocess.PIPE, text=True, start_new_session=True)
        calls = self.work / "calls"
        try:
            deadline = time.monotonic() + 30
            while time.monotonic() < deadline and not (calls.exists() and "o15" in calls.read_text()):
                time.sleep(0.1)
            time.sleep(1)  # its handler is there
            os.kill(child.pid, signal.SIGINT)
            _, error = child.communicate(timeout=30)
            self.assertEqual(child.returncode, 1)
            self.assertEqual(error, "free-renju: interrupted; the same command goes on\n")
            self.assertEqual([turn["outcome"] for turn in self.turns()], ["interrupted"])
            self.assertGreater(self.turns()[0]["cpu-seconds"], 0)
            with self.assertRaises(ProcessLookupError):  # nobody is left of the session
                os.killpg(child.pid, 0)
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(child.pid, signal.SIGKILL)

    def test_a_new_store_has_all_that_is_imported(self):
        known = self.folder / "known.fvp"
        known.write_text("known")
        begin = ("run", self.work, "--moves", "o15", "--import", known)
        self.tell("cut-off", "yes")
        self.assertEqual(self.call(*begin).returncode, 1)
        self.assertFalse((self.work / "renju15.fvs").exists())
        (self.work / "cut-off").unlink()
        for _ in range(2):
            self.assertEqual(self.call(*begin).returncode, 0)
        self.assertEqual((self.work / "renju15.fvs").read_text(), "known")
        self.assertEqual((self.work / "calls").read_text().count("--import"), 2)

    def test_the_folder_may_be_named_from_here(self):
        (self.folder / "known.fvp").write_text("known")
        told = self.call("run", "work", "--moves", "o15", "--import", "known.fvp", cwd=self.folder)
        self.assertEqual(told.returncode, 0, told.stderr)
        self.assertEqual((self.work / "renju15.fvs").read_text(), "known")

    def test_an_image_of_a_second_move_is_that_one(self):
        self.assertEqual(self.call("run", self.work, "--moves", "h9 b2").returncode, 0)
        self.assertEqual(sorted(turn["move"] for turn in self.turns()), ["i8", "n14"])
        for word in ("h8", "p1", "a16", "h9,b2"):
            told = self.call("run", self.work, "--moves", word)
            self.assertEqual((told.returncode, word in told.stderr), (1, True), told.stderr)

    def prove(self, moves):
        self.assertEqual(self.call("run", self.work, "--moves", moves).returncode, 0)

    def test_what_is_new_is_verified_and_added(self):
        target = self.folder / "kept.fvp"
        self.prove("o15")
        self.assertEqual(self.call("keep", self.work, target).returncode, 0)
        self.prove("o15 o14")
        (self.work / "calls").unlink()
        told = self.call("keep", self.work, target)
        self.assertEqual(told.returncode, 0, told.stderr)
        self.assertEqual(json.loads(target.read_text())["claims"], ["h8 o14", "h8 o15"])
        calls = (self.work / "calls").read_text()
        for level in ("dbsearch", "rules"):
            self.assertIn(f"verify o14.fvp --trust {level} --expect renju 15 black h8 o14", calls)
        self.assertNotIn("verify o15.fvp", calls)
        self.assertIn("h8 o14: holds at both levels", told.stdout)

    def test_what_level_rules_finds_open_gets_a_record(self):
        target = self.folder / "kept.fvp"
        self.tell("gaps", "o15")
        self.prove("o15")
        self.assertEqual(self.call("keep", self.work, target).returncode, 0)
        self.assertFalse(json.loads(target.read_text())["gap"])

    def test_what_is_merged_is_verified_again(self):
        target = self.folder / "kept.fvp"
        self.tell("merged-open", "yes")
        self.prove("o15")
        self.assertEqual(self.call("keep", self.work, target).returncode, 0)
        self.assertFalse(json.loads(target.read_text())["open"])
        calls = (self.work / "calls").read_text()
        self.assertIn("solve --gaps open.jsonl --into kept.fvp", calls)
        self.assertIn("verify kept-closed-1.fvp --trust dbsearch", calls)
        self.assertNotIn("verify kept-closed-1.fvp --trust rules", calls)
        self.assertEqual(self.call("keep", self.work, self.folder / "whole.fvp", "--whole").returncode, 0)
        self.assertIn("verify kept-closed-1.fvp --trust rules", (self.work / "calls").read_text())

    def test_what_does_not_hold_is_not_added(self):
        target = self.folder / "kept.fvp"
        target.write_text(json.dumps({"claims": ["h8 o14"], "gap": False}))
        before = target.read_text()
        for name, moves in (("bad", "o15"), ("stubborn", "o15")):
            self.tell("gaps", "o15")
            self.tell(name, moves)
            self.prove(moves)
            told = self.call("keep", self.work, target)
            self.assertEqual(told.returncode, 1)
            self.assertIn("free-renju: verify o15", told.stderr)
            self.assertEqual(target.read_text(), before)
            (self.work / name).unlink()

    def test_nothing_new_is_said(self):
        target = self.folder / "kept.fvp"
        self.assertIn("nothing is proved", self.call("keep", self.work, target).stderr)


if __name__ == "__main__":
    unittest.main()

"""The stubs: they are those of the module, and a checker finds with them what is wrong."""

import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

from helpers import MODULE

MYPY = ["/usr/bin/mypy", "--strict", "--no-error-summary", "--python-executable", "/usr/bin/python3"]

RIGHT = """
import json

import fiveproof
from fiveproof import Position
from fiveproof.answers import Probe

with fiveproof.open("proof.fvp") as proof:
    some: list[fiveproof.Record] = proof.records[3:9]
    kinds: list[str] = [point.kind for point in fiveproof.forbidden(Position()) if point.lines[0].three]
    picture: str = fiveproof.svg(Position("h8"), fiveproof.numbered("h8"))
    for record in proof.records:
        square: str | None = record.move
        position: Position = record.position
    boards, moves = proof.records.arrays(0, 10)
    cell: int = int(boards[0, 7, 7])
    view = proof.probe(Position("h8 a1").canonical(), full=True)
    if view.replies is not None:
        names: list[str] = [reply.reply for reply in view.replies.stored]
    answer: Probe = json.loads(view.to_json())
    lost: list[str] = answer["replies"]["lost"]

    def tell(progress: fiveproof.Progress) -> None:
        print(progress.replies_done / progress.replies_total)

    checked = proof.verify(trust="rules", progress=tell)
    gaps: dict[str, int] = checked.gap_counts
    for gap in checked.gaps:
        print(gap.kind, gap.line, gap.position.play("a1").to_array().shape)
found = fiveproof.threats(Position.from_stones("h8", to_move="black"), "renju", method="vct")
made = fiveproof.Proof.from_records([(Position(), "h8"), (Position(), None)], rule="standard", roots=["h8", Position(), *proof.roots])
judged = fiveproof.blame("h8 i9", "renju", proofs=[made], seconds=0.1)
grounds: list[str] = [at.ground for at in judged.positions if at is not None and at.winner == "black"]
lost_by: list[int] = [fault.move for fault in judged.faults if fault.loses]
chosen = fiveproof.player("standard", size=9).choose(Position(size=9), seconds=0.1)
if chosen is not None:
    next_one: Position = Position(size=9).play(chosen.move)
solved = fiveproof.solve("h8 a1", "standard", seconds=1.5, progress=lambda progress: print(progress.nodes))
if solved.proof is not None:
    for some_boards, some_moves in solved.proof.records.batches(100):
        square_number: int = 15 * int(some_moves[0, 0]) + int(some_moves[0, 1])
try:
    made.save("x.fvp")
except fiveproof.Error as error:
    code: str = error.code
    offset: int | None = error.offset
"""

# Each line is wrong by itself.
WRONG = """
fiveproof.open(3)
fiveproof.open("x.fvp", rule="gomoku")
fiveproof.open("x.fvp", "renju")
Position(3)
Position("h8", 15)
Position.from_stones("h8")
Position.from_stones("h8", to_move="red")
Position("h8").size = 3
Position("h8").legal_moves("gomoku")
fiveproof.threats(Position(), "renju", method="db-search")
fiveproof.threats("h8", "renju")
proof.verify(trust="nobody")
proof.verify(progress=3)
proof.verify().accept
fiveproof.solve("h8", "gomoku")
fiveproof.solve("h8", "renju", seconds="2")
fiveproof.solve("h8", "renju").proof.verify()
for boards in proof.records.batches(): boards.shape
proof.records[0].move.upper()
proof.records["h8"]
proof.probe("h8")
fiveproof.answers.Weight(positions=1)
proof.save(3)
fiveproof.blame("h8", "gomoku")
fiveproof.player("renju").choose("h8")
Error().place
"""


def types_of(source):
    """The lines with an error."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "user.py")
        file.write_text(source)
        done = subprocess.run([*MYPY, "--cache-dir", f"{folder}/cache", str(file)], capture_output=True, text=True,
                              timeout=300, env={**os.environ, "MYPYPATH": MODULE})
    if done.returncode not in (0, 1):
        raise AssertionError(done.stdout + done.stderr)
    return done.stdout, {int(line) for line in re.findall(r"user\.py:(\d+): error", done.stdout)}


class TypesTest(unittest.TestCase):
    def test_right_use_has_no_errors(self):
        self.assertEqual(types_of(RIGHT), ("", set()))

    def test_each_wrong_use_is_one(self):
        head = "import fiveproof, fiveproof.answers\nfrom fiveproof import Error, Position\nproof = fiveproof.open('x.fvp')\n"
        lines = WRONG.strip().splitlines()
        said, found = types_of(head + "\n".join(lines) + "\n")
        missed = [line for number, line in enumerate(lines, 4) if number not in found]
        self.assertEqual(missed, [], said)

    def test_the_stubs_are_those_of_the_module(self):
        with tempfile.TemporaryDirectory() as folder:
            allowed = Path(folder, "allowed")
            # What pybind11 gives every class; that there is a stub for each the next test sees. And what is nobody's to use.
            # The types of answers have no stub: they are their own, and this mypy cannot hold a TypedDict against itself.
            allowed.write_text("fiveproof(\\._core)?\\.[A-Z]\\w+(\\.__(init|new|reduce)__)?\nfiveproof\\._core\\._\\w+\n"
                               "fiveproof\\.answers\\.\\w+\n"
                               # What shown.py imports is Python's own.
                               "fiveproof\\.shown\\.(Mapping|Iterable|Sized|Position)\\b.*\n")
            done = subprocess.run(
                ["/usr/bin/stubtest", "fiveproof", "--allowlist", str(allowed), "--ignore-unused-allowlist"],
                capture_output=True, text=True, timeout=300, cwd=folder,
                env={**os.environ, "MYPYPATH": MODULE, "PYTHONPATH": MODULE})
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_every_class_of_the_core_has_a_stub(self):
        import inspect

        import fiveproof._core as core

        stub = Path(MODULE, "fiveproof/_core.pyi").read_text()
        stubbed = set(re.findall(r"^class (\w+)", stub, re.M))
        made = {name for name, _ in inspect.getmembers(core, inspect.isclass)}
        self.assertEqual(stubbed, made)
        for name in made:
            body = re.search(rf"^class {name}:\n((?:    .*\n|\n)*)", stub, re.M)[1]
            members = set(re.findall(r"def (\w+)", body))
            own = {m for m in vars(getattr(core, name)) if not m.startswith("__")}
            self.assertEqual({m for m in members if not m.startswith("__")}, own, name)


if __name__ == "__main__":
    unittest.main()

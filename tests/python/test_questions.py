"""Two hundred questions at random, which the module and the program answer alike.

Rule sets, sizes, proofs and positions are drawn for each; test_oracle.py asks what is known to be hard.
Answers that say nothing would be alike, too, so those that say something are counted.
"""

import json
import random
import tempfile
import unittest
from collections import Counter
from pathlib import Path

import fiveproof
from fiveproof import Proof
from helpers import EXAMPLE, STANDARD, ask, asked_positions, renju, run, words_of
from test_oracle import gap_json, steady, threats_json, view_json

SEED = 2026
RULES = ("freestyle", "standard", "renju")
NUMBERS = {"probe": 50, "threats": 60, "forbidden": 40, "verify": 20, "convert": 30}
# How often the answers must say this at least: about half as often as they do.
WANTED = {
    "probe stored": 5, "probe reply": 5, "probe after-move": 5, "probe absent": 5, "probe win by threats": 5,
    "probe lost reply": 5, "threats freestyle win": 3, "threats standard win": 1, "threats renju win": 3,
    "threats no win": 20, "threats cut short": 2, "threats more than two": 1, "forbidden point": 15,
    "forbidden only looks so": 3,
    "forbidden double three": 8, "forbidden double four": 3, "forbidden overline": 3, "forbidden nothing": 10,
    "verify yes": 2, "verify no": 8, "verify unanswered-reply": 8, "verify illegal-move": 3,
    "convert damaged": 10, "convert whole": 3,
    **{f"convert {format}": 1 for format in ("jsonl", "jsonl.zst", "sgf", "db", "moves", "lib", "rv2")},
}


def crowded(chance, size):
    """A position in which much happens: the stones lie close to each other."""
    width = min(size, chance.choice((5, 6, 7, 9)))
    left, low = chance.randrange(size - width + 1), chance.randrange(size - width + 1)
    squares = [f"{'abcdefghijklmnopqrst'[left + x]}{low + y + 1}" for x in range(width) for y in range(width)]
    chosen = chance.sample(squares, chance.randrange(6, width * width // 2 + 1))
    black = round(len(chosen) * chance.choice((0.3, 0.5, 0.7, 0.9)))
    to_move = chance.choice(("black", "white"))
    return fiveproof.Position.from_stones(chosen[:black], chosen[black:], to_move=to_move, size=size)


class Questions:
    """Each method draws a question of its kind and gives two answers, the module's and the program's."""

    def __init__(self, folder):
        self.chance = random.Random(SEED)
        self.folder = Path(folder)
        self.seen = Counter()
        self.files = [EXAMPLE, STANDARD, renju()]
        self.proofs = [fiveproof.open(file) for file in self.files]
        for rule, size, moves in (("freestyle", 9, "e5 a1 f6 a2 g4"), ("standard", 9, "e5 a1 f6 a2"),
                                  ("renju", 20, "j10 a1 k11 t20")):
            self.keep(fiveproof.solve(moves, rule, size=size, attacker="black", threads=1).proof)
        self.small = [proof for proof in self.proofs if len(proof.records) < 3000]

    def keep(self, proof):
        self.proofs.append(proof)
        self.files.append(self.folder / f"proof-{len(self.proofs)}.fvp")
        proof.save(self.files[-1])

    def saw(self, *words):
        self.seen[" ".join(words)] += 1

    def probe(self):
        at = self.chance.randrange(len(self.proofs))
        proof, effort, full = self.proofs[at], self.chance.choice((1, 100, 1000)), self.chance.random() < 0.3
        position = list(asked_positions(proof, 4, self.chance.random()))[self.chance.randrange(4)]
        view = proof.probe(position, effort=effort, full=full)
        words = ["--effort", effort, *["--full"] * full, *words_of(position)]
        said = ask("probe", self.files[at], "--json", *words)
        self.saw("probe", view.standing)
        if view.sequence:
            self.saw("probe win by threats")
        if view.replies is not None and view.replies.lost:
            self.saw("probe lost reply")
        return [view_json(proof, position, view, effort, full), json.loads(view.to_json())], [said, said]

    def threats(self):
        rule, size = self.chance.choice(RULES), self.chance.randrange(5, 21)
        position, attacker = crowded(self.chance, size), self.chance.choice(("black", "white"))
        method, effort = self.chance.choice(("db", "vcf", "vct")), self.chance.choice((3, 100, 1000))
        found = fiveproof.threats(position, rule, attacker=attacker, method=method, effort=effort)
        words = ["--rule", rule, "--size", size, "--attacker", attacker, *words_of(position)]
        said = ask("threats", "--json", "--method", method, "--effort", effort, *words, codes=(0, 1, 2))
        self.saw("threats", *([rule, "win"] if found.win else ["no win"]))
        if found.cut_short:
            self.saw("threats cut short")
        if len(found.sequence) > 2:
            self.saw("threats more than two")
        return threats_json(position, rule, attacker, effort, found), said

    def forbidden(self):
        position = crowded(self.chance, self.chance.randrange(5, 21))
        points = fiveproof.forbidden(position)
        said = ask("forbidden", "--json", "--size", position.size, *words_of(position))
        if not points:
            self.saw("forbidden nothing")
        for point in points:
            self.saw("forbidden", point.kind)
            self.saw("forbidden", "point" if point.forbidden else "only looks so")
        return points_json(points), said["points"]

    def damaged(self):
        """A proof, some of whose records are not there, and some of whose moves are others."""
        proof = self.chance.choice(self.small)
        count = len(proof.records)
        gone = {self.chance.randrange(count) for _ in range(self.chance.choice((0, 0, 1, 3)))}
        other = {self.chance.randrange(count) for _ in range(self.chance.choice((0, 0, 1, 2)))} - gone
        records = []
        for i, record in enumerate(proof.records):
            if i in other:
                squares = self.chance.choice((record.position.legal_moves(proof.rule), record.position.white))
                record = (record.position, self.chance.choice(squares))
            if i not in gone:
                records.append(record)
        made = Proof.from_records(records, rule=proof.rule, size=proof.size, attacker=proof.attacker,
                                  roots=proof.roots)
        return made, bool(gone or other)

    def verify(self):
        proof, _ = self.damaged()
        file, gaps, report = (self.folder / name for name in ("asked.fvp", "gaps.jsonl", "report.json"))
        proof.save(file)
        # The kernel answers a reply by itself: seconds for a proof of thousands of records.
        trust = self.chance.choice(("dbsearch", "rules")) if len(proof.records) < 100 else "dbsearch"
        effort = self.chance.choice((5, 1000))
        checked = fiveproof.open(file).verify(trust=trust, effort=effort)
        words = ["--trust", trust, "--effort", effort, "--gaps", gaps, "--report", report]
        lines = run("verify", file, "-q", *words)
        said = json.loads(report.read_text())
        listed = [json.loads(line) for line in gaps.read_text().splitlines()[1:]]
        self.saw("verify", checked.answer)
        for kind in checked.gap_counts:
            self.saw("verify", kind)
        code, report = ("yes", "no", "undecided").index(checked.answer), json.loads(checked.report())
        return ([checked.lines, code, steady(report), [gap_json(gap, proof.roots) for gap in checked.gaps]],
                [lines.splitlines(), said["exit-code"], steady(said), listed])

    def convert(self):
        """Saved by the module, translated by the program, and read again by both."""
        proof, is_damaged = self.damaged()
        only_15 = ("lib", "rv2") if proof.size == 15 else ()
        format = self.chance.choice(("jsonl", "jsonl.zst", "sgf", "db", "moves", *only_15, *only_15))
        ours = self.folder / "ours.fvp"
        proof.save(ours, smallest=self.chance.random() < 0.5)
        theirs, back = self.folder / f"theirs.{format}", self.folder / "back.fvp"
        run("convert", "-q", ours, theirs, "--to", format)
        root = self.chance.choice(proof.roots).moves
        how = {"rule": proof.rule, "size": proof.size, "attacker": proof.attacker}
        claim = [word for name, value in how.items() for word in (f"--{name}", value)]
        claim, how = [*claim, "--root", " ".join(root)], {**how, "roots": [root]}
        if format.startswith("jsonl"):
            how, claim = {}, []
        said = ask("convert", theirs, back, "--from", format, "--json", *claim)
        with fiveproof.open(theirs, format=format, **how) as read:
            read.save(self.folder / "read.jsonl")
            self.saw("convert", format)
            self.saw("convert", "damaged" if is_damaged else "whole")
            text = (self.folder / "read.jsonl").read_text()
            keys, count = ("hash", "records", "losses", "oddities"), len(read.records)
            return ([proof.content_hash, read.content_hash, count, read.losses, read.oddities, text],
                    [ask("info", ours, "--json")["hash"], *(said[key] for key in keys),
                     run("convert", "-q", back, "-", "--to", "jsonl")])


def points_json(points):
    keys = ("direction", "stones", "overline", "fours", "three")
    lines = [[{key: getattr(line, key) for key in keys} | {"straight-fours": [four_json(four) for four in line.straight_fours]}
              for line in point.lines] for point in points]
    return [{"square": point.square, "forbidden": point.forbidden, "kind": point.kind, "lines": of_point}
            for point, of_point in zip(points, lines)]


def four_json(four):
    return {"square": four.square, "counts": four.counts} | ({} if four.why_not is None else {"why-not": four.why_not})


def difference(module, program):
    """The first, with what stands around it: a diff of long answers takes minutes."""
    texts = [json.dumps(answer, indent=0, sort_keys=True) for answer in (module, program)]
    first, second = (text.splitlines() for text in texts)
    at = next((i for i, (a, b) in enumerate(zip(first, second)) if a != b), min(len(first), len(second)))
    around = slice(max(0, at - 5), at + 3)
    return "\n".join(["the module says", *first[around], "the program says", *second[around]])


class QuestionsTest(unittest.TestCase):
    maxDiff = 4000

    def test_the_program_answers_as_the_module_does(self):
        kinds = [kind for kind, number in NUMBERS.items() for _ in range(number)]
        self.assertEqual(len(kinds), 200)
        with tempfile.TemporaryDirectory() as folder:
            questions = Questions(folder)
            questions.chance.shuffle(kinds)
            for number, kind in enumerate(kinds, 1):
                with self.subTest(kind=kind, number=number):
                    module, program = getattr(questions, kind)()
                    if module != program:
                        self.fail(difference(module, program))
        print("\n".join(f"{count:5} {what}" for what, count in sorted(questions.seen.items())))
        rare = {what: questions.seen[what] for what, least in WANTED.items() if questions.seen[what] < least}
        self.assertEqual(rare, {})


if __name__ == "__main__":
    unittest.main()

"""blame() and player(): what they say is what the program says, and a proof that is given is verified, or played."""

import json
import random
import time
import unittest
from pathlib import Path

import fiveproof
from fiveproof import Position, Proof
from helpers import EXAMPLE, run

# A three that was not stopped; a four that Black does not see; one that is not over, and one that was won from the start.
GAMES = (
    ("d4 a1 d5 g1 d6 g7 d7 a7 d8", "freestyle", 8),
    ("a1 b1 a2 b2 a3 b3 a4 b4 f6 b5", "standard", 6),
    ("a1 b1 a2 b2 a3 b3 a4 b4 f6 b5", "renju", 6),
    ("d4 d5 e4 e5 f4", "renju", 9),
)


class BlameTest(unittest.TestCase):
    def test_it_says_what_the_program_says(self):
        blamed = 0
        for moves, rule, size in GAMES:
            with self.subTest(moves=moves, rule=rule):
                judged = fiveproof.blame(moves, rule, size=size, nodes=200, seconds=600, threads=1)
                told = run("blame", moves, "--rule", rule, "--size", size, "--nodes", 200, "--time", "10m", "--json", "-q",
                           codes=(0, 1, 2))
                ours, theirs = json.loads(judged.to_json()), json.loads(told)
                self.assertEqual(ours["positions"], theirs["positions"])
                self.assertEqual(ours, theirs)
                self.assertEqual(judged.moves, moves.split())
                self.assertEqual((judged.end, judged.losing_move, judged.limit),
                                 (theirs["end"], theirs["losing-move"], theirs["limit"]))
                self.assertEqual([None if at is None else (at.winner, at.ground, at.line) for at in judged.positions],
                                 [None if at is None else (at["winner"], at["ground"], at["line"]) for at in theirs["positions"]])
                self.assertEqual([(fault.move, fault.colour, fault.square, fault.loses, fault.misses_win) for fault in judged.faults],
                                 [tuple(fault.values()) for fault in theirs["faults"]])
                blamed += len(judged.faults)
        self.assertGreater(blamed, 2)

    def test_a_proof_counts_that_the_verifier_accepts(self):
        game = "h8 a1 i9 a2"
        with fiveproof.open(EXAMPLE) as proof:
            judged = fiveproof.blame(game, "freestyle", proofs=[proof], nodes=1, threads=1)
            self.assertEqual((judged.positions[3].winner, judged.positions[3].ground, judged.positions[3].proof),
                             ("black", "proof", Path(EXAMPLE).name))
            less = Proof.from_records((record for i, record in enumerate(proof.records) if i != 5), rule="freestyle",
                                      roots=proof.roots)
        with self.assertRaises(fiveproof.Error) as refused:
            fiveproof.blame(game, "freestyle", proofs=[less])
        self.assertIn("not verified", str(refused.exception))
        with self.assertRaises(ValueError):
            fiveproof.blame(game, "renju", proofs=[less])
        with self.assertRaises(ValueError):  # it was closed
            fiveproof.blame(game, "freestyle", proofs=[proof])

    def test_time_ends_it_and_progress_can(self):
        start = time.monotonic()
        judged = fiveproof.blame("h8 i9 g7 j6", "freestyle", seconds=0.3, threads=1)
        self.assertTrue(judged.limit)
        self.assertLess(time.monotonic() - start, 20)
        seen = []

        def tell(progress):
            seen.append((progress.move, progress.attacker, progress.searches))
            raise KeyError("enough")

        with self.assertRaises(KeyError):
            fiveproof.blame("h8 i9 g7 j6", "freestyle", progress=tell)
        self.assertEqual(len(seen), 1)


class PlayerTest(unittest.TestCase):
    def test_it_wins_with_a_proof_against_whatever_is_played(self):
        choice = random.Random(59)
        with fiveproof.open(EXAMPLE) as proof:
            player = fiveproof.player("freestyle", proofs=[proof])
        whys = set()
        for _ in range(6):
            position = Position("h8 a1 i9")
            while position.winner("freestyle") is None:
                if position.to_move == "white":
                    position = position.play(choice.choice(position.legal_moves("freestyle")))
                    continue
                chosen = player.choose(position, seconds=0.2)
                whys.add(chosen.why)
                self.assertNotEqual(chosen.why, "alone", chosen)
                position = position.play(chosen.move)
            self.assertEqual(position.winner("freestyle"), "black")
        self.assertEqual(whys, {"proof", "sequence"})

    def test_without_a_proof_its_moves_are_legal_and_in_time(self):
        for rule, size in (("freestyle", 15), ("standard", 9), ("renju", 15), ("freestyle", 5)):
            player, position = fiveproof.player(rule, size=size), Position(size=size)
            self.assertEqual((player.rule, player.size), (rule, size))
            for _ in range(12):
                start = time.monotonic()
                chosen = player.choose(position, seconds=0.05)
                self.assertLess(time.monotonic() - start, 20)
                self.assertIn(chosen.move, position.legal_moves(rule))
                position = position.play(chosen.move)
                if position.winner(rule):
                    break

    def test_what_it_sees_it_takes(self):
        player = fiveproof.player("standard")
        four = Position.from_stones("e5 f5 g5 h5", "e7 f7 g7 a1", to_move="black")
        self.assertIn(player.choose(four).move, ("d5", "i5"))
        self.assertEqual(player.choose(four).why, "sequence")

    def test_what_cannot_be_asked(self):
        player = fiveproof.player("freestyle")
        for wrong in (Position(size=9), Position("a1 b1 a2 b2 a3 b3 a4 b4 a5")):
            with self.assertRaises(ValueError):
                player.choose(wrong)
        for seconds in (0, -1, float("nan"), float("inf"), 1e300):
            with self.assertRaises(ValueError):
                player.choose(Position(), seconds=seconds)
        with self.assertRaises(TypeError):
            fiveproof.player("freestyle", proofs=["a.fvp"])
        full = Position.from_array(_full_board(), to_move="black")
        self.assertIsNone(fiveproof.player("freestyle", size=5).choose(full))


def _full_board():
    import numpy as np

    return np.array([[1, 1, 2, 2, 1]] * 2 + [[2, 2, 1, 1, 2]] * 2 + [[2, 1, 2, 1, 2]], np.int8)


if __name__ == "__main__":
    unittest.main()

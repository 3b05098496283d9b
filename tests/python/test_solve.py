"""solve(): what it proves verifies, also as the program sees it; it can be stopped, watched, and go on from a store."""

import tempfile
import threading
import time
import unittest
from pathlib import Path

import fiveproof
from fiveproof import Position, Proof
from helpers import run


class SolveTest(unittest.TestCase):
    def test_what_is_proved_verifies(self):
        for root, rule in (("h8 a1 i9 a15", "freestyle"), ("h8 a1 i9 a15", "standard")):
            claimed = Proof.from_records([], rule=rule, roots=[root]).roots[0]
            for position in (root, Position(root), claimed):
                solved = fiveproof.solve(position, rule, threads=1)
                self.assertEqual(solved.outcome, "proved")
                self.assertGreater(solved.searches, 0)
                self.assertTrue(solved.proof.verify(expect=f"{rule} 15 black {root}").accepted)
                with tempfile.TemporaryDirectory() as folder:
                    file = Path(folder, "a.fvp")
                    solved.proof.save(file)
                    self.assertIn("VERIFIED", run("verify", "-q", file, codes=(0,)))

    def test_the_other_side_may_win(self):
        position = Position.from_stones("h8 a15 o15", "c3 d3 e3", to_move="white")
        solved = fiveproof.solve(position, "freestyle", attacker="black", threads=1)
        self.assertEqual((solved.outcome, solved.proof.attacker), ("disproved", "white"))
        self.assertTrue(solved.proof.verify().accepted)
        self.assertEqual(fiveproof.solve(position, "freestyle", threads=1).outcome, "proved")

    def test_it_ends_after_its_time_and_goes_on_from_a_store(self):
        with tempfile.TemporaryDirectory() as folder:
            store = Path(folder, "a.fvs")
            start = time.monotonic()
            solved = fiveproof.solve("h8 i9", "freestyle", seconds=0.5, threads=1, store=store)
            self.assertEqual((solved.outcome, solved.proof), ("open", None))
            self.assertLess(time.monotonic() - start, 20)
            self.assertTrue(store.exists())
            again = fiveproof.solve("h8 a1 i9 a15", "freestyle", threads=1, store=store)
            self.assertEqual(again.outcome, "proved")
            with self.assertRaises(fiveproof.Error):
                fiveproof.solve("h8 a1 i9 a15", "standard", threads=1, store=store)

    def test_progress_is_told_and_what_it_raises_comes_out(self):
        told = []

        def tell(progress):
            told.append(progress.searches)
            if len(told) > 2:
                raise KeyError("enough")

        with self.assertRaises(KeyError):
            fiveproof.solve("h8 i9", "freestyle", threads=1, progress=tell)
        self.assertEqual(told, sorted(told))

    def test_other_threads_go_on(self):
        counted = []
        thread = threading.Thread(target=lambda: [counted.append(time.sleep(0.01)) for _ in range(20)])
        thread.start()
        fiveproof.solve("h8 i9", "freestyle", threads=1, seconds=1)
        thread.join()
        self.assertEqual(len(counted), 20)

    def test_what_is_wrong_is_said(self):
        for words, wrong in ((("h8 h8", "freestyle"), {}), (("h8", "gomoku"), {}), (("h8", "renju"), {"seconds": 0}),
                             (("h8", "renju"), {"threads": -1}), (("h8", "renju"), {"memory": 0}),
                             (("h8", "renju"), {"seconds": float("nan")}), (("h8", "renju"), {"attacker": "red"}),
                             (("h8 a1 i8 a2 j8 a3 k8 a4 l8", "freestyle"), {})):
            self.assertRaises(ValueError, fiveproof.solve, *words, **wrong)
        self.assertRaises(TypeError, fiveproof.solve, "h8", "renju", progress=3)
        self.assertRaises(TypeError, fiveproof.solve, 3, "renju")
        with self.assertRaises(fiveproof.Error):
            fiveproof.solve("h8 a1 i9 a15", "freestyle", store="/nowhere/a.fvs")


if __name__ == "__main__":
    unittest.main()

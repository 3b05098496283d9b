"""docs/recipes.md: its commands and lines do what is shown, and the files they write are right."""

import random
import sys
import tempfile
import unittest
from pathlib import Path

import fiveproof
import numpy as np
from helpers import PROGRAM, ROOT
from test_page import run_page

sys.path.append(str(ROOT / "tests/docs"))
import run_blocks

PAGE = "docs/recipes.md"


class RecipesTest(unittest.TestCase):
    def test_every_line_does_what_is_shown(self):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            run_blocks.look_alike(ROOT, Path(PROGRAM).parents[1], folder)
            script = run_blocks.script_of(run_blocks.blocks(ROOT, PAGE), {"sh"})
            code, told = run_blocks.shell(script, folder, [], 60)
            self.assertEqual(code, 0, told)
            names = run_page(self, ROOT / PAGE, folder / "build", 60)
            self.hold_training(folder / "build/training.npz", names["proof"])
            self.hold_gaps(folder / "build/gaps.csv", names["checked"])
            self.hold_picture(folder / "build/records.png")
            with fiveproof.open(folder / "build/closed.fvp") as closed:
                self.assertTrue(closed.verify(expect="freestyle 15 black h8 a1 i9").accepted)

    def hold_training(self, file, proof):
        """In every image the target is the move of that record: what it leads to is the same position."""
        with np.load(file) as arrays:
            planes, targets = arrays["planes"], arrays["targets"]
        count, size = len(proof.records), proof.size
        self.assertEqual((planes.shape, targets.shape), ((8 * count, 2, size, size), (8 * count,)))
        chance = random.Random(1)
        for at in chance.sample(range(count), 100):
            record = proof.records[at]
            seen = set()
            for row in range(at, 8 * count, count):
                cells = (planes[row, 0] + 2 * planes[row, 1]).astype(np.int8)
                position = fiveproof.Position.from_array(cells, to_move=proof.attacker)
                y, x = divmod(int(targets[row]), size)
                after = position.play(f"{'abcdefghijklmno'[x]}{y + 1}")
                self.assertEqual(position.canonical(), record.position)
                self.assertEqual(after.canonical(), record.position.play(record.move).canonical())
                seen.add(after)
            # Where a position and its move are their own mirror image, two are one.
            self.assertIn(len(seen), (4, 8))

    def hold_gaps(self, file, checked):
        lines = file.read_text().splitlines()
        self.assertEqual(len(lines), 1 + len(checked.gaps))
        for line, gap in zip(lines[1:], checked.gaps):
            kind, shared, limit, moves, black, white = line.split(",")
            self.assertEqual((kind, int(shared), limit, moves.split()),
                             (gap.kind, gap.shared, str(gap.limit), gap.line))
            self.assertEqual((black.split(), white.split()), (gap.position.black, gap.position.white))

    def hold_picture(self, file):
        import matplotlib.image

        pixels = matplotlib.image.imread(file)
        self.assertEqual(pixels.shape, (400, 900, 4))
        self.assertGreater(len(np.unique(pixels.reshape(-1, 4), axis=0)), 100)  # colours of a heat map


if __name__ == "__main__":
    unittest.main()

"""What somebody sees: words for every object, boards as pictures, forbidden points, and why there is no module."""

import errno
import os
import random
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from xml.etree import ElementTree

import fiveproof
from fiveproof import Position
from helpers import EXAMPLE, MODULE, ROOT, ask, renju, run, words_of

SVG = "{http://www.w3.org/2000/svg}"


def everything(proof):
    """An object of each class that an answer can have."""
    view = proof.probe(Position("h8 a1 i9 a2 j10"), full=True)
    checked = proof.verify()
    found = fiveproof.threats(Position.from_stones("g8 h8 i9 i10", to_move="black"), "freestyle", method="vct")
    point = fiveproof.forbidden(Position.from_stones("g8 h8 i9 i10", to_move="black"))[0]
    return [proof, proof.records, proof.records[0], proof.roots[0], view, view.replies, view.replies.stored[0],
            view.replies.lost[0], view.ways[0], view.below, checked, checked.verdicts[0], checked.verdicts[0].claim,
            checked.gaps, found, point, point.lines[0], *found.sequence[:1], *found.tree[:1]]


class ShownTest(unittest.TestCase):
    def test_every_object_has_words(self):
        with fiveproof.open(EXAMPLE) as proof:
            for one in everything(proof):
                said = repr(one)
                self.assertRegex(said, rf"^<?{type(one).__name__}\b")
                self.assertNotIn(" object at ", said)
                self.assertLess(len(said), 1000)
            self.assertEqual(repr(proof.records), f"<Records, {len(proof.records)} of them>")
            self.assertEqual(repr(proof.probe(Position("h8 a1 i9 a2 j10"), full=True).below), "<Weight positions=3 plies=3>")

    def test_a_board_is_a_picture(self):
        for size in (5, 15, 20):
            position = Position("c3 a1 e5 b2", size=size)
            picture = ElementTree.fromstring(position._repr_svg_())
            stones = [(one.get("fill"), int(one.get("cx")), int(one.get("cy"))) for one in picture.iter(f"{SVG}circle")]
            # a1 is at the lower left: columns go to the right, rows upwards.
            places = {(x // 24 - 1, size - y // 24): fill for fill, x, y in stones}
            self.assertEqual(places, {(2, 2): "black", (4, 4): "black", (0, 0): "white", (1, 1): "white"})
            width = int(picture.get("width"))
            self.assertTrue(all(0 < x < width and 0 < y < width for _, x, y in stones))
        marked = fiveproof.svg(Position("h8 i9"), {**fiveproof.numbered("h8 i9"), "a1": "<&"})
        said = [one.text for one in ElementTree.fromstring(marked).iter(f"{SVG}text")]
        self.assertEqual(said[-3:], ["1", "2", "<&"])
        with fiveproof.open(EXAMPLE) as proof:
            self.assertIn(">x</text>", proof.records[0]._repr_svg_())

    def test_forbidden_points_are_those_of_the_program(self):
        pick = random.Random(7)
        with fiveproof.open(renju()) as proof:
            positions = [proof.records[pick.randrange(len(proof.records))].position for _ in range(20)]
        positions.append(Position.from_stones("g8 h8 i9 i10", to_move="black"))
        seen = 0
        for position in positions:
            words = words_of(position)
            said = ask("forbidden", *words, "--json")
            points = fiveproof.forbidden(position)
            self.assertEqual([(p.square, p.forbidden, p.kind) for p in points],
                             [(p["square"], p["forbidden"], p["kind"]) for p in said["points"]])
            for point, told in zip(points, said["points"]):
                seen += 1
                keys = ("direction", "stones", "overline", "fours", "three")
                self.assertEqual([{key: getattr(line, key) for key in keys} for line in point.lines],
                                 [{key: line[key] for key in keys} for line in told["lines"]])
        self.assertGreater(seen, 0)

    def test_only_a_file_that_is_not_there_is_not_found(self):
        with tempfile.TemporaryDirectory() as folder:
            with self.assertRaises(FileNotFoundError) as raised:
                fiveproof.open(Path(folder, "--rule.fvp"))
            self.assertIn("--rule.fvp: cannot open", str(raised.exception))  # its name is its own
            self.assertIsInstance(raised.exception, fiveproof.Error)
            self.assertEqual((raised.exception.code, raised.exception.errno), ("io", errno.ENOENT))
            with self.assertRaises(fiveproof.Error) as raised:
                fiveproof.open(EXAMPLE / "a.fvp")  # no folder
            self.assertNotIsInstance(raised.exception, FileNotFoundError)
            self.assertEqual(raised.exception.code, "io")
            library = Path(folder, "a.lib")
            run("convert", "-q", EXAMPLE, library)
            with self.assertRaises(fiveproof.Error) as raised:
                fiveproof.open(library)
            self.assertIn("give rule=, attacker=, roots= (roots=[]: no claim)", str(raised.exception))

    def test_the_line_of_the_readme_works_or_says_why_not(self):
        [line] = re.findall(r"^python3 -c '.*'$", (ROOT / "README.md").read_text(), re.M)
        folders = ["/usr/bin", *os.environ["PATH"].split(":")]
        for folder in {folder for folder in folders if Path(folder, "python3").exists()}:
            env = {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}", "PYTHONPATH": MODULE}
            done = subprocess.run(["/bin/bash", "-c", line], cwd=ROOT, env=env, capture_output=True, text=True)
            with self.subTest(folder=folder):
                if done.returncode == 0:
                    self.assertRegex(done.stdout, "^VERIFIED freestyle 15x15: black wins")
                else:
                    self.assertNotEqual(folder, "/usr/bin", done.stderr)
                    self.assertRegex(done.stderr.splitlines()[-1], "not built for Python .*docs/python.md")

    def test_an_interpreter_that_cannot_have_it_is_told_why(self):
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "numpy.py").write_text("raise ModuleNotFoundError(\"No module named 'numpy'\", name='numpy')\n")
            # Without NumPy all is there but arrays.
            code = f"""if True:
                import sys; sys.path[:0] = [{folder!r}, {MODULE!r}]; import fiveproof
                proof = fiveproof.open({str(EXAMPLE)!r})
                print(proof.verify().accepted)
                for ask in (proof.records.arrays, fiveproof.Position().to_array, lambda: next(proof.records.batches())):
                    try: ask()
                    except ModuleNotFoundError as error: print(error)"""
            done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
            self.assertEqual(done.stdout.splitlines(), ["True", *3 * ["No module named 'numpy'"]], done.stderr)
            other = Path(folder, "other", "fiveproof")
            other.mkdir(parents=True)
            for name in ("__init__.py", "errors.py", "shown.py", "answers.py"):
                (other / name).write_bytes(Path(MODULE, "fiveproof", name).read_bytes())
            (other / "_core.cpython-27-none.so").touch()
            code = f"import sys; sys.path.insert(0, {str(other.parent)!r}); import fiveproof"
            done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
            self.assertRegex(done.stderr.splitlines()[-1], "not built for Python 3.*found _core.cpython-27-none.so.*docs/python.md")


if __name__ == "__main__":
    unittest.main()

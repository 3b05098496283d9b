"""examples/notebook.ipynb runs from end to end and shows what it says; it is kept without outputs."""

import os
import shutil
import tempfile
import unittest

import nbclient
import nbformat
from helpers import EXAMPLE, MODULE, ROOT

NOTEBOOK = ROOT / "examples/notebook.ipynb"
BOARD, PLOT, WORDS = "image/svg+xml", "image/png", "text/plain"


def executed(notebook, folder):
    """The outputs of each cell of code: {kind of output: text}."""
    # Nothing of the kernel is left at home, and it looks for no settings there.
    kept = dict(os.environ)
    os.environ |= {name: folder for name in ("HOME", "IPYTHONDIR", "JUPYTER_RUNTIME_DIR", "MPLCONFIGDIR")}
    os.environ |= {"PYTHONPATH": MODULE, "PYTHONDONTWRITEBYTECODE": "1"}
    os.environ["PYDEVD_DISABLE_FILE_VALIDATION"] = "1"  # a warning on stderr otherwise
    os.environ.pop("MPLBACKEND", None)  # the kernel has its own, which shows figures in the notebook
    try:
        nbclient.NotebookClient(notebook, timeout=60, resources={"metadata": {"path": folder}}).execute()
    finally:
        os.environ.clear()
        os.environ.update(kept)
    cells = []
    for cell in notebook.cells:
        if cell.cell_type == "code":
            shown = {}
            for output in cell.outputs:
                shown |= {output.name: output.text} if output.output_type == "stream" else output.data
            cells.append(shown)
    return cells


class NotebookTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        shutil.copy(EXAMPLE, self.folder)

    def test_it_runs_and_shows_what_it_says(self):
        notebook = nbformat.read(NOTEBOOK, as_version=4)
        nbformat.validate(notebook)
        for cell in notebook.cells:
            self.assertEqual((cell.get("outputs", []), cell.get("execution_count")), ([], None))
        cells = executed(notebook, self.folder)
        shown = {kind: [outputs[kind] for outputs in cells if kind in outputs]
                 for kind in (BOARD, PLOT, WORDS, "stdout", "stderr")}
        self.assertEqual(shown["stderr"], [])
        self.assertIn("<Proof freestyle 15x15, attacker black, 3 roots, 2623 records>", shown[WORDS])
        self.assertIn("{4: 453, 6: 935, 8: 748, 10: 285, 12: 131, 14: 71}", shown[WORDS])
        self.assertEqual([board.count("<circle") for board in shown[BOARD]], [3, 6, 10, 4])
        for board, mark in zip(shown[BOARD][1:3], (">x<", ">3<")):
            self.assertIn(mark, board)
        self.assertEqual(len(shown[PLOT]), 1)
        said = "".join(shown["stdout"]).splitlines()
        self.assertEqual([line for line in said if "accepted" in line],
                         ["accepted: True", "accepted: False {'unanswered-reply': 1} after i15",
                          "proved with 9 records; accepted: True"])
        self.assertEqual(sum(line.startswith("verified, freestyle 15x15: black wins") for line in said), 3)

    def test_a_cell_that_fails_is_seen(self):
        notebook = nbformat.read(NOTEBOOK, as_version=4)
        notebook.cells = [*notebook.cells[:2], nbformat.v4.new_code_cell("proof.verify(trust='nobody')")]
        with self.assertRaisesRegex(nbclient.exceptions.CellExecutionError, "ValueError"):
            executed(notebook, self.folder)


if __name__ == "__main__":
    unittest.main()

"""docs/python.md shows what the module says: its examples are run, in their order."""

import doctest
import os
import re
import tempfile
import unittest
from pathlib import Path

from helpers import EXAMPLE, ROOT


def run_page(test, page, folder, least):
    """Runs the examples of the page in the folder, and gives what their names stand for at the end."""
    # A fence would be taken for what is printed.
    text = re.sub(r"^```.*$", "", page.read_text(), flags=re.M)
    examples = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    test.assertGreater(len(examples.examples), least)
    said, here = [], os.getcwd()
    os.chdir(folder)
    try:
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
        done = runner.run(examples, out=said.append, clear_globs=False)
    finally:
        os.chdir(here)
    test.assertEqual(done.failed, 0, "".join(said))
    return examples.globs


class PageTest(unittest.TestCase):
    def test_the_examples_print_what_is_shown(self):
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "proof.fvp").write_bytes(EXAMPLE.read_bytes())
            run_page(self, ROOT / "docs/python.md", folder, 20)


if __name__ == "__main__":
    unittest.main()

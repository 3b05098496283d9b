"""docs/python.md shows what the module says: its examples are run, in their order."""

import doctest
import os
import re
import tempfile
import unittest
from pathlib import Path

from helpers import EXAMPLE, ROOT

PAGE = ROOT / "docs/python.md"


class PageTest(unittest.TestCase):
    def test_the_examples_print_what_is_shown(self):
        # A fence would be taken for what is printed.
        text = re.sub(r"^```.*$", "", PAGE.read_text(), flags=re.M)
        test = doctest.DocTestParser().get_doctest(text, {}, PAGE.name, str(PAGE), 0)
        self.assertGreater(len(test.examples), 20)
        said, here = [], os.getcwd()
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "proof.fvp").write_bytes(EXAMPLE.read_bytes())
            os.chdir(folder)
            try:
                done = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=said.append)
            finally:
                os.chdir(here)
        self.assertEqual(done.failed, 0, "".join(said))


if __name__ == "__main__":
    unittest.main()

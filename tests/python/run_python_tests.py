#!/usr/bin/python3
"""Runs test_PART.py with the module and this program; where something is missing for it, says what and ends with 77.

    run_python_tests.py PART PROGRAM FOLDER...

The module is in the first FOLDER that has it: in the build that is tested, or where scripts/python has made it.
"""

import importlib.util
import os
import shutil
import sys
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
SKIPPED = 77
COMMANDS = {"types": ["/usr/bin/mypy", "/usr/bin/stubtest"]}
MODULES = {"recipes": ["matplotlib"], "notebook": ["nbclient", "ipykernel", "matplotlib"]}


def skip(missing):
    print(f"skipped, this is missing: {missing} (scripts/setup --python, scripts/python)")
    sys.exit(SKIPPED)


def main(part, program, *folders):
    found = [folder for folder in folders if next(Path(folder, "fiveproof").glob("_core.*.so"), None)]
    if not found:
        skip("the Python module")
    for module in ["numpy", *MODULES.get(part, [])]:
        if importlib.util.find_spec(module) is None:
            skip(f"Debian's python3-{module}")
    for command in COMMANDS.get(part, []):
        if shutil.which(command) is None:
            skip(command)
    sys.dont_write_bytecode = True
    sys.path[:0] = [str(HERE), found[0]]
    os.environ["FIVEPROOF_PROGRAM"] = str(Path(program).resolve(strict=True))
    os.environ["FIVEPROOF_MODULE"] = str(Path(found[0]).resolve())
    suite = unittest.defaultTestLoader.loadTestsFromName(f"test_{part}")
    done = unittest.TextTestRunner(verbosity=2).run(suite)
    # A part that skips something says so itself; here nothing may be left out in silence.
    return 0 if done.wasSuccessful() and done.testsRun > 0 and not done.skipped else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

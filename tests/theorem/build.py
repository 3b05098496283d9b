#!/usr/bin/python3
"""Compiles all sources of theorem/ and the extracted program, as far as they are not there yet.

    build.py FOLDER
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import tools  # noqa: E402
import sources  # noqa: E402

if __name__ == "__main__":
    tools.skip_without("coqc", "ocamlopt")
    sys.exit(sources.main(sys.argv[1:]))

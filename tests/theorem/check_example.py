#!/usr/bin/python3
"""Some hundred lies about parts of the bundled example (liars.py).

    check_example.py THEOREM AUDIT FIVEPROOF FOLDER
"""

import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import liars  # noqa: E402
import tools  # noqa: E402

COUNT, SEED = 600, 1


def example(fiveproof, folder):
    """examples/example.fvp as a certificate. Its claims have White to move; parts of it have Black."""
    path = Path(folder, "example.cert")
    subprocess.run([fiveproof, "convert", "-q", tools.ROOT / "examples/example.fvp", path], check=True)
    path.write_bytes(b"".join(line for line in path.read_bytes().splitlines(keepends=True) if not line.startswith(b"root ")))
    return path


def main(theorem, audit, fiveproof, folder):
    tools.skip_without("coqc", "ocamlopt")
    return liars.main(theorem, audit, fiveproof, COUNT, SEED, example(fiveproof, folder))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

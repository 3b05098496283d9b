#!/usr/bin/python3
"""Small proofs of make-big-proof hold at both levels; one seed is one file.

    check_big_proof.py MAKE_BIG_PROOF FIVEPROOF
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

POSITIONS = {"speed": 60, "memory": 1500}


def make(maker, preset, seed, path):
    subprocess.run(
        [maker, "--preset", preset, "--positions", str(POSITIONS[preset]), "--seed", str(seed), "-o", path],
        check=True,
        capture_output=True,
    )
    return path.read_bytes()


def report_of(program, path, trust):
    report = path.with_suffix(".json")
    run = subprocess.run(
        [program, "verify", path, "--trust", trust, "--report", report, "--quiet"], capture_output=True, text=True
    )
    if run.returncode != 0:
        sys.exit(f"{path.name} at level {trust}: expected exit code 0, found {run.returncode}\n{run.stdout}{run.stderr}")
    return json.loads(report.read_text())


def expect(what, expected, found):
    if expected != found:
        sys.exit(f"{what}: expected {expected}, found {found}")


def main():
    maker, program = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        for preset, positions in POSITIONS.items():
            path = Path(folder) / f"{preset}.fvp"
            content = make(maker, preset, 7, path)
            expect(f"{preset}: same bytes for the same seed", True, content == make(maker, preset, 7, path))
            other = make(maker, preset, 8, Path(folder) / "other.fvp")
            expect(f"{preset}: same bytes for another seed", False, content == other)
            for trust in ["dbsearch", "rules"]:
                report = report_of(program, path, trust)
                expect(f"{preset}: enough positions", True, report["records"] >= positions)
                expect(f"{preset}: unreached at level {trust}", 0, report["unreached-positions"])


if __name__ == "__main__":
    main()

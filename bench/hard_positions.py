#!/usr/bin/python3
"""What does it cost to prove positions that one search does not prove?

    hard_positions.py [--build build/release] [--time 90s] [--set NAME=VALUE]...

One run of `fiveproof solve` per position, each from an empty store, with one thread. The positions had to be split when
free-style go-moku was solved from nothing (November 2026): four and six stones, Black to move. A Markdown table goes to standard
output, row by row, then the sum. One position says little: which move is tried first is luck.
"""

import argparse
import tempfile
from pathlib import Path

from solve_run import solve

POSITIONS = """
    h8i8i9j9 g9i5h8i9 h8i7h10j8 h6h9h8h11 h8i8j8k10 g9i7h8j6 h7h9h8i10 h8h7h10i9 h7h9h8j9 h8h9h10j7
    g9h9h8i8i7j6 h8h10h9i8i9j10 h6g9h8h7i7j9 h8h11h9i9h10j7 h8h10i7i8j8j6 g9h7h8i9h9j7
""".split()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, default=Path("build/release"))
    parser.add_argument("--time", default="90s", help="for each")
    parser.add_argument("--set", action="append", default=[])
    options = parser.parse_args()
    print("| position | outcome | db-searches |\n| --- | --- | ---: |", flush=True)
    settings = [word for setting in options.set for word in ("--set", setting)]
    proved = searches = 0
    with tempfile.TemporaryDirectory() as scratch:
        for moves in POSITIONS:
            outcome, spent, _, _ = solve(options.build, "freestyle", moves, Path(scratch) / "proof.fvp", "--threads", 1, "--time", options.time, *settings)
            proved += outcome == "proved"
            searches += spent
            print(f"| {moves} | {outcome} | {spent:,} |", flush=True)
    print(f"| {len(POSITIONS)} | {proved} proved | {searches:,} |")


if __name__ == "__main__":
    main()

#!/usr/bin/python3
"""How long does it take to prove each answer to a first move in the centre?

    second_moves.py [--build build/release] [--rule freestyle] [--least 4] [--most 7] [--threads 2] [--time 10m]
                    [--size 15] [--keep FOLDER]

One run of `fiveproof solve` per second move (up to symmetry), each from an empty store, solved and verified. `--least` and `--most`
are distances from the centre. A Markdown table goes to standard output, row by row.
"""

import argparse
import re
import tempfile
from pathlib import Path

from solve_run import solve


def second_moves(size, least, most):
    """One of every eight, nearest last."""
    centre = size // 2
    moves = []
    for dx in range(centre + 1):
        for dy in range(dx + 1):
            if least <= dx <= most:
                moves.append((dx, dy, f"{chr(ord('a') + centre + dx)}{centre + dy + 1}"))
    return sorted(moves, reverse=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, default=Path("build/release"))
    parser.add_argument("--rule", default="freestyle")
    parser.add_argument("--size", type=int, default=15)
    parser.add_argument("--least", type=int, default=4)
    parser.add_argument("--most", type=int, default=7)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--time", default="10m")
    parser.add_argument("--keep", type=Path, help="leave the proofs there")
    options = parser.parse_args()
    centre = options.size // 2
    first = f"{chr(ord('a') + centre)}{centre + 1}"
    print("| second move | distance | outcome | seconds | db-searches | searches/s | positions |")
    print("| --- | ---: | --- | ---: | ---: | ---: | ---: |", flush=True)
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.keep or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        for dx, _, move in second_moves(options.size, options.least, options.most):
            outcome, searches, seconds, text = solve(
                options.build, options.rule, f"{first} {move}", folder / f"{move}.fvp",
                "--size", options.size, "--threads", options.threads, "--time", options.time)
            positions = re.search(r"([\d,]+) positions?;", text)
            print(f"| {first} {move} | {dx} | {outcome} | {seconds:.1f} | {searches:,} | {searches / seconds:,.0f} | "
                  f"{positions.group(1) if positions else '-'} |", flush=True)


if __name__ == "__main__":
    main()

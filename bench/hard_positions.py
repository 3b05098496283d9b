#!/usr/bin/python3
"""What does it cost to prove positions that one search does not prove?

    hard_positions.py [--build build/release] [--searches 150000] [--positions FILE]    # a Markdown table
    hard_positions.py --make PROOF...       # positions of proofs that have to be split, for bench/hard_positions.txt

One thread, one position after another, each from an empty store (hard_bench, which CMake makes with
-DFIVEPROOF_BUILD_BENCH=ON). A position is given up after so many db-searches, so that the outcome does not depend on the machine. What
is proved is verified. One position says little: which move is tried first is luck. So the table tells what all positions together
take when each is given up after 50,000 db-searches, 60,000, and so on; the CPU time of one that is given up earlier than in the run is
its share.
"""

import argparse
import itertools
import json
import random
import subprocess
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
STONES = (4, 6, 8)
SEED = 2026
LIMITS = (50_000, 60_000, 70_000, 80_000, 100_000, 120_000, 150_000, 200_000, 300_000, 400_000)
# Two searches of a job, with 2,000 and 8,000 db-searches, are behind it when a position has taken more than this, and the third, in
# vain, is what it is split after.
BEFORE_THE_LAST_SEARCH = 12_000


def runs(build, positions, searches):
    """Yields what hard_bench says of each position: moves, whether it is proved, db-searches, CPU seconds."""
    command = [build / "bench/hard_bench", positions, str(searches)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as bench:
        for line in bench.stdout:
            moves, outcome, spent, _, seconds, _ = line.split()
            yield moves, outcome == "proved", int(spent), float(seconds)
    if bench.returncode:
        raise SystemExit(f"hard_bench: exit code {bench.returncode}")


def positions_of(build, proof):
    """The moves to each position of a proof that has so many stones."""
    with tempfile.TemporaryDirectory() as scratch:
        text = Path(scratch) / "proof.jsonl"
        subprocess.run([build / "cli/fiveproof", "convert", proof, text], check=True, capture_output=True)
        for line in itertools.islice(text.open(), 1, None):
            record = json.loads(line)
            black, white = record["black"].split(), record["white"].split()
            if len(black) + len(white) in STONES:
                yield "".join(square for pair in zip(black, white) for square in pair)


def make(options):
    """Those of the positions of proofs that have to be split, in an order told by the seed: of a thousand, one or seven."""
    candidates = sorted({moves for proof in options.make for moves in positions_of(options.build, proof)})
    random.Random(SEED).shuffle(candidates)
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as listed:
        listed.write("\n".join(candidates) + "\n")
        listed.flush()
        for moves, is_proved, _, _ in runs(options.build, listed.name, BEFORE_THE_LAST_SEARCH):
            if not is_proved:
                print(moves, flush=True)


def measure(options):
    results = list(runs(options.build, options.positions, options.searches))
    print("| given up after | proved | db-searches | CPU s |\n| ---: | ---: | ---: | ---: |")
    for limit in LIMITS:
        if limit > options.searches:
            break
        proved = sum(is_proved and spent <= limit for _, is_proved, spent, _ in results)
        searches = sum(min(spent, limit) for _, _, spent, _ in results)
        seconds = sum(seconds * min(1, limit / spent) for _, _, spent, seconds in results)
        print(f"| {limit:,} | {proved} | {searches:,} | {seconds:.0f} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, default=Path("build/release"))
    parser.add_argument("--searches", type=int, default=150_000, help="for each")
    parser.add_argument("--positions", type=Path, default=HERE / "hard_positions.txt")
    parser.add_argument("--make", type=Path, nargs="+", metavar="PROOF")
    options = parser.parse_args()
    make(options) if options.make else measure(options)


if __name__ == "__main__":
    main()

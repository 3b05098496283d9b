#!/usr/bin/env python3
"""How fast does `fiveproof convert` make a proof of a RenLib library, in how much memory, and is the way back exact?

    bench/library_bench.py library.lib ... [--build build/release] [--work FOLDER] [--runs 1]

Each library becomes a .fvp, in which every position with the attacker to move is a record and nothing is claimed
(--root none), with the tree as it is beside them; and a library again, which must be the same byte for byte.
Prints a table in Markdown, which bench/make_pages.py takes. Seconds are of processors, all threads together, the program's start
included; of several runs the fastest counts, and the least peak. The limit is 64 MB and 40 bytes a node. Exit
code 1: a library did not come back.
"""

import argparse
import filecmp
import os
import re
import subprocess
import sys
from pathlib import Path

TO_PROOF = ["--rule", "freestyle", "--attacker", "black", "--root", "none"]
LIMIT_BYTES, LIMIT_PER_NODE = 64_000_000, 40


def run(program, source, target, *options):
    """(CPU seconds, peak bytes, what it said)."""
    told = target.with_suffix(".log")
    with open(told, "wb") as log:
        child = subprocess.Popen([program, "convert", source, target, *options], stderr=log)
        _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    text = told.read_text()
    if child.returncode != 0:
        sys.exit(f"library_bench.py: {source}: exit code {child.returncode}\n{text}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024, text


def number(text, pattern):
    return int(re.search(pattern, text).group(1))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("libraries", nargs="+", type=Path)
    parser.add_argument("--build", type=Path, default=Path("build/release"))
    parser.add_argument("--work", type=Path, default=Path("/var/tmp"))
    parser.add_argument("--runs", type=int, default=1)
    options = parser.parse_args()
    program = options.build / "cli" / "fiveproof"
    print(
        "| library | nodes | records | file, bytes | seconds to .fvp | M nodes/s | peak, MB | limit, MB | seconds back |\n"
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
    )
    is_exact = True
    for library in options.libraries:
        proof = options.work / f"{library.stem}.fvp"
        back = options.work / f"{library.stem}.back.lib"
        runs = [run(program, library, proof, *TO_PROOF) for _ in range(options.runs)]
        seconds, peak, text = min(one[0] for one in runs), min(one[1] for one in runs), runs[0][2]
        seconds_back = min(run(program, proof, back)[0] for _ in range(options.runs))
        if not filecmp.cmp(library, back, shallow=False):
            print(f"library_bench.py: {library}: {back} is another", file=sys.stderr)
            is_exact = False
        nodes = number(text, r": (\d+) nodes? read")
        limit = LIMIT_BYTES + LIMIT_PER_NODE * nodes
        print(
            f"| {library.stem} | {nodes:,} | {number(text, r'read: ([0-9]+) record'):,} | {proof.stat().st_size:,} | "
            f"{seconds:.2f} | {nodes / seconds / 1e6:.2f} | {peak / 1e6:.0f} | {limit / 1e6:.0f} | {seconds_back:.2f} |",
            flush=True,
        )
    sys.exit(0 if is_exact else 1)


if __name__ == "__main__":
    main()

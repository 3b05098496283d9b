#!/usr/bin/env python3
"""How fast does `fiveproof verify` check, and how much memory does a stored position cost?

    bench/verify_bench.py [--build build/release] [--work FOLDER] [--threads 2] [--runs 1]

Makes three proofs with make-big-proof in the work folder, unless they are there: `speed`, `memory`, and `small`,
which is a small one of the kind of `memory`. Checks `speed` and the other two at both levels of trust and
prints two tables in Markdown, for README.md. Of several runs the fastest counts, and the least peak. CPU seconds
include reading the file; compare those on a busy machine.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path

LEVELS = ["dbsearch", "rules"]
PROOFS = {
    "speed": ["--preset", "speed"],
    "memory": ["--preset", "memory"],
    "small": ["--preset", "memory", "--positions", "2000"],
}


class Figures:
    """What one check took. Memory as the kernel counts it for the whole process."""

    def __init__(self, report, usage):
        self.positions = report["records"]
        self.replies = report["total"]["replies"]["total"]
        self.seconds = report["seconds"]
        self.cpu_seconds = usage.ru_utime + usage.ru_stime
        self.peak = usage.ru_maxrss * 1024

    @property
    def rate(self):
        return self.replies / self.seconds


def make(maker, work, name):
    """The path of a proof; an interrupted make leaves none."""
    path = work / f"{name}.fvp"
    if not path.exists():
        start = time.monotonic()
        print(f"making {path}", file=sys.stderr)
        subprocess.run([maker, *PROOFS[name], "-o", path], check=True, stdout=subprocess.DEVNULL)
        print(f"made in {time.monotonic() - start:.0f} s", file=sys.stderr)
    return path


def verify(program, path, level, threads):
    report = path.with_suffix(f".{level}.json")
    command = [program, "verify", path, "--trust", level, "--threads", str(threads), "--report", report, "--quiet"]
    print(" ".join(map(str, command)), file=sys.stderr)
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        sys.exit(f"verify_bench: expected a verified proof, found exit code {child.returncode}")
    return Figures(json.loads(report.read_text()), usage)


def best_of(runs):
    best = min(runs, key=lambda run: run.seconds)
    best.peak = min(run.peak for run in runs)
    return best


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, default=Path("build/release"), help="where the programs were built")
    parser.add_argument("--work", type=Path, help="where the proofs go; default: BUILD/bench/proofs")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--runs", type=int, default=1)
    options = parser.parse_args()
    work = options.work or options.build / "bench" / "proofs"
    work.mkdir(parents=True, exist_ok=True)

    paths = {name: make(options.build / "bench" / "make-big-proof", work, name) for name in PROOFS}
    program = options.build / "cli" / "fiveproof"
    found = {
        (name, level): best_of([verify(program, paths[name], level, options.threads) for _ in range(options.runs)])
        for level in LEVELS
        for name in PROOFS
    }

    print("| proof | level | positions | replies | seconds | CPU seconds | replies/s | peak memory |")
    print("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for name in PROOFS:
        for level in LEVELS:
            f = found[name, level]
            print(
                f"| {name} | {level} | {f.positions:,} | {f.replies:,} | {f.seconds:.1f} | {f.cpu_seconds:.1f} "
                f"| {f.rate:,.0f} | {f.peak / 2**20:.1f} MiB |"
            )
    print()
    print("| figure | dbsearch | rules |")
    print("| --- | ---: | ---: |")
    fast, slow = (found["speed", level] for level in LEVELS)
    print(f"| times slower than level dbsearch | 1 | {fast.rate / slow.rate:.1f} |")
    print(f"| the same in CPU seconds | 1 | {slow.cpu_seconds / fast.cpu_seconds:.1f} |")
    per_position = []
    for level in LEVELS:
        big, small = found["memory", level], found["small", level]
        per_position.append((big.peak - small.peak) / (big.positions - small.positions))
    print(f"| bytes per stored position | {per_position[0]:.0f} | {per_position[1]:.0f} |")


if __name__ == "__main__":
    main()

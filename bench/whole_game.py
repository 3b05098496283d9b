#!/usr/bin/python3
"""What did a whole game cost, in all and below each second move?

    whole_game.py STORE LOG... [--build build/release]

STORE is what `fiveproof solve --moves "" --store STORE --log LOG` left, LOG each of its logs. A Markdown table goes to standard output: the
db-searches below each second move, as the store counts them (a position met below two second moves counts for the first), and
the share of all time that this is. Time is what the jobs took by the clock, added up over threads.
"""

import argparse
import json
import re
import subprocess
from pathlib import Path


def totals(logs):
    jobs = searches = nodes = 0
    seconds = 0.0
    for log in logs:
        for line in log.open():
            job = json.loads(line)
            jobs += 1
            searches += job["searches"]
            nodes += job["nodes"]
            seconds += job["seconds"]
    return jobs, searches, nodes, seconds


def second_moves(build, store):
    status = subprocess.run([build / "cli/fiveproof", "solve", "--status", store], capture_output=True, text=True, check=True).stdout
    for line in status.splitlines():
        if found := re.match(r"    (\w+): (.*?)([\d,]+) searches spent", line):
            move, state, searches = found.groups()
            yield move, state.split("; ")[-1].rstrip(", "), int(searches.replace(",", ""))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("store", type=Path)
    parser.add_argument("logs", type=Path, nargs="+")
    parser.add_argument("--build", type=Path, default=Path("build/release"))
    options = parser.parse_args()
    jobs, searches, nodes, seconds = totals(options.logs)
    moves = sorted(second_moves(options.build, options.store), key=lambda row: -row[2])
    print(f"{jobs:,} jobs, {searches:,} db-searches, {nodes:,} nodes, {seconds / 3600:.2f} hours of one thread: "
          f"{searches / seconds:,.0f} db-searches and {nodes / seconds:,.0f} nodes per second and thread.\n")
    print("| second move | outcome | db-searches | minutes of one thread |\n| --- | --- | ---: | ---: |")
    for move, state, spent in moves:
        print(f"| {move} | {state} | {spent:,} | {seconds * spent / searches / 60:.1f} |")


if __name__ == "__main__":
    main()

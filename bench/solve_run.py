"""One run of `fiveproof solve`, for the scripts that measure it."""

import re
import subprocess
import time


def solve(build, rule, moves, output, *more):
    """Black from `moves`, in a store of its own. Returns the outcome, the db-searches, the seconds, and what was printed."""
    command = [build / "cli/fiveproof", "solve", "--rule", rule, "--moves", moves, "--attacker", "black", "-q", "-o", output, *more]
    start = time.monotonic()
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    seconds = time.monotonic() - start
    outcome = re.match(r"NOT PROVED|PROVED|DISPROVED", done.stdout)
    if not outcome:
        raise SystemExit(f"{moves}: {done.stderr}")
    searches = int(re.search(r"([\d,]+) searches", done.stdout).group(1).replace(",", ""))
    return outcome.group().lower(), searches, seconds, done.stdout

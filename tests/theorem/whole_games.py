#!/usr/bin/env python3
"""What takes too long for every change (scripts/nightly theorem): the free-style theorem from the proof file to Coq; both games by
the extracted checker, within its limits; liars made of them.

    whole_games.py WORK LIARS
"""

import resource
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import tools  # noqa: E402
import liars  # noqa: E402
import sources  # noqa: E402

SECONDS, MEGABYTES = 15, 500  # for a game
RELEASE = tools.ROOT / "build/release"
GAMES = ("freestyle15", "standard15")


def extracted(program, path):
    """Does the extracted checker take this game, and within its limits? Runs in a process of its own, whose children are counted."""
    code = ("import resource, subprocess, sys\n"
            "told = subprocess.run(sys.argv[1:], capture_output=True, text=True)\n"
            "used = resource.getrusage(resource.RUSAGE_CHILDREN)\n"
            "print(told.returncode, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, (told.stdout + told.stderr).strip())")
    told = subprocess.run([sys.executable, "-c", code, program, path], capture_output=True, text=True, check=True).stdout
    returned, seconds, megabytes, words = told.split(" ", 3)
    print(f"{words.strip()}: {float(seconds):.1f} s of CPU time, {float(megabytes):.0f} MB", flush=True)
    is_said = words.startswith("VERIFIED ") and "black wins from the empty board" in words
    return returned == "0" and is_said and float(seconds) <= SECONDS and float(megabytes) <= MEGABYTES


def main(work, count):
    work = Path(work).resolve()
    done = subprocess.run([tools.ROOT / "scripts/theorem", "freestyle15", work])
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"the theorem: exit code {done.returncode}, {(used.ru_utime + used.ru_stime) / 60:.1f} minutes of CPU time, "
          f"{used.ru_maxrss / 1024:.0f} MB in the largest process", flush=True)
    if sources.main([str(work)]) != 0:
        return 1
    program, certificates = work / "fiveproof-theorem", [work / f"{game}.cert" for game in GAMES]
    for game, path in zip(GAMES, certificates):
        subprocess.run([RELEASE / "cli/fiveproof", "convert", "-q", tools.ROOT / f"proofs/{game}.fvp", path], check=True)
    are_taken = [extracted(program, path) for path in certificates]
    lied = liars.main(program, RELEASE / "verify/audit/fiveproof-audit", RELEASE / "cli/fiveproof", count, 1, *certificates)
    return 0 if done.returncode == 0 and all(are_taken) and lied == 0 else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

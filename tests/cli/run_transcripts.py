#!/usr/bin/python3
"""Compares what the program prints, where, and how it ends with stored transcripts.

    run_transcripts.py PROGRAM [--update] [NAME...]

A transcript, cases/NAME.case, is a list of commands, each run by sh in a fresh copy of inputs/ that the whole file
shares, with `fiveproof` on the path:

    # remark
    $ fiveproof info four.jsonl | head -1
    | what comes on standard output
    ! what comes on standard error
    = 0

The exit code is always written. The version of the program stands as VERSION. --update writes what was seen; read the difference before you commit it.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
VERSION = (HERE.parents[1] / "VERSION").read_text().strip()


def parse(text):
    """[(remarks, command, expected lines)]"""
    steps, remarks = [], []
    for line in text.splitlines():
        if line.startswith("#") or not line.strip():
            remarks.append(line)
        elif line.startswith("$ "):
            steps.append((remarks, line[2:], []))
            remarks = []
        else:
            steps[-1][2].append(line)
    return steps


def run(command, folder, program):
    environment = {"PATH": f"{program.parent}:/usr/bin:/bin", "LC_ALL": "C"}
    done = subprocess.run(["/bin/sh", "-c", command], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                          capture_output=True, timeout=120)
    seen = [f"| {line}".rstrip() for line in done.stdout.decode(errors="replace").splitlines()]
    seen += [f"! {line}".rstrip() for line in done.stderr.decode(errors="replace").splitlines()]
    return [line.replace(VERSION, "VERSION") for line in seen] + [f"= {done.returncode}"]


def play(path, program, update):
    """The number of steps that differ."""
    steps, differing = parse(path.read_text()), 0
    written = []
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(HERE / "inputs", folder, dirs_exist_ok=True)
        for remarks, command, expected in steps:
            seen = run(command, folder, program)
            written += remarks + [f"$ {command}"] + seen
            if seen == expected:
                continue
            differing += 1
            if not update:
                print(f"{path.name}: $ {command}\n  expected:", *expected, "  seen:", *seen, sep="\n    ")
    if update:
        path.write_text("\n".join(written) + "\n")
    return differing


def main():
    words = [word for word in sys.argv[1:] if word != "--update"]
    update = "--update" in sys.argv
    program = Path(words[0]).resolve()
    paths = sorted((HERE / "cases").glob("*.case"))
    if words[1:]:
        paths = [path for path in paths if path.stem in words[1:]]
    if not paths:
        sys.exit("no transcripts")
    differing = sum(play(path, program, update) for path in paths)
    steps = sum(len(parse(path.read_text())) for path in paths)
    print(f"{len(paths)} transcripts, {steps} commands, {differing} differing")
    sys.exit(0 if update or differing == 0 else 1)


if __name__ == "__main__":
    main()

#!/usr/bin/python3
"""Completion as it is met at a terminal: words are typed up to a tab, and the shell has to write their ends.

    check_completion.py bash|zsh|fish PROGRAM FOLDER

A shell that is not installed is skipped (exit code 77). In place of the program runs a function that tells its words.
bash and fish are also asked for all options of each command, which must be those that `--help` has.
"""

import os
import pty
import re
import select
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SKIPPED = 77
PATIENCE = 60  # seconds, for a machine that has other work
# What is typed, and what the program is then given.
TYPED = [
    ("ver", "verify"),
    ("verify --exp", "verify --expect"),
    ("verify some", "verify somewhere.fvp"),
    ("verify --rule ren", "verify --rule renju"),
    ("verify --trust r", "verify --trust rules"),
    ("convert in.fvp --to jsonl.", "convert in.fvp --to jsonl.zst"),
    ("solve --gaps some", "solve --gaps somewhere.fvp"),
    ("verify --trust rules --audit some", "verify --trust rules --audit somewhere.fvp"),
    ("probe somewhere.fvp --attacker wh", "probe somewhere.fvp --attacker white"),
]


def start(shell, folder):
    """(command, lines to type first)"""
    return {
        "bash": (["bash", "--norc", "--noprofile", "-i"],
                 [f"source {folder}/bash/fiveproof", "fiveproof() { echo \"GOT:$*:\"; }"]),
        "zsh": (["zsh", "-f", "-i"],
                [f"fpath=({folder}/zsh $fpath); autoload -Uz compinit; compinit -u -D",
                 "fiveproof() { print -r -- \"GOT:$*:\" }"]),
        "fish": (["fish", "--no-config", "-i"],
                 [f"source {folder}/fish/fiveproof.fish", "function fiveproof; echo \"GOT:$argv:\"; end"]),
    }[shell]


class Terminal:
    """A shell at a terminal of its own."""

    def __init__(self, command, work):
        self.seen = ""
        environment = {"PATH": "/usr/bin:/bin", "TERM": "dumb", "HOME": work, "LC_ALL": "C", "XDG_RUNTIME_DIR": work}
        self.process, self.descriptor = pty.fork()
        if self.process == 0:
            os.chdir(work)
            os.execvpe(command[0], command, environment)

    def send(self, text):
        os.write(self.descriptor, text.encode())

    def wait_for(self, pattern):
        """What the pattern finds in what has come since it last found something."""
        end = time.monotonic() + PATIENCE
        while not (found := re.search(pattern, self.seen)):
            if time.monotonic() > end or not select.select([self.descriptor], [], [], end - time.monotonic())[0]:
                sys.exit(f"waited for {pattern!r}, saw {self.seen!r}")
            self.seen += os.read(self.descriptor, 4096).decode(errors="replace")
        self.seen = self.seen[found.end():]
        return found

    def close(self):
        os.kill(self.process, 9)
        os.waitpid(self.process, 0)
        os.close(self.descriptor)


def at_terminal(shell, folder):
    command, first = start(shell, folder)
    with tempfile.TemporaryDirectory() as work:
        (Path(work) / "somewhere.fvp").touch()
        (Path(work) / "in.fvp").touch()
        terminal = Terminal(command, work)
        for line in first:
            terminal.send(line + "\r")
        # The sum is in the answer and not in the echo of what is typed.
        terminal.send("expr 40000 + 2\r")
        terminal.wait_for("40002")
        for typed, expected in TYPED:
            terminal.send(f"fiveproof {typed}\t\r")
            got = " ".join(terminal.wait_for(r"GOT:([^\r\n:$]*):")[1].split())
            if got != expected:
                sys.exit(f"{shell}: {typed!r} became {got!r}, expected {expected!r}")
        terminal.close()


def told(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def options_of(program, command):
    heads = re.findall(r"^  ((?:-\w,)?--[\w,-]+)", told(program, *command.split(), "--help"), re.MULTILINE)
    return {name for head in heads for name in head.split(",") if name.startswith("--")}


def options_offered(shell, folder, command):
    line = f"fiveproof {command} --" if command else "fiveproof --"
    if shell == "bash":
        script = (f"source {folder}/bash/fiveproof; COMP_WORDS=({line}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); "
                  "_fiveproof; printf '%s\\n' \"${COMPREPLY[@]}\"")
        return set(told("bash", "--norc", "-c", script).split())
    script = f"source {folder}/fish/fiveproof.fish; complete -C '{line}'"
    return {offer.split("\t")[0] for offer in told("fish", "--no-config", "-c", script).splitlines()}


def all_options(shell, program, folder):
    commands = re.findall(r"^  ([a-z]+)  ", told(program, "--help").partition("Subcommands:")[2], re.MULTILINE)
    for command in ["", *commands]:
        expected, offered = options_of(program, command), options_offered(shell, folder, command)
        if not expected or expected != offered:
            sys.exit(f"{shell}, {command}: {sorted(expected ^ offered)} is in one of --help and completion only")


def main():
    shell, program, folder = sys.argv[1], sys.argv[2], Path(sys.argv[3])
    if not shutil.which(shell):
        print(f"skipped, {shell} is not installed (scripts/setup --release)")
        sys.exit(SKIPPED)
    at_terminal(shell, folder)
    if shell != "zsh":
        all_options(shell, program, folder)
    print(f"{shell} completes {len(TYPED)} lines as expected")


if __name__ == "__main__":
    main()

#!/usr/bin/python3
"""Every word that `--help` prints stands in the man page of its command, and the page is well-formed.

    check_manual.py words PROGRAM AUDIT FOLDER      # rendered by groff, which has nothing to complain of
    check_manual.py lint FOLDER                     # mandoc has nothing to complain of, either

What is not installed is skipped (exit code 77).
"""

import gzip
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

SKIPPED = 77
# Said in other words: usage, titles, and what is to be replaced.
RENAMED = re.compile(r"Usage:|REQUIRED|TEXT|^(Positionals|Options|Subcommands|Input|Position|Examples?):$|Exit code:|^Trees and (?:pictures of proofs|databases):$",
                     re.MULTILINE)
UNDATED = "missing date"  # of a version that is not out


def need(tool):
    if not shutil.which(tool):
        print(f"skipped, {tool} is not installed (scripts/setup --release)")
        sys.exit(SKIPPED)


def told(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def words(text):
    """Without what surrounds them, which fonts and separators change."""
    return Counter(word.strip(",.:;()") for word in text.replace(",--", " --").split())


def rendered(page):
    """As plain text in one long line per paragraph, without hyphens at ends of lines."""
    done = subprocess.run(["groff", "-man", "-Tascii", "-ww", "-rLL=2000n", "-rHY=0", "-P-cbou"],
                          input=gzip.decompress(page.read_bytes()), capture_output=True, check=True)
    if done.stderr:
        sys.exit(f"{page}: {done.stderr.decode()}")
    return done.stdout.decode()


def check_words(program, audit, folder):
    need("groff")
    commands = re.findall(r"^  ([a-z]+)  ", told(program, "--help").partition("Subcommands:")[2], re.MULTILINE)
    helps = {"fiveproof": told(program, "--help"), "fiveproof-audit": told(audit, "--help")}
    helps |= {f"fiveproof-{command}": told(program, command, "--help") for command in commands}
    there = {page.name for page in folder.iterdir()}
    if len(helps) < 9 or there != {f"{name}.1.gz" for name in helps}:
        sys.exit(f"man pages {sorted(there)} for {sorted(helps)}")
    count = 0
    for name, text in helps.items():
        options = re.findall(r"(?<![\w-])--?[a-z][\w-]*", text)
        missing = words(RENAMED.sub("", text)) - words(rendered(folder / f"{name}.1.gz"))
        if missing or not options:
            sys.exit(f"{name}(1) lacks {dict(missing)}")
        count += len(set(options))
    print(f"{len(helps)} man pages have all words of --help, {count} options among them")


def check_lint(folder):
    need("mandoc")
    pages = sorted(folder.iterdir())
    for page in pages:
        done = subprocess.run(["mandoc", "-Tlint", "-W", "warning"], input=gzip.decompress(page.read_bytes()),
                              capture_output=True)
        faults = [line for line in (done.stdout + done.stderr).decode().splitlines() if UNDATED not in line]
        if faults:
            sys.exit(f"{page}: {faults}")
    print(f"mandoc has nothing to say of {len(pages)} man pages")


def main():
    mode, arguments = sys.argv[1], sys.argv[2:]
    if mode == "words":
        check_words(*arguments[:2], Path(arguments[2]))
    else:
        check_lint(Path(arguments[0]))


if __name__ == "__main__":
    main()

#!/usr/bin/python3
"""Runs the commands of PAGES, in their order, and compares what they say with what the page shows.

    run_workflows.py FIVEPROOF FIVEPROOF_AUDIT [--update]

A command is an indented line that begins with "$ "; a line that ends with a backslash goes on in the next. What follows
it, up to the end of the block or the next command, is what it prints: standard output, then standard error. Lines of
output are folded at blanks to fit the page and go on with an indent of two; a line of JSON is not. "..." in a line that
is shown stands for anything. The commands of a page run in a fresh folder in which `proofs` and `docs` are those of
the project.

--update writes what was seen, but leaves lines alone that are as the page says.
"""

import os
import re
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "docs/workflows.md", ROOT / "docs/tutorial.md", ROOT / "docs/design.md"]
INDENT = "    "
WIDTH = 100 - len(INDENT)


def steps(lines):
    """[(kind, lines)]: "text" as it stands, "command", and the "output" behind it; without their indent."""
    found = []
    for line in lines:
        bare = line.removeprefix(INDENT)
        kind = found[-1][0] if found else "text"
        if not line.startswith(INDENT):
            kind = "text"
        elif kind == "command" and found[-1][1][-1].endswith("\\"):
            found[-1][1].append(bare)
            continue
        elif bare.startswith("$ "):
            found.append(("command", [bare]))
            continue
        elif kind == "command":
            kind = "output"
        if kind == "text":
            bare = line
        if found and found[-1][0] == kind:
            found[-1][1].append(bare)
        else:
            found.append((kind, [bare]))
    return found


def folded(text):
    out = []
    for line in text.splitlines():
        if line.startswith("{"):
            out.append(line)
        else:
            out += textwrap.wrap(line, WIDTH, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
    return out


def run(command, folder, programs):
    environment = {"PATH": ":".join([*(str(p.parent) for p in programs), "/usr/bin", "/bin"]), "LC_ALL": "C"}
    done = subprocess.run(["/bin/sh", "-c", command], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                          capture_output=True, timeout=300)
    return folded(done.stdout.decode()) + folded(done.stderr.decode())


def is_as_shown(shown, seen):
    def pattern(line):
        return ".+".join(re.escape(part) for part in line.split("..."))
    return len(shown) == len(seen) and all(re.fullmatch(pattern(a), b) for a, b in zip(shown, seen))


def play(of_page, programs):
    """The page as it would be, and the commands that say something else."""
    page, differing = [], []
    with tempfile.TemporaryDirectory() as folder:
        for name in ("proofs", "docs"):
            os.symlink(ROOT / name, Path(folder) / name)
        parts = steps(of_page.read_text().splitlines())
        for at, (kind, lines) in enumerate(parts):
            if kind == "text":
                page += lines
            if kind != "command":
                continue
            shown = parts[at + 1][1] if at + 1 < len(parts) and parts[at + 1][0] == "output" else []
            seen = run("\n".join(lines)[2:], folder, programs)
            if not is_as_shown(shown, seen):
                differing.append("\n".join([*lines, *(f"- {line}" for line in shown), *(f"+ {line}" for line in seen)]))
                shown = seen
            page += [INDENT + line for line in lines + shown]
    return "\n".join(page) + "\n", differing


def main():
    words = [word for word in sys.argv[1:] if word != "--update"]
    programs = [Path(word).resolve() for word in words]
    failed = False
    for page in PAGES:
        text, differing = play(page, programs)
        if "--update" in sys.argv:
            page.write_text(text)
        elif differing:
            failed = True
            print(f"{page.relative_to(ROOT)}:\n" + "\n\n".join(differing))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

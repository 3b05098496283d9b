"""The text that `--help` prints, taken apart: the one source of man pages and completion.

What cli/help_formatter.hpp writes is a description, a usage line, groups of entries, and a footer as it stands in the
source. An entry that begins with neither an option nor a name is refused, so that nothing is lost without a word.
"""

import re
import subprocess
from dataclasses import dataclass, field

COLUMN = 30  # where descriptions begin, as HelpFormatter has it
TITLE = re.compile(r"([A-Z][\w ]*):")
USAGE = "Usage: "


@dataclass
class Entry:
    """`-o,--output FILE REQUIRED`, what follows it, and what it does, line by line."""

    head: str
    lines: list = field(default_factory=list)

    @property
    def names(self):
        return self.head.split(" ")[0].split(",")

    @property
    def is_option(self):
        return self.head.startswith("-")

    @property
    def value(self):
        """FILE of `--gaps FILE`, N of `--threads N=0`; empty where there is none."""
        words = self.head.split(" ")[1:]
        return words[0].partition("=")[0] if words and words[0] != "REQUIRED" else ""

    @property
    def text(self):
        return " ".join(line.strip() for line in self.lines)


@dataclass
class Page:
    """The manual of the program, or of one of its commands."""

    description: str
    usage: str
    groups: list  # (title, [Entry])
    footer: list  # lines

    def entries(self, title):
        return [entry for name, entries in self.groups if name == title for entry in entries]

    @property
    def options(self):
        return [entry for _, entries in self.groups for entry in entries if entry.is_option]


def entries_of(lines):
    entries = []
    for line in lines:
        if line.startswith(" " * COLUMN):
            entries[-1].lines.append(line[COLUMN:])
        elif re.match(r"  [\w-]", line):
            # A head that is too long for its column has its description on the next line.
            head, _, text = line[2:].partition("  ")
            entries.append(Entry(head.strip(), [text.strip()] if text else []))
        else:
            raise ValueError(f"no entry of a manual: {line!r}")
    return entries


def parsed(text):
    lines = text.rstrip("\n").split("\n")
    at = next(i for i, line in enumerate(lines) if line.startswith(USAGE))
    page = Page(" ".join(lines[:at]).strip(), lines[at][len(USAGE):], [], [])
    at += 1
    while at < len(lines):
        title = TITLE.fullmatch(lines[at])
        if lines[at] and (not title or title[1].startswith("Example")):
            page.footer = lines[at:]
            break
        if not title:
            at += 1
            continue
        end = next((i for i in range(at + 1, len(lines)) if not lines[i].startswith("  ")), len(lines))
        page.groups.append((title[1], entries_of(lines[at + 1:end])))
        at = end
    return page


def told(program, *words):
    done = subprocess.run([program, *words], capture_output=True, text=True, check=True)
    return done.stdout


def pages(program):
    """{"": the program's page, "verify": ...}, in the order in which --help lists the commands."""
    first = parsed(told(program, "--help"))
    commands = [entry.names[0] for entry in first.entries("Subcommands")]
    if not commands:
        raise ValueError("--help lists no command")
    return {"": first} | {name: parsed(told(program, name, "--help")) for name in commands}

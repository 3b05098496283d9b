#!/usr/bin/python3
"""Man pages from the text that `--help` prints: fiveproof.1, fiveproof-COMMAND.1 and fiveproof-audit.1.

    make_manual.py PROGRAM AUDIT NEWS FOLDER

FOLDER is made anew. The pages are compressed, as Debian has them, with no time in them: the date of a page is that of
its version in NEWS, and missing as long as the version has none.
"""

import gzip
import re
import shutil
import sys
from pathlib import Path

from help_text import pages, told

WIDTH = 100  # of a footer, which stands in the source as it is shown
EXIT = "Exit code: "
TITLES = {"Positionals": "ARGUMENTS", "Options": "OPTIONS", "Subcommands": "COMMANDS"}


def escaped(text):
    """Plain text for roff. Signs that it would make pretty are kept as they are typed."""
    for sign, name in (("\\", "\\e"), ("-", "\\-"), ("'", "\\(aq"), ("`", "\\(ga"), ("^", "\\(ha"), ("~", "\\(ti")):
        text = text.replace(sign, name)
    return text


def line_of(text):
    """A line of text, which roff must not take for a request."""
    roff = escaped(text)
    return ("\\&" if roff.startswith(".") else "") + roff


def head_of(entry):
    """`-o, --output FILE (required)`: what is typed is bold, what is replaced is not."""
    names, _, rest = entry.head.partition(" ")
    rest = rest.replace("TEXT REQUIRED", "").replace("REQUIRED", "(required)").strip()
    bold = ", ".join(f"\\fB{escaped(name)}\\fR" for name in names.split(","))
    return bold + (f" \\fI{escaped(rest)}\\fR" if rest and rest != "(required)" else escaped(f" {rest}") if rest else "")


def roff_of_entry(entry):
    yield ".TP"
    yield head_of(entry)
    # Lines of "name=value (what it is)" are a list; they begin small, with the name.
    for number, line in enumerate(entry.lines):
        if number and re.match(r"[\w-]+=\S+ \(", line):
            yield ".br"
        yield line_of(line.strip())


def paragraphs(lines):
    """[[line]]: parted by empty lines, before exit codes, and where indented lines, which stay as they are, begin or end."""
    found = [[]]
    for line in lines:
        last = found[-1]
        if not line or line.startswith(EXIT) or (last and last[-1].startswith("  ") != line.startswith("  ")):
            found.append([])
        if line:
            found[-1].append(line)
    return [lines for lines in found if lines]


def is_meant(line, following):
    """Whether the line ends here on purpose: a sentence is over, and the next word would have had room."""
    return line.endswith((".", ";")) and len(line) + 1 + len(following.split()[0]) <= WIDTH


def roff_of_paragraph(lines):
    if lines[0].startswith("  "):
        yield from [".RS 4", ".nf", *(line_of(line[2:]) for line in lines), ".fi", ".RE"]
        return
    for line, following in zip(lines, lines[1:] + [None]):
        yield line_of(line)
        if following and is_meant(line, following):
            yield ".br"


def roff_of_footer(lines):
    """Behind the options: what stands in the footer, its last parts as sections of their own."""
    section = ""

    def begin(title):
        nonlocal section
        first = section != title
        section = title
        return [f".SH {title}"] if first else [".PP"]

    for block in paragraphs(lines):
        if block[0].startswith(EXIT):
            yield from begin('"EXIT STATUS"')
            block = [block[0].removeprefix(EXIT), *block[1:]]
        elif block[0] in ("Example:", "Examples:"):
            yield from begin("EXAMPLES")
            block = block[1:]
        elif not block[0].startswith("  "):
            yield from begin("NOTES")
        if block:
            yield from roff_of_paragraph(block)


def roff_of(name, page, title_line, commands):
    yield title_line
    yield ".SH NAME"
    yield f"{escaped(name)} \\- {escaped(page.description.rstrip('.'))}"
    yield ".SH SYNOPSIS"
    program, _, rest = page.usage.partition(" [")
    yield f"\\fB{escaped(program)}\\fR" + (f" {escaped('[' + rest)}" if rest else "")
    for title, entries in page.groups:
        yield f'.SH "{TITLES.get(title, title.upper())}"'
        for entry in entries:
            yield from roff_of_entry(entry)
    yield from roff_of_footer(page.footer)
    yield '.SH "SEE ALSO"'
    others = [f"fiveproof-{command}" if command else "fiveproof" for command in commands] + ["fiveproof-audit"]
    others = sorted(set(others) - {name})
    yield " ,\n".join(f".BR \\%{escaped(other)} (1)" for other in others)


def roff_of_audit(text, title_line):
    """Its help is a text of its own, without groups: shown as it is."""
    usage, _, rest = text.partition("\n\n")
    program, _, arguments = usage.removeprefix("Usage: ").partition(" ")
    yield title_line
    yield from [".SH NAME", f"{escaped(program)} \\- check a certificate of a five\\-in\\-a\\-row proof, reply by reply"]
    yield from [".SH SYNOPSIS", f"\\fB{escaped(program)}\\fR {escaped(arguments)}"]
    yield from [".SH DESCRIPTION", ".nf", *(line_of(line) or ".sp" for line in rest.rstrip().split("\n")), ".fi"]
    yield from ['.SH "SEE ALSO"', ".BR \\%fiveproof (1) ,", ".BR \\%fiveproof\\-convert (1)"]


def date_of(version, news):
    found = re.search(rf"^## {re.escape(version)}, (\d{{4}}-\d\d-\d\d)$", news.read_text(), re.MULTILINE)
    return found[1] if found else ""


def write(folder, name, lines):
    text = "\n".join(lines) + "\n"
    (folder / f"{name}.1.gz").write_bytes(gzip.compress(text.encode(), mtime=0))


def main():
    program, audit, news, folder = sys.argv[1], sys.argv[2], Path(sys.argv[3]), Path(sys.argv[4])
    version = told(program, "--version").split()[1]

    def title_line(name):
        return f'.TH "{escaped(name).upper()}" 1 "{date_of(version, news)}" "fiveproof {version}" "Five in a row"'

    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    all_pages = pages(program)
    for command, page in all_pages.items():
        name = f"fiveproof-{command}" if command else "fiveproof"
        write(folder, name, roff_of(name, page, title_line(name), all_pages))
    write(folder, "fiveproof-audit", roff_of_audit(told(audit, "--help"), title_line("fiveproof-audit")))


if __name__ == "__main__":
    main()

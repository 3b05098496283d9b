#!/usr/bin/python3
"""Is verify/audit/ a program of its own, and its kernel as short as it is said to be?

    check_folder.py VERIFY_AUDIT COMPILER

The kernel is kernel.hpp and kernel.cpp and all that they include, one through the other, outside the
standard library, with the sources behind those headers. What counts is lines of code: neither comments nor
blank lines. Every page that says how long the kernel is says MOST_LINES; spec/verification.md, section 6, has
the counts of this day, too.
"""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

# The one place where the limit is chosen. It may be above what the kernel has, but by so little that the
# pages, which say this figure, are right.
MOST_LINES = 650
LEAST_LINES = MOST_LINES * 95 // 100
# Where somebody is asked to believe the kernel, he is told how long it is.
PAGES = ("README.md", "proofs/README.md", "spec/verification.md", "cli/commands/verify_command.cpp",
         "page/src/words/en.ts")
# Decisions and notebooks speak of their day.
DATED = ("docs/decisions/", "docs/notebook/", "build", ".git/")
TOKEN = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'|//[^\n]*|/\*.*?\*/', re.DOTALL)
STANDARD = {"algorithm", "array", "bitset", "charconv", "csignal", "cstdint", "cstdio", "fstream", "iostream",
            "istream", "new", "optional", "sstream", "stdexcept", "string", "string_view", "utility", "vector"}
EXAMPLE = """fiveproof-certificate 2
proof fb8ce91f4e2af7ff013cc49765bd55e9f674d1c9325f3db762d5bea2f500eecd
rule freestyle
size 9
attacker black
records 1
root c4 d4 e2 e3 / a1 a9 b9 h9 / black
record c4 d4 e2 e3 / a1 a9 b9 h9 / e4 : ( b4 f4 g4 : e5 ) f4
end
"""
VERDICT = ("VERIFIED freestyle 9x9: black wins from black c4 d4 e2 e3, white a1 a9 b9 h9, black to move; "
           "1 positions, 72 replies; proof fb8ce91f4e2af7ff013cc49765bd55e9f674d1c9325f3db762d5bea2f500eecd; "
           "trusted: fiveproof-audit\n")


def lines_of_code(text):
    code = TOKEN.sub(lambda match: match[0] if match[0][0] in "\"'" else " ", text)
    return sum(1 for line in code.splitlines() if line.strip())


def includes(path):
    return re.findall(r'^\s*#\s*include\s*([<"])([^>"]+)', path.read_text(), re.MULTILINE)


def kernel_of(folder):
    """The names of all files of the kernel."""
    found, wanted = set(), ["kernel.hpp"]
    while wanted:
        name = wanted.pop()
        if name in found:
            continue
        found.add(name)
        wanted += [included for bracket, included in includes(folder / name) if bracket == '"']
        source = Path(name).with_suffix(".cpp").name
        if (folder / source).exists():
            wanted.append(source)
    return sorted(found)


def check_includes(sources):
    names = {path.name for path in sources}
    for path in sources:
        for bracket, name in includes(path):
            assert name in (names if bracket == '"' else STANDARD), f"{path.name} includes {name}"


def said(text):
    """All lengths of the kernel that a page tells; a sentence may go on in the next line, or the next string."""
    flat = re.sub(r'\s+', " ", re.sub(r'"\s*\n\s*"', "", text))
    numbers = re.findall(r"kernel of (?:at most )?([\d,]+) lines", flat)
    return [int(number.replace(",", "")) for number in numbers]


def check_pages(root, kernel, program, whole):
    """What is said of `kernel` and `program` lines of code, and of `whole` lines with comments."""
    for page in sorted(root.rglob("*")):
        name = page.relative_to(root).as_posix()
        if "node_modules" in page.parts or name.startswith(DATED) or not page.is_file():
            continue
        if page.suffix in (".md", ".cpp", ".hpp", ".tsx", ".ts", ".html"):
            found = said(page.read_text())
            assert set(found) <= {MOST_LINES}, f"{name}: a kernel of {found} lines, not {MOST_LINES}"
            assert found or name not in PAGES, f"{name} does not say how long the kernel is"
    spec = re.sub(r"\s+", " ", (root / "spec/verification.md").read_text())
    counts = f"The kernel has {kernel} lines of code today; the whole program `fiveproof-audit` has " \
             f"{program:,}, {whole:,} with comments and blank lines."
    assert counts in spec, f"spec/verification.md does not say: {counts}"


def self_test():
    """Comments do not count, and what the kernel includes through another file does."""
    text = 'int a;  // one\n\n/* none\nnone */\nconst char* b = "/*";\nint c; /* and */ int d;\n'
    assert lines_of_code(text) == 3
    assert said('a kernel\nof 500 lines, "a kernel of at most "\n   "1,500 lines"') == [500, 1500]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "kernel.hpp").write_text('#include <a>\n#include "b.hpp"\n')
        (folder / "kernel.cpp").write_text('#include "kernel.hpp"\n')
        (folder / "b.cpp").write_text('#include "b.hpp"\n  #  include "c.hpp"\n')
        for empty in ("b.hpp", "c.hpp", "d.hpp"):
            (folder / empty).touch()
        assert kernel_of(folder) == ["b.cpp", "b.hpp", "c.hpp", "kernel.cpp", "kernel.hpp"]


def main():
    self_test()
    folder, compiler = Path(sys.argv[1]), sys.argv[2]
    sources = sorted(path for path in folder.iterdir() if path.suffix in (".cpp", ".hpp"))
    check_includes(sources)
    code = {path.name: lines_of_code(path.read_text()) for path in sources}
    names = kernel_of(folder)
    kernel, program = sum(code[name] for name in names), sum(code.values())
    whole = sum(len(path.read_text().splitlines()) for path in sources)
    print(f"the kernel ({' '.join(names)}): {kernel} lines of code")
    print(f"the whole program: {program} lines of code, {whole} with comments and blank lines")
    assert LEAST_LINES <= kernel <= MOST_LINES, f"the pages say {MOST_LINES} lines"
    check_pages(folder.resolve().parent.parent, kernel, program, whole)
    too_long = [line for path in sources for line in path.read_text().splitlines() if len(line) > 110]
    assert not too_long, f"more than 110 columns: {too_long}"
    with tempfile.TemporaryDirectory() as copy:
        for path in sources:
            shutil.copy(path, copy)
        subprocess.run(f"{compiler} -O2 -Wall -Wextra -Werror *.cpp", shell=True, cwd=copy, check=True)
        (Path(copy) / "example.cert").write_text(EXAMPLE)
        done = subprocess.run(["./a.out", "example.cert"], cwd=copy, capture_output=True, text=True)
        assert (done.stdout, done.stderr, done.returncode) == (VERDICT, "", 0), done


if __name__ == "__main__":
    main()

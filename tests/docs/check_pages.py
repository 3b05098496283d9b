#!/usr/bin/python3
"""Pages for people: at most 100 columns, and whatever they name exists.

    check_pages.py check ROOT       # every page below ROOT
    check_pages.py wrap PAGE...     # break the lines of prose and lists anew
    check_pages.py self-test        # what is wrong is found

A page is a Markdown file. Relative links must lead to a file or folder, and so must every path that is named, in a
page or in a comment that names a page: a word with a slash in it that begins with a folder of the project. Lines of
JSON in an example are data, which may be longer: one object stands in one line.
"""

import re
import sys
import tempfile
import textwrap
from pathlib import Path

WIDTH = 100
# Made by a program, or about to be written anew.
ANY_WIDTH = {"docs/self-mutants.md"}
# Dated pages speak of what was there then.
DATED = "docs/notebook/"
NOT_KEPT = ("build/",)
SOURCES = {".cpp", ".hpp", ".py", ".txt", ".cmake", ".sh", ".capnp"}
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
NAMED = re.compile(r"(?<![\w./~-])((?:[\w.-]+/)+[\w.*-]*)")
PLACEHOLDER = re.compile(r"NAME|ROOM|TARGET|WHAT")
PAGE = re.compile(r"(?<![\w./-])((?:docs|bench|spec|proofs|tests)/[\w./-]*\.md)\b")


def files(root):
    """All that is kept, in order."""
    tops = [top for top in sorted(root.iterdir()) if top.name not in {"build", ".git"}]
    below = [f for top in tops for f in sorted(top.rglob("*")) if f.is_file() and "node_modules" not in f.parts]
    return [top for top in tops if top.is_file()] + below


def too_wide(line):
    return len(line) > WIDTH and not line.lstrip().startswith("{")


def is_there(root, folder, name):
    pattern = PLACEHOLDER.sub("*", name.rstrip("/."))
    return any(next(base.glob(pattern), None) for base in (folder, root))


def named_paths(root, line):
    for match in NAMED.finditer(re.sub(r"\]\([^)]*\)|\w+://\S*", "", line)):
        name = match.group(1)
        if name.startswith((".", *NOT_KEPT)) or not (root / name.split("/")[0]).is_dir():
            continue
        yield name


def faults_of_page(root, page):
    name = page.relative_to(root).as_posix()
    for number, line in enumerate(page.read_text().splitlines(), 1):
        at = f"{name}:{number}"
        if name not in ANY_WIDTH and too_wide(line):
            yield f"{at}: {len(line)} columns, at most {WIDTH}"
        for target in LINK.findall(line):
            target = target.split("#")[0]
            if target and "://" not in target and not (page.parent / target).exists():
                yield f"{at}: the link to {target} leads nowhere"
        for path in named_paths(root, line):
            if not name.startswith(DATED) and not is_there(root, page.parent, path):
                yield f"{at}: there is no {path}"


def faults_of_source(root, source):
    for number, line in enumerate(source.read_text(errors="replace").splitlines(), 1):
        for path in PAGE.findall(line):
            if not is_there(root, source.parent, path):
                yield f"{source.relative_to(root)}:{number}: there is no {path}"


def faults_of_decisions(root):
    """The first page of decisions lists those of each room, in the words in which they stand there."""
    folder = root / "docs/decisions"
    if not folder.is_dir():
        return
    listed = re.findall(r"^## \[.*?\]\((.*?)\)\n(.*?)(?=^## |\Z)", (folder / "README.md").read_text(), re.MULTILINE | re.DOTALL)
    said = [(name, " ".join(item.split())) for name, items in listed for item in re.split(r"^- ", items, flags=re.MULTILINE)[1:]]
    there = [(page.name, title) for page in sorted(folder.glob("*.md")) if page.name != "README.md"
             for title in re.findall(r"^## (.*)$", page.read_text(), re.MULTILINE)]
    for name, title in sorted(set(said) ^ set(there)):
        yield f"docs/decisions/README.md: {name}, {title}: {'stands here alone' if (name, title) in said else 'is not listed'}"


def check(root):
    found = list(faults_of_decisions(root))
    for file in files(root):
        if file.suffix == ".md":
            found += faults_of_page(root, file)
        elif file.suffix in SOURCES and file.name != Path(__file__).name:
            found += faults_of_source(root, file)
    return found


def wrapped(text):
    """Prose and lists; code, tables and headings as they are."""
    out, words, first, rest, in_fence = [], [], "", "", False

    def flush():
        if words:
            out.extend(textwrap.wrap(" ".join(words), WIDTH, initial_indent=first, subsequent_indent=rest,
                                     break_long_words=False, break_on_hyphens=False))
            words.clear()

    for line in text.splitlines():
        item = re.match(r"(\s*)([-*]|\d+\.) (.*)", line)
        is_fence = line.strip().startswith("```")
        in_fence ^= is_fence
        is_code = line.startswith("    ") and not words
        if is_fence or in_fence or is_code or not line.strip() or line.startswith(("|", "#", "<", "!")):
            flush()
            out.append(line.rstrip())
        elif item:
            flush()
            first = f"{item[1]}{item[2]} "
            rest = " " * len(first)
            words.append(item[3].strip())
        else:
            if not words:
                first = rest = line[: len(line) - len(line.lstrip())]
            words.append(line.strip())
    flush()
    return "\n".join(out) + "\n"


def self_test():
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        (root / "docs").mkdir()
        (root / "docs/there.md").write_text("# There\n")
        (root / "source.cpp").write_text("// docs/gone.md says why.\n")
        (root / "README.md").write_text(
            "See [there](docs/there.md) and `docs/*.md`, built into `build/out.bin`.\n"
            '    {"' + "x" * WIDTH + '":1}\n'
            + "word " * 30 + "\n[gone](docs/lost.md)\n`docs/missing.md`\n")
        decisions = root / "docs/decisions"
        decisions.mkdir()
        (decisions / "README.md").write_text("# A\n\n## [b](b.md)\n\n- One and\n  more\n- Two\n")
        (decisions / "b.md").write_text("# B\n\n## One and more\n\n## Three\n")
        found = check(root)
    expected = ["docs/decisions/README.md: b.md, Three: is not listed", "docs/decisions/README.md: b.md, Two: stands here alone",
                "README.md:3: 150 columns", "README.md:4: the link", "README.md:5: there is no docs/missing.md",
                "source.cpp:1: there is no docs/gone.md"]
    if len(found) != len(expected) or not all(f.startswith(e) for f, e in zip(found, expected)):
        return ["self-test: found " + repr(found)]
    narrow = wrapped("- " + "word " * 30 + "\n\n    " + "x " * 60 + "\n")
    return [] if narrow.count("\n  word") == 1 and "x " * 59 in narrow else ["self-test: wrapped " + repr(narrow)]


def main():
    mode, rest = sys.argv[1], [Path(word) for word in sys.argv[2:]]
    if mode == "wrap":
        for page in rest:
            page.write_text(wrapped(page.read_text()))
        return 0
    faults = self_test() if mode == "self-test" else check(rest[0].resolve())
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

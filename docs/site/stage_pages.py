#!/usr/bin/python3
"""Copies the pages of the project, and what they show, for the generator of the site.

    stage_pages.py ROOT WORK      into WORK/pages; WORK/api.md is for doxygen

Pages link to sources and folders as well, which the site does not have: of such a link only its text stays. Python's
Markdown wants an empty line before a list, which our pages do not always have. The project's README is project.md there, as
the site has a front page of its own (own_pages.py).
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import own_pages

FRONT = "README.md"
PROJECT = "project.md"
SHOWN = {".md", ".svg", ".png"}
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")
LIST = re.compile(r"([-*]|\d+\.) ")


def without_dead_links(text, folder, staged, root):
    def link(found):
        target, _, section = found[3].partition("#")
        if not target or "://" in target:
            return found[0]
        place = (folder / target).resolve()
        if place in (root, root / FRONT):
            return f"[{found[2]}]({os.path.relpath(root / PROJECT, folder)}{'#' if section else ''}{section})"
        readme = place / "README.md"
        if place in staged:
            return found[0]
        if readme in staged:
            return f"[{found[2]}]({target.rstrip('/')}/README.md)"
        return found[2]

    return LINK.sub(link, text)


def with_lists_apart(text):
    out, in_fence = [], False
    for line in text.splitlines():
        in_fence ^= line.startswith("```")
        before = out[-1] if out else ""
        if not in_fence and LIST.match(line) and before and not LIST.match(before) and not before.startswith(" "):
            out.append("")
        out.append(line)
    return "\n".join(out) + "\n"


def description_of(text):
    """The first paragraph in plain words, as far as its sentences fit."""
    paragraph = next((block for block in re.split(r"\n\n+", text) if re.match(r"[\w`*[\"]", block)), "Of the project fiveproof.")
    plain = re.sub(r"[`*]", "", LINK.sub(r"\2", " ".join(paragraph.split())))
    cut = plain[:200].rfind(". ")
    return plain if len(plain) <= 200 else plain[:cut + 1] if cut > 40 else plain[:197].rsplit(" ", 1)[0] + " ..."


def start_of_api(architecture):
    """Which headers to read first, as docs/architecture.md has them; doxygen makes links of names without quotes."""
    section = re.search(r"^## Start here\n(.*?)^## ", architecture, re.MULTILINE | re.DOTALL)[1]
    rooms = re.split(r"^- ", section, flags=re.MULTILINE)[1:]
    public = "".join(f"- {room}" for room in rooms if not re.match(r"`(page|python|theorem|cli)/", room))
    linked = re.sub(r"`([\w/]+\.hpp)`", r"\1", public)
    return f"# Public headers\n\nOf each room, which to read first, in this order:\n\n{linked}"


def main():
    root, work = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
    folder = work / "pages"
    folder.mkdir()
    listed = subprocess.run(["git", "ls-files"], cwd=root, capture_output=True, text=True, check=True).stdout.splitlines()
    staged = {root / name for name in listed if Path(name).suffix in SHOWN}
    for path in sorted(staged):
        name = path.relative_to(root).as_posix()
        to = folder / (PROJECT if name == FRONT else name)
        to.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".md":
            text = with_lists_apart(without_dead_links(path.read_text(), path.parent, staged, root))
            words = {"description": description_of(text)} | ({"title": "The project"} if name == FRONT else {})
            to.write_text(own_pages.front_matter(**words) + text)
        else:
            shutil.copy(path, to)
    shutil.copy(root / "page/src/colors.css", folder)
    own_pages.make(folder)
    (work / "api.md").write_text(start_of_api((root / "docs/architecture.md").read_text()))


if __name__ == "__main__":
    main()

#!/usr/bin/python3
"""Copies the pages of the project, and what they show, for the generator of the site.

    stage_pages.py ROOT FOLDER

Pages link to sources and folders as well, which the site does not have: of such a link only its text stays. Python's
Markdown wants an empty line before a list, which our pages do not always have.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

SHOWN = {".md", ".svg", ".png"}
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")
LIST = re.compile(r"([-*]|\d+\.) ")


def without_dead_links(text, folder, staged):
    def link(found):
        target = found[3].partition("#")[0]
        if not target or "://" in target:
            return found[0]
        place = (folder / target).resolve()
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


def main():
    root, folder = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
    listed = subprocess.run(["git", "ls-files"], cwd=root, capture_output=True, text=True, check=True).stdout.splitlines()
    staged = {root / name for name in listed if Path(name).suffix in SHOWN}
    for path in sorted(staged):
        to = folder / path.relative_to(root)
        to.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".md":
            to.write_text(with_lists_apart(without_dead_links(path.read_text(), path.parent, staged)))
        else:
            shutil.copy(path, to)
    (folder / "api.md").write_text("# API\n\n<a href=\"api/index.html\">Pages of the public headers</a>, made by doxygen.\n")


if __name__ == "__main__":
    main()

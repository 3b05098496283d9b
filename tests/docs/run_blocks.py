#!/usr/bin/python3
"""Runs the commands that pages show in blocks between ```, in their order.

    run_blocks.py check ROOT                     every block of every page says what it is; what stands here is not out of date
    run_blocks.py run ROOT BUILD                 those of kind `sh`, in folders that look like the project's, with BUILD as build/release
    run_blocks.py tree ROOT                      those of kind `sh tree`, in the project itself: they build something
    run_blocks.py nightly ROOT [PAGE...]         those of kind `sh nightly`, which take long
    run_blocks.py newcomer ROOT                  all of README.md, in an empty folder, with a clone of ROOT
    run_blocks.py self-test

The kind stands behind the ``` that opens a block; a browser shows nothing of it but its first word:

    sh           commands that need a build and no more
    sh tree      ... that build a part (page, Python) in the project's own folder
    sh nightly   ... that take minutes or hours
    sh cluster   ... for several machines: tests/cluster/page.py runs them
    python       a session with an interpreter: tests/python/test_page.py and test_recipes.py run it
    js           a program for node: page/tests/npm.test.mjs runs it
    text         no commands

Blocks of one page share one shell, so that what is exported goes on, and each begins in the folder in which the page does. All
must succeed. SUBSTITUTES says what is written instead of what a reader has to replace, and of what takes too long as it stands.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

BLOCK = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
KINDS = {"sh", "sh tree", "sh nightly", "sh cluster", "python", "js", "text"}
# Dated pages speak of what was there then.
DATED = ("docs/notebook/",)
# By page: what is written instead of what, for a kind.
SUBSTITUTES = {
    "README.md": [("git clone REPOSITORY fiveproof", "git clone {root} fiveproof")],
    "bench/games.md": [("play-games proved     ", "play-games proved 2   "), ("play-games alone 20", "play-games alone 1"),
                       ("proved 50 --scattered 2 --opponent PROGRAM",
                        "proved 2 --scattered 2 --opponent 'build/release/cli/fiveproof play --alone'")],
    "docs/fuzzing.md": [("fuzz jsonl 600", "fuzz jsonl 60")],
    # All of them is a step of its own.
    "tests/mutants/self/README.md": [("--all --table docs/self-mutants.md", "--some 1")],
    "page/README.md": [("proof.fvp -o proof.html", "examples/example.fvp -o build/proof.html")],
}
# What a line of commands begins with; none is hidden in a block of text.
COMMAND = re.compile(r"^\s*(?:\$ )?(?:scripts/|\.ci/|fiveproof(?:-audit)? [a-z-]|cmake |ctest |mutant-bench|build/|sudo |sbatch )")


def pages(root):
    listed = subprocess.run(["git", "-C", root, "ls-files", "-z", "--cached", "--others", "--exclude-standard", "*.md"],
                            capture_output=True, text=True, check=True).stdout
    return [name for name in listed.split("\0") if name and not name.startswith(DATED) and (root / name).is_file()]


def blocks(root, page):
    """[(kind, text)], with what stands in SUBSTITUTES put in."""
    found = []
    for kind, text in BLOCK.findall((root / page).read_text()):
        for shown, meant in SUBSTITUTES.get(page, []):
            text = text.replace(shown, meant.format(root=root))
        found.append((kind, text))
    return found


def faults(root):
    nightly = root / "scripts/nightly"
    named = nightly.read_text() if nightly.exists() else ""
    for page in pages(root):
        text = (root / page).read_text()
        # The whole of README.md is run by what `newcomer` does.
        if "\n```sh nightly\n" in text and page not in named and page != "README.md":
            yield f"{page}: scripts/nightly does not run its commands"
        if "\n```sh cluster\n" in text and page != "docs/cluster.md":
            yield f"{page}: tests/cluster/page.py does not run its commands"
        for shown, _ in SUBSTITUTES.get(page, []):
            if shown not in text:
                yield f"{page}: nothing is left of what run_blocks.py replaces: {shown}"
        if "\n```python\n" in text and page not in ("docs/python.md", "docs/recipes.md"):
            yield f"{page}: tests/python does not run its sessions"
        if "\n```js\n" in text and page != "page/npm/README.md":
            yield f"{page}: page/tests/npm.test.mjs does not run its programs"
        for kind, block in BLOCK.findall(text):
            if kind not in KINDS:
                yield f"{page}: expected one of {sorted(KINDS)} behind the ``` of: {block.splitlines()[0]}"
            elif kind == "text":
                for line in block.splitlines():
                    if COMMAND.match(line):
                        yield f"{page}: a command in a block of text, which nobody runs: {line}"


def shell(script, folder, path, seconds):
    """Each command is told before it runs; what it does not get by itself, the reader of the page has not either."""
    done = subprocess.run(["/bin/bash", "-euo", "pipefail", "-v", "-c", script], cwd=folder, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=seconds,
                          env={"PATH": ":".join([*path, "/usr/bin:/bin"]), "HOME": str(Path.home()), "LANG": "C.UTF-8"})
    return done.returncode, done.stdout


def script_of(found, kinds):
    """The blocks of these kinds, each from the folder in which the first begins."""
    chosen = [text for kind, text in found if kind in kinds]
    return "top=$PWD\n" + "".join(f"cd \"$top\"\n{text}" for text in chosen) if chosen else None


def look_alike(root, build, folder):
    for path in root.iterdir():
        if path.name not in ("build", ".git"):
            (folder / path.name).symlink_to(path)
    (folder / "build").mkdir()
    (folder / "build" / "release").symlink_to(build)


def play(root, kind, build=None, only=()):
    """The pages whose blocks of this kind did not succeed."""
    failed, count = [], 0
    # README begins without a program in reach, and says itself where it is.
    programs = [str((build or root / "build/release") / name) for name in ("cli", "verify/audit", "tests/mutants")]
    for page in only or pages(root):
        script = script_of(blocks(root, page), {kind})
        if script is None:
            continue
        with tempfile.TemporaryDirectory() as name:
            if build is not None:
                look_alike(root, build, Path(name))
            folder = name if build is not None else root
            code, told = shell(script, folder, [] if page == "README.md" else programs, 900 if build else 14400)
        count += 1
        if code != 0:
            failed.append(page)
            print(f"{page}: exit code {code}\n{told}")
    if count == 0:
        sys.exit(f"no page has a block of the kind {kind}")
    print(f"{kind}: commands of {count} pages run, {len(failed)} failed")
    return failed


def newcomer(root):
    first, *others = [text for kind, text in blocks(root, "README.md") if kind.startswith("sh")]
    script = first + "top=$PWD\n" + "".join(f"cd \"$top\"\n{text}" for text in others)
    with tempfile.TemporaryDirectory() as folder:
        code, told = shell(script, folder, [], 7200)
    if code != 0:
        sys.exit(f"README.md, by somebody new: exit code {code}\n{told}")
    print(f"README.md: {len(others) + 1} blocks run in an empty folder")


def self_test():
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        subprocess.run(["git", "init", "-q", name], check=True)
        page = root / "page.md"
        page.write_text("# A\n\n```sh\nx=1; cd /\n```\n\n```text\nwords\n```\n\n```sh\ntest \"$x\" = 1 && test -f page.md\n```\n")
        assert list(faults(root)) == [] and play(root, "sh") == []
        for wrong in ("\n```sh nightly\nls\n```\n", "\n```sh cluster\nls\n```\n", "```\nls\n```\n", "\n```python\n>>> 1\n```\n", "```text\nscripts/test\n```\n", "```text\nfiveproof verify a.fvp\n```\n"):
            page.write_text(wrong)
            assert len(list(faults(root))) == 1, wrong
        page.write_text("```sh\nfalse\ntrue\n```\n")
        assert play(root, "sh") == ["page.md"]
        (root / "README.md").write_text("```sh\ntrue\n```\n")
        assert len(list(faults(root))) == 1  # what is replaced is gone


def main(words):
    what, root = words[0], Path(words[1]).resolve() if len(words) > 1 else None
    if what == "self-test":
        self_test()
    elif what == "check":
        found = list(faults(root))
        print("\n".join(found))
        return 1 if found else 0
    elif what == "newcomer":
        newcomer(root)
    else:
        kind = {"run": "sh", "tree": "sh tree", "nightly": "sh nightly"}[what]
        build = Path(words[2]).resolve() if what == "run" else None
        return 1 if play(root, kind, build, words[2:] if what == "nightly" else ()) else 0
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

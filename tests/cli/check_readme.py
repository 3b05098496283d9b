#!/usr/bin/python3
"""The commands of README.md after scripts/demo, in the order in which they stand.

    check_readme.py SOURCE BUILD

Each runs in a folder that looks like the project's, with BUILD as its build/release, and must succeed. That scripts/demo
builds what they need is asked of Ninja: it builds the programs they call and all that `cmake --install` takes.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path


def blocks(source):
    return re.findall(r"^```\n(.*?)^```$", (source / "README.md").read_text(), re.MULTILINE | re.DOTALL)


def tour(source):
    """The block behind the one that runs scripts/demo."""
    found = blocks(source)
    demo = next(i for i, block in enumerate(found) if "scripts/demo" in block)
    return found[demo + 1]


def play(commands, source, build):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for path in source.iterdir():
            if path.name != "build":
                (folder / path.name).symlink_to(path)
        (folder / "build").mkdir()
        (folder / "build" / "release").symlink_to(build)
        # Each command is told before it runs; what it does not get by itself, the reader of README has not either.
        done = subprocess.run(["/bin/bash", "-euo", "pipefail", "-v", "-c", commands], cwd=folder, capture_output=True,
                              text=True, timeout=600, stdin=subprocess.DEVNULL, env={"PATH": "/usr/bin:/bin"})
        if done.returncode != 0:
            sys.exit(f"README.md: exit code {done.returncode}\n{done.stdout}{done.stderr}")


def installed(build):
    """What `cmake --install` takes from the build folder."""
    files = set()
    for script in build.rglob("cmake_install.cmake"):
        files.update(re.findall(rf'"{re.escape(str(build))}/([^"]+\.a|[^"]*/fiveproof[^"/.]*)"', script.read_text()))
    return {file for file in files if "CMakeRelink" not in file and "/lib/cmake" not in file}


def built_by_demo(source, build):
    """The programs and libraries among what the targets in scripts/demo are made of, the targets themselves, and the files
    that they stand for: Ninja has one name behind another."""
    line = re.search(r"cmake --build --preset release --target ([a-z -]+?) --parallel", (source / "scripts/demo").read_text())
    targets = line.group(1).split()
    made = subprocess.run(["ninja", "-C", build, "-t", "inputs", *targets], capture_output=True, text=True, check=True)
    found, to_ask = set(made.stdout.split()), set(targets)
    while to_ask:
        asked = subprocess.run(["ninja", "-C", build, "-t", "query", *to_ask], capture_output=True, text=True, check=True)
        new = set(asked.stdout.split()) - found
        found |= new
        to_ask = {word for word in new if word.rpartition("/")[2] in targets}
    return found


def main():
    source, build = (Path(word).resolve() for word in sys.argv[1:])
    commands = tour(source)
    if (build / "build.ninja").exists():
        missing = installed(build) - built_by_demo(source, build)
        if missing or not installed(build):
            sys.exit(f"scripts/demo does not build {sorted(missing)}, which cmake --install takes")
    play(commands, source, build)
    print(f"{len(commands.splitlines())} lines of README.md run in their order")


if __name__ == "__main__":
    main()

#!/usr/bin/python3
"""scripts/demo builds what the commands of README.md need that come after it; tests/docs/run_blocks.py runs them.

    check_readme.py SOURCE BUILD

It is asked of Ninja: the demo builds the programs they call and all that `cmake --install` takes.
"""

import re
import subprocess
import sys
from pathlib import Path


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
    needed = installed(build)
    missing = needed - built_by_demo(source, build)
    if missing or not needed:
        sys.exit(f"scripts/demo does not build {sorted(missing)}, which cmake --install takes")
    print(f"scripts/demo builds the {len(needed)} files that cmake --install takes")


if __name__ == "__main__":
    main()

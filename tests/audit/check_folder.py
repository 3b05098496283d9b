#!/usr/bin/python3
"""Is verify/audit/ a program of its own, and its kernel as short as it is said to be?

    check_folder.py VERIFY_AUDIT COMPILER
"""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

KERNEL = ("board.hpp", "board.cpp", "kernel.hpp", "kernel.cpp")
MOST_LINES = 500
# What is particular to renju stands beside it.
RENJU = ("forbidden.hpp", "forbidden.cpp")
MOST_LINES_OF_RENJU = 250
STANDARD = {"algorithm", "array", "bitset", "charconv", "csignal", "cstdint", "fstream", "iostream", "istream", "new", "optional",
            "sstream", "stdexcept", "string", "string_view", "utility", "vector"}
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


def main():
    folder, compiler = Path(sys.argv[1]), sys.argv[2]
    sources = sorted(path for path in folder.iterdir() if path.suffix in (".cpp", ".hpp"))
    lines = sum(len((folder / name).read_text().splitlines()) for name in KERNEL)
    print(f"the kernel has {lines} lines")
    assert lines <= MOST_LINES
    assert sum(len((folder / name).read_text().splitlines()) for name in RENJU) <= MOST_LINES_OF_RENJU
    for path in sources:
        for bracket, name in re.findall(r'#\s*include\s*([<"])([^>"]+)', path.read_text()):
            own = bracket == '"' and (folder / name).exists() and "/" not in name
            assert own or (bracket == "<" and name in STANDARD), f"{path.name} includes {name}"
            assert own is False or path.name not in KERNEL + RENJU or name in KERNEL + RENJU, f"the kernel includes {name}"
    with tempfile.TemporaryDirectory() as copy:
        for path in sources:
            shutil.copy(path, copy)
        subprocess.run(f"{compiler} -O2 -Wall -Wextra -Werror *.cpp", shell=True, cwd=copy, check=True)
        (Path(copy) / "example.cert").write_text(EXAMPLE)
        done = subprocess.run(["./a.out", "example.cert"], cwd=copy, capture_output=True, text=True)
        assert (done.stdout, done.stderr, done.returncode) == (VERDICT, "", 0), done


if __name__ == "__main__":
    main()

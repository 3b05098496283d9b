#!/usr/bin/python3
"""What is handed on holds no path of the machine that built it.

    check_binaries.py FOLDER... -- FILE...

None of FILE has one of FOLDER in its bytes.
"""

import sys
from pathlib import Path


def main():
    words = sys.argv[1:]
    at = words.index("--")
    folders, files = words[:at], words[at + 1:]
    if not folders or not files:
        sys.exit("nothing to look for, or in")
    for file in map(Path, files):
        content = file.read_bytes()
        for folder in folders:
            place = content.find(folder.rstrip("/").encode() + b"/")
            if place >= 0:
                end = content.index(b"\0", place)
                sys.exit(f"{file}: byte {place}: {content[place:end].decode(errors='replace')}")
    print(f"{len(files)} binaries name no folder of the build")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Has the corpus teeth? Two dummy checkers are caught by it, and the second reader of .fvp answers as it must.

A believer accepts every claim that is false; one that sees only what is near rejects most of them and not all.
"""
import collections
import json
import sys

import believer
import near_sighted
from corpus import HERE, path_of
from reading import second_reader

ENTRIES = [json.loads(line) for line in (HERE / "index.jsonl").read_text().splitlines()]


def accepted(dummy):
    """How many files and kinds of each class it accepts, and how many there are."""
    files, kinds = collections.Counter(), collections.defaultdict(set)
    for entry in ENTRIES:
        if dummy.answer(str(path_of(entry["file"])), entry["format"], entry.get("expect")) == 0:
            files[entry["class"]] += 1
            kinds[entry["class"]].add(entry["kind"])
    return files, {name: len(some) for name, some in kinds.items()}


def second_reader_is_wrong():
    wrong = []
    for entry in ENTRIES:
        if entry["format"] == "fvp":
            try:
                second_reader.read(path_of(entry["file"]).read_bytes())
                reads = True
            except second_reader.Refused:
                reads = False
            if reads == (entry["class"] in ("malformed", "unsupported")):
                wrong.append(entry["file"])
    return wrong


def main():
    there = collections.Counter(entry["class"] for entry in ENTRIES)
    kinds = len({entry["kind"] for entry in ENTRIES if entry["class"] != "none"})
    print(f"{len(ENTRIES)} files, {kinds} kinds of what must be rejected")
    failures = [] if kinds >= 150 else ["fewer than 150 kinds"]
    for dummy, least, most in (believer, there["false-claim"], there["false-claim"]), (near_sighted, 50, 200):
        files, of_kinds = accepted(dummy)
        print(f"{dummy.__name__} is caught by {sum(files.values()) - files['none']} files: "
              + ", ".join(f"{files[c]} of {there[c]} {c} ({of_kinds[c]} kinds)" for c in sorted(files) if c != "none")
              + f"; it accepts {files['none']} of {there['none']} right ones")
        if not least <= files["false-claim"] <= most:
            failures.append(f"{dummy.__name__} accepts {files['false-claim']} false claims, not {least} to {most}")
        if 2 * files["none"] < there["none"]:
            failures.append(f"{dummy.__name__} accepts too few of what is right to be a checker")
    failures += [f"{path}: the second reader of .fvp answers wrongly" for path in second_reader_is_wrong()]
    print(*failures, sep="\n", end="\n" if failures else "")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Makes the corpus: the files of accept/ and reject/, and index.jsonl, one line for each.

    make.py            writes them, and removes what is no longer made
    make.py --check    compares; exit 1 where a file is not as it would be made
"""
import json
import pathlib
import sys

import kinds_accept
import kinds_certificate
import kinds_fvp
import kinds_jsonl
import kinds_meaning
from corpus import Corpus

HERE = pathlib.Path(__file__).resolve().parent


def made():
    """The files by their paths."""
    corpus = Corpus()
    for kinds in (kinds_fvp, kinds_jsonl, kinds_certificate, kinds_meaning, kinds_accept):
        kinds.add_kinds(corpus)
    entries = sorted(corpus.entries, key=lambda entry: entry.path)
    files = {entry.path: entry.content for entry in entries}
    if len(files) != len(entries):
        raise ValueError("two entries of one name")
    files["index.jsonl"] = "".join(json.dumps(entry.line()) + "\n" for entry in entries).encode()
    return files


def main():
    files = made()
    there = {str(path.relative_to(HERE)) for folder in ("accept", "reject") for path in (HERE / folder).glob("*")}
    if sys.argv[1:] == ["--check"]:
        wrong = [p for p, content in files.items() if not (HERE / p).exists() or (HERE / p).read_bytes() != content]
        wrong += sorted(there - set(files))
        for path in wrong:
            print(f"{path}: not as make.py makes it")
        print(f"{len(files) - 1} files compared, {len(wrong)} differ")
        return 1 if wrong else 0
    for folder in ("accept", "reject"):
        (HERE / folder).mkdir(exist_ok=True)
    for path in there - set(files):
        (HERE / path).unlink()
    for path, content in files.items():
        (HERE / path).write_bytes(content)
    print(f"{len(files) - 1} files, {sum(map(len, files.values()))} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())

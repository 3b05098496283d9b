#!/usr/bin/env python3
"""Makes the corpus: the files of reject/FORM/CLASS/, accept.tar with those of accept/FORM/, and index.jsonl, one line for each.

    make.py            writes them, and removes what is no longer made
    make.py --check    compares; exit 1 where a file is not as it would be made
"""
import json
import sys

import kinds_accept
import kinds_certificate
import kinds_fvp
import kinds_jsonl
import kinds_meaning
from corpus import ARCHIVE, HERE, Corpus, packed


def made():
    """The files by their paths."""
    corpus = Corpus()
    for kinds in (kinds_fvp, kinds_jsonl, kinds_certificate, kinds_meaning, kinds_accept):
        kinds.add_kinds(corpus)
    entries = sorted(corpus.entries, key=lambda entry: entry.path)
    files = {entry.path: entry.content for entry in entries}
    if len({(entry.wrong == "none", entry.name, entry.form) for entry in entries}) != len(entries):
        raise ValueError("two entries of one name")
    right = {path: files.pop(path) for path in list(files) if path.startswith("accept/")}
    files[ARCHIVE.name] = packed(right)
    files["index.jsonl"] = "".join(json.dumps(entry.line()) + "\n" for entry in entries).encode()
    return files


def files_there():
    paths = [ARCHIVE, *(HERE / "accept").rglob("*"), *(HERE / "reject").rglob("*")]
    return {str(path.relative_to(HERE)) for path in paths if path.is_file()}


def remove(path):
    """And the folders that are empty then."""
    path.unlink()
    for folder in path.parents:
        if any(folder.iterdir()):
            return
        folder.rmdir()


def main():
    files, there = made(), files_there()
    if sys.argv[1:] == ["--check"]:
        wrong = [p for p, content in files.items() if not (HERE / p).exists() or (HERE / p).read_bytes() != content]
        wrong += sorted(there - set(files))
        for path in wrong:
            print(f"{path}: not as make.py makes it")
        print(f"{len(files) - 1} files compared, {len(wrong)} differ")
        return 1 if wrong else 0
    for path, content in files.items():
        (HERE / path).parent.mkdir(parents=True, exist_ok=True)
        (HERE / path).write_bytes(content)
    for path in there - set(files):
        remove(HERE / path)
    print(f"{len(files) - 1} files, {sum(map(len, files.values()))} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Tries a checker of proofs on the corpus.

    run.py [OPTIONS] PROGRAM [ARGUMENT...]    each file is the last argument, or stands where an argument is {}
    run.py [OPTIONS] --python FILE.py         calls answer(path, form, expect) of FILE.py, which returns an exit code

A checker accepts a file by exit code 0 and rejects it by any other; a signal, and more than --timeout seconds, are
neither, and wrong for every file. Exit code: 0 if every file got the answer it must get, else 1.
"""
import argparse
import collections
import concurrent.futures
import importlib.util
import json
import os
import pathlib
import subprocess
import sys

from corpus import HERE, path_of


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--forms", default="jsonl,jsonl.zst,fvp,cert", help="which it reads: jsonl,jsonl.zst,fvp,cert")
    parser.add_argument("--expect", metavar="OPTION",
                        help="the option that takes the claim expected; without it files that need one are left out")
    parser.add_argument("--searches", action="store_true",
                        help="it looks for wins by itself: what is true and not shown (not-shown) it may accept")
    parser.add_argument("--claims-only", action="store_true",
                        help="it accepts claims, not files: what is wrong besides (not-fit) it may pass over")
    parser.add_argument("--exact", action="store_true", help="exit codes must be those of the index")
    parser.add_argument("--timeout", type=float, default=60, help="seconds for one file (60)")
    parser.add_argument("--known", metavar="FILE", help="wrong answers that are known, one path a line; exactly these")
    parser.add_argument("--quiet", action="store_true", help="only counts")
    parser.add_argument("--python", metavar="FILE")
    parser.add_argument("call", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    if bool(options.python) == bool(options.call):
        parser.error("PROGRAM or --python, one of both")
    return options


def asking_program(options):
    def ask(entry):
        path = entry["path"]
        expected = [options.expect, entry["expect"]] if "expect" in entry else []
        call = [word.replace("{}", path) for word in options.call]
        call += expected if call != options.call else [*expected, path]
        try:
            done = subprocess.run(call, stdin=subprocess.DEVNULL, capture_output=True, check=False,
                                  timeout=options.timeout)
        except subprocess.TimeoutExpired:
            return "timeout"
        return done.returncode if done.returncode >= 0 else f"signal {-done.returncode}"
    return ask


def asking_python(file):
    sys.path.insert(0, str(pathlib.Path(file).resolve().parent))
    spec = importlib.util.spec_from_file_location("checker", file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return lambda entry: module.answer(entry["path"], entry["format"], entry.get("expect"))


def is_right(entry, answer, options):
    if not isinstance(answer, int):
        return False
    may = ((entry["class"] == "not-shown" and options.searches)
           or (entry["class"] == "not-fit" and options.claims_only))
    if may and answer == 0:
        return True
    return answer == entry["exit"] if options.exact else (answer == 0) == (entry["exit"] == 0)


def main():
    options = arguments()
    forms = options.forms.split(",")
    entries = [json.loads(line) for line in (HERE / "index.jsonl").read_text().splitlines()]
    entries = [e for e in entries if e["format"] in forms and ("expect" not in e or options.expect)]
    for entry in entries:
        entry["path"] = str(path_of(entry["file"]))
    if options.python:
        answers = list(map(asking_python(options.python), entries))
    else:
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            answers = list(pool.map(asking_program(options), entries))
    counts, wrong = collections.Counter(), []
    for entry, answer in zip(entries, answers):
        right = is_right(entry, answer, options)
        counts[entry["class"], right] += 1
        if not right:
            wrong.append(entry["file"])
            if not options.quiet:
                print(f"{entry['file']}: exit {answer}, must be {entry['exit']} ({entry['class']}): {entry['reason']}")
    for name in sorted({name for name, _ in counts}):
        verb = "accepted" if name == "none" else "rejected"
        total = counts[name, True] + counts[name, False]
        print(f"{'right files' if name == 'none' else name:12} {counts[name, True]:4} of {total:4} {verb}")
    print(f"{len(entries)} files, {len(wrong)} wrong answers")
    known = set(pathlib.Path(options.known).read_text().split()) if options.known else set()
    for path in sorted(known - set(wrong)):
        print(f"{path}: known as answered wrongly, and answered rightly: take it off the list")
    return 0 if set(wrong) == known else 1


if __name__ == "__main__":
    sys.exit(main())

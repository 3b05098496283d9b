#!/usr/bin/python3
"""Does the replay program fail where it must?

    check_replay.py PROGRAM    PROGRAM: the replay program of planted_target.cpp
"""

import subprocess
import sys
import tempfile
from pathlib import Path


def run(program, *arguments):
    done = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def wrong_outcomes(program, folder):
    """Lines that say what is not as it must be."""
    wrong = []

    def expect(name, ok):
        if not ok:
            wrong.append(name)

    empty = folder / "empty"
    empty.mkdir()
    corpus = folder / "corpus"
    corpus.mkdir()
    (corpus / "a").write_text("harmless")
    (corpus / "c").write_text("")

    code, out, _ = run(program, "planted", corpus)
    expect("a harmless corpus passes", code == 0 and "replayed 2 files" in out)
    expect("no arguments fail", run(program)[0] != 0)
    expect("a target alone fails", run(program, "planted")[0] != 0)
    expect("a target that nobody knows fails", run(program, "plantec", corpus)[0] != 0)
    expect("an empty folder fails", run(program, "planted", empty)[0] != 0)
    expect("a missing folder fails", run(program, "planted", folder / "missing")[0] != 0)
    for bad in ("broken promise", "failure"):
        (corpus / "b").write_text(bad)
        code, out, err = run(program, "planted", corpus)
        expect(f"'{bad}' fails", code != 0)
        expect(f"'{bad}' is the last file named", out.splitlines()[-1:] == [f"replay {corpus / 'b'}"])
        if bad == "broken promise":
            expect("the broken promise is told", "does not hold" in err)
    return wrong


def main(arguments):
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder:
        wrong = wrong_outcomes(arguments[0], Path(folder))
    for line in wrong:
        print("not so:", line)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

#!/usr/bin/python3
"""What fiveproof-audit prints, where, and how it ends.

    check_transcripts.py FIVEPROOF_AUDIT
"""

import subprocess
import sys
import tempfile
from pathlib import Path

HEADER = "fiveproof-certificate 1\nrule freestyle\nsize 9\nattacker black\n"
POSITION = "c4 d4 e2 e3 / a1 a9 b9 h9"
ROOT = f"root {POSITION} / black\n"
RECORD = f"record {POSITION} / e4 : ( b4 f4 g4 : e5 ) f4\n"
HOLE = f"record {POSITION} / e4 : f4\n"
FILES = {
    "good.cert": HEADER + "records 1\n" + ROOT + RECORD + "end\n",
    "hole.cert": HEADER + "records 1\n" + ROOT + HOLE + "end\n",
    "unreached.cert": HEADER + "records 2\n" + ROOT + RECORD + "record - / - / -\nend\n",
    "both.cert": HEADER + "records 1\n" + ROOT + "root - / - / white\n" + RECORD + "end\n",
    "none.cert": HEADER + "records 1\n" + RECORD + "end\n",
    "cut.cert": HEADER + "records 1\n" + ROOT + RECORD,
    "late.cert": HEADER + "records 2\n" + ROOT + RECORD + "record e1 / z1 / -\nend\n",
    "mirrored.cert": HEADER + "records 1\nroot d3 d4 b5 c5 / a1 i1 i2 i8 / black\n" + RECORD + "end\n",
    "empty.cert": "",
    "binary.cert": "\0\xff\n",
}
CLAIM = "freestyle 9x9: black wins from black c4 d4 e2 e3, white a1 a9 b9 h9, black to move"
END = "trusted: fiveproof-audit"
USAGE = """Usage: fiveproof-audit CERTIFICATE

Checks a proof that a side wins a five-in-a-row game, reply by reply, from the text that
`fiveproof convert PROOF CERTIFICATE` writes. One line per claim on standard output.

Exit code: 0 every claim verified; 1 some claim not verified; 2 usage, unreadable, no claim.
"""
VERIFIED = f"VERIFIED {CLAIM}; 1 positions, 72 replies; {END}\n"
FIRST_HOLE = "fiveproof-audit: {}: 1 records not established, the first in line {}\n"
# arguments: standard output, standard error, exit code
CASES = [
    (["--help"], USAGE, "", 0),
    (["-h"], USAGE, "", 0),
    ([], "", USAGE, 2),
    (["good.cert", "good.cert"], "", USAGE, 2),
    (["missing.cert"], "", "fiveproof-audit: missing.cert: cannot be opened\n", 2),
    (["."], "", "fiveproof-audit: .: line 1: expected a line that ends with a line feed, found 'the end of the file'\n", 2),
    (["good.cert"], VERIFIED, "", 0),
    (["hole.cert"], f"NOT VERIFIED {CLAIM}; not established\n", FIRST_HOLE.format("hole.cert", 7), 1),
    (["unreached.cert"], VERIFIED, FIRST_HOLE.format("unreached.cert", 8), 0),
    (["both.cert"], VERIFIED + "NOT VERIFIED freestyle 9x9: black wins from white to move; not established\n", "", 1),
    (["mirrored.cert"], VERIFIED.replace("c4 d4 e2 e3, white a1 a9 b9 h9", "b5 c5 d3 d4, white a1 i1 i2 i8"), "", 0),
    (["none.cert"], "", "fiveproof-audit: none.cert: nothing claimed: no root\n", 2),
    (["cut.cert"], "", "fiveproof-audit: cut.cert: line 8: expected a line that ends with a line feed, "
     "found 'the end of the file'\n", 2),
    (["late.cert"], "", "fiveproof-audit: late.cert: line 8: expected a square, found 'z1'\n", 2),
    (["empty.cert"], "", "fiveproof-audit: empty.cert: line 1: expected a line that ends with a line feed, "
     "found 'the end of the file'\n", 2),
    (["binary.cert"], "", "fiveproof-audit: binary.cert: line 1: expected fiveproof-certificate, found '\0\xff'\n", 2),
]


def main():
    program = Path(sys.argv[1]).resolve()
    differing = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, text in FILES.items():
            (Path(folder) / name).write_bytes(text.encode("latin-1"))
        for arguments, output, errors, code in CASES:
            done = subprocess.run([program, *arguments], cwd=folder, capture_output=True)
            seen = done.stdout.decode("latin-1"), done.stderr.decode("latin-1"), done.returncode
            if seen != (output, errors, code):
                differing += 1
                print(arguments, "expected:", (output, errors, code), "seen:", seen, sep="\n  ")
        # A verdict that could not be written is no success.
        with open("/dev/full", "w") as full:
            code = subprocess.run([program, "good.cert"], cwd=folder, stdout=full).returncode
            if code == 0:
                differing += 1
                print("a full disk was not noticed")
    print(f"{len(CASES) + 1} transcripts, {differing} differing")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/python3
"""What fiveproof-theorem prints, where, and how it ends.

    check_program.py THEOREM
"""

import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import tools  # noqa: E402

HEADER = "fiveproof-certificate 2\nproof -\nrule freestyle\nsize 15\nattacker black\n"
POSITION = "c4 d4 e2 e3 / a1 a9 b9 h9"
ROOT = f"root {POSITION} / black\n"
RECORD = f"record {POSITION} / e4 : ( b4 f4 g4 : e5 ) f4\n"
ONE = HEADER + "records 1\n" + ROOT
GOOD = ONE + RECORD + "end\n"
CLAIM = "freestyle 15x15: black wins from black c4 d4 e2 e3, white a1 a9 b9 h9, black to move"
YES = f"VERIFIED {CLAIM}; 1 positions; trusted: fiveproof-theorem\n"
NO = f"NOT VERIFIED {CLAIM}; not established\n"
OVER = "freestyle 15x15: black wins from black a1 b1 c1 d1 e1, white a9 c9 e9 g9 i9, black to move"


def fails(at, expected, found):
    return f"fiveproof-theorem: FILE: {at}: expected {expected}, found {found}\n"


def unsupported(what):
    return "fiveproof-theorem: FILE: not supported: expected Black to win and to move, freestyle or standard, 15x15, found " + what + "\n"


# text: standard output, standard error, exit code
CASES = {
    "good": (GOOD, YES, "", 0),
    "a hole": (ONE + RECORD.replace("( b4 f4 g4 : e5 ) ", "") + "end\n", NO, "", 1),
    "a root with its own plan": (HEADER + "records 0\n" + ROOT.replace("black\n", "black : e4 ( b4 f4 g4 : e5 ) f4\n") + "end\n",
                                 YES, "", 0),
    "a record without a move": (ONE + RECORD.replace("/ e4 :", "/ - : e4") + "end\n", YES, "", 0),
    "a root that is turned: what the record says is told": (GOOD.replace(ROOT, "root m4 l4 k2 k3 / h9 n9 o9 o1 / black\n"),
                                                            YES, "", 0),
    "two roots, one false": (ONE + "root - / - / black\n" + RECORD + "end\n",
                             YES + "NOT VERIFIED freestyle 15x15: black wins from the empty board; not established\n", "", 1),
    "the rule is that of the check": (GOOD.replace("freestyle", "standard"), YES.replace("freestyle", "standard"), "", 0),
    "six are no five": (HEADER.replace("freestyle", "standard") + "records 1\nroot a1 b1 c1 d1 f1 / a9 c9 e9 g9 i9 / black\n"
                        "record a1 b1 c1 d1 f1 / a9 c9 e9 g9 i9 / e1\nend\n",
                        "NOT VERIFIED standard 15x15: black wins from black a1 b1 c1 d1 f1, white a9 c9 e9 g9 i9, black to move; "
                        "not established\n", "", 1),
    "six are a five": (HEADER + "records 1\nroot a1 b1 c1 d1 f1 / a9 c9 e9 g9 i9 / black\n"
                       "record a1 b1 c1 d1 f1 / a9 c9 e9 g9 i9 / e1\nend\n",
                       "VERIFIED freestyle 15x15: black wins from black a1 b1 c1 d1 f1, white a9 c9 e9 g9 i9, black to move; "
                       "1 positions; trusted: fiveproof-theorem\n", "", 0),
    "the game is over": (HEADER + "records 1\nroot a1 b1 c1 d1 e1 / a9 c9 e9 g9 i9 / black\n"
                         "record a1 b1 c1 d1 e1 / a9 c9 e9 g9 i9 / f1\nend\n",
                         f"NOT VERIFIED {OVER}; the game is over\n", "", 1),
    "White has four": (HEADER + "records 1\nroot c4 d4 e2 e3 / a1 b1 c1 d1 / black\n"
                       "record c4 d4 e2 e3 / a1 b1 c1 d1 / e4 : f4\nend\n",
                       "NOT VERIFIED freestyle 15x15: black wins from black c4 d4 e2 e3, white a1 b1 c1 d1, black to move; "
                       "not established\n", "", 1),
    "no root": (GOOD.replace(ROOT, ""), "", "fiveproof-theorem: FILE: nothing claimed: no root\n", 2),
    "renju": (GOOD.replace("freestyle", "renju"), "", unsupported("renju"), 2),
    "another size": (GOOD.replace("size 15", "size 9"), "", unsupported("a board of 9x9"), 2),
    "White attacks": (GOOD.replace("attacker black", "attacker white"), "", unsupported("White as the attacker"), 2),
    "White to move": (GOOD.replace("h9 / black", "h9 / white"), "", unsupported("a claim with White to move"), 2),
    "empty": ("", "", fails("line 1, byte 0", "a line that ends with a line feed", "the end of the file"), 2),
    "cut off": (ONE + RECORD, "", fails(f"line 9, byte {len(ONE + RECORD)}", "a line that ends with a line feed", "the end of the file"), 2),
    "half a line": (GOOD[:-1], "", fails(f"line 9, byte {len(GOOD) - 1}", "a line that ends with a line feed", "the end of the file"), 2),
    "more lines": (GOOD + "end\n", "", fails(f"line 10, byte {len(GOOD)}", "the end of the file", "another line"), 2),
    "an old one": (GOOD.replace("certificate 2", "certificate 1"), "", fails("line 1, byte 22", "a number from 2 to 2", "'1'"), 2),
    "no such rule": (GOOD.replace("freestyle", "pente"), "",
                     fails("line 3, byte 37", "freestyle or standard or renju", "'pente'"), 2),
    "no number": (GOOD.replace("records 1", "records -1"), "", fails("line 6, byte 78", "a number from 0 to 4294967295", "'-1'"), 2),
    "a huge number": (GOOD.replace("records 1", "records 1" + 40 * "0"), "",
                      fails("line 6, byte 78", "a number from 0 to 4294967295", "'1" + 39 * "0" + "'"), 2),
    "fewer records": (GOOD.replace("records 1", "records 2"), "",
                      fails(f"line 9, byte {len(GOOD) - 4}", "record number 2", "'end'"), 2),
    "more records": (GOOD.replace("records 1", "records 0"), "",
                     fails(f"line 8, byte {len(ONE)}", "no more than 0 records", "'record'"), 2),
    "a root too late": (ONE + RECORD + ROOT + "end\n", "",
                        fails(f"line 9, byte {len(ONE + RECORD)}", "a record: roots come first", "'root'"), 2),
    "no square": (GOOD.replace("/ e4 :", "/ p4 :"), "", fails(f"line 8, byte {GOOD.index('e4 :')}", "a square", "'p4'"), 2),
    "row 16": (GOOD.replace("/ e4 :", "/ e16 :"), "", fails(f"line 8, byte {GOOD.index('e4 :')}", "a square", "'e16'"), 2),
    "row 0": (GOOD.replace("/ e4 :", "/ e0 :"), "", fails(f"line 8, byte {GOOD.index('e4 :')}", "a square", "'e0'"), 2),
    "row 04": (GOOD.replace("/ e4 :", "/ e04 :"), "", fails(f"line 8, byte {GOOD.index('e4 :')}", "a square", "'e04'"), 2),
    "a square twice": (GOOD.replace("h9 / e4", "c4 / e4"), "",
                       fails(f"line 8, byte {GOOD.index('h9 / e4')}", "a square without a stone", "'c4'"), 2),
    "a branch without an end": (GOOD.replace("e5 )", "e5"), "",
                                fails(f"line 8, byte {GOOD.index(' ) f4') + 3}", ")", "the end of the line"), 2),
    "an end without a branch": (GOOD.replace(") f4", ") ) f4"), "",
                                fails(f"line 8, byte {GOOD.index(') f4') + 2}", "a square or the end of the line", "')'"), 2),
    "bytes": ("\0\xff\n", "", fails("line 1, byte 0", "fiveproof-certificate", "'??'"), 2),
    "too deep": (GOOD.replace("( b4", 101 * "( b4 : e5 " + "( b4"), "", None, 2),
    "a long line": (GOOD.replace("e5 )", "e5 )" + " " * 2**20), "",
                    fails(f"line 8, byte {len(ONE)}", "a line of at most 1048576 characters", "a longer one"), 2),
    "a long plan": (GOOD.replace(") f4", ") f4" + " f4" * 300_000), YES, "", 0),
}


def asked(program, path, text):
    """Through a pipe when there is no file."""
    done = subprocess.run([program, path], input=None if path != "-" else text, capture_output=True, timeout=120)
    return done.stdout.decode(), done.stderr.decode(), done.returncode


def main(program):
    tools.skip_without("coqc", "ocamlopt")
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        for name, (text, out, err, code) in CASES.items():
            path = Path(folder, "case.cert")
            path.write_bytes(text.encode("latin-1"))
            for told in (str(path), "-"):
                found = asked(program, told, text.encode("latin-1"))
                expected = (out, found[1] if err is None else err.replace("FILE", "standard input" if told == "-" else told), code)
                if found != expected:
                    wrong.append(f"{name}: expected {expected}\nfound {found}")
        (Path(folder) / "good.cert").write_text(GOOD)
        for words, code in (([], 2), (["--help"], 0), (["--no"], 2), ([folder], 2), ([folder + "/no"], 2), ([""], 2),
                            ([folder + "/good.cert", "x"], 2)):
            done = subprocess.run([program, *words], capture_output=True, text=True, timeout=60)
            told = done.stderr if code else done.stdout
            if done.returncode != code or not told or (code and done.stdout):
                wrong.append(f"{words}: expected exit code {code} and a word, found {done}")
        with open("/dev/full", "w") as full:
            done = subprocess.run([program, folder + "/good.cert"], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
            if done.returncode != 2 or not done.stderr:
                wrong.append(f"a full disk: expected exit code 2 and a word, found {done}")
    print("\n".join(wrong))
    print(f"{len(CASES)} certificates, {len(wrong)} failures")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

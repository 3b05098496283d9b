#!/usr/bin/python3
"""What fiveproof-audit prints, where, and how it ends.

    check_transcripts.py FIVEPROOF_AUDIT VERSION
"""

import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.dont_write_bytecode = True
import check_certificate  # noqa: E402

PROOF = "fb8ce91f4e2af7ff013cc49765bd55e9f674d1c9325f3db762d5bea2f500eecd"
HEADER = "fiveproof-certificate 2\nproof -\nrule freestyle\nsize 9\nattacker black\n"
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
    "named.cert": (HEADER + "records 1\n" + ROOT + RECORD + "end\n").replace("proof -", f"proof {PROOF}"),
    "other.cert": (HEADER + "records 1\n" + ROOT + RECORD + "end\n").replace("proof -", "proof " + 64 * "a"),
    "board.cert": HEADER + "records 0\nroot - / - / black\nend\n",
    "old.cert": HEADER.replace("certificate 2", "certificate 1"),
    "empty.cert": "",
    "binary.cert": "\0\xff\n",
}
CLAIM = "freestyle 9x9: black wins from black c4 d4 e2 e3, white a1 a9 b9 h9, black to move"
STONES = "black c4 d4 e2 e3, white a1 a9 b9 h9, black to move"
USAGE = """Usage: fiveproof-audit [--expect CLAIM] CERTIFICATE

Checks a proof that a side wins a five-in-a-row game, reply by reply, from the text that
`fiveproof convert PROOF CERTIFICATE` writes. One line per claim on standard output.

  CERTIFICATE     a file; -: standard input
  --expect CLAIM  what must be claimed, and nothing else: "RULE SIZE ATTACKER [ROOT]".
                  ROOT: moves, "h8 a1", or stones, "black h8, white a1, black to move";
                  without it the empty board
  --version, --help

Exit code: 0 every claim verified, and as expected; 1 not; 2 usage, unreadable, no claim.
"""


def proof_of(name):
    """The name of the proof of a file, as the second checker has it."""
    return check_certificate.content_hash(check_certificate.Certificate(FILES[name].encode("latin-1")))


def verified(claim=CLAIM, name="good.cert"):
    return f"VERIFIED {claim}; 1 positions, 72 replies; proof {proof_of(name)}; trusted: fiveproof-audit\n"


def not_verified(name, claim=CLAIM):
    return f"NOT VERIFIED {claim}; not established; proof {proof_of(name)}\n"


def not_accepted(name="good.cert"):
    return verified(name=name).replace("VERIFIED", "NOT ACCEPTED").replace("; trusted: fiveproof-audit", "")


VERIFIED = verified()
NOT_EXPECTED = "NOT AS EXPECTED: expected the claim {}; the certificate claims " + CLAIM + "\n"
FIRST_HOLE = "fiveproof-audit: {}: 1 records not established, the first in line {}\n"
CUT = "expected a line that ends with a line feed, found 'the end of the file'\n"
# arguments: standard output, standard error, exit code
CASES = [
    (["--help"], USAGE, "", 0),
    (["-h"], USAGE, "", 0),
    (["good.cert", "--help"], USAGE, "", 0),
    (["--version"], "fiveproof-audit VERSION\n", "", 0),
    ([], "", USAGE, 2),
    (["good.cert", "hole.cert"], "", "fiveproof-audit: expected one certificate, found hole.cert too\n", 2),
    ([""], "", "fiveproof-audit: expected the name of a certificate\n", 2),
    (["--expect", "freestyle 9 black"], "", "fiveproof-audit: expected the name of a certificate\n", 2),
    (["--bogus", "good.cert"], "", "fiveproof-audit: unknown option --bogus\n", 2),
    (["good.cert", "-q"], "", "fiveproof-audit: unknown option -q\n", 2),
    (["--expect\n", "good.cert"], "", "fiveproof-audit: unknown option --expect\\x0a\n", 2),
    (["missing.cert"], "", "fiveproof-audit: missing.cert: cannot be opened\n", 2),
    (["a\nVERIFIED \x1b[2J"], "", "fiveproof-audit: a\\x0aVERIFIED \\x1b[2J: cannot be opened\n", 2),
    # What cannot be read is not taken for the end.
    (["."], "", "fiveproof-audit: .: basic_filebuf::underflow error reading the file: Is a directory\n", 2),
    (["good.cert"], VERIFIED, "", 0),
    (["named.cert"], VERIFIED, "", 0),
    # The verdict comes last, and what is not accepted is not called verified.
    (["other.cert"], "NOT ITS PROOF: the certificate says it was made from the proof " + 64 * "a" +
     f"; its claims and records are those of {PROOF}\n" + not_accepted(), "", 1),
    (["hole.cert"], not_verified("hole.cert"), FIRST_HOLE.format("hole.cert", 8), 1),
    (["unreached.cert"], verified(name="unreached.cert"), FIRST_HOLE.format("unreached.cert", 9), 0),
    (["both.cert"], verified(name="both.cert") +
     not_verified("both.cert", "freestyle 9x9: black wins from the empty board, white to move"), "", 1),
    (["board.cert"], not_verified("board.cert", "freestyle 9x9: black wins from the empty board"), "", 1),
    (["mirrored.cert"], verified(CLAIM.replace("c4 d4 e2 e3, white a1 a9 b9 h9", "b5 c5 d3 d4, white a1 i1 i2 i8")),
     "", 0),
    (["none.cert"], "", "fiveproof-audit: none.cert: nothing claimed: no root\n", 2),
    (["cut.cert"], "", f"fiveproof-audit: cut.cert: line 9: {CUT}", 2),
    (["late.cert"], "", "fiveproof-audit: late.cert: line 9: expected a square, found 'z1'\n", 2),
    (["old.cert"], "", "fiveproof-audit: old.cert: line 1: expected a number from 2 to 2, found '1'\n", 2),
    (["empty.cert"], "", f"fiveproof-audit: empty.cert: line 1: {CUT}", 2),
    (["binary.cert"], "", "fiveproof-audit: binary.cert: line 1: expected fiveproof-certificate, found '??'; of a proof, fiveproof convert PROOF proof.cert makes one\n", 2),
    # What is expected.
    (["--expect", f"freestyle 9 black {STONES}", "good.cert"], VERIFIED, "", 0),
    (["good.cert", f"--expect=freestyle 9x9 black {STONES}"], VERIFIED, "", 0),
    (["mirrored.cert", "--expect", f"freestyle 9 black {STONES}"],
     verified(CLAIM.replace("c4 d4 e2 e3, white a1 a9 b9 h9", "b5 c5 d3 d4, white a1 i1 i2 i8")), "", 0),
    (["--expect", "freestyle 9 black", "good.cert"],
     NOT_EXPECTED.format("freestyle 9x9: black wins from the empty board") + not_accepted(), "", 1),
    (["--expect", f"standard 9 black {STONES}", "good.cert"],
     NOT_EXPECTED.format(CLAIM.replace("freestyle", "standard")) + not_accepted(), "", 1),
    (["--expect", f"freestyle 9 white {STONES}", "good.cert"],
     NOT_EXPECTED.format(CLAIM.replace("black wins", "white wins")) + not_accepted(), "", 1),
    (["--expect", f"freestyle 9 black {STONES}", "both.cert"],
     f"NOT AS EXPECTED: expected the claim {CLAIM} alone; the certificate makes 2 claims\n" + not_accepted("both.cert") +
     not_verified("both.cert", "freestyle 9x9: black wins from the empty board, white to move"), "", 1),
    (["--expect", "", "good.cert"], "",
     "fiveproof-audit: expected a claim RULE SIZE ATTACKER [ROOT], found ''\n", 2),
    (["--expect=", "good.cert"], "",
     "fiveproof-audit: expected a claim RULE SIZE ATTACKER [ROOT], found ''\n", 2),
    (["good.cert", "--expect"], "", "fiveproof-audit: expected a claim after --expect\n", 2),
    (["good.cert", "--expect", "freestyle 9 black", "--expect", "freestyle 9 black"], "",
     "fiveproof-audit: expected --expect once\n", 2),
    (["good.cert", "--expect", "gomoku 9 black"], "",
     "fiveproof-audit: expected freestyle, standard or renju, found 'gomoku'\n", 2),
]


def standard_input(program, folder):
    """A certificate as - and as /dev/stdin, from a pipe and from a file that someone has read from."""
    text, wrong = FILES["good.cert"].encode(), 0
    for name in ("-", "/dev/stdin"):
        done = subprocess.run([program, name], input=text, capture_output=True)
        wrong += (done.stdout.decode(), done.returncode) != (VERIFIED, 0)
        done = subprocess.run([program, name], input=b"", capture_output=True)
        shown = "standard input" if name == "-" else name
        wrong += (done.stderr.decode(), done.returncode) != (f"fiveproof-audit: {shown}: line 1: {CUT}", 2)
        with open(Path(folder) / "good.cert", "rb") as file:
            done = subprocess.run([program, name], stdin=file, capture_output=True)
            wrong += (done.stdout.decode(), done.returncode) != (VERIFIED, 0)
    (Path(folder) / "second.cert").write_bytes(b"a line before\n" + text)
    done = subprocess.run(["sh", "-c", f"(read line; exec {program} -) < second.cert"], cwd=folder, capture_output=True)
    wrong += (done.stdout.decode(), done.returncode) != (VERIFIED, 0)
    done = subprocess.run(["bash", "-c", f"{program} <(cat good.cert)"], cwd=folder, capture_output=True)
    wrong += (done.stdout.decode(), done.returncode) != (VERIFIED, 0)
    if wrong:
        print(f"standard input and pipes: {wrong} wrong")
    return wrong


def main():
    program = Path(sys.argv[1]).resolve()
    differing = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, text in FILES.items():
            (Path(folder) / name).write_bytes(text.encode("latin-1"))
        for arguments, output, errors, code in CASES:
            done = subprocess.run([program, *arguments], cwd=folder, capture_output=True)
            seen = done.stdout.decode("latin-1"), done.stderr.decode("latin-1"), done.returncode
            if seen != (output.replace("VERSION", sys.argv[2]), errors, code):
                differing += 1
                print(arguments, "expected:", (output, errors, code), "seen:", seen, sep="\n  ")
        differing += standard_input(program, folder)
        # A verdict that could not be written is no success.
        with open("/dev/full", "w") as full:
            done = subprocess.run([program, "good.cert"], cwd=folder, stdout=full, stderr=subprocess.PIPE)
            if (done.returncode, done.stderr) != (
                    2, b"fiveproof-audit: good.cert: standard output cannot be written\n"):
                differing += 1
                print("a full disk was not noticed")
    print(f"{len(CASES) + 9} transcripts, {differing} differing")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())

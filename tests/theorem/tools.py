"""What the tests of theorem/ share: how a part that is missing is told, and certificates made of parts of others."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "theorem/closed"))
sys.dont_write_bytecode = True
import certificate  # noqa: E402

SKIPPED = 77
NAMES = {q: word.decode() for word, q in certificate.SQUARE.items()}
TOKENS = {**NAMES, certificate.BRANCH: ")", certificate.END_OF_REPLIES: ":", certificate.REPLIES: "("}
VERDICT = re.compile(r"^(NOT )?VERIFIED ", re.MULTILINE)


def skip_without(*programs):
    for program in programs:
        if shutil.which(program) is None:
            print(f"skipped, this is missing: {program} (scripts/setup --theorem)")
            sys.exit(SKIPPED)


def tokens_of(record):
    """The plan as it stands in a certificate."""
    return list(reversed(record.plan))


def plan_of(tokens):
    return bytes(reversed(tokens))


def stones(squares):
    return " ".join(NAMES[q] for q in squares) or "-"


def text_of(records, root, is_standard=False, header=None):
    """A certificate of these records, with a claim of the position `root`: (black, white)."""
    told = {"fiveproof-certificate": "2", "proof": "-", "rule": "standard" if is_standard else "freestyle", "size": "15",
            "attacker": "black", "records": str(len(records)), **(header or {})}
    lines = [f"{name} {value}" for name, value in told.items()] + [f"root {stones(root[0])} / {stones(root[1])} / black"]
    for record in records:
        plan = " ".join(TOKENS[token] for token in tokens_of(record))
        lines.append(f"record {stones(record.black)} / {stones(record.white)} / {NAMES[record.move]}" + (f" : {plan}" if plan else ""))
    return "\n".join([*lines, "end", ""])


class Book:
    """A certificate, and what each of its records needs."""

    def __init__(self, path):
        self.whole = certificate.Certificate(Path(path).read_bytes())
        self.records, self.is_standard = self.whole.records, self.whole.is_standard
        self.places = certificate.places_of(self.records)

    def below(self, i, most):
        """Record i and all that it needs, itself first; None if they are more than `most`."""
        found, to_do = {}, [i]
        while to_do:
            j = to_do.pop()
            if j not in found:
                if len(found) == most:
                    return None
                found[j] = self.records[j]
                to_do += [k for _, k, _ in certificate.stored_replies(found[j], self.places, self.is_standard)]
        return list(found.values())


def outcome(program, path):
    """(accepts, supported, what was told): every claim verified, whatever else is said of the file."""
    done = subprocess.run([program, path], capture_output=True, text=True, errors="replace", timeout=600)
    if done.returncode not in (0, 1, 2):
        raise SystemExit(f"{program} {path}: ended with {done.returncode}: {done.stderr[-500:]}")
    verdicts = VERDICT.findall(done.stdout)
    accepts = done.returncode != 2 and bool(verdicts) and not any(verdicts)
    if done.returncode == 0 and not accepts:
        raise SystemExit(f"{program} {path}: ended with 0 and printed {done.stdout!r}")
    return accepts, "not supported" not in done.stderr, done.stdout + done.stderr


def is_true(fiveproof, records, root, is_standard, folder):
    """Is the claim true? `fiveproof verify` sees no plan, only the moves of these records, and looks for wins by itself. Where that
    does not do, `solve` looks for other moves, and what it finds is verified at level rules."""
    def side(squares):
        return "" if not squares else stones(squares)

    header = {"format": "fiveproof", "version": 1, "rule": "standard" if is_standard else "freestyle", "size": 15, "attacker": "black",
              "roots": [{"black": side(root[0]), "white": side(root[1]), "to-move": "black"}]}
    lines = [header] + [{"black": side(r.black), "white": side(r.white), **({} if r.move == 255 else {"move": NAMES[r.move]})} for r in records]
    path = Path(folder, "claim.jsonl")
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    done = subprocess.run([fiveproof, "verify", "-q", path], capture_output=True, text=True, timeout=600)
    if done.returncode == 0 and done.stdout.startswith("VERIFIED "):
        return True, done.stdout
    position = ["--rule", header["rule"], *(word for side, squares in header["roots"][0].items() for word in (f"--{side}", squares))]
    solved = Path(folder, "solved.fvp")
    for command in (["solve", "-q", *position, "--attacker", "black", "--threads", "1", "--nodes", "20000", "-o", solved],
                    ["verify", "-q", "--trust", "rules", solved]):
        again = subprocess.run([fiveproof, *command], capture_output=True, text=True, timeout=600)
        if again.returncode != 0:
            return False, done.stdout + done.stderr + again.stdout + again.stderr
    return again.stdout.startswith("VERIFIED "), again.stdout

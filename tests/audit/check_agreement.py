#!/usr/bin/python3
"""Do fiveproof-audit and check_certificate.py say the same of all certificates?

    check_agreement.py FIVEPROOF_AUDIT WRITE_CERTIFICATES PROOF

Standard output and exit code are compared; and there must be enough of each verdict for that to mean something. Without
zones the second checker may say no where the first says yes, but only of a certificate that was damaged.
"""

import collections
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.dont_write_bytecode = True
import check_certificate  # noqa: E402


def opinion(data, has_zones=True):
    try:
        lines, code = check_certificate.check(data, has_zones)
    except check_certificate.Malformed:
        return "", 2
    return "".join(line + "\n" for line in lines), code


def outside(data):
    """The replies to the root that no lemma excludes but the fourth; and of which of them another checker may say no."""
    certificate = check_certificate.Certificate(data)
    checker = check_certificate.Checker(certificate)
    (root,) = certificate.roots
    own, others = checker.sides(root)
    left = set(checker.replies_left(own, others, root.plan))
    zone = checker.zone(own, others, check_certificate.after(root.plan))
    return tuple(set(map(check_certificate.name, squares)) for squares in (left - (zone or left), checker.open))


def main():
    audit, write, proof = sys.argv[1:]
    sys.setrecursionlimit(10_000)
    seen = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([write, folder, proof], check=True)
        paths = sorted(Path(folder).glob("*.cert"))
        differing = 0
        for path in paths:
            ours = subprocess.run([audit, path], capture_output=True, text=True)
            data = path.read_bytes()
            theirs = opinion(data)
            for line in ours.stdout.splitlines():
                seen[line.split()[0] + (" 15x15" if "15x15" in line else "") +
                     (" standard" if "standard" in line else "") +
                     (f" renju {re.search('(black|white) wins', line)[1]}" if "renju" in line else "")] += 1
            seen[f"exit code {ours.returncode}"] += 1
            without = theirs if b"rule renju" in data else opinion(data, False)
            if (ours.stdout, ours.returncode) != theirs or (
                    without != theirs and (without[1] == 0 or "damaged" not in path.name)):
                differing += 1
                print(f"{path.name}: fiveproof-audit {ours.returncode}: {ours.stdout}{ours.stderr}"
                      f"check_certificate {theirs[1]}: {theirs[0]}{path.read_text()[:3000]}")
            beside = path.with_suffix(".outside")
            if beside.exists():
                seen["zones"] += 1
                said, (found, unsaid) = set(beside.read_text().split()), outside(data)
                if said - unsaid != found - unsaid:
                    differing += 1
                    print(f"{path.name}: the zones differ: {path.read_text()}{beside.read_text()}")
    print(f"{len(paths)} certificates, {differing} differing;", dict(sorted(seen.items())))
    enough = min(seen[f"exit code {code}"] for code in (0, 1, 2)) >= 10
    # Renju by itself: both colours as attacker, small boards and large ones.
    enough = enough and all(
        seen[f"{verdict}{board} renju {colour}"] >= least
        for verdict in ("VERIFIED", "NOT") for colour in ("black", "white")
        for board, least in (("", 10), (" 15x15", 1)))
    enough = enough and seen["zones"] >= 100
    return 1 if differing or not enough else 0


if __name__ == "__main__":
    sys.exit(main())

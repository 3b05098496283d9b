#!/usr/bin/python3
"""fiveproof-theorem over the certificates of tests/corpus: it accepts none that fiveproof-audit rejects.

    check_corpus.py THEOREM AUDIT FIVEPROOF

It takes boards of 15x15 with Black as the attacker, and the corpus has smaller ones. So each file is asked about as it is, where
it must be rejected or refused as not supported; and once more with its stones on a board of 15x15, colours exchanged where White
is the attacker, where the audit says what is true of it. What is accepted there and not by the audit must be true: a plan that was
spoiled may be one of several that do. Then the audit accepts the same claim of another file, or `fiveproof verify` proves it by the
moves alone.
"""

import collections
import json
import re
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import tools  # noqa: E402
import certificate  # noqa: E402

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "corpus"))
from corpus import HERE, path_of  # noqa: E402

LEAST = {"both reject": 150, "both accept": 30}  # of those on 15x15: so many there are to be asked about


def on_15(text):
    """The same stones on 15x15 with Black as the attacker; free-style and standard mean the same for both colours."""
    lines = re.sub(rb"^size \d+$", b"size 15", text, flags=re.MULTILINE).split(b"\n")
    lines = [b"proof -" if line.startswith(b"proof ") else line for line in lines]
    if b"attacker white" not in lines:
        return b"\n".join(lines)
    exchanged = []
    for line in lines:
        fields = line.split(b"/")
        if line.startswith((b"root ", b"record ")) and len(fields) == 3:
            kind, _, black = fields[0].partition(b" ")
            sides = {b" black": b" white", b" white": b" black"}
            last = sides.get(fields[2][:6], fields[2][:6]) + fields[2][6:] if kind == b"root" else fields[2]
            line = kind + b" " + fields[1].strip() + b" / " + black.strip() + b" /" + last
        exchanged.append(b"attacker black" if line == b"attacker white" else line)
    return b"\n".join(exchanged)


def claims(told):
    """What is said to be verified, without what follows."""
    return {line.split(";")[0] for line in told.splitlines() if line.startswith("VERIFIED ")}


def is_true(fiveproof, file, folder):
    whole = certificate.Certificate(file.read_bytes())
    return all(tools.is_true(fiveproof, whole.records, root, whole.is_standard, folder)[0] for root in whole.roots)


def main(theorem, audit, fiveproof):
    tools.skip_without("coqc", "ocamlopt")
    counts, wrong, proved, doubtful = collections.Counter(), [], set(), []
    entries = [json.loads(line) for line in (HERE / "index.jsonl").read_text().splitlines()]
    with tempfile.TemporaryDirectory() as folder:
        for number, entry in enumerate(entry for entry in entries if entry["format"] == "cert"):
            file, moved = path_of(entry["file"]), Path(folder, f"{number}.cert")
            accepts, supported, _ = tools.outcome(theorem, file)
            counts["as it is: " + ("accepted" if accepts else "rejected" if supported else "not supported")] += 1
            if accepts and not tools.outcome(audit, file)[0]:
                wrong.append(f"{file}: accepted, and not by the audit")
            moved.write_bytes(on_15(file.read_bytes()))
            accepts, supported, told = tools.outcome(theorem, moved)
            believed, _, told_by_audit = tools.outcome(audit, moved)
            if believed:
                proved |= claims(told_by_audit)
            if accepts and not believed:
                doubtful.append((file, moved, told))
            word = {(0, 0): "both reject", (1, 1): "both accept", (0, 1): "only the audit accepts", (1, 0): "only theorem accepts"}
            counts["on 15x15: " + (word[accepts, believed] if supported else "not supported")] += 1
        for file, moved, told in doubtful:
            if claims(told) <= proved or is_true(fiveproof, moved, folder):
                counts["on 15x15: of those only theorem accepts, true"] += 1
            else:
                wrong.append(f"{file} on 15x15: accepted, and nobody else says so: {told}")
    for word, number in sorted(counts.items()):
        print(f"{number:5} {word}")
    for word, least in LEAST.items():
        if counts["on 15x15: " + word] < least:
            wrong.append(f"expected {least} certificates on 15x15 that {word}, found {counts['on 15x15: ' + word]}")
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

#!/usr/bin/python3
"""fiveproof-theorem over the certificates of tests/corpus: it accepts none that fiveproof-audit rejects.

    check_corpus.py THEOREM AUDIT CORPUS

It takes boards of 15x15 with Black as the attacker, and the corpus has smaller ones. So each file is asked about as it is, where
it must be rejected or refused as not supported; and once more with its stones on a board of 15x15, colours exchanged where White
is the attacker, where the audit says what is true of it.
"""

import collections
import json
import re
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import tools  # noqa: E402

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


def main(theorem, audit, corpus):
    tools.skip_without("coqc", "ocamlopt")
    corpus, counts, wrong = Path(corpus), collections.Counter(), []
    entries = [json.loads(line) for line in (corpus / "index.jsonl").read_text().splitlines()]
    with tempfile.TemporaryDirectory() as folder:
        moved = Path(folder, "moved.cert")
        for entry in (entry for entry in entries if entry["format"] == "cert"):
            file = corpus / entry["file"]
            accepts, supported, _ = tools.outcome(theorem, file)
            counts["as it is: " + ("accepted" if accepts else "rejected" if supported else "not supported")] += 1
            if accepts and not tools.outcome(audit, file)[0]:
                wrong.append(f"{file}: accepted, and not by the audit")
            moved.write_bytes(on_15(file.read_bytes()))
            accepts, supported, told = tools.outcome(theorem, moved)
            believed = tools.outcome(audit, moved)[0]
            if not supported:
                word = "not supported"
            else:
                word = {(0, 0): "both reject", (1, 1): "both accept", (0, 1): "only the audit accepts", (1, 0): "only theorem accepts"}[
                    accepts, believed]
            counts["on 15x15: " + word] += 1
            if accepts and not believed:
                wrong.append(f"{file} on 15x15: accepted, and not by the audit: {told}")
    for word, number in sorted(counts.items()):
        print(f"{number:5} {word}")
    for word, least in LEAST.items():
        if counts["on 15x15: " + word] < least:
            wrong.append(f"expected {least} certificates on 15x15 that {word}, found {counts['on 15x15: ' + word]}")
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

"""What is disturbed, and what each of them promises."""

import hashlib
import json
import shutil
import struct
import sys
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from unproved import maker, unproved_lines  # noqa: E402

# Ten jobs, a fiftieth of a second; and 320 jobs, a second.
SHORT_ROOT, LONG_ROOT = "h8,a1,i9,j10", "h8,a1,i9"


class Failure(Exception):
    pass


def require(condition, *what):
    if not condition:
        raise Failure(" ".join(map(str, what)))


@dataclass
class Program:
    """`words`: IN/ and OUT/ are folders. Outputs appear whole or not at all; a store and a journal grow step by step."""
    name: str
    words: str
    outputs: list = field(default_factory=list)
    code: int = 0
    store: str = ""
    journal: str = ""
    log: str = ""
    claim: str = ""  # the output proves this, and need not have the same bytes
    partners: int = 1  # so many processes at once
    is_long: bool = False
    gives_a_part: bool = False  # when it is stopped, the output has what was done until then

    def names(self):
        """What is in OUT at the end."""
        stores = [self.store + end for end in ("", "-lock", "-claims")] if self.store else []
        return sorted([*self.outputs, *stores, *filter(None, [self.journal, self.log])])


def solve(root):
    return f"solve --rule freestyle --moves {root} --attacker black --threads 1 -q"


def claim(root):
    return f"freestyle 15 black {root.replace(',', ' ')}"


PROGRAMS = [
    Program("convert jsonl", "convert IN/example.fvp OUT/o.jsonl -q", ["o.jsonl"]),
    Program("convert smallest", "convert IN/few.fvp OUT/o.fvp --smallest -q", ["o.fvp"]),
    Program("convert spilled", "convert IN/gappy.fvp OUT/o.jsonl --memory 4K -q", ["o.jsonl"]),
    Program("convert cert", "convert IN/few.fvp OUT/o.cert -q", ["o.cert"]),
    Program("convert lib", "convert IN/example.fvp OUT/o.lib -q", ["o.lib"]),
    Program("convert store", "convert IN/few.fvp OUT/o.fvs -q", store="o.fvs"),
    Program("merge", "merge IN/few.fvp IN/example.fvp --prefer smallest -o OUT/o.fvp -q", ["o.fvp"]),
    Program("trim", "trim IN/example.fvp -o OUT/o.jsonl.zst -q", ["o.jsonl.zst"]),
    Program("verify resume", "verify IN/gappy.fvp --effort 20 --threads 2 --resume OUT/journal --gaps OUT/gaps.jsonl -q",
            ["gaps.jsonl"], code=1, journal="journal"),
    Program("verify rules", "verify IN/gappy.fvp --trust rules --effort 20 --threads 2 --resume OUT/journal"
            " --gaps OUT/gaps.jsonl.zst -q", ["gaps.jsonl.zst"], code=1, journal="journal"),
    Program("solve", f"{solve(SHORT_ROOT)} --store OUT/s.fvs -o OUT/o.fvp --log OUT/log", ["o.fvp"], store="s.fvs", log="log",
            claim=claim(SHORT_ROOT)),
    Program("solve in pairs", f"{solve(SHORT_ROOT)} --store OUT/s.fvs -o OUT/o.fvp --log OUT/log", ["o.fvp"], store="s.fvs",
            log="log", claim=claim(SHORT_ROOT), partners=2),
    Program("solve alone", f"{solve(SHORT_ROOT)} -o OUT/o.jsonl", ["o.jsonl"], claim=claim(SHORT_ROOT)),
    Program("solve gaps", "solve --gaps IN/cut.gaps.jsonl --into IN/cut.jsonl --threads 2 --store OUT/s.fvs -o OUT/o.fvp -q",
            ["o.fvp"], store="s.fvs", claim=claim(SHORT_ROOT), gives_a_part=True),
    Program("repair", "solve --repair IN/s.fvs -o OUT/r.fvs -q", ["r.fvs"]),
    Program("solve long", f"{solve(LONG_ROOT)} --store OUT/s.fvs -o OUT/o.fvp --log OUT/log", ["o.fvp"], store="s.fvs", log="log",
            claim=claim(LONG_ROOT), is_long=True),
    Program("solve long in pairs", f"{solve(LONG_ROOT)} --store OUT/s.fvs -o OUT/o.fvp --log OUT/log", ["o.fvp"],
            store="s.fvs", log="log", claim=claim(LONG_ROOT), partners=2, is_long=True),
    Program("verify long", "verify IN/long.fvp --effort 20 --threads 2 --resume OUT/journal --gaps OUT/gaps.jsonl -q",
            ["gaps.jsonl"], code=1, journal="journal", is_long=True),
]


def words_of(text, fiveproof, inputs, out):
    words = [word.replace("IN/", f"{inputs}/").replace("OUT/", f"{out}/") for word in text.split()]
    return [fiveproof, *(word.replace(",", " ") if word.startswith("h8,") else word for word in words)]


def make_inputs(fiveproof, example, folder):
    run = maker(fiveproof)
    shutil.copy(example, folder / "example.fvp")
    for name, records in (("gappy", 150), ("long", 3000)):
        (folder / f"{name}.jsonl").write_text(unproved_lines(records))
        run("convert", folder / f"{name}.jsonl", folder / f"{name}.fvp", "-q")
    for name, moves in (("few", "h8 a1 i9 a15"), ("whole", "h8 a1 i9 j10")):
        run("solve", "--rule", "freestyle", "--moves", moves, "--attacker", "black", "-q", "-o", folder / f"{name}.fvp",
            *(["--store", folder / "s.fvs"] if name == "whole" else []))
    run("convert", folder / "whole.fvp", folder / "whole.jsonl", "-q")
    (folder / "cut.jsonl").write_text("".join((folder / "whole.jsonl").read_text().splitlines(True)[:40]))
    run("verify", folder / "cut.jsonl", "-q", "--gaps", folder / "cut.gaps.jsonl")


# -- what is known as durable -----------------------------------------------------------------------------


def journal_entries(path):
    """The entries of a journal up to the first that is not whole, read as verify/parts/journal.hpp says."""
    if not path.exists():
        return []
    data = path.read_bytes()
    at, entries = data.find(b"\n") + 1, []
    while at > 0 and at + 12 <= len(data):
        length = struct.unpack_from(">I", data, at)[0]
        payload = data[at + 12:at + 12 + length]
        if len(payload) < length or hashlib.sha256(payload).digest()[:8] != data[at + 4:at + 12]:
            break
        entries.append(payload)
        at += 12 + length
    return entries


def images(stones, size=15):
    """A position (black, white: sets of squares) in the eight ways in which a board can lie."""
    def place(square):
        return ord(square[0]) - ord("a"), int(square[1:]) - 1

    last = size - 1
    turns = [lambda x, y: (x, y), lambda x, y: (last - x, y), lambda x, y: (x, last - y), lambda x, y: (last - x, last - y),
             lambda x, y: (y, x), lambda x, y: (last - y, x), lambda x, y: (y, last - x), lambda x, y: (last - y, last - x)]
    places = [[place(square) for square in side] for side in stones]
    return [tuple(tuple(sorted(turn(*p) for p in side)) for side in places) for turn in turns]


def canonical(black, white):
    return min(images((black, white)))


def answers_in(dump):
    """From what dump-store printed: position -> move, as texts."""
    return dict(line.rsplit(": ", 1) for line in dump.splitlines() if line.startswith("black "))


def positions_in(answers):
    found = set()
    for text in answers:
        black, white = text.removeprefix("black ").split(" white")
        found.add(canonical(black.split(), white.split()))
    return found


def told_as_proved(log):
    """What whole lines of a log of solve say is proved, the attacker to move: it was in the store before they were written."""
    found = set()
    for line in log.read_bytes().split(b"\n")[:-1] if log.exists() else []:
        try:
            job = json.loads(line)
        except ValueError:
            continue  # the end of one line, torn by a kill, and the beginning of the next
        if job["outcome"] == "proved" and job["to-move"] == "black":
            found.add(canonical(job["black"], job["white"]))
    return found

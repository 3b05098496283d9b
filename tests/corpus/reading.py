"""Reads a proof of any form into one shape, for checkers in Python: second_reader.py for .fvp, check_certificate.py for
certificates, and a reader of .jsonl that believes JSON to be what it says."""
import json
import pathlib
import subprocess
import sys

TESTS = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(TESTS / "format"), str(TESTS / "audit")]
import check_certificate  # noqa: E402
import second_reader  # noqa: E402
from recompute_hash import root_bytes, squares  # noqa: E402


class Unreadable(Exception):
    pass


def certificate_of(rule, size, attacker, roots, records):
    """What a certificate without plans says. Roots and records: black, white, side to move or move."""
    certificate = object.__new__(check_certificate.Certificate)
    certificate.proof, certificate.rule, certificate.size, certificate.attacker = "-", rule, size, attacker

    def line(black, white, word, plan):
        return check_certificate.Line(0, frozenset(black), frozenset(white), word, plan)

    step = lambda move: (check_certificate.Step(move, []),)
    certificate.roots = [line(b, w, turn, () if turn == attacker else step(None)) for b, w, turn in roots]
    certificate.records = [line(b, w, move, () if move is None else step(move)) for b, w, move in records]
    return certificate


def read_jsonl(data):
    header, *lines = [json.loads(line) for line in data.decode().splitlines()]
    if "rule" not in header or not 5 <= header["size"] <= 20 or any("finding" in line for line in lines):
        raise Unreadable
    roots = []
    for root in header["roots"]:
        if isinstance(root, str):
            moves = squares(root)
            roots.append((moves[::2], moves[1::2], ("black", "white")[len(moves) % 2]))
        else:
            root_bytes(root, header["size"])
            roots.append((squares(root["black"]), squares(root["white"]), root["to-move"]))
    records = [(squares(r["black"]), squares(r["white"]), squares(r["move"])[0] if "move" in r else None)
               for r in lines]
    return certificate_of(header["rule"], header["size"], header["attacker"], roots, records)


def read_fvp(data):
    header = second_reader.read(data)
    if header.findings:
        raise Unreadable
    size = header.board.size

    def stones(digits):
        return [[divmod(q, size) for q, digit in enumerate(digits) if digit == colour] for colour in (1, 2)]

    roots = [(*stones(digits), ("black", "white")[turn]) for digits, turn in header.roots]
    records = []
    for item in header.entries:
        move = int.from_bytes(item[-2:], "big")
        records.append((*stones(header.board.unpack(item[2:-2])), None if move == 0xFFFF else divmod(move, size)))
    return certificate_of(header.rule, size, ("black", "white")[header.attacker], roots, records)


def read(path, form):
    """A certificate; raises Unreadable."""
    data = pathlib.Path(path).read_bytes()
    try:
        if form == "cert":
            return check_certificate.Certificate(data)
        if form == "fvp":
            return read_fvp(data)
        if form == "jsonl.zst":
            data = subprocess.run(["zstd", "-dcq"], input=data, capture_output=True, check=True).stdout
        return read_jsonl(data)
    except (Unreadable, check_certificate.Malformed, second_reader.Refused, subprocess.CalledProcessError, KeyError,
            ValueError, TypeError, AttributeError, IndexError, RecursionError) as error:
        raise Unreadable(str(error)) from None

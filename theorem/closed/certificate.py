"""Certificates (spec/certificate.md) of Black on 15x15 without forbidden moves: the records that a claim needs, in the order in
which they are checked, as bytes for the reader of theorem/Checker.v.

Nothing here is trusted: what is read or found wrongly is another theorem, or none.
"""

import random
import re
from dataclasses import dataclass, field

TOKEN = re.compile(rb"[():/]|[^ ():/]+")
SQUARES = [16 * x + y for x in range(15) for y in range(15)]
SQUARE = {b"%c%d" % (97 + q // 16, q % 16 + 1): q for q in SQUARES}
BRANCH, END_OF_REPLIES, REPLIES, LIST, RECORD, NOTHING = 250, 251, 252, 253, 254, 255  # as Checker.step has them
HEADER = (b"fiveproof-certificate", b"proof", b"rule", b"size", b"attacker", b"records")
SIGNS = {b")": BRANCH, b":": END_OF_REPLIES, b"(": REPLIES}
CODE = {**SQUARE, **SIGNS}


class Wrong(Exception):
    """The certificate cannot be used; says what was expected."""


def image(s, q):
    x, y = q >> 4, q & 15
    x, y = (14 - x if s & 1 else x), (14 - y if s & 2 else y)
    return 16 * y + x if s & 4 else 16 * x + y


IMAGES = [{q: image(s, q) for q in SQUARES} for s in range(8)]
_random = random.Random(15)
BLACK, WHITE = ({q: _random.getrandbits(62) for q in SQUARES} for _ in range(2))


@dataclass
class Record:
    black: list
    white: list
    move: int
    plan: bytes  # right to left, without the move
    stored: list = field(default_factory=list)  # (reply, record, symmetry)

    def number(self, images):
        """One number for the position: an exclusive or of one for each stone."""
        number = 0
        for q in self.black:
            number ^= BLACK[images[q]]
        for q in self.white:
            number ^= WHITE[images[q]]
        return number


def makes_five(own, q, is_standard):
    """Has `own` a five once q is added?"""
    all_own = {*own, q}

    def run(step):
        count, at = 0, q + step
        while at in all_own:
            count, at = count + 1, at + step
        return count

    rows = [1 + run(d) + run(-d) for d in (1, 16, 17, 15)]  # row 15 of a column holds nothing
    return any(row == 5 if is_standard else row >= 5 for row in rows)


def squares_of(words, at, name):
    if words == [b"-"]:
        return []
    try:
        return [SQUARE[word] for word in words]
    except KeyError as error:
        raise Wrong(f"{at}: expected squares of {name}, found {error.args[0]!r}") from None


class Certificate:
    """The header, the roots as (black, white), and the records."""

    def __init__(self, text):
        lines = text.split(b"\n")
        if len(lines) < 8 or lines[-1] or lines[-2].strip() != b"end":
            raise Wrong("expected a certificate, which ends with a line `end`")
        header = [line.split() for line in lines[:6]]
        for number, (words, name) in enumerate(zip(header, HEADER), 1):
            if len(words) != 2 or words[0] != name:
                raise Wrong(f"line {number}: expected {name.decode()} and a word, found {lines[number - 1][:60]!r}")
        told = {words[0]: words[1] for words in header}
        if told[b"rule"] not in (b"freestyle", b"standard") or told[b"size"] != b"15" or told[b"attacker"] != b"black":
            raise Wrong("expected freestyle or standard, size 15 and attacker black")
        self.is_standard = told[b"rule"] == b"standard"
        self.roots, self.records = [], []
        for number, line in enumerate(lines[6:-2], 7):
            self._read_line(f"line {number}", TOKEN.findall(line))
        if b"%d" % len(self.records) != told[b"records"]:
            raise Wrong(f"expected {told[b'records'].decode()} records, found {len(self.records)}")

    def _read_line(self, at, words):
        try:
            first, second = [i for i, word in enumerate(words) if word == b"/"]
            kind, last = words[0], words[second + 1]
        except (ValueError, IndexError):
            raise Wrong(f"{at}: expected a root or record with black / white / move") from None
        black, white = squares_of(words[1:first], at, "Black"), squares_of(words[first + 1:second], at, "White")
        if kind == b"root":
            if last != b"black":
                raise Wrong(f"{at}: expected Black to move")
            self.roots.append((black, white))
            return
        if kind != b"record":
            raise Wrong(f"{at}: expected root or record, found {kind!r}")
        plan = words[second + 3:]
        if last == b"-":  # a five, or what the plan begins with
            five = (q for q in SQUARES if q not in black and q not in white and makes_five(black, q, self.is_standard))
            move = next(five, None)
            if move is None:
                move = squares_of(plan[:1], at, "a plan")[0] if plan else 255
                plan = plan[1:]
        else:
            move = squares_of([last], at, "a move")[0]
        try:
            self.records.append(Record(black, white, move, bytes(map(CODE.__getitem__, reversed(plan)))))
        except KeyError as error:
            raise Wrong(f"{at}: expected a plan, found {error.args[0]!r}") from None


def places_of(records):
    """number of a position -> (record, symmetry); the first record of a position counts."""
    places = {}
    for i, record in enumerate(records):
        for s, images in enumerate(IMAGES):
            places.setdefault(record.number(images), (i, s))
    return places


def stored_replies(record, places, is_standard):
    if record.move == 255 or makes_five(record.black, record.move, is_standard):
        return []
    taken = {*record.black, *record.white, record.move}
    number = record.number(IMAGES[0]) ^ BLACK[record.move]
    return [(q, *places[number ^ white]) for q, white in WHITE.items() if number ^ white in places and q not in taken]


def needed(certificate):
    """The records that the first root needs, with most stones first, each with its stored replies; the last one is the root's."""
    if len(certificate.roots) != 1:
        raise Wrong(f"expected one root, found {len(certificate.roots)}")
    places = places_of(certificate.records)
    root = Record(*certificate.roots[0], 255, b"").number(IMAGES[0])
    if root not in places:
        raise Wrong("expected a record of the root's position")
    reached, to_do = {}, [places[root][0]]
    while to_do:
        i = to_do.pop()
        if i not in reached:
            reached[i] = stored_replies(certificate.records[i], places, certificate.is_standard)
            to_do += [j for _, j, _ in reached[i]]
    records = certificate.records
    order = sorted(reached, key=lambda i: (-len(records[i].black) - len(records[i].white), i))
    place = {i: k for k, i in enumerate(order)}
    for i in order:
        records[i].stored = [(q, place[j], s) for q, j, s in reached[i]]
    return [records[i] for i in order]


def packed(record, with_plan=True):
    """The record as theorem/Checker.v reads it, the last first: the plan, what is stored, the move, the stones."""
    stored = [v for q, k, s in record.stored for v in (q, s, k // 40000, k // 200 % 200, k % 200)] if with_plan else []
    return b"".join((record.plan if with_plan else b"", bytes([LIST, *reversed(stored), LIST, record.move, LIST]),
                     bytes(reversed(record.white)), bytes([LIST]), bytes(reversed(record.black)), bytes([RECORD])))


def words_of(records, with_plan=True):
    """Seven bytes to a word, the first lowest."""
    text = b"".join(packed(record, with_plan) for record in reversed(records))
    text += bytes([NOTHING]) * (-len(text) % 7)
    return [int.from_bytes(text[i:i + 7], "little") for i in range(0, len(text), 7)]

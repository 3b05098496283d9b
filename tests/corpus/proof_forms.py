"""A small proof, and how it is written as .jsonl, as a certificate and as .fvp, so that any single thing can be made
wrong: spec/jsonl.md, spec/certificate.md, spec/format.md. Standard library only; frames of zstd hold their content
as it is, so that files are the same whatever version of zstd there is.
"""
import copy
import hashlib
import json
import pathlib
import struct
import sys
from dataclasses import dataclass, field, replace

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "format"))
from recompute_hash import COLORS, KINDS, RULES, as_set, entry, packed, squares  # noqa: E402
from second_reader import END_MAGIC, MAGIC, MixedWalks, WalkBits, Walks, board_of, checksum  # noqa: E402

COLOURS = ("black", "white")


def other(colour):
    return "white" if colour == "black" else "black"


def name(square):
    return "abcdefghijklmnopqrst"[square[0]] + str(square[1] + 1)


def names(stones):
    return " ".join(map(name, sorted(stones)))


def at(text):
    """The square of a name."""
    return squares(text)[0]


def mirrored(stones, size):
    return [(size - 1 - x, y) for x, y in stones]


@dataclass
class Position:
    """Stones by colour, as names; the side to move where it matters."""
    black: str
    white: str
    to_move: str = "black"

    def stones(self):
        found = {square: 0 for square in squares(self.black)}
        found.update({square: 1 for square in squares(self.white)})
        return found

    def of(self, colour):
        return self.black if colour == "black" else self.white

    def with_stone(self, colour, square):
        """The stone put, the other side to move."""
        stones = {"black": self.black, "white": self.white}
        stones[colour] = (stones[colour] + " " + square).strip()
        return Position(stones["black"], stones["white"], other(colour))

    def without(self, *gone):
        keep = lambda text: " ".join(s for s in text.split() if s not in gone)
        return Position(keep(self.black), keep(self.white), self.to_move)

    def to_play(self, colour):
        return Position(self.black, self.white, colour)


@dataclass
class Record:
    position: Position
    move: str = None  # none: it claims a winning threat sequence
    plan: str = ""  # of a certificate


@dataclass
class Proof:
    rule: str
    size: int
    attacker: str
    roots: list  # Positions, or moves from the empty board as a text
    records: list = field(default_factory=list)
    findings: list = field(default_factory=list)  # dictionaries as in .jsonl
    root_plans: list = field(default_factory=list)  # of a certificate

    def changed(self, **how):
        return replace(copy.deepcopy(self), **how)


# ---- .jsonl ----


def as_json(value):
    return json.dumps(value, separators=(",", ":"))


def root_value(root):
    return root if isinstance(root, str) else {"black": root.black, "white": root.white, "to-move": root.to_move}


def record_value(record):
    value = {"black": record.position.black, "white": record.position.white}
    return value if record.move is None else {**value, "move": record.move}


def jsonl_values(proof):
    header = {"format": "fiveproof", "version": 1, "rule": proof.rule, "size": proof.size, "attacker": proof.attacker,
              "roots": [root_value(root) for root in proof.roots]}
    return [header, *map(record_value, proof.records), *proof.findings]


def jsonl(proof):
    return "".join(as_json(value) + "\n" for value in jsonl_values(proof)).encode()


# ---- the content hash ----


def root_position(root):
    if not isinstance(root, str):
        return root.stones(), COLORS[root.to_move]
    moves = squares(root)
    return {square: i % 2 for i, square in enumerate(moves)}, len(moves) % 2


def finding_position(finding):
    return Position(finding["black"], finding["white"], finding["to-move"])


def content_hash(proof):
    size = proof.size
    roots = []
    for root in proof.roots:
        stones, to_move = root_position(root)
        roots.append(entry(stones, None, size) + bytes([to_move]))
    records = [entry(r.position.stones(), at(r.move) if r.move else None, size) for r in proof.records]
    findings = []
    for finding in proof.findings:
        position = finding_position(finding)
        by = at(finding["by"]) if "by" in finding else None
        findings.append(entry(position.stones(), by, size) + bytes(
            [COLORS[position.to_move], KINDS.index(finding["finding"]), 1 if finding.get("limit") else 0]))
    stream = b"fiveproof-hash-1" + bytes([RULES[proof.rule], size, COLORS[proof.attacker]])
    return hashlib.sha256(stream + as_set(roots) + as_set(records) + as_set(findings)).digest()


# ---- certificates ----


def certificate_lines(proof):
    side = lambda text: text or "-"
    lines = ["fiveproof-certificate 2", f"proof {content_hash(proof).hex()}", f"rule {proof.rule}",
             f"size {proof.size}", f"attacker {proof.attacker}", f"records {len(proof.records)}"]
    for i, root in enumerate(proof.roots):
        stones, to_move = root_position(root)
        black, white = (names([s for s, c in stones.items() if c == colour]) for colour in (0, 1))
        plan = proof.root_plans[i] if i < len(proof.root_plans) else ""
        lines.append(f"root {side(black)} / {side(white)} / {COLOURS[to_move]}" + (f" : {plan}" if plan else ""))
    for record in proof.records:
        p = record.position
        lines.append(f"record {side(p.black)} / {side(p.white)} / {record.move or '-'}"
                     + (f" : {record.plan}" if record.plan else ""))
    return lines + ["end"]


def certificate(proof):
    return "\n".join(certificate_lines(proof) + [""]).encode()


# ---- .fvp: the message of the header (sections 4 and 5) ----


class Message:
    """Words of a message, with pointers to what was put behind them."""

    def __init__(self):
        self.words = [0]  # the root pointer

    def reserve(self, count):
        self.words += [0] * count
        return len(self.words) - count

    def struct(self, pointer, data, pointers):
        start = self.reserve(data + pointers)
        self.words[pointer] = (start - pointer - 1) << 2 & 0xFFFFFFFF | data << 32 | pointers << 48
        return start

    def list(self, pointer, kind, count, content):
        start = self.reserve(-(-len(content) // 8))
        for i in range(0, len(content), 8):
            self.words[start + i // 8] = int.from_bytes(content[i:i + 8].ljust(8, b"\0"), "little")
        self.words[pointer] = (start - pointer - 1) << 2 & 0xFFFFFFFF | 1 | kind << 32 | count << 35

    def data(self, pointer, content):
        self.list(pointer, 2, len(content), content)

    def text(self, pointer, content):
        self.data(pointer, content + b"\0")

    def numbers(self, pointer, values):
        self.list(pointer, 3, len(values), struct.pack(f"<{len(values)}H", *values))

    def structs(self, pointer, count, data, pointers):
        tag = self.reserve(1 + count * (data + pointers))
        self.words[pointer] = (tag - pointer - 1) << 2 & 0xFFFFFFFF | 1 | 7 << 32 | count * (data + pointers) << 35
        self.words[tag] = count << 2 | data << 32 | pointers << 48
        return [tag + 1 + i * (data + pointers) for i in range(count)]

    def bytes(self):
        return struct.pack("<II", 0, len(self.words)) + struct.pack(f"<{len(self.words)}Q", *self.words)


def packed_stones(stones, size):
    board = [0] * (size * size)
    for (x, y), colour in stones.items():
        board[x * size + y] = 1 + colour
    return packed(board)


def dense(square, size):
    return square[0] * size + square[1]


@dataclass
class Header:
    """What the message says, in the words of section 5."""
    producer: bytes
    rule: bytes
    size: int
    attacker: int
    roots: list  # ("moves", numbers) or ("stones", packed, to move), or (another number of the union,)
    findings: list  # dictionaries: kind, root, line, position (packed, to move), by, limit
    record_count: int
    block_count: int
    hash: bytes
    coding: int
    block_records: int
    section_count: int

    def message(self):
        m = Message()
        start = m.struct(0, 3, 5)
        m.words[start] = self.size | self.coding << 8 | self.attacker << 16 | self.block_count << 32
        m.words[start + 1] = self.record_count
        m.words[start + 2] = self.block_records | self.section_count << 32
        pointers = start + 3
        m.text(pointers, self.producer)
        m.text(pointers + 1, self.rule)
        for where, root in zip(m.structs(pointers + 2, len(self.roots), 1, 1), self.roots):
            self.put_root(m, where, root)
        for where, finding in zip(m.structs(pointers + 3, len(self.findings), 1, 3), self.findings):
            self.put_finding(m, where, finding)
        m.data(pointers + 4, self.hash)
        return m

    @staticmethod
    def put_stones(m, pointer, content, to_move):
        where = m.struct(pointer, 1, 1)
        m.words[where] = to_move
        m.data(where + 1, content)

    def put_root(self, m, where, root):
        if root[0] == "moves":
            m.numbers(where + 1, root[1])
        elif root[0] == "stones":
            m.words[where] = 1
            self.put_stones(m, where + 1, *root[1:])
        else:
            m.words[where] = root[0]

    def put_finding(self, m, where, finding):
        m.words[where] = (finding["root"] ^ 0xFFFFFFFF) | (finding["by"] ^ 0xFFFF) << 32 | finding["limit"] << 48
        m.text(where + 1, finding["kind"])
        m.numbers(where + 2, finding["line"])
        self.put_stones(m, where + 3, *finding["position"])


def frame(content, stated=None, descriptor=0, blocks=None):
    """One frame of zstd with its content as it is. `stated`: the content size it says."""
    stated = len(content) if stated is None else stated
    flag, size = ((0, bytes([stated])) if stated < 256 else
                  (1, struct.pack("<H", stated - 256)) if stated < 65792 else (3, struct.pack("<Q", stated)))
    raw = (len(content) << 3 | 1).to_bytes(3, "little") + content
    return b"\x28\xb5\x2f\xfd" + bytes([flag << 6 | 32 | descriptor]) + size + (raw if blocks is None else blocks)


def run_of(byte, count, last=True):
    """A block of a frame: one byte, `count` times."""
    return (count << 3 | 2 | last).to_bytes(3, "little") + byte


# ---- .fvp: blocks (sections 6 and 9) ----


class Encoder(WalkBits):
    """Is asked what a reader would be told, and writes it."""

    def __init__(self):
        super().__init__(b"")
        self.answers, self.out = [], bytearray()

    def told(self, p):
        b = self.answers.pop(0)
        middle = self.low + ((self.high - self.low) * p >> 16)
        if b:
            self.high = middle
        else:
            self.low = middle + 1
        while self.low ^ self.high < 0x1000000:
            self.out.append(self.low >> 24)
            self.low = self.low << 8 & 0xFFFFFFFF
            self.high = self.high << 8 & 0xFFFFFFFF | 255
        return bool(b)

    def written(self):
        return (bytes(self.out) + (bytes([(self.low >> 24) + 1]) if self.low else b"")).rstrip(b"\0")


@dataclass
class Start:
    """Where a walk begins, and what is told of it: moves and replies are dense squares, or (column, row) beyond the
    board."""
    cells: dict  # dense square: 1 attacker, 2 defender
    node: tuple  # (move or None, {reply: node})
    is_reply_position: bool = False


def writer_of(base):
    class Writer(base):
        """Walks what the reader walks, with the answers known beforehand."""

        def __init__(self, starts, told_records, size, attacker):
            super().__init__(b"", told_records, type("H", (), {"board": board_of(size), "attacker": attacker}))
            self.coder = Encoder()
            self.bit = self.coder.bit
            self.make_models(told_records)
            self.starts, self.wanted = starts, None
            self.left = 1 << 30

        def say(self, *answers):
            self.coder.answers += answers

        def start_stones(self):
            for q in range(self.board.count):
                cell = self.wanted.cells.get(q, 0)
                self.say(*([1, cell == 2] if cell else [0]))
                # One square at a time: what is asked next depends on it.
                west = 0 if q < self.board.size else self.cells[q - self.board.size]
                south = 0 if q % self.board.size == 0 else self.cells[q - 1]
                if self.bit(self.is_taken[self.stood[q]][west], south):
                    self.cells[q] = 1 + self.bit(self.is_defender[self.stood[q]][west], south)
                self.stood[q] = self.cells[q]

        def record(self, a, b, siblings):
            above = self.node
            self.node = above[1].get(self.last(0)) if self.played else above
            try:
                return super().record(a, b, siblings)
            finally:
                self.node = above

        def tell_has_move(self, *context):
            self.say(self.node[0] is not None)
            return super().tell_has_move(*context)

        def tell_is_move(self, kind, i, agree, s, *context):
            self.say(s == self.node[0])
            return super().tell_is_move(kind, i, agree, s, *context)

        def tell_is_dense(self, *context):
            self.say(0)
            return super().tell_is_dense(*context)

        def tell_more(self, n, *context):
            self.say(n < len(self.node[1]))
            return super().tell_more(n, *context)

        def tell_is_reply(self, s, why, j, n, *context):
            self.say(s == self.square_told(1, n))
            return super().tell_is_reply(s, why, j, n, *context)

        def square_told(self, kind, n=None):
            return self.node[0] if kind == 0 else list(self.node[1])[self.count if n is None else n]

        def told_replies(self, likely):
            self.count = 0
            return super().told_replies(likely)

        def any_square(self, kind):
            size = self.board.size
            start = self.last(0) if self.played else size // 2 * size + size // 2
            square = self.square_told(kind)
            self.count = getattr(self, "count", 0) + 1
            x, y = square if isinstance(square, tuple) else divmod(square, size)
            for value in (x - start // size + size - 1, y - start % size + size - 1):
                self.say(*(value >> bit & 1 for bit in range(5, -1, -1)))
            return super().any_square(kind)

        def payload(self):
            for start in self.starts:
                self.wanted, self.node = start, start.node
                self.say(start.is_reply_position)
                self.bit(self.start_kind, 0)
                self.start_stones()
                if start.is_reply_position:
                    self.replies(None, None, None)
                else:
                    self.record(None, None, 0)
                self.cells[:-1] = bytes(self.board.count)
            return self.coder.written()

    return Writer


WRITERS = {1: writer_of(Walks), 2: writer_of(MixedWalks)}


def start_of(record, size, attacker):
    cells = {dense(s, size): 1 + (c != attacker) for s, c in record.position.stones().items()}
    return Start(cells, (dense(at(record.move), size) if record.move else None, {}))


def payload_of(starts, size, attacker, coding=1, told_records=None):
    """`told_records`: where the head of the block says another number than there are starts."""
    return WRITERS[coding](starts, len(starts) if told_records is None else told_records, size, attacker).payload()


@dataclass
class Section:
    kind: int
    content: bytes = b""
    flags: int = 0


class Fvp:
    """A file in parts. `bytes()` puts it together with every length and checksum right; what is to be wrong is
    changed in the parts before, or in the bytes after."""

    def __init__(self, proof, coding=1):
        self.proof, size, attacker = proof, proof.size, COLORS[proof.attacker]
        self.blocks = []  # (number of records, payload)
        if proof.records:
            starts = [start_of(record, size, attacker) for record in proof.records]
            self.blocks = [(len(starts), payload_of(starts, size, attacker, coding))]
        self.header = Header(
            b"fiveproof corpus", proof.rule.encode(), size, attacker, [self.root(r) for r in proof.roots],
            [self.finding(f) for f in proof.findings], len(proof.records), len(self.blocks), content_hash(proof),
            coding, len(proof.records), 0)
        self.sections = []
        self.version, self.flags = 2, 0
        self.frame = None  # else what stands in the place of the header's frame
        self.content = None  # else what stands in the place of the header's message

    def root(self, root):
        if isinstance(root, str):
            return "moves", [dense(s, self.proof.size) for s in squares(root)]
        return "stones", packed_stones(root.stones(), self.proof.size), COLORS[root.to_move]

    def finding(self, finding):
        size, position = self.proof.size, finding_position(finding)
        return {"kind": finding["finding"].encode(), "root": finding.get("root", 0xFFFFFFFF),
                "line": [dense(s, size) for s in squares(finding.get("line", ""))],
                "position": (packed_stones(position.stones(), size), COLORS[position.to_move]),
                "by": dense(at(finding["by"]), size) if "by" in finding else 0xFFFF, "limit": finding.get("limit", 0)}

    def starts(self):
        return [start_of(r, self.proof.size, COLORS[self.proof.attacker]) for r in self.proof.records]

    def with_sections(self, *sections):
        self.sections, self.header.section_count = list(sections), len(sections)
        return self

    def with_blocks(self, *blocks):
        self.blocks, self.header.block_count = list(blocks), len(blocks)
        return self

    def parts(self):
        content = self.header.message().bytes() if self.content is None else self.content
        header = frame(content) if self.frame is None else self.frame
        head = struct.pack("<8sIIQ8s", MAGIC, self.version, self.flags, len(header), checksum(header))
        parts, index = {"prelude": head + checksum(head), "header": header}, b""
        place = len(head) + 8 + len(header)
        for i, (records, payload) in enumerate(self.blocks):
            head = struct.pack("<II", len(payload), records)
            head += checksum(head + payload)
            index += struct.pack("<Q", place) + head
            parts[f"block {i}"] = head + payload
            place += len(head) + len(payload)
        for i, section in enumerate(self.sections):
            head = struct.pack("<IIQ", section.kind, section.flags, len(section.content))
            head += checksum(head + section.content)
            index += struct.pack("<Q", place) + head
            parts[f"section {i}"] = head + section.content
            place += len(head) + len(section.content)
        parts["index"] = index
        parts["trailer"] = trailer(place, len(self.blocks), index)
        return parts

    def bytes(self):
        return b"".join(self.parts().values())


def trailer(index_offset, blocks, index):
    fields = struct.pack("<QQ", index_offset, blocks) + checksum(index)
    return fields + checksum(fields) + END_MAGIC

#!/usr/bin/python3
"""A second reader of the section that holds a tree, written from spec/format.md, sections 9 and 14, alone.

    second_tree_reader.py FOLDER    FOLDER: files, each the content of a section of kind 2

Prints one line per file with what the tree holds. Exit code 1: a file breaks a rule, or there is none, or one
that was cut or damaged is accepted.
"""

import hashlib
import sys
from collections import defaultdict
from pathlib import Path
from types import SimpleNamespace

# The other second reader is told bits in the same way.
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "format"))
from second_coder import M32, Bits, Mixer, Refused, hashed, refuse_if, slot_of  # noqa: E402


def check(holds, what):
    refuse_if(not holds, what)


class Odds:
    def __init__(self):
        self.p, self.n = 2**25, 0

    def code(self, coder):
        bit = coder.told(min(65535, max(1, self.p >> 10)))
        self.p += (((2**26 - 1) * bit - self.p) * (131072 // (2 * self.n + 3))) >> 16
        self.n = min(40, self.n + 1)
        return bit


class Above:
    def __init__(self, position=0, node=0, move=511, sibling=0):
        self.position, self.node, self.move, self.sibling = position, node, move, sibling
        self.last = self.children = 0


class Moves:
    """14.2"""

    def __init__(self, coder, size, nodes):
        self.coder, self.size = coder, size
        self.bits = min(20, max(8, nodes.bit_length()))
        self.mixer = Mixer(coder, 18)
        self.odds = defaultdict(Odds)
        self.table = [{} for _ in range(6)]
        self.told = [None]
        self.line, self.top = [], Above()
        self.run = self.length = self.history = self.shape = 0
        self.hits = [0] * 6
        self.is_told = False

    def above(self, up):
        return self.line[-1 - up] if up < len(self.line) else self.top

    def node(self):
        a0, a1, a2 = self.above(0), self.above(1), self.above(2)
        before, parity = a0.last, len(self.line) % 2
        keys = [
            hashed(0, self.history & M32, self.history >> 32),
            hashed(1, a0.position, before),
            hashed(2, a1.node, before, parity),
            hashed(3, a0.move, a1.move, before),
            hashed(4, a0.move, before, parity),
            hashed(5, a1.move, a2.move, before),
        ]
        keys = [slot_of(k, self.bits) for k in keys]
        like = [self.table[i].get(keys[i], 0) for i in range(6)]
        if self.run:
            like[0] = self.run + 1
        width = min(7, self.length.bit_length())
        move = self.move(like, width, before, parity)
        s = tuple(
            1 + 2 * self.told[n][1] + self.told[n][2] if n and self.told[n][0] == move else 0 for n in like[:4]
        )
        child = self.odds["child", s, width, parity, self.shape].code(self.coder)
        sibling = self.odds["sibling", s, width, parity, child, a0.children].code(self.coder)
        right = like[0] and self.told[like[0]][0] == move
        self.length, self.run = (self.length + 1, like[0]) if right else (0, 0)
        self.shape = 2 * child + sibling
        self.told.append((move, child, sibling))
        number = len(self.told) - 1
        for i in range(6):
            self.table[i][keys[i]] = number
        self.history = (self.history << 12 & (2**64 - 1)) ^ hashed(move, child, sibling)
        a0.last, a0.children = move + 1, min(3, a0.children + 1)
        self.line.append(Above((a0.position + hashed(20, move, parity)) & M32, number, move, sibling))
        if not child:
            while self.line and not self.line[-1].sibling:
                self.line.pop()
            self.is_told = not self.line
            if self.line:
                self.line.pop()
        return move, child, sibling

    def move(self, like, width, before, parity):
        asked = []
        for i in range(6):
            if not like[i] or self.told[like[i]][0] in asked:
                continue
            move, agree = self.told[like[i]][0], 0
            for k in range(i + 1, 6):
                agree = 2 * agree + int(bool(like[k]) and self.told[like[k]][0] == move)
            bit = self.odds["is", i, len(asked), agree, width, self.hits[i]].code(self.coder)
            self.hits[i] = (2 * self.hits[i] + bit) % 4
            if bit:
                return move
            asked.append(move)
        t, a0, a1 = 1, self.above(0), self.above(1)
        for b in range(8, -1, -1):
            contexts = [[6, t, a0.move], [7, t, a1.move], [8, t, before, parity]]
            t = 2 * t + self.mixer.mixed([hashed(*c) for c in contexts], parity, 2 + b)
        check(t - 512 < self.size**2 + 2 and t - 512 not in asked, "a move that is none")
        return t - 512


class Notes:
    """14.3"""

    def __init__(self, coder):
        self.coder, self.mixer, self.odds = coder, Mixer(coder, 20), defaultdict(Odds)
        self.marks, self.had, self.same, self.last = [0, 0], defaultdict(int), defaultdict(int), defaultdict(int)
        self.texts, self.had_bits = [], 0

    def ask(self, q, a, b, c):
        contexts = [0, q, a], [1, q, a, b], [2, q, a, c], [3, q, a, b, c]
        return self.mixer.mixed([hashed(*c) for c in contexts], q, 16 + q)

    def byte(self, q, before):
        t = 1
        for b in range(7, -1, -1):
            contexts = [[0, q, t]] + [[i, q, t, before & (2 ** (8 * i) - 1)] for i in (1, 2, 3)]
            t = 2 * t + self.mixer.mixed([hashed(*c) for c in contexts], q, 32 + b)
        return t - 256

    def code_marks(self, marks, parity):
        m = 0
        for mark in marks:
            if self.ask(0, mark, m, self.marks[parity]):
                m += mark
        self.marks[parity] = m
        return m

    def code_text(self, k, parity):
        key = k, parity
        self.had[key] = self.odds["has", k, parity, self.had[key], self.had[k, 1 - parity]].code(self.coder)
        if not self.had[key]:
            return None
        known, last = len(self.texts), self.last[key]
        if last:
            self.same[key] = self.odds["same", k, parity, self.same[key]].code(self.coder)
            if self.same[key]:
                return self.texts[last - 1]
        if known == 0 or self.ask(1, k, 0, 0):
            number = known
            text = self.new_text(k)
            check(text not in self.texts, "a text that is new")
            self.texts.append(text)
        else:
            t, d = 1, (known - 1).bit_length()
            for _ in range(d):
                t = 2 * t + self.ask(2, k, t, last)
            number = t - 2**d
            check(number < known and number + 1 != last, "the number of a text")
        self.last[key] = number + 1
        return self.texts[number]

    def new_text(self, k):
        w = 0
        while w < 32 and self.ask(3, w, k, 0):
            w += 1
        n = 1 if w else 0
        for _ in range(w - 1):
            n = 2 * n + self.ask(4, w, n, k)
        text, before = bytearray(), 0
        for _ in range(n):
            text.append(self.byte(5, before))
            before = (before << 8 | text[-1]) & M32
        return bytes(text)

    def code_bits(self):
        self.had_bits = self.odds["bits", self.had_bits].code(self.coder)
        return sum(self.byte(6, 8 * i) << (8 * i) for i in range(8)) if self.had_bits else 0


def read(data):
    """The tree: its size, and of each node its move by dense index, child + 2 * sibling and marks."""
    at = 0

    def take(n):
        nonlocal at
        check(at + n <= len(data), "more bytes")
        at += n
        return data[at - n : at]

    def number(n):
        return int.from_bytes(take(n), "little")

    check(number(1) == 1, "version 1")
    size, columns = number(1), number(1)
    check(5 <= size <= 20 and columns < 32, "size and columns")
    source = take(number(1))
    count = number(4)
    facts = [(take(number(1)), take(number(4))) for _ in range(number(2))]
    check(all(a[0] < b[0] for a, b in zip(facts, facts[1:])), "facts in order")
    digest = hashlib.sha256(data[:at])
    expected = take(8)
    coder = Bits(data[at:])
    moves, notes = Moves(coder, size, count), Notes(coder)
    said, texts, bits = bytearray(), bytearray(), bytearray()
    nodes = []
    asked_marks = ((4, 8, 16) if columns & 2 else ()) + ((128,) if columns & 16 else ())
    asked_kinds = ((0, 1, 2) if columns & 1 else ()) + ((3,) if columns & 8 else ())
    found = 0
    for node in range(count):
        check(not moves.is_told, "more nodes")
        parity = len(moves.line) % 2
        marks = notes.code_marks(asked_marks, parity)
        found |= (2 if marks & 28 else 0) | (16 if marks & 128 else 0)
        for k in asked_kinds:
            text = notes.code_text(k, parity)
            if text is not None:
                found |= 8 if k == 3 else 1
                texts += node.to_bytes(4, "little") + bytes([k]) + len(text).to_bytes(4, "little") + text
        source_bits = notes.code_bits() if columns & 4 else 0
        if source_bits:
            found |= 4
            bits += node.to_bytes(4, "little") + source_bits.to_bytes(8, "little")
        move, child, sibling = moves.node()
        if move < size * size:
            dense = move % size * size + size - 1 - move // size
        else:
            dense = 0xFFFE if move == size * size else 0xFFFF
        said += dense.to_bytes(2, "little") + bytes([child + 2 * sibling + marks])
        nodes.append((dense, child + 2 * sibling, marks))
    check(count == 0 or moves.is_told, "the end of the tree")
    coder.end()
    check(columns == found, "no empty column")
    digest.update(said + texts + bits)
    check(digest.digest()[:8] == expected, "the digest")
    summary = f"{source.decode()} {size}x{size}: {count} nodes, {len(notes.texts)} texts, {len(facts)} facts"
    return SimpleNamespace(size=size, nodes=nodes, summary=summary)


def is_refused(data):
    try:
        read(data)
    except Refused:
        return True
    return False


def main(arguments):
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    wrong = 0
    files = sorted(Path(arguments[0]).iterdir())
    for file in files:
        data = file.read_bytes()
        try:
            print(f"{file.name}: {read(data).summary}")
        except Refused as why:
            print(f"{file.name}: expected {why}")
            wrong += 1
        middle = len(data) // 2
        damaged = data[:middle] + bytes([data[middle] ^ 16]) + data[middle + 1 :]
        for bad in (data[:-1], data + b"\0", damaged):
            if not is_refused(bad):
                print(f"{file.name}: accepted when it is damaged")
                wrong += 1
    return 1 if wrong or not files else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

#!/usr/bin/env python3
"""A second reader of the proof file .fvp. It was written from spec/format.md alone, without a look at
the first one, to show that the page says all that is needed. Standard library, and the program `zstd` for frames.

    second_reader.py FILE...                    one line for each file; exit 1 if one is refused
    second_reader.py --records FILE...          then its records in canonical order: BLACK / WHITE / MOVE
    second_reader.py --mutate N SEED FILE...    reads each file N times with a bit flipped or its end cut off;
                                                exit 1 unless each is refused
Numbers in comments are sections of the page.
"""
import argparse
import collections
import contextlib
import functools
import hashlib
import operator
import pathlib
import random
import struct
import subprocess
import sys
from types import SimpleNamespace

from recompute_hash import COLORS, KINDS, RULES, as_set, symmetries
from second_coder import Bits, Mixer, Refused, hashed, refuse_if

# 14 has a reader of its own.
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "convert"))
import second_tree_reader  # noqa: E402

NO_SQUARE = 0xFFFF
MAGIC = bytes.fromhex("8B 46 56 50 0D 0A 1A 0A")
END_MAGIC = bytes.fromhex("46 56 50 45 4E 44 0D 0A")
MOST_RECORDS = {1: 65536, 2: 262144}  # of a block, by coding
TOLD_RECORDS = 6  # the kind of section, 16
HEADER_LIMIT = 256 << 20  # bytes of content of its frame, 12


@contextlib.contextmanager
def part_at(offset):
    """Says where the part of the file stands in which something is refused."""
    try:
        yield
    except Refused as refused:
        raise Refused(refused.reason, offset if refused.offset is None else refused.offset) from None


def checksum(data):
    return hashlib.sha256(data).digest()[:8]


# 1: squares, positions, entries

class Board:
    """The geometry of a board; squares are dense indices, `count` stands for what is beyond the board."""

    def __init__(self, size):
        self.size, self.count = size, size * size
        self.images = [[x * size + y for x, y in (s(*divmod(q, size)) for q in range(self.count))]
                       for s in symmetries(size)]
        self.turns = [operator.itemgetter(*sorted(range(self.count), key=image.__getitem__)) for image in self.images]
        # 9.2: rays[q][d][s + 4] is s steps from q along d
        self.rays = [[tuple(self.step(q, s * dx, s * dy) for s in range(-4, 5))
                      for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))] for q in range(self.count)]
        windows = [[ray[first:first + 5] for ray in rays for first in range(5)] for rays in self.rays]
        self.windows = [[(w, operator.itemgetter(*w)) for w in some if self.count not in w] for some in windows]

    def step(self, q, dx, dy):
        x, y = q // self.size + dx, q % self.size + dy
        return x * self.size + y if 0 <= x < self.size and 0 <= y < self.size else self.count

    def unpack(self, packed):
        """The digits of a packed position."""
        refuse_if(len(packed) != -(-self.count // 5), "a packed position of a wrong length")
        refuse_if(max(packed) > 242, "a packed byte above 242")
        digits = b"".join(map(FIVE_DIGITS.__getitem__, packed))
        refuse_if(any(digits[self.count:]), "a packed digit beyond the board")
        return digits[:self.count]

    def pack(self, digits):
        fives = [iter(digits + bytes(-self.count % 5))] * 5
        return bytes([81 * a + 27 * b + 9 * c + 3 * d + e for a, b, c, d, e in zip(*fives)])

    def entry(self, digits, square):
        images = [bytes(turn(digits)) for turn in self.turns]
        smallest = min(images)
        if square != NO_SQUARE:
            square = min(to[square] for to, image in zip(self.images, images) if image == smallest)
        return struct.pack(">H", self.count - digits.count(0)) + self.pack(smallest) + struct.pack(">H", square)

    def play(self, digits, to_move, moves):
        """The digits and the side to move after moves."""
        digits = bytearray(digits)
        for q in moves:
            refuse_if(q >= self.count or digits[q] != 0, "a move off the board or onto a stone")
            digits[q] = 1 + to_move
            to_move = 1 - to_move
        return bytes(digits), to_move

    def name(self, q):
        return "-" if q == NO_SQUARE else f"{chr(ord('a') + q // self.size)}{q % self.size + 1}"


FIVE_DIGITS = [bytes(byte // weight % 3 for weight in (81, 27, 9, 3, 1)) for byte in range(243)]
board_of = functools.lru_cache(Board)


# 4: frames and messages

def frame_content_size(frame):
    """The content size that a zstd frame (RFC 8878) states; refuses what is not exactly one frame."""
    refuse_if(len(frame) < 6 or frame[:4] != b"\x28\xb5\x2f\xfd", "no zstd frame")
    descriptor = frame[4]
    single = descriptor >> 5 & 1
    refuse_if(descriptor & 8, "a reserved bit in a zstd frame")
    refuse_if(descriptor & 3, "a zstd frame with a dictionary")
    width = [single, 2, 4, 8][descriptor >> 6]
    refuse_if(width == 0, "a zstd frame without a content size")
    at = 5 + (1 - single)
    size = int.from_bytes(frame[at:at + width], "little") + (256 if width == 2 else 0)
    at += width
    last = False
    while not last:
        block = int.from_bytes(frame[at:at + 3], "little")
        last, kind, length = block & 1, block >> 1 & 3, block >> 3
        refuse_if(at + 3 > len(frame) or kind == 3, "a broken zstd frame")
        at += 3 + (1 if kind == 1 else length)
    refuse_if(at + (descriptor & 4) != len(frame), "a zstd frame of another length")  # a frame's checksum has 4 bytes
    return size


def decompress(frame, limit):
    size = frame_content_size(frame)
    refuse_if(size == 0 or size % 8 != 0 or size > limit, f"a content size of {size} bytes")
    done = subprocess.run(["zstd", "-dcq"], input=frame, capture_output=True, check=False)  # window at most 2^27
    refuse_if(done.returncode != 0 or len(done.stdout) != size, "a frame that zstd cannot decompress")
    return done.stdout


class Message:
    """A Cap'n Proto message of one segment. Only the pointers of the schema are followed, so it nests at most 4 deep.

    The page does not say whether far pointers, and lists of wider elements than the schema has, are allowed: no writer
    makes them, and they are refused here. A traversal costs the words of what is pointed to, each time it is read."""

    def __init__(self, content):
        segments, self.length = struct.unpack_from("<II", content)
        refuse_if(segments != 0, "a message with more than one segment")
        refuse_if(self.length == 0 or len(content) != 8 + 8 * self.length, "a message of another length than it says")
        self.content = content[8:]
        self.left = 4 * self.length + 64

    def words(self, start, length, cost=0):
        refuse_if(start < 0 or start + length > self.length, "a pointer outside the message")
        self.left -= length + cost
        refuse_if(self.left < 0, "a message that costs too much to traverse")
        return self.content[8 * start:8 * (start + length)]

    def pointer(self, at, kind):
        """Where the pointer in word `at` leads, and its upper half; `kind` is 0 of a struct, 1 of a list."""
        word = int.from_bytes(self.content[8 * at:8 * at + 8], "little")
        if word == 0:
            return None, 0
        refuse_if(word & 3 != kind, "a pointer of another kind")
        offset = (word >> 2 & 0x3FFFFFFF) - (word << 1 & 0x100000000) // 4  # 30 bits with a sign
        return at + 1 + offset, word >> 32

    def struct(self, at):
        start, upper = self.pointer(at, 0)
        if start is None:
            return Struct(self, 0, 0, 0)
        self.words(start, (upper & 0xFFFF) + (upper >> 16))
        return Struct(self, start, upper & 0xFFFF, upper >> 16)

    def numbers(self, at, width):
        """The bytes of a list of numbers of `width` bytes; None of a null pointer."""
        start, upper = self.pointer(at, 1)
        if start is None:
            return None
        refuse_if(upper & 7 != {1: 2, 2: 3}[width], "a list of other elements")
        length = (upper >> 3) * width
        return self.words(start, -(-length // 8))[:length]

    def structs(self, at):
        start, upper = self.pointer(at, 1)
        if start is None:
            return []
        refuse_if(upper & 7 != 7, "a list of other elements")
        tag = int.from_bytes(self.words(start, 1 + (upper >> 3))[:8], "little")
        count, data, pointers = tag >> 2 & 0x3FFFFFFF, tag >> 32 & 0xFFFF, tag >> 48
        step = data + pointers
        refuse_if(tag & 3 != 0 or count * step > upper >> 3, "a list with a wrong tag")
        self.words(start, 0, cost=0 if step else count)  # else any number of empty structs would be free
        return [Struct(self, start + 1 + i * step, data, pointers) for i in range(count)]


class Struct:
    def __init__(self, message, start, data, pointers):
        self.message, self.first_pointer, self.pointers = message, start + data, pointers
        self.data = int.from_bytes(message.content[8 * start:8 * (start + data)], "little")

    def bits(self, begin, end):
        return self.data >> begin & (1 << end - begin) - 1

    def read(self, number, method, *arguments):
        """What the pointer leads to; one that the struct does not have is null."""
        return method(self.first_pointer + number, *arguments) if number < self.pointers else None

    def struct(self, number):
        return self.read(number, self.message.struct) or Struct(self.message, 0, 0, 0)

    def structs(self, number):
        return self.read(number, self.message.structs) or []

    def octets(self, number):
        return self.read(number, self.message.numbers, 1) or b""

    def squares(self, number):
        octets = self.read(number, self.message.numbers, 2) or b""
        return struct.unpack(f"<{len(octets) // 2}H", octets)

    def text(self, number):
        octets = self.read(number, self.message.numbers, 1)
        refuse_if(octets is not None and octets[-1:] != b"\0", "a text without a final 0")
        return (octets or b"")[:-1].decode("latin-1")


# 5: header

def read_stones(stones, board):
    refuse_if(stones.bits(0, 16) > 1, "an unknown colour")
    return board.unpack(stones.octets(0)), stones.bits(0, 16)


def read_root(root, board):
    """Digits and side to move."""
    which = root.bits(0, 16)
    refuse_if(which > 1, "a root of an unknown kind")
    return read_stones(root.struct(0), board) if which else board.play(bytes(board.count), 0, root.squares(0))


def read_finding(finding, roots, board):
    """The item of the content hash (8)."""
    number = finding.bits(0, 32) ^ 0xFFFFFFFF
    by = finding.bits(32, 48) ^ NO_SQUARE
    kind = finding.text(0)
    refuse_if(kind not in KINDS, "a finding of an unknown kind")
    refuse_if(by >= board.count and by != NO_SQUARE, "a finding with a square off the board")
    position, line = read_stones(finding.struct(2), board), finding.squares(1)
    if number == 0xFFFFFFFF:
        refuse_if(line, "a finding with a line but no root")
    else:
        refuse_if(number >= len(roots), "a finding with a root that is not there")
        refuse_if(board.play(*roots[number], line) != position, "a finding whose line does not lead to its position")
    digits, to_move = position
    return board.entry(digits, by) + bytes([to_move, KINDS.index(kind), finding.bits(48, 49)])


def read_header(content):
    header = Message(content).struct(0)
    header.text(0)  # the producer: it must be a text, no more
    rule, size, attacker = header.text(1), header.bits(0, 8), header.bits(16, 32)
    refuse_if(rule not in RULES, "an unknown rule")
    refuse_if(not 5 <= size <= 20, f"a board of size {size}")
    refuse_if(attacker > 1, "an unknown colour")
    coding = header.bits(8, 16)
    refuse_if(coding not in MOST_RECORDS, "unsupported: a coding other than 1 and 2")
    board = board_of(size)
    roots = [read_root(root, board) for root in header.structs(2)]
    findings = [read_finding(finding, roots, board) for finding in header.structs(3)]
    result = SimpleNamespace(
        rule=rule, board=board, attacker=attacker, roots=roots, findings=findings,
        block_count=header.bits(32, 64), record_count=header.bits(64, 128), hash=header.octets(4),
        coding=coding, block_records=header.bits(128, 160), section_count=header.bits(160, 192))
    refuse_if(result.block_records > MOST_RECORDS[coding], "more blockRecords than allowed")
    refuse_if((result.block_records == 0) != (result.block_count == 0), "blockRecords that do not fit blockCount")
    refuse_if(len(result.hash) != 32, "a content hash of another length")
    return result


# 2, 3, 6, 7: the parts of the file

class Parts:
    """Takes the file part by part, from its first byte to its last."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, length, what):
        refuse_if(length > len(self.data) - self.at, f"the file ends within {what}", self.at)
        self.at += length
        return self.data[self.at - length:self.at]


def take_prelude(parts):
    """Header length, header checksum."""
    prelude = parts.take(40, "the prelude")
    magic, version, flags, length, header_sum, own_sum = struct.unpack("<8sIIQ8s8s", prelude)
    refuse_if(magic != MAGIC, "no proof file", 0)
    refuse_if(version != 2, f"unsupported: version {version}", 8)
    refuse_if(own_sum != checksum(prelude[:32]), "a wrong checksum of the prelude", 32)
    refuse_if(flags != 0, "unsupported: flags", 12)
    return length, header_sum


def take_header(parts):
    length, header_sum = take_prelude(parts)
    frame = parts.take(length, "the header")
    refuse_if(header_sum != checksum(frame), "a wrong checksum of the header", 24)
    with part_at(40):
        return read_header(decompress(frame, HEADER_LIMIT))


def take_block(parts, header):
    """Its entry in the index, the number of its records, the offset of its payload, and this."""
    offset = parts.at
    head = parts.take(16, "the head of a block")
    length, records, own_sum = struct.unpack("<II8s", head)
    payload = parts.take(length, "a block")
    refuse_if(own_sum != checksum(head[:8] + payload), "a wrong checksum of a block", offset)
    refuse_if(not 0 < records <= header.block_records, "a wrong number of records in a block", offset + 4)
    return struct.pack("<Q", offset) + head, records, offset + 16, payload


def take_section(parts, kind_before, finding_count):
    """Its entry in the index, its kind, the offset of its content, and this."""
    offset = parts.at
    head = parts.take(24, "the head of a section")
    kind, flags, length, own_sum = struct.unpack("<IIQ8s", head)
    content = parts.take(length, "a section")
    refuse_if(own_sum != checksum(head[:16] + content), "a wrong checksum of a section", offset)
    refuse_if(kind <= kind_before, "sections out of order", offset)
    refuse_if(flags != (kind == TOLD_RECORDS), "unsupported: a section with other flags", offset + 4)
    refuse_if(kind == 4 and length != 8 * finding_count, "places of another number of findings", offset)
    return struct.pack("<Q", offset) + head, kind, offset + 24, content


def take_index_and_trailer(parts, expected, block_count):
    index_offset = parts.at
    index = parts.take(len(expected), "the index")
    refuse_if(index != expected, "an index that differs from blocks and sections", index_offset)
    offset = parts.at
    trailer = parts.take(40, "the trailer")
    fields = struct.pack("<QQ", index_offset, block_count) + checksum(index)
    refuse_if(trailer != fields + checksum(fields) + END_MAGIC, "a wrong trailer", offset)
    refuse_if(parts.at != len(parts.data), "the file goes on after the trailer", parts.at)


def read(data):
    """The header of a proof, with its records as `entries`."""
    parts = Parts(data)
    header = take_header(parts)
    blocks = [take_block(parts, header) for _ in range(header.block_count)]
    index, kind = b"".join(block[0] for block in blocks), -1
    sections = {}
    for _ in range(header.section_count):
        entry, kind, offset, content = take_section(parts, kind, len(header.findings))
        index += entry
        sections[kind] = offset, content
    take_index_and_trailer(parts, index, header.block_count)

    header.entries = []
    for _, records, offset, payload in blocks:
        with part_at(offset):
            header.entries += {1: Walks, 2: MixedWalks}[header.coding](payload, records, header).decode()
    if TOLD_RECORDS in sections:
        header.entries = without_ends_that_go_on(set(header.entries) | told_by_tree(sections, header))
    header.entries.sort()
    refuse_if(len(header.entries) != header.record_count, "another number of records than recordCount", 40)
    refuse_if(any(map(operator.eq, header.entries, header.entries[1:])), "a record that is there twice", 40)
    refuse_if(header.hash != content_hash(header), "a wrong content hash", 40)
    return header


# 16: records told by the tree

class Told:
    """Asks of each candidate whether it is a record."""

    def __init__(self, tree, answers, header):
        self.tree, self.bits, self.board, self.attacker = tree, Bits(answers), header.board, header.attacker
        self.odds = collections.defaultdict(second_tree_reader.Odds)
        self.last, self.times, self.entries = [0, 0], 0, set()

    def ask(self, kind, above, digits, move):
        bit = self.odds[kind, above, self.last[kind]].code(self.bits)
        self.last[kind] = bit
        if bit:
            self.times += 1
            self.entries.add(self.board.entry(digits, move))
        return bit

    def leave(self, line):
        node = line.pop()
        if not node.is_played:
            line[-1].goes_on |= node.goes_on
        elif node.to_move == self.attacker and not node.goes_on:
            self.ask(1, node.told, node.digits, NO_SQUARE)

    def walk(self):
        top = SimpleNamespace(digits=bytes(self.board.count), to_move=0, is_off=False, is_played=False, goes_on=False,
                              told=0, has_sibling=True)
        line = [top]
        for dense, shape, marks in self.tree.nodes:
            above = line[-1]
            here = SimpleNamespace(**{**vars(above), "is_played": False, "goes_on": False})
            if dense != NO_SQUARE and not marks & 16:
                above.goes_on = True
                here.is_off |= dense >= self.board.count or marks & 128 != 0 or above.digits[dense] != 0
                if not here.is_off:
                    if above.to_move == self.attacker:
                        here.told = self.ask(0, above.told, above.digits, dense)
                    here.digits, here.to_move = self.board.play(above.digits, above.to_move, [dense])
                    here.is_played = True
            here.has_sibling = shape & 2 != 0
            line.append(here)
            if not shape & 1:
                while not line[-1].has_sibling:
                    self.leave(line)
                if len(line) > 1:
                    self.leave(line)


def told_by_tree(sections, header):
    offset, content = sections[TOLD_RECORDS]
    with part_at(offset):
        refuse_if(2 not in sections, "no tree that tells records")
        refuse_if(len(content) < 5 or content[0] != 1, "unsupported: another version of told records")
        tree = second_tree_reader.read(sections[2][1])
        refuse_if(tree.size != header.board.size, "a tree of another board")
        told = Told(tree, content[5:], header)
        told.walk()
        refuse_if(told.times != int.from_bytes(content[1:5], "little"), "records told another number of times")
        told.bits.end()
    return told.entries


def without_ends_that_go_on(entries):
    goes_on = {entry[:-2] for entry in entries if entry[-2:] != b"\xff\xff"}
    return [entry for entry in entries if entry[-2:] != b"\xff\xff" or entry[:-2] not in goes_on]


def content_hash(header):
    """8."""
    board = header.board
    stream = b"fiveproof-hash-1" + bytes([RULES[header.rule], board.size, header.attacker])
    stream += as_set(board.entry(digits, NO_SQUARE) + bytes([to_move]) for digits, to_move in header.roots)
    stream += struct.pack(">Q", len(header.entries)) + b"".join(header.entries)
    return hashlib.sha256(stream + as_set(header.findings)).digest()


# 9: walks

class WalkBits(Bits):
    """9.1, with models that learn: elements of lists."""

    def bit(self, models, i):
        p = models[i]
        b = self.told(p)
        models[i] = p + (65536 - p >> 4) if b else p - (p >> 4)
        return b

    def number(self, models, n):
        node = 1
        for _ in range(n):
            node = 2 * node + self.bit(models, node)
        return node - (1 << n)


def models(*shape):
    first, *rest = shape
    if not rest:
        return [32768] * first
    if len(rest) == 1:  # most of what is made, without a call for each
        return [[32768] * rest[0] for _ in range(first)]
    return [models(*rest) for _ in range(first)]


def life_of_byte(byte, colour):
    """9.2: of one half of a line."""
    life = 0
    for j in range(1, 5):
        c = byte >> 2 * (j - 1) & 3
        if c not in (0, colour):
            break
        life += 6 - j if c == colour else 1
    return life


LIFE = [[life_of_byte(byte, colour) for byte in range(256)] for colour in range(3)]


def note(values, v):
    """9.3."""
    if v in values:
        values.remove(v)
    else:
        values.pop()
    values.insert(0, v)


class Node:
    __slots__ = "move", "below"

    def __init__(self):
        self.move, self.below = None, {}  # below: nodes by their replies, ascending


def child(x, q):
    return x.below.get(q) if x else None


class Walks:
    """The payload of a block of version 2, coding 1. A square that is none is None."""

    most_likely = 48  # replies in a list

    def __init__(self, payload, records, header):
        self.coder, self.left, self.board = WalkBits(payload), records, header.board
        self.bit = self.coder.bit
        count = self.board.count
        self.cells = bytearray(count) + b"\3"  # with one for all squares beyond the board
        self.colours = bytes([0, 1, 2] if header.attacker == 0 else [0, 2, 1]).ljust(256, b"\0")  # of cells to digits
        self.played, self.entries = [], []
        # 9.3
        self.start_kind = models(1)
        self.is_taken, self.is_defender = models(3, 3, 3), models(3, 3, 3)
        self.columns, self.rows = models(2, 64), models(2, 64, 64)
        self.make_models(records)
        self.history = [[collections.defaultdict(lambda: [None] * 3) for _ in range(4)] for _ in range(2)]
        self.steps = [[collections.defaultdict(lambda: [0] * 5) for _ in range(2)] for _ in range(3)]
        self.recent = [None] * 8
        self.stood = bytearray(count)

    def make_models(self, records):
        del records
        self.has_move, self.is_move = models(4, 4, 40, 5, 2), models(32, 16, 32)
        self.is_dense, self.dense = models(3, 3), models(64, 8, 4)
        self.more, self.is_reply = models(3, 16, 8, 4, 3), models(20, 12, 4, 16)

    # the decisions that have other models in mixed walks

    def tell_has_move(self, state_a, state_b, siblings, wins, defends):
        del wins
        return self.bit(self.has_move[state_a][state_b][min(len(self.played), 39)][min(siblings, 4)],
                        defends is not None)

    def tell_is_move(self, kind, i, agree, s, _why, _wins, _defends):
        return self.bit(self.is_move[kind][i], agree)

    def tell_is_dense(self, density_a, density_b):
        return self.bit(self.is_dense[density_a], density_b)

    def tell_dense(self, q, told, recent, has):
        far = self.far(self.last(0), q)
        return self.bit(self.dense[told + 4 * (recent & 15)][far], has)

    def begin_replies(self, a, b, ends, lively, own_lively):
        del b, lively, own_lively
        self.ends, self.like = len(ends), 0 if a is None else 1 + min(len(a.below), 14)

    def tell_more(self, n, missed, from_whom):
        return self.bit(self.more[self.ends][self.like][min(n, 7)][min(missed, 3)], from_whom)

    def tell_is_reply(self, s, why, j, n, _missed):
        return self.bit(self.is_reply[min(j, 19)][why][min(n, 3)], self.like)

    def everywhere(self, start):
        """Squares that nothing speaks for."""
        return ()

    def far(self, start, s):
        size = self.board.size
        if start is None:
            return 7
        return min(7, max(abs(s // size - start // size), abs(s % size - start % size)))

    def last(self, k):
        return self.played[-1 - k] if k < len(self.played) else None

    def put(self, q, colour):
        self.cells[q] = colour
        self.played.append(q)

    def take(self):
        self.cells[self.played.pop()] = 0

    def enter(self, move):
        digits = self.cells[:-1].translate(self.colours)
        self.entries.append(self.board.entry(digits, NO_SQUARE if move is None else move))

    # 9.2

    def line(self, q, d):
        c, (h, g, f, e, _, i, j, k, m) = self.cells, self.board.rays[q][d]
        return c[e] | c[f] << 2 | c[g] << 4 | c[h] << 6 | c[i] << 8 | c[j] << 10 | c[k] << 12 | c[m] << 14

    def fours(self, q):
        found = []
        if q is None:
            return found
        colour = self.cells[q]
        for squares, get in self.board.windows[q]:
            five = get(self.cells)
            if five.count(colour) == 4 and 0 in five:
                square = squares[five.index(0)]
                if square not in found:
                    found.append(square)
                    if len(found) == 2:
                        break
        return found

    # 9.4; lists of what is likely are dictionaries from square to why

    def add(self, likely, limit, square, why):
        if square is not None and self.cells[square] == 0 and square not in likely and len(likely) < limit:
            likely[square] = why

    def histories(self, kind):
        found = []
        for order in 3, 2, 1:
            h = order * 0x9E3779B1 & 0xFFFFFFFF
            for k in range(min(order, len(self.played))):
                h = (h ^ self.played[-1 - k] + 1) * 0x85EBCA6B & 0xFFFFFFFF
                h ^= h >> 15
            found.append(self.history[kind][order][h >> 18])
        return found

    def liveliest(self, role, start, colour):
        """(ray, sign, list of steps) for each rank."""
        if start is None:
            return []
        found, life = [], LIFE[colour]
        lines = [self.line(start, d) for d in range(4)]
        lives = [life[line & 255] + life[line >> 8] for line in lines]
        for rank in 0, 1:
            d = lives.index(max(lives))
            lives[d] = -1
            turned = (lines[d] & 255) * 256 + (lines[d] >> 8)
            slot = (min(lines[d], turned) * 0x9E3779B1 & 0xFFFFFFFF) >> 20
            found.append((self.board.rays[start][d], -1 if turned < lines[d] else 1, self.steps[role][rank][slot]))
        return found

    def add_steps(self, likely, limit, lively, n, whys):
        for (ray, sign, steps), why in zip(lively, whys):
            for s in steps[:n]:
                if s != 0:
                    self.add(likely, limit, ray[sign * s + 4], why)

    def note_steps(self, lively, to):
        for ray, sign, steps in lively:
            s = ray.index(to) - 4 if to in ray else 0
            if s != 0:
                note(steps, sign * s)

    def any_square(self, kind):
        size, start = self.board.size, self.last(0)
        if start is None:
            start = size // 2 * size + size // 2
        x = self.coder.number(self.columns[kind], 6)
        y = self.coder.number(self.rows[kind][x], 6)
        column, row = x + start // size - (size - 1), y + start % size - (size - 1)
        refuse_if(not (0 <= column < size and 0 <= row < size), "a square off the board")
        return column * size + row

    # 9.5

    def example(self, x):
        if x is None:
            return 1, None
        if x.move is None:
            return 2, None
        return (3, x.move) if self.cells[x.move] == 0 else (0, None)

    def record(self, a, b, siblings):
        refuse_if(self.left == 0, "more records than the head of the block gives")
        self.left -= 1
        node = Node()
        (state_a, like_a), (state_b, like_b) = self.example(a), self.example(b)
        before = self.last(1)
        defends, wins = (next(iter(self.fours(q)), None) for q in (self.last(0), before))
        if not self.tell_has_move(state_a, state_b, siblings, wins, defends):
            self.enter(None)
            return node

        h, lively = self.histories(0), self.liveliest(0, before, 1)
        node.move = move = self.told_move(h, lively, wins, defends, like_a, like_b)
        for values in h:
            note(values, move)
        self.note_steps(lively, move)
        self.enter(move)
        if self.cells[move] == 0:
            self.put(move, 1)
            self.replies(node, a if like_a == move else None, b if like_b == move else None)
            self.take()
        return node

    def told_move(self, h, lively, wins, defends, like_a, like_b):
        likely = {}
        for s in (wins, defends, like_a, like_b, *(values[0] for values in h), *(values[1] for values in h)):
            self.add(likely, 16, s, 0)
        self.add_steps(likely, 16, lively, 2, [0, 0])
        kind = ((like_a is not None) + 2 * (like_b is not None) + 4 * (like_a is not None and like_a == like_b)
                + 8 * (defends is not None) + 16 * (wins is not None))
        for s in self.everywhere(self.last(0)):
            self.add(likely, self.board.count, s, 11)
        for i, (s, why) in enumerate(likely.items()):
            agree = (h[0][0] == s) + 2 * (h[1][0] == s) + 4 * (h[2][0] == s) + 8 * (like_a == s) + 16 * (like_b == s)
            if self.tell_is_move(kind, i, agree, s, why, wins, defends):
                return s
        return self.any_square(0)

    # 9.6

    def replies(self, node, a, b):
        empties = self.cells.count(0)
        density_a, density_b = (0 if x is None else 2 if 8 * len(x.below) > empties else 1 for x in (a, b))
        is_dense = self.tell_is_dense(density_a, density_b)
        found = (self.dense_replies if is_dense else self.sparse_replies)(a, b)
        elder = brother = None
        for q in sorted(found):
            first = child(a, q) or child(b, q)
            self.put(q, 2)
            below = self.record(first, brother, len(found)) if first else self.record(brother, elder, len(found))
            self.take()
            if node:
                node.below[q] = below
            elder, brother = brother, below

    def dense_replies(self, a, b):
        found, recent = [], 3
        has = (a is not None) + 2 * (b is not None)
        for q in range(self.board.count):
            if self.cells[q] == 0:
                told = (child(a, q) is not None) + 2 * (child(b, q) is not None)
                is_in = self.tell_dense(q, told, recent, has)
                recent = 2 * recent + is_in & 255
                if is_in:
                    found.append(q)
        return found

    def sparse_replies(self, a, b):
        move, own = self.last(0), self.last(1)
        lively, own_lively = self.liveliest(1, move, 1), self.liveliest(2, own, 2)
        h, ends = self.histories(1), self.fours(move)
        likely = self.likely_replies(a, b, ends, lively, own_lively, h)
        self.begin_replies(a, b, ends, lively, own_lively)
        found = self.told_replies(list(likely.items()))
        for q in reversed(found):
            for values in (self.recent, *h):
                note(values, q)
            self.note_steps(lively, q)
            self.note_steps(own_lively, q)
        return found

    def likely_replies(self, a, b, ends, lively, own_lively, h):
        likely, most = {}, self.most_likely
        for s in ends:
            self.add(likely, most, s, 0)
        for x, why in (a, 1), (b, 2):
            for reply in x.below if x else ():
                self.add(likely, 40, reply, why)
        self.add_steps(likely, most, lively, 5, [3, 4])
        self.add_steps(likely, most, own_lively, 2, [5, 6])
        for k in 0, 1, 2:
            for s in h[k]:
                self.add(likely, most, s, 7 + k)
        for s in self.recent:
            self.add(likely, most, s, 10)
        for s in self.everywhere(self.last(0)):
            self.add(likely, most, s, 11)
        return likely

    def told_replies(self, likely):
        found, i, missed = [], 0, 0
        while True:
            n = len(found)
            from_whom = likely[i][1] if i < len(likely) and likely[i][1] <= 2 else 0
            if not self.tell_more(n, missed, from_whom):
                return found
            told = None
            while told is None and i < len(likely):
                s, why = likely[i]
                if self.tell_is_reply(s, why, i, n, missed):
                    told = s
                else:
                    missed += 1
                i += 1
            if told is None:
                told = self.any_square(1)
                refuse_if(self.cells[told] != 0 or told in found, "a reply that cannot be")
            found.append(told)

    # 9.7

    def decode(self):
        """The entries of the records."""
        while self.left > 0:
            kind = self.bit(self.start_kind, 0)
            self.start_stones()
            if kind == 0:
                self.record(None, None, 0)
            else:
                left = self.left
                self.replies(None, None, None)
                refuse_if(self.left == left, "a walk without a record")
            self.cells[:-1] = bytes(self.board.count)
        self.coder.end()
        return self.entries

    def start_stones(self):
        cells, size = self.cells, self.board.size
        for q in range(self.board.count):
            west = 0 if q < size else cells[q - size]
            south = 0 if q % size == 0 else cells[q - 1]
            if self.bit(self.is_taken[self.stood[q]][west], south):
                cells[q] = 1 + self.bit(self.is_defender[self.stood[q]][west], south)
            self.stood[q] = cells[q]


# 9.8 to 9.10: mixed walks

def smaller_end(line):
    return min(line, (line & 255) * 256 + (line >> 8))


@functools.lru_cache(None)
def line_hash(line):
    return hashed(smaller_end(line))


@functools.lru_cache(None)
def everywhere(size, start):
    """9.8."""
    x, y = (size // 2, size // 2) if start is None else (start // size, start % size)
    return sorted(range(size * size), key=lambda q: (max(abs(q // size - x), abs(q % size - y)), q))


@functools.lru_cache(None)
def reach(line, colour):
    """9.10."""
    row = [line >> 2 * j & 3 for j in (3, 2, 1, 0)] + [colour] + [line >> 2 * j + 8 & 3 for j in range(4)]
    windows = [row[first:first + 5] for first in range(5)]
    counts = [window.count(colour) - 1 for window in windows if set(window) <= {0, colour}]
    if not counts:
        return 0
    most = max(counts)
    return 1 if most == 0 else 2 + 3 * (most - 1) + min(counts.count(most), 3) - 1


class MixedWalks(Walks):
    """Coding 2: what is looked at (9.10)."""

    most_likely = 1000

    def make_models(self, records):
        self.mixer = Mixer(self.coder, min(22, max(12, 6 + records.bit_length())))
        self.had = 0
        self.answers = {}  # of a dense set, by square

    def mixed(self, question, contexts, a, b):
        hashes = [hashed(16 * question + i, *values) for i, values in enumerate(contexts)]
        return self.mixer.mixed(hashes, (question, 1, a), (question, 2, b))

    # 9.10

    def history_hash(self, n):
        return hashed(*(self.last(k) for k in range(n)))

    def offset(self, start, s):
        size = self.board.size
        return 5000 if start is None or s is None else 64 * (s // size - start // size) + s % size - start % size

    def lines(self, q, squares):
        if q is None:
            return 0
        return sum(line_hash(self.line(q, d) & squares) for d in range(4)) & 0xFFFFFFFF

    def best(self, q, colour):
        if q is None:
            return 0
        best = sorted(reach(self.line(q, d), colour) for d in range(4))
        return 32 * best[3] + best[2]

    def attack(self, q):
        return self.best(q, 1)

    def defence(self, q):
        return self.best(q, 2)

    def everywhere(self, start):
        return everywhere(self.board.size, start)

    def tell_has_move(self, state_a, state_b, siblings, wins, defends):
        r, o = self.last(0), self.last(1)
        s = 2 * (4 * state_a + state_b) + (defends is not None)
        bit = self.mixed(0, [
            (s, len(self.played), min(siblings, 4)),
            (self.history_hash(2), s),
            (self.defence(r), self.attack(o), s),
            (self.lines(r, 0xFFFF), self.lines(o, 0xFFFF)),
            (self.attack(o), self.defence(o), s),
            (siblings, s, wins is not None, self.had & 3),
            (self.cells.count(0), self.had & 15),
        ], s, self.had & 31)
        self.had = 2 * self.had + bit
        return bit

    def tell_is_move(self, kind, i, agree, s, why, wins, defends):
        r, o, t = self.last(0), self.last(1), self.last(3)
        end = (s == wins) + 2 * (s == defends)
        who = 4 * agree + end
        if why == 11:
            return self.mixed(2, [
                (self.lines(s, 0x3F3F),),
                (self.lines(s, 0x0F0F),),
                (self.attack(s), self.defence(s)),
                (self.offset(o, s),),
                (self.offset(r, s),),
            ], self.far(r, s), kind)
        return self.mixed(1, [
            (self.lines(s, 0xFFFF), who),
            (self.lines(s, 0x3F3F), i, end),
            (self.lines(s, 0x0F0F), agree),
            (self.attack(s), self.defence(s), who),
            (self.offset(o, s), self.offset(t, s), end),
            (self.offset(o, s), self.offset(r, s), who),
            (self.history_hash(1), s),
            (i, kind, agree),
        ], 2 * agree + (i == 0), 16 * kind + i)

    def tell_is_dense(self, density_a, density_b):
        self.answers = {}
        m, y = self.last(0), 3 * density_a + density_b
        return self.mixed(3, [
            (y,),
            (self.attack(m), self.defence(m), y),
            (self.lines(m, 0xFFFF),),
            (self.history_hash(1), y),
            (len(self.played), y),
        ], y, 0)

    def tell_dense(self, q, told, recent, has):
        m = self.last(0)
        west, far = self.answers.get(q - self.board.size, 2), self.far(m, q)
        bit = self.mixed(4, [
            (told, recent & 15, far, has),
            (self.offset(m, q), told),
            (q, told),
            (self.lines(q, 0x3F3F), told),
            (self.attack(q), self.defence(q), told, west),
            (self.offset(m, q), self.offset(self.last(1), q), told),
            (self.history_hash(1), q),
            (self.offset(self.last(2), q), told),
            (recent & 255, told, west),
        ], 16 * told + (recent & 15), 4 * far + has)
        self.answers[q] = bit
        return bit

    def begin_replies(self, a, b, ends, lively, own_lively):
        super().begin_replies(a, b, ends, lively, own_lively)
        self.counts = [-1 if x is None else len(x.below) for x in (a, b)]
        self.known = (a is not None) + 2 * (b is not None)
        self.lively_hash, self.own_hash = self.hash_of_lively(lively), self.hash_of_lively(own_lively)
        self.said, self.found_in, self.offsets, self.squares = 1, [0, 0], 0, 0

    def hash_of_lively(self, lively):
        keys = [smaller_end(sum(self.cells[ray[4 - j]] << 2 * (j - 1) | self.cells[ray[4 + j]] << 2 * (j - 1) + 8
                                for j in range(1, 5))) for ray, _, _ in lively]
        return hashed(*(keys or [0, 0]))

    def tell_more(self, n, missed, from_whom):
        del missed
        m = self.last(0)
        at, (count_a, count_b) = 4 * n + from_whom, self.counts
        return self.mixed(5, [
            (count_a, count_b, n, *self.found_in),
            (self.lively_hash, n),
            (self.lively_hash, self.offsets),
            (self.lines(m, 0xFFFF), n, from_whom),
            (self.attack(m), at),
            (self.history_hash(1), at),
            (self.history_hash(3), self.squares),
            (self.offsets, count_a),
            (count_a, self.said),
            (self.own_hash, self.offsets, self.ends),
        ], 12 * (8 * self.ends + min(n, 7)) + 4 * from_whom + self.known, 16 * self.like + min(n, 15))

    def tell_is_reply(self, s, why, j, n, missed):
        bit = self.tell_far_reply(s, n) if why == 11 else self.tell_near_reply(s, why, j, n, missed)
        self.said = 2 * self.said + bit & 255
        if bit:
            if why in (1, 2):
                self.found_in[why - 1] += 1
            self.offsets = self.offsets + hashed(self.offset(self.last(0), s)) & 0xFFFFFFFF
            self.squares = self.squares + hashed(s) & 0xFFFFFFFF
        return bit

    def tell_near_reply(self, s, why, j, n, missed):
        m, (count_a, count_b) = self.last(0), self.counts
        return self.mixed(6, [
            (self.lines(s, 0x3F3F), why),
            (self.attack(s), self.defence(s), why),
            (self.offset(m, s), self.lively_hash),
            (self.offset(m, s), self.offsets, why),
            (self.offset(m, s), self.lively_hash, self.said),
            (self.history_hash(2), s),
            (self.history_hash(3), s, self.squares),
            (count_a, self.said, why),
            (missed, n, count_a, count_b, why),
        ], 4 * (4 * why + min(n, 3)) + self.known, 16 * min(j, 19) + self.like)

    def tell_far_reply(self, s, n):
        m, o = self.last(0), self.last(1)
        return self.mixed(7, [
            (self.lines(s, 0x3F3F),),
            (self.lines(s, 0x0F0F), n),
            (self.attack(s), self.defence(s)),
            (self.offset(m, s), self.offsets),
            (self.offset(m, s),),
            (self.offset(o, s),),
            (self.offset(m, s), self.offset(self.last(2), s)),
        ], 4 * min(n, 3) + self.known, self.like)


# The command line

def summary(proof):
    attacker = next(name for name, number in COLORS.items() if number == proof.attacker)
    return (f"{proof.rule} {proof.board.size}x{proof.board.size}, {attacker} attacks, "
            f"{len(proof.roots)} roots, {len(proof.findings)} findings, {len(proof.entries)} records, "
            f"{proof.section_count} sections, hash {proof.hash.hex()}")


def record_text(entry, board):
    digits, move = board.unpack(entry[2:-2]), int.from_bytes(entry[-2:], "big")
    sides = (" ".join(board.name(q) for q in range(board.count) if digits[q] == colour) for colour in (1, 2))
    return " / ".join((*sides, board.name(move)))


def show(path, with_records):
    try:
        proof = read(path.read_bytes())
    except Refused as refused:
        print(f"{path}: refused: {refused.reason} (offset {refused.offset})", file=sys.stderr)
        return False
    print(f"{path}: {summary(proof)}")
    if with_records:
        for entry in proof.entries:
            print(record_text(entry, proof.board))
    return True


def mutate(path, times, seed):
    data, generator, refused = path.read_bytes(), random.Random(seed), 0
    for _ in range(times):
        changed, at = bytearray(data), generator.randrange(len(data))
        if generator.random() < 0.5:
            changed[at] ^= 1 << generator.randrange(8)
        else:
            del changed[at:]
        try:
            read(bytes(changed))
        except Refused:
            refused += 1
    print(f"{path}: {refused} of {times} changed files refused")
    return refused == times


def main():
    parser = argparse.ArgumentParser(description="A second reader of .fvp files.")
    parser.add_argument("files", nargs="+", type=pathlib.Path, metavar="FILE")
    parser.add_argument("--records", action="store_true", help="print the records")
    parser.add_argument("--mutate", nargs=2, type=int, metavar=("N", "SEED"), help="read N changed files")
    arguments = parser.parse_args()
    if arguments.mutate:
        good = [mutate(path, *arguments.mutate) for path in arguments.files]
    else:
        good = [show(path, arguments.records) for path in arguments.files]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())

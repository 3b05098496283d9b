"""Files .fvp of which the bytes are wrong. What they say would be accepted: only the one thing named is wrong, and all
checksums and lengths around it are right."""
import struct

from proof_forms import (END_MAGIC, MAGIC, WRITERS, Fvp, Message, Position, Proof, Record, Section, Start, checksum,
                         content_hash, frame, jsonl, packed_stones, payload_of, run_of, start_of, trailer)

# White stones apart, four black ones and the fifth square; on 7x7 the last byte of a packed position has a digit over.
FOUR = Proof("freestyle", 7, "black", [Position("a1 a2 a3 a4", "b1 b2 b3")],
             [Record(Position("a1 a2 a3 a4", "b1 b2 b3"), "a5")])
# The same twice: two roots, two records.
TWO = FOUR.changed(roots=FOUR.roots + [Position("a1 a2 a3 a4", "b1 b2 g7")],
                   records=FOUR.records + [Record(Position("a1 a2 a3 a4", "b1 b2 g7"), "a5")])
# Nothing stored: four in a row with both ends open is won at once.
STRAIGHT = Proof("freestyle", 7, "black", [Position("b4 c4 d4 e4", "a1 a3 a7", "white")])
FINDING = {"finding": "illegal-move", "root": 0, "line": "g7", "black": "a1 a2 a3 a4 g7", "white": "b1 b2 b3",
           "to-move": "white", "by": "a1"}


def add_kinds(corpus):
    def bad(name, content, reason, wrong="malformed", proof=FOUR):
        corpus.add(f"fvp-{name}", "fvp", content, proof.rule, proof.attacker, wrong, reason)

    for kinds in (whole, prelude, cut_off, header_frame, message, header_fields, counts, roots, findings, blocks,
                  sections, index_and_trailer, hashes):
        kinds(bad)


def whole(bad):
    data = Fvp(FOUR).bytes()
    bad("empty", b"", "no byte at all")
    bad("byte-behind", data + b"\0", "a byte behind the trailer")
    bad("twice", data + data, "the whole file twice, one behind the other")
    bad("as-text", data.replace(b"\r\n", b"\n"), "carried over as text: carriage returns are lost")
    bad("text-inside", jsonl(FOUR), "a proof as text under the name of a .fvp")


def prelude(bad):
    parts = Fvp(FOUR).parts()
    rest = b"".join(list(parts.values())[1:])
    length = len(parts["header"])

    def made(magic=MAGIC, version=2, flags=0, length=length, header_sum=checksum(parts["header"]), own_sum=None):
        head = struct.pack("<8sIIQ8s", magic, version, flags, length, header_sum)
        return head + (checksum(head) if own_sum is None else own_sum) + rest

    bad("magic-first", made(magic=b"\x0b" + MAGIC[1:]), "the magic has lost its high bit")
    bad("magic-last", made(magic=MAGIC[:-1] + b"\r"), "the last byte of the magic is another one")
    bad("version-1", made(version=1), "version 1, which was never published", "unsupported")
    bad("version-3", made(version=3), "a version that there is not", "unsupported")
    bad("version-big-endian", made(version=2 << 24), "the version with its bytes the other way round", "unsupported")
    bad("flag-lowest", made(flags=1), "a reserved flag, the lowest", "unsupported")
    bad("flag-highest", made(flags=1 << 31), "a reserved flag, the highest", "unsupported")
    bad("header-length-more", made(length=length + 1), "a header one byte longer than it is")
    bad("header-length-less", made(length=length - 1), "a header one byte shorter than it is")
    bad("header-length-none", made(length=0), "a header of no length")
    bad("header-length-huge", made(length=1 << 63), "a header of 2^63 bytes")
    bad("header-checksum", made(header_sum=bytes(8)), "a wrong checksum of the header")
    bad("prelude-checksum", made(own_sum=bytes(8)), "a wrong checksum of the prelude")


def cut_off(bad):
    parts = Fvp(TWO).with_sections(Section(0x80000001, b"private")).parts()
    data, at = b"".join(parts.values()), 0
    for part, content in parts.items():
        if at > 0:
            bad(f"cut-before-{part.replace(' ', '-')}", data[:at], f"cut off before its {part}")
        bad(f"cut-in-{part.replace(' ', '-')}", data[:at + len(content) // 2], f"cut off in its {part}")
        at += len(content)
    bad("cut-in-block-head", data[:len(parts["prelude"]) + len(parts["header"]) + 10], "cut off in the head of a block")
    bad("cut-last-byte", data[:-1], "without its last byte")


def header_frame(bad):
    content = Fvp(FOUR).header.message().bytes()

    def framed(name, packed, reason):
        fvp = Fvp(FOUR)
        fvp.frame = packed
        bad(f"frame-{name}", fvp.bytes(), reason)

    good = frame(content)
    raw = (len(content) << 3 | 1).to_bytes(3, "little") + content
    framed("not-zstd", content, "the header's message stands there uncompressed, not in a frame")
    framed("skippable", b"\x50\x2a\x4d\x18" + struct.pack("<I", len(content)) + content, "the frame is a skippable one")
    framed("skippable-before", b"\x50\x2a\x4d\x18\0\0\0\0" + good, "a skippable frame before the frame")
    framed("two", good + good, "two frames, one behind the other")
    framed("byte-behind", good + b"\0", "a byte behind the frame, counted as the header's")
    framed("no-size", b"\x28\xb5\x2f\xfd\x00\x50" + raw, "the frame does not state its content size")
    framed("size-less", frame(content, len(content) - 8), "the frame states eight bytes less than it has")
    framed("size-more", frame(content, len(content) + 8), "the frame states eight bytes more than it has")
    framed("size-odd", frame(content + b"\0"), "a message that is no number of words")
    framed("size-none", frame(b""), "a message of no bytes")
    framed("size-huge", frame(content, 1 << 60), "the frame states 2^60 bytes: nobody may reserve them")
    framed("size-over-limit", frame(content, (256 << 20) + 8), "the frame states eight bytes more than 256 MiB")
    framed("dictionary", b"\x28\xb5\x2f\xfd\x61" + (len(content) - 256).to_bytes(2, "little") + b"\x07" + raw
           if len(content) >= 256 else b"\x28\xb5\x2f\xfd\x21\x07" + bytes([len(content)]) + raw,
           "the frame needs a dictionary, number 7")
    framed("reserved-bit", frame(content, descriptor=8), "the reserved bit in the frame's descriptor")
    framed("reserved-block", frame(content, blocks=(len(content) << 3 | 7).to_bytes(3, "little") + content),
           "a block of the frame has the reserved kind")
    framed("not-last", frame(content, blocks=(len(content) << 3).to_bytes(3, "little") + content),
           "no block of the frame is its last")
    framed("checksum", frame(content, descriptor=4) + b"\1\2\3\4", "the frame's own checksum is wrong")
    framed("bomb", frame(content, 1 << 27, blocks=run_of(b"\0", 131072, False) * 1024 + run_of(b"\0", 0)),
           "4 kB that unpack to 128 MiB of zeros")


def message(bad):
    def made(name, reason, change=None, content=None):
        fvp = Fvp(FOUR)
        m = fvp.header.message()
        if change:
            change(m)
        fvp.content = m.bytes() if content is None else content(m)
        bad(f"message-{name}", fvp.bytes(), reason)

    # Word 0 points to the header: words 1 to 3 are its data, words 4 to 8 its pointers (producer, rule, roots,
    # findings, content hash).
    def word(at, value):
        return lambda m: m.words.__setitem__(at, value)

    body = lambda m: m.bytes()[8:]
    made("two-segments", "a second segment, in which bytes could hide",
         content=lambda m: struct.pack("<IIII", 1, len(m.words), 1, 0) + body(m) + bytes(8))
    made("many-segments", "2^32 segments", content=lambda m: struct.pack("<II", 0xFFFFFFFF, len(m.words)) + body(m))
    made("goes-on", "words behind the message's end", content=lambda m: m.bytes() + bytes(8))
    made("ends-early", "a word less than the message says", content=lambda m: m.bytes()[:-8])
    made("no-words", "a segment without words", content=lambda m: struct.pack("<II", 0, 0))
    made("root-outside", "the header lies outside the message", word(0, 1000 << 2 | 3 << 32 | 5 << 48))
    made("root-before", "the header lies before the message", word(0, (-5 << 2) & 0xFFFFFFFF | 3 << 32 | 5 << 48))
    made("root-null", "no header: all its fields are 0", word(0, 0))
    made("root-list", "the header is a list", word(0, 1 | 2 << 32 | 64 << 35))
    made("rule-outside", "the text of the rule lies outside the message",
         lambda m: word(5, m.words[5] & ~0xFFFFFFFF | 500 << 2 | 1)(m))
    made("rule-no-end", "the text of the rule has no final 0",
         lambda m: word(5, m.words[5] - (1 << 35))(m))
    made("rule-struct", "the text of the rule is a struct", word(5, 1 << 32))
    made("producer-outside", "the text of the producer goes beyond the message",
         lambda m: word(4, m.words[4] + (1000 << 35))(m))
    made("producer-no-end", "the text of the producer has no final 0", lambda m: word(4, m.words[4] - (1 << 35))(m))
    made("producer-empty-bytes", "the text of the producer has no byte, not even its final 0",
         lambda m: word(4, m.words[4] & 0x7FFFFFFFF)(m))

    def too_many_roots(m):
        tag = m.reserve(1)
        m.words[6] = (tag - 7) << 2 | 1 | 7 << 32
        m.words[tag] = ((1 << 29) - 1) << 2

    made("free-roots", "2^29 roots of no words: they cost no room in the file", too_many_roots)

    def roots_beyond(m):
        tag = m.reserve(1)
        m.words[6] = (tag - 7) << 2 | 1 | 7 << 32 | 2 << 35
        m.words[tag] = 1000 << 2 | 1 << 32 | 1 << 48

    made("roots-tag", "the tag of the roots counts more than their list has", roots_beyond)

    def roots_tag_kind(m):
        tag = m.words[6] >> 2 & 0x3FFFFFFF
        m.words[7 + tag] |= 1

    made("roots-tag-kind", "the tag of the roots is a list's", roots_tag_kind)

    def shared_lists(m):
        # 400 roots whose moves are all one list of 49: 19,600 squares in a message of some 850 words.
        shared = m.reserve(13)
        for q in range(49):
            m.words[shared + q // 4] |= q << 16 * (q % 4)
        for root in m.structs(6, 400, 1, 1):
            m.words[root + 1] = (shared - root - 2) << 2 & 0xFFFFFFFF | 1 | 3 << 32 | 49 << 35

    made("shared-lists", "400 roots share one list of moves, so reading costs more than the message is long",
         shared_lists)


def header_fields(bad):
    def with_field(name, reason, wrong="malformed", **fields):
        fvp = Fvp(FOUR)
        for field, value in fields.items():
            setattr(fvp.header, field, value)
        bad(f"header-{name}", fvp.bytes(), reason, wrong)

    with_field("rule-unknown", "a rule set that there is not", rule=b"caro")
    with_field("rule-empty", "a rule set without a name", rule=b"")
    with_field("rule-capital", "the name of the rule set with a capital", rule=b"Freestyle")
    with_field("rule-nul", "the name of the rule set with a 0 in it", rule=b"freestyle\0x")
    with_field("size-0", "a board of size 0", size=0)
    with_field("size-4", "a board of size 4", size=4)
    with_field("size-21", "a board of size 21", size=21)
    with_field("size-255", "a board of size 255", size=255)
    with_field("attacker-2", "an attacker that is neither black nor white", attacker=2)
    with_field("coding-0", "coding 0", "unsupported", coding=0)
    with_field("coding-3", "coding 3", "unsupported", coding=3)
    with_field("coding-other", "walks that are said to be mixed walks", coding=2)


def counts(bad):
    def with_field(name, reason, proof=FOUR, blocks=None, **fields):
        fvp = Fvp(proof)
        if blocks is not None:
            fvp.with_blocks(*blocks)
        for field, value in fields.items():
            setattr(fvp.header, field, value)
        bad(f"count-{name}", fvp.bytes(), reason)

    with_field("records-more", "the header counts a record more than there is", record_count=2)
    with_field("records-fewer", "the header counts a record fewer than there is", record_count=0)
    with_field("records-huge", "the header counts 2^63 records", record_count=1 << 63)
    with_field("records-of-none", "the header counts a record, and there is no block", STRAIGHT, record_count=1)
    with_field("blocks-more", "the header counts a block more than there is", block_count=2)
    with_field("blocks-fewer", "the header counts no block, and there is one", block_count=0, block_records=0)
    with_field("blocks-huge", "the header counts 2^32 - 1 blocks", block_count=0xFFFFFFFF)
    with_field("block-records-0", "blockRecords is 0, and there is a block", block_records=0)
    with_field("block-records-less", "blockRecords is less than a block has", TWO, block_records=1)
    with_field("block-records-over", "blockRecords is 65537", block_records=65537)
    with_field("block-records-of-none", "blockRecords is 1, and there is no block", STRAIGHT, block_records=1)
    with_field("sections-more", "the header counts a section, and there is none", section_count=1)
    fvp = Fvp(FOUR).with_sections(Section(0x80000001, b"private"))
    fvp.header.section_count = 0
    bad("count-sections-fewer", fvp.bytes(), "the header counts no section, and there is one")
    fvp = Fvp(FOUR, 2)
    fvp.header.block_records = 262145
    bad("count-block-records-over-2", fvp.bytes(), "blockRecords is 262145 in coding 2")


def roots(bad):
    def with_roots(name, reason, *roots):
        fvp = Fvp(FOUR)
        fvp.header.roots = list(roots)
        bad(f"root-{name}", fvp.bytes(), reason)

    stones = packed_stones(FOUR.roots[0].stones(), 7)
    with_roots("unknown", "a root that is neither moves nor stones", (2,))
    with_roots("move-off-board", "a root with a move off the board", ("moves", [0, 49]))
    with_roots("move-none", "a root with a move that is none", ("moves", [0, 0xFFFF]))
    with_roots("move-twice", "a root with two moves onto one square", ("moves", [0, 1, 0]))
    with_roots("to-move", "a root with neither black nor white to move", ("stones", stones, 2))
    with_roots("packed-short", "a root with a packed position one byte short", ("stones", stones[:-1], 0))
    with_roots("packed-long", "a root with a packed position one byte too long", ("stones", stones + b"\0", 0))
    with_roots("packed-empty", "a root with a packed position of no bytes", ("stones", b"", 0))
    with_roots("packed-243", "a root with a packed byte above 242", ("stones", stones[:-1] + b"\xf3", 0))
    with_roots("packed-beyond", "a root with a stone beyond the board", ("stones", stones[:-1] + b"\x01", 0))


def findings(bad):
    proof = FOUR.changed(findings=[FINDING])

    def with_finding(name, reason, **fields):
        fvp = Fvp(proof)
        fvp.header.findings[0].update(fields)
        bad(f"finding-{name}", fvp.bytes(), reason)

    position = packed_stones(Position("a1 a2 a3 a4", "b1 b2 b3").stones(), 7)
    with_finding("kind", "a finding of a kind that there is not", kind=b"odd-move")
    with_finding("root", "a finding at a root that is not there", root=1)
    with_finding("line-no-root", "a finding with a line and no root", root=0xFFFFFFFF)
    with_finding("line-elsewhere", "the line of a finding leads to another position", line=[47])
    with_finding("line-onto-stone", "the line of a finding goes onto a stone", line=[0])
    with_finding("line-off-board", "the line of a finding leaves the board", line=[49])
    with_finding("line-short", "a finding with another position than its root, and no line", line=[])
    with_finding("turn", "the line of a finding leads there with the other side to move",
                 position=(packed_stones(Position("a1 a2 a3 a4 g7", "b1 b2 b3").stones(), 7), 0))
    with_finding("by-off-board", "a finding with its square off the board", by=49)
    with_finding("to-move", "a finding with neither black nor white to move", line=[], position=(position, 2))
    with_finding("packed", "a finding with a packed position one byte short", position=(position[:-1], 1))


def blocks(bad):
    def with_blocks(name, reason, *blocks, proof=FOUR, coding=1, change=None):
        fvp = Fvp(proof, coding).with_blocks(*blocks)
        if change:
            change(fvp.header)
        bad(f"block-{name}", fvp.bytes(), reason, proof=proof)

    good = Fvp(FOUR)
    payload, start = good.blocks[0][1], good.starts()[0]
    two = Fvp(TWO)

    parts = good.parts()

    def with_head(length, records, own_sum=None):
        head = struct.pack("<II", length, records)
        head += checksum(head + payload) if own_sum is None else own_sum
        index = struct.pack("<Q", len(parts["prelude"]) + len(parts["header"])) + head
        before = parts["prelude"] + parts["header"] + head + payload
        return before + index + trailer(len(before), 1, index)

    bad("block-length-more", with_head(len(payload) + 1, 1), "a block says it is one byte longer than it is")
    bad("block-length-less", with_head(len(payload) - 1, 1), "a block says it is one byte shorter than it is")
    bad("block-length-huge", with_head(0xFFFFFFFF, 1), "a block says it has 2^32 - 1 bytes")
    bad("block-checksum", with_head(len(payload), 1, bytes(8)), "a wrong checksum of a block")

    with_blocks("records-0", "a block without records beside one with all", (0, b""), good.blocks[0])
    with_blocks("records-more", "a block says it has a record more than it has", (2, payload),
                change=lambda h: (setattr(h, "record_count", 2), setattr(h, "block_records", 2)))
    with_blocks("records-over", "a block has more records than blockRecords", two.blocks[0], proof=TWO,
                change=lambda h: setattr(h, "block_records", 1))
    with_blocks("zero-behind", "a payload that ends with a byte 0", (1, payload + b"\0"))
    with_blocks("byte-behind", "a payload with a byte behind its end", (1, payload + b"\1"))
    with_blocks("other-end", "a payload that ends otherwise: the same bits in other bytes",
                (1, payload[:-1] + bytes([payload[-1] - 1, 0xFF])))
    with_blocks("cut", "a payload without its last byte", (1, payload[:-1]))
    with_blocks("no-payload", "a payload of no bytes", (1, b""))
    mixed = Fvp(FOUR, 2).blocks[0][1]
    with_blocks("mixed-byte-behind", "a payload of coding 2 with a byte behind its end", (1, mixed + b"\1"), coding=2)
    with_blocks("mixed-other-end", "the last byte of a payload of coding 2 is one more: the same bits in other bytes",
                (1, mixed[:-1] + bytes([mixed[-1] + 1])), coding=2)

    count_of = lambda n: lambda h: (setattr(h, "record_count", n), setattr(h, "block_records", n))
    with_blocks("twice-in-one", "a block has its record twice, and all counts say two",
                (2, payload_of([start, start], 7, 0)), change=count_of(2))
    with_blocks("twice-in-two", "two blocks have the same record, and the count says two",
                good.blocks[0], good.blocks[0], change=lambda h: setattr(h, "record_count", 2))
    with_blocks("twice-counted-once", "two blocks have the same record, and the count says one",
                good.blocks[0], good.blocks[0])
    turned = Position("g1 g2 g3 g4", "f1 f2 f3")
    with_blocks("twice-mirrored", "a block has a record and its image, which is the same record",
                (2, payload_of([start, start_of(Record(turned, "g5"), 7, 0)], 7, 0)), change=count_of(2))

    off = Start(start.cells, ((7, 3), {}))
    with_blocks("move-off-board", "a record's move lies one column beyond the board",
                (1, off_board(off)))
    below = Start(start.cells, (4, {}))
    onto = Start(start.cells, (3 * 7 + 3, {0: (4, {})}))
    with_blocks("reply-onto-stone", "a walk goes on with a reply onto a stone", (2, lying(onto, 2)),
                change=count_of(2))
    more = Start(start.cells, (3 * 7 + 3, {40: (4, {}), 41: (4, {})}))
    with_blocks("walk-too-long", "a walk goes on when all records of the head are met", (2, lying(more, 2)),
                change=count_of(2))
    with_blocks("walk-without-record", "a walk from a position with the defender to move meets no record",
                (1, lying(Start(start.cells, (None, {}), True), 1, below)))


def off_board(start):
    """The writer stops where a reader refuses; what it has written so far is the payload."""
    return lying(start, 1)


def lying(start, records, *more):
    from second_reader import Refused
    writer = WRITERS[1]([start, *more], records, 7, 0)
    try:
        return writer.payload()
    except Refused:
        return writer.coder.written()


def sections(bad):
    def with_sections(name, reason, *sections, wrong="malformed"):
        bad(f"section-{name}", Fvp(FOUR).with_sections(*sections).bytes(), reason, wrong)

    with_sections("order", "sections whose kinds go down", Section(0x80000002), Section(0x80000001))
    with_sections("twice", "two sections of one kind", Section(0x80000001, b"a"), Section(0x80000001, b"b"))
    with_sections("needed", "a section that must be known, of a private kind", Section(0x80000001, b"", 1),
                  wrong="unsupported")
    with_sections("flag", "a section with a reserved flag", Section(0x80000001, b"", 2), wrong="unsupported")
    with_sections("needed-known", "provenance that must be known: no kind is defined so", Section(1, bytes(74), 1),
                  wrong="unsupported")
    with_sections("places", "places of findings, and there is no finding", Section(4, bytes(8)))
    finding = FOUR.changed(findings=[FINDING])
    bad("section-places-short", Fvp(finding).with_sections(Section(4, bytes(7))).bytes(),
        "places of findings with seven bytes for one finding")

    parts = Fvp(FOUR).with_sections(Section(0x80000001, b"private")).parts()
    before = b"".join(parts[part] for part in ("prelude", "header", "block 0"))

    def with_head(length, own_sum=None):
        head = struct.pack("<IIQ", 0x80000001, 0, length)
        head += checksum(head + b"private") if own_sum is None else own_sum
        data = before + head + b"private"
        index = parts["index"][:24] + struct.pack("<Q", len(before)) + head
        return data + index + trailer(len(data), 1, index)

    bad("section-length-more", with_head(8), "a section says it is one byte longer than it is")
    bad("section-length-huge", with_head(1 << 63), "a section says it has 2^63 bytes")
    bad("section-checksum", with_head(7, bytes(8)), "a wrong checksum of a section")


def index_and_trailer(bad):
    parts = Fvp(TWO).parts()
    before = parts["prelude"] + parts["header"] + parts["block 0"]
    index = parts["index"]

    def with_index(name, reason, index):
        bad(f"index-{name}", before + index + trailer(len(before), 1, index), reason)

    with_index("offset", "the index says that a block begins a byte later",
               struct.pack("<Q", struct.unpack_from("<Q", index)[0] + 1) + index[8:])
    with_index("head", "the index says another number of records of a block than its head",
               index[:12] + b"\x01" + index[13:])
    with_index("checksum-of-block", "the index has another checksum of a block than its head", index[:-8] + bytes(8))
    with_index("missing", "no index", b"")
    with_index("twice", "the index twice", index + index)

    end = parts["trailer"]

    def with_trailer(name, reason, offset=len(before), blocks=1, index_sum=checksum(index), own_sum=None,
                     magic=END_MAGIC):
        fields = struct.pack("<QQ", offset, blocks) + index_sum
        bad(f"trailer-{name}", before + index + fields + (checksum(fields) if own_sum is None else own_sum) + magic,
            reason)

    with_trailer("index-offset", "the trailer says that the index begins a byte earlier", offset=len(before) - 1)
    with_trailer("index-offset-huge", "the trailer says that the index begins at 2^64 - 1", offset=(1 << 64) - 1)
    with_trailer("blocks", "the trailer counts a block more than there is", blocks=2)
    with_trailer("index-checksum", "a wrong checksum of the index", index_sum=bytes(8))
    with_trailer("checksum", "a wrong checksum of the trailer", own_sum=bytes(8))
    with_trailer("magic", "another end magic", magic=END_MAGIC[:-1] + b"\r")
    assert before + index + end == Fvp(TWO).bytes()


def hashes(bad):
    def with_hash(name, reason, value, proof=FOUR):
        fvp = Fvp(proof)
        fvp.header.hash = value
        bad(f"hash-{name}", fvp.bytes(), reason)

    own = content_hash(FOUR)
    with_hash("bit", "the content hash with one bit turned", own[:-1] + bytes([own[-1] ^ 1]))
    with_hash("zero", "a content hash of zeros", bytes(32))
    with_hash("short", "a content hash of 31 bytes", own[:-1])
    with_hash("long", "a content hash of 33 bytes", own + b"\0")
    with_hash("none", "a content hash of no bytes", b"")
    with_hash("no-roots", "the content hash of the same records without the root",
              content_hash(FOUR.changed(roots=[])))
    with_hash("no-records", "the content hash of the root without records", content_hash(FOUR.changed(records=[])))
    with_hash("other-attacker", "the content hash of the same for the other attacker",
              content_hash(FOUR.changed(attacker="white")))
    with_hash("other-rule", "the content hash of the same under another rule set",
              content_hash(FOUR.changed(rule="standard")))
    with_hash("other-turn", "the content hash of the same with the other side to move at the root",
              content_hash(FOUR.changed(roots=[FOUR.roots[0].to_play("white")])))
    # What is read is not what was hashed.
    for name, reason, field, value in (
            ("rule-changed", "the rule set changed, the content hash not", "rule", b"standard"),
            ("attacker-changed", "the attacker changed, the content hash not", "attacker", 1)):
        fvp = Fvp(STRAIGHT if field == "attacker" else FOUR)
        setattr(fvp.header, field, value)
        bad(f"hash-{name}", fvp.bytes(), reason)
    fvp = Fvp(FOUR)
    fvp.header.roots.append(fvp.root(Position("a1 a2 a3 a4", "b1 b2 g7")))
    bad("hash-root-added", fvp.bytes(), "a root added, the content hash not changed")
    fvp = Fvp(TWO).with_blocks(Fvp(FOUR).blocks[0])
    fvp.header.record_count = fvp.header.block_records = 1
    bad("hash-record-lost", fvp.bytes(), "a record taken out and all counts repaired, the content hash not")
    fvp = Fvp(FOUR.changed(findings=[FINDING]))
    fvp.header.findings = []
    bad("hash-finding-lost", fvp.bytes(), "a finding taken out, the content hash not changed")

"""Files that look odd and are right: what a checker must not refuse."""
from kinds_certificate import EXAMPLE, LINES, PROOF, RECORD, RECORDS, ROOT, text
from kinds_fvp import FOUR, STRAIGHT, TWO
from kinds_jsonl import EMPTY, GOOD, HEADER, RECORD as LINE, WON
from proof_forms import Fvp, Position, Record, Section, certificate_lines, frame, payload_of, start_of


def add_kinds(corpus):
    for kinds in (fvp, jsonl_texts, certificates):
        kinds(corpus)


def fvp(corpus):
    def good(name, content, reason, proof=FOUR):
        corpus.add(f"fvp-{name}", "fvp", content, proof.rule, proof.attacker, "none", reason)

    good("five", Fvp(FOUR).bytes(), "one record whose move makes five")
    good("mixed-walks", Fvp(TWO, 2).bytes(), "two records in coding 2")
    good("no-records", Fvp(STRAIGHT).bytes(), "no record and no block")
    good("two-blocks", two_blocks(), "two blocks of one record each")
    good("blocks-other-way-round", two_blocks(True), "two blocks, the records not in canonical order", TWO)
    good("sections-unknown", Fvp(FOUR).with_sections(Section(5, b"?"), Section(0xFFFFFFFF, b"private")).bytes(),
         "sections of kinds that nobody knows, which need not be known")
    good("section-empty", Fvp(FOUR).with_sections(Section(0x80000001)).bytes(), "a section without content")
    good("annotations-broken", Fvp(FOUR).with_sections(Section(2, b"\xff")).bytes(),
         "annotations of the source that are none: a checker does not read them")
    good("provenance-other", Fvp(FOUR).with_sections(Section(1, b"\x01" + bytes(73))).bytes(),
         "provenance of another proof")
    other = Fvp(FOUR)
    other.header.producer = b"\xff\xfe someone else"
    good("producer", other.bytes(), "a producer that nobody knows, in no known encoding")
    more = Fvp(FOUR)
    more.header.block_records = 65536
    good("block-records-most", more.bytes(), "blockRecords is 65536, and the block has one record")
    packed = Fvp(FOUR)
    content = packed.header.message().bytes()
    packed.frame = frame(content, blocks=(8 << 3).to_bytes(3, "little") + content[:8]
                         + (len(content) - 8 << 3 | 1).to_bytes(3, "little") + content[8:])
    good("frame-of-two-blocks", packed.bytes(), "a header frame of two blocks")


def two_blocks(turned=False):
    order = TWO.records[::-1] if turned else TWO.records
    file = Fvp(TWO).with_blocks(*((1, payload_of([start_of(r, 7, 0)], 7, 0)) for r in order))
    file.header.block_records = 1
    return file.bytes()


def jsonl_texts(corpus):
    def good(name, content, reason):
        corpus.add(f"jsonl-{name}", "jsonl", content, FOUR.rule, FOUR.attacker, "none", reason)

    good("five", GOOD, "one record whose move makes five")
    good("carriage-returns", GOOD.replace(b"\n", b"\r\n"), "carriage returns before the line feeds")
    good("no-last-line-feed", GOOD[:-1], "a last line without a line feed")
    good("blanks", GOOD.replace(b":", b" : ").replace(b",", b" , "), "blanks where JSON allows them")
    good("capitals", HEADER + LINE.upper().replace(b"BLACK", b"black").replace(b"WHITE", b"white").replace(
        b"MOVE", b"move"), "squares in capitals")
    good("commas", HEADER + LINE.replace(b"a1 a2 a3 a4", b"a1,a2, a3a4"), "squares with commas or nothing between")
    good("other-order", b'{"roots":[{"to-move":"black","white":"b1 b2 b3","black":"a4 a3 a2 a1"}],"attacker":"black",'
         b'"size":7,"rule":"freestyle","version":1,"format":"fiveproof"}\n' + LINE, "keys and stones in another order")
    good("escapes", GOOD.replace(b'"move"', b'"\\u006dove"'), "a key with an escape")
    good("record-twice", GOOD + LINE, "the same record twice is one record")
    good("record-mirrored", GOOD + b'{"black":"g1 g2 g3 g4","white":"f1 f2 f3","move":"g5"}\n',
         "a record and its mirror image are one record")
    good("record-only-mirrored", HEADER + b'{"black":"d7 c7 b7 a7","white":"a6 b6 c6","move":"e7"}\n',
         "the record in another orientation than the root")
    good("alternatives", GOOD + LINE.replace(b"a5", b"g7"), "two moves at the root, of which one wins")
    good("root-as-moves", EMPTY % b'"b4 a1 c4 a3 d4 a7 e4"', "the root as moves from the empty board")
    good("roots-equal", EMPTY % (WON + b"," + WON.replace(b"b4 c4 d4 e4", b"e4 b4 c4 d4")),
         "the same claim twice, its stones in another order")
    corpus.add("zst-five", "jsonl.zst", frame(GOOD), FOUR.rule, FOUR.attacker, "none", "the text in one frame")
    corpus.add("zst-no-size", "jsonl.zst", b"\x28\xb5\x2f\xfd\0\x50" + (len(GOOD) << 3 | 1).to_bytes(3, "little")
               + GOOD, FOUR.rule, FOUR.attacker, "none", "a frame that does not state its content size")
    corpus.add("zst-window", "jsonl.zst", b"\x28\xb5\x2f\xfd\0" + bytes([17 << 3])
               + (len(GOOD) << 3 | 1).to_bytes(3, "little") + GOOD, FOUR.rule, FOUR.attacker, "none",
               "a window of 128 MiB, the largest there may be")


def certificates(corpus):
    def good(name, lines, reason):
        corpus.add(f"cert-{name}", "cert", text(lines), EXAMPLE.rule, EXAMPLE.attacker, "none", reason)

    def changed(number, line):
        return LINES[:number] + [line] + LINES[number + 1:]

    good("example", LINES, "the example of spec/certificate.md")
    good("no-proof", changed(PROOF, "proof -"), "the proof that it was made from is not said")
    good("zeros-before", changed(RECORDS, "records 0000000001"), "a number with zeros before it")
    good("blanks", [f"  {line.replace(' ', '   ')} " for line in LINES], "more blanks than needed")
    good("no-blanks", changed(RECORD, LINES[RECORD].replace(" / ", "/").replace(" : ", ":").replace("( ", "(")
                              .replace(" )", ")")), "no blanks around signs")
    good("colon-and-no-plan", changed(ROOT, LINES[ROOT] + " :"), "a root with an empty plan")
    good("deep", changed(RECORD, LINES[RECORD] + " " + "f4 ( a2 : " * 100 + ")" * 100), "branches 100 deep")
    proof = EXAMPLE.changed(records=EXAMPLE.records + [Record(Position("a1", "b1 b2"), "c3")])
    good("unreached-record", certificate_lines(proof), "a record that does not hold and that no root reaches")
    proof = EXAMPLE.changed(records=EXAMPLE.records + [Record(Position("a1", "b1 b2"), "b1")])
    good("unreached-illegal", certificate_lines(proof), "a move onto a stone in a record that no root reaches")
    proof = EXAMPLE.changed(records=EXAMPLE.records + [Record(EXAMPLE.records[0].position, "i9", "")])
    good("second-record", certificate_lines(proof), "the position stored twice: the first record counts, and holds")

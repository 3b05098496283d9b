"""Files .jsonl and .jsonl.zst of which the text is wrong. Nothing else is: what they say would be accepted."""
import json
import struct

from kinds_fvp import FINDING, FOUR
from proof_forms import Position, frame, jsonl, jsonl_values, run_of

GOOD = jsonl(FOUR)
HEADER, RECORD = GOOD.splitlines(keepends=True)
# Nothing stored: four in a row with both ends open.
EMPTY = b'{"format":"fiveproof","version":1,"rule":"freestyle","size":7,"attacker":"black","roots":[%s]}\n'
WON = b'{"black":"b4 c4 d4 e4","white":"a1 a3 a7","to-move":"white"}'


def add_kinds(corpus):
    def bad(name, content, reason, wrong="malformed"):
        corpus.add(f"jsonl-{name}", "jsonl", content, FOUR.rule, FOUR.attacker, wrong, reason)

    for kinds in (lines, header, roots, records, findings):
        kinds(bad)
    packed(corpus)


def lines(bad):
    bad("empty", b"", "no line at all")
    bad("only-line-feed", b"\n", "one empty line")
    bad("byte-order-mark", b"\xef\xbb\xbf" + GOOD, "a byte order mark before the first line")
    bad("utf-16", GOOD.decode().encode("utf-16-le"), "UTF-16 instead of UTF-8")
    bad("empty-first", b"\n" + GOOD, "an empty line before the header")
    bad("empty-between", HEADER + b"\n" + RECORD, "an empty line between header and record")
    bad("empty-last", GOOD + b"\n", "an empty line at the end")
    bad("blank-before", HEADER + b" " + RECORD, "a blank before the brace that begins a line")
    bad("comment", HEADER + b"// the five\n" + RECORD, "a comment")
    bad("array", b"[" + HEADER.strip() + b"," + RECORD.strip() + b"]\n", "all objects in one array")
    bad("two-in-a-line", HEADER + RECORD.strip() + RECORD, "two objects on one line")
    bad("comma-behind", HEADER.strip() + b",\n" + RECORD, "a comma behind the header")
    bad("over-two-lines", HEADER + RECORD.replace(b',"white"', b',\n"white"'), "an object over two lines")
    bad("cut-in-record", GOOD[:-12], "cut off in a record")
    bad("cut-in-header", HEADER[:-20], "cut off in the header")
    bad("nul-behind", GOOD + b"\0", "a byte 0 at the end")
    bad("not-json", HEADER + RECORD.replace(b'"', b"'"), "a record in single quotes")
    bad("keys-bare", HEADER + b'{black:"a1 a2 a3 a4",white:"b1 b2 b3",move:"a5"}\n', "keys without quotes")
    bad("no-colon", HEADER + RECORD.replace(b'"move":', b'"move"'), "a key without a colon")
    bad("comma-last", HEADER + RECORD.replace(b"}", b",}"), "a comma before the closing brace")
    bad("not-utf-8", HEADER + RECORD.replace(b"a5", b"a5\xff"), "a byte that is no UTF-8, in a move")
    bad("not-utf-8-key", HEADER.replace(b'"rule"', b'"rule\xc3"'), "a byte that is no UTF-8, in a key")
    bad("control", HEADER + RECORD.replace(b"a1 a2", b"a1\ta2"), "a tab in a string, not escaped")
    bad("nested", HEADER + b'{"black":' + b"[" * 20000 + b"]" * 20000 + b',"white":""}\n',
        "20,000 arrays in each other")
    bad("nested-open", HEADER + b'{"black":' * 5000 + b"\n", "5,000 objects in each other, none closed")


def header(bad):
    value = json.loads(HEADER)

    def with_value(name, reason, wrong="malformed", **changes):
        changed = {**value, **{key.replace("_", "-"): v for key, v in changes.items()}}
        bad(f"header-{name}", (json.dumps(changed, separators=(",", ":")) + "\n").encode() + RECORD, reason, wrong)

    bad("header-missing", RECORD, "no header")
    bad("header-last", RECORD + HEADER, "the header behind the record")
    bad("header-twice", HEADER + GOOD, "the header twice")
    for key in value:
        rest = {k: v for k, v in value.items() if k != key}
        bad(f"header-no-{key}", (json.dumps(rest, separators=(",", ":")) + "\n").encode() + RECORD,
            f"the header has no {key}")
    bad("header-key-twice", HEADER.replace(b'"size":7', b'"size":7,"size":7') + RECORD, "the header has its size twice")
    bad("header-key-twice-differs", HEADER.replace(b'"rule"', b'"rule":"standard","rule"') + RECORD,
        "the header has two rule sets")
    bad("header-key-escaped-twice", HEADER.replace(b'"size":7', b'"size":7,"\\u0073ize":9') + RECORD,
        "the header has its size twice, once with an escape in the key")
    with_value("key-unknown", "a key in the header that there is not", comment="black wins")
    with_value("key-of-gaps", "the header of a proof with the key of a gap list", proof="0" * 64)
    with_value("format", "another format", format="fiveproofs")
    with_value("format-gaps", "the format of a gap list", format="fiveproof-gaps")
    with_value("version-2", "version 2, which there is not", "unsupported", version=2)
    with_value("version-0", "version 0", "unsupported", version=0)
    with_value("version-text", "the version as a string", version="1")
    with_value("version-minus", "a version below 0", version=-1)
    with_value("rule-unknown", "a rule set that there is not", rule="caro")
    with_value("rule-capital", "the rule set with a capital", rule="Freestyle")
    with_value("rule-blank", "the rule set with a blank behind it", rule="freestyle ")
    with_value("rule-null", "no rule set but null", rule=None)
    with_value("size-4", "a board of size 4", size=4)
    with_value("size-21", "a board of size 21", size=21)
    with_value("size-text", "the size as a string", size="7")
    with_value("size-fraction", "a size of seven and a half", size=7.5)
    with_value("size-minus", "a size below 0", size=-7)
    with_value("size-wraps", "a size that is 7 when cut off to 8 bits", size=263)
    with_value("size-wraps-32", "a size that is 7 when cut off to 32 bits", size=(1 << 32) + 7)
    with_value("size-wraps-64", "a size that is 7 when cut off to 64 bits", size=(1 << 64) + 7)
    bad("header-size-not-a-number", HEADER.replace(b":7", b":NaN") + RECORD, "a size that is no number")
    bad("header-size-hexadecimal", HEADER.replace(b":7", b":0x7") + RECORD, "the size in hexadecimal")
    bad("header-size-zero-before", HEADER.replace(b":7", b":07") + RECORD, "the size with a 0 before it")
    bad("header-size-huge", HEADER.replace(b":7", b":" + b"9" * 400) + RECORD, "a size of 400 digits")
    with_value("attacker-unknown", "an attacker that is no colour", attacker="red")
    with_value("attacker-capital", "the attacker with a capital", attacker="Black")
    with_value("attacker-number", "the attacker as a number", attacker=0)


def roots(bad):
    def with_roots(name, reason, text, record=b""):
        bad(f"root-{name}", EMPTY % text + record, reason)

    bad("root-none", EMPTY % b"", "no root: nothing is claimed", "no-claim")
    bad("root-object", EMPTY.replace(b"[%s]", WON), "one root, not in a list")
    with_roots("number", "a root that is a number", WON + b",0")
    with_roots("null", "a root that is null", WON + b",null")
    with_roots("list", "a root that is a list of moves, each a string", WON + b',["d4","d5"]')
    with_roots("no-to-move", "a root without a side to move", b'{"black":"b4 c4 d4 e4","white":"a1 a3 a7"}')
    with_roots("no-white", "a root without the key white", b'{"black":"b4 c4 d4 e4","to-move":"white"}')
    with_roots("no-black", "a root without the key black", WON + b',{"white":"a1","to-move":"white"}')
    with_roots("to-move", "a root with no colour to move", WON.replace(b'"to-move":"white"', b'"to-move":"both"'))
    with_roots("key-unknown", "a root with the key of a record", WON.replace(b"}", b',"move":"f4"}'))
    with_roots("key-twice", "a root that has its black stones twice", WON.replace(b"{", b'{"black":"",'))
    with_roots("square-twice", "a root with one black stone twice", WON.replace(b"e4", b"e4 e4"))
    with_roots("square-both", "a root with a stone of both colours on one square", WON.replace(b"a7", b"a7 e4"))
    with_roots("off-board", "a root with a stone beyond the board", WON.replace(b"a7", b"a8"))
    with_roots("moves-twice", "a root whose moves go onto one square twice", WON + b',"d4 d5 d4"')
    with_roots("moves-off-board", "a root whose moves leave the board", WON + b',"d4 h5"')
    with_roots("moves-no-square", "a root with a move that is no square", WON + b',"d4 pass"')
    with_roots("row-0", "a root with a stone in row 0", WON.replace(b"a7", b"a0"))
    with_roots("column-only", "a root with a column without a row", WON.replace(b"a7", b"a"))
    with_roots("row-only", "a root with a row without a column", WON.replace(b"a7", b"7"))
    with_roots("row-wraps", "a root with a stone in row 257, which is 1 when cut off to 8 bits",
               WON.replace(b"a7", b"b257"))
    with_roots("row-long", "a root with a stone in a row of 30 digits", WON.replace(b"a7", b"a" + b"1" * 30))
    with_roots("letter-wide", "a root with a letter that only looks like one", WON.replace(b"a7", "а7".encode()))


def records(bad):
    def with_record(name, reason, text):
        bad(f"record-{name}", GOOD + text + b"\n", reason)

    # Besides the record that is needed.
    with_record("no-black", "a record without the key black", b'{"white":"b1 b2 b3","move":"a5"}')
    with_record("no-white", "a record without the key white", b'{"black":"a1 a2 a3 a4","move":"a5"}')
    with_record("empty", "a record without a key", b"{}")
    with_record("key-unknown", "a record with a key that there is not", RECORD.strip().replace(b"move", b"moves"))
    with_record("key-capital", "a record with the key Move", RECORD.strip().replace(b"move", b"Move"))
    with_record("key-of-finding", "a record that says who is to move",
                RECORD.strip().replace(b"}", b',"to-move":"black"}'))
    with_record("key-twice", "a record with two moves", RECORD.strip().replace(b"}", b',"move":"a6"}'))
    with_record("square-twice", "a record with one stone twice", RECORD.strip().replace(b"a1 ", b"a1 a1 "))
    with_record("square-twice-capital", "a record with one stone twice, once with a capital",
                RECORD.strip().replace(b"a1 ", b"a1 A1 "))
    with_record("square-both", "a record with stones of both colours on one square",
                RECORD.strip().replace(b"b1 ", b"b1 a1 "))
    with_record("stone-off-board", "a record with a stone beyond the board", RECORD.strip().replace(b"b3", b"h3"))
    with_record("stone-not-a-square", "a record with a stone on no square", RECORD.strip().replace(b"b3", b"b3x"))
    with_record("stones-list", "a record with its stones in an array", RECORD.strip().replace(
        b'"b1 b2 b3"', b'["b1","b2","b3"]'))
    with_record("stones-null", "a record with null for stones", RECORD.strip().replace(b'"b1 b2 b3"', b"null"))
    with_record("stones-number", "a record with a number for stones", RECORD.strip().replace(b'"b1 b2 b3"', b"3"))
    with_record("move-off-board", "a record with its move beyond the board", RECORD.strip().replace(b"a5", b"a8"))
    with_record("move-two", "a record with two squares as its move", RECORD.strip().replace(b"a5", b"a5 a6"))
    with_record("move-empty", "a record with an empty move", RECORD.strip().replace(b"a5", b""))
    with_record("move-null", "a record with null as its move", RECORD.strip().replace(b'"a5"', b"null"))
    with_record("move-number", "a record with a dense index as its move", RECORD.strip().replace(b'"a5"', b"4"))
    with_record("move-false", "a record with false as its move", RECORD.strip().replace(b'"a5"', b"false"))


def findings(bad):
    value = dict(FINDING)

    def with_finding(name, reason, drop=(), **changes):
        changed = {key: v for key, v in {**value, **changes}.items() if key not in drop}
        bad(f"finding-{name}", GOOD + (json.dumps(changed, separators=(",", ":")) + "\n").encode(), reason)

    with_finding("kind", "a finding of a kind that there is not", finding="odd-move")
    with_finding("kind-key", "a finding with the key of a gap: kind", ["finding"], kind="illegal-move")
    with_finding("root", "a finding at a root that is not there", root=1)
    with_finding("root-minus", "a finding at root -1", root=-1)
    with_finding("line-no-root", "a finding with a line and no root", ["root"])
    with_finding("root-no-line", "a finding with a root and no line", ["line"])
    with_finding("line-elsewhere", "the line of a finding leads to another position", line="g6")
    with_finding("line-onto-stone", "the line of a finding goes onto a stone", line="a1")
    with_finding("turn", "the line of a finding leads there with the other side to move", **{"to-move": "black"})
    with_finding("no-to-move", "a finding that does not say who is to move", ["to-move"])
    with_finding("no-white", "a finding without the key white", ["white"])
    with_finding("by-two", "a finding with two squares in question", by="a1 a2")
    with_finding("by-off-board", "a finding with its square off the board", by="a8")
    with_finding("limit-false", "a finding whose limit is false, and not absent", limit=False)
    with_finding("limit-text", "a finding whose limit is a string", limit="true")
    with_finding("move", "a finding with a move", move="a5")
    with_finding("shared", "a finding that is shared, as a gap", shared=2)
    with_finding("offset-minus", "a finding at an offset below 0", **{"source-offset": -1})


def packed(corpus):
    def bad(name, content, reason):
        corpus.add(f"zst-{name}", "jsonl.zst", content, FOUR.rule, FOUR.attacker, "malformed", reason)

    good = frame(GOOD)
    bad("empty", b"", "no frame")
    bad("text", GOOD, "the text itself, not compressed")
    bad("skippable", b"\x50\x2a\x4d\x18\0\0\0\0" + good, "a skippable frame before the frame")
    bad("byte-behind", good + b"\0", "a byte behind the frame")
    bad("two-frames", frame(HEADER) + frame(RECORD), "header and record in two frames")
    bad("skippable-behind", good + b"\x50\x2a\x4d\x18\0\0\0\0", "a skippable frame behind the frame")
    bad("cut", good[:-5], "a frame that ends early")
    bad("cut-block", frame(GOOD, blocks=(len(GOOD) << 3).to_bytes(3, "little") + GOOD),
        "a frame without its last block")
    bad("checksum", frame(GOOD, descriptor=4) + b"\1\2\3\4", "a wrong checksum of the content")
    raw = (len(GOOD) << 3 | 1).to_bytes(3, "little") + GOOD
    bad("dictionary", b"\x28\xb5\x2f\xfd\x21\x07" + bytes([len(GOOD)]) + raw,
        "a frame that needs a dictionary")
    bad("window", b"\x28\xb5\x2f\xfd\0" + bytes([18 << 3]) + raw, "a window of 256 MiB")
    bad("size-less", frame(GOOD, len(GOOD) - 1), "a frame that states a byte less than it has")
    bad("reserved-bit", frame(GOOD, descriptor=8), "the reserved bit in the frame's descriptor")
    bad("reserved-block", frame(GOOD, blocks=(len(GOOD) << 3 | 7).to_bytes(3, "little") + GOOD),
        "a block of the reserved kind")
    bad("long-line", frame(b"", 0xFFFFFFFF, blocks=run_of(b"{", 131072, False) * 8 + run_of(b"{", 131072))
        .replace(b"\xff\xff\xff\xff\0\0\0\0", struct.pack("<Q", 9 * 131072)),
        "a few bytes that unpack to a line longer than 1 MiB")
    bad("empty-text", frame(b""), "a frame without content")

"""Certificates of which the text is wrong. Nothing else is: what they say would be verified."""
from proof_forms import Position, Proof, Record, certificate_lines

# The example of spec/certificate.md: two open threes at once.
EXAMPLE = Proof("freestyle", 9, "black", [Position("c4 d4 e2 e3", "a1 a9 b9 h9")],
                [Record(Position("c4 d4 e2 e3", "a1 a9 b9 h9"), "e4", "( b4 f4 g4 : e5 ) f4")])
LINES = certificate_lines(EXAMPLE)
FIRST, PROOF, RULE, SIZE, ATTACKER, RECORDS, ROOT, RECORD, END = range(9)
# Four in a row with both ends open, the defender to move: nothing to be stored or planned.
WON = "root b4 c4 d4 e4 / a1 a9 b9 / white"


def text(lines):
    return "\n".join([*lines, ""]).encode()


def add_kinds(corpus):
    def bad(name, content, reason, wrong="malformed"):
        corpus.add(f"cert-{name}", "cert", content, EXAMPLE.rule, EXAMPLE.attacker, wrong, reason)

    def with_line(name, number, line, reason, wrong="malformed"):
        lines = list(LINES)
        lines[number:number + 1] = [] if line is None else [line]
        bad(name, text(lines), reason, wrong)

    for kinds in (frame, header, lines_between, squares, plans):
        kinds(bad, with_line)


def frame(bad, with_line):
    good = text(LINES)
    bad("empty", b"", "no line at all")
    bad("no-line-feed", good[:-1], "the last line has no line feed")
    bad("carriage-returns", good.replace(b"\n", b"\r\n"), "carriage returns before the line feeds")
    bad("byte-order-mark", b"\xef\xbb\xbf" + good, "a byte order mark before the first line")
    bad("no-end", text(LINES[:END]), "no line `end`")
    bad("behind-end", good + b"\n", "an empty line behind `end`")
    bad("record-behind-end", text(LINES[:RECORD] + [LINES[END], LINES[RECORD]]), "the record behind `end`")
    bad("nul-behind", good + b"\0", "a byte 0 behind `end`")
    with_line("end-with-word", END, "end 1", "`end` with another word")
    with_line("end-capital", END, "END", "`end` in capitals")
    bad("empty-line", text(LINES[:ROOT] + [""] + LINES[ROOT:]), "an empty line")
    bad("blank-line", text(LINES[:ROOT] + ["  "] + LINES[ROOT:]), "a line of blanks")
    bad("comment", text(LINES[:ROOT] + ["# the root"] + LINES[ROOT:]), "a comment")
    with_line("tabs", RECORD, LINES[RECORD].replace(" ", "\t"), "tabs between words")
    bad("joined", text(LINES[:ROOT] + [LINES[ROOT] + " " + LINES[RECORD], LINES[END]]), "root and record on one line")
    bad("twice", good + good, "the whole text twice")


def header(bad, with_line):
    names = ["first", "proof", "rule", "size", "attacker", "records"]
    for number, name in enumerate(names):
        with_line(f"no-{name}", number, None, f"the {name} line is missing" if number else "the first line is missing")
    for number, name in list(enumerate(names))[1:]:
        bad(f"{name}-twice", text(LINES[:number] + [LINES[number]] + LINES[number:]), f"the {name} line twice")
    bad("rule-after-size", text(LINES[:RULE] + [LINES[SIZE], LINES[RULE]] + LINES[ATTACKER:]),
        "the size before the rule set")
    with_line("version-1", FIRST, "fiveproof-certificate 1", "version 1, which was never released")
    with_line("version-3", FIRST, "fiveproof-certificate 3", "a version that there is not")
    with_line("version-none", FIRST, "fiveproof-certificate", "no version")
    with_line("name", FIRST, "fiveproof-proof 2", "another first word")
    digest = LINES[PROOF].split()[1]
    with_line("proof-short", PROOF, "proof " + digest[:-1], "a content hash of 63 digits")
    with_line("proof-long", PROOF, "proof " + digest + "0", "a content hash of 65 digits")
    with_line("proof-capitals", PROOF, "proof " + digest.upper(), "a content hash in capitals")
    with_line("proof-letter", PROOF, "proof " + digest[:-1] + "g", "a content hash with a letter g")
    with_line("proof-other", PROOF, "proof " + digest[:-1] + ("0" if digest[-1] != "0" else "1"),
              "the content hash of another proof than the one that roots and records are", "other-claim")
    with_line("rule-unknown", RULE, "rule caro", "a rule set that there is not")
    with_line("rule-capital", RULE, "rule Freestyle", "the rule set with a capital")
    with_line("rule-two", RULE, "rule freestyle standard", "two rule sets")
    with_line("size-4", SIZE, "size 4", "a board of size 4")
    with_line("size-21", SIZE, "size 21", "a board of size 21")
    with_line("size-minus", SIZE, "size -9", "a size below 0")
    with_line("size-plus", SIZE, "size +9", "a size with a sign")
    with_line("size-word", SIZE, "size nine", "a size in letters")
    with_line("size-fraction", SIZE, "size 9.0", "a size with a point")
    with_line("size-hexadecimal", SIZE, "size 0x9", "a size in hexadecimal")
    with_line("size-wraps", SIZE, "size 18446744073709551625", "a size that is 9 when cut off to 64 bits")
    with_line("attacker-unknown", ATTACKER, "attacker red", "an attacker that is no colour")
    with_line("attacker-none", ATTACKER, "attacker", "no attacker")
    with_line("records-more", RECORDS, "records 2", "a record less than promised")
    with_line("records-fewer", RECORDS, "records 0", "a record more than promised")
    with_line("records-minus", RECORDS, "records -1", "a number of records below 0")
    with_line("records-wraps", RECORDS, "records 4294967297", "a number of records that is 1 when cut off to 32 bits")
    with_line("records-huge", RECORDS, "records 4294967295", "2^32 - 1 records promised")


def lines_between(bad, with_line):
    bad("root-after-record", text(LINES[:ROOT] + [LINES[RECORD], LINES[ROOT], LINES[END]]), "a root behind a record")
    bad("root-none", text(LINES[:ROOT] + LINES[RECORD:]), "no root: nothing is claimed", "no-claim")
    with_line("line-unknown", ROOT, LINES[ROOT].replace("root", "claim"), "a line that is neither root nor record")
    with_line("line-capital", ROOT, LINES[ROOT].replace("root", "Root"), "`Root` with a capital")
    with_line("root-no-side", ROOT, LINES[ROOT].rsplit("/", 1)[0], "a root without a side to move")
    with_line("root-side", ROOT, LINES[ROOT].replace("/ black", "/ both"), "a root with no colour to move")
    with_line("root-square", ROOT, LINES[ROOT].replace("/ black", "/ e4"), "a root with a move for its side to move")
    with_line("root-one-slash", ROOT, LINES[ROOT].replace(" / ", " ", 1), "a root with one slash")
    with_line("root-no-white", ROOT, "root c4 d4 e2 e3 / / black", "no word where white has no stones")
    with_line("root-dash-and-stones", ROOT, LINES[ROOT].replace("a1", "- a1"), "`-` and stones besides")
    with_line("root-goes-on", ROOT, LINES[ROOT] + " e5", "a plan at a root without a colon")
    with_line("record-no-move", RECORD, LINES[RECORD].split(" : ")[0].rsplit(" ", 1)[0], "a record without a move")
    with_line("record-side", RECORD, LINES[RECORD].replace("/ e4", "/ black"), "a record with a side to move")
    with_line("record-two-moves", RECORD, LINES[RECORD].replace("/ e4", "/ e4 f4"), "a record with two moves")
    with_line("record-three-slashes", RECORD, LINES[RECORD].replace("/ e4", "/ e4 /"), "a record with three slashes")


def squares(bad, with_line):
    def with_square(name, square, reason):
        with_line(f"square-{name}", RECORD, LINES[RECORD].replace("a1", square), reason)

    with_square("column-off", "j1", "a stone one column beyond the board")
    with_square("row-off", "a10", "a stone one row beyond the board")
    with_square("row-0", "a0", "a stone in row 0")
    with_square("zero-before", "a01", "a row with a 0 before it")
    with_square("capital", "A1", "a square with a capital")
    with_square("no-row", "a", "a square without a row")
    with_square("no-column", "1", "a square without a column")
    with_square("joined", "a1a9", "two squares in one word")
    with_square("comma", "a1,", "a comma behind a square")
    with_square("row-wraps", "a257", "a row that is 1 when cut off to 8 bits")
    with_square("not-ascii", "\u0430" + "1", "a letter that only looks like one")
    with_line("square-twice", RECORD, LINES[RECORD].replace("a1", "a1 a1"), "a stone twice")
    with_line("square-both", RECORD, LINES[RECORD].replace("a1", "c4"), "stones of both colours on one square")
    with_line("move-off", RECORD, LINES[RECORD].replace("/ e4", "/ e10"), "a move beyond the board")


def plans(bad, with_line):
    record = LINES[RECORD].split(" : ", 1)[0]

    def with_plan(name, plan, reason):
        with_line(f"plan-{name}", RECORD, f"{record} : {plan}", reason)

    with_line("plan-no-colon", RECORD, f"{record} ( b4 f4 g4 : e5 ) f4", "a plan without a colon before it")
    with_plan("two-colons", ": f4", "two colons before a plan")
    with_plan("not-closed", "( b4 f4 g4 : e5 f4", "a branch that is not closed")
    with_plan("closed-twice", "( b4 f4 g4 : e5 ) ) f4", "a bracket that closes nothing")
    with_plan("no-replies", "( : e5 ) f4", "a branch without replies")
    with_plan("branch-no-colon", "( b4 f4 g4 e5 ) f4", "a branch without a colon")
    with_plan("branch-of-nothing", "( ) f4", "a branch with nothing in it")
    with_plan("branch-in-replies", "( b4 ( f4 : e5 ) g4 : e5 ) f4", "a branch among the replies of a branch")
    with_plan("branch-first-in-branch", "( b4 f4 g4 : ( e1 : e6 ) e5 ) f4", "a branch's plan that begins with a branch")
    with_plan("square-off", "( b4 f4 g4 : e5 ) f10", "a step beyond the board")
    with_plan("reply-off", "( b4 f4 j4 : e5 ) f4", "a reply beyond the board")
    with_plan("pass", "( b4 f4 g4 : e5 ) - f4", "a step that is a pass")
    with_plan("slash", "( b4 f4 g4 : e5 ) / f4", "a slash in a plan")
    with_plan("too-deep", "f4 " + "( a2 : a3 " * 101 + ") " * 101, "branches 101 deep in each other")
    with_line("plan-attacker-begins-with-branch", RECORD,
              LINES[RECORD].replace("/ e4 :", "/ - :"), "the plan of a record without a move begins with a branch")
    with_line("plan-root-begins-with-branch", ROOT, LINES[ROOT] + " : ( e5 : f4 ) e4",
              "the plan of a root with the attacker to move begins with a branch")

#!/usr/bin/python3
"""Checks a certificate. Written from spec/certificate.md alone (forbidden points: section 1 of spec/renju.md; what a plan
reads: Lemma 4 in section 6 of spec/verification.md), as a second opinion on fiveproof-audit.

    check_certificate.py CERTIFICATE       the same lines and exit codes as fiveproof-audit CERTIFICATE

The name of the proof is worked out here too, from section 8 of spec/format.md.

Slow and plain: a position is two sets of (column, row); a five is found by walking along the row through a
square; a stored position by comparing with the eight images of all records that have as many stones.
"""

import functools
import hashlib
import re
import sys
from collections import namedtuple

BUDGET = 5_000_000  # replies below one plan
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))

Step = namedtuple("Step", "move branches")  # branches: [(set of squares, plan)]; a plan is a tuple of steps
Line = namedtuple("Line", "number black white word plan")  # word: side to move, a square, or None


class Malformed(Exception):
    pass


class OutOfBudget(Exception):
    pass


# ---- the text (section 1) ----


class Reader:
    def __init__(self, data):
        self.lines = data.split(b"\n")
        if self.lines.pop() != b"":
            raise Malformed("the last line has no line feed")
        if any(len(line) > 1 << 20 for line in self.lines):
            raise Malformed("a line is too long")
        self.at = 0

    def words(self):
        if self.at == len(self.lines):
            raise Malformed("the text ends early")
        self.at += 1
        return re.findall(r"[/:()]|[^ /:()]+", self.lines[self.at - 1].decode("latin-1"))

    def header(self, name, values):
        words = self.words()
        if len(words) != 2 or words[0] != name or not values(words[1]):
            raise Malformed(f"line {self.at}: {name}")
        return words[1]


def is_number(low, high):
    return lambda text: re.fullmatch("[0-9]+", text) is not None and low <= int(text) <= high


class Certificate:
    def __init__(self, data):
        reader = Reader(data)
        reader.header("fiveproof-certificate", is_number(2, 2))
        self.proof = reader.header("proof", re.compile("-|[0-9a-f]{64}").fullmatch)
        self.rule = reader.header("rule", ("freestyle", "standard", "renju").__contains__)
        self.size = int(reader.header("size", is_number(5, 20)))
        self.attacker = reader.header("attacker", ("black", "white").__contains__)
        promised = int(reader.header("records", is_number(0, 2**32 - 1)))
        self.roots, self.records = [], []
        while True:
            words = reader.words()
            kind = words.pop(0) if words else ""
            if kind == "end":
                break
            if kind not in ("root", "record") or (kind == "root" and self.records):
                raise Malformed(f"line {reader.at}: root, record or end")
            line = self.line(reader.at, words[::-1], kind == "root")
            (self.roots if kind == "root" else self.records).append(line)
        # "end" stands alone but for blanks; nothing comes after it.
        if words or len(self.records) != promised or reader.at != len(reader.lines):
            raise Malformed(f"line {reader.at}: the end")

    def line(self, number, rest, is_root):
        """`rest`: the words in reverse."""
        black = self.stones(rest)
        white = self.stones(rest)
        if black & white:
            raise Malformed(f"line {number}: two stones on a square")
        word = rest.pop() if rest else ""
        if is_root:
            if word not in ("black", "white"):
                raise Malformed(f"line {number}: side to move")
            defender_moves = word != self.attacker
        else:
            word = None if word == "-" else self.square(word)
            defender_moves = word is not None
        if rest and rest.pop() != ":":
            raise Malformed(f"line {number}: a colon")
        plan = []
        if defender_moves:
            plan.append(Step(None if is_root else word, self.branches(rest, 0)))
        plan += self.steps(rest, 0)
        if rest:
            raise Malformed(f"line {number}: a square")
        return Line(number, frozenset(black), frozenset(white), word, tuple(plan))

    def square(self, word):
        match = re.fullmatch("([a-z])([1-9][0-9]?)", word)
        if match:
            column, row = ord(match[1]) - ord("a"), int(match[2]) - 1
            if column < self.size and row < self.size:
                return column, row
        raise Malformed(f"not a square: {word}")

    def squares(self, rest, end):
        found = []
        while not found or (rest and rest[-1] != end):
            found.append(self.square(rest.pop() if rest else ""))
        if not rest:
            raise Malformed(f"expected {end}")
        rest.pop()
        return found

    def stones(self, rest):
        if rest[-1:] == ["-"]:
            if rest[-2:-1] != ["/"]:
                raise Malformed("expected /")
            del rest[-2:]
            return set()
        found = self.squares(rest, "/")
        if len(set(found)) != len(found):
            raise Malformed("two stones on a square")
        return set(found)

    def steps(self, rest, depth):
        found = []
        while rest and rest[-1] != ")":
            move = self.square(rest.pop())
            found.append(Step(move, self.branches(rest, depth)))
        return found

    def branches(self, rest, depth):
        found = []
        while rest and rest[-1] == "(":
            if depth == 100:
                raise Malformed("branches too deep")
            rest.pop()
            replies = set(self.squares(rest, ":"))
            plan = tuple(self.steps(rest, depth + 1))
            if not rest or rest.pop() != ")":
                raise Malformed("expected )")
            found.append((replies, plan))
        return found


# ---- the rules ----


@functools.lru_cache(None)
def fives_through(size):
    """All five squares in a row on the board, by each square of theirs."""
    found = {(x, y): [] for x in range(size) for y in range(size)}
    for x, y in list(found):
        for dx, dy in DIRECTIONS:
            five = frozenset((x + dx * k, y + dy * k) for k in range(5))
            if all(square in found for square in five):
                for square in five:
                    found[square].append(five)
    return found


def behind_stones(stones, direction):
    """By k from 1 to 4: the squares behind k stones one after another in this direction."""
    found, last = [set()], stones
    for _ in range(4):
        found.append({(x + direction[0], y + direction[1]) for x, y in last})
        last = found[-1] & stones
    return found


class Rules:
    def __init__(self, rule, size):
        self.rule, self.size = rule, size
        self.squares = [(x, y) for x in range(size) for y in range(size)]

    def is_exact(self, colour):
        """Is a row of more than five no five of this colour?"""
        return self.rule == "standard" or (self.rule == "renju" and colour == "black")

    def is_on(self, square):
        return 0 <= square[0] < self.size and 0 <= square[1] < self.size

    def row(self, stones, square, direction):
        """How many stones stand next to each other in the row through `square`, which counts as one of them."""
        length = 1
        for sign in (1, -1):
            x, y = square
            while True:
                x, y = x + sign * direction[0], y + sign * direction[1]
                if (x, y) not in stones:
                    break
                length += 1
        return length

    def makes_five(self, colour, stones, square):
        rows = [self.row(stones, square, direction) for direction in DIRECTIONS]
        return 5 in rows or (not self.is_exact(colour) and max(rows) > 5)

    def has_five(self, colour, stones):
        return any(self.makes_five(colour, stones, square) for square in stones)

    def is_over(self, stones):
        """`stones`: by colour."""
        if sum(map(len, stones.values())) == len(self.squares):
            return True
        if any(self.has_five(colour, stones[colour]) for colour in stones):
            return True
        return self.rule == "renju" and any(
            self.row(stones["black"], square, direction) > 5 for square in stones["black"] for direction in DIRECTIONS)

    def five_points(self, colour, own, others):
        # In the row in which it makes five, four stones are next to a five point, on both sides together.
        found = set()
        for direction in DIRECTIONS:
            one, other = behind_stones(own, direction), behind_stones(own, (-direction[0], -direction[1]))
            for s in (one[4] | one[3] & other[1] | one[2] & other[2] | one[1] & other[3] | other[4]) - own - others:
                if self.is_on(s):
                    length = self.row(own, s, direction)
                    if length == 5 or (length > 5 and not self.is_exact(colour)):
                        found.add(s)
        return list(found)

    def squares_near(self, own, others, count):
        """The empty squares of all fives in a row with so many of `own` and none of `others`."""
        found = set()
        for square in own:
            for five in fives_through(self.size)[square]:
                if len(own & five) == count and not others & five:
                    found |= five - own
        return found

    def may_play(self, colour, own, others, square):
        if square is None or square in own or square in others or not self.is_on(square):
            return False
        return self.rule != "renju" or colour == "white" or not is_forbidden(self, own, others, square)

    def squares_that_forbid(self, colour, own, others, square):
        """Where a stone of the other side makes `square`, which `colour` may play, forbidden to it."""
        if self.rule != "renju" or colour == "white" or stays_allowed(own, square):
            return set()
        return {s for s in self.squares if s != square and s not in own and s not in others
                and is_forbidden(self, own, others | {s}, square)}


# ---- forbidden points (spec/renju.md, section 1) ----


def on_line(square, direction, distances):
    """The squares so far from `square`, without itself."""
    return [(square[0] + k * direction[0], square[1] + k * direction[1]) for k in distances if k != 0]


def row_of(black, square, direction):
    """The black stones that stand next to each other, with that on `square`."""
    found = {square}
    for step in (1, -1):
        at = square
        while (at := (at[0] + step * direction[0], at[1] + step * direction[1])) in black:
            found.add(at)
    return frozenset(found)


def fours(rules, black, white, new, direction):
    """The fours on this line with the stone `new`, which is one of `black`: the stones of each, and how many squares
    complete it."""
    found = {}
    for added in on_line(new, direction, range(-4, 5)):
        if rules.is_on(added) and added not in black and added not in white:
            row = row_of(black | {added}, added, direction)
            if len(row) == 5 and new in row:
                stones = row - {added}
                found[stones] = found.get(stones, 0) + 1
    return found


def makes_three(rules, black, white, new, direction):
    if fours(rules, black, white, new, direction):
        return False
    for added in on_line(new, direction, range(-4, 5)):
        if not rules.is_on(added) or added in black or added in white:
            continue
        both = black | {added}
        is_straight = any(ways == 2 and new in stones
                          for stones, ways in fours(rules, both, white, added, direction).items())
        if is_straight and not rules.makes_five("black", both, added) and is_allowed(rules, both, white, added):
            return True
    return False


def is_allowed(rules, black, white, new):
    """Was Black allowed to play `new`, which stands on the board?"""
    rows = [rules.row(black, new, direction) for direction in DIRECTIONS]
    if 5 in rows:
        return True
    if max(rows) > 5:
        return False
    if sum(len(fours(rules, black, white, new, direction)) for direction in DIRECTIONS) >= 2:
        return False
    return sum(makes_three(rules, black, white, new, direction) for direction in DIRECTIONS) < 2


def stays_allowed(black, square):
    """At most one line with two black stones within four squares, and none with four within five: then it is allowed
    whatever White plays, as a three needs the former and all else the latter."""
    near = [sum(s in black for s in on_line(square, direction, range(-4, 5))) for direction in DIRECTIONS]
    far = [sum(s in black for s in on_line(square, direction, range(-5, 6))) for direction in DIRECTIONS]
    return max(far) < 4 and sum(count >= 2 for count in near) < 2


def is_forbidden(rules, black, white, square):
    return not stays_allowed(black, square) and not is_allowed(rules, black | {square}, white, square)


# ---- plans (section 2) ----


def after(plan, reply=None):
    if not plan:
        return ()
    if reply is not None:
        for replies, branch in plan[0].branches:
            if reply in replies:
                return branch
    return plan[1:]


class Checker:
    """Positions are pairs (own, others): the stones of attacker and defender."""

    def __init__(self, certificate, has_zones=True):
        self.certificate = certificate
        self.has_zones = has_zones
        self.read = None  # what the plan reads that is being tried, if somebody asks
        self.open = set()  # what it need not read, and another checker may
        self.attacker = certificate.attacker
        self.defender = "white" if certificate.attacker == "black" else "black"
        self.rules = Rules(certificate.rule, certificate.size)
        self.by_count = {}
        for number, record in enumerate(certificate.records):
            self.by_count.setdefault(self.counts(*self.sides(record)), []).append(number)
        self.images = {}
        self.checked = {}

    def sides(self, line):
        return (line.black, line.white) if self.attacker == "black" else (line.white, line.black)

    @staticmethod
    def counts(own, others):
        return len(own), len(others)

    def is_full(self, own, others):
        return len(own) + len(others) == self.certificate.size**2

    def attacker_may_play(self, own, others, square):
        return self.rules.may_play(self.attacker, own, others, square)

    def defender_may_play(self, own, others, square):
        return self.rules.may_play(self.defender, others, own, square)

    def is_no_win(self, own, others):
        """The defender, to move, makes five, or it is a draw."""
        return self.is_full(own, others) or bool(self.rules.five_points(self.defender, others, own))

    def attacker_wins(self, own, others, plan, pending):  # W
        fives = self.rules.five_points(self.attacker, own, others)
        if fives:
            self.reads(lambda: self.three_of(fives))
            return True
        theirs = self.rules.five_points(self.defender, others, own)
        planned = plan[0].move if plan else None
        if len(theirs) >= 2:
            return False
        move = theirs[0] if theirs else planned
        if not self.attacker_may_play(own, others, move):
            return False
        self.reads(lambda: {move})
        if theirs:
            self.reads(lambda: self.rules.squares_near(others, own, 3))
        return self.defender_loses(own | {move}, others, plan if move == planned else pending)

    def defender_loses(self, own, others, plan):  # D
        if self.is_no_win(own, others):
            return False
        for reply in self.replies_left(own, others, plan):
            self.budget -= 1
            if self.budget < 0:
                raise OutOfBudget
            if not self.defender_may_play(own, others, reply):
                continue  # he loses at once
            if not self.attacker_wins(own, others | {reply}, after(plan, reply), plan):
                return False
        return True

    def reads(self, squares):
        if self.read is not None:
            self.read |= squares()

    def three_of(self, fives):
        """Of more than three any three would do, or none, as three stay whatever the reply."""
        if len(fives) > 3:
            self.open |= set(fives)
        return set(fives) if len(fives) <= 3 else set()

    def replies_left(self, own, others, plan):
        fives = self.rules.five_points(self.attacker, own, others)
        self.reads(lambda: self.rules.squares_near(others, own, 3) | self.three_of(fives))
        if fives:
            return fives if len(fives) == 1 else []
        rest = after(plan)
        threat = rest[0].move if rest else None
        if self.attacker_may_play(own, others, threat):
            with_threat = own | {threat}
            fives = self.rules.five_points(self.attacker, with_threat, others)
            if len(fives) >= 2:
                left = {threat} | (set(fives) if len(fives) == 2 else set())
                left |= self.rules.squares_near(others, with_threat, 3)
                self.reads(lambda: self.rules.squares_near(others, with_threat, 2) | {threat} | self.three_of(fives))
                return left | self.rules.squares_that_forbid(self.attacker, own, others, threat)
        return [s for s in self.rules.squares if s not in own and s not in others]

    def try_plan(self, own, others, plan):
        self.budget = BUDGET
        try:
            return self.attacker_wins(own, others, plan, ())
        except OutOfBudget:
            return False

    def zone(self, own, others, plan):
        """The squares that the plan reads if it wins after a pass; None if it does not or must not be asked."""
        if not self.has_zones or self.rules.rule == "renju":
            return None
        self.read = set()
        wins = self.try_plan(own, others, plan)
        zone, self.read = self.read, None
        return zone if wins else None

    # ---- records and roots (section 3) ----

    def stored(self, own, others):
        key = self.counts(own, others)
        if key not in self.by_count:
            return None
        if key not in self.images:
            table = {}
            last = self.certificate.size - 1
            for number in self.by_count[key]:
                sides = self.sides(self.certificate.records[number])
                for turn in range(8):
                    def moved(stones):
                        for _ in range(turn % 4):
                            stones = [(last - y, x) for x, y in stones]
                        return frozenset((y, x) for x, y in stones) if turn >= 4 else frozenset(stones)
                    table.setdefault((moved(sides[0]), moved(sides[1])), number)
            self.images[key] = table
        return self.images[key].get((own, others))

    def is_over(self, own, others):
        return self.rules.is_over({self.attacker: own, self.defender: others})

    def answers_all(self, own, others, plan):  # A
        """Whether, how many replies, and the records they are stored as."""
        if self.is_no_win(own, others):
            return False, 0, []
        left, reached, count = set(self.replies_left(own, others, plan)), [], 0
        zone = self.zone(own, others, after(plan))
        if zone is not None:
            left &= zone
        for reply in self.rules.squares:
            if not self.defender_may_play(own, others, reply):
                continue
            count += 1
            number = self.stored(own, others | {reply})
            if number is not None:
                reached.append(number)
            elif reply in left and not self.try_plan(own, others | {reply}, after(plan, reply)):
                return False, 0, []
        return True, count, reached

    def record(self, number):
        if number not in self.checked:
            line = self.certificate.records[number]
            own, others = self.sides(line)
            if self.is_over(own, others):
                answer = False, 0, []
            elif line.word is None:
                answer = self.try_plan(own, others, line.plan), 0, []
            elif not self.attacker_may_play(own, others, line.word):
                answer = False, 0, []
            elif self.rules.makes_five(self.attacker, own, line.word):
                answer = True, 0, []
            else:
                answer = self.answers_all(own | {line.word}, others, line.plan)
            self.checked[number] = answer
        return self.checked[number]

    def root(self, line):
        """(positions, replies), or None."""
        own, others = self.sides(line)
        if self.is_over(own, others):
            return None
        replies, to_visit = 0, []
        if line.word != self.certificate.attacker:
            holds, replies, to_visit = self.answers_all(own, others, line.plan)
        else:
            number = self.stored(own, others)
            holds = number is not None or self.try_plan(own, others, line.plan)
            to_visit = [] if number is None else [number]
        reached = set()
        while holds and to_visit:
            number = to_visit.pop()
            if number in reached:
                continue
            reached.add(number)
            holds, count, more = self.record(number)
            replies += count
            to_visit += more
        return (len(reached), replies) if holds else None


def name(square):
    return "abcdefghijklmnopqrst"[square[0]] + str(square[1] + 1)


def claim(certificate, root):
    sides = [side + "".join(" " + name(s) for s in sorted(stones))
             for side, stones in (("black", root.black), ("white", root.white)) if stones]
    parts = sides or ["the empty board"]
    if sides or root.word == "white":
        parts.append(f"{root.word} to move")
    rule = certificate.rule + (" (no pass)" if certificate.rule == "renju" else "")
    return (f"{rule} {certificate.size}x{certificate.size}: {certificate.attacker} wins from "
            + ", ".join(parts))


# ---- the content hash (spec/format.md, sections 1 and 8; a certificate has no findings) ----


def entry(size, line, square):
    images = []
    for turn in range(8):
        def moved(at):
            for _ in range(turn % 4):
                at = size - 1 - at[1], at[0]
            at = at[::-1] if turn >= 4 else at
            return at[0] * size + at[1]
        board = [0] * (size * size)
        for digit, stones in ((1, line.black), (2, line.white)):
            for at in stones:
                board[moved(at)] = digit
        images.append((board, 0xFFFF if square is None else moved(square)))
    board, number = min(images)
    board += [0] * (-len(board) % 5)
    packed = bytes(int("".join(map(str, board[i:i + 5])), 3) for i in range(0, len(board), 5))
    return (len(line.black) + len(line.white)).to_bytes(2, "big") + packed + number.to_bytes(2, "big")


def counted(items):
    items = sorted(set(items))
    return len(items).to_bytes(8, "big") + b"".join(items)


def content_hash(certificate):
    size, white = certificate.size, "white".__eq__
    roots = [entry(size, root, None) + bytes([white(root.word)]) for root in certificate.roots]
    records = [entry(size, record, record.word) for record in certificate.records]
    head = bytes([("freestyle", "standard", "renju").index(certificate.rule), size, white(certificate.attacker)])
    stream = b"fiveproof-hash-1" + head + counted(roots) + counted(records) + counted([])
    return hashlib.sha256(stream).hexdigest()


def check(data, has_zones=True):
    """The lines and the exit code. Raises Malformed. Without zones: by spec/certificate.md and nothing else."""
    certificate = Certificate(data)
    checker = Checker(certificate, has_zones)
    lines, code = [], 0
    own = content_hash(certificate)
    for root in certificate.roots:
        proved = checker.root(root)
        if proved:
            lines.append(f"VERIFIED {claim(certificate, root)}; {proved[0]} positions, {proved[1]} replies; "
                         f"proof {own}; trusted: fiveproof-audit")
        else:
            code = 1
            lines.append(f"NOT VERIFIED {claim(certificate, root)}; not established; proof {own}")
    if lines and certificate.proof not in ("-", own):
        code = 1
        lines = [line.removesuffix("; trusted: fiveproof-audit").replace("VERIFIED", "NOT ACCEPTED", 1)
                 if line.startswith("VERIFIED") else line for line in lines]
        lines.insert(0, f"NOT ITS PROOF: the certificate says it was made from the proof {certificate.proof}; "
                        f"its claims and records are those of {own}")
    return lines, code if certificate.roots else 2


def main():
    sys.setrecursionlimit(10_000)
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        with open(sys.argv[1], "rb") as file:
            lines, code = check(file.read())
    except (Malformed, OSError) as error:
        print(f"check_certificate: {sys.argv[1]}: {error}", file=sys.stderr)
        return 2
    print(*lines, sep="\n", end="\n" if lines else "")
    return code


if __name__ == "__main__":
    sys.exit(main())

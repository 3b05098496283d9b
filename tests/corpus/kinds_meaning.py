"""Files that can be read and are no proof: claims that are false, with everything that could make a checker believe
them. That they are false is shown by judge.py, when the files are made, wherever the class says so."""
from proof_forms import Fvp, Position, Record, certificate, jsonl, mirrored, name, names, other, squares
from scenes import FENCES, NoFence, is_false, scene

# A rule set and an attacker of each form, all six in the two forms of text together.
SOME = {"jsonl": (("freestyle", "black"), ("standard", "white"), ("renju", "black")),
        "cert": (("freestyle", "white"), ("standard", "black"), ("renju", "white")),
        "fvp": (("renju", "white"),)}
ALL = tuple((rule, attacker) for rule in ("freestyle", "standard", "renju") for attacker in ("black", "white"))
# Who needs exactly five, and who five or more.
EXACT = tuple(x for x in ALL if x[0] == "standard" or x == ("renju", "black"))
LONGER = tuple(x for x in ALL if x not in EXACT)


def content(proof, form):
    return {"jsonl": jsonl, "cert": certificate, "fvp": lambda p: Fvp(p, 1 + len(p.records) % 2).bytes()}[form](proof)


def with_record(proof, position, move, plan=""):
    return proof.changed(records=proof.records + [Record(position, move, plan)])


class Kinds:
    def __init__(self, corpus):
        self.corpus = corpus

    def add(self, kind, reason, make, games=None, forms=("jsonl", "cert", "fvp"), wrong="false-claim", expect=None):
        """`make(rule, attacker)`: the proof."""
        for form in forms:
            for rule, attacker in SOME[form] if games is None else games:
                proof = self.made(kind, make, rule, attacker, wrong)
                said = expect(proof) if expect else None
                self.corpus.add(f"{kind}-{rule}-{attacker}", form, content(proof, form), rule, attacker, wrong, reason,
                                said, kind)

    @staticmethod
    def made(kind, make, rule, attacker, wrong):
        """With the first fence for which the judge sees that a false claim is false: Black's own stones can forbid him
        a parry."""
        for FENCES.variant in range(20):
            try:
                proof = make(rule, attacker)
            except NoFence:
                continue
            in_doubt = wrong == "false-claim" or kind.startswith("parry-")
            if not in_doubt or is_false(proof) == (wrong == "false-claim"):
                return proof
        raise ValueError(f"{kind}, {rule}, {attacker}: no fence will do")

    def good(self, kind, reason, make, games=ALL, forms=("jsonl", "cert"), expect=None):
        self.add(kind, reason, make, games, forms, "none", expect)


def add_kinds(corpus):
    kinds = Kinds(corpus)
    for some in (replies, chains, moves, records_elsewhere, roots, five_or_not, defender_first, forbidden, ends, beside,
                 expected, plans, good_ones):
        some(kinds)


# ---- one row of five squares, three stones in it: a four that is parried ----


def three(rule, attacker):
    """c5 d5 e5 between two stones of the defender: b5 f5 are all that is left of the only row."""
    return scene(rule, attacker, "c5 d5 e5", "a5 g5", "b5 f5")


def after(proof, move, reply=None):
    position = proof.roots[0].with_stone(proof.attacker, move)
    return position if reply is None else position.with_stone(other(proof.attacker), reply)


def four_played(rule, attacker, move="b5"):
    proof = three(rule, attacker)
    return with_record(proof, proof.roots[0], move)


def answered(move, change=lambda proof, position: position, plan=""):
    """The parry f5 is answered at a position that `change` makes of the right one."""
    def make(rule, attacker):
        proof = four_played(rule, attacker)
        return with_record(proof, change(proof, after(proof, "b5", "f5")), move, plan)
    return make


def replies(kinds):
    kinds.add("parry-unanswered", "the one reply that parries the four is not answered", four_played)
    kinds.add("parry-claimed", "the one reply that parries the four is stored as won, without a move", answered(None))
    kinds.add("parry-useless-move", "the one reply that parries is answered by a move that threatens nothing",
              lambda rule, attacker: answered(free_square(three(rule, attacker)))(rule, attacker))
    kinds.add("parry-retaken", "the parry is answered by a move onto the stone that parried", answered("f5"))
    kinds.add("parry-move-again", "the parry is answered by the same four once more, onto the own stone",
              answered("b5"))
    kinds.add("reply-five-far", "a reply at the far corner makes five, and is not answered", far_five)
    kinds.add("reply-five-near", "a reply next to the move makes five, and is not answered", near_five)
    kinds.add("reply-parries-with-four", "the reply that parries the four makes a four itself, and takes the tempo",
              counter_four)
    kinds.add("reply-second-end", "a three whose one end is closed: the reply at the other end is not answered",
              lambda rule, attacker: with_root_record(scene(rule, attacker, "c5 d5", "a5 g5", "b5 e5 f5"), "e5"))
    kinds.add("reply-in-the-middle", "the reply that parries lies in the middle of the row",
              lambda rule, attacker: with_root_record(scene(rule, attacker, "b5 c5 e5", "a5 g5", "d5 f5"), "f5"),
              (("freestyle", "black"), ("standard", "white"), ("standard", "black")), ("jsonl", "cert"))
    kinds.add("reply-in-column", "the reply that parries lies in a column, not in a row",
              lambda rule, attacker: with_root_record(scene(rule, attacker, "e3 e4 e5", "e1 e7", "e2 e6"), "e2"))
    kinds.add("reply-on-diagonal", "the reply that parries lies on a rising diagonal",
              lambda rule, attacker: with_root_record(scene(rule, attacker, "d4 e5 f6", "b2 h8", "c3 g7"), "c3"))
    kinds.add("reply-on-falling-diagonal", "the reply that parries lies on a falling diagonal",
              lambda rule, attacker: with_root_record(scene(rule, attacker, "d6 e5 f4", "b8 h2", "c7 g3"), "c7"))
    kinds.add("reply-at-edge", "the reply that parries lies at the edge of the board",
              lambda rule, attacker: with_root_record(scene(rule, attacker, "b5 c5 d5", "f5", "a5 e5"), "e5"))
    kinds.add("reply-in-corner", "the reply that parries lies in the corner",
              lambda rule, attacker: with_root_record(scene(rule, attacker, "b2 c3 d4", "f6", "a1 e5"), "e5"))


def free_square(proof):
    taken = set(squares(proof.roots[0].black + " " + proof.roots[0].white + " b5 f5"))
    return next(name((x, y)) for x in range(proof.size) for y in range(proof.size) if (x, y) not in taken)


def with_root_record(proof, move, plan=""):
    return with_record(proof, proof.roots[0], move, plan)


def far_five(rule, attacker):
    return with_root_record(scene(rule, attacker, "b2 c2 d2", "i9 i8 i7 i6", "a2 e2 f2"), "e2")


def near_five(rule, attacker):
    return with_root_record(scene(rule, attacker, "b2 c2 d2", "e3 f4 g5 h6", "a2 e2 f2"), "e2")


def counter_four(rule, attacker):
    """b5 makes a four in row 5 and an open three in column b. The parry f5 makes a four of the defender's in column f:
    f6 must be taken, and then there is time to stop the three."""
    return with_root_record(scene(rule, attacker, "c5 d5 e5 b6 b7 f1", "a5 f2 f3 f4 g5", "b5 f5 b3 b4 b8 b9"), "b5")


def chains(kinds):
    """What is wrong stands some moves behind the root."""
    def reject(kind, reason, make):
        # Not of renju with White as attacker: the fence forbids Black one of the parries.
        kinds.add(kind, reason, make, (("freestyle", "black"), ("standard", "white"), ("renju", "black")))

    def two_rows(rule, attacker):
        """Two rows with three stones and two squares left in each: four, parry, four, parry, and nothing is won."""
        proof = scene(rule, attacker, "c5 d5 e5 c1 d1 e1", "a5 g5 a1 g1", "b5 f5 b1 f1")
        proof = with_root_record(proof, "b5")
        return with_record(proof, after(proof, "b5", "f5"), "b1")

    def with_last(rule, attacker, move):
        proof = two_rows(rule, attacker)
        position = after(proof, "b5", "f5").with_stone(attacker, "b1").with_stone(other(attacker), "f1")
        return with_record(proof, position, move)

    reject("chain-unanswered", "the parry of the second four is not answered", two_rows)
    reject("chain-claimed", "the parry of the second four is stored as won, without a move",
           lambda rule, attacker: with_last(rule, attacker, None))
    reject("chain-back", "the parry of the second four is answered onto the parry of the first",
           lambda rule, attacker: with_last(rule, attacker, "f5"))
    reject("chain-wrong-reply", "the first parry is not answered; what follows it is stored after another reply",
           lambda rule, attacker: two_rows(rule, attacker).changed(records=[
               two_rows(rule, attacker).records[0],
               Record(after(two_rows(rule, attacker), "b5", "f1"), "f5")]))

    def four_then_three(rule, attacker, others="", live="b5 f5 f1 f2 f6 f7"):
        """f5 makes a four in row 5 and a three in column f; after the parry b5 the three becomes four."""
        proof = with_root_record(scene(rule, attacker, "c5 d5 e5 f3 f4", "a5 g5 " + others, live), "f5")
        return with_record(proof, after(proof, "f5", "b5"), "f2")

    kinds.good("chain", "a four, its parry, and then four with both ends open", four_then_three)
    reject("chain-end-closed", "a four, its parry, and then four with one end closed",
           lambda rule, attacker: four_then_three(rule, attacker, "f1", "b5 f5 f2 f6"))
    reject("chain-five-first", "a four, its parry, which makes a four, and then four with both ends open",
           lambda rule, attacker: four_then_three(rule, attacker, "b2 b3 b4"))


def moves(kinds):
    kinds.add("move-on-own-stone", "the record's move is onto a stone of the attacker",
              lambda rule, attacker: with_root_record(three(rule, attacker), "d5"))
    kinds.add("move-on-other-stone", "the record's move is onto a stone of the defender, in the row of four",
              lambda rule, attacker: with_root_record(scene(rule, attacker, "a5 b5 c5 d5", "e5", ""), "e5"))
    kinds.add("move-elsewhere", "the record's move is not in the only row there is",
              lambda rule, attacker: with_root_record(three(rule, attacker), free_square(three(rule, attacker))))
    kinds.add("move-none", "the record claims a winning threat sequence, and there is none",
              lambda rule, attacker: with_root_record(three(rule, attacker), None))
    kinds.add("move-mirrored", "the record's position is mirrored and its move is not: it is onto no five point",
              lambda rule, attacker: mirrored_record(rule, attacker))
    kinds.add("moves-two", "the root is stored with two moves, and neither wins",
              lambda rule, attacker: with_root_record(four_played(rule, attacker), "f5"))
    kinds.add("moves-two-one-none", "the root is stored with a move and without one, and neither wins",
              lambda rule, attacker: with_root_record(four_played(rule, attacker), None))


def mirrored_record(rule, attacker):
    proof = three(rule, attacker)
    root, size = proof.roots[0], proof.size
    turned = Position(*(names(mirrored(squares(text), size)) for text in (root.black, root.white)), root.to_move)
    return with_record(proof, turned, "b5")


def records_elsewhere(kinds):
    """The answer to the parry stands at a position that only resembles the one after it."""
    def one_colour_mirrored(proof, position):
        text = names(mirrored(squares(position.of(proof.attacker)), proof.size))
        rest = set(squares(text))
        others = [s for s in squares(position.of(other(proof.attacker))) if s not in rest]
        stones = {proof.attacker: text, other(proof.attacker): names(others)}
        return Position(stones["black"], stones["white"])

    def shifted(proof, position):
        move = lambda text: names((x, y + 1) for x, y in squares(text) if y + 1 < proof.size)
        return Position(move(position.black), move(position.white))

    def parry_beside(proof, position):
        free = free_square(proof)
        return position.without("f5").with_stone(other(proof.attacker), free)

    def one_more(proof, position):
        return position.with_stone(proof.attacker, free_square(proof))

    def won_instead(proof, position):
        """Another position with as many stones, in which the attacker has a four."""
        return parry_beside(proof, position)

    changes = (
        ("passed", "the parry is answered as if the defender had passed", lambda p, q: q.without("f5"), "f5"),
        ("beside", "the parry is answered at the position after another reply", parry_beside, "f5"),
        ("colours", "the parry is answered at the position with the colours exchanged",
         lambda p, q: Position(q.white, q.black), "f5"),
        ("mirrored-colour", "the parry is answered at the position with one colour mirrored", one_colour_mirrored,
         "i9"),
        ("shifted", "the parry is answered at the position one row higher", shifted, "i1"),
        ("stone-more", "the parry is answered at the position with a stone more of the attacker", one_more, None),
        ("fence-less", "the parry is answered at the position with a stone of the fence less",
         lambda p, q: q.without("a5"), "a5"),
    )
    for kind, reason, change, move in changes:
        kinds.add(f"stored-{kind}", reason, answered(move, change))


def roots(kinds):
    kinds.add("root-nothing", "nothing is stored, and the root is not won", three)
    kinds.add("root-defender-to-move", "four in a row with one end open, the defender to move",
              lambda rule, attacker: scene(rule, attacker, "b5 c5 d5 e5", "a5", "f5", "defender"))
    kinds.add("root-side-to-move", "the defender is to move at the root; stored is the win of the attacker's move",
              lambda rule, attacker: with_record(*both(scene(rule, attacker, "b5 c5 d5 e5", "a5", "f5", "defender")),
                                                 "f5"))
    kinds.add("root-attacker", "the proof of the other side's win: it has four in a row and is to move", other_side)
    kinds.add("root-one-of-two", "two claims, the first true and the second false", two_roots)
    kinds.add("root-one-of-two-first", "two claims, the first false and the second true",
              lambda rule, attacker: reversed_roots(two_roots(rule, attacker)))
    kinds.add("root-stone-less", "the root is the stored position without one stone of the attacker", stone_less)
    kinds.add("root-blocked", "the root is the stored position with a stone of the defender more, on the five point",
              blocked)
    kinds.add("root-empty-board", "the attacker claims the empty 5x5 board, where nobody can force five",
              lambda rule, attacker: empty_board(rule, attacker), wrong="not-shown")
    kinds.add("root-wraps-row", "four stones that are neighbours only if a row went on in the next one",
              lambda rule, attacker: scene(rule, attacker, "a8 a9 b1 b2", "", "a7 b3", "defender"))
    kinds.add("root-wraps-column", "four stones that are neighbours only if a column went on in the next one",
              lambda rule, attacker: scene(rule, attacker, "h1 i1 a2 b2", "", "g1 c2", "defender"))
    kinds.add("root-edge", "four in a row at the edge: the open end lies beyond the board",
              lambda rule, attacker: scene(rule, attacker, "a5 b5 c5 d5", "", "e5", "defender"))
    kinds.add("root-corner", "four on a diagonal out of the corner: one end lies beyond the board",
              lambda rule, attacker: scene(rule, attacker, "a1 b2 c3 d4", "", "e5", "defender"))


def both(proof):
    return proof, proof.roots[0].to_play(proof.attacker)


def other_side(rule, attacker):
    proof = with_root_record(scene(rule, other(attacker), "b5 c5 d5 e5", "", "a5 f5"), "f5")
    return proof.changed(attacker=attacker, records=[])


def won(rule, attacker):
    """Four in a row with both ends open, the defender to move."""
    return scene(rule, attacker, "b5 c5 d5 e5", "", "a5 f5", "defender")


def two_roots(rule, attacker):
    return three(rule, attacker).changed(roots=[*won(rule, attacker).roots, *three(rule, attacker).roots])


def reversed_roots(proof):
    return proof.changed(roots=proof.roots[::-1])


def stone_less(rule, attacker):
    proof = with_root_record(scene(rule, attacker, "b5 c5 d5 e5", "a5", "f5"), "f5")
    return proof.changed(roots=[three(rule, attacker).roots[0]])


def blocked(rule, attacker):
    proof = with_root_record(scene(rule, attacker, "b5 c5 d5 e5", "a5", "f5"), "f5")
    root = proof.roots[0].with_stone(other(attacker), "f5")
    return proof.changed(roots=[root])


def empty_board(rule, attacker):
    proof = three(rule, attacker).changed(size=5, roots=[""])
    return with_record(proof, Position("", ""), "c3") if attacker == "black" else proof


def five_or_not(kinds):
    def hole(rule, attacker):
        return with_root_record(scene(rule, attacker, "b5 c5 e5 f5", "a5 h5 d5", ""), "g5")

    kinds.add("five-with-stone-within", "five stones in a row of six squares, one of the defender's within", hole)
    kinds.add("five-in-an-angle", "five stones that change their direction",
              lambda rule, attacker: with_root_record(scene(rule, attacker, "a5 b5 c5 d6", "d5", "e7"), "e7"))
    kinds.add("four-as-five", "a row of four, closed at both ends, as if it were five",
              lambda rule, attacker: with_root_record(scene(rule, attacker, "b5 c5 d5", "a5 f5", "e5"), "e5"))

    six = lambda rule, attacker: scene(rule, attacker, "b5 c5 d5 f5 g5", "a5 h5", "e5")
    seven = lambda rule, attacker: scene(rule, attacker, "b5 c5 d5 f5 g5 h5", "a5 i5", "e5")
    end = lambda rule, attacker: scene(rule, attacker, "b5 c5 d5 e5 g5", "a5 h5", "f5")
    one_end = lambda rule, attacker: scene(rule, attacker, "b5 c5 d5 e5 g5", "h5", "a5 f5", "defender")
    both_ends = lambda rule, attacker: scene(rule, attacker, "a5 c5 d5 e5 f5 h5", "", "b5 g5", "defender")
    moving = lambda make, move: lambda rule, attacker: with_root_record(make(rule, attacker), move)
    kinds.add("overline-six", "a move that makes six in a row, where five must be exactly five", moving(six, "e5"),
              EXACT)
    kinds.add("overline-seven", "a move that makes seven in a row, where five must be exactly five",
              moving(seven, "e5"), EXACT)
    kinds.add("overline-by-end", "a move that joins four and one to six, where five must be exactly five",
              moving(end, "f5"), EXACT)
    kinds.add("overline-one-end", "four with two open ends, at one of which six would stand: the other is taken",
              one_end, EXACT)
    kinds.add("overline-both-ends", "four with two open ends, at both of which six would stand", both_ends, EXACT)
    kinds.add("overline-none-leaf", "stored without a move: the only five would be six", moving(six, None), EXACT)
    kinds.good("six-counts", "a move that makes six in a row, where five or more win", moving(six, "e5"), LONGER)
    kinds.good("six-at-one-end", "four with two open ends, at one of which six would stand, and six win", one_end,
               LONGER)
    kinds.good("six-at-both-ends", "four with two open ends, at both of which six would stand, and six win", both_ends,
               LONGER)
    # A six of the defender's: he wins by it, or it is none.
    foe = lambda rule, attacker: scene(rule, attacker, "b2 c2 d2 e2", "b8 c8 d8 f8 g8 g2", "a2 f2", "defender")
    kinds.add("reply-six", "the defender makes six in a row, which wins, before the attacker's five", foe,
              tuple((rule, other(c)) for rule, c in LONGER))
    kinds.good("reply-six-is-none", "the defender can only make six in a row, which is no five for him", foe,
               tuple((rule, other(c)) for rule, c in EXACT if rule != "renju"))
    # The same file is right under another rule set.
    for claimed, real in (("standard", "freestyle"), ("renju", "freestyle")):
        kinds.add(f"rule-{claimed}-for-{real}", f"the proof of a win by six under {real}, said to be of {claimed}",
                  lambda rule, attacker: moving(six, "e5")(rule, attacker),
                  ((claimed, "black"),), ("fvp",))


def defender_first(kinds):
    race = lambda rule, attacker: scene(rule, attacker, "b2 c2 d2 e2", "i9 i8 i7 i6", "a2 f2", "defender")
    kinds.add("five-first-far", "four with both ends open, but the defender makes five first, far away", race, ALL,
              ("jsonl", "cert"))
    kinds.add("five-first-near", "four with both ends open, but the defender makes five first, beside it",
              lambda rule, attacker: scene(rule, attacker, "b2 c2 d2 e2", "c3 d4 e5 f6", "a2 f2", "defender"))
    kinds.add("five-first-split", "the defender makes five first, in a row with a hole",
              lambda rule, attacker: scene(rule, attacker, "b2 c2 d2 e2", "a9 b9 d9 e9", "a2 f2", "defender"))
    kinds.add("five-first-after-move", "the attacker makes four with both ends open while the defender has a four",
              lambda rule, attacker: with_root_record(
                  scene(rule, attacker, "b2 c2 d2", "i9 i8 i7 i6", "a2 e2 f2"), "e2"))
    kinds.add("two-fours-of-defender", "the defender has two five points, the attacker none",
              lambda rule, attacker: with_root_record(
                  scene(rule, attacker, "b2 c2 d2", "c9 d9 e9 f9", "a2 e2 f2"), "e2"))
    kinds.add("five-stored-after", "the reply that makes five is stored as won by the attacker's own five",
              five_stored_after)
    kinds.good("five-of-attacker-first", "both have a four, and the attacker is to move",
               lambda rule, attacker: with_root_record(
                   scene(rule, attacker, "b2 c2 d2 e2", "i9 i8 i7 i6", "a2 f2"), "a2"))
    kinds.good("four-of-defender-late", "four with both ends open; the defender can only make a four",
               lambda rule, attacker: scene(rule, attacker, "b2 c2 d2 e2", "i9 i8 i7", "a2 f2", "defender"))


def five_stored_after(rule, attacker):
    proof = far_five(rule, attacker)
    return with_record(proof, after(proof, "e2", "i5"), "a2")


# ---- renju ----

BLACK = (("renju", "black"),)
WHITE = (("renju", "white"),)
FREE = (("freestyle", "black"), ("standard", "black"), ("renju", "white"))


def forbidden(kinds):
    # e5 makes a four in row 5 (e5 of b5..f5) and in column e (e5 of e2..e6).
    double_four = lambda rule, attacker: scene(rule, attacker, "c5 d5 f5 e3 e4 e6", "g5 a5 e7 e1", "b5 e5 e2")
    kinds.add("forbidden-double-four", "Black's move makes two fours, in a row and a column",
              lambda rule, attacker: with_root_record(double_four(rule, attacker), "e5"), BLACK)
    kinds.good("double-four", "two fours at once, which only Black of renju may not make",
               lambda rule, attacker: with_root_record(double_four(rule, attacker), "e5"), FREE)
    kinds.add("forbidden-double-four-leaf", "stored without a move: all Black has is a point of two fours",
              lambda rule, attacker: with_root_record(double_four(rule, attacker), None), BLACK)
    # X _ X g X _ X: two fours on one line.
    in_line = lambda rule, attacker: scene(rule, attacker, "b5 d5 f5 h5", "a5 i5", "c5 e5 g5")
    kinds.add("forbidden-two-fours-on-a-line", "Black's move makes two fours on one line",
              lambda rule, attacker: with_root_record(in_line(rule, attacker), "e5"), BLACK)
    kinds.good("two-fours-on-a-line", "two fours on one line, which only Black of renju may not make",
               lambda rule, attacker: with_root_record(in_line(rule, attacker), "e5"), FREE)
    # The overline is forbidden though a four is made in a column besides.
    six = lambda rule, attacker: scene(rule, attacker, "b5 c5 d5 f5 g5 e2 e3 e4", "a5 h5 e7", "e5 e1 e6")
    kinds.add("forbidden-overline", "Black's move makes six in a row, and a four with both ends open besides",
              lambda rule, attacker: with_root_record(six(rule, attacker), "e5"), BLACK)
    # A five is never forbidden.
    five = lambda rule, attacker: scene(rule, attacker, "a5 b5 c5 d5 e3 e4 e6 f6 g7 h8", "f5 e7 e1", "e5 e2")
    kinds.good("five-is-never-forbidden", "a move that makes five, and a four and a three besides",
               lambda rule, attacker: with_root_record(five(rule, attacker), "e5"), BLACK)
    kinds.good("five-and-overline", "a move that makes five in a row, and six in a column",
               lambda rule, attacker: with_root_record(
                   scene(rule, attacker, "a5 b5 c5 d5 e2 e3 e4 e6 e7", "f5 e1 e8", "e5"), "e5"), BLACK)
    # Two open threes at once: d5 of row 5 and of column d.
    kinds.add("forbidden-double-three", "Black's move makes two threes",
              lambda rule, attacker: with_root_record(double_three(rule, attacker), "d5"), BLACK)
    kinds.good("double-three", "two threes at once, which only Black of renju may not make",
               lambda rule, attacker: with_root_record(bare_double_three(rule, attacker), "d5",
                                                       "( b5 f5 g5 : d6 ) f5"), FREE)
    # White attacks: the parry f5 of his four, and what Black's stone there makes.
    parry = lambda own, others, live="": lambda rule, attacker: scene(rule, attacker, own, others, live, "defender")
    parried = parry("b5 c5 d5 e5", "a5 f3 f4 f6", "f5")
    kinds.add("parry-not-forbidden", "Black parries with a stone that makes one four only, which is allowed", parried,
              WHITE)
    kinds.add("parry-makes-five", "Black parries with a stone that makes five, which is never forbidden",
              parry("b5 c5 d5 e5", "a5 f3 f4 f6 f7 g5 h5", "f5"), WHITE)
    kinds.add("parry-five-and-six", "Black parries with a stone that makes six in a column, and five in a diagonal",
              parry("b5 c5 d5 e5", "a5 f2 f3 f4 f6 f7 e4 d3 g6 h7", "f5"), WHITE)
    both_fours = parry("b5 c5 d5 e5", "a5 f3 f4 f6 g6 h7 i8", "f5")
    kinds.good("parry-is-double-four", "Black may not parry White's four: he would make two fours", both_fours, WHITE)
    kinds.good("parry-is-double-three", "Black may not parry White's four: he would make two threes",
               parry("b5 c5 d5 e5", "a5 f6 f7 g4 h3", "f5"), WHITE)
    kinds.good("parry-is-overline", "Black may not parry White's four: he would make six in a row",
               parry("b5 c5 d5 e5", "a5 f2 f3 f4 f6 f7", "f5"), WHITE)
    kinds.add("parry-forbidden-only-in-renju", "the parry makes two fours, and that is allowed to whoever defends here",
              both_fours, (("freestyle", "white"), ("standard", "white"), ("renju", "black")))
    kinds.add("parry-six-only-in-renju", "the parry makes six in a row, and that is no reason not to play it",
              parry("b5 c5 d5 e5", "a5 f2 f3 f4 f6 f7", "f5"), (("standard", "white"), ("standard", "black")))
    for name_, (stones, reason) in RECURSION.items():
        kinds.add(f"parry-{name_}", reason, parry(*stones), WHITE)


def double_three(rule, attacker):
    return scene(rule, attacker, "c5 e5 d4 d6", "", "b5 d5 f5 d3 d7 a5 g5 d2 d8")


def bare_double_three(rule, attacker):
    proof = three(rule, attacker)
    stones = {attacker: "c5 e5 d4 d3", other(attacker): "a1 a9 i1 i9"}
    root = Position(stones["black"], stones["white"], attacker)
    return proof.changed(roots=[root])


# Parries that look like two threes: one of them is none, as the square that would make it a straight four is forbidden.
RECURSION = {
    "three-ends-in-overline": (
        ("b5 c5 d5 e5 c2", "a5 d7 e6 e4 g6 h4 h5 h6 h8 h9 g3", "f5"),
        "the parry looks like two threes: one is none, as the stone that would make four of it makes six in a column"),
    "three-ends-in-fours": (
        ("b5 c5 d5 e5", "a5 e4 f6 g4 g6 h3 i6", "f5"),
        "the parry looks like two threes: one is none, as the stone that would make four of it makes two fours"),
    "three-ends-in-threes": (
        ("b5 c5 d5 e5", "a5 d6 e4 e8 f6 f7 h7", "f5"),
        "the parry looks like two threes: one is none, as the stone that would make four of it makes two threes"),
}


def ends(kinds):
    def over(own, others="", live="", to_move="attacker", move=None, record=True):
        def make(rule, attacker):
            proof = scene(rule, attacker, own, others, live, to_move)
            return with_root_record(proof, move) if record else proof
        return make

    kinds.add("over-five-of-attacker", "the attacker has five in a row already, and would make another",
              over("a5 b5 c5 d5 e5 a7 b7 c7 d7", "", "e7", move="e7"), wrong="game-over")
    kinds.add("over-five-of-attacker-leaf", "the attacker has five in a row already: nothing is left to be claimed",
              over("a5 b5 c5 d5 e5"), wrong="game-over")
    kinds.add("over-five-of-attacker-defender-to-move", "the attacker has five in a row, the defender is to move",
              over("a5 b5 c5 d5 e5", to_move="defender", record=False), wrong="game-over")
    kinds.add("over-five-of-defender", "the defender has five in a row, and the attacker would make his",
              over("a2 b2 c2 d2", "a8 b8 c8 d8 e8", "e2", move="e2"))
    kinds.add("over-both-fives", "both have five in a row",
              over("a2 b2 c2 d2 e2", "a8 b8 c8 d8 e8", record=False), wrong="game-over")
    kinds.add("over-black-overline", "Black has six in a row, which has ended a game of renju",
              lambda rule, attacker: with_root_record(
                  scene(rule, attacker, "a5 b5 c5 d5 e5 f5 a8 b8 c8 d8", "g5", "e8"), "e8"), BLACK, wrong="game-over")
    kinds.add("over-black-overline-white-attacks", "Black has six in a row, and White would make five",
              lambda rule, attacker: with_root_record(
                  scene(rule, attacker, "a2 b2 c2 d2", "a8 b8 c8 d8 e8 f8", "e2"), "e2"), WHITE, wrong="game-over")
    kinds.add("over-root-as-moves", "the root's moves go on after a five of the attacker",
              lambda rule, attacker: three(rule, attacker).changed(
                  size=7, roots=["a1 c1 a2 c2 a3 c3 a4 c4 a5 g7" if attacker == "black" else
                                 "c1 a1 c2 a2 c3 a3 c4 a4 g7 a5 g5"]), wrong="game-over")
    kinds.add("over-root-as-moves-defender", "the root's moves go on after a five of the defender",
              lambda rule, attacker: three(rule, attacker).changed(
                  size=7, roots=["c1 a1 c2 a2 c3 a3 c4 a4 g7 a5" if attacker == "black" else
                                 "a1 c1 a2 c2 a3 c3 a4 c4 a5"]))
    kinds.add("full-board", "no square is empty", full_board())
    kinds.add("full-board-defender", "no square is empty, the defender to move", full_board("defender"))
    kinds.add("board-fills", "the last move fills the board and makes no five", full_board(hole=True))


def full_board(to_move="attacker", hole=False):
    """5x5, nobody with five."""
    def make(rule, attacker):
        cells = {(x, y): (x + 2 * y) % 4 < 2 for x in range(5) for y in range(5)}
        if hole:
            del cells[2, 2]
        stones = {attacker: names(s for s, mine in cells.items() if mine),
                  other(attacker): names(s for s, mine in cells.items() if not mine)}
        turn = attacker if to_move == "attacker" else other(attacker)
        root = Position(stones["black"], stones["white"], turn)
        proof = three(rule, attacker).changed(size=5, roots=[root])
        return with_record(proof, root, "c3" if hole else None) if to_move == "attacker" else proof
    return make


def beside(kinds):
    """The claim is right; a checker that accepts a file and not a claim must not accept these."""
    def beside_won(*more):
        def make(rule, attacker):
            proof = won(rule, attacker)
            for change in more:
                proof = change(proof)
            return proof
        return make

    def unreached(move, own="c5 d5 e5"):
        def change(proof):
            # As many stones as two plies below the root.
            root = proof.roots[0]
            position = root.with_stone(other(proof.attacker), "i9").without("b5")
            stones = Position(position.black, position.white)
            free = free_square(proof.changed(roots=[stones]))
            stones = stones.with_stone(proof.attacker, free)
            return with_record(proof, stones, move)
        return change

    forms = ("jsonl", "fvp")
    kinds.add("beside-illegal-move", "the claim is right; a record that no root reaches plays onto a stone",
              beside_won(unreached("c5")), forms=forms, wrong="not-fit")
    kinds.add("beside-stray", "the claim is right; a record has stones that no root can lead to",
              beside_won(lambda p: with_record(p, Position("a1", ""), "a2")), forms=forms, wrong="not-fit")
    kinds.add("beside-after-end", "the claim is right; a record has five in a row already",
              beside_won(lambda p: with_record(p, with_five(p), None)), forms=forms, wrong="not-fit")
    kinds.add("finding-at-root", "the claim is right; a finding of a converter speaks against it",
              beside_won(lambda p: with_finding(p, root=0, line="")), forms=forms, wrong="not-shown")
    kinds.add("finding-anywhere", "the claim is right; a finding without a root speaks against all claims",
              beside_won(with_finding), forms=forms, wrong="not-shown")


def with_five(proof):
    position = proof.roots[0].with_stone(other(proof.attacker), free_square(proof)).with_stone(proof.attacker, "f5")
    return position.with_stone(other(proof.attacker), "i9" if "i9" not in position.black + position.white else "i8")


def with_finding(proof, **where):
    root = proof.roots[0]
    finding = {"finding": "refuted-move", **where, "black": root.black, "white": root.white, "to-move": root.to_move}
    return proof.changed(findings=[finding])


def claim(proof, rule=None, size=None, attacker=None, root=None):
    r = root or proof.roots[0]
    sides = ", ".join(f"{c} {r.of(c)}" for c in ("black", "white") if r.of(c))
    return (f"{rule or proof.rule} {size or proof.size} {attacker or proof.attacker} "
            f"{sides}, {r.to_move} to move")


def expected(kinds):
    other_rule = {"freestyle": "standard", "standard": "renju", "renju": "freestyle"}
    turned = lambda p: Position(*(names(mirrored(squares(p.roots[0].of(c)), p.size)) for c in ("black", "white")),
                                p.roots[0].to_move)

    def differs(kind, reason, expect, make=won):
        kinds.add(f"expected-{kind}", reason, make, forms=("jsonl", "cert"), wrong="other-claim", expect=expect)

    differs("rule", "the claim is right, and of another rule set than expected",
            lambda p: claim(p, rule=other_rule[p.rule]))
    differs("size", "the claim is right, and of another size than expected", lambda p: claim(p, size=10))
    differs("attacker", "the claim is right, and the attacker is not the one expected",
            lambda p: claim(p, attacker=other(p.attacker)))
    differs("root", "the claim is right, and has a stone less than the root expected",
            lambda p: claim(p, root=p.roots[0].with_stone(other(p.attacker), "i9").to_play(p.roots[0].to_move)))
    differs("turn", "the claim is right, and the other side is to move at the root expected",
            lambda p: claim(p, root=p.roots[0].to_play(p.attacker)))
    differs("empty-board", "the claim is right, and the whole game was expected",
            lambda p: f"{p.rule} {p.size} {p.attacker}")
    differs("only", "both claims are right, one is the expected one, and it is not the only one",
            claim, lambda rule, attacker: two_won(rule, attacker))
    kinds.good("expected-mirrored", "the claim expected, mirrored", won, expect=lambda p: claim(p, root=turned(p)))


def two_won(rule, attacker):
    proof = won(rule, attacker)
    return proof.changed(roots=proof.roots + [proof.roots[0].with_stone(other(attacker), "i9").to_play(
        proof.roots[0].to_move)])


# ---- plans of certificates ----


def plans(kinds):
    def plan(kind, reason, make, games=None, wrong="false-claim"):
        kinds.add(f"plan-{kind}", reason, make, SOME["cert"] if games is None else games, ("cert",), wrong)

    def parry(text, move="b5"):
        return lambda rule, attacker: with_root_record(three(rule, attacker), move, text)

    plan("gain-taken", "the plan's next step is the square on which the defender has just parried", parry("f5"))
    plan("gain-own", "after the parry the plan plays onto the attacker's own stone", parry("( f5 : b5 )"))
    plan("too-short", "the plan ends where the defender parries", parry("( a1 : f5 )"))
    plan("branch-elsewhere", "the plan has a branch for another reply than the one that parries",
         parry("( f4 : f5 ) i9"))
    plan("step-of-defender", "the plan plays the defender's parry itself, as if it were a step of the attacker",
         parry("( f5 : f5 f5 f5 )"))
    plan("no-threat", "after the parry the plan goes on with moves that threaten nothing",
         parry("( f5 : i9 i8 i7 i6 )"))
    plan("leaf-four-only", "a record without a move, whose plan is a four that is parried", parry("b5 f5", None))
    plan("leaf-empty", "a record without a move and without a plan", parry("", None))
    plan("at-root", "nothing is stored; the root's plan is a four that is parried",
         lambda rule, attacker: three(rule, attacker).changed(root_plans=["b5 f5"]))
    plan("at-defenders-root", "the defender is to move at the root and parries; the root's plan knows nothing of it",
         lambda rule, attacker: scene(rule, attacker, "b5 c5 d5 e5", "a5", "f5", "defender").changed(
             root_plans=["( f5 : a1 ) f5"]))
    plan("ignores-four", "the plan makes four with both ends open while the defender has a four",
         lambda rule, attacker: with_root_record(
             scene(rule, attacker, "b2 c2 d2", "i9 i8 i7 i6", "a2 e2 f2"), None, "e2 a2"))
    plan("ignores-two-fours", "the defender has two five points, and the plan goes on all the same",
         lambda rule, attacker: with_root_record(
             scene(rule, attacker, "b2 c2 d2", "c9 d9 e9 f9", "a2 e2 f2"), None, "e2 a2"))
    plan("ignores-counter-four", "the parry is a four of the defender's, and the plan goes on with its three",
         lambda rule, attacker: counter_four(rule, attacker).changed(records=[
             Record(counter_four(rule, attacker).roots[0], "b5", "( f5 : b4 b3 ) f5")]))
    plan("overline", "the plan's four would have two ends, at one of which six would stand",
         lambda rule, attacker: with_root_record(
             scene(rule, attacker, "b5 c5 d5 g5", "h5", "a5 e5 f5"), None, "e5 a5"), EXACT)
    plan("forbidden-step", "the plan's second step is a point of two fours, and Black attacks",
         lambda rule, attacker: with_root_record(
             scene(rule, attacker, "c5 d5 f5 e3 e4 e6", "g5 a5 e7 e1", "b5 e5 e2"), None, "e5 b5"), BLACK)

    # True claims; only a checker that looks for wins itself may accept them.
    def example(kind, reason, text, white="a1 a9 b9 h9"):
        plan(kind, reason, lambda rule, attacker: two_threes(rule, attacker, text, white), FREE, "not-shown")

    example("no-branch", "two open threes, and no branch for the replies that stop the first of them", "f4")
    example("exchanged", "two open threes, and the branch goes on with the three that was just stopped",
            "( b4 f4 g4 : f4 ) e5")
    example("branch-one-short", "two open threes, and the branch lacks one of the three replies that matter",
            "( b4 f4 : e5 ) f4")
    example("first-branch-counts", "of two branches for a reply the first counts, and it is empty",
            "( b4 : ) ( b4 f4 g4 : e5 ) f4")
    example("branch-behind", "the branch stands behind the step, and so belongs to it", "f4 ( b4 f4 g4 : e5 )")
    example("step-onto-stone", "a step onto the record's own move comes first", "e4 ( b4 f4 g4 : e5 ) f4")
    example("threes-of-defender", "the defender has a three, and there is no branch for his fours",
            "( b4 f4 g4 : e5 ) f4", "a1 a2 a3 h9")
    example("one-four-forgotten", "the defender has a three, and only one of his two fours has a branch",
            "( b4 f4 g4 : e5 ) ( a4 : a5 ( b4 f4 g4 : e5 ) f4 ) f4", "a1 a2 a3 h9")
    example("wrong-parry", "after the defender's four the plan makes its own threat instead of the parry",
            "( b4 f4 g4 : e5 ) ( a4 : f4 ( b4 g4 : e5 ) ) ( a5 : a4 ( b4 f4 g4 : e5 ) f4 ) f4", "a1 a2 a3 h9")
    example("no-branch-after-parry", "after four and parry the branch for the first three is missing",
            "( b4 f4 g4 : e5 ) ( a4 : a5 f4 ) ( a5 : a4 ( b4 f4 g4 : e5 ) f4 ) f4", "a1 a2 a3 h9")
    plan("not-turned", "the record is mirrored, its plan is not",
         lambda rule, attacker: mirrored_example(rule, attacker), FREE, "not-shown")
    plan("first-record-counts", "the position is stored twice; the first record does not hold",
         lambda rule, attacker: first_record_bad(rule, attacker), FREE, "not-shown")
    plan("stored-reply-counts", "a reply that the plan answers is stored as a record that does not hold",
         lambda rule, attacker: with_record(
             two_threes(rule, attacker, "( b4 f4 g4 : e5 ) f4"),
             after(two_threes(rule, attacker, ""), "e4", "i9"), "i1"),
         FREE, "not-shown")
    plan("stored-root-counts", "the root's plan wins, but the root is stored as a record that does not hold",
         lambda rule, attacker: two_threes(rule, attacker, "").changed(
             records=[Record(two_threes(rule, attacker, "").roots[0], "i1")],
             root_plans=["e4 ( b4 f4 g4 : e5 ) f4"]), FREE, "not-shown")
    plan("reply-forbids", "White's reply f4 makes the plan's next step a point of two threes: it closes the row in "
         "which g4, which completes one of them, would make a second four",
         lambda rule, attacker: four_and_threes(rule, attacker, "( b5 f5 g5 : e3 ) f5"), BLACK, "not-shown")
    kinds.good("plan-reply-forbids-answered", "the same with another step after the reply that forbids the next one",
               lambda rule, attacker: four_and_threes(rule, attacker, "( b5 f5 g5 f4 : e3 ) f5"), BLACK, ("cert",))
    kinds.good("plan-at-root", "nothing is stored, and the root's plan wins",
               lambda rule, attacker: two_threes(rule, attacker, "").changed(
                   records=[], root_plans=["e4 ( b4 f4 g4 : e5 ) f4"]), FREE, ("cert",))
    kinds.good("plan-two-threes", "two open threes and what to do against each reply",
               lambda rule, attacker: two_threes(rule, attacker, "( b4 f4 g4 : e5 ) f4"), FREE)
    kinds.good("plan-fours-of-defender", "two open threes, and the defender can make fours in between",
               lambda rule, attacker: two_threes(
                   rule, attacker, "( b4 f4 g4 : e5 ) ( a4 : a5 ( b4 f4 g4 : e5 ) f4 ) "
                   "( a5 : a4 ( b4 f4 g4 : e5 ) f4 ) f4", "a1 a2 a3 h9"), FREE, ("cert",))
    kinds.good("record-turned", "the record is mirrored, its move and plan with it",
               lambda rule, attacker: mirrored_example(rule, attacker, "( h4 d4 c4 : e5 ) d4"), FREE)
    kinds.good("plan-replies-nowhere", "branches for replies that are no empty squares, and steps that nobody needs",
               lambda rule, attacker: two_threes(
                   rule, attacker, "( c4 a1 : ) ( b4 f4 g4 : e5 a2 a3 ) ( i9 : f4 ) f4 f4"), FREE, ("cert",))


def four_and_threes(rule, attacker, text):
    """f5 makes four with both ends open and a three on a rising diagonal. On the falling one it makes none as long as
    g4 is forbidden to Black."""
    root = Position("c5 d5 e5 e4 g6 e6 d7 h4 i4", "b9", "white")
    return three(rule, attacker).changed(roots=[root], root_plans=[text])


def two_threes(rule, attacker, text, others="a1 a9 b9 h9"):
    stones = {attacker: "c4 d4 e2 e3", other(attacker): others}
    root = Position(stones["black"], stones["white"], attacker)
    return three(rule, attacker).changed(roots=[root], records=[Record(root, "e4", text)])


def mirrored_example(rule, attacker, text="( b4 f4 g4 : e5 ) f4"):
    proof = two_threes(rule, attacker, "")
    root, size = proof.roots[0], proof.size
    turned = Position(*(names(mirrored(squares(stones), size)) for stones in (root.black, root.white)))
    return proof.changed(records=[Record(turned, "e4", text)])


def first_record_bad(rule, attacker):
    good = two_threes(rule, attacker, "( b4 f4 g4 : e5 ) f4")
    return good.changed(records=[Record(good.roots[0], "i5", ""), *good.records])


def good_ones(kinds):
    kinds.good("four", "four with one end open, the attacker to move: the fifth stone",
               lambda rule, attacker: with_root_record(scene(rule, attacker, "b5 c5 d5 e5", "a5", "f5"), "f5"))
    kinds.good("straight-four", "four with both ends open, the defender to move; nothing needs to be stored", won)

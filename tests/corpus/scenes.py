"""Small positions, made so that one can see who wins: the attacker can make five in the rows named and nowhere else,
because stones of the defender stand in all others (a fence)."""
from dataclasses import dataclass

from judge import Judge, windows_of
from proof_forms import COLOURS, Position, Proof, names, other, root_position, squares


class NoFence(Exception):
    pass


def fence(size, own, others, live, variant):
    """Stones of the defender that leave the attacker the rows in `own` and `live` and no others; no four of them with
    each other or with `others` comes near a five. Fences of several variants differ."""
    own, others, free = set(squares(own)), set(squares(others)), set(squares(live))
    stones = set(others)
    allowed = own | free
    rows = [row for row, _, _ in windows_of(size)]
    candidates = sorted({(x, y) for x in range(size) for y in range(size)} - allowed - others)
    before = {row: len(row & others) for row in rows}

    def loudness(square):
        """Three in a row are avoided, four are none of a fence."""
        most = max((len(row & stones) for row in rows if square in row and not row & own
                    and len(row & stones) >= before[row]), default=0)
        return max(most, 1)

    while True:
        open_rows = [row for row in rows if not row & stones and not row <= allowed]
        if not open_rows:
            return stones - others
        useful = [s for s in candidates if s not in stones and loudness(s) < 3 and any(s in row for row in open_rows)]
        if not useful:
            raise NoFence
        stones.add(min(useful, key=lambda s: (loudness(s), -sum(s in row for row in open_rows),
                                              (s[0] * 2 + s[1] + variant) % (5 + variant), s)))


@dataclass
class Fences:
    variant: int = 0


FENCES = Fences()  # which fences are built


def scene(rule, attacker, own, others="", live="", to_move="attacker", size=9):
    """A proof without records whose only root is the fenced position."""
    stakes = names(fence(size, own, others, live, FENCES.variant))
    stones = {attacker: own, other(attacker): (others + " " + stakes).strip()}
    turn = attacker if to_move == "attacker" else other(attacker)
    return Proof(rule, size, attacker, [Position(stones["black"], stones["white"], turn)])


def is_false(proof):
    """Is some claim of the proof shown to be false?"""
    judge = Judge(proof.rule, proof.size, proof.attacker)
    for root in proof.roots:
        stones, to_move = root_position(root)
        own, others = ({s for s, c in stones.items() if COLOURS[c] == colour}
                       for colour in (proof.attacker, other(proof.attacker)))
        if judge.is_false(own, others, COLOURS[to_move] == proof.attacker):
            return True
    return False


def picture(proof):
    root = proof.roots[0]
    black, white = set(squares(root.black)), set(squares(root.white))
    return "\n".join(" ".join("X" if (x, y) in black else "O" if (x, y) in white else "." for x in range(proof.size))
                     for y in reversed(range(proof.size)))

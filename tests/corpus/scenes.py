"""Small positions, made so that one can see who wins: the attacker can make five in the rows named and nowhere else,
because stones of the defender stand in all others (a fence)."""
from dataclasses import dataclass
from functools import lru_cache

from judge import Judge, windows_of
from proof_forms import COLOURS, Position, Proof, names, other, root_position, squares


class NoFence(Exception):
    pass


@lru_cache(None)
def rows_of(size):
    """All rows of five squares, and for each square which of them go through it."""
    rows = [row for row, _, _ in windows_of(size)]
    board = [(x, y) for x in range(size) for y in range(size)]
    return rows, {square: [i for i, row in enumerate(rows) if square in row] for square in board}


@lru_cache(None)
def fence(size, own, others, live, variant):
    """Stones of the defender that leave the attacker the rows in `own` and `live` and no others; no four of them with
    each other or with `others` comes near a five. Fences of several variants differ."""
    own, others, free = set(squares(own)), set(squares(others)), set(squares(live))
    stones = set(others)
    allowed = own | free
    rows, rows_through = rows_of(size)
    held = [len(row & others) for row in rows]  # how many stones stand in each
    is_dead = [bool(row & own) for row in rows]  # for the defender
    candidates = sorted(set(rows_through) - allowed - others)

    def loudness(square):
        """Three in a row are avoided, four are none of a fence."""
        return max((held[i] for i in rows_through[square] if not is_dead[i]), default=1) or 1

    while True:
        open_rows = {i for i, row in enumerate(rows) if not held[i] and not row <= allowed}
        if not open_rows:
            return frozenset(stones - others)
        useful = [s for s in candidates
                  if s not in stones and loudness(s) < 3 and not open_rows.isdisjoint(rows_through[s])]
        if not useful:
            raise NoFence
        stake = min(useful, key=lambda s: (loudness(s), -len(open_rows.intersection(rows_through[s])),
                                           (s[0] * 2 + s[1] + variant) % (5 + variant), s))
        stones.add(stake)
        for i in rows_through[stake]:
            held[i] += 1


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

"""Is a claim false? A judge for the corpus that searches no threats and shares only the rules with the second checker
(tests/audit/check_certificate.py).

The attacker is given more than he has: he wins as soon as he has a five point that nobody took; a stone of his that
stands in none of the rows where he can still make five is no stone at all ("elsewhere"), and after one such move fives
of the defender do not count any more. The defender is given less: he answers only in those rows, and with fours. If
the attacker does not win even so, the claim is false. What the judge does not show to be false may be either.
"""
import pathlib
import sys
from functools import lru_cache

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "audit"))
from check_certificate import DIRECTIONS, Rules, stays_allowed  # noqa: E402


@lru_cache(None)
def windows_of(size):
    """All rows of five squares, with the squares next to their ends."""
    found = []
    for x in range(size):
        for y in range(size):
            for dx, dy in DIRECTIONS:
                row = [(x + k * dx, y + k * dy) for k in range(-1, 6)]
                if all(0 <= a < size and 0 <= b < size for a, b in row[1:6]):
                    found.append((frozenset(row[1:6]), row[0], row[6]))
    return found


class Judge:
    def __init__(self, rule, size, attacker, most=200_000):
        self.rules, self.size, self.attacker = Rules(rule, size), size, attacker
        self.defender = "white" if attacker == "black" else "black"
        self.known, self.left = {}, most

    def live(self, own, others):
        """The rows in which the attacker can still make five."""
        exact = self.rules.is_exact(self.attacker)
        return [w for w, before, behind in windows_of(self.size)
                if not w & others and not (exact and (before in own or behind in own))]

    def is_false(self, own, others, attacker_to_move):
        """Shown to be false; False if not shown."""
        own, others = frozenset(own), frozenset(others)
        if self.rules.has_five(self.defender, others):
            return True
        if self.rules.has_five(self.attacker, own):
            return False
        try:
            return not (self.attacker_wins if attacker_to_move else self.defender_loses)(own, others, True)
        except Undecided:
            return False

    def ask(self, question, own, others, exact):
        key = question, own, others, exact
        if key not in self.known:
            self.left -= 1
            if self.left < 0:
                raise Undecided
            self.known[key] = question(own, others, exact)
        return self.known[key]

    def attacker_wins(self, own, others, exact):
        return self.ask(self.attacker_to_move, own, others, exact)

    def defender_loses(self, own, others, exact):
        return self.ask(self.defender_to_move, own, others, exact)

    def fives(self, colour, own, others):
        return self.rules.five_points(colour, own, others)

    def attacker_to_move(self, own, others, exact):
        if self.fives(self.attacker, own, others):
            return True
        live = self.live(own, others)
        if not live:
            return False
        may = lambda square: not exact or self.rules.may_play(self.attacker, own, others, square)
        if exact:
            to_parry = self.fives(self.defender, others, own)
            if len(to_parry) > 1:
                return False
            if to_parry:
                return may(to_parry[0]) and self.defender_loses(own | {to_parry[0]}, others, True)
        squares = frozenset().union(*live) - own
        return (any(may(s) and self.defender_loses(own | {s}, others, exact) for s in sorted(squares))
                or self.defender_loses(own, others, False))

    def defender_to_move(self, own, others, exact):
        if exact and self.fives(self.defender, others, own):
            return False
        fives = self.fives(self.attacker, own, others)
        if len(fives) > 1:
            return True
        live = self.live(own, others)
        if not live:
            return False
        replies = set(fives)
        if not fives:
            replies = set().union(*live) - own
            if exact:
                replies |= self.rules.squares_near(others, own, 3)
        return all(self.attacker_wins(own, others | {r}, exact)
                   for r in sorted(replies) if self.may_reply(own, others, r, exact))

    def may_reply(self, own, others, square, exact):
        if exact or self.rules.rule != "renju" or self.defender == "white":
            return self.rules.may_play(self.defender, others, own, square)
        return stays_allowed(others, square)


class Undecided(Exception):
    pass

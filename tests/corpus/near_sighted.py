"""A dummy: checks a proof by all rules, but sees only what is near. Replies more than one square away from all stones
of the attacker are not looked at, and fives made there neither; and it forgets that Black may be forbidden a move."""
from reading import Unreadable, check_certificate, read


class NearSighted(check_certificate.Checker):
    def see(self, own):
        near = {(x + dx, y + dy) for x, y in own for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
        self.rules.squares = [s for s in sorted(near) if self.rules.is_on(s)]

    def is_no_win(self, own, others):
        fives = self.rules.five_points(self.defender, others, own)
        return self.is_full(own, others) or any(s in self.rules.squares for s in fives)

    def answers_all(self, own, others, plan):
        self.see(own)
        return super().answers_all(own, others, plan)

    def attacker_may_play(self, own, others, square):
        return square is not None and square not in own | others and self.rules.is_on(square)


def answer(path, form, _expect):
    try:
        certificate = read(path, form)
    except Unreadable:
        return 2
    checker = NearSighted(certificate)
    return 0 if certificate.roots and all(map(checker.root, certificate.roots)) else 1

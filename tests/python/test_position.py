"""Position: stones, moves, arrays, symmetry, equality."""

import copy
import pickle
import random
import unittest

import numpy as np
from fiveproof import Position
from helpers import ask, at_random, image, words_of


class PositionTest(unittest.TestCase):
    def test_moves_and_stones_make_the_same_position(self):
        moved = Position("h8 a1 i9")
        self.assertEqual(moved, Position(["h8", "a1", "i9"]))
        self.assertEqual(moved, Position(("H8", "A1", "I9")))
        self.assertEqual(moved, Position("h8a1i9"))
        self.assertEqual(moved, Position.from_stones("h8 i9", "a1", to_move="white"))
        self.assertEqual((moved.size, moved.to_move, moved.black, moved.white), (15, "white", ["h8", "i9"], ["a1"]))
        self.assertEqual(Position(size=7).size, 7)

    def test_play_gives_another_position(self):
        empty = Position()
        one = empty.play("h8")
        self.assertEqual(empty, Position())
        self.assertEqual(one, Position("h8"))
        self.assertEqual(one.to_move, "white")

    def test_equal_positions_have_equal_hashes_and_others_differ(self):
        chance = random.Random(3)
        seen = {}
        for _ in range(300):
            position = at_random(chance, chance.choice((5, 15, 20)), chance.randrange(1, 20))
            again = Position.from_stones(position.black, position.white, to_move=position.to_move, size=position.size)
            self.assertEqual(position, again)
            self.assertEqual(hash(position), hash(again))
            seen[position] = again
        self.assertGreater(len({hash(p) for p in seen}), 0.9 * len(seen))
        # Size and side to move count.
        self.assertEqual(len({Position(size=n) for n in range(5, 21)}), 16)
        self.assertNotEqual(Position.from_stones(to_move="black"), Position.from_stones(to_move="white"))
        self.assertNotEqual(Position(), "the empty board")
        self.assertFalse(Position() == 0)
        self.assertIsNone({Position("h8"): None}[Position("h8")])

    def test_an_array_has_rows_from_below(self):
        cells = Position("b1 a3").to_array()
        self.assertEqual((cells.shape, cells.dtype), ((15, 15), np.int8))
        self.assertEqual((cells[0, 1], cells[2, 0], np.count_nonzero(cells)), (1, 2, 2))

    def test_arrays_come_back_whatever_their_strides(self):
        chance = random.Random(4)
        for size in (5, 6, 15, 19, 20):
            position = at_random(chance, size, 12)
            cells = position.to_array()
            spread = np.zeros((2 * size, 3 * size), np.int8)
            spread[::2, ::3] = cells
            for same in (cells, np.asfortranarray(cells), spread[::2, ::3], cells[::-1, ::-1][::-1, ::-1]):
                self.assertEqual(Position.from_array(same, to_move=position.to_move), position)
        zeros = np.broadcast_to(np.int8(0), (15, 15))
        self.assertEqual(Position.from_array(zeros, to_move="black"), Position())
        cells.flags.writeable = False
        self.assertEqual(Position.from_array(cells, to_move=position.to_move), position)

    def test_an_array_is_a_copy(self):
        position = Position("h8")
        position.to_array()[:] = 2
        self.assertEqual(position, Position("h8"))

    def test_images_have_one_canonical_form(self):
        chance = random.Random(5)
        for _ in range(50):
            position = at_random(chance, 15, chance.randrange(1, 10))
            forms = {image(position, symmetry).canonical() for symmetry in range(8)}
            self.assertEqual(len(forms), 1)
            form = forms.pop()
            self.assertEqual(form, form.canonical())
            # The first difference decides, in the order a1, a2, ..., b1, ...: the smallest of all.
            columns = [tuple(image(position, s).to_array().T.ravel()) for s in range(8)]
            self.assertEqual(tuple(form.to_array().T.ravel()), min(columns))
        self.assertEqual(len({image(Position("h8 a2"), s) for s in range(8)}), 8)

    def test_legal_moves_are_those_of_the_rules(self):
        self.assertEqual(len(Position("h8").legal_moves("standard")), 224)
        forbidden = Position.from_stones("c11 d6 d9 e9 f6 f8 g10 h11", "", to_move="black")
        said = ask("forbidden", "--json", *words_of(forbidden))
        points = {point["square"] for point in said["points"] if point["forbidden"]}
        self.assertTrue(points)
        allowed = set(forbidden.legal_moves("renju"))
        self.assertEqual(set(forbidden.legal_moves("freestyle")) - allowed, points)
        white = Position.from_stones(forbidden.black, "", to_move="white")
        self.assertEqual(set(white.legal_moves("renju")), set(forbidden.legal_moves("freestyle")))

    def test_who_has_a_five_depends_on_the_rules(self):
        five = Position.from_stones("a1 b1 c1 d1 e1", "", to_move="white")
        six = Position.from_stones("a1 b1 c1 d1 e1 f1", "", to_move="white")
        self.assertEqual([five.winner(r) for r in ("freestyle", "standard", "renju")], ["black"] * 3)
        self.assertEqual([six.winner(r) for r in ("freestyle", "standard", "renju")], ["black", None, None])
        white = Position.from_stones("", "a1 b1 c1 d1 e1 f1", to_move="black")
        self.assertEqual([white.winner(r) for r in ("freestyle", "standard", "renju")], ["white", None, "white"])

    def test_copies_and_pickles_are_equal(self):
        position = Position("h8 a1 i9", size=19)
        for same in (copy.copy(position), copy.deepcopy(position), pickle.loads(pickle.dumps(position))):
            self.assertEqual(position, same)
        self.assertEqual(eval(repr(position)), position)
        self.assertEqual(str(Position("a1", size=5)).splitlines()[-2:], ["  1 X . . . .", "    a b c d e"])


if __name__ == "__main__":
    unittest.main()

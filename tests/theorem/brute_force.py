#!/usr/bin/env python3
"""Decides small boards by trying every move, and writes them as theorems: theorem/Examples.v.

Nothing is shared with Coq but the rules in words. Coq decides the same positions by its own procedure, proved
to say what Rules.v says; where the two disagree, Examples.v does not compile.

    brute_force.py write theorem/Examples.v    chooses the positions and writes the file
    brute_force.py check theorem/Examples.v    is the file what would be written?
    brute_force.py self-test                   are positions decided that one can decide by hand?
"""

import functools
import random
import sys
from pathlib import Path

HEAD = """\
(* Small positions, decided in both directions. tests/theorem/brute_force.py made this file: it chose the
   positions and decided them by its own search, written in Python. The proofs below run Decide.v. Black (X)
   is to move. *)
From Coq Require Import ZArith List String.
From Fiveproof Require Import Rules Decide Picture.
Import ListNotations.
Open Scope string_scope.

Lemma won r n b : wins r n b = true -> Wins r n b.
Proof. apply wins_spec. Qed.

Lemma not_won r n b : wins r n b = false -> ~ Wins r n b.
Proof. apply wins_not_spec. Qed.
"""


@functools.lru_cache
def windows(size):
    """Five squares in a row, and the squares before and behind them, for every place and direction."""
    found = []
    for x in range(size):
        for y in range(size):
            for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                cells = [(x + i * dx, y + i * dy) for i in range(-1, 6)]
                inside = [c for c in cells if 0 <= c[0] < size and 0 <= c[1] < size]
                five = tuple(row * size + column for column, row in cells[1:6])
                if all(c in inside for c in cells[1:6]):
                    found.append((five, tuple(row * size + column for column, row in (cells[0], cells[6])
                                              if (column, row) in inside)))
    return found


def has_five(rule, size, board, stone):
    for five, ends in windows(size):
        if all(board[cell] == stone for cell in five):
            if rule == "Freestyle" or all(board[end] != stone for end in ends):
                return True
    return False


@functools.lru_cache(maxsize=None)
def depth(rule, size, board, stone):
    """In how many plies X forces a five, `stone` being to move. None: he cannot; a full board is a draw."""
    empty = [i for i, cell in enumerate(board) if cell == "."]
    if not empty:
        return None
    after = [board[:i] + stone + board[i + 1:] for i in empty]
    if any(has_five(rule, size, b, stone) for b in after):
        return 1 if stone == "X" else None
    if stone == "X":
        answers = [depth(rule, size, b, "O") for b in after]
        return min((1 + a for a in answers if a is not None), default=None)
    longest = 0
    for b in after:
        answer = depth(rule, size, b, "X")
        if answer is None:
            return None
        longest = max(longest, answer)
    return 1 + longest


def wins_in(rule, size, board):
    return depth(rule, size, board, "X")


def quiet(size, board):
    """Nobody has five stones in a row yet."""
    return not any(has_five("Freestyle", size, board, stone) for stone in "XO")


def candidates(size, empty, seed):
    """Boards with so many empty squares, Black to move: as many stones of either, or one more of White's."""
    chance = random.Random(seed)
    while True:
        stones = size * size - empty
        board = ["X"] * (stones // 2) + ["O"] * (stones - stones // 2) + ["."] * empty
        chance.shuffle(board)
        board = "".join(board)
        if quiet(size, board):
            yield board


def first(size, empty, wanted):
    """The first such board whose verdicts under the two rules are wanted."""
    for board in candidates(size, empty, 56):
        verdicts = [wins_in(rule, size, board) for rule in ("Freestyle", "Standard")]
        if wanted(*verdicts):
            return size, board, verdicts


def chosen():
    """The positions of the file, with a name each."""
    def won_in(moves):
        return lambda freestyle, standard: freestyle == standard == moves

    def neither(freestyle, standard):
        return freestyle is None and standard is None

    yield "five_at_once", first(5, 4, won_in(1))
    yield "two_moves_of_his", first(5, 6, won_in(3))
    yield "three_moves_of_his", first(5, 8, won_in(5))
    yield "one_empty_square", first(5, 1, neither)
    yield "five_empty_squares", first(5, 5, neither)
    yield "eight_empty_squares", first(5, 8, neither)
    yield "six_are_too_many", first(6, 5, lambda freestyle, standard: freestyle and standard is None)
    yield "exactly_five", first(6, 6, lambda freestyle, standard: freestyle and standard == 3)
    yield "no_win_on_six_rows", first(6, 6, neither)


def text():
    parts = [HEAD]
    for name, (size, board, verdicts) in chosen():
        rows = ";\n   ".join(f'"{board[i:i + size]}"' for i in range(0, size * size, size))
        parts.append(f"Definition {name} := picture {size}\n  [{rows}].\n")
        for rule, moves in zip(("Freestyle", "Standard"), verdicts):
            claim = f"Wins {rule} {size} {name}"
            if moves is None:
                parts.append(f"Example {name}_{rule.lower()} : ~ {claim}.\n"
                             "Proof. apply not_won. vm_compute. reflexivity. Qed.\n")
            else:
                plies = "1 ply" if moves == 1 else f"{moves} plies"
                parts.append(f"Example {name}_{rule.lower()} : {claim}.  (* in {plies} *)\n"
                             "Proof. apply won. vm_compute. reflexivity. Qed.\n")
    return "\n".join(parts).replace(".\n\nExample", ".\nExample").replace("Qed.\n\nExample", "Qed.\nExample")


def self_test():
    decided = [
        ("Freestyle", 5, "XXXX." + "OO.OO" + "OXOXO" + "XOXOX" + "OXOXO", 1),
        ("Standard", 5, "XXXX." + "OO.OO" + "OXOXO" + "XOXOX" + "OXOXO", 1),
        # A sixth stone: free-style it wins, standard it does not, and nothing is left to play for.
        ("Freestyle", 6, "XXX.XX" + "OOXOOX" + "XOOXXO" + "OXXOOX" + "XOOXXO" + "OXXOOX", 1),
        ("Standard", 6, "XXX.XX" + "OOXOOX" + "XOOXXO" + "OXXOOX" + "XOOXXO" + "OXXOOX", None),
        # White threatens in two rows, and Black has nothing.
        ("Freestyle", 5, "OOOO." + "OOOO." + "XXOXX" + "XXOX." + "XOXXO", None),
        ("Freestyle", 5, "XOXOX" * 5, None),
    ]
    for rule, size, board, wanted in decided:
        if wins_in(rule, size, board) != wanted:
            sys.exit(f"{rule} {board}: {wins_in(rule, size, board)}, not {wanted}")
    print(f"{len(decided)} positions as by hand")


def main():
    if sys.argv[1:] == ["self-test"]:
        self_test()
    elif sys.argv[1] == "write":
        Path(sys.argv[2]).write_text(text())
    elif sys.argv[1] == "check":
        if Path(sys.argv[2]).read_text() != text():
            sys.exit(f"{sys.argv[2]} is not what brute_force.py write makes")
        print("Examples.v is what the search says")


if __name__ == "__main__":
    main()

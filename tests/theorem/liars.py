#!/usr/bin/python3
"""Lies about records of a certificate: what fiveproof-audit does not believe fiveproof-theorem must not believe either.

    liars.py THEOREM AUDIT FIVEPROOF COUNT SEED CERTIFICATE...

A liar is a certificate of a record and all that it needs, in which one thing was changed. Neither checker accepts all that is
true: where a plan is spoiled another one of the record may do, and THEOREM tries those of all branches together. So what it
accepts and AUDIT does not is asked about once more: `fiveproof verify`, which sees no plans and searches, must prove the claim by
the moves alone, or `solve` by others, verified at level rules. What neither does is printed and is a failure.
"""

import collections
import random
import sys
import tempfile
from copy import deepcopy
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import tools  # noqa: E402
from certificate import BRANCH, REPLIES, SQUARES  # noqa: E402

MOST = 40  # records of a liar


def squares_in(tokens):
    return [i for i, token in enumerate(tokens) if token < 240]


def end_of(tokens, start):
    """Behind the branch that begins at `start`."""
    depth = 0
    for i in range(start, len(tokens)):
        depth += {REPLIES: 1, BRANCH: -1}.get(tokens[i], 0)
        if depth == 0:
            return i + 1
    raise ValueError("a branch without an end")


# Each changes one of the records (`r`), or returns what else is to be changed: {"root": ..., "rule": ..., "header": ...}.
def plan_dropped(r, _lie):
    r.plan = b""


def step_dropped(r, lie):
    tokens = tools.tokens_of(r)
    del tokens[lie.choice(squares_in(tokens))]
    r.plan = tools.plan_of(tokens)


def square_exchanged(r, lie):
    tokens = tools.tokens_of(r)
    tokens[lie.choice(squares_in(tokens))] = lie.choice(SQUARES)
    r.plan = tools.plan_of(tokens)


def neighbours_exchanged(r, lie):
    tokens = tools.tokens_of(r)
    i = lie.choice([i for i in squares_in(tokens)[:-1] if tokens[i + 1] < 240])
    tokens[i], tokens[i + 1] = tokens[i + 1], tokens[i]
    r.plan = tools.plan_of(tokens)


def branch_dropped(r, lie):
    tokens = tools.tokens_of(r)
    start = lie.choice([i for i, token in enumerate(tokens) if token == REPLIES])
    del tokens[start:end_of(tokens, start)]
    r.plan = tools.plan_of(tokens)


def plan_cut(r, lie):
    tokens = tools.tokens_of(r)
    cut = lie.choice([i for i in squares_in(tokens) if tokens[:i].count(REPLIES) == tokens[:i].count(BRANCH)])
    r.plan = tools.plan_of(tokens[:cut])


def free_squares(r):
    return [q for q in SQUARES if q not in r.black and q not in r.white and q != r.move]


def near(r, lie):
    free = free_squares(r)
    return lie.choice([q for q in free if abs((q >> 4) - (r.move >> 4)) < 3 and abs((q & 15) - (r.move & 15)) < 3] or free)


def move_elsewhere(r, lie):
    r.move = lie.choice(free_squares(r))


def move_near(r, lie):
    r.move = near(r, lie)


def move_occupied(r, lie):
    r.move = lie.choice(r.black + r.white)


def white_near(r, lie):
    r.white.append(near(r, lie))


def white_anywhere(r, lie):
    r.white.append(lie.choice(free_squares(r)))


def black_removed(r, lie):
    r.black.remove(lie.choice(r.black))


def black_moved(r, lie):
    r.black[lie.randrange(len(r.black))] = near(r, lie)


def colours_exchanged(r, _lie):
    r.black, r.white = r.white, r.black


def root_with_white(r, lie):
    return {"root": (r.black, [*r.white, near(r, lie)])}


def root_without_black(r, lie):
    left = [*r.black]
    left.remove(lie.choice(left))
    return {"root": (left, r.white)}


def rule_exchanged(_r, _lie):
    return {"rule": True}


def rule_of_renju(_r, _lie):
    return {"header": {"rule": "renju"}}


def attacker_exchanged(_r, _lie):
    return {"header": {"attacker": "white"}}


def board_larger(_r, _lie):
    return {"header": {"size": "16"}}


KINDS = [plan_dropped, step_dropped, square_exchanged, neighbours_exchanged, branch_dropped, plan_cut, move_elsewhere, move_near,
         move_occupied, white_near, white_anywhere, black_removed, black_moved, colours_exchanged, root_with_white, root_without_black,
         rule_exchanged, rule_of_renju, attacker_exchanged, board_larger]
# Of more than the record the lie is about.
WITH_ANY = {plan_dropped, step_dropped, square_exchanged, neighbours_exchanged, branch_dropped, plan_cut, move_elsewhere, move_near}


def liar(book, kind, lie):
    """(records, root, is standard, header) of a certificate; None where this record has nothing to change in this way."""
    records = book.below(lie.randrange(len(book.records)), MOST)
    if records is None:
        return None
    records = deepcopy(records)
    changed = lie.choice(records) if kind in WITH_ANY else records[0]
    try:
        told = kind(changed, lie) or {}
    except (IndexError, ValueError):  # nothing to choose from
        return None
    root = told.get("root", (records[0].black, records[0].white))
    return records, root, book.is_standard ^ told.get("rule", False), told.get("header")


def true_parts(book, lie, count, theorem, audit, path):
    """Parts as they are, which must be accepted: else nothing is learnt from what is rejected."""
    done = 0
    while done < count:
        records = book.below(lie.randrange(len(book.records)), MOST)
        if records is None:
            continue
        path.write_text(tools.text_of(records, (records[0].black, records[0].white), book.is_standard))
        for program in (theorem, audit):
            accepts, _, told = tools.outcome(program, path)
            if not accepts:
                raise SystemExit(f"{program} does not accept a part as it is:\n{path.read_text()}\n{told}")
        done += 1


def run(theorem, audit, fiveproof, count, seed, paths):
    lie, counts, suspicious = random.Random(seed), collections.Counter(), []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "liar.cert")
        for book in map(tools.Book, paths):
            true_parts(book, lie, max(10, count // 100), theorem, audit, path)
            made = 0
            while made < count // len(paths):
                kind = KINDS[made % len(KINDS)]
                told = liar(book, kind, lie)
                if told is None:
                    continue
                made += 1
                path.write_text(tools.text_of(*told))
                accepts, supported, _ = tools.outcome(theorem, path)
                believed, _, _ = tools.outcome(audit, path)
                word = "not supported" if not supported else f"theorem {'yes' if accepts else 'no'}, audit {'yes' if believed else 'no'}"
                counts[kind.__name__, word] += 1
                if accepts and not believed:
                    is_true, found = tools.is_true(fiveproof, *told[:3], folder)
                    counts[kind.__name__, "of these true" if is_true else "of these not shown to be true"] += 1
                    if not is_true:
                        suspicious.append((kind.__name__, path.read_text() + found))
    return counts, suspicious


def main(theorem, audit, fiveproof, count, seed, *paths):
    counts, suspicious = run(theorem, audit, fiveproof, int(count), int(seed), paths)
    for (kind, word), number in sorted(counts.items()):
        print(f"{number:6} {kind}: {word}")
    total = collections.Counter()
    for (_, word), number in counts.items():
        total[word] += number
    made = sum(number for word, number in total.items() if not word.startswith("of these"))
    print(f"{made} liars: " + "; ".join(f"{number} {word}" for word, number in sorted(total.items())))
    for kind, text in suspicious:
        print(f"--- {kind}: accepted, and neither by the audit nor by verify nor by solve\n{text}")
    rejected = total["theorem no, audit no"]
    if rejected < made // 4:
        print(f"expected a quarter of the liars to be rejected by both, found {rejected}: these are no lies")
        return 1
    return 1 if suspicious else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

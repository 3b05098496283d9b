"""What the tests of the module share: the proofs, the program as an oracle, positions at random."""

import atexit
import functools
import json
import os
import random
import shutil
import subprocess
import tempfile
from pathlib import Path

import fiveproof

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples/example.fvp"
STANDARD = ROOT / "proofs/standard15.fvp"
INPUTS = ROOT / "tests/cli/inputs"
PROGRAM = os.environ["FIVEPROOF_PROGRAM"]
MODULE = os.environ["FIVEPROOF_MODULE"]


def run(*words, codes=(0, 1), **how):
    """What the program says on stdout."""
    done = subprocess.run([PROGRAM, *map(str, words)], capture_output=True, timeout=600, **how)
    if done.returncode not in codes:
        raise AssertionError(f"{words}: exit code {done.returncode}: {done.stderr.decode()}")
    return done.stdout.decode()


@functools.cache
def renju():
    """A proof of free renju after one second move; all of them, record by record, would take minutes."""
    folder = Path(tempfile.mkdtemp())
    atexit.register(shutil.rmtree, folder)
    run("convert", "-q", ROOT / "proofs/partial/renju15-second-moves.fvp", folder / "all.fvp", "--root", "h8 n14")
    run("trim", "-q", folder / "all.fvp", "-o", folder / "renju.fvp")
    return folder / "renju.fvp"


def ask(*words, codes=(0, 1)):
    return json.loads(run(*words, codes=codes))


def words_of(position):
    """The position as the program is told it."""
    return ["--black", " ".join(position.black), "--white", " ".join(position.white), "--to-move", position.to_move]


def image(position, symmetry):
    """Of the board under one of the eight symmetries."""
    cells = position.to_array()
    turned = cells.T if symmetry & 4 else cells
    turned = turned[::-1] if symmetry & 1 else turned
    turned = turned[:, ::-1] if symmetry & 2 else turned
    return fiveproof.Position.from_array(turned, to_move=position.to_move)


def at_random(chance, size, stones, to_move=None):
    """Any stones, as many black ones as white ones or one more."""
    squares = [f"{column}{row}" for column in "abcdefghijklmnopqrst"[:size] for row in range(1, size + 1)]
    chosen = chance.sample(squares, stones)
    side = to_move or ("white" if stones % 2 else "black")
    return fiveproof.Position.from_stones(chosen[: (stones + 1) // 2], chosen[(stones + 1) // 2 :], to_move=side, size=size)


def asked_positions(proof, number, seed):
    """Positions of every kind: stored ones in any orientation, those after the stored move, those after a reply to it, and
    some that have nothing to do with the proof."""
    chance = random.Random(seed)
    for i in range(number):
        record = proof.records[chance.randrange(len(proof.records))]
        position, move = record.position, record.move
        steps = i % 4
        if steps == 3:
            position = at_random(chance, proof.size, chance.randrange(2, 12))
        if 1 <= steps <= 2 and move is not None and not position.winner(proof.rule):
            position = position.play(move)
            replies = position.legal_moves(proof.rule)
            if steps == 2 and replies:
                position = position.play(chance.choice(replies))
        yield image(position, chance.randrange(8))


def sequence_json(sequence):
    return [{"kind": t.kind, "category": t.category, "gain": t.gain, "cost": t.cost, "rest": t.rest} for t in sequence]

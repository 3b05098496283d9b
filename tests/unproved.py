"""Proofs that long checks and long gap lists are made of."""

import json
import random
from pathlib import Path


def long_proof(folder, records):
    """A proof that takes long to check: positions at random, hardly any of them won."""
    squares = [f"{column}{row}" for column in "abcdefghijklmno" for row in range(1, 16)]
    chance = random.Random(1)
    lines = ['{"format":"fiveproof","version":1,"rule":"standard","size":15,"attacker":"black","roots":[""]}']
    for _ in range(records):
        stones = chance.sample(squares, 21)
        lines.append(json.dumps({"black": " ".join(stones[:10]), "white": " ".join(stones[10:20]), "move": stones[20]}))
    proof = Path(folder) / "long.jsonl"
    proof.write_text("\n".join(lines) + "\n")
    return proof

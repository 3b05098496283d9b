"""What tests of whole programs begin with: proofs that take long to check, and files that the program makes."""

import json
import random
import subprocess
import sys
from pathlib import Path


def unproved_lines(records):
    """The text of such a proof: positions at random, hardly any of them won."""
    squares = [f"{column}{row}" for column in "abcdefghijklmno" for row in range(1, 16)]
    chance = random.Random(1)
    lines = ['{"format":"fiveproof","version":1,"rule":"standard","size":15,"attacker":"black","roots":[""]}']
    for _ in range(records):
        stones = chance.sample(squares, 21)
        lines.append(json.dumps({"black": " ".join(stones[:10]), "white": " ".join(stones[10:20]), "move": stones[20]}))
    return "\n".join(lines) + "\n"


def long_proof(folder, records):
    """A proof that takes long to check, in the folder."""
    proof = Path(folder) / "long.jsonl"
    proof.write_text(unproved_lines(records))
    return proof


def maker(program):
    """Runs the program to make what a test begins with; where it cannot, there is no test."""
    def run(*words):
        done = subprocess.run([program, *map(str, words)], capture_output=True, text=True, timeout=300)
        if done.returncode not in (0, 1):
            sys.exit(f"{words}: {done.stderr}")

    return run

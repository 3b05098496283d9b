#!/usr/bin/python3
"""What a transcript cannot show: JSON answers against their schemas, and interrupts.

    check_behaviour.py schemas PROGRAM SPEC
    check_behaviour.py interrupt PROGRAM
"""

import json
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

INPUTS = Path(__file__).resolve().parent / "inputs"


def answer(program, *words):
    done = subprocess.run([program, *words], cwd=INPUTS, capture_output=True, timeout=120)
    if not done.stdout:
        sys.exit(f"{words}: no answer: {done.stderr.decode()}")
    return json.loads(done.stdout)


def schemas(program, spec):
    import jsonschema

    four, three, tree = "four.jsonl", "three.jsonl", "tree.json"
    rv2 = ["--rule", "standard"]
    asked = [
        ("info", ["info", four, "--json"]),
        ("info", ["info", "study.jsonl", "--json"]),
        ("info", ["info", "stones.jsonl", "--json"]),
        ("info", ["info", tree, "--json", *rv2]),
        ("threats", ["threats", "--json", "--rule", "freestyle", "--moves", "h8 a1 i8 a2 j8 a4"]),
        ("threats", ["threats", "--json", "--rule", "standard", "--moves", ""]),
        ("threats", ["threats", "--json", "--rule", "freestyle", "--black", "c3", "--white", "", "--to-move", "white",
                     "--size", "7", "--attacker", "black"]),
        ("probe", ["probe", four, "--json", "--moves", "h8 a1 i8 a2 j8 a4"]),
        ("probe", ["probe", four, "--json", "--moves", ""]),
        ("probe", ["probe", three, "--json", "--moves", "d5 a1 e5 c9 f5 i2"]),
        ("probe", ["probe", three, "--json", "--moves", "d5 a1 e5 c9 f5 i2 g5"]),
        ("probe", ["probe", tree, "--json", "--moves", "h8", *rv2]),
        ("probe", ["probe", tree, "--json", "--moves", "h8 j10", *rv2]),
    ]
    for name, words in asked:
        schema = json.loads((Path(spec) / f"{name}.schema.json").read_text())
        jsonschema.Draft7Validator.check_schema(schema)
        object_seen = answer(program, *words)
        jsonschema.validate(object_seen, schema)
        # The schema says something: without any one required member the answer is refused.
        for member in schema["required"]:
            less = {key: value for key, value in object_seen.items() if key != member}
            if jsonschema.Draft7Validator(schema).is_valid(less):
                sys.exit(f"{name}: accepted without {member}")
    print(f"{len(asked)} answers follow their schemas")


def interrupt(program):
    """A check that takes long is stopped: UNDECIDED, exit code 2, no gap list."""
    squares = [f"{column}{row}" for column in "abcdefghijklmno" for row in range(1, 16)]
    chance = random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        proof = Path(folder) / "long.jsonl"
        lines = ['{"format":"fiveproof","version":1,"rule":"standard","size":15,"attacker":"black","roots":[""]}']
        for _ in range(40000):
            stones = chance.sample(squares, 21)
            lines.append(json.dumps({"black": " ".join(stones[:10]), "white": " ".join(stones[10:20]), "move": stones[20]}))
        proof.write_text("\n".join(lines) + "\n")
        gaps = Path(folder) / "gaps.jsonl"
        for name in ("SIGINT", "SIGTERM"):
            process = subprocess.Popen([program, "verify", proof, "--gaps", gaps], stdout=subprocess.PIPE,
                                       stderr=subprocess.PIPE)
            # The gap list's temporary file appears when the check begins.
            deadline = time.monotonic() + 60
            while not any(Path(folder).glob("gaps.jsonl*")) and time.monotonic() < deadline:
                time.sleep(0.02)
            time.sleep(0.5)
            process.send_signal(getattr(signal, name))
            out, err = process.communicate(timeout=120)
            text = out.decode()
            if process.returncode != 2 or not text.startswith("UNDECIDED standard 15x15: black wins from the empty board"):
                sys.exit(f"{name}: exit code {process.returncode}\n{text}{err.decode()}")
            if any(Path(folder).glob("gaps.jsonl*")):
                sys.exit(f"{name}: an interrupted check left a gap list")
    print("interrupted checks are undecided")


if __name__ == "__main__":
    {"schemas": schemas, "interrupt": interrupt}[sys.argv[1]](str(Path(sys.argv[2]).resolve()), *sys.argv[3:])

#!/usr/bin/python3
"""The integers of the extracted program are those of Coq: each operation on edges and random numbers, by Coq's own machine, by
theorem/extract/uint63.ml and by whole numbers in Python.

    check_arithmetic.py ROOT WORK
"""

import random
import re
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import tools  # noqa: E402

MASK = 2**63 - 1
EDGES = [0, 1, 2, 3, 31, 61, 62, 63, 64, 65, 127, 128, 2**31, 2**32, 2**61, 2**62 - 1, 2**62, 2**62 + 1, 2**63 - 64, 2**63 - 2, 2**63 - 1]
RANDOM = 1500
PORTION = 200  # pairs that Coq prints at a time
OPERATIONS = """From Coq Require Import Uint63 List.
Import ListNotations.
Open Scope uint63_scope.
Definition one (b : bool) : int := if b then 1 else 0.
Definition operations (x y : int) : list int :=
  [x + y; x - y; x * y; x land y; x lor y; x lxor y; x << y; x >> y; tail0 x; one (x =? y); one (x <? y);
   one (x + 0x7fffffffffffffff <? y - 4611686018427387904)].
"""
EXTRACT = """From Coq Require Import Extraction ExtrOcamlBasic ExtrOCamlInt63.
Extraction Language OCaml.
Extraction "operations.ml" operations.
"""
MAIN = """let () =
  try
    while true do
      Scanf.scanf " %s %s" (fun x y ->
        if x = "" then raise End_of_file;
        let number s = int_of_string ("0u" ^ s) in
        List.iter (Printf.printf "%u ") (Operations.operations (number x) (number y)))
    done
  with End_of_file -> ()
"""


def in_python(x, y):
    def wrap(n):
        return n & MASK

    tail0 = (x & -x).bit_length() - 1 if x else 63
    return [wrap(x + y), wrap(x - y), wrap(x * y), x & y, x | y, x ^ y, wrap(x << y) if y < 63 else 0, x >> y if y < 63 else 0, tail0,
            int(x == y), int(x < y), int(wrap(x + MASK) < wrap(y - 2**62))]


def pairs():
    rng = random.Random(56)
    some = [(rng.getrandbits(63), rng.getrandbits(rng.choice((3, 6, 7, 32, 62, 63)))) for _ in range(RANDOM // 2)]
    some += [(rng.getrandbits(rng.randrange(1, 64)), rng.getrandbits(rng.randrange(1, 64))) for _ in range(RANDOM // 2)]
    return [(x, y) for x in EDGES for y in EDGES] + some


def in_coq(work, asked):
    lines = [OPERATIONS]
    for i in range(0, len(asked), PORTION):
        listed = "; ".join(f"({x}, {y})" for x, y in asked[i:i + PORTION])
        lines.append(f"Eval vm_compute in flat_map (fun p => operations (fst p) (snd p)) [{listed}].")
    (work / "Operations.v").write_text("\n".join([*lines, EXTRACT]))
    told = subprocess.run(["coqc", "-q", "Operations.v"], cwd=work, capture_output=True, text=True, check=True).stdout
    answers = re.findall(r"= \[([^]]*)\]", told)
    return [int(word) for answer in answers for word in re.sub(r"%uint63|\s", "", answer).split(";")]


def in_ocaml(root, work, asked):
    (work / "uint63.ml").write_text((root / "theorem/extract/uint63.ml").read_text())
    (work / "main.ml").write_text(MAIN)
    parts = ["uint63.ml", "operations.mli", "operations.ml", "main.ml"]
    subprocess.run(["ocamlopt", "-inline", "200", "-w", "-a", *parts, "-o", "operations"], cwd=work, check=True)
    told = subprocess.run([work / "operations"], input="".join(f"{x} {y}\n" for x, y in asked), capture_output=True, text=True, check=True)
    return [int(word) for word in told.stdout.split()]


def main(root, work):
    tools.skip_without("coqc", "ocamlopt")
    work = Path(work)
    work.mkdir(parents=True, exist_ok=True)
    asked = pairs()
    expected = [n for x, y in asked for n in in_python(x, y)]
    wrong = 0
    for name, found in (("Coq", in_coq(work, asked)), ("OCaml", in_ocaml(Path(root), work, asked))):
        if len(found) != len(expected):
            print(f"{name}: expected {len(expected)} answers, found {len(found)}")
            wrong += 1
        differ = [i for i, (a, b) in enumerate(zip(found, expected)) if a != b]
        for i in differ[:10]:
            print(f"{name}: operation {i % 12} of {asked[i // 12]}: expected {expected[i]}, found {found[i]}")
        wrong += len(differ)
    print(f"{len(asked)} pairs, {len(expected)} answers, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

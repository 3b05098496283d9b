#!/usr/bin/python3
"""Is nothing in theorem/ taken for granted, and is what is compiled all that is there?

    check_sources.py check ROOT
    check_sources.py self-test      is what is wrong found?

Coq's own word for what a theorem rests on (Print Assumptions) is held against theorem/assumptions.txt elsewhere; here it is said
of the sources, so that nothing is smuggled in under a name that the list has.
"""

import re
import sys
import tempfile
from pathlib import Path

COMMENT = re.compile(r"\(\*.*?\*\)", re.DOTALL)
GRANTED = re.compile(r"\b(Admitted|admit|give_up|Abort|Axioms?|Parameters?|Conjectures?|Primitive|native_compute|native_cast_no_check|"
                     r"bypass_check|Guard Checking|Positivity Checking|Universe Checking|type-in-type)\b")
IN_A_SECTION = re.compile(r"\b(Variables?|Hypothes[ie]s|Context)\b")
SECTION = re.compile(r"^\s*(Section|End)\s+(\w+)\s*\.")
REQUIRE = re.compile(r"\bRequire\b")
FROM = re.compile(r"From (?:Coq|Fiveproof) Require\b")
PROGRAM = re.compile(r"-unsafe\b|\bObj\.|\bexternal\b|\bMarshal\b|%identity")


def faults_of_proof(name, text):
    """Of a source of Coq."""
    sections = []
    for number, line in enumerate(COMMENT.sub(lambda match: "\n" * match[0].count("\n"), text).split("\n"), 1):
        for match in GRANTED.finditer(line):
            yield f"{name}:{number}: {match[0]}"
        told = SECTION.match(line)
        if told and told[1] == "Section":
            sections.append(told[2])
        elif told and sections and sections[-1] == told[2]:
            sections.pop()
        if IN_A_SECTION.search(line) and not sections:
            yield f"{name}:{number}: {IN_A_SECTION.search(line)[0]} outside a section is an axiom"
        if len(REQUIRE.findall(line)) != len(FROM.findall(line)):
            yield f"{name}:{number}: requires something from elsewhere than Coq and Fiveproof"


def check(root):
    theorem = root / "theorem"
    listed = set(re.findall(r"^(\w+\.v)$", (theorem / "_CoqProject").read_text(), re.MULTILINE))
    there = {path.name for path in theorem.glob("*.v")}
    found = [f"theorem/_CoqProject: {name} is not there" for name in sorted(listed - there)]
    found += [f"theorem/{name}: theorem/_CoqProject does not name it" for name in sorted(there - listed)]
    for path in sorted(theorem.rglob("*.v")):
        found += faults_of_proof(path.relative_to(root).as_posix(), path.read_text())
    for path in [*sorted(theorem.rglob("*.ml")), *sorted(theorem.rglob("*.py")), root / "scripts/theorem"]:
        for number, line in enumerate(path.read_text().split("\n"), 1):
            if PROGRAM.search(line):
                found.append(f"{path.relative_to(root)}:{number}: {PROGRAM.search(line)[0]}")
    for fault in found:
        print(fault)
    return found


CLEAN = "(* Admitted. *)\nFrom Coq Require Import List.\nSection S.\nVariable n : nat.\nEnd S.\nLemma l : True. Proof. exact I. Qed.\n"
WRONG = ["Lemma m : False.\nProof.\nAdmitted.\n", "Axiom a : False.\n", "Parameter p : False.\n", "Hypothesis h : False.\n",
         "Context (h : False).\n", "Lemma m : False. Proof. admit. Qed.\n", "Section T.\nEnd T.\nVariable v : False.\n",
         "Eval native_compute in 1.\n", "Unset Guard Checking.\n", "#[bypass_check(guard)] Fixpoint f (n : nat) : False := f n.\n",
         "Require Import Elsewhere.\n", "From Elsewhere Require Import A.\n"]


def self_test():
    wrong = 0
    cases = [(CLEAN, "", 0)] + [(CLEAN + text, "", 1) for text in WRONG] + [(CLEAN, "let f = Obj.magic\n", 1), (CLEAN, "(* -unsafe *)\n", 1)]
    for proof, program, count in cases:
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            (root / "theorem/extract").mkdir(parents=True)
            (root / "scripts").mkdir()
            (root / "scripts/theorem").write_text("")
            (root / "theorem/_CoqProject").write_text("-Q . Fiveproof\nA.v\n")
            (root / "theorem/A.v").write_text(proof)
            (root / "theorem/extract/main.ml").write_text(program)
            found = check(root)
            if len(found) != count:
                print(f"expected {count} faults, found {found} in {proof + program!r}")
                wrong += 1
            (root / "theorem/B.v").write_text(CLEAN)
            if len(check(root)) != count + 1:
                print("a source that is not compiled went unnoticed")
                wrong += 1
    print(f"self-test: {len(cases)} trees, {wrong} failures")
    return wrong


if __name__ == "__main__":
    if sys.argv[1:] == ["self-test"]:
        sys.exit(1 if self_test() else 0)
    sys.exit(1 if check(Path(sys.argv[2])) else 0)

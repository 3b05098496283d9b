#!/usr/bin/env python3
"""Validates sample files line by line against the schemas in spec/, and a few wrong lines that must fail.

    check_schemas.py SPEC_FOLDER SAMPLE_FOLDER
"""
import json
import pathlib
import sys

import jsonschema

HEADER = {"format": "fiveproof", "version": 1, "rule": "standard", "size": 15, "attacker": "black", "roots": [""]}
RECORD = {"black": "h8", "white": "a1", "move": "j9"}
FINDING = {"finding": "draw", "black": "", "white": "", "to-move": "black"}
GAPS_HEADER = dict(HEADER, format="fiveproof-gaps", proof="0" * 64)
GAP = {"kind": "draw", "root": 0, "line": "h8", "black": "h8", "white": "", "to-move": "white"}


def without(value, key):
    return {k: v for k, v in value.items() if k != key}


GOOD = {
    "proof": [HEADER, RECORD, FINDING, without(RECORD, "move"), dict(RECORD, black="")],
    "gaps": [GAPS_HEADER, dict(GAPS_HEADER, version=2), dict(GAP, moves="h8"), dict(GAPS_HEADER, partial=True), GAP, dict(GAP, by="a1", limit=True), dict(GAP, **{"source-offset": 12}), dict(GAP, shared=2)],
}
BAD = {
    "proof": [dict(HEADER, version=2), dict(HEADER, rule="caro"), dict(HEADER, size=4), dict(HEADER, size=21),
              dict(HEADER, note=""), without(HEADER, "roots"), dict(HEADER, roots=[{"black": ""}]),
              dict(RECORD, move=""), dict(RECORD, move="h21"), dict(RECORD, black="h0"), without(RECORD, "white"),
              dict(RECORD, comment="!"), dict(FINDING, finding="odd"), without(FINDING, "to-move"),
              dict(FINDING, move="a1"), dict(FINDING, root=0), GAP, [], "h8"],
    "gaps": [HEADER, dict(GAPS_HEADER, proof="0"), without(GAPS_HEADER, "proof"), dict(GAP, limit=False), dict(GAP, shared=1),
             dict(GAPS_HEADER, partial=False), dict(GAPS_HEADER, version=3), dict(GAP, moves=["h8"]),
             without(without(dict(GAP, moves="h8"), "root"), "line"),
             dict(GAP, root=-1), without(GAP, "line"), dict(GAP, kind="odd"), FINDING],
}


def main(spec, samples):
    failures = 0
    for name, pattern in (("proof", "*.jsonl"), ("gaps", "*.gaps.jsonl")):
        schema = json.loads((pathlib.Path(spec) / f"{name}.schema.json").read_text())
        validator_class = jsonschema.validators.validator_for(schema)
        validator_class.check_schema(schema)
        validator = validator_class(schema)
        lines = 0
        for path in sorted(pathlib.Path(samples).glob(pattern)):
            if name == "proof" and path.name.endswith(".gaps.jsonl"):
                continue
            for number, line in enumerate(path.read_text().splitlines(), 1):
                lines += 1
                error = jsonschema.exceptions.best_match(validator.iter_errors(json.loads(line)))
                if error:
                    failures += 1
                    print(f"{path}:{number}: {error.message}")
        for value in GOOD[name]:
            if not validator.is_valid(value):
                failures += 1
                print(f"{name}: refuses {value}")
        for value in BAD[name]:
            if validator.is_valid(value):
                failures += 1
                print(f"{name}: accepts {value}")
        print(f"{name}.schema.json: {lines} lines")
        if lines == 0:
            failures += 1
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2]))

#!/usr/bin/python3
"""Describes the proofs in proofs/ for whoever keeps or cites data: a file of schema.org's Dataset in JSON for each.

    tools/describe_proofs.py PROGRAM            writes proofs/descriptors/NAME.json
    tools/describe_proofs.py PROGRAM --check    says which is not what it would write, or is of no proof (exit code 1)

What a file claims is read from it by PROGRAM; how it was verified is what a test does with it at each change.
"""
import hashlib
import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "proofs/descriptors"
RULES = {"freestyle": "free-style go-moku (five or more in a row)", "standard": "standard go-moku (exactly five in a row)",
         "renju": "renju without opening rules (Black's overlines, double fours and double threes are forbidden)"}


def claims_of(info):
    return [f"{info['attacker'].capitalize()} wins from {root['text']} against every legal reply" for root in info["roots"]]


def described(program, path):
    said = subprocess.run([program, "info", "--json", path], capture_output=True, text=True, check=True).stdout
    info = json.loads(said)
    content = path.read_bytes()
    return {
        "@context": "https://schema.org",
        "@type": "Dataset",
        "name": f"fiveproof {path.stem}",
        "description": f"A proof of {RULES[info['rule']]} on {info['size']}x{info['size']}: {len(info['roots'])} "
                       f"{'claim' if len(info['roots']) == 1 else 'claims'}, {info['records']:,} positions, each with the attacker's "
                       "move. All other replies lose to threat sequences that a checker finds.",
        "abstract": claims_of(info),
        "identifier": f"fiveproof-content-sha256:{info['hash']}",
        "version": info["hash"][:12],
        "license": "https://spdx.org/licenses/MIT.html",
        "creator": {"@type": "Organization", "name": "fiveproof contributors"},
        "isAccessibleForFree": True,
        "measurementTechnique": "Found by `fiveproof solve`, verified by `fiveproof verify`: every legal reply at every position, up "
                                "to symmetry. proofs/README.md says at which levels of trust.",
        "variableMeasured": [{"@type": "PropertyValue", "name": "positions", "value": info["records"]},
                             {"@type": "PropertyValue", "name": "claims", "value": len(info["roots"])}],
        "distribution": {"@type": "DataDownload", "contentUrl": path.relative_to(ROOT).as_posix(),
                         "encodingFormat": "application/vnd.fiveproof.fvp", "contentSize": f"{len(content)} B",
                         "sha256": hashlib.sha256(content).hexdigest()},
    }


def main(program, *words):
    wanted = {FOLDER / f"{path.stem}.json": json.dumps(described(program, path), indent=1) + "\n"
              for path in sorted((ROOT / "proofs").rglob("*.fvp"))}
    there = {path: path.read_text() for path in FOLDER.glob("*.json")} if FOLDER.is_dir() else {}
    if words == ("--check",):
        wrong = sorted(path for path in wanted.keys() | there.keys() if wanted.get(path) != there.get(path))
        for path in wrong:
            print(f"{path.relative_to(ROOT)}: not what tools/describe_proofs.py writes")
        version = (ROOT / "VERSION").read_text().strip()
        if f"\nversion: {version}\n" not in (ROOT / "CITATION.cff").read_text():
            print(f"CITATION.cff: expected version: {version}")
            return 1
        return 1 if wrong else 0
    FOLDER.mkdir(exist_ok=True)
    for path in there.keys() - wanted.keys():
        path.unlink()
    for path, text in wanted.items():
        path.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

#!/usr/bin/python3
"""every_reply.py FIVEPROOF PROOF: `verify` and `verify --every-reply` report the same of it, whole or with holes."""

import json
import os
import random
import subprocess
import sys
import tempfile


def report(program, proof, *options):
    done = subprocess.run([program, "verify", "-q", proof, "--report", "-", *options], capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done
    text = done.stdout[done.stdout.index("{"):]
    told = json.JSONDecoder().raw_decode(text)[0]
    for only_of_this_run in ("seconds", "peak-memory-bytes"):
        del told[only_of_this_run]
    return done.returncode, told


def gaps(program, proof, folder, *options):
    target = os.path.join(folder, "gaps.jsonl")
    subprocess.run([program, "verify", "-q", proof, "--gaps", target, *options], stdout=subprocess.DEVNULL, check=False)
    with open(target, encoding="utf-8") as file:
        return file.read()


def main():
    program, proof = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        text, holed = os.path.join(folder, "whole.jsonl"), os.path.join(folder, "holed.jsonl")
        subprocess.run([program, "convert", proof, text, "-q"], check=True)
        chance = random.Random(1)
        with open(text, encoding="utf-8") as whole, open(holed, "w", encoding="utf-8") as rest:
            rest.writelines(line for i, line in enumerate(whole) if i == 0 or chance.random() < 0.99)
        for one, code in ((proof, 0), (holed, 1)):
            usual = report(program, one)
            assert usual[0] == code, f"{one}: exit code {usual[0]}"
            assert usual == report(program, one, "--every-reply"), f"{one}: another report"
        assert gaps(program, holed, folder) == gaps(program, holed, folder, "--every-reply"), "other gaps"
    print(f"{usual[1]['total']['replies']['unanswered']} unanswered replies with holes; the same either way")


if __name__ == "__main__":
    main()

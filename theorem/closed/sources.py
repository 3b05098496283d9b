#!/usr/bin/env python3
"""Compiles the sources of theorem/, those that _CoqProject names, and the program that is extracted from them.

    sources.py FOLDER        FOLDER/coq/*.vo and FOLDER/fiveproof-theorem
"""

import functools
import re
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.dont_write_bytecode = True
from make import Failed, Task, digest, make  # noqa: E402

THEOREM = Path(__file__).resolve().parent.parent
OCAML = ["uint63.ml", "parray.ml", "checker.mli", "checker.ml", "certificate.ml", "book.ml", "main.ml"]
EXTRACTED = ("checker.mli", "checker.ml")
REQUIRE = re.compile(r"From Fiveproof Require(?: Import| Export)?((?:\s+[A-Z]\w*)+)\s*\.")
CODE = re.compile(r"\(\*.*?\*\)", re.DOTALL)


class Missing(Exception):
    """A program that is needed is not installed."""


@functools.lru_cache
def version_of(program):
    if shutil.which(program) is None:
        raise Missing(f"no {program} here: run scripts/setup --theorem")
    return subprocess.run([program, "--version" if program == "coqc" else "-version"], capture_output=True, text=True, check=True).stdout


def modules():
    """The names of all sources, as _CoqProject orders them."""
    lines = (THEOREM / "_CoqProject").read_text().split("\n")
    return [line[:-2] for line in lines if line.endswith(".v")]


def required(text):
    return sorted({name for match in REQUIRE.findall(CODE.sub(" ", text)) for name in match.split()})


def put(path, text):
    """Writes what is not there yet."""
    if not path.exists() or path.read_text() != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def proof_task(folder, name, text, needs, options, weight=1):
    source = folder / f"{name}.v"
    put(source, text)
    return Task(made=folder / f"{name}.vo", folder=folder, command=["coqc", "-q", *options, f"{name}.v"],
                of=digest(version_of("coqc"), text), needs=needs, weight=weight)


def proof_tasks(folder):
    """{name: task} of all sources, compiled to folder/coq."""
    folder = folder / "coq"
    tasks = {}
    for name in modules():
        text = (THEOREM / f"{name}.v").read_text()
        needs = [tasks[other] for other in required(text)]
        tasks[name] = proof_task(folder, name, text, needs, ["-Q", folder, "Fiveproof"], weight=len(text))
    return tasks


def program_tasks(folder, proofs):
    """The checker as OCaml, and the program around it, in folder/extract."""
    version_of("ocamlopt")
    build = folder / "extract"
    texts = {name: (THEOREM / "extract" / name).read_text() for name in OCAML if name not in EXTRACTED}
    for name, text in texts.items():
        put(build / name, text)
    text = (THEOREM / "extract/Extract.v").read_text()
    put(build / "Extract.v", text)
    checker = Task(made=build / "checker.ml", command=["coqc", "-q", "-Q", folder / "coq", "Fiveproof", "Extract.v"], folder=build,
                   of=digest(version_of("coqc"), text), needs=[proofs[name] for name in required(text)], weight=3000)
    program = Task(made=folder / "fiveproof-theorem", folder=build, needs=[checker], of=digest(version_of("ocamlopt"), *texts.values()),
                   command=["ocamlopt", "-inline", "200", "-w", "-a", *OCAML, "-o", folder / "fiveproof-theorem"],
                   weight=3000)
    return [checker, program]


def build(folder):
    proofs = proof_tasks(folder)
    make([*proofs.values(), *program_tasks(folder, proofs)], "theorem: sources")
    return proofs


def main(words):
    if len(words) != 1 or words[0].startswith("-"):
        print(__doc__, file=sys.stderr)
        return 2
    try:
        build(Path(words[0]).resolve())
    except Missing as error:
        print(f"theorem: {error}", file=sys.stderr)
        return 2
    except Failed as error:
        print(f"theorem: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

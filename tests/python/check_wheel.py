#!/usr/bin/python3
"""Is the Python package one that somebody can install who has nothing of this project, and does it do its work there?

    check_wheel.py PROGRAM

Makes an sdist, of it in another folder a wheel, and installs that in an empty virtual environment, without a network. There it verifies
the bundled standard15, and finds in a damaged copy the gaps that PROGRAM finds, word for word. Takes minutes: all is compiled.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MOST_BYTES = 3_000_000
# Whose licences go along, at least: what is linked in, and what lies beside the module.
INSIDE = {"libc6-dev", "libexpat1-dev", "liblmdb0", "liblz4-dev", "liblzma-dev", "libssl-dev", "libzstd-dev", "nlohmann-json3-dev",
          "pybind11-dev", "zlib1g-dev"}

# Run by the Python of the virtual environment.
WORK = """
import json, sys
import fiveproof
assert "site-packages" in fiveproof.__file__, fiveproof.__file__
told = {}
for name in ("standard15.fvp", "damaged.jsonl"):
    with fiveproof.open(name) as proof:
        checked = proof.verify(trust="dbsearch")
        told[name] = {"accepted": checked.accepted, "lines": checked.lines,
                      "gaps": [[gap.kind, gap.position.black, gap.position.white, gap.shared] for gap in checked.gaps]}
solved = fiveproof.solve("h8 a1 i9 a15", "freestyle", threads=1)
told["solved"] = solved.outcome == "proved" and solved.proof.verify().accepted
try:
    proof = fiveproof.open("standard15.fvp")
    proof.records.arrays(0, 1)
    told["arrays"] = True
except ModuleNotFoundError as error:
    told["arrays"] = str(error)
json.dump(told, sys.stdout)
"""


def run(*words, codes=(0,), **how):
    """What it says."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, env=clean, **how)
    if done.returncode not in codes:
        sys.exit(f"{words}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def wheel_of(folder):
    """Made of an sdist that lies elsewhere."""
    make = "import sys; sys.path.insert(0, 'python/packaging'); import backend; print(getattr(backend, sys.argv[1])(sys.argv[2]))"
    sdist = run(sys.executable, "-B", "-c", make, "build_sdist", folder, cwd=ROOT).split()[-1]
    with tarfile.open(folder / sdist) as archive:
        archive.extractall(folder)
    unpacked = folder / sdist.removesuffix(".tar.gz")
    run(sys.executable, "-m", "pip", "wheel", "--no-index", "--no-deps", "-w", folder, unpacked, cwd=folder)
    [wheel] = folder.glob("*.whl")
    return wheel


def check_form(wheel):
    assert wheel.stat().st_size <= MOST_BYTES, f"{wheel.name}: {wheel.stat().st_size} bytes, at most {MOST_BYTES}"
    with zipfile.ZipFile(wheel) as archive:
        assert archive.testzip() is None
        names = {Path(name).name for name in archive.namelist()}
        [about] = {name.split("/")[0] for name in archive.namelist() if ".dist-info/" in name}
        told = archive.read(f"{about}/METADATA").decode()
        files = re.findall("^License-File: (.*)$", told, re.MULTILINE)
        texts = {name: archive.read(f"{about}/licenses/{name}").decode() for name in files}
    assert files == ["LICENSE", "THIRD-PARTY-LICENSES"], files
    assert "fiveproof contributors" in texts["LICENSE"], texts["LICENSE"]
    inside = set(re.findall("^Inside is ([^ ]*) ", texts["THIRD-PARTY-LICENSES"], re.MULTILINE))
    if shutil.which("dpkg-query"):
        missing = INSIDE - inside
        assert not missing and any(name.startswith("libstdc++") for name in inside) and "Apache License" in texts["THIRD-PARTY-LICENSES"], (missing, inside)
    assert {"METADATA", "WHEEL", "RECORD", "LICENSE", "py.typed", "_core.pyi"} <= names, names


def check_alone(module):
    """It needs the C library, and what lies beside it."""
    for line in run("ldd", module).splitlines():
        name, _, place = line.strip().partition(" => ")
        is_own = place.startswith(f"{module.parent}/")
        assert is_own or re.match(r"(linux-vdso|lib(c|m|pthread|dl|rt)\.so|/lib.*/ld-)", name), line


def gaps_of(list_file):
    """As the program has written them."""
    gaps = [json.loads(line) for line in list_file.read_text().splitlines()[1:]]
    return [[gap["kind"], gap["black"].split(), gap["white"].split(), gap.get("shared", 1)] for gap in gaps]


def main(program):
    program = Path(program).resolve(strict=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        wheel = wheel_of(folder)
        check_form(wheel)
        run(sys.executable, "-m", "venv", folder / "empty")
        python = folder / "empty/bin/python"
        run(python, "-m", "pip", "install", "--no-index", wheel, cwd=folder)
        home = folder / "home"
        home.mkdir()
        (home / "standard15.fvp").write_bytes((ROOT / "proofs/standard15.fvp").read_bytes())
        run(program, "convert", "-q", "standard15.fvp", "damaged.jsonl", cwd=home)
        lines = (home / "damaged.jsonl").read_text().splitlines(keepends=True)
        del lines[len(lines) // 2]
        (home / "damaged.jsonl").write_text("".join(lines))
        [module] = (folder / "empty").rglob("_core.*.so")
        check_alone(module)
        told = json.loads(run(python, "-c", WORK, cwd=home))
        assert told["solved"], told
        for file, code in (("standard15.fvp", 0), ("damaged.jsonl", 1)):
            said = run(program, "verify", "-q", file, "--gaps", "gaps.jsonl", cwd=home, codes=(code,))
            assert told[file]["lines"] == said.splitlines(), (told[file]["lines"], said)
            assert told[file]["accepted"] == (code == 0)
            assert told[file]["gaps"] == gaps_of(home / "gaps.jsonl"), told[file]["gaps"]
        assert len(told["damaged.jsonl"]["gaps"]) > 0
        assert "numpy" in str(told["arrays"]) or told["arrays"] is True
        print(f"check_wheel: {wheel.name}, {wheel.stat().st_size:,} bytes, does its work in an empty environment")


if __name__ == "__main__":
    main(*sys.argv[1:])

#!/usr/bin/python3
"""scripts/theorem on a part of the example: the theorem and what it rests on; a lie; stopped and taken up; wrong input.

    check_closed.py FIVEPROOF FOLDER
"""

import contextlib
import importlib.machinery
import importlib.util
import io
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import check_example  # noqa: E402
import tools  # noqa: E402
import certificate  # noqa: E402

SCRIPT = tools.ROOT / "scripts/theorem"
RECORDS = range(8, 40)  # how many the part has


def run(*words, **options):
    done = subprocess.run([SCRIPT, *words], capture_output=True, text=True, timeout=900, **options)
    return done.returncode, done.stdout, done.stderr


def part(book):
    """The records of a position that asks for some others."""
    for i in range(len(book.records) - 1, -1, -1):
        records = book.below(i, RECORDS.stop)
        if records is not None and len(records) in RECORDS:
            return records
    raise SystemExit("expected a record of the example that needs some others")


def check_theorem(file, root, work):
    code, out, err = run(file, work)
    squares = ["[" + "; ".join(f"{q:#x}" for q in stones) + "]" for stones in root]
    said = " ".join(out.split())
    statement = f"theorem_part : Wins Freestyle 15 (board_of {squares[0]} {squares[1]})".replace("%uint63", "")
    if code != 0 or statement not in said.replace("%uint63", "").replace("%Z", ""):
        yield f"expected exit code 0 and {statement}, found {code}, {out}{err}"
    before = {path: path.stat().st_mtime_ns for path in (work / "theorem_part").glob("*.vo")}
    again = run(file, work)
    if again[:2] != (code, out) or before != {path: path.stat().st_mtime_ns for path in (work / "theorem_part").glob("*.vo")}:
        yield f"expected that nothing is made again, found {again}"


def check_lie(file, records, root, work):
    file = file.with_name("lie.cert")
    file.write_text(tools.text_of(records, (root[0], [*root[1], records[0].move ^ 1])))
    code, out, err = run(file, work)
    if code != 2 or "root" not in err:
        yield f"a root that is not stored: expected exit code 2, found {code}, {out}{err}"
    lie = certificate.Record(records[0].black, records[0].white, records[0].move, b"")
    file.write_text(tools.text_of([lie], root))
    code, out, err = run(file, work)
    if code != 1 or "Wins" in out or "Piece_0" not in err:
        yield f"a record without its plan: expected exit code 1, found {code}, {out}{err}"


def check_stop(file, work):
    """Ctrl-C at any moment ends it soon, with all that it began; what was whole is used again."""
    shutil.rmtree(work, ignore_errors=True)
    for seconds in (0.7, 2):
        process = subprocess.Popen([SCRIPT, file, work], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        while not (work / "coq/Closing.v").exists() and process.poll() is None:  # it has begun
            time.sleep(0.1)
        time.sleep(seconds)
        start = time.monotonic()
        process.send_signal(signal.SIGINT)
        err = process.communicate(timeout=60)[1]
        took = time.monotonic() - start
        if process.returncode != 130 or took > 0.5 * float(os.environ.get("FIVEPROOF_PATIENCE", "1")):
            yield f"expected exit code 130 within half a second, found {process.returncode} after {took:.2f} s: {err}"
        told = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True).stdout
        if [line for line in told.splitlines() if str(work) in line]:
            yield f"expected that nothing goes on, found {told}"


def check_wrong(work):
    wrong = work / "wrong.cert"
    wrong.write_text("fiveproof-certificate 2\nproof -\nrule renju\n")
    cases = [(["freestyle16", work], "freestyle16"), ([], "Builds"), (["freestyle15", work / "wrong.cert"], "wrong.cert"),
             ([wrong, work], "end"), (["--no"], "Builds"), ([work / "no.cert", work], "no.cert")]
    for words, told in cases:
        code, out, err = run(*words)
        if code != 2 or out or told not in err:
            yield f"{words}: expected exit code 2 and a word of {told}, found {code}, {out}{err}"
    code, _, err = run("standard15", work, env={**os.environ, "FIVEPROOF_PROGRAM": str(work / "none")})
    if code != 2 or "cmake" not in err:
        yield f"no program: expected exit code 2 and how it is built, found {code}, {err}"


def check_report():
    """What rests on more, or on less, than the list names is a failure."""
    loader = importlib.machinery.SourceFileLoader("theorem_script", str(SCRIPT))
    script = importlib.util.module_from_spec(importlib.util.spec_from_loader("theorem_script", loader))
    loader.exec_module(script)
    names = sorted(script.assumptions())
    told = "Axioms:\n" + "".join(f"{name} : Set\n" for name in names)
    quiet = contextlib.ExitStack()
    quiet.enter_context(contextlib.redirect_stdout(io.StringIO()))
    quiet.enter_context(contextlib.redirect_stderr(io.StringIO()))
    with quiet:
        yield from wrong_reports(script, names, told)


def wrong_reports(script, names, told):
    if not names or script.report("known", told) != 0:
        yield "what rests on the list alone must pass"
    for text in (told + "more : False\n", told + "more\n  : forall n, n = 0\n", told.replace(names[0], "other", 1),
                 "Closed under the global context\n"):
        if script.report("unknown", text) != 1:
            yield f"must not pass: {text}"


def main(fiveproof, folder):
    tools.skip_without("coqc", "ocamlopt")
    os.environ["FIVEPROOF_PROGRAM"] = fiveproof
    work = Path(folder)
    book = tools.Book(check_example.example(fiveproof, folder))
    records = part(book)
    root = (records[0].black, records[0].white)
    file = work / "part.cert"
    file.write_text(tools.text_of(records, root))
    wrong = [*check_report(), *check_theorem(file, root, work), *check_lie(file, records, root, work), *check_wrong(work),
             *check_stop(file, work / "stopped")]
    print("\n".join(wrong))
    print(f"{len(records)} records, {len(wrong)} failures")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

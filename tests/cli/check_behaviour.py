#!/usr/bin/python3
"""What a transcript cannot show: JSON answers against their schemas, interrupts, kills, and shards.

    check_behaviour.py schemas PROGRAM SPEC
    check_behaviour.py interrupt PROGRAM SPEC
    check_behaviour.py soon PROGRAM PROOF
    check_behaviour.py progress PROGRAM
    check_behaviour.py boards PROGRAM
    check_behaviour.py terminal PROGRAM
    check_behaviour.py resume PROGRAM
    check_behaviour.py shards PROGRAM EXAMPLE
    check_behaviour.py build SCRIPT CMAKE        SCRIPT: cmake/BuildId.cmake
    check_behaviour.py help PROGRAM
    check_behaviour.py endless PROGRAM
    check_behaviour.py third PROGRAM
    check_behaviour.py blame PROGRAM
"""

import fcntl
import itertools
import json
import os
import pty
import random
import re
import resource
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from engine.referee import Board  # noqa: E402
from unproved import long_proof  # noqa: E402

INPUTS = Path(__file__).resolve().parent / "inputs"


def answer(program, *words):
    done = subprocess.run([program, *words], cwd=INPUTS, capture_output=True, timeout=120)
    if not done.stdout:
        sys.exit(f"{words}: no answer: {done.stderr.decode()}")
    return json.loads(done.stdout)


def require_with_full(part):
    """What spec/probe.schema.json says is there with --full, too, becomes required in the schema."""
    if isinstance(part, dict):
        part.get("required", []).extend(part.get("required-with-full", []))
    for inner in part.values() if isinstance(part, dict) else part if isinstance(part, list) else []:
        require_with_full(inner)


def schemas(program, spec):
    import jsonschema

    four, three, tree = "four.jsonl", "three.jsonl", "tree.json"
    rv2 = ["--rule", "standard"]
    asked = [
        ("info", ["info", four, "--json"]),
        ("info", ["info", "study.jsonl", "--json"]),
        ("info", ["info", "stones.jsonl", "--json"]),
        ("info", ["info", tree, "--json", *rv2]),
        ("info", ["info", tree, "--json"]),
        ("info", ["info", "library.sgf", "--json"]),
        ("info", ["info", "lines.moves", "--json"]),
        ("threats", ["threats", "--json", "--rule", "freestyle", "--moves", "h8 a1 i8 a2 j8 a4"]),
        ("threats", ["threats", "--json", "--rule", "standard", "--moves", ""]),
        ("threats", ["threats", "--json", "--rule", "renju", "--moves", "h8 a1 i8 a2 j8 a4"]),
        ("threats", ["threats", "--json", "--rule", "renju", "--moves", "g8 a1 h8 c3 i9 o15 i10 a14", "--method", "vct"]),
        ("threats", ["threats", "--json", "--rule", "standard", "--moves", "g8 a1 h8 c3 i8 o15", "--method", "all"]),
        ("forbidden", ["forbidden", "--json", "--black", "c11 d6 d9 e9 f6 f8 g10 h11", "--white", "", "--to-move",
                       "black"]),
        ("forbidden", ["forbidden", "--json", "--moves", ""]),
        ("threats", ["threats", "--json", "--rule", "freestyle", "--black", "c3", "--white", "", "--to-move", "white",
                     "--size", "7", "--attacker", "black"]),
        ("probe", ["probe", four, "--json", "--moves", "h8 a1 i8 a2 j8 a4"]),
        ("probe", ["probe", four, "--json", "--moves", ""]),
        ("probe", ["probe", "renju.jsonl", "--json", "--moves", ""]),
        ("probe", ["probe", three, "--json", "--moves", "d5 a1 e5 c9 f5 i2"]),
        ("probe", ["probe", three, "--json", "--moves", "d5 a1 e5 c9 f5 i2 g5"]),
        ("probe", ["probe", four, "--json", "--moves", "h8 a1", "--full"]),
        ("probe", ["probe", three, "--json", "--moves", "d5 a1 e5 c9 f6 i2 d6 a7", "--time", "20s", "--full"]),
        ("probe", ["probe", three, "--json", "--moves", "d5 a1 e5 c9 f5 i2 g5 h5 c5", "--time", "20s"]),
        ("probe", ["probe", tree, "--json", "--moves", "h8", *rv2]),
        ("probe", ["probe", tree, "--json", "--moves", "h8 j10", *rv2]),
        ("blame", ["blame", "h8 o15 a1", "--json", "--rule", "freestyle", "--nodes", "20"]),
        ("blame", ["blame", "g8 a1 h8 a2 i9 o1 i10 o2 i8", "--json", "--rule", "renju", "--nodes", "20"]),
        ("blame", ["blame", "d4 a1 d5 h1 d6 h8 d7 a8", "--json", "--rule", "standard", "--size", "8", "--nodes", "300"]),
    ]
    scratch = tempfile.TemporaryDirectory()
    at = lambda name: str(Path(scratch.name) / name)
    won, six = ["--moves", "h8 a1 i9 a15"], ["--rule", "freestyle", "--size", "6", "--threads", "1"]
    lost = '{"black":"b3 c3 d3","white":"a6 b6 f1","to-move":"black"}'
    Path(at("bad.jsonl")).write_text(
        '{"format":"fiveproof","version":1,"rule":"freestyle","size":6,"attacker":"black","roots":[' + lost + ']}\n'
        '{"black":"b3 c3 d3","white":"a6 b6 f1","move":"a1"}\n')
    subprocess.run([program, "verify", at("bad.jsonl"), "-q", "--gaps", at("gaps.jsonl")], capture_output=True)
    Path(at("twins.moves")).write_text("h8 i9\nh8 g9\nh8 i9 h8\n")
    solve = ["solve", "--json", "--rule", "freestyle", "--threads", "1"]
    asked += [
        ("solve", [*solve, *won, "--store", at("a.fvs"), "-o", at("a.jsonl")]),
        ("solve", [*solve, "--moves", "h8 a1 i8 a2 j8 a3 k8 a4", "--attacker", "white", "--disproof", at("d.fvp")]),
        ("solve", ["solve", "--json", "--moves", "", "--set", "exhaustive=on", *six]),
        ("solve", [*solve, "--moves", "h8 a1 i9", "--attacker", "black", "--store", at("t.fvs"), "--nodes", "6000"]),
        ("solve-gaps", ["solve", "--json", "--gaps", at("gaps.jsonl"), "--into", at("bad.jsonl"), "-o", at("c.fvp"),
                        "--threads", "1"]),
        ("solve-status", ["solve", "--json", "--status", at("a.fvs")]),
        ("solve-status", ["solve", "--json", "--status", at("t.fvs")]),
        ("solve-status", ["solve", "--json", "--check", "--status", at("t.fvs")]),
        ("solve-status", ["solve", "--json", "--status", at("t.fvs"), "--moves", "h8 a1 i9 j9"]),
        ("convert", ["convert", at("a.jsonl"), at("a.fvp"), "--json"]),
        ("convert", ["convert", at("a.fvs"), at("b.fvp"), "--json"]),
        ("convert", ["convert", at("a.fvp"), at("a.cert"), "--json"]),
        ("convert", ["convert", at("a.fvp"), at("n.fvs"), "--json"]),
        ("convert", ["convert", at("a.fvp"), at("a.sgf"), "--json"]),
        ("convert", ["convert", at("a.sgf"), at("a.lib"), "--json"]),
        ("convert", ["convert", at("twins.moves"), at("sound.moves"), "--json", "--repair"]),
        ("convert", ["convert", tree, at("no.fvs"), "--json", "--strict", *rv2]),
        ("convert", ["merge", at("a.fvp"), at("a.jsonl"), "-o", at("m.fvp"), "--json"]),
        ("convert", ["trim", at("a.fvp"), "-o", at("t.fvp"), "--prefer", "smallest", "--json"]),
        ("convert", ["trim", at("a.sgf"), "-o", at("b.sgf"), "--depth", "3", "--width", "1", "--json"]),
        ("convert", ["convert", at("a.fvp"), at("a.db"), "--json"]),
        ("convert", ["trim", at("a.db"), "-o", at("b.db"), "--depth", "2", "--json"]),
    ]
    # Of whatever is read, and under every rule set.
    asked += [("report", ["verify", *words, "-q", "--json"]) for words in (
        [four], ["renju.jsonl"], ["library.sgf", "--rule", "standard", "--attacker", "black", "--root", "h8"], [tree, *rv2],
        [at("a.fvp")], [at("a.fvs")])]
    for name, words in asked:
        schema = json.loads((Path(spec) / f"{name}.schema.json").read_text())
        if "--full" in words:
            require_with_full(schema)
        validator = jsonschema.validators.validator_for(schema)
        validator.check_schema(schema)
        object_seen = answer(program, *words)
        validator(schema).validate(object_seen)
        # The schema says something: without any one required member the answer is refused.
        needed = schema["required"] + [member for case in schema.get("oneOf", []) for member in case["required"]]
        for member in (member for member in needed if member in object_seen):
            less = {key: value for key, value in object_seen.items() if key != member}
            if validator(schema).is_valid(less):
                sys.exit(f"{name}: accepted without {member}")
    print(f"{len(asked)} answers follow their schemas")


def start(program, *words, **more):
    """With the signals as a terminal has them: who runs the tests may have them ignored."""
    def usual():
        for name in (signal.SIGINT, signal.SIGHUP):
            signal.signal(name, signal.SIG_DFL)

    return subprocess.Popen([program, *map(str, words)], preexec_fn=usual,
                            **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **more})


def wait_until_listening(process):
    """Until then signals do what they do to any process."""
    bit = 1 << (signal.SIGTERM - 1)
    for _ in range(1000):
        words = dict(line.split(":", 1) for line in Path(f"/proc/{process.pid}/status").read_text().splitlines())
        if "SigBlk" not in words or (int(words["SigBlk"], 16) | int(words["SigCgt"], 16)) & bit:
            return
        time.sleep(0.01)


def end(process, number):
    """Sends the signal; how long it takes to end, and what was said."""
    at = time.monotonic()
    process.send_signal(number)
    out, err = process.communicate(timeout=120)
    return time.monotonic() - at, out.decode(), err.decode()


def no_leftovers(folder, *expected):
    left = {path.name for path in Path(folder).iterdir()} - set(expected)
    if left:
        sys.exit(f"left behind: {sorted(left)}")


def interrupt(program, spec):
    """A check that takes long is stopped: UNDECIDED, exit code 2, a partial gap list and a partial report."""
    import jsonschema

    schema = json.loads((Path(spec) / "report.schema.json").read_text())
    with tempfile.TemporaryDirectory() as folder:
        proof = long_proof(folder, 40000)
        gaps, report = Path(folder) / "gaps.jsonl", Path(folder) / "report.json"
        for name in ("SIGINT", "SIGTERM", "SIGHUP"):
            process = start(program, "verify", proof, "--gaps", gaps, "--report", report)
            # The gap list's temporary file appears when the check begins.
            deadline = time.monotonic() + 60
            while not any(Path(folder).glob("gaps.jsonl*")) and time.monotonic() < deadline:
                time.sleep(0.02)
            time.sleep(2)
            for _ in range(3):  # job managers do so; it is one interrupt
                process.send_signal(getattr(signal, name))
                time.sleep(0.01)
            out, err = process.communicate(timeout=120)
            text = out.decode()
            if process.returncode != 2 or not text.startswith("UNDECIDED standard 15x15: black wins from the empty board"):
                sys.exit(f"{name}: exit code {process.returncode}\n{text}{err.decode()}")
            lines = [json.loads(line) for line in gaps.read_text().splitlines()]
            told = json.loads(report.read_text())
            jsonschema.Draft202012Validator(schema).validate(told)
            if lines[0].get("partial") is not True or not told["interrupted"] or told["accepted"]:
                sys.exit(f"{name}: gap list and report do not say that they are partial")
            checked, found = told["total"]["positions"], sum(told["gaps"].values())
            written = len(lines) - 1
            if not 0 < checked < 40000 or not 0 < written <= found or told["gaps-written"] != written:
                sys.exit(f"{name}: {checked} positions, {found} gaps, {written} written")
            gaps.unlink()
            report.unlink()
            no_leftovers(folder, proof.name)
    print("interrupted checks are undecided, and say what they have")


def soon(program, proof):
    """Whatever a command is at, and whatever the signal, it ends soon, and leaves nothing half written."""
    chance = random.Random(3)
    signals = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    took = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        temporary = folder / "temporary"
        temporary.mkdir()
        gappy = long_proof(folder, 3000)
        environment = {**os.environ, "TMPDIR": str(temporary)}
        stay = {"temporary", gappy.name}

        def once(what, words, delay, outputs):
            process = start(program, *words, env=environment)
            wait_until_listening(process)
            time.sleep(delay)
            seconds, out, err = end(process, chance.choice(signals))
            no_leftovers(temporary)
            is_whole = process.returncode in (0, 1)  # it was faster
            no_leftovers(folder, *stay, *outputs, *(["o.fvp", "o.cert"] if is_whole else []))
            for path in folder.glob("[ogr].*"):
                path.unlink()
            if is_whole:
                return False
            if process.returncode != 2 or "VERIFIED" in out:
                sys.exit(f"{what}: exit code {process.returncode}\n{out}{err}")
            took.setdefault(what, []).append(seconds)
            return True

        for trust, most in (("dbsearch", 6), ("rules", 12)):
            for _ in range(4):
                words = ["verify", proof, "--trust", trust, "--gaps", folder / "g.jsonl", "--report", folder / "r.json"]
                once(f"verify {trust}", words, chance.uniform(0.05, most), ["g.jsonl", "r.json"])
        for what, words, outputs in (
                ("gaps", ["verify", gappy, "--effort", "20", "--gaps", folder / "g.jsonl"], ["g.jsonl"]),
                ("convert", ["convert", proof, folder / "o.cert"], []),
                ("smallest", ["convert", gappy, folder / "o.fvp", "--smallest"], []),
                ("store", ["convert", proof, folder / "o.fvs"], ["o.fvs", "o.fvs-lock"]),
                ("merge", ["merge", proof, proof, "--smallest", "-o", folder / "o.fvp"], []),
                ("blame", ["blame", "h8 i9 g10", "--rule", "renju", "--time", "60"], []),
                ("solve", ["solve", "--rule", "freestyle", "--moves", "h8 a1", "--attacker", "black"], [])):
            for _ in range(4):
                once(what, words, chance.uniform(0.02, 0.4), outputs)
    for what, seconds in took.items():
        print(f"{what}: {len(seconds)} times, {sorted(seconds)[len(seconds) // 2]:.2f} s as a rule, {max(seconds):.2f} s at most")
        # A busy machine may be late now and then.
        if sorted(seconds)[len(seconds) // 2] > 0.5 or max(seconds) > 3:
            sys.exit("that is not soon")
    if not {"verify dbsearch", "verify rules", "solve", "convert"} <= set(took):
        sys.exit("nothing was interrupted")


def rest_of(descriptor):
    """What comes until the other end is closed; a terminal ends with an error."""
    said = b""
    try:
        while piece := os.read(descriptor, 65536):
            said += piece
    except OSError:
        pass
    return said


def on_terminal(program, columns, *words, is_expected=True):
    """What is said on a terminal of so many columns."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    process = start(program, *words, stdout=subprocess.DEVNULL, stderr=theirs)
    os.close(theirs)
    said, at = b"", time.monotonic()
    try:
        # Until there is enough to look at: on a busy machine the check begins late.
        while said.count(b"%") < 3 and time.monotonic() - at < (20 if is_expected else 3):
            if select.select([ours], [], [], 0.1)[0]:
                said += os.read(ours, 65536)
        process.send_signal(signal.SIGINT)
    except OSError:  # how a terminal ends
        pass
    said += rest_of(ours)
    process.wait(timeout=60)
    os.close(ours)
    return said.decode()


def progress(program):
    """On a terminal a line that fits, elsewhere a plain one if it is asked for."""
    with tempfile.TemporaryDirectory() as folder:
        check = ["verify", long_proof(folder, 40000)]
        for columns in (20, 40, 200):
            said = on_terminal(program, columns, *check)
            lines = [line for line in said.split("\r\x1b[K") if line and not line.endswith("\n")]
            if not lines or any(len(line.split("\r\n")[0]) >= columns for line in lines):
                sys.exit(f"{columns} columns: {said!r}")
        for option in ("--no-progress", "-q"):
            if "\x1b" in (said := on_terminal(program, 80, *check, option, is_expected=False)):
                sys.exit(f"{option}: {said!r}")
        for options, expected in (([], 0), (["--progress"], 1), (["--progress", "-q"], 0)):
            process = start(program, *check, *options)
            time.sleep(3)
            _, _, err = end(process, signal.SIGINT)
            lines = [line for line in err.splitlines() if line.startswith("fiveproof verify: ") and "interrupt" not in line]
            if "\x1b" in err or len(lines) != expected:
                sys.exit(f"{options}: {err!r}")
    print("progress fits the terminal, and is plain elsewhere")


def on_a_terminal(call, **more):
    """What is said on standard output, which is a terminal."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(call, cwd=INPUTS, stdin=subprocess.DEVNULL, stdout=theirs, **more)
    os.close(theirs)
    said = rest_of(ours).decode().replace("\r\n", "\n")
    process.wait(timeout=60)
    os.close(ours)
    return said


def colours(program):
    """How a verdict begins is in colour on a terminal that has it, and nowhere else."""
    check, env = [program, "verify", "-q", "open.jsonl"], {name: os.environ[name] for name in os.environ if name != "NO_COLOR"}
    plain = subprocess.run(check, cwd=INPUTS, stdin=subprocess.DEVNULL, capture_output=True, text=True).stdout
    painted = plain.replace("NOT VERIFIED", "\x1b[31mNOT VERIFIED\x1b[0m")
    for more, expected in (({"TERM": "xterm"}, painted), ({"TERM": "xterm", "NO_COLOR": ""}, painted), ({"TERM": "dumb"}, plain),
                           ({"TERM": "xterm", "NO_COLOR": "1"}, plain)):
        if (said := on_a_terminal(check, env={**env, **more})) != expected:
            sys.exit(f"{more}: {said!r}")
    said = on_a_terminal([program, "verify", "-q", "four.jsonl"], env={**env, "TERM": "xterm"})
    if "\x1b" in plain or not said.startswith("\x1b[32mVERIFIED\x1b[0m freestyle"):
        sys.exit(f"{plain!r}, {said!r}")
    print("verdicts are in colour where they should")


def by_answer(program):
    """On a terminal stored replies stand together by their answer: the same pairs, in fewer lines."""
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "replies.moves"
        tree.write_text("".join(f"h8 {column}{row} {'g7' if row % 3 else 'g9'}\n" for column in "abc" for row in range(1, 16)))
        probe = [program, "probe", "-q", tree, "--rule", "freestyle", "--attacker", "black", "--root", "", "--moves", "h8", "--no-board"]
        plain = subprocess.run(probe, stdin=subprocess.DEVNULL, capture_output=True, text=True).stdout
        grouped = on_a_terminal(probe)
        same = [on_a_terminal([*probe, "--by-reply"]) == plain,
                subprocess.run([*probe, "--by-answer"], stdin=subprocess.DEVNULL, capture_output=True, text=True).stdout == grouped]
    answers = {reply: answer for reply, answer in re.findall(r"^  (\w+): (\w+)$", plain, re.MULTILINE)}
    seen, answer = {}, None
    for line in grouped.splitlines():
        if (head := re.match(r"  (\w+) to (\d+) replies:(.*)", line)):
            answer, number, line = head[1], int(head[2]), "   " + head[3]
            if number != sum(one == answer for one in answers.values()):
                sys.exit(f"{head[0]}: counts wrong")
        if answer and line.startswith("   ") and len(line) <= 78:
            seen |= {reply: answer for reply in line.split()}
    if seen != answers or len(answers) < 40 or not all(same):
        sys.exit(f"{grouped}\n{plain}")
    print("replies are grouped by answer on a terminal")


def terminal(program):
    colours(program)
    by_answer(program)


def boards(program):
    """The board is shown on a terminal, and elsewhere if it is asked for."""
    asked = [
        (["forbidden", "--size", "5", "--moves", "c3"], "  3 . . X . ."),
        (["threats", "--rule", "freestyle", "--size", "5", "--moves", "c3"], "  3 . . X . ."),
        (["probe", "-q", "open.jsonl", "--moves", "c3 a1"], "  3 . . X * ."),
    ]
    for words, line in asked:
        for options, is_terminal in itertools.product(([], ["--board"], ["--no-board"]), (True, False)):
            ours, theirs = pty.openpty() if is_terminal else os.pipe()
            process = subprocess.Popen([program, *words, *options], cwd=INPUTS, stdin=subprocess.DEVNULL, stdout=theirs)
            os.close(theirs)
            said = rest_of(ours)
            process.wait(timeout=60)
            os.close(ours)
            is_shown = line in said.decode().splitlines()
            if is_shown != (options == ["--board"] or (is_terminal and not options)):
                sys.exit(f"{words} {options} {'on a terminal' if is_terminal else 'in a pipe'}: {said.decode()}")
    print(f"{len(asked)} commands show the board where they should")


def comparable(report):
    """A report without what differs between two checks of the same proof."""
    told = json.loads(report.read_text())
    for name in ("threads", "seconds", "peak-memory-bytes", "resumed-positions", "reports", "trusted", "file", "trust-parts"):
        told.pop(name, None)
    for claim in told["claims"]:
        claim["outcome"] = claim["outcome"].removesuffix("-trusting")
        claim["verdict"] = re.sub("VERIFIED, TRUSTING [^;]*; ", "VERIFIED ", claim["verdict"].partition("; trusted")[0])
    return told


def run(program, *words, expected):
    done = subprocess.run([program, *map(str, words)], capture_output=True, timeout=300)
    if done.returncode not in expected:
        sys.exit(f"{words}: exit code {done.returncode}\n{done.stdout.decode()}{done.stderr.decode()}")
    return done.stdout.decode()


def resume(program):
    """Killed at random moments, the check goes on; what comes out is what one check says."""
    chance = random.Random(2)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        proof = long_proof(folder, 1000)
        common = ["verify", proof, "--effort", "20"]
        line = run(program, *common, "--gaps", folder / "once.jsonl", "--report", folder / "once.json", expected=[1])
        words = [*common, "--resume", folder / "journal", "--gaps", folder / "gaps.jsonl", "--report", folder / "report.json"]
        kills, out = 0, None
        while out is None:
            process = subprocess.Popen([program, *map(str, words)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            try:
                # The last one may take its time: a slow machine would never come to an end.
                out, _ = process.communicate(timeout=chance.uniform(0.05, 1) if kills < 8 else 300)
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()
                kills += 1
        if out.decode() != line or comparable(folder / "once.json") != comparable(folder / "report.json"):
            sys.exit("a resumed check says something else")
        if (folder / "once.jsonl").read_bytes() != (folder / "gaps.jsonl").read_bytes():
            sys.exit("a resumed check lists other gaps")
        resumed = json.loads((folder / "report.json").read_text())["resumed-positions"]
        if kills > 1 and resumed == 0:
            sys.exit("nothing was resumed")
        if any(path.suffix.startswith(".tmp") for path in folder.iterdir() if "gaps" not in path.name):
            sys.exit("temporary files are left behind")
        # One word of the header is the build. A journal of another build is nobody's: it is refused, and stays as it is.
        journal = (folder / "journal").read_bytes()
        build = re.search(rb" build=([0-9a-f]{64}) ", journal.partition(b"\n")[0])
        if not build:
            sys.exit("the journal does not say which build wrote it")
        changed = journal.replace(build[1], (b"1" if build[1][:1] == b"0" else b"0") + build[1][1:], 1)
        (folder / "other").write_bytes(changed)
        if run(program, *common, "--resume", folder / "other", expected=[2]) or (folder / "other").read_bytes() != changed:
            sys.exit("a journal of another build was used")
        other = run(program, *common[:-1], "21", "--resume", folder / "journal", expected=[2])
        if other:
            sys.exit("a journal of another effort was used")
    print(f"a check resumed after {kills} kills says what one check says; {resumed} positions resumed at last")


def shards(program, example):
    """Four shards, combined, are one check; with few gaps written all are counted."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for proof, code in ((example, 0), (long_proof(folder, 300), 1)):
            common = ["verify", proof, "--effort", "50" if code else "1000"]
            targets = ["--gaps", folder / "gaps.jsonl", "--report", folder / "report.json"]
            run(program, *common, *targets, expected=[code])
            once, gaps = comparable(folder / "report.json"), (folder / "gaps.jsonl").read_bytes()
            reports = []
            for index in range(1, 5):
                reports.append(folder / f"{index}.json")
                line = run(program, *common, "--shard", f"{index}/4", "--report", reports[-1], expected=[code])
                if not line.startswith("UNDECIDED") or f"shard {index}/4: " not in line:
                    sys.exit(f"a shard says: {line}")
            # Without --trust-parts that is never a yes, with it the answer of one check.
            out = run(program, *common, *targets, "--combine", *reports, expected=[1])
            told = json.loads((folder / "report.json").read_text())
            if told["accepted"] or told["exit-code"] != 1 or (not code and "NOT ACCEPTED: trusting 4 reports" not in out):
                sys.exit(f"reports were trusted unasked: {out}")
            out = run(program, *common, *targets, "--combine", *reports, "--trust-parts", expected=[code])
            if not code and not out.startswith("VERIFIED, TRUSTING 4 reports; freestyle 15x15: black wins from "):
                sys.exit(f"the combined check says: {out}")
            said = comparable(folder / "report.json")
            if said != once or (folder / "gaps.jsonl").read_bytes() != gaps:
                sys.exit("four shards are not one check")
            run(program, *common, *targets, "--combine", *reports[:3], expected=[2])
            # A shard that came twice counts once; two that differ are refused.
            out = run(program, *common, *targets, "--combine", *reports, reports[0], "--trust-parts", expected=[code])
            if comparable(folder / "report.json") != once or (not code and "TRUSTING 4 reports" not in out):
                sys.exit("a shard that came twice changes the answer")
            other = json.loads(reports[0].read_text())
            other["by-ply"][0]["positions"] += 1
            (folder / "other.json").write_text(json.dumps(other))
            run(program, *common, *targets, "--combine", *reports, folder / "other.json", expected=[2])
            run(program, *common, *targets, "--max-gaps", "5", expected=[code])
            few = json.loads((folder / "report.json").read_text())
            if few["gaps"] != once["gaps"] or few["gaps-written"] != min(5, once["gaps-written"]):
                sys.exit("--max-gaps changes the counts")
            if (folder / "gaps.jsonl").read_bytes() != b"".join(gaps.splitlines(True)[: 1 + few["gaps-written"]]):
                sys.exit("--max-gaps does not write the first gaps")
    print("shards combined are one check")


def build(script, cmake):
    """The name of a build hangs on the sources and the compiler, and on no folder and no time."""
    with tempfile.TemporaryDirectory() as name:
        def named(folder, files, compiler="GNU 12"):
            root = Path(name) / folder
            for path, text in files.items():
                (root / path).parent.mkdir(parents=True, exist_ok=True)
                (root / path).write_text(text)
            out = root / "out.cpp"
            subprocess.run([cmake, f"-DROOT={root}", f"-DCOMPILER={compiler}", f"-DOUTPUT={out}", "-P", script], check=True)
            return re.search('return "([0-9a-f]{64})"', out.read_text())[1]

        files = {"verify/frame/a.cpp": "1", "cli/b.hpp": "2", "format/c.capnp": "3"}
        first = named("first", files)
        if named("another/one", {**files, "docs/p.txt": "4", "tests/verify/t.cpp": "5"}) != first:
            sys.exit("the name of a build hangs on where it is built")
        others = [named("x1", {**files, "verify/frame/a.cpp": "0"}), named("x2", {**files, "format/c.capnp": "0"}),
                  named("x3", {**files, "base/d.cpp": ""}), named("x4", files, "GNU 13"),
                  named("x5", {"verify/frame/b.cpp": "1", "cli/b.hpp": "2", "format/c.capnp": "3"})]
        if len({first, *others}) != 1 + len(others):
            sys.exit("different builds have the same name")
    print("the name of a build hangs on sources and compiler only")


def commands_of(program):
    help_text = run(program, "--help", expected=[0])
    return re.findall(r"^  ([a-z]+)  ", help_text.partition("Subcommands:")[2], re.MULTILINE)


def help_pages(program):
    """No line is wider than 100 columns, and an option that is not there is named by the command."""
    pages = [[]] + [[command] for command in commands_of(program)]
    if len(pages) < 9:
        sys.exit(f"only {pages}")
    for page in pages:
        for line in run(program, *page, "--help", expected=[0]).splitlines():
            if len(line) > 100:
                sys.exit(f"{page} --help: {len(line)} columns: {line}")
        done = subprocess.run([program, *page, "--bogus"], capture_output=True, text=True)
        said = " ".join(["fiveproof", *page])
        # What is missing may be said first.
        if done.returncode != 2 or not re.match(rf"{said}: (unknown option --bogus|expected [^\n]*, found none)\n", done.stderr):
            sys.exit(f"{page} --bogus: {done.returncode}, {done.stderr}")
    print(f"{len(pages)} manuals are at most 100 columns wide")


def endless(program):
    """A file without an end is refused soon, whatever it is said to be, and takes little more memory than it may."""
    limit, room = 64 << 20, 64 << 20
    formats = "fvp jsonl lib db db-csv sgf rseq rv2 rv2-store rif psq rec sav pos moves code openings terminator dot csv fvs".split()
    for name in formats:
        for words, shell in (
            ("info /dev/zero", "{0} info /dev/zero --from {1} --memory 64M"),
            ("convert, a pipe", "yes 'h8 i9' | {0} convert - /dev/null --to jsonl --from {1} --memory 64M --rule freestyle"),
            ("tree to tree", "{0} convert /dev/zero /dev/null --to sgf --from {1} --memory 64M"),
        ):
            began = time.monotonic()
            done = subprocess.run(["/bin/sh", "-c", shell.format(program, name)], capture_output=True, text=True, timeout=60)
            if done.returncode != 2 or not re.match(r"fiveproof (info|convert): ", done.stderr) or done.stdout:
                sys.exit(f"{name}: {words}: {done.returncode}, {done.stdout}{done.stderr}")
            if time.monotonic() - began > 30:
                sys.exit(f"{name}: {words}: {time.monotonic() - began:.0f} s")
    # Of all these processes the largest.
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss << 10
    if peak > limit + room:
        sys.exit(f"{peak >> 20} MiB of memory where {limit >> 20} may be taken")
    print(f"{len(formats)} formats end at a limit, with {peak >> 20} MiB at most")


def third(program):
    """Records beyond a third of --memory go to temporary files: where there is no folder for them, that is an error."""
    with tempfile.TemporaryDirectory() as name:
        proof, nowhere = long_proof(name, 20000), Path(name) / "none"

        def is_read(kilobytes):
            done = subprocess.run([program, "info", proof, "--memory", f"{kilobytes}k"], capture_output=True, text=True,
                                  env={**os.environ, "TMPDIR": str(nowhere)})
            if done.returncode == 2 and f"{nowhere}: cannot create a temporary file" in done.stderr:
                return False
            if done.returncode != 0:
                sys.exit(f"{kilobytes}k: {done.returncode}, {done.stderr}")
            return True

        # A record takes some 130 bytes.
        if is_read(4000) or not is_read(12000):
            sys.exit("records have another part of the memory than a third")
    print("records have a third of the memory")


def plot(program, example):
    """A picture of a proof is well-formed, asks for nothing from elsewhere, and its bars are those of the JSON."""
    import xml.etree.ElementTree as tree

    svg = "{http://www.w3.org/2000/svg}"

    def bars_of(path):
        """What the bars say, by (stones, class), and as (x, foot, height) of each."""
        text = path.read_text()
        if text.count("http") != 1:  # its own name space
            sys.exit("the picture names something from elsewhere")
        said, places = {}, {}
        for rect in tree.fromstring(text).iter(svg + "rect"):
            if (title := rect.find(svg + "title")) is None:  # of the legend
                continue
            stones, name, number = re.fullmatch(r"(\d+) stones, (.+): ([\d,]+)", title.text).groups()
            said[int(stones), name] = int(number.replace(",", ""))
            x, y, height = (float(rect.get(key)) for key in ("x", "y", "height"))
            places[int(stones), name] = (x, y + height, height)
        return said, places

    with tempfile.TemporaryDirectory() as folder:
        report, picture = Path(folder) / "report.json", Path(folder) / "picture.svg"
        run(program, "verify", example, "-q", "--report", report, expected=[0])
        told = json.loads(run(program, "info", example, "--plot", picture, "--report", report, "--json", expected=[0]))
        said, places = bars_of(picture)
        expected = {(count["stones"], "with a move"): count["records"] for count in told["by-stones"]}
        for ply in json.loads(report.read_text())["by-ply"]:
            replies = ply["replies"]
            for name, number in (("stored", replies["stored"]), ("replayed", replies["replayed"]),
                                 ("searched", replies["searched"] + replies["searched-fully"])):
                if number > 0:
                    expected[ply["stones"], name] = number
        if said != expected:
            sys.exit(f"the bars say {said} where {expected} is so")
        foot = places[4, "with a move"][1]
        for (stones, name), (_, end, height) in places.items():
            if name != "with a move":
                continue
            scale = height / said[stones, name] / (places[6, name][2] / said[6, name])
            if abs(end - foot) > 0.2 or (height > 20 and not 0.98 < scale < 1.02):
                sys.exit(f"the bar of {stones} stones has another scale or foot than the others")
        for below, above in (("stored", "replayed"), ("replayed", "searched")):
            if abs(places[6, below][1] - places[6, below][2] - places[6, above][1]) > 0.2:
                sys.exit(f"the bar of {above} does not stand on that of {below}")

        other = Path(folder) / "other.svg"
        run(program, "info", INPUTS / "four.jsonl", "--plot", other, "--report", report, expected=[2])
        run(program, "info", example, "--plot", Path(folder) / "nowhere" / "x.svg", expected=[2])
        run(program, "info", example, "--plot", example, expected=[2])
        run(program, "info", example, "--report", report, expected=[2])
        run(program, "info", INPUTS / "tree.json", "--plot", other, expected=[2])
        if other.exists():
            sys.exit("a picture was written after an error")
    print("the picture says what the JSON says")


class Values:
    """Who wins, when both play as well as can be: everything is tried, by the referee's rules."""

    def __init__(self, board):
        self.board, self.known = board, {}

    def empty(self):
        squares = range(self.board.size)
        return [(x, y) for x in squares for y in squares if (x, y) not in self.board.stones]

    def of(self, colour):
        """0 or 1: that colour wins, None: nobody; `colour` is to move and nobody has a five."""
        key = colour, frozenset(self.board.stones.items())
        if key not in self.known:
            self.known[key] = self.tried(colour)
        return self.known[key]

    def tried(self, colour):
        moves = [square for square in self.empty() if self.board.why_illegal(*square, colour) is None]
        if not moves:
            return 1 - colour if self.empty() else None
        values = set()
        for square in moves:
            values.add(self.after(square, colour))
            if colour in values:
                return colour
        return None if None in values else 1 - colour

    def after(self, square, colour):
        self.board.stones[square] = colour
        is_five = self.board.makes_five(*square, colour)
        value = colour if is_five else self.of(1 - colour)
        del self.board.stones[square]
        return value


def random_game(rule, chance, size=6, tried=8):
    """A game on a small board to its five, with the values of its last positions, from `tried` empty squares on; nothing
    where it is over before, or is drawn."""
    board, moves = Board(size, rule), []
    values, seen = Values(board), {}
    while True:
        colour, empty = len(moves) % 2, values.empty()
        if len(empty) <= tried:
            seen[len(moves)] = values.of(colour)
        legal = [square for square in empty if board.why_illegal(*square, colour) is None]
        if len(empty) > tried:
            legal = [square for square in legal if not board.makes_five(*square, colour)]
        if not legal:
            return None
        square = chance.choice(legal)
        moves.append("abcdef"[square[0]] + str(square[1] + 1))
        board.stones[square] = colour
        if board.makes_five(*square, colour):
            seen[len(moves)] = colour
            return (moves, seen) if len(empty) <= tried else None


def judged_game(rule, loser, chance):
    """A game that `loser` has lost by a move that the values name, with that move, its number from 1, and the values."""
    while True:
        game = random_game(rule, chance)
        if game is None or game[1][len(game[0])] == loser:
            continue
        moves, values = game
        for number in range(len(moves), min(values), -1):
            if values[number - 1] != 1 - loser:  # so it is the loser who moved
                return moves, number, values


def blame(program):
    """Which move lost is known by trying everything; no win is claimed that is none."""
    chance, colours = random.Random(5), ("black", "white")
    proved = judged = 0
    for rule, loser, _ in itertools.product(("freestyle", "standard", "renju"), (0, 1), range(4)):
        moves, number, values = judged_game(rule, loser, chance)
        words = ["blame", " ".join(moves), "--rule", rule, "--size", "6", "--time", "60", "--nodes", "2000", "--json"]
        told = answer(program, *words)
        for ply, value in values.items():
            position = told["positions"][ply]
            judged += 1
            proved += position is not None
            if position is not None and (value is None or position["winner"] != colours[value]):
                sys.exit(f"{words}: before move {ply + 1} {position['winner']} is said to win, {value} is right")
        if told["losing-move"] != number:
            sys.exit(f"{words}: the losing move is said to be {told['losing-move']}, {number} is right")
    print(f"24 games: the losing move is named; {proved} of {judged} positions are proved, each as it is")


if __name__ == "__main__":
    {"build": build, "schemas": schemas, "interrupt": interrupt, "soon": soon, "progress": progress, "boards": boards, "terminal": terminal,
     "resume": resume, "shards": shards, "help": help_pages, "endless": endless, "third": third,
     "plot": plot, "blame": blame}[sys.argv[1]](
        str(Path(sys.argv[2]).resolve()), *sys.argv[3:])

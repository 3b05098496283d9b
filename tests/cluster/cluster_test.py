#!/usr/bin/env python3
"""A check that is shared by many machines, some of which die on the way, says what one machine says.

    cluster_test.py driver|slurm|parallel|ssh|page PROGRAM ROOT

driver: shards by hand. slurm: a real slurmctld with four slurmd. parallel: GNU parallel on this machine. ssh: GNU parallel over
ssh, to an sshd of this test. page: the commands of docs/cluster.md (page.py). Exit code 77: a program is missing, and it is said which.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from daemons import Daemons, processes_of, program, wait_for

WHAT, PROGRAM, ROOT = sys.argv[1], Path(sys.argv[2]).resolve(), Path(sys.argv[3]).resolve()
DRIVER = ROOT / "scripts" / "cluster" / "verify"
PROOF = ROOT / "examples" / "example.fvp"
SHARDS = 8


def run(*command, expected=0, **options):
    done = subprocess.run([str(word) for word in command], stdin=subprocess.DEVNULL, capture_output=True, text=True, **options)
    if expected is not None and done.returncode != expected:
        sys.exit(f"{' '.join(map(str, command))}\nended with {done.returncode}, expected {expected}\n{done.stdout}{done.stderr}")
    return done


def driver(*words, **options):
    return run(DRIVER, *words, **options)


def require(condition, what):
    if not condition:
        sys.exit(f"not so: {what}")


def begin(folder, *words, shards=SHARDS, proof=PROOF):
    driver("begin", folder, proof, shards, "--program", PROGRAM, *words)


def result(folder, shard):
    found = [path for path in (folder / "shards").glob(f"{shard}.*") if path.suffix in (".json", ".piece")]
    return found[0] if found else None


def identities(folder):
    """Of each shard that is there the file itself: another one that says the same is another one."""
    return {shard: (path.stat().st_ino, path.stat().st_mtime_ns) for shard in range(1, SHARDS + 1) if (path := result(folder, shard))}


def comparable(path):
    """A report without times, and without how a shared check differs from one in one go: what it trusts, and, of plans that were
    handed in, by which search they were found."""
    report = json.loads(Path(path).read_text())
    for member in ("threads", "seconds", "peak-memory-bytes", "reports", "pieces", "trusted", "trust-parts", "resumed-positions"):
        report.pop(member, None)
    for claim in report["claims"]:
        words = claim.pop("verdict").split("; ")
        claim["outcome"] = claim["outcome"].replace("verified-trusting", "verified")
        claim["words"] = [word for word in words if not word.startswith(("VERIFIED", "trusted"))]
        if words[0].startswith("VERIFIED, TRUSTING"):
            claim["words"] = claim["words"][1:]
    for tally in [report["total"], *report["by-ply"]]:
        replies = tally["replies"]
        replies["replayed"] += replies.pop("searched") + replies.pop("searched-fully")
    return report


class Single:
    """What one machine says."""

    def __init__(self, folder, *words, proof=PROOF, code=0):
        self.code = code
        name = f"single-{len(list(folder.glob('single-*')))}"
        self.report, self.gaps = folder / f"{name}.json", folder / f"{name}.jsonl"
        run(PROGRAM, "verify", proof, "-q", "--report", self.report, "--gaps", self.gaps, *words, expected=code)

    def require_same(self, check):
        report, gaps = check / "sum.json", check / "sum.jsonl"
        is_of_pieces = json.loads((check / "check.json").read_text())["pieces"]
        trust = [] if is_of_pieces else ["--trust-parts"]
        if trust:
            require("--trust-parts" in driver("combine", check, "--", "-q", expected=2).stderr, "trust has to be said")
        driver("combine", check, "--", "-q", *trust, "--report", report, "--gaps", gaps, expected=self.code)
        ours, theirs = comparable(report), comparable(self.report)
        require(ours == theirs, f"the shared check says what one machine says\n{json.dumps(ours)}\n{json.dumps(theirs)}")
        require(gaps.read_bytes() == self.gaps.read_bytes(), "the gaps are those of one machine")
        require(not list((check / "shards").glob("*.part-*")), "nothing half-written is left")


def workers(folder):
    """The pids of all fiveproof that work on shards of the folder, by shard."""
    found = {}
    for pid, words in processes_of(str(folder)):
        if "--shard" in words and Path(words[0]).name == PROGRAM.name:
            found[int(words[words.index("--shard") + 1].partition("/")[0])] = pid
    return found


def hold_one(folder):
    """Stops a worker, so that its task runs until it is cancelled, however quick the others are; its shard."""
    def held():
        for shard, pid in workers(folder).items():
            try:
                os.kill(pid, signal.SIGSTOP)
            except ProcessLookupError:
                continue
            if result(folder, shard) is None:
                return shard
            os.kill(pid, signal.SIGCONT)  # it has just come to its end
        return None
    return wait_for("a worker", held)


def kill_one(folder, but=None):
    """Kills a worker once it has written something; its shard."""
    def writing():
        for shard, pid in workers(folder).items():
            if shard == but:
                continue
            parts = list((folder / "shards").glob(f"{shard}.piece.part-*"))
            if result(folder, shard) is None and any(part.stat().st_size > 0 for part in parts if part.exists()):
                return shard, pid
        return None
    shard, pid = wait_for("a worker that has written something", writing)
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:  # it has just come to its end
        return None
    return shard


def one_claim(folder):
    """The first claim of the proof, and what it needs: a third of the work."""
    header, *records = run(PROGRAM, "convert", PROOF, "-", "--to", "jsonl", "-q").stdout.splitlines(True)
    told = json.loads(header)
    told["roots"] = told["roots"][:1]
    (folder / "one.jsonl").write_text(json.dumps(told) + "\n" + "".join(records))
    run(PROGRAM, "trim", folder / "one.jsonl", "-o", folder / "one.fvp", "-q")
    return folder / "one.fvp"


def test_driver(folder):
    begin(folder / "a")
    begin(folder / "a")  # once more does no harm
    for words in (("--pieces",), ("--", "--effort", "7")):
        driver("begin", folder / "a", PROOF, SHARDS, "--program", PROGRAM, *words, expected=2)
    driver("begin", folder / "a", PROOF, SHARDS + 1, "--program", PROGRAM, expected=2)
    driver("begin", folder / "b", PROOF, 0, "--program", PROGRAM, expected=2)
    driver("begin", folder / "b", folder / "none.fvp", 4, "--program", PROGRAM, expected=2)
    driver("begin", folder / "b", PROOF, 4, "--program", PROGRAM, "--", "--shard", "1/2", expected=2)
    require(not (folder / "b").exists(), "a check that cannot begin leaves no folder")
    for words in (("missing", folder / "b"), ("shard", folder / "a", "0"), ("shard", folder / "a", SHARDS + 1), ("check", folder / "a")):
        driver(*words, expected=2)
    require(driver("missing", folder / "a", expected=1).stdout == "1-8\n", "all shards are missing")
    driver("combine", folder / "a", expected=2)
    told = json.loads((folder / "a" / "check.json").read_text())
    for odd in ("", "[]", "{", json.dumps({**told, "version": 2}), json.dumps({**told, "shards": "8"})):
        (folder / "odd").mkdir(exist_ok=True)
        (folder / "odd" / "check.json").write_text(odd)
        for words in (("missing",), ("combine",), ("shard",)):
            done = driver(*words, folder / "odd", *(["1"] if words == ("shard",) else []), expected=2)
            require("Traceback" not in done.stderr and "odd" in done.stderr, f"a bad check.json is told: {done.stderr}")
    for shard in (1, 2, 3, 5, 7, 8):
        driver("shard", folder / "a", shard)
    require(driver("missing", folder / "a", expected=1).stdout == "4,6\n", "two shards are missing")
    # What is there and whole is not run again; what is there and is not, is.
    there = identities(folder / "a")
    driver("shard", folder / "a", 3)
    require(identities(folder / "a") == there, "a shard that is there stays as it is")
    whole = result(folder / "a", 3).read_text()
    other = result(folder / "a", 5).read_text()
    for odd in ("", whole[: len(whole) // 2], whole[:-3], other, "[]", whole.replace('"interrupted": false', '"interrupted": true')):
        result(folder / "a", 3).write_text(odd)
        require(driver("missing", folder / "a", expected=1).stdout == "3-4,6\n", f"a shard that is not whole is missing: {odd[:40]}")
    for shard in (3, 4, 6):
        driver("shard", folder / "a", shard)
    require(driver("missing", folder / "a").stdout == "", "nothing is missing")
    Single(folder).require_same(folder / "a")

    # A worker that cannot write hands in nothing.
    begin(folder / "c", shards=2)
    (folder / "c" / "shards").rmdir()
    driver("shard", folder / "c", 1, expected=2)

    # A proof with a hole has the same gaps, by reports and by pieces.
    small = one_claim(folder)
    lines = run(PROGRAM, "convert", small, "-", "--to", "jsonl", "-q").stdout.splitlines(True)
    (folder / "hole.jsonl").write_text("".join(lines[:400] + lines[410:]))
    for words, level in (((), ()), (("--pieces",), ("--trust", "rules"))):
        check = folder / f"hole{len(words)}"
        begin(check, *words, "--", "--effort", "100", shards=3, proof=folder / "hole.jsonl")
        for shard in (1, 2, 3):
            driver("shard", check, shard)
        Single(folder, "--effort", "100", *level, proof=folder / "hole.jsonl", code=1).require_same(check)

    # A piece that lies is found, put aside and made again by another worker; one that is cut off is not even taken for one.
    begin(folder / "d", "--pieces", proof=small)
    for shard in range(1, SHARDS + 1):
        driver("shard", folder / "d", shard)
    piece = result(folder / "d", 4)
    honest = piece.read_text()
    lines = honest.splitlines(True)
    at = max(range(4, len(lines) - 1), key=lambda i: len(lines[i]))
    lines[at] = lines[at].split(":")[0] + ": a1\n"
    piece.write_text("".join(lines))
    require(driver("missing", folder / "d").stdout == "", "the form of a lie is good")
    told = driver("combine", folder / "d", expected=2)
    require(f"{piece}: line {at + 1}: expected a plan" in told.stderr and not told.stdout, f"the lie is told by its name: {told}")
    require("1 pieces refused; missing: 4" in driver("check", folder / "d", expected=1).stdout, "the lie is put aside")
    driver("combine", folder / "d", expected=2)
    driver("shard", folder / "d", 4)
    require(result(folder / "d", 4).read_text() == honest, "another worker makes the same piece")
    piece.write_text(honest[: len(honest) // 2])
    require(driver("missing", folder / "d", expected=1).stdout == "4\n", "half a piece is none")
    driver("shard", folder / "d", 4)
    require("0 pieces refused\n" == driver("check", folder / "d").stdout, "all pieces hold")
    Single(folder, "--trust", "rules", proof=small).require_same(folder / "d")


def test_slurm():
    from slurm import Slurm
    with Slurm(most_in_an_array=6) as slurm:
        folder = slurm.folder / "check"
        begin(folder, "--pieces")
        single = Single(slurm.folder, "--trust", "rules")

        def submit():
            return driver("submit", folder, env=slurm.environment).stdout.splitlines()[-1]

        require(submit() == "8 shards handed in, 0 in the queue, 8 in all", "all shards are handed in")
        # One worker is killed: its shard alone is not in the queue any more, and alone is handed in again.
        held = hold_one(folder)
        killed = kill_one(folder, but=held)
        if killed:
            wait_for("the end of the killed worker's task", lambda: not submit().startswith("0 shards handed in"))
        require(submit().startswith("0 shards handed in"), "what is in the queue is not handed in again")
        # What runs now is cancelled: the worker that is held, and those that are not so quick as to come to their end before.
        running = [line.split()[0] for line in slurm.queue() if line.endswith("RUNNING")]
        require(running, "the task of the worker that is held runs")
        slurm.ask("scancel", *running)
        slurm.wait_until_done()
        missing = driver("missing", folder, expected=1).stdout.strip()
        print(f"killed: {killed}, held: {held}, cancelled: {' '.join(running)}; missing: {missing}")
        require(result(folder, held) is None, "the shard of the worker that was held is missing")
        require("missing" in driver("combine", folder, expected=2).stderr, "there is no verdict while a shard is missing")
        # What is missing is handed in, and nothing else is run.
        there = identities(folder)
        told = submit()
        slurm.wait_until_done()
        require(driver("missing", folder).stdout == "", f"all shards are there after {told}")
        require({shard: same for shard, same in identities(folder).items() if shard in there} == there, "whole shards were not run again")
        require(submit() == "0 shards handed in, 0 in the queue, 8 in all", "nothing is left to be handed in")
        single.require_same(folder)

        # By hand, as the file itself says.
        begin(slurm.folder / "by-hand", "--", "--threads", "1", shards=3)
        run(slurm.programs["sbatch"], "--array=1-3", f"--output={slurm.folder}/log/%a.out", "scripts/cluster/verify.sbatch",
            slurm.folder / "by-hand", cwd=ROOT, env=slurm.environment)
        slurm.wait_until_done()
        Single(slurm.folder).require_same(slurm.folder / "by-hand")


def kill_all_of(child, folder):
    """As if the power had gone: everything that the child has begun, at once."""
    os.killpg(child.pid, signal.SIGKILL)
    for pid, _ in processes_of(str(folder)):
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
    child.wait()


def test_parallel():
    program("parallel")
    with Daemons("fp-parallel-") as daemons:
        folder = daemons.folder / "check"
        begin(folder, "--pieces")
        single = Single(daemons.folder, "--trust", "rules")
        child = subprocess.Popen([DRIVER, "parallel", folder, "--", "-j2"], start_new_session=True, stdout=subprocess.DEVNULL,
                                 stderr=subprocess.DEVNULL)
        # The first worker that dies gives its shard back, the shard is tried again.
        killed = kill_one(folder)
        if killed:
            wait_for("the shard of the killed worker", lambda: result(folder, killed))
        wait_for("half of the shards", lambda: len(identities(folder)) >= SHARDS // 2)
        kill_all_of(child, folder)
        there = identities(folder)
        print(f"killed: {killed}; then everything, with {len(there)} of {SHARDS} shards there")
        driver("parallel", folder, "--", "-j2")
        require({shard: same for shard, same in identities(folder).items() if shard in there} == there, "whole shards were not run again")
        require(driver("parallel", folder).stdout == "0 of 0 shards came back\n", "nothing is left to be run")
        single.require_same(folder)


def test_ssh():
    for name in ("parallel", "rsync"):
        program(name)
    from hosts import Hosts
    with Hosts() as hosts:
        logins = ["--ssh", hosts.ssh, "-S", "1/host1,1/host2"]
        shared = hosts.folder / "shared"
        begin(shared)
        driver("parallel", shared, "--", *logins)
        Single(hosts.folder).require_same(shared)

        # Hosts that see nothing of ours: program and proof go there, and what comes back is looked at.
        copied = hosts.folder / "copied"
        begin(copied, "--pieces")
        child = subprocess.Popen([DRIVER, "parallel", copied, "--copy", "--", *logins], start_new_session=True,
                                 stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_for("two results", lambda: len(list((copied / "incoming").glob("*.piece"))) >= 2)
        kill_all_of(child, copied)
        require(driver("missing", copied, expected=1).stdout, "shards are missing after all was killed")
        driver("parallel", copied, "--copy", "--", *logins)
        Single(hosts.folder, "--trust", "rules").require_same(copied)


def test_page():
    import page
    page.run(ROOT, PROGRAM, one_claim)


def main():
    if WHAT == "driver":
        with tempfile.TemporaryDirectory(prefix="fp-driver-") as folder:
            test_driver(Path(folder))
    else:
        {"slurm": test_slurm, "parallel": test_parallel, "ssh": test_ssh, "page": test_page}[WHAT]()
    print(f"{WHAT}: a shared check is one check")


if __name__ == "__main__":
    start = time.monotonic()
    main()
    print(f"{time.monotonic() - start:.0f} s")

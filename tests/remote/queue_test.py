#!/usr/bin/python3
"""The queue, with a PostgreSQL of its own (postgres.py).

    queue_test.py rights|leases|work|trouble|attack|swarm FIVEPROOF LIAR     `none`: built without libpqxx; 77: skipped

rights   what the role of workers may do, and what it may not
leases   who has a job: deadlines, tokens, attempts
work     makers and workers end to end: a proof, another game, a second maker, interrupts
trouble  the server restarted, workers killed, the maker killed
attack   hand-made fragments, late, twice, for another job, of other lengths (attack.py)
swarm    the short form of swarm.py: many workers, some of which lie
"""

import json
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import attack  # noqa: E402
import postgres  # noqa: E402
import swarm  # noqa: E402

ROOT = ["--rule", "freestyle", "--moves", "h8 a1 i9 a15", "--attacker", "black"]
LONG = ["--rule", "freestyle", "--moves", "h8 l8", "--attacker", "black"]
EXAMPLE = Path(__file__).resolve().parent.parent.parent / "examples" / "example.fvp"
TOKEN = "00000000-0000-4000-8000-000000000000"


class Failure(Exception):
    pass


def require(condition, text):
    if not condition:
        raise Failure(text)


class Bench:
    """A server and the programs, and a queue with the game of ROOT in which nobody works."""

    def __init__(self, server, folder, programs):
        self.server, self.folder = server, Path(folder)
        self.fiveproof, self.liar = programs

    def solve(self, *more, root=None, **how):
        command = [self.fiveproof, "solve", *(root or ROOT), "--queue", self.server.url(), "--threads", "1", *more]
        return subprocess.Popen(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **how)

    def work(self, *more):
        command = [self.fiveproof, "work", "--queue", self.server.url("worker"), "--threads", "1", *more]
        return subprocess.Popen(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def make_queue(self):
        """The tables, as a maker leaves them who ends at once."""
        done = self.solve("--time", "0.01s", "-q")
        done.communicate(timeout=60)
        require(done.returncode == 2, f"a maker without time: {done.returncode}")

    def add_jobs(self, count):
        self.server.sql("TRUNCATE fiveproof.jobs RESTART IDENTITY",
                        "INSERT INTO fiveproof.jobs (key, round, task, most_bytes)"
                        f" SELECT int4send(i), 0, '\\x00', 100 FROM generate_series(1, {count}) i")

    def refused(self, statement, role="worker"):
        try:
            self.server.sql(statement, role=role)
        except RuntimeError as error:
            return str(error)
        raise Failure(f"{role} may: {statement}")


def wait_for(condition, what, seconds=60):
    end = time.monotonic() + seconds
    while not condition():
        require(time.monotonic() < end, f"waited {seconds} s in vain for {what}")
        time.sleep(0.05)


def end_of(process, seconds=120):
    out, err = process.communicate(timeout=seconds)
    return process.returncode, out, err


# -- rights --------------------------------------------------------------------------------------------------

def rights(bench):
    bench.make_queue()
    bench.add_jobs(1)
    sql, refused = bench.server.sql, bench.refused
    for table in ("game", "answers", "entries"):
        sql(f"SELECT * FROM fiveproof.{table}", role="worker")
    for statement in (
            "INSERT INTO fiveproof.answers (key, move) VALUES ('\\x00', '\\x0000')",
            "UPDATE fiveproof.answers SET move = '\\x0000'",
            "DELETE FROM fiveproof.answers",
            "TRUNCATE fiveproof.answers",
            "INSERT INTO fiveproof.entries (kind, key, value) VALUES (2, '\\x00', '\\x00')",
            "UPDATE fiveproof.entries SET value = '\\x00'",
            "UPDATE fiveproof.game SET is_done = true",
            "SELECT token FROM fiveproof.jobs",
            "UPDATE fiveproof.jobs SET state = 2",
            "DELETE FROM fiveproof.jobs",
            "INSERT INTO fiveproof.jobs (key, round, task, most_bytes) VALUES ('\\x01', 0, '\\x00', 1)",
            "CREATE TABLE fiveproof.mine (i int)",
            "CREATE FUNCTION fiveproof.mine() RETURNS int LANGUAGE sql AS 'SELECT 1'",
            "DROP FUNCTION fiveproof.take_job(text)",
            "ALTER TABLE fiveproof.answers DISABLE TRIGGER ALL",
            "SET ROLE owner"):
        told = refused(statement)
        require("denied" in told or "must be owner" in told, f"{statement}: {told}")
    # A table of one's own is not what a function of the owner's finds.
    taken = sql("CREATE TEMP TABLE jobs (LIKE fiveproof.answers)", "CREATE TEMP TABLE game (most_attempts int)",
                "SET search_path = pg_temp, fiveproof", "SELECT id FROM fiveproof.take_job('x')", role="worker")
    require(taken == "1", f"take_job looks into tables of the worker: {taken!r}")
    # Whoever is neither has nothing.
    sql("CREATE ROLE stranger LOGIN")
    require("denied" in refused("SELECT * FROM fiveproof.take_job('x')", role="stranger"), "a stranger takes jobs")
    # The rights come with the next maker where the role did not exist when the tables were made.
    sql("REVOKE ALL ON ALL TABLES IN SCHEMA fiveproof FROM fiveproof_worker")
    refused("SELECT * FROM fiveproof.answers")
    bench.make_queue()
    sql("SELECT * FROM fiveproof.answers", role="worker")


# -- leases --------------------------------------------------------------------------------------------------

def leases(bench):
    bench.make_queue()
    bench.add_jobs(3)
    server = bench.server

    def call(statement):
        return server.sql(f"SELECT {statement}", role="worker")

    def take():
        row = server.sql("SELECT id, token FROM fiveproof.take_job('me')", role="worker").split("|")
        return row if row != ["", ""] else None

    def state(job):
        return server.sql(f"SELECT state, attempts FROM fiveproof.jobs WHERE id = {job}")

    first, second, third = take(), take(), take()
    require([first[0], second[0], third[0]] == ["1", "2", "3"], "jobs are given out in their order")
    require(take() is None, "a job that is leased was given out")
    require(state(1) == "1|1", state(1))

    # The token of the lease, and no other.
    require(call(f"fiveproof.hand_in(1, '{TOKEN}', '\\x00')") == "f", "handed in with another token")
    require(call(f"fiveproof.hand_in(1, '{second[1]}', '\\x00')") == "f", "handed in with the token of another job")
    require(call(f"fiveproof.prolong(1, '{TOKEN}')") == "f", "prolonged with another token")
    require(call(f"fiveproof.give_back(1, '{TOKEN}')") == "f", "given back with another token")
    require(state(1) == "1|1", state(1))
    # No more bytes than the job is worth.
    require(call(f"fiveproof.hand_in(1, '{first[1]}', decode(repeat('00', 101), 'hex'))") == "f", "too long")
    require(call(f"fiveproof.hand_in(1, '{first[1]}', decode(repeat('00', 100), 'hex'))") == "t", "not too long")
    require(state(1) == "2|1", state(1))
    require(call(f"fiveproof.hand_in(1, '{first[1]}', '\\x01')") == "f", "handed in twice")
    require(call(f"fiveproof.give_back(1, '{first[1]}')") == "f", "given back what was handed in")

    # Given back, it is given out again, under another token.
    require(call(f"fiveproof.give_back(2, '{second[1]}')") == "t", "give_back")
    again = take()
    require(again[0] == "2" and again[1] != second[1], "given out again")
    require(call(f"fiveproof.hand_in(2, '{second[1]}', '\\x00')") == "f", "handed in with the token before")

    # A lease that has run out holds until somebody else takes the job.
    server.sql("UPDATE fiveproof.jobs SET deadline = now() - interval '1 second' WHERE id = 3")
    require(call(f"fiveproof.prolong(3, '{third[1]}')") == "t", "late, and nobody has it")
    require(take() is None, "a lease that was prolonged was given to another")
    server.sql("UPDATE fiveproof.jobs SET deadline = now() - interval '1 second' WHERE id = 3")
    other = take()
    require(other[0] == "3", "a lease that ran out was not given out")
    require(call(f"fiveproof.hand_in(3, '{third[1]}', '\\x00')") == "f", "two have handed in one job")
    require(call(f"fiveproof.hand_in(3, '{other[1]}', '\\x00')") == "t", "who has the job")

    # No lease lasts for ever.
    server.sql("UPDATE fiveproof.jobs SET taken = now() - interval '2 hours' WHERE id = 2")
    require(call(f"fiveproof.prolong(2, '{again[1]}')") == "f", "a lease lasts for ever")

    # After five attempts it is the maker's.
    for _ in range(3):
        server.sql("UPDATE fiveproof.jobs SET deadline = now() - interval '1 second' WHERE id = 2")
        require(take()[0] == "2", "another attempt")
    server.sql("UPDATE fiveproof.jobs SET deadline = now() - interval '1 second' WHERE id = 2")
    require(state(2) == "1|5", state(2))
    require(take() is None, "a sixth attempt")


# -- work ----------------------------------------------------------------------------------------------------

def work(bench):
    proof = bench.folder / "a.fvp"
    # Workers may be there before the maker: the first waits for the tables.
    worker = bench.work("--until-done", "--idle", "60s")
    maker = bench.solve("-o", str(proof))
    code, out, err = end_of(maker)
    require(code == 0 and out.startswith("PROVED freestyle 15x15: black wins from h8 a1 i9 a15; "), f"{code} {out} {err}")
    require(re.search(r"queue: [1-9]\d* jobs? of workers accepted, 0 refused, 0 done here; ", err), err)
    code, out, err = end_of(worker)
    require(code == 0 and re.match(r"WORKED [1-9]\d* jobs?, ", out), f"{code} {out} {err}")
    verified = subprocess.run([bench.fiveproof, "verify", str(proof), "-q", "--expect", "freestyle 15 black h8 a1 i9 a15"],
                              capture_output=True, text=True, check=False)
    require(verified.returncode == 0, verified.stdout)
    require(bench.server.sql("SELECT count(*) FROM fiveproof.jobs") == "0", "jobs are left")
    require(bench.server.sql("SELECT is_done FROM fiveproof.game") == "t", "not done")

    # What is proved is there for the next maker, who needs no worker for it.
    code, out, err = end_of(bench.solve())
    require(code == 0 and "0 searches" in out, f"{code} {out} {err}")
    # A store goes up, and comes down.
    store = bench.folder / "b.fvs"
    code, out, err = end_of(bench.solve("--store", str(store)))
    require(code == 0, err)
    status = subprocess.run([bench.fiveproof, "solve", "--status", str(store), "--json"], capture_output=True, text=True,
                            check=False)
    answers = int(bench.server.sql("SELECT count(*) FROM fiveproof.answers"))
    require(json.loads(status.stdout)["answers"] == answers > 0, status.stdout)
    bench.server.sql("TRUNCATE fiveproof.answers, fiveproof.entries")
    code, out, err = end_of(bench.solve("--store", str(store)))
    require(code == 0 and "0 searches" in out, f"{code} {out} {err}")
    require(int(bench.server.sql("SELECT count(*) FROM fiveproof.answers")) == answers, "the store did not go up")

    # Another game; another version; no rights; nobody there.
    for other in (["--rule", "standard", "--moves", "h8 a1 i9 a15"], ["--rule", "freestyle", "--moves", "h8 a1", "--attacker", "white"],
                  ["--rule", "freestyle", "--size", "14", "--moves", "h8 a1"]):
        code, out, err = end_of(bench.solve(root=other))
        require(code == 2 and "--queue: expected \"fiveproof-store" in err, f"{code} {err}")
    code, out, err = end_of(bench.work("--idle", "0.3s", "--store", str(bench.folder / "w.fvs")))
    require(code == 0 and out.startswith("WORKED 0 jobs"), f"{code} {out} {err}")
    bench.server.sql("UPDATE fiveproof.game SET version = 2")
    for process in (bench.solve(), bench.work("--idle", "1s")):
        code, out, err = end_of(process)
        require(code == 2 and "expected a queue of version 1, found version 2" in err, f"{code} {err}")
    bench.server.sql("UPDATE fiveproof.game SET version = 1")
    process = subprocess.Popen([bench.fiveproof, "solve", *ROOT, "--queue", bench.server.url("worker")],
                               text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    code, out, err = end_of(process)
    require(code == 2 and err.startswith("fiveproof solve: --queue: "), f"{code} {err}")

    # An interrupt: within half a second, and the job goes back. What others hold is left alone.
    maker = bench.solve("-q", root=LONG)
    worker = bench.work()
    wait_for(lambda: bench.server.sql("SELECT count(*) FROM fiveproof.jobs WHERE state = 1") == "1", "a job that is leased")
    second = bench.solve()
    for process, seconds in ((worker, 0.5), (maker, 0.5)):
        if process is maker:
            code, out, err = end_of(second)
            require(code == 2 and "found another one at work" in err, f"a second maker: {code} {err}")
        begun = time.monotonic()
        process.send_signal(signal.SIGTERM)
        code, out, err = end_of(process)
        took = time.monotonic() - begun
        require(code == 2 and "interrupted" in out, f"{code} {out} {err}")
        require(took < seconds + 0.3, f"{process.args[1]} took {took:.2f} s to end")
        if process is worker:
            require(bench.server.sql("SELECT count(*) FROM fiveproof.jobs WHERE state = 1") == "0", "a lease is left")
    require(bench.server.sql("SELECT count(*) FROM fiveproof.jobs") == "0", "an interrupted maker leaves jobs")
    require(bench.server.sql("SELECT is_done FROM fiveproof.game") == "f", "an interrupted maker is not done")


# -- trouble -------------------------------------------------------------------------------------------------

def trouble(bench):
    server = bench.server
    proof = bench.folder / "a.fvp"
    bench.make_queue()
    server.sql("UPDATE fiveproof.game SET lease_seconds = 3")  # so that those who were killed are found out soon
    root = ["--rule", "freestyle", "--moves", "h8 o15", "--attacker", "black"]
    workers = [bench.work("--until-done") for _ in range(2)]
    maker = bench.solve("-o", str(proof), "-q", root=root)
    wait_for(lambda: server.sql("SELECT count(*) FROM fiveproof.answers") != "0", "a first answer")
    workers[0].kill()
    workers[0].communicate()
    server.restart()
    maker.kill()
    maker.communicate()
    maker = bench.solve("-o", str(proof), "-q", root=root)
    time.sleep(1)
    require(maker.poll() is None or maker.returncode == 0, "the maker did not get over it")
    server.restart("immediate")
    code, out, err = end_of(maker, 300)
    require(code == 0, f"{code} {out} {err}")
    code, out, err = end_of(workers[1])
    require(code == 0, f"a worker did not get over it: {code} {out} {err}")
    verified = subprocess.run([bench.fiveproof, "verify", str(proof), "-q", "--expect", "freestyle 15 black h8 o15"],
                              capture_output=True, text=True, check=False)
    require(verified.returncode == 0, verified.stdout)
    require(server.sql("SELECT count(*) FROM fiveproof.jobs") == "0", "jobs are left")

    # Where nobody works well the maker does: a worker takes every job and hands in lies.
    server.sql("TRUNCATE fiveproof.answers, fiveproof.entries")
    liar = subprocess.Popen([bench.liar, server.url("worker"), "1", "false", "garbage", "stale", "huge", "failed"])
    try:
        maker = bench.solve("-o", str(proof))
        code, out, err = end_of(maker, 300)
    finally:
        liar.kill()
        liar.wait()
    require(code == 0 and out.startswith("PROVED"), f"{code} {out} {err}")
    told = re.search(r"queue: (\d+) jobs? of workers accepted, (\d+) refused, (\d+) done here", err)
    require(told and told[1] == "0" and int(told[3]) > 0, err)


def attacked(bench):
    attack.run(bench, "freestyle 15 black h8 a1 i9 a15", require, wait_for)


def short_swarm(bench):
    print(swarm.run(bench.server, bench.fiveproof, bench.liar, bench.folder, proof=EXAMPLE, records=250, least_stones=8,
                    workers=10, liars=2, killed=2, restarts=2, kill_maker=True))


def main(arguments):
    part, programs = arguments[0], arguments[1:]
    if programs == ["none"]:
        print("skipped, built without libpqxx (scripts/setup --queue)")
        return postgres.SKIPPED
    parts = {"rights": rights, "leases": leases, "work": work, "trouble": trouble, "attack": attacked,
             "swarm": short_swarm}
    try:
        with postgres.Server() as server, tempfile.TemporaryDirectory() as folder:
            parts[part](Bench(server, folder, programs))
    except postgres.Missing as why:
        print(why)
        return postgres.SKIPPED
    except (Failure, swarm.Failure) as failure:
        print(f"{part}: {failure}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""A worker with the rights of any worker, who speaks SQL, against a maker at work (queue_test.py, part `attack`).

Fragments are made from one that an honest worker has handed in: cut, bent, stretched, for another job, late, twice. After each
of them the maker lives, and nothing is in `answers`; in the end the honest one is believed.
"""

import random
import re
import subprocess
import time

HEAD = 1 + 1 + 1 + 8 + 8  # version, outcome, flag, db-searches, positions of the search
MOST_MEGABYTES = 400
OTHER_TOKEN = "00000000-0000-4000-8000-000000000000"
INJECTION = "$q$x'); DROP SCHEMA fiveproof CASCADE; --$q$"


class Attacker:
    def __init__(self, server, maker, require, wait_for):
        self.server, self.maker, self.require, self.wait_for = server, maker, require, wait_for
        self.lies = 0

    def take(self, who="'attacker'"):
        row = self.server.sql(f"SELECT id, token FROM fiveproof.take_job({who})", role="worker").split("|")
        return row if row != ["", ""] else None

    def take_soon(self):
        taken = []
        self.wait_for(lambda: taken.append(self.take()) or taken[-1], "a job")
        return taken[-1]

    def hand_in(self, job, token, fragment, before=()):
        return self.server.sql(*before, f"SELECT fiveproof.hand_in({job}, '{token}', {literal(fragment)})", role="worker")

    def require_nothing_false(self, what):
        self.require(self.maker.poll() is None, f"the maker ended after: {what}")
        self.require(self.server.sql("SELECT count(*) FROM fiveproof.answers") == "0", f"in answers after: {what}")

    def lie(self, what, fragment):
        """Taken, handed in, refused; the job is queued again."""
        job, token = self.take_soon()
        self.require(self.hand_in(job, token, fragment) == "t", f"not handed in: {what}")
        self.require(self.hand_in(job, token, fragment) == "f", f"handed in twice: {what}")
        self.wait_for(lambda: self.server.sql(f"SELECT state FROM fiveproof.jobs WHERE id = {job}") not in ("2", "3"), what)
        self.require_nothing_false(what)
        self.lies += 1


def literal(fragment):
    """In SQL; what it ends with many times over is written once, a command line is not long enough."""
    head = fragment.rstrip(fragment[-1:])
    return f"'\\x{head.hex()}'::bytea || decode(repeat('{fragment[-1:].hex()}', {len(fragment) - len(head)}), 'hex')"


def number(value, width):
    return value.to_bytes(width, "big")


def lies(honest, most_bytes):
    """(what, fragment): none of them shows that the position is won."""
    chance = random.Random(1)
    for length in sorted({0, 1, 2, 3, HEAD, HEAD + 2, HEAD + 6, len(honest) // 2, len(honest) - 4, len(honest) - 1}):
        yield f"cut to {length} of {len(honest)}", honest[:length]
    yield "one byte more", honest + b"\0"
    yield "twice in one", honest * 2
    for _ in range(12):  # in the answers and what is behind them: in the head numbers of searches may be any
        at = chance.randrange(HEAD + 2, len(honest) - 4)
        yield f"bit {at}", honest[:at] + bytes([honest[at] ^ 1 << chance.randrange(8)]) + honest[at + 1:]
    for version in (0, 2, 255):
        yield f"version {version}", bytes([version]) + honest[1:]
    yield "an outcome that is none", honest[:1] + b"\x03" + honest[2:]
    for count in (0xffffffff, 0x7fffffff, 0x10000000):
        yield f"{count} answers", honest[:HEAD + 2] + number(count, 4) + honest[HEAD + 6:]
        yield f"{count} known", honest[:-4] + number(count, 4)
    yield "65535 moves", honest[:HEAD] + b"\xff\xff" + honest[HEAD + 2:]
    for byte in (0, 1, 255):
        yield f"as long as may be, of {byte}", bytes([byte]) * most_bytes
    yield "a head, and as long as may be", honest[:HEAD + 2] + number(most_bytes // 61, 4) + b"\0" * (most_bytes - HEAD - 6)
    yield "won without an answer", honest[:HEAD] + b"\0\0" + number(0, 4) + number(0, 4)


def honest_fragment(bench, require, wait_for):
    """What a worker hands in for the root's job while nobody reads it: (fragment, most_bytes)."""
    maker = bench.solve("-q")
    wait_for(lambda: bench.server.sql("SELECT to_regclass('fiveproof.jobs') IS NOT NULL") == "t"
             and bench.server.sql("SELECT count(*) FROM fiveproof.jobs") == "1", "the root's job")
    maker.kill()
    maker.communicate()
    worker = bench.work("--idle", "0.5s")
    worker.communicate(timeout=60)
    fragment, most_bytes = bench.server.sql("SELECT encode(result, 'hex'), most_bytes FROM fiveproof.jobs WHERE state = 2").split("|")
    bench.server.sql("DELETE FROM fiveproof.jobs", "UPDATE fiveproof.game SET most_attempts = 100000")
    fragment = bytes.fromhex(fragment)
    require(fragment[:2] == b"\x01\0", "the worker has proved it")
    return fragment, int(most_bytes)


def misuse_leases(attacker, honest, require):
    """What is not the lease's is not taken, however true it is."""
    server = attacker.server
    job, token = attacker.take_soon()
    require(attacker.hand_in(job, OTHER_TOKEN, honest) == "f", "handed in with a token that nobody has")
    require(attacker.hand_in(int(job) + 1000, token, honest) == "f", "handed in for a job that there is not")
    require(attacker.hand_in(job, token, honest, before=("BEGIN",)) == "t", "handed in, and died before the commit")
    require(server.sql(f"SELECT state FROM fiveproof.jobs WHERE id = {job}") == "1", "what was not committed is not there")
    server.sql(f"UPDATE fiveproof.jobs SET deadline = now() - interval '1 second' WHERE id = {job}")
    other, its_token = attacker.take_soon()
    require(other == job and attacker.hand_in(job, token, honest) == "f", "handed in late, when somebody else has it")
    require(attacker.server.sql(f"SELECT fiveproof.give_back({job}, '{its_token}')", role="worker") == "t", "given back")
    require(attacker.hand_in(job, its_token, honest) == "f", "handed in after it was given back")
    again, token = attacker.take(INJECTION)
    require(server.sql(f"SELECT worker FROM fiveproof.jobs WHERE id = {again}").startswith("x'); DROP"), "a name is a name")
    attacker.server.sql(f"SELECT fiveproof.give_back({again}, '{token}')", role="worker")
    attacker.require_nothing_false("leases misused")


def most_memory(process):
    with open(f"/proc/{process.pid}/status", encoding="ascii") as status:
        return int(re.search(r"VmHWM:\s+(\d+)", status.read())[1]) // 1024


def run(bench, expected, require, wait_for):
    honest, most_bytes = honest_fragment(bench, require, wait_for)
    proof = bench.folder / "a.fvp"
    maker = bench.solve("-o", str(proof))
    try:
        attacker = Attacker(bench.server, maker, require, wait_for)
        misuse_leases(attacker, honest, require)
        begun = time.monotonic()
        for what, fragment in lies(honest, most_bytes):
            attacker.lie(what, fragment)
        took, memory = time.monotonic() - begun, most_memory(maker)
        require(memory < MOST_MEGABYTES, f"the maker took {memory} MB")
        job, token = attacker.take_soon()
        require(attacker.hand_in(job, token, honest) == "t", "the truth is handed in")
        out, err = maker.communicate(timeout=120)
    finally:
        maker.kill()
    require(maker.returncode == 0 and out.startswith("PROVED"), f"{maker.returncode} {out} {err}")
    require(f"1 job of workers accepted, {attacker.lies} refused, 0 done here" in err, f"{attacker.lies} lies: {err}")
    verified = subprocess.run([bench.fiveproof, "verify", str(proof), "-q", "--expect", expected], capture_output=True, text=True,
                              check=False)
    require(verified.returncode == 0, verified.stdout)
    print(f"{attacker.lies} lies refused in {took:.0f} s, the maker took {memory} MB; {verified.stdout.strip()}")

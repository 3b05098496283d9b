#!/usr/bin/python3
"""Many workers on many small jobs, disturbed in all ways at once.

    swarm.py FIVEPROOF LIAR [--workers 200] [--records 25000] [--proof PROOF] [--leaves] [--restarts 2] [--no-kill-maker]

So many records are taken out of a proof (with `--leaves` such as lead to no other record), and `solve --gaps --queue` has
them found again: a job for each gap, or more. A tenth of the workers lie (liar.cpp), a tenth are killed at random
moments and others come in their place, PostgreSQL is restarted (once as if it had crashed), the maker is killed once
and started again. Required: every gap is closed, `verify` accepts the proof, its claim is that of a run on one
machine, no job is left in the queue. Prints what it took.
"""

import argparse
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import postgres  # noqa: E402

WHOLE_GAME = Path(__file__).resolve().parent.parent.parent / "proofs" / "freestyle15.fvp"


class Failure(Exception):
    pass


def require(condition, text):
    if not condition:
        raise Failure(text)


def images_of(size):
    """Of each square the eight it can become."""
    def image(square, which):
        x, y = square % size, square // size
        x, y = (y, x) if which & 4 else (x, y)
        return (size - 1 - y if which & 2 else y) * size + (size - 1 - x if which & 1 else x)
    return [[image(square, which) for which in range(8)] for square in range(size * size)]


def leaves(records, size=15):
    """Which of the records (black's squares, white's) lead to no other: whatever stone of each is taken from another
    record, what is left is not one of these."""
    chance = random.Random(0)
    weights = [[chance.getrandbits(64) for _ in range(size * size)] for _ in range(2)]
    weight = [[[ours[image] for image in images] for images in images_of(size)] for ours in weights]

    def toggled(sums, colour, square):
        return [a ^ b for a, b in zip(sums, weight[colour][square])]

    sums = []
    for stones in records:
        total = [0] * 8
        for colour in range(2):
            for square in stones[colour]:
                total = toggled(total, colour, square)
        sums.append(total)
    place = {min(total): i for i, total in enumerate(sums)}
    inner = {place.get(min(toggled(less, 1, white))) for (blacks, whites), total in zip(records, sums)
             for less in (toggled(total, 0, black) for black in blacks) for white in whites}
    return [i for i in range(len(records)) if i not in inner]


def make_gaps(fiveproof, folder, chance, how):
    """A proof with holes, at positions with so many stones, and the list of its gaps; how many these are."""
    whole, holed, gaps = (folder / name for name in ("whole.jsonl", "holed.jsonl", "gaps.jsonl"))
    subprocess.run([fiveproof, "convert", str(how["proof"]), str(whole), "-q"], check=True)
    lines = whole.read_text(encoding="utf-8").splitlines()

    def squares(stones):
        return [(int(name[1:]) - 1) * 15 + ord(name[0]) - ord("a") for name in stones.split()]

    read = [json.loads(line) for line in lines]
    at = [i for i, record in enumerate(read) if "move" in record]
    records = [(squares(read[i]["black"]), squares(read[i]["white"])) for i in at]
    chosen = leaves(records) if how.get("leaves") else range(len(records))
    candidates = [at[i] for i in chosen if how["least_stones"] <= sum(map(len, records[i])) <= how.get("most_stones", 225)]
    gone = set(chance.sample(candidates, how["records"]))
    holed.write_text("".join(line + "\n" for i, line in enumerate(lines) if i not in gone), encoding="utf-8")
    done = subprocess.run([fiveproof, "verify", str(holed), "-q", "--gaps", str(gaps)], stdout=subprocess.DEVNULL, check=False)
    require(done.returncode == 1, f"a proof with holes: {done.returncode}")
    return len(gaps.read_text(encoding="utf-8").splitlines()) - 1


class Swarm:
    def __init__(self, server, fiveproof, liar, folder, chance, how):
        self.server, self.fiveproof, self.liar = server, str(fiveproof), str(liar)
        self.folder, self.chance, self.how = folder, chance, how
        self.workers, self.liars, self.maker = [], [], None
        self.kills = self.makers = 0

    def solve(self, out, *more):
        return [self.fiveproof, "solve", "--gaps", str(self.folder / "gaps.jsonl"), "--into", str(self.folder / "holed.jsonl"),
                "-o", str(self.folder / out), "--threads", "2", "--no-progress", *more]

    def start_maker(self):
        self.makers += 1
        command = self.solve("proof.jsonl", "--queue", self.server.url(), "--jobs", str(2 * self.how["workers"]),
                             "--log", str(self.folder / "jobs.log"))
        with open(self.folder / "maker.txt", "a", encoding="utf-8") as file:
            self.maker = subprocess.Popen(command, stdout=file, stderr=subprocess.STDOUT)

    def worker(self):
        with open(self.folder / "workers.txt", "a", encoding="utf-8") as file:
            return subprocess.Popen(["nice", self.fiveproof, "work", "--queue", self.server.url("worker"), "--threads", "1",
                                     "--memory", "200M", "--until-done", "--no-progress", "-q"],
                                    stdout=subprocess.DEVNULL, stderr=file)

    def start(self):
        self.workers = [self.worker() for _ in range(self.how["workers"] - self.how["liars"])]
        self.liars = [subprocess.Popen(["nice", self.liar, self.server.url("worker"), str(i + 1)])
                      for i in range(self.how["liars"])]

    def kill_one(self):
        victim = self.chance.randrange(len(self.workers))
        self.workers[victim].kill()
        self.workers[victim].wait()
        self.workers[victim] = self.worker()
        self.kills += 1
        time.sleep(1)  # whoever comes first to a server that is not there is told so

    def done(self):
        log = self.folder / "jobs.log"
        return log.read_bytes().count(b"\n") if log.exists() else 0

    def disturb(self, gaps):
        """All disturbances at random moments, while there is work. The maker dies in the first half: with it goes its
        count of lies, and the liars must have time to tell the next one some."""
        events = ["kill"] * self.how["killed"] + ["restart"] * self.how["restarts"]
        moments = [(self.chance.uniform(0.05, 0.85), event) for event in events]
        moments += [(self.chance.uniform(0.05, 0.45), "maker")] * self.how["kill_maker"]
        modes = ["fast", "immediate"]
        for moment, event in sorted(moments):
            while self.done() < moment * gaps:
                require(self.maker.poll() is None, f"the maker ended before all disturbances: {self.told()}")
                time.sleep(0.1)
            if event == "kill":
                self.kill_one()
            elif event == "restart":
                self.server.restart(modes.pop() if modes else "fast")
            else:
                self.maker.kill()
                self.maker.wait()
                self.start_maker()
            print(f"swarm: {event} after {self.done()} jobs", flush=True)

    def turned_away(self):
        """All workers have ended. How many came for the first time while the server was away, and were told so?"""
        codes = [worker.wait(timeout=60) for worker in self.workers]
        said = (self.folder / "workers.txt").read_text(encoding="utf-8")
        gone = re.findall("server closed the connection|connection to server", said)
        require(codes.count(2) <= len(gone) and codes.count(0) + codes.count(2) == len(codes),
                f"workers end with {codes}: {said[-2000:]}")
        require(len(gone) < len(codes) / 4, f"{len(gone)} workers were turned away")
        return codes.count(2)

    def told(self):
        return (self.folder / "maker.txt").read_text(encoding="utf-8").strip()

    def close(self):
        everybody = [process for process in [*self.workers, *self.liars, self.maker] if process]
        for process in everybody:
            if process.poll() is None:
                process.kill()
        for process in everybody:
            process.wait()


def claim_of(fiveproof, proof):
    done = subprocess.run([fiveproof, "verify", str(proof), "-q"], capture_output=True, text=True, check=False)
    require(done.returncode == 0, f"verify does not accept {proof}: {done.stdout}{done.stderr}")
    return done.stdout.split(";")[0]


def run(server, fiveproof, liar, folder, seed=1, **how):
    """The arguments of make_gaps() and Swarm; returns what to tell."""
    folder, chance = Path(folder), random.Random(seed)
    swarm = Swarm(server, fiveproof, liar, folder, chance, how)
    gaps = make_gaps(fiveproof, folder, chance, how)
    begun = time.monotonic()
    single = subprocess.run(swarm.solve("alone.jsonl", "-q"), capture_output=True, text=True, check=False)
    require(single.returncode == 0, f"one machine: {single.stdout}{single.stderr}")
    print(f"one machine, {time.monotonic() - begun:.0f} s: {single.stdout.strip()}", flush=True)
    begun = time.monotonic()
    try:
        swarm.start_maker()
        while server.sql("SELECT to_regclass('fiveproof.game') IS NOT NULL") != "t":
            require(swarm.maker.poll() is None, f"the maker makes no tables: {swarm.told()}")
            time.sleep(0.1)
        server.sql(f"UPDATE fiveproof.game SET lease_seconds = {how.get('lease', 5)}")
        swarm.start()
        swarm.disturb(gaps)
        code = swarm.maker.wait(timeout=how.get("timeout", 400))
        took = time.monotonic() - begun
        require(code == 0, f"the maker ends with {code}: {swarm.told()}")
        turned_away = swarm.turned_away()
    finally:
        swarm.close()
    require(server.sql("SELECT count(*) FROM fiveproof.jobs") == "0", "jobs are left in the queue")
    require(f"closed {gaps:,} of {gaps:,} gaps; 0 open, 0 where nothing wins" in swarm.told(), swarm.told())
    claim = claim_of(swarm.fiveproof, folder / "proof.jsonl")
    require(claim == claim_of(swarm.fiveproof, folder / "alone.jsonl"), f"another claim than that of one machine: {claim}")
    lies = re.findall(r"([\d,]+) (?:refused|of [\d,]+ answers?)", swarm.told())
    found_out = sum(int(number.replace(",", "")) for number in lies)
    require(found_out > 0, f"no lie was told: {swarm.told()}")
    return (f"{how['workers']} workers, {how['liars']} of them liars, {swarm.kills} killed, {turned_away} turned away by a"
            f" server that restarted, {how['restarts']} restarts, "
            f"{swarm.makers} makers; {gaps} gaps, {swarm.done()} jobs, {took:.0f} s\n{swarm.told()}\n{claim}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("fiveproof")
    parser.add_argument("liar")
    parser.add_argument("--workers", type=int, default=200)
    parser.add_argument("--records", type=int, default=25_000,
                        help="to take out; some leave no gap: a sequence or another record answers the replies that led there")
    parser.add_argument("--proof", default=WHOLE_GAME)
    parser.add_argument("--least-stones", type=int, default=6)
    parser.add_argument("--most-stones", type=int, default=12)
    parser.add_argument("--leaves", action="store_true", help="only records that lead to no other: small jobs")
    parser.add_argument("--restarts", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--no-kill-maker", action="store_true")
    options = parser.parse_args()
    try:
        with postgres.Server() as server, tempfile.TemporaryDirectory() as folder:
            os.chmod(folder, 0o755)
            print(run(server, options.fiveproof, options.liar, folder, options.seed, proof=options.proof,
                      records=options.records, leaves=options.leaves, least_stones=options.least_stones,
                      most_stones=options.most_stones, workers=options.workers,
                      liars=options.workers // 10, killed=options.workers // 10, restarts=options.restarts,
                      kill_maker=not options.no_kill_maker, lease=20, timeout=3000))
    except postgres.Missing as why:
        print(why)
        return postgres.SKIPPED
    except Failure as failure:
        print(f"swarm: {failure}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/python3
"""Many workers on many small jobs, disturbed in all ways at once.

    swarm.py FIVEPROOF LIAR SMALL_JOBS [--workers 200] [--budget N] [--moves "h8 l8"] [--restarts 2] [--no-kill-maker]

A tenth of the workers lie (liar.cpp), a tenth are killed at random moments and others come in their place, PostgreSQL is
restarted (once as if it had crashed), the maker is killed once and started again. Required: the proof is found, `verify`
accepts it, its claim is that of a run on one machine, no job is left in the queue. Prints what it took.
"""

import argparse
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import postgres  # noqa: E402


class Failure(Exception):
    pass


def require(condition, text):
    if not condition:
        raise Failure(text)


class Swarm:
    def __init__(self, server, programs, folder, chance, **how):
        self.server, self.folder, self.chance, self.how = server, Path(folder), chance, how
        self.fiveproof, self.liar, self.small_jobs = map(str, programs)
        self.workers, self.liars, self.maker = [], [], None
        self.kills = 0

    def start_maker(self):
        out = self.folder / "maker.txt"
        command = [self.small_jobs, self.server.url(), "freestyle", self.how["moves"], str(self.how["budget"]),
                   str(self.how.get("jobs", 2 * self.how["workers"])), str(self.folder / "proof.jsonl")]
        with open(out, "a", encoding="utf-8") as file:
            self.maker = subprocess.Popen(command, stdout=file, stderr=subprocess.STDOUT)

    def worker(self):
        return subprocess.Popen(["nice", self.fiveproof, "work", "--queue", self.server.url("worker"), "--threads", "1",
                                 "--memory", "200M", "--until-done", "--no-progress", "-q"],
                                stdout=subprocess.DEVNULL, stderr=open(self.folder / "workers.txt", "a", encoding="utf-8"))

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

    def answers(self):
        return int(self.server.sql("SELECT count(*) FROM fiveproof.answers"))

    def disturb(self):
        """All disturbances, in an order and at moments that are random, but each while there is work."""
        events = ["kill"] * self.how["killed"] + ["restart"] * self.how["restarts"] + ["maker"] * self.how["kill_maker"]
        self.chance.shuffle(events)
        modes = ["immediate", "fast"]
        for event in events:
            time.sleep(self.chance.uniform(0, self.how.get("pause", 1.0)))
            require(self.maker.poll() is None, f"the maker ended before all disturbances: {self.told()}")
            if event == "kill":
                self.kill_one()
            elif event == "restart":
                self.server.restart(modes.pop() if modes else "fast")
            else:
                self.maker.kill()
                self.maker.wait()
                self.start_maker()
            print(f"swarm: {event}", flush=True)

    def told(self):
        return (self.folder / "maker.txt").read_text(encoding="utf-8")

    def close(self):
        for process in [*self.workers, *self.liars, self.maker]:
            if process and process.poll() is None:
                process.kill()
        for process in [*self.workers, *self.liars, self.maker]:
            if process:
                process.wait()


def claim_of(fiveproof, proof):
    done = subprocess.run([fiveproof, "verify", str(proof), "-q"], capture_output=True, text=True, check=False)
    require(done.returncode == 0, f"verify does not accept {proof}: {done.stdout}{done.stderr}")
    return done.stdout.split(";")[0]


def run(server, programs, folder, seed=1, **how):
    swarm = Swarm(server, programs, folder, random.Random(seed), **how)
    alone = Path(folder) / "alone.jsonl"
    command = [swarm.small_jobs, "-", "freestyle", how["moves"], str(how["budget"]), "2", str(alone)]
    single = subprocess.run(command, capture_output=True, text=True, check=False, timeout=3000)
    require(single.returncode == 0, f"one machine: {single.stdout}{single.stderr}")
    print(f"one machine: {single.stdout.strip()}", flush=True)
    begun = time.monotonic()
    swarm.start_maker()
    end = time.monotonic() + 30
    while server.sql("SELECT to_regclass('fiveproof.game') IS NOT NULL") != "t":
        require(time.monotonic() < end, f"the maker makes no tables: {swarm.told()}")
        time.sleep(0.1)
    server.sql(f"UPDATE fiveproof.game SET lease_seconds = {how.get('lease', 5)}")
    swarm.start()
    try:
        swarm.disturb()
        code = swarm.maker.wait(timeout=how.get("timeout", 400))
        require(code == 0, f"the maker ends with {code}: {swarm.told()}")
        took = time.monotonic() - begun
        for worker in swarm.workers:
            require(worker.wait(timeout=60) == 0, f"a worker ends with {worker.returncode}: "
                    f"{(Path(folder) / 'workers.txt').read_text(encoding='utf-8')[-2000:]}")
    finally:
        swarm.close()
    require(server.sql("SELECT count(*) FROM fiveproof.jobs") == "0", "jobs are left in the queue")
    claim = claim_of(swarm.fiveproof, Path(folder) / "proof.jsonl")
    require(claim == claim_of(swarm.fiveproof, alone), f"another claim than that of one machine: {claim}")
    given = server.sql("SELECT last_value FROM fiveproof.jobs_id_seq")
    return (f"{how['workers']} workers, {how['liars']} of them liars, {swarm.kills} killed; {given} jobs posted, "
            f"{swarm.answers()} answers, {took:.0f} s; {swarm.told().strip()}; {claim}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", nargs=3)
    parser.add_argument("--workers", type=int, default=200)
    parser.add_argument("--budget", type=int, default=60)
    parser.add_argument("--moves", default="h8 l8")
    parser.add_argument("--restarts", type=int, default=2)
    parser.add_argument("--pause", type=float, default=5.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--no-kill-maker", action="store_true")
    options = parser.parse_args()
    try:
        with postgres.Server() as server, tempfile.TemporaryDirectory() as folder:
            print(run(server, options.programs, folder, options.seed, moves=options.moves, budget=options.budget,
                      workers=options.workers, liars=options.workers // 10, killed=options.workers // 10,
                      restarts=options.restarts, kill_maker=not options.no_kill_maker, pause=options.pause,
                      timeout=3000))
    except postgres.Missing as why:
        print(why)
        return postgres.SKIPPED
    except Failure as failure:
        print(f"swarm: {failure}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/python3
"""A store survives what machines do to it.

    crash_test.py FIVEPROOF DUMP_STORE [--kills N]

1. A search that is killed (SIGKILL) N times at random moments ends with the same proved set as an undisturbed one, and
   the store passes its own check after every kill.
2. Of two processes on one store one is killed; the other finishes, and its proof is accepted.
3. A disk that is full ends the search with an error; what was proved before is there, and the search goes on.
"""

import argparse
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = ["--rule", "freestyle", "--moves", "h8 a1 i9", "--attacker", "black"]


class Failure(Exception):
    pass


def require(condition, text):
    if not condition:
        raise Failure(text)


class Solver:
    def __init__(self, program, dump, folder):
        self.program, self.dump, self.folder = program, dump, folder

    def command(self, store, *more):
        return [self.program, "solve", *ROOT, "--store", str(store), "--threads", "1", "-q", *more]

    def run(self, store, *more, **how):
        return subprocess.run(self.command(store, *more), capture_output=True, text=True, timeout=600, **how)

    def start(self, store, *more):
        return subprocess.Popen(self.command(store, *more), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)

    def check(self, store):
        done = subprocess.run([self.program, "solve", "--status", str(store)], capture_output=True, text=True, timeout=60)
        require(done.returncode == 0, f"{store} fails its check: {done.stderr}")

    def proved_set(self, store):
        return subprocess.run([self.dump, str(store)], capture_output=True, text=True, check=True).stdout

    def verify(self, proof):
        done = subprocess.run([self.program, "verify", str(proof), "-q"], capture_output=True, text=True, timeout=600)
        require(done.returncode == 0, f"verify does not accept {proof}: {done.stdout}{done.stderr}")


def killed_again_and_again(solver, kills, chance):
    """Kills `kills` times, on as many stores as that takes; the last is run to its end."""
    undisturbed = solver.folder / "undisturbed.fvs"
    done = solver.run(undisturbed)
    require(done.returncode == 0, f"the undisturbed search ended with {done.returncode}: {done.stderr}")
    expected = solver.proved_set(undisturbed)

    count = stores = 0
    while True:
        store = solver.folder / f"killed-{stores}.fvs"
        stores += 1
        while count < kills:
            process = solver.start(store)
            time.sleep(chance.uniform(0.005, 0.15))
            process.kill()
            _, errors = process.communicate()
            if process.returncode == 0:
                break  # finished before the kill
            require(process.returncode == -signal.SIGKILL, f"ended with {process.returncode}: {errors.decode()}")
            count += 1
            if store.exists():  # then it is whole, however young it is
                solver.check(store)
        done = solver.run(store)
        require(done.returncode == 0, f"after the kills the search ended with {done.returncode}: {done.stderr}")
        solver.check(store)
        require(solver.proved_set(store) == expected, f"{store}: another proved set than the undisturbed search")
        if count >= kills:
            return f"{count} kills on {stores} stores, {expected.count(chr(10))} lines each"


def two_processes(solver):
    store, proof = solver.folder / "shared.fvs", solver.folder / "shared.fvp"
    first = solver.start(store)
    time.sleep(0.3)
    second = solver.start(store, "-o", str(proof))
    time.sleep(0.3)
    first.kill()
    first.communicate()
    _, errors = second.communicate(timeout=600)
    require(second.returncode == 0, f"the survivor ended with {second.returncode}: {errors.decode()}")
    solver.check(store)
    solver.verify(proof)
    return "the survivor finished"


def full_disk(solver):
    store = solver.folder / "full.fvs"

    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (80_000, 80_000))

    # LMDB's lock file, which is larger than the limit, is made before.
    solver.run(store, "--nodes", "1")
    done = solver.run(store, preexec_fn=limit)
    require(done.returncode == 2, f"a full disk ended the search with {done.returncode}")
    require("cannot be written" in done.stderr, f"expected `cannot be written`, found: {done.stderr}")
    solver.check(store)
    require(solver.proved_set(store).count("\n") > 1, "nothing was proved before the disk was full")
    done = solver.run(store)
    require(done.returncode == 0, f"with room again the search ended with {done.returncode}: {done.stderr}")
    solver.check(store)
    return "went on when there was room"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("dump")
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        solver = Solver(options.program, options.dump, Path(folder))
        try:
            print("killed:", killed_again_and_again(solver, options.kills, random.Random(options.seed)))
            print("two processes:", two_processes(solver))
            print("full disk:", full_disk(solver))
        except Failure as failure:
            print("FAILED:", failure)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/python3
"""What the queue costs (tests/remote/postgres.py makes a PostgreSQL for it).

    queue_bench.py rate [--clients 8] [--seconds 20]
        empty jobs a second: take_job and hand_in, by so many connections
    queue_bench.py loss FIVEPROOF [--workers 8] [--threads 1] [--seconds 60] [--moves "h8 l10 h9"] [--rule freestyle]
        db-searches a second: so many workers, of so many threads each, with a maker and the database, and `--threads 2` with a store of LMDB, on the
        same two processors; beside the clock's by seconds of the processor, of all processes together
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests" / "remote"))
import postgres  # noqa: E402

TICKS = os.sysconf("SC_CLK_TCK")


def rate(server, options):
    maker = subprocess.run([options.fiveproof, "solve", "--rule", "freestyle", "--moves", "h8 a1", "--attacker", "black",
                            "--queue", server.url(), "--time", "0.01s", "-q"], capture_output=True, check=False)
    assert maker.returncode == 2, maker.stderr
    count = 2000 * options.seconds
    server.sql("INSERT INTO fiveproof.jobs (key, round, task, most_bytes)"
               f" SELECT int4send(i), 0, '\\x00', 1000 FROM generate_series(1, {count}) i", "VACUUM ANALYZE fiveproof.jobs")
    with tempfile.NamedTemporaryFile("w", suffix=".sql") as script:
        script.write("SELECT coalesce(id, 0) AS id, coalesce(token, gen_random_uuid()) AS token"
                     " FROM fiveproof.take_job('bench') \\gset\n"
                     "SELECT fiveproof.hand_in(:id, ':token', '\\x00') AS taken \\gset\n")
        script.flush()
        os.chmod(script.name, 0o644)
        done = subprocess.run([str(server.bin / "pgbench"), "-n", "-c", str(options.clients), "-j", "2", "-T",
                               str(options.seconds), "-f", script.name, server.url("worker")], capture_output=True,
                              text=True, check=True)
    handed = int(server.sql("SELECT count(*) FROM fiveproof.jobs WHERE state = 2"))
    latency = re.search(r"latency average = ([\d.]+) ms", done.stdout)[1]
    print(f"rate: {handed:,} jobs taken and handed in in {options.seconds} s by {options.clients} connections: "
          f"{handed / options.seconds:,.0f} a second; {latency} ms each; load {os.getloadavg()[0]:.1f}")


def seconds_of(pid, with_children):
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
    return sum(int(fields[i]) for i in ((11, 12, 13, 14) if with_children else (11, 12))) / TICKS


def server_seconds(server):
    """Of the postmaster, of what has ended under it, and of what lives."""
    head = int((server.data / "postmaster.pid").read_text(encoding="ascii").split()[0])
    children = subprocess.run(["pgrep", "-P", str(head)], capture_output=True, text=True, check=False).stdout.split()
    return seconds_of(head, True) + sum(seconds_of(child, False) for child in children)


def wait(process):
    _, _, usage = os.wait4(process.pid, 0)
    return usage.ru_utime + usage.ru_stime


def loss(server, options):
    root = ["--rule", options.rule, "--moves", options.moves, "--attacker", "black", "--time", f"{options.seconds}s", "-q"]
    with tempfile.TemporaryDirectory() as folder:
        figures = {}
        begun = time.monotonic()
        alone = subprocess.Popen([options.fiveproof, "solve", *root, "--threads", "2", "--store", folder + "/a.fvs", "--json"],
                                 stdout=subprocess.PIPE, text=True)
        searches = json.loads(alone.stdout.read())["searches"]
        figures["alone"] = searches, time.monotonic() - begun, wait(alone)
        workers = [subprocess.Popen([options.fiveproof, "work", "--queue", server.url("worker"), "--threads", str(options.threads),
                                     "--no-progress"], stdout=subprocess.PIPE, text=True)
                   for _ in range(options.workers)]
        begun, before = time.monotonic(), server_seconds(server)
        maker = subprocess.Popen([options.fiveproof, "solve", *root, "--threads", "2", "--queue", server.url(), "--jobs",
                                  str(2 * options.workers * options.threads), "--json"], stdout=subprocess.PIPE, text=True)
        maker.stdout.read()
        took, base = time.monotonic() - begun, server_seconds(server) - before
        for worker in workers:
            worker.terminate()
        busy, searches = {"maker": wait(maker), "database": base, "workers": 0}, 0
        for worker in workers:
            # What a search had come to that was stopped counts: on one machine the last jobs are brought to their end.
            searches += int(re.search(r"([\d,]+) searches", worker.stdout.read())[1].replace(",", ""))
            busy["workers"] += wait(worker)
        figures["queue"] = searches, took, sum(busy.values())
    for name, (searches, took, processor) in figures.items():
        print(f"loss: {name}: {searches:,} db-searches, {took:.1f} s, {searches / took:,.0f} a second; {processor:.1f} s of"
              f" the processor, {searches / processor:,.0f} a second")
    print("loss: seconds of the processor: " + ", ".join(f"{name} {used:.1f}" for name, used in busy.items())
          + f"; load {os.getloadavg()[0]:.1f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", choices=["rate", "loss"])
    parser.add_argument("fiveproof")
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--workers", type=int, default=8)
    parser.add_argument("--threads", type=int, default=1, help="of each worker")
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--moves", default="h8 l10 h9")
    parser.add_argument("--rule", default="freestyle")
    options = parser.parse_args()
    try:
        with postgres.Server() as server:
            {"rate": rate, "loss": loss}[options.part](server, options)
    except postgres.Missing as why:
        print(why)
        return postgres.SKIPPED
    return 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/python3
"""`fiveproof play` under input that no manager should send.

    check_hostile.py [--rounds N] [--seed N] FIVEPROOF

It must end by itself and with exit code 0 when its input does, take little memory, and answer every line with nothing but
what the protocol knows. END must end it soon, whatever it is at; a signal, too.
"""

import argparse
import random
import re
import resource
import signal
import subprocess
import sys
import time

ANSWER = re.compile(rb"OK|\d+,\d+( \d+,\d+ \d+,\d+)?|SWAP|(MESSAGE|ERROR|UNKNOWN) [ -~]*|FORBID \d*\.|name=[ -~]*")
MOST_BYTES = 400 << 20
SECONDS = 120


def run(program, data, seconds=SECONDS):
    began = time.monotonic()
    done = subprocess.run([program, "play"], input=data, capture_output=True, timeout=seconds)
    what = data[:300]
    if done.returncode != 0 or done.stderr:
        sys.exit(f"exit code {done.returncode}, {done.stderr!r} after {what!r}")
    for line in done.stdout.splitlines():
        if not ANSWER.fullmatch(line):
            sys.exit(f"{line!r} after {what!r}")
    return done.stdout.splitlines(), time.monotonic() - began


def random_line(chance):
    number = lambda: chance.choice([chance.randint(-2, 21), chance.randint(0, 14), 10**12, -1])
    words = [
        "START {0}", "RECTSTART {0},{1}", "RESTART", "BEGIN", "TURN {0},{1}", "PLAY {0},{1}", "TAKEBACK {0},{1}", "BOARD",
        "YXBOARD", "SWAP2BOARD", "DONE", "{0},{1},{2}", "{0},{1}", "INFO rule {0}", "INFO timeout_turn {0}", "YXSTOP", "ABOUT",
        "INFO time_left {0}", "INFO max_memory {0}", "INFO max_depth {0}", "INFO max_node {0}", "yxshowforbid", "INFO", "",
        "HELLO", "BEGIN {0}", "TURN", "START 15", "START 5", "TURN {0} {1} {2}",
    ]  # fmt: skip
    line = chance.choice(words).format(number(), number(), chance.randint(-1, 4)).encode()
    if chance.random() < 0.05:
        line = bytes(chance.randrange(256) for _ in range(chance.randint(1, 50)))
    if chance.random() < 0.05 and line:
        line = line[: chance.randrange(len(line))]
    return line + chance.choice([b"\n", b"\r\n", b"\r"])


def random_session(chance):
    """Random commands; moves are asked for with little time, so that there can be many."""
    lines = [b"INFO timeout_turn 20\n", b"START %d\n" % chance.choice([5, 8, 15, 20])]
    for _ in range(chance.randint(1, 60)):
        lines.append(random_line(chance))
        if lines[-1].startswith(b"INFO timeout_turn"):
            lines.append(b"INFO timeout_turn 20\n")
    data = b"".join(lines)
    return data[: chance.randint(0, len(data))] if chance.random() < 0.3 else data


def large_inputs(program):
    run(program, b"x" * (20 << 20))
    run(program, b"BEGIN " * (2 << 20) + b"\n")
    answers, _ = run(program, b"START 15\nBOARD\n" + b"3,3,1\n" * 300_000 + b"DONE\n")
    if answers[-1] != b"ERROR a square is named twice":
        sys.exit(f"a long list: {answers[-1]!r}")
    run(program, b"YXSTOP\n" * 300_000)
    run(program, b"\0" * 100_000 + b"\n" + b"\xff\n" * 100_000)


def ends_soon(program):
    """While a move is thought of: END, the end of the input with a stop, and signals."""
    game = b"INFO timeout_turn 600000\nSTART 20\nTURN 10,10\n"
    for last in (b"END\n", b"YXSTOP\n"):
        process = subprocess.Popen([program, "play"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        process.stdin.write(game)
        process.stdin.flush()
        time.sleep(1)
        process.stdin.write(last)
        began = time.monotonic()
        out, _ = process.communicate(timeout=SECONDS)
        if process.returncode != 0 or not re.search(rb"\n\d+,\d+\n$", out) or time.monotonic() - began > 5:
            sys.exit(f"{last!r}: {process.returncode}, {out!r}, {time.monotonic() - began:.1f} s")
    for number in (signal.SIGTERM, signal.SIGINT):
        process = subprocess.Popen([program, "play"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        process.stdin.write(game)
        process.stdin.flush()
        time.sleep(1)
        process.send_signal(number)
        began = time.monotonic()
        process.communicate(timeout=SECONDS)
        if process.returncode == 0 or time.monotonic() - began > 5:
            sys.exit(f"{number}: {process.returncode}, {time.monotonic() - began:.1f} s")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("program")
    options = parser.parse_args()
    chance = random.Random(options.seed)
    for _ in range(options.rounds):
        run(options.program, random_session(chance))
    large_inputs(options.program)
    ends_soon(options.program)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss << 10
    if peak > MOST_BYTES:
        sys.exit(f"{peak >> 20} MiB of memory")
    print(f"{options.rounds} sessions; at most {peak >> 20} MiB")


if __name__ == "__main__":
    main()

"""Daemons of a test: in a folder of their own, on ports of their own, and gone with it.

    with Daemons("fiveproof-cluster-") as daemons:
        daemons.start(["sleep", "100"])
"""

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SKIPPED = 77


def skip(why):
    print(f"skipped, {why}")
    sys.exit(SKIPPED)


def program(name):
    """Where a program is; daemons are not on everybody's path."""
    found = shutil.which(name, path=os.environ.get("PATH", "") + ":/usr/sbin:/sbin")
    if not found:
        skip(f"{name} is not installed (scripts/setup --cluster)")
    return found


def wait_for(what, condition, seconds=60):
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        found = condition()
        if found:
            return found
        time.sleep(0.05)
    sys.exit(f"waited {seconds} seconds for {what}")


def free_ports(count):
    """Ports that nobody listens on now, all held until all are known."""
    held = []
    for _ in range(count):
        held.append(socket.socket())
        held[-1].bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in held]
    for one in held:
        one.close()
    return ports


def processes_of(word):
    """[(pid, its words)] of the processes that name `word`, but this one."""
    found = []
    for folder in Path("/proc").iterdir():
        if not folder.name.isdigit() or int(folder.name) == os.getpid():
            continue
        try:
            words = (folder / "cmdline").read_bytes().decode(errors="replace").split("\0")
        except OSError:
            continue
        if any(word in each for each in words):
            found.append((int(folder.name), words))
    return found


class Daemons:
    def __init__(self, name):
        # Not deep below: the path of a socket may have 107 characters.
        self.folder = Path(tempfile.mkdtemp(prefix=name, dir="/tmp"))
        self.folder.chmod(0o755)
        self.running = []

    def __enter__(self):
        return self

    def start(self, command, **options):
        log = (self.folder / f"{Path(command[0]).name}-{len(self.running)}.log").open("wb")
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, **options)
        self.running.append(process)
        return process

    def stop(self):
        for process in reversed(self.running):
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self.running = []

    def __exit__(self, kind, *_):
        self.stop()
        left = processes_of(str(self.folder))
        for pid, _ in left:
            os.kill(pid, signal.SIGKILL)
        if kind is not None and kind is not SystemExit or os.environ.get("KEEP"):
            print(f"kept: {self.folder}")
        else:
            shutil.rmtree(self.folder, ignore_errors=True)
        if left and kind is None:
            sys.exit(f"processes were left: {left}")

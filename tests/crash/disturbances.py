"""What happens to a process, chosen at random; each says what ends are right after it.

An end is right when it is as ever (the exit code of the undisturbed run, all outputs whole), or else:

- killed:  by SIGKILL; a temporary file may stay until the next run
- stopped: exit code 2, or before main() the signal itself; no temporary file stays
- error:   exit code 2 with one line that begins with "fiveproof"; no temporary file stays
"""

import errno
import os
import resource
import signal
import subprocess
import time
from dataclasses import dataclass, field


@dataclass
class Disturbance:
    kind: str
    end: str  # killed, stopped, error or as-ever
    environment: dict = field(default_factory=dict)
    signal: int = 0
    after: float = 0  # seconds until the signal
    limit: tuple = ()
    unread: bool = False
    must_fail: bool = False  # as ever is not right

    def told(self):
        return {"kind": self.kind, **self.environment, **({"signal": self.signal, "after": round(self.after, 4)} if self.signal else {}),
                **({"limit": self.limit[1]} if self.limit else {})}


def choose(chance, kinds, calls, seconds, has_store):
    """`calls`, `seconds`: what the undisturbed run made and took."""
    kind = chance.choice(kinds)
    at = {"DISK_AT": str(chance.randint(1, max(1, calls)))}
    if kind == "kill":
        return Disturbance(kind, "killed", signal=signal.SIGKILL, after=chance.uniform(0, seconds * 1.1))
    if kind == "kill at call":
        return Disturbance(kind, "killed", {**at, "DISK_DO": "kill"})
    if kind == "torn":
        return Disturbance(kind, "killed", {**at, "DISK_DO": "torn"})
    if kind == "stop":
        return Disturbance(kind, "stopped", signal=chance.choice([signal.SIGINT, signal.SIGTERM, signal.SIGHUP]),
                           after=chance.uniform(0, seconds * 1.1))
    if kind == "stop at call":
        return Disturbance(kind, "stopped", {**at, "DISK_DO": "signal", "DISK_SIGNAL": str(int(signal.SIGTERM))})
    if kind == "write fails":
        number = chance.choice([errno.ENOSPC, errno.EIO, errno.EDQUOT])
        return Disturbance(kind, "error", {**at, "DISK_DO": "fail", "DISK_ERRNO": str(number),
                                           "DISK_FOR_GOOD": chance.choice(["0", "1"])})
    if kind == "sync fails":
        number = chance.randint(1, 3)
        # A store that has all already is not written to.
        return Disturbance(kind, "error", {"DISK_AT": str(number), "DISK_DO": "fail", "DISK_CALLS": "sync",
                                           "DISK_ERRNO": str(errno.EIO), "DISK_FOR_GOOD": chance.choice(["0", "1"])},
                           must_fail=number == 1 and not has_store)
    if kind == "short writes":
        # LMDB takes one for an error.
        return Disturbance(kind, "error" if has_store else "as-ever", {"DISK_AT": "1", "DISK_DO": "half", "DISK_CALLS": "write",
                                                                       "DISK_FOR_GOOD": "1"})
    if kind == "clock":
        return Disturbance(kind, "as-ever", {"CLOCK_JUMPS": str(chance.randint(1, 1 << 30))})
    if kind == "file size":
        return Disturbance(kind, "error", limit=(resource.RLIMIT_FSIZE, chance.choice([0, 1000, 20000, 100000, 300000])))
    if kind == "descriptors":
        return Disturbance(kind, "error", limit=(resource.RLIMIT_NOFILE, chance.randint(4, 14)))
    if kind == "pipe":
        return Disturbance(kind, "error", unread=True)
    raise ValueError(kind)


KILLS = ["kill", "kill at call", "torn"]
OTHERS = ["stop", "stop at call", "write fails", "sync fails", "short writes", "clock", "file size", "descriptors", "pipe"]


def start(words, how, shim, temporary):
    def as_in_a_shell():
        for number in (signal.SIGINT, signal.SIGHUP, signal.SIGPIPE, signal.SIGXFSZ):
            signal.signal(number, signal.SIG_DFL)
        if how.limit:
            resource.setrlimit(how.limit[0], (how.limit[1], how.limit[1]))

    environment = {**os.environ, "TMPDIR": str(temporary)}
    if how.environment:
        environment.update(how.environment, LD_PRELOAD=shim)
    if how.unread:
        reader, output = os.pipe()
        os.close(reader)
    else:
        output = subprocess.PIPE
    process = subprocess.Popen(words, stdout=output, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, env=environment,
                               preexec_fn=as_in_a_shell)
    if how.unread:
        os.close(output)
    return process


def end(process, how, began):
    """Disturbs it if that is ours to do, and waits for its end. Returns (exit code, stdout, stderr)."""
    if how.signal:
        left = began + how.after - time.monotonic()
        try:
            out, err = process.communicate(timeout=max(0.0005, left))
            return process.returncode, out or b"", err
        except subprocess.TimeoutExpired:
            process.send_signal(how.signal)
    out, err = process.communicate(timeout=300)
    return process.returncode, out or b"", err

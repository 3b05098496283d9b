"""Files made of others by programs, several at a time; what was made of the same is not made again.

Beside what is made lies FILE.made with a digest of all that it was made of, written when it was whole: who stops in between
finds no half of a file taken for one.
"""

import hashlib
import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path


def digest(*parts):
    one = hashlib.sha256()
    for part in parts:
        part = part.encode() if isinstance(part, str) else part
        one.update(b"%d:" % len(part) + part)
    return one.hexdigest()


@dataclass(eq=False)
class Task:
    made: Path  # the file that comes of it
    command: list
    of: str  # a digest of all that goes into it but what other tasks make
    needs: list = field(default_factory=list)  # tasks
    weight: int = 1  # how long it takes beside others
    folder: Path = None  # to run in
    output: Path = None  # what it prints

    def __post_init__(self):
        self.digest = digest(self.of, *(task.digest for task in self.needs), *map(str, self.command))
        self.mark = self.made.with_name(self.made.name + ".made")

    def is_made(self):
        return self.made.exists() and self.mark.exists() and self.mark.read_text() == self.digest


class Failed(Exception):
    """A program ended with an error; says which, and what it told."""


def stop_when_told():
    """Ctrl-C and SIGTERM are KeyboardInterrupt, in the background too, where Python would not hear of the first."""
    def stopped(_number, _frame):
        raise KeyboardInterrupt

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stopped)


class Progress:
    """A line for all tasks, with the time that is left."""

    def __init__(self, tasks, name):
        self.name, self.start, self.shown = name, time.monotonic(), 0.0
        self.total, self.done = sum(task.weight for task in tasks), 0
        self.is_terminal = sys.stderr.isatty()

    def show(self, running, force=False):
        now = time.monotonic()
        if not self.is_terminal or (now - self.shown < 1 and not force):
            return
        self.shown = now
        print(f"\r{self.text(now)}, {running} at work\033[K", end="", file=sys.stderr, flush=True)

    def text(self, now):
        share = self.done / self.total if self.total else 1
        left = "" if not self.done or share == 1 else f", {(now - self.start) * (1 - share) / share:.0f} s left"
        return f"{self.name}: {100 * share:.0f} %{left}"

    def add(self, task):
        self.done += task.weight
        if not self.is_terminal:
            print(f"{self.text(time.monotonic())}: {task.made.name}", file=sys.stderr, flush=True)

    def end(self):
        if self.is_terminal:
            print("\r\033[K", end="", file=sys.stderr, flush=True)


class Crew:
    """The programs at work. Each is a process group of its own, so that a Ctrl-C comes here alone and ends all of them."""

    def __init__(self):
        self.at_work = {}

    def begin(self, task):
        task.mark.unlink(missing_ok=True)
        told = (task.output or task.made.with_name(task.made.name + ".log")).open("wb")
        self.at_work[task] = (subprocess.Popen([*map(str, task.command)], cwd=task.folder, stdin=subprocess.DEVNULL, stdout=told,
                                               stderr=subprocess.STDOUT, start_new_session=True), told)

    def ended(self):
        """Those that came to their end."""
        for task, (process, told) in list(self.at_work.items()):
            if process.poll() is None:
                continue
            del self.at_work[task]
            told.close()
            if process.returncode != 0 or not task.made.exists():
                text = Path(told.name).read_text(errors="replace")[-2000:]
                raise Failed(f"{' '.join(map(str, task.command[:1]))} ended with {process.returncode}, {task.made}: {text.strip()}")
            task.mark.write_text(task.digest)
            yield task

    def stop(self):
        for process, told in self.at_work.values():
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.wait()
            told.close()
        self.at_work.clear()


def with_needs(tasks):
    """These and all that they need, which stands before them."""
    found = {}

    def add(task):
        if task not in found:
            for need in task.needs:
                add(need)
            found[task] = None

    for task in tasks:
        add(task)
    return list(found)


def make(tasks, name, jobs=None):
    """All tasks, and what they need, that are not made yet. Throws Failed, KeyboardInterrupt."""
    jobs = jobs or len(os.sched_getaffinity(0))
    done = {task for task in with_needs(tasks) if task.is_made()}
    to_do = [task for task in with_needs(tasks) if task not in done]
    progress, crew = Progress(to_do, name), Crew()
    stop_when_told()
    try:
        while to_do or crew.at_work:
            ready = [task for task in to_do if all(need in done for need in task.needs)]
            for task in ready[:jobs - len(crew.at_work)]:
                to_do.remove(task)
                crew.begin(task)
            time.sleep(0.05)
            for task in crew.ended():
                done.add(task)
                progress.add(task)
            progress.show(len(crew.at_work))
    finally:
        crew.stop()
        progress.end()

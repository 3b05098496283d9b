#!/usr/bin/python3
"""A damaged store is called damaged, ends no command with a signal or without an end, and keeps what is whole.

    damage_test.py FIVEPROOF DUMP_STORE [--count N] [--seed S] [--log FILE]

Makes stores by solving, damages copies of them (bits flipped, pages zeroed, swapped, filled with noise or with another
page, the end cut off, lines of the tree bent), and asks of each:

- `solve --status`, `convert` and `info` end within a minute, with exit code 0 or 2, and an error names the file;
- what `--status` calls sound has the same contents as the store before;
- `solve --repair` saves every answer whose bytes are still somewhere in the file, and no other.
"""

import argparse
import random
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

PAGE = 4096
# One finished search; one that was interrupted, with jobs of every state; one of another game.
STORES = [
    ["--rule", "freestyle", "--moves", "h8 a1 i9", "--attacker", "black"],
    ["--rule", "freestyle", "--moves", "h8 h9", "--attacker", "black", "--nodes", "60000"],
    ["--rule", "standard", "--size", "9", "--moves", "e5 a1 f6", "--attacker", "black", "--nodes", "20000"],
]


class Failure(Exception):
    pass


class Reader:
    """Enough of LMDB's layout to know which bytes are an answer, written apart from the program's reader."""

    def __init__(self, data):
        self.data = data
        metas = [struct.unpack_from("<QQ", data, number * PAGE + 16 + 24 + 96) for number in (0, 1)]
        newest = 0 if metas[0][1] > metas[1][1] else 1
        self.root = struct.unpack_from("<Q", data, newest * PAGE + 16 + 24 + 48 + 40)[0]

    def nodes(self, page):
        base = page * PAGE
        flags, lower = struct.unpack_from("<HH", self.data, base + 10)
        for i in range((lower - 16) // 2):
            at = base + struct.unpack_from("<H", self.data, base + 16 + 2 * i)[0]
            low, high, node_flags, key_bytes = struct.unpack_from("<HHHH", self.data, at)
            yield flags, at, low | high << 16, node_flags, self.data[at + 8:at + 8 + key_bytes]

    def leaves(self, page, pages):
        pages.append(page)
        for flags, at, number, node_flags, key in self.nodes(page):
            if flags & 1:
                yield from self.leaves(number | node_flags << 32, pages)
            else:
                yield at, key, self.data[at + 8 + len(key):at + 8 + len(key) + number]

    def tables(self):
        """For each table its entries, as the bytes that LMDB has for each; and the pages of the trees."""
        pages, tables = [], {}
        for _, name, tree in list(self.leaves(self.root, pages)):
            root = struct.unpack_from("<Q", tree, 40)[0]
            entries = [] if root == 2**64 - 1 else list(self.leaves(root, pages))
            tables[name.decode()] = {key: self.data[at:at + 8 + len(key) + len(value)] for at, key, value in entries}
        return tables, pages


def damage(data, pages, chance):
    """One to three damages of one kind each; `pages` are those in use. Returns the new bytes and what was done."""
    data, told = bytearray(data), []
    for _ in range(chance.choice([1, 1, 1, 2, 3])):
        kind = chance.choice(["flip", "flip-meta", "flip-header", "zero", "swap", "cut", "noise", "copy", "link", "ids"])
        count = max(2, len(data) // PAGE)
        page = chance.choice(pages + [0, 1, chance.randrange(count)])
        other = chance.choice(pages + [chance.randrange(count)])
        told.append(f"{kind} {page} {other}")
        base = page * PAGE
        if base + PAGE > len(data) or other * PAGE + PAGE > len(data):
            continue
        if kind == "flip":
            data[base + chance.randrange(PAGE)] ^= 1 << chance.randrange(8)
        elif kind == "flip-meta":
            data[chance.randrange(2) * PAGE + chance.randrange(160)] ^= 1 << chance.randrange(8)
        elif kind == "flip-header":
            data[base + chance.randrange(60)] ^= 1 << chance.randrange(8)
        elif kind == "zero":
            begin = base + chance.choice([0, 0, 512 * chance.randrange(8)])
            end = base + PAGE if begin == base else begin + 512
            data[begin:end] = bytes(end - begin)
        elif kind == "swap":
            a, b = data[base:base + PAGE], data[other * PAGE:other * PAGE + PAGE]
            data[base:base + PAGE], data[other * PAGE:other * PAGE + PAGE] = b, a
        elif kind == "cut":
            del data[chance.choice([base, base + chance.randrange(PAGE)]):]
        elif kind == "noise":
            data[base + 16:base + PAGE] = chance.randbytes(PAGE - 16)
        elif kind == "copy":
            data[base:base + PAGE] = data[other * PAGE:other * PAGE + PAGE]
        elif kind == "link":  # a number of a page, or a place in it, that leads elsewhere
            at = base + struct.unpack_from("<H", data, base + 16)[0]
            if at + 8 <= len(data):
                struct.pack_into("<H", data, at, other % 65536)
        elif kind == "ids":
            struct.pack_into("<Q", data, chance.randrange(2) * PAGE + 16 + 24 + 96 + 8, chance.randrange(8))
    return bytes(data), "; ".join(told)


class Bench:
    def __init__(self, program, dump, folder):
        self.program, self.dump, self.folder = program, dump, folder
        self.sound = self.saved = 0

    def run(self, *words, name="", codes=(0, 2)):
        command = [self.program, *map(str, words)]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=60)
        except subprocess.TimeoutExpired:
            raise Failure(f"{' '.join(command)}: no end") from None
        if done.returncode not in codes:
            raise Failure(f"{' '.join(command)}: ended with {done.returncode}: {done.stderr[-300:]}")
        if name and done.returncode == 2 and name not in done.stderr:
            raise Failure(f"{' '.join(command)}: the error does not name the file: {done.stderr}")
        return done

    def contents(self, store):
        return subprocess.run([self.dump, "--jobs", str(store)], capture_output=True, text=True, check=True).stdout

    def make(self, number):
        store = self.folder / f"sound-{number}.fvs"
        self.run("solve", *STORES[number], "--store", store, "--threads", "1", "-q")
        data = store.read_bytes()
        tables, pages = Reader(data).tables()
        return {"data": data, "answers": tables["proved"], "pages": pages, "contents": self.contents(store)}

    def try_one(self, number, store, chance):
        data, told = damage(store["data"], store["pages"], chance)
        path = self.folder / f"damaged-{number}.fvs"
        path.write_bytes(data)
        try:
            self.ask(path, data, store)
        except Failure as failure:
            raise Failure(f"store {number} ({told}): {failure}") from None
        for litter in self.folder.glob(f"*-{number}.*"):
            litter.unlink()
        return told

    def ask(self, path, data, store):
        status = self.run("solve", "--status", path, "--check", name=path.name)
        self.run("convert", path, path.with_suffix(".fvp"), "-q", name=path.name)
        self.run("info", path, name=path.name)
        if status.returncode == 0:
            self.sound += 1
            if self.contents(path) != store["contents"]:
                raise Failure("is called sound and is not what it was")
        whole = {key for key, entry in store["answers"].items() if entry in data}
        new = path.parent / ("repaired-" + path.name.removeprefix("damaged-"))
        done = self.run("solve", "--repair", path, "-o", new, name=path.name)
        if done.returncode == 2:
            if whole:
                raise Failure(f"nothing is saved of {len(whole)} whole answers: {done.stderr}")
            return
        answers = Reader(new.read_bytes()).tables()[0]["proved"]
        lost = whole - answers.keys()
        invented = [key for key in answers if strip(answers[key]) != strip(store["answers"].get(key, b""))]
        if lost or invented:
            raise Failure(f"{len(lost)} whole answers are lost, {len(invented)} are new")
        self.saved += len(whole)
        if self.run("solve", "--status", new, "--check").returncode != 0:
            raise Failure("what was repaired is not sound")


def strip(entry):
    return entry[8:]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("dump")
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--log")
    options = parser.parse_args()
    failures, lines = [], []
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(options.program, options.dump, Path(folder))
        stores = [bench.make(number) for number in range(len(STORES))]
        for number in range(options.count):
            chance = random.Random(options.seed * 1_000_003 + number)
            try:
                told = bench.try_one(number, stores[number % len(stores)], chance)
                lines.append(f"{number}: {told}: as it should be")
            except Failure as failure:
                failures.append(str(failure))
                lines.append(f"{number}: FAILED: {failure}")
                print("FAILED:", failure)
    lines.append(f"{options.count} damaged stores: {bench.sound} sound all the same, {bench.saved} answers saved, "
                 f"{len(failures)} failures")
    print(lines[-1])
    if options.log:
        Path(options.log).write_text("\n".join(lines) + "\n")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Computes the content hash of a .jsonl proof from spec/format.md alone, with the standard library.

    recompute_hash.py FILE.jsonl        prints the hash
    recompute_hash.py --check FOLDER    compares each N.jsonl of the folder with N.hash, exit 1 on a difference
"""
import hashlib
import json
import pathlib
import re
import sys

NO_MOVE = 0xFFFF
RULES = {"freestyle": 0, "standard": 1, "renju": 2}
COLORS = {"black": 0, "white": 1}
KINDS = ["unanswered-reply", "unproved-leaf", "missing-root", "refuted-move", "illegal-move", "after-end", "draw",
         "contradictory", "stray-position", "forbidden-move"]


def squares(text):
    """The (column, row) of each square, both from 0."""
    return [(ord(s[0]) - ord("a"), int(s[1:]) - 1) for s in re.findall(r"[a-t][0-9]+", text.lower())]


def symmetries(n):
    """The eight symmetries of a board of size n, as functions of (column, row)."""
    m = n - 1
    return [lambda x, y: (x, y), lambda x, y: (m - x, y), lambda x, y: (x, m - y), lambda x, y: (m - x, m - y),
            lambda x, y: (y, x), lambda x, y: (y, m - x), lambda x, y: (m - y, x), lambda x, y: (m - y, m - x)]


def digits(stones, n):
    """The squares a1, a2, ..., b1, ... as 0 empty, 1 black, 2 white."""
    board = [0] * (n * n)
    for (x, y), color in stones.items():
        board[x * n + y] = 1 + color
    return board


def packed(board):
    board = board + [0] * (-len(board) % 5)
    out = bytearray()
    for i in range(0, len(board), 5):
        value = 0
        for digit in board[i:i + 5]:
            value = value * 3 + digit
        out.append(value)
    return bytes(out)


def entry(stones, move, n):
    """u16 stones, canonical position, u16 move: all big-endian."""
    images = []
    for s in symmetries(n):
        board = digits({s(*at): color for at, color in stones.items()}, n)
        number = NO_MOVE
        if move is not None:
            x, y = s(*move)
            number = x * n + y
        images.append((board, number))
    board, number = min(images)  # the smallest image; among equal ones, the smallest move
    return len(stones).to_bytes(2, "big") + packed(board) + number.to_bytes(2, "big")


def stones_of(value):
    stones = {at: 0 for at in squares(value["black"])}
    stones.update({at: 1 for at in squares(value["white"])})
    return stones


def root_bytes(root, n):
    if isinstance(root, str):
        moves = squares(root)
        stones = {at: i % 2 for i, at in enumerate(moves)}
        to_move = len(moves) % 2
    else:
        stones = stones_of(root)
        to_move = COLORS[root["to-move"]]
    return entry(stones, None, n) + bytes([to_move])


def finding_bytes(value, n):
    by = squares(value["by"])[0] if "by" in value else None
    return entry(stones_of(value), by, n) + bytes(
        [COLORS[value["to-move"]], KINDS.index(value["finding"]), 1 if value.get("limit") else 0])


def as_set(items):
    items = sorted(set(items))
    return len(items).to_bytes(8, "big") + b"".join(items)


def content_hash(path):
    with open(path, encoding="utf-8") as file:
        header, *lines = [json.loads(line) for line in file]
    n = header["size"]
    records = [entry(stones_of(v), squares(v["move"])[0] if "move" in v else None, n)
               for v in lines if "finding" not in v]
    stream = b"fiveproof-hash-1" + bytes([RULES[header["rule"]], n, COLORS[header["attacker"]]])
    stream += as_set(root_bytes(r, n) for r in header["roots"])
    stream += as_set(records)
    stream += as_set(finding_bytes(v, n) for v in lines if "finding" in v)
    return hashlib.sha256(stream).hexdigest()


def check(folder):
    wrong = checked = 0
    for hash_file in sorted(pathlib.Path(folder).glob("*.hash")):
        checked += 1
        expected = hash_file.read_text().strip()
        found = content_hash(hash_file.with_suffix(".jsonl"))
        if found != expected:
            wrong += 1
            print(f"{hash_file}: expected {expected}, recomputed {found}")
    print(f"{checked} hashes compared, {wrong} differ")
    return 0 if checked > 0 and wrong == 0 else 1


if __name__ == "__main__":
    if len(sys.argv) == 3 and sys.argv[1] == "--check":
        sys.exit(check(sys.argv[2]))
    print(content_hash(sys.argv[1]))

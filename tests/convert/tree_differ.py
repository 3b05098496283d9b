#!/usr/bin/env python3
"""Says in what a tree file differs from the one it was made from, reading both by itself.

    tree_differ.py X.lib Y.lib           fails unless Y is X with new nodes: every node of X is in Y, in its order,
                                         with its flags and texts; a comment may have got more lines behind it
    tree_differ.py --libraries PROGRAM FOLDER
                                         for each library in the folder (.lib, .lib.xz): a gap is closed inside it,
                                         and the result differs by what was told to be new; 77: no such folder
    tree_differ.py --trims PROGRAM       trims random libraries and games: what is left is in what there was, byte for
                                         byte and in its order, and as many nodes are missing as were told
    tree_differ.py --self-test

A library is read as RenLib's description has it, without a word of ours: a node is two bytes, a point and flags,
then texts; a node without the flag 40 is followed by its first child, one with 80 has a sibling, which follows
when all below the node has come. Of SGF it reads parentheses, properties and escapes.
"""
import json
import lzma
import os
import random
import re
import subprocess
import sys
import tempfile

SIBLING, LEAF, OLD, MARK, COMMENT, START, NO_MOVE, EXTENSION = 0x80, 0x40, 0x20, 0x10, 0x08, 0x04, 0x02, 0x01


def library(data):
    """(depth, key, flags, texts) in the order of the file."""
    at = 20 if data[:1] == b"\xff" else 0
    nodes, depth, waiting = [], 0, []

    def text():
        nonlocal at
        start = at
        while 0 not in data[at : at + 2] and at + 2 <= len(data):
            at += 2
        end = at if data[at] == 0 else at + 1
        at += 2
        return data[start:end]

    def old_text():
        nonlocal at
        start = at
        while all(byte < 0x80 for byte in data[at : at + 2]):
            at += 2
        end = at + 1 if data[at] >= 0x80 else at + 2
        at += 2
        return data[start:end]

    while at + 2 <= len(data):
        point, flags = data[at], data[at + 1]
        at += 2
        extension = 0
        if flags & EXTENSION:
            extension = data[at] << 8 | data[at + 1]
            at += 2
        comment = old_text() if flags & OLD else text() if flags & COMMENT else b""
        label = text() if extension & 1 else b""
        said = {"comment": comment, "label": label, "flags": flags & (OLD | MARK | START)}
        nodes.append((depth, (point, bool(flags & NO_MOVE)), said))
        if flags & SIBLING:
            waiting.append(depth)
        depth = depth + 1 if not flags & LEAF else waiting.pop() if waiting else depth + 1
    return nodes


def game(data):
    """The same of SGF; a key is the move, and other properties are what is said."""
    text = data.decode("latin-1")
    nodes, stack, depth, at = [], [], 0, 0
    token = re.compile(r"\s*([();]|[A-Za-z]+)((?:\s*\[(?:\\.|[^\]\\])*\])*)", re.DOTALL)
    value = re.compile(r"\[((?:\\.|[^\]\\])*)\]", re.DOTALL)
    while found := token.match(text, at):
        at = found.end()
        word, values = found[1], tuple(value.findall(found[2]))
        if word == "(":
            stack.append(depth)
        elif word == ")":
            depth = stack.pop()
        elif word == ";":
            nodes.append([depth, (), {}])
            depth += 1
        elif word in ("B", "W"):
            nodes[-1][1] += (word, *values)
        else:
            key = "comment" if word == "C" else word
            nodes[-1][2][key] = "\n".join(values).encode() if word == "C" else frozenset(values)
    return [tuple(node) for node in nodes]


def by_line(nodes):
    """What is said, by the line that leads there; equal siblings are numbered."""
    lines, above = {}, []
    for depth, key, said in nodes:
        del above[depth:]
        line = (above[-1] if above else ()) + ((key, 0),)
        while line in lines:
            line = line[:-1] + ((key, line[-1][1] + 1),)
        lines[line] = said
        above.append(line)
    return lines


def differences(first, second, exactly=False):
    """Lines for people about what of the first is not in the second; and how many nodes are new."""
    a, b = by_line(first), by_line(second)
    wrong = [f"missing: {line}" for line in a if line not in b]
    for line, said in a.items():
        other = b.get(line, said)
        for key, is_said in said.items():
            if key == "comment" and not exactly and other.get(key, b"").startswith(is_said):
                continue
            if other.get(key) != is_said:
                wrong.append(f"{key} at {line}: {is_said!r}, now {other.get(key)!r}")
    order = [line for line in b if line in a]
    if order != [line for line in a if line in b]:
        wrong.append("another order")
    return wrong, len(b) - len(a)


def compare(first, second, exactly=False):
    read = game if second.endswith(".sgf") else library
    with open(first, "rb") as x, open(second, "rb") as y:
        return differences(read(x.read()), read(y.read()), exactly)


def run(*command, expected=(0, 1, 2)):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode not in expected:
        sys.exit(f"{' '.join(command)}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done


def check_library(program, name, data, folder):
    """Takes the first gap of the library, closes it inside it, and looks at what came out."""
    path, gaps, one, out = (os.path.join(folder, f) for f in ("x.lib", "gaps.jsonl", "one.jsonl", "y.lib"))
    with open(path, "wb") as file:
        file.write(data)
    told = run(program, "verify", path, expected=(2,)).stderr
    hint = re.search(r'fit (?:--rule \w+ )?--attacker (\w+)(?: and|,)? --root "([^"]*)"', told)
    if hint is None:
        return f"{name}: nothing to claim is proposed"
    # What is tested is the file: rule set and effort are those with which a check is quickest.
    claim = ["--rule", "freestyle", "--attacker", hint[1], "--root", hint[2]]
    run(program, "verify", "-q", path, *claim, "--effort", "100", "--gaps", gaps)
    with open(gaps) as file:
        lines = file.readlines()
    with open(one, "w") as file:
        file.writelines(lines[:2])
    if len(lines) < 2:
        return f"{name}: no gap"
    run(program, "solve", "-q", "--gaps", one, "--into", path, "-o", out, "--time", "20s")
    wrong, added = compare(path, out)
    if wrong:
        sys.exit(f"{name}: " + "\n".join(wrong[:10]))
    return f"{name}: {added} new nodes, nothing else differs"


def check_libraries(program, folder):
    if not os.path.isdir(folder):
        print(f"skipped: no folder {folder}")
        sys.exit(77)
    for name in sorted(os.listdir(folder)):
        if not name.endswith((".lib", ".lib.xz")):
            continue
        with open(os.path.join(folder, name), "rb") as file:
            data = file.read()
        with tempfile.TemporaryDirectory() as work:
            print(check_library(program, name, lzma.decompress(data) if name.endswith(".xz") else data, work), flush=True)


def random_lines(chosen, depth=1):
    """Nodes of a tree as (depth, point, texts), with no two equal siblings."""
    for point in chosen.sample(range(225), chosen.choice((0, 1, 1, 2, 3)) if depth < 9 else 0):
        texts = [chosen.choice((b"", b"", b"a", b"bc")) for _ in range(2)]
        yield depth, point, texts
        yield from random_lines(chosen, depth + 1)


def written_library(nodes):
    out = b"\xffRenLib\xff\x03\x04" + b"\xff" * 10 + bytes((0, 0 if nodes else LEAF))
    for i, (depth, point, (comment, label)) in enumerate(nodes):
        later = [node[0] for node in nodes[i + 1 :] if node[0] <= depth]
        has_sibling = depth in later[: next((n for n, d in enumerate(later) if d < depth), len(later))]
        flags = SIBLING * has_sibling | LEAF * (nodes[i + 1 : i + 2] == [] or nodes[i + 1][0] <= depth)
        flags |= COMMENT * bool(comment) | EXTENSION * bool(label) | MARK * (point % 7 == 0)
        out += bytes((point // 15 << 4 | point % 15 + 1, flags)) + b"\0\1" * bool(label)
        for text in (comment, label):
            out += (text + b"\0" * (2 - len(text) % 2)) * bool(text)
    return out


def written_game(nodes):
    out, depth, labels = "(;FF[4]GM[4]SZ[15]PB[me]", 0, {}
    for i, (level, point, (comment, label)) in enumerate(nodes):
        below = nodes[i + 1 :]
        below = below[: next((n for n, node in enumerate(below) if node[0] <= level), len(below))]
        values = "".join(f"[{letters(node[1])}:{node[2][1].decode()}]" for node in below if node[0] == level + 1)
        out += ")" * (depth - level + 1) if level <= depth else ""
        depth = level
        out += f"\n(;{'BW'[(level + 1) % 2]}[{letters(point)}]" + (f"C[{comment.decode()}]" if comment else "")
        out += (f"LB{values}" if values else "") + (f"MA[{letters(point)}]" if point % 7 == 0 else "TR[aa]" * (point % 5 == 0))
    return (out + ")" * (depth + 1)).encode()


def letters(point):
    return chr(97 + point % 15) + chr(97 + point // 15)


def check_trims(program, rounds=60):
    cuts = 0
    for seed in range(rounds):
        chosen = random.Random(seed)
        nodes = list(random_lines(chosen)) or [(1, 112, [b"", b""])]
        options = [f"--width={1 + seed % 3}", f"--depth={seed % 7}", f"--only={chosen.choice(('black', 'white'))}",
                   f"--prefer={chosen.choice(('first', 'largest'))}", f"--after={seed % 4}"]
        kept = [options[0]] + [option for option in options[1:] if chosen.random() < 0.4]
        for ending, data in (("lib", written_library(nodes)), ("sgf", written_game(nodes))):
            with tempfile.TemporaryDirectory() as work:
                path, out = (os.path.join(work, f"{name}.{ending}") for name in "xy")
                with open(path, "wb") as file:
                    file.write(data)
                told = json.loads(run(program, "trim", "-q", "--json", path, "-o", out, *kept, expected=(0,)).stdout)
                wrong, missing = compare(out, path, exactly=True)
                if wrong or missing != told["cut-nodes"] or told["losses"]:
                    sys.exit(f"seed {seed}, {ending}, {kept}: {told}\n" + "\n".join(wrong[:10]))
                cuts += missing
    if cuts < 100:
        sys.exit(f"only {cuts} nodes were cut")
    print(f"{cuts} nodes were cut, and nothing else")


def self_test():
    header = b"\xffRenLib\xff\x03\x04" + b"\xff" * 10
    x = library(header + bytes.fromhex("0000 7808 6100 6890 1340 6941 0001 6200"))
    assert [node[0] for node in x] == [0, 1, 2, 3, 2] and x[1][2]["comment"] == b"a" and x[4][2]["label"] == b"b"
    y = library(header + bytes.fromhex("0000 7808 6108 6300 6890 1340 69C1 0001 6200 6A40"))
    assert differences(x, y) == ([], 1), differences(x, y)
    for change in ("0000 7808 6200 6890 1340 6941 0001 6200", "0000 7808 6100 6880 1340 6941 0001 6200",
                   "0000 7808 6100 69C1 0001 6200 6810 1340", "0000 7808 6100 6810 1340",
                   "0000 7808 6100 6890 1340 6941 0001 6300"):
        assert differences(x, library(header + bytes.fromhex(change)))[0], change
    g = game(b"(;FF[4]C[a\\]b];B[hh]MA[hh]\n(;W[aa])\n(;W[bb]))")
    assert [node[0] for node in g] == [0, 1, 2, 2] and g[0][2]["comment"] == b"a\\]b"
    assert differences(g, game(b"(;FF[4]C[a\\]b\nx];B[hh]MA[hh](;W[cc])(;W[aa];B[ii])(;W[bb]))")) == ([], 2)
    assert differences(g, game(b"(;FF[4]C[a\\]b];B[hh](;W[aa])(;W[bb]))"))[0]


if __name__ == "__main__":
    if sys.argv[1:] == ["--self-test"]:
        self_test()
    elif sys.argv[1] == "--trims":
        check_trims(sys.argv[2])
    elif sys.argv[1] == "--libraries":
        check_libraries(*sys.argv[2:4])
    else:
        found, fresh = compare(*sys.argv[1:3])
        print("\n".join(found[:20]) or f"{fresh} new nodes, nothing else differs")
        sys.exit(bool(found))

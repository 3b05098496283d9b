#!/usr/bin/python3
"""Texts that convert writes in another charset, held against Python's codecs and a reader of libraries of its own.

    check_charsets.py PROGRAM
"""

import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "convert"))
from tree_differ import library  # noqa: E402

CHARSETS = ["gbk", "cp932", "big5", "euc-kr", "gb18030", "cp949", "cp1251"]
# No signs, as tables differ in them; of Big5 no letters, which Python lacks.
HAN = [(0x41, 0x7A), (0x4E00, 0x9FA5), (0xAC00, 0xD7A3), (0x1F600, 0x1F64F)]
RANGES = [*HAN, (0x410, 0x44F), (0x3041, 0x3093), (0x30A1, 0x30F6)]


def bytes_of(letter, charset):
    try:
        return letter.encode(charset)
    except UnicodeEncodeError:
        return b""


def sign(chance, charset):
    """A character of which the tables of the C library and of Python say the same."""
    while True:
        letter = chr(chance.randint(*chance.choice(HAN if charset == "big5" else RANGES)))
        is_of_nec = charset == "cp932" and bytes_of(letter, charset)[:1] in (b"\xed", b"\xee")
        is_composed = len(bytes_of(letter, charset)) > 4
        if not is_of_nec and not is_composed and letter not in "墻嫺恒碁粧裏銹":
            return letter


def encoded(text, charset):
    """The bytes, and how many characters are not in the charset."""
    each = [bytes_of(letter, charset) for letter in text]
    return b"".join(one or b"?" for one in each), each.count(b"")


def escaped(text):
    return re.sub(r"([\\\]])", r"\\\1", text)


def convert(program, *words, code=0):
    done = subprocess.run([program, "convert", *words], capture_output=True, text=True)
    if done.returncode != code:
        sys.exit(f"{words}: exit code {done.returncode}: {done.stderr}")
    return done.stderr


def check(holds, what):
    if not holds:
        sys.exit(f"wrong: {what}")


def look(program, folder, charset, seed):
    chance = random.Random(f"{charset} {seed}")
    squares = chance.sample([a + b for a in "abcdefghijklmno" for b in "abcdefghijklmno"], 30)
    texts = ["".join(sign(chance, charset) for _ in range(chance.randint(1, 8))) for _ in squares]
    # A line, as siblings of a library come in another order than in SGF.
    moves = "".join(f";{'BW'[i % 2]}[{s}]C[{escaped(t)}]" for i, (s, t) in enumerate(zip(squares, texts)))
    source, target, back = folder / "in.sgf", folder / "out.lib", folder / "out.sgf"
    source.write_text(f"(;FF[4]GM[4]CA[UTF-8]SZ[15]{moves})", encoding="utf-8")
    wanted = [encoded(text, charset) for text in texts]
    lost = sum(number for _, number in wanted)

    said = convert(program, source, target, "--to-charset", charset)
    found = [said_of["comment"] for _, _, said_of in library(target.read_bytes()) if said_of["comment"]]
    check(found == [text for text, _ in wanted], f"comments in {charset}: {found}")
    told = re.search(r"lost: (\d+) characters? not of", said)
    check((int(told[1]) if told else 0) == lost, f"{lost} lost in {charset}: {said}")
    if lost:
        first = next(i for i, (_, number) in enumerate(wanted) if number)
        letter = next(letter for letter in texts[first] if encoded(letter, charset)[1])
        line = " ".join(s[0] + str(15 - "abcdefghijklmno".index(s[1])) for s in squares[: first + 1])
        check(f': {letter} (U+{ord(letter):04X}) at "{line}"' in said, f"the first lost in {charset}: {said}")
        (folder / "strict.lib").unlink(missing_ok=True)
    strict = convert(program, source, folder / "strict.lib", "--to-charset", charset, "--strict", code=1)
    check(("characters not of" in strict or "character not of" in strict) == bool(lost), strict)
    check(not (folder / "strict.lib").exists(), "--strict writes nothing")

    convert(program, target, back, "--charset", charset, "--to-charset", "utf-8")
    values = re.findall(r"C\[((?:\\.|[^\]\\])*)\]", back.read_text(encoding="utf-8"), re.DOTALL)
    said_again = [re.sub(r"\\(.)", r"\1", value) for value in values]
    check(said_again == [text.decode(charset) for text, _ in wanted], f"and back from {charset}: {said_again}")


def main():
    program = sys.argv[1]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for charset in CHARSETS:
            for seed in range(8):
                look(program, folder, charset, seed)
        (folder / "unknown.lib").write_bytes(b"\x78\x48\xbb\xa8\x00\x00")
        said = convert(program, folder / "unknown.lib", folder / "x.lib", "--to-charset", "big5", code=2)
        check("give --charset" in said, said)
        said = convert(program, folder / "unknown.lib", folder / "x.json", "--to-charset", "big5", code=2)
        check("--to-charset is for texts of" in said, said)
        check(not (folder / "x.lib").exists() and not (folder / "x.json").exists(), "nothing is written")


if __name__ == "__main__":
    main()

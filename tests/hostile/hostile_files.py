"""Files that are small, or have no end, and want much: of each format what makes its reader or a writer take memory.

Each maker writes one file, of so many units; `N` units are large enough that what a limit of 64 MiB lets through
would show. Nothing here is damaged: a reader that has the memory may read most of them.
"""

import struct

SQUARES = [f"{column}{row}" for row in range(1, 16) for column in "abcdefghijklmno"]
HEADER = '{"format":"fiveproof","version":1,"rule":"freestyle","size":15,"attacker":"black","roots":["h8"]}\n'


# -- LZ4 and zstd, by hand --

def xxh32_of_short(data):
    """XXH32 of less than 16 bytes, as the header of an LZ4 frame wants it."""
    prime1, prime2, prime3, prime4, prime5 = 2654435761, 2246822519, 3266489917, 668265263, 374761393
    mask = 0xFFFFFFFF
    rotated = lambda x, n: ((x << n) | (x >> (32 - n))) & mask
    value = (prime5 + len(data)) & mask
    while len(data) >= 4:
        value = rotated((value + struct.unpack("<I", data[:4])[0] * prime3) & mask, 17) * prime4 & mask
        data = data[4:]
    for byte in data:
        value = rotated((value + byte * prime5) & mask, 11) * prime1 & mask
    value = (value ^ (value >> 15)) * prime2 & mask
    value = (value ^ (value >> 13)) * prime3 & mask
    return value ^ (value >> 16)


def lz4_of_zeros(blocks, declared):
    """So many blocks of 4 MiB of zeros each."""
    size = 4 << 20
    match = size - 6 - 4  # a literal before it and five behind it; a match has four bytes at least
    lengths = match - 15
    block = bytes([0x1F, 0, 1, 0]) + b"\xff" * (lengths // 255) + bytes([lengths % 255]) + bytes([0x50]) + bytes(5)
    descriptor = bytes([0x60 | (0x08 if declared else 0), 0x70])
    if declared:
        descriptor += struct.pack("<Q", blocks * size)
    head = b"\x04\x22\x4d\x18" + descriptor + bytes([xxh32_of_short(descriptor) >> 8 & 0xFF])
    return head + (struct.pack("<I", len(block)) + block) * blocks + struct.pack("<I", 0)


def zstd_of(text, times):
    """A frame of blocks with the text, and then so many blocks of 128 KiB of spaces."""
    frame = b"\x28\xb5\x2f\xfd" + bytes([0x00, 0x88])  # a window of 128 MiB
    frame += struct.pack("<I", len(text) << 3)[:3] + text
    space = struct.pack("<I", (1 << 17) << 3 | 1 << 1)[:3] + b" "
    last = struct.pack("<I", 0 << 3 | 1)[:3]
    return frame + space * times + last


# -- RenLib --

LIB = b"\xffRenLib\xff\x03\x04\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"
DOWN, RIGHT = 0x80, 0x40  # has a sibling; has no child


def lib_square(i):
    return 1 + i % 15 + 16 * (i // 15 % 15)


def lib_chain(n):
    """One line of n moves."""
    return LIB + b"".join(bytes([lib_square(i), 0]) for i in range(n - 1)) + bytes([lib_square(n), RIGHT])


def lib_comb(n):
    """A line, each move of which has a sibling without children: the lines have n * n / 4 moves."""
    # In a library the siblings of a node come behind what is below it, so the teeth follow the line.
    half = n // 2
    line = b"".join(bytes([lib_square(i), DOWN]) for i in range(half - 1)) + bytes([lib_square(half), RIGHT])
    teeth = b"".join(bytes([lib_square(i + 7), RIGHT]) for i in range(half - 1))
    return LIB + line + teeth


def lib_star(n):
    """A move with n answers."""
    return LIB + bytes([lib_square(112), 0]) + b"".join(
        bytes([lib_square(i), RIGHT | DOWN]) for i in range(n - 1)) + bytes([lib_square(0), RIGHT])


# -- text --

def sgf(n, shape):
    square = lambda i: "abcdefghijklmno"[i % 15] + "abcdefghijklmno"[i // 15 % 15]
    color = lambda i: "BW"[i % 2]
    if shape == "chain":
        return "(;GM[4]SZ[15]" + "".join(f";{color(i)}[{square(i)}]" for i in range(n)) + ")"
    if shape == "deep":
        return "(;GM[4]SZ[15]" + "".join(f"(;{color(i)}[{square(i)}]" for i in range(n)) + ")" * (n + 1)
    if shape == "comb":
        return "(;GM[4]SZ[15]" + "".join(f"(;{color(i)}[{square(i + 7)}])(;{color(i)}[{square(i)}]" for i in range(n // 2)) \
            + ")" * (n // 2 + 1)
    if shape == "star":
        return "(;GM[4]SZ[15];B[hh]" + "".join(f"(;W[{square(i)}])" for i in range(n)) + ")"
    if shape == "marks":
        return "(;GM[4]SZ[15]" + "".join(f";{color(i)}[{square(i)}]LB[{square(i)}:A]C[{i}]" for i in range(n)) + ")"
    if shape == "text":
        return "(;GM[4]SZ[15]C[" + "x" * n + "])"
    raise ValueError(shape)


def rv2(n, shape):
    if shape == "deep":
        return "".join(f'{{"{SQUARES[i % 225]}":' for i in range(n)) + "5" + "}" * n
    if shape == "star":
        return '{"h8":{' + ",".join(f'"{SQUARES[i % 225]}":5' for i in range(n)) + "}}"
    raise ValueError(shape)


def moves(n, shape):
    line = lambda first, count: " ".join(SQUARES[(first + i) % 225] for i in range(count))
    if shape == "one":
        return line(0, n) + "\n"
    if shape == "many":
        return "".join(f"{SQUARES[i % 225]} {SQUARES[i // 225 % 225]} {SQUARES[i // 50625 % 225]}\n" for i in range(n))
    if shape == "comments":
        return "".join(f"# {i}\n" for i in range(n)) + "h8\n"
    raise ValueError(shape)


def rif(n, shape):
    if shape == "attribute":
        return f'<?xml version="1.0"?>\n<database><games><game id="{"1" * n}" rule="1"/></games></database>'
    if shape == "deep":
        return '<?xml version="1.0"?>\n<database>' + "<a>" * n + "</a>" * n + "</database>"
    if shape == "games":
        return '<?xml version="1.0"?>\n<database><games>' + "".join(
            f'<game id="{i}" rule="1" black="1" white="2" bresult="1"><move>h8 {SQUARES[i % 225]} {SQUARES[i // 225 % 225]}</move>'
            "<info/></game>" for i in range(n)) + "</games></database>"
    raise ValueError(shape)


def records(n, shape):
    """Lines of a proof."""
    position = lambda i: f'"black":"{SQUARES[i % 225]}","white":"{SQUARES[(i // 225 % 224 + i + 1) % 225]}"'
    if shape == "findings":
        return HEADER + "".join(f'{{"finding":"unanswered-reply",{position(i)},"to-move":"black"}}\n' for i in range(n))
    if shape == "records":
        chance = __import__("random").Random(1)
        return HEADER + "".join(
            '{{"black":"{} {}","white":"{} {}","move":"{}"}}\n'.format(*chance.sample(SQUARES, 5)) for _ in range(n))
    if shape == "roots":
        return HEADER.replace('"h8"', ",".join(f'"{SQUARES[i % 225]} {SQUARES[(i // 225 % 224 + i + 1) % 225]}"' for i in range(n)))
    if shape == "open":
        return HEADER.rstrip("}\n") + ',"x":' + "[" * n
    raise ValueError(shape)

"""How objects of the module show themselves: in words where somebody types them, and as a board in a notebook."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sized
from typing import TYPE_CHECKING, Any, Optional

if TYPE_CHECKING:
    from ._core import Position

# Longer lists are told by their length, other values by their type.
_MOST_ITEMS = 6
_MOST_LETTERS = 60


def _word(value: object) -> str:
    if isinstance(value, list):
        if len(value) > _MOST_ITEMS:
            return f"[{len(value)}]"
        return "[" + ", ".join(_word(item) for item in value) + "]"
    text = repr(value)
    return text if len(text) <= _MOST_LETTERS else f"<{type(value).__name__}>"


def representation(of: object) -> str:
    """Its type, and its properties but for those that are empty or None."""
    kind = type(of)
    if isinstance(of, Sized):
        return f"<{kind.__name__}, {len(of)} of them>"
    names = [name for name, value in vars(kind).items() if isinstance(value, property)]
    values = {name: getattr(of, name) for name in names}
    said = [f" {name}={_word(value)}" for name, value in values.items() if value not in (None, [], {}, "")]
    return f"<{kind.__name__}{''.join(said)}>"


def svg(position: Position, marks: Optional[Mapping[str, str]] = None, *, cell: int = 24) -> str:
    """The board as a picture in SVG, a1 at the lower left.

    marks  what stands on squares, such as {"h8": "1", "i9": "x"}: on a stone in its opposite colour
    cell   how far two lines are from each other, in pixels
    """
    size = position.size
    edge, far = cell, cell * size
    whole = cell * (size + 1)

    def place(square: str) -> tuple[int, int]:
        return cell * (ord(square[0]) - ord("a") + 1), cell * (size + 1 - int(square[1:]))

    def text(x: float, y: float, words: str, more: str = "") -> str:
        escaped = words.replace("&", "&amp;").replace("<", "&lt;")
        return f'<text x="{x:g}" y="{y:g}" text-anchor="middle" dominant-baseline="central"{more}>{escaped}</text>'

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{whole}" height="{whole}" viewBox="0 0 {whole} {whole}" '
        f'font-family="sans-serif" font-size="{cell * 0.45:g}">',
        f'<rect width="{whole}" height="{whole}" fill="#e8c98a"/>',
    ]
    lines = [f"M{edge} {cell * i}H{far}M{cell * i} {edge}V{far}" for i in range(1, size + 1)]
    parts.append(f'<path d="{"".join(lines)}" stroke="#5a4520" fill="none"/>')
    for i in range(1, size + 1):
        parts.append(text(cell * i, whole - cell * 0.3, chr(ord("a") + i - 1)))
        parts.append(text(cell * 0.35, cell * (size + 1 - i), str(i)))
    stones = {square: "black" for square in position.black} | {square: "white" for square in position.white}
    for square, colour in stones.items():
        x, y = place(square)
        parts.append(f'<circle cx="{x}" cy="{y}" r="{cell * 0.45:g}" fill="{colour}" stroke="black"/>')
    for square, words in (marks or {}).items():
        x, y = place(square)
        colour = {"black": "white", "white": "black"}.get(stones.get(square, ""), "#a00000")
        parts.append(text(x, y, words, f' fill="{colour}" font-weight="bold"'))
    return "".join(parts) + "</svg>"


def board_of_position(of: Position) -> str:
    """For a notebook: Position._repr_svg_."""
    return svg(of)


def board_of_record(of: Any) -> str:
    """Record._repr_svg_: the move is marked."""
    return svg(of.position, {of.move: "x"} if of.move else None)


def board_of_gap(of: Any) -> str:
    """Gap._repr_svg_: the square in question is marked."""
    return svg(of.position, {of.by: "?"} if of.by else None)


def numbered(moves: Iterable[str]) -> dict[str, str]:
    """Marks for svg(): each move by its number."""
    names = moves.split() if isinstance(moves, str) else moves
    return {move: str(number) for number, move in enumerate(names, 1)}

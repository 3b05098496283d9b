// A line of play as SGF, which the program and most others read.

import { positionOf, rootOf, type Line } from "./game";
import type { Info } from "./probe";
import { columnOf, other, rowOf, type Color, type Square } from "./squares";

/** Points count from the top left. */
const pointOf = (square: Square, size: number): string =>
  String.fromCharCode(97 + columnOf(square), 97 + size - 1 - rowOf(square));

/** Between brackets. */
const escaped = (text: string): string => text.replace(/[\\\]]/g, "\\$&");

export function sgfOf(info: Info, line: Line): string {
  const { size } = info;
  const root = rootOf(info, line);
  const start = positionOf(info, { ...line, moves: [] });
  const points = (squares: Square[]) => squares.map((square) => `[${pointOf(square, size)}]`).join("");
  const setUp = (key: string, squares: Square[]) => (squares.length > 0 ? key + points(squares) : "");
  const moveOf = (color: Color, square: Square) =>
    `;${color === "black" ? "B" : "W"}[${pointOf(square, size)}]`;

  let text = `(;FF[4]GM[4]CA[UTF-8]AP[fiveproof]SZ[${size}]RU[${info.rule}]GN[${escaped(info.name)}]`;
  // A claim that is told by its moves keeps them; another one is set up.
  const moves = root?.moves ? [...root.moves, ...line.moves] : line.moves;
  let toMove: Color = root?.moves ? "black" : start.toMove;
  if (!root?.moves) {
    text += setUp("AB", start.black) + setUp("AW", start.white);
    text += `PL[${start.toMove === "black" ? "B" : "W"}]`;
  }
  for (const square of moves) {
    text += moveOf(toMove, square);
    toMove = other(toMove);
  }
  return `${text})\n`;
}

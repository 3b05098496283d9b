// Squares, boards and moves, in the words of the program: "h8" is column h, row 8, from the bottom left.

export type Color = "black" | "white";
export type Square = string;

export interface Position {
  size: number;
  black: Square[];
  white: Square[];
  toMove: Color;
}

export const other = (color: Color): Color => (color === "black" ? "white" : "black");

/** Columns and rows count from 0. */
export const squareAt = (column: number, row: number): Square => String.fromCharCode(97 + column) + (row + 1);
export const columnOf = (square: Square): number => square.charCodeAt(0) - 97;
export const rowOf = (square: Square): number => Number(square.slice(1)) - 1;

export function isSquare(text: string, size: number): boolean {
  if (!/^[a-t][1-9][0-9]?$/.test(text)) return false;
  return columnOf(text) < size && rowOf(text) < size;
}

/** The squares of "h8i9g7" or "h8 i9 g7"; nothing if it is something else. */
export function parseSquares(text: string, size: number): Square[] | undefined {
  const squares = text.match(/[a-t][1-9][0-9]?/g) ?? [];
  if (squares.join("") !== text.replace(/\s+/g, "")) return undefined;
  return squares.every((square) => isSquare(square, size)) ? squares : undefined;
}

export function stoneAt(position: Position, square: Square): Color | undefined {
  if (position.black.includes(square)) return "black";
  return position.white.includes(square) ? "white" : undefined;
}

/** require: the square is empty. */
export function afterMove(position: Position, square: Square): Position {
  const stones = [...position[position.toMove], square];
  return { ...position, [position.toMove]: stones, toMove: other(position.toMove) };
}

/** How the core is asked about a position. */
export function asRequest(position: Position): object {
  return {
    black: position.black.join(" "),
    white: position.white.join(" "),
    "to-move": position.toMove,
  };
}

/** The squares of the five that the last move made, if it made one; overlines count as the rule set says. */
export function fiveThrough(position: Position, square: Square, rule: string): Square[] {
  const color = stoneAt(position, square);
  if (color === undefined) return [];
  const exact = rule === "standard" || (rule === "renju" && color === "black");
  const own = new Set(position[color]);
  for (const [dx, dy] of [
    [1, 0],
    [0, 1],
    [1, 1],
    [1, -1],
  ] as const) {
    const row = [square];
    for (const sign of [1, -1])
      for (let k = 1; ; ++k) {
        const column = columnOf(square) + sign * k * dx;
        const line = rowOf(square) + sign * k * dy;
        if (column < 0 || line < 0 || column >= position.size || line >= position.size) break;
        const next = squareAt(column, line);
        if (!own.has(next)) break;
        row.push(next);
      }
    if (row.length === 5 || (row.length > 5 && !exact)) return row;
  }
  return [];
}

// Replies that mirror each other: the turns and mirrors of the board that leave the stones where they are.

import { columnOf, rowOf, squareAt, type Position, type Square } from "./squares";

type Image = (square: Square) => Square;

/** The eight ways to lay a square board onto itself. */
function imagesOf(size: number): Image[] {
  const far = size - 1;
  return [0, 1, 2, 3, 4, 5, 6, 7].map((number) => (square) => {
    let [column, row] = [columnOf(square), rowOf(square)];
    if (number & 1) column = far - column;
    if (number & 2) row = far - row;
    if (number & 4) [column, row] = [row, column];
    return squareAt(column, row);
  });
}

/** Those that take black stones to black ones, and white to white. */
function symmetriesOf(position: Position): Image[] {
  const keeps = (image: Image, stones: Square[]) => {
    const all = new Set(stones);
    return stones.every((stone) => all.has(image(stone)));
  };
  return imagesOf(position.size).filter(
    (image) => keeps(image, position.black) && keeps(image, position.white),
  );
}

/** The squares in groups of those that are one another's images, in the order of the first of each. */
export function alike(position: Position, squares: Square[]): Square[][] {
  const images = symmetriesOf(position);
  const left = new Set(squares);
  const groups: Square[][] = [];
  for (const square of squares) {
    if (!left.has(square)) continue;
    const group = [...new Set(images.map((image) => image(square)))].filter((other) => left.has(other));
    for (const other of group) left.delete(other);
    groups.push(group);
  }
  return groups;
}

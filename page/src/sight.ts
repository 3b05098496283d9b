// How the board is seen: turned, mirrored, with numbers on the stones. It is for the eye only: squares keep their names.

import { createContext } from "preact";
import { useContext } from "preact/hooks";

import { columnOf, rowOf, squareAt, type Square } from "./squares";

export interface Sight {
  /** Quarter turns, clockwise, after the board was mirrored. */
  turns: number;
  isMirrored: boolean;
  isNumbered: boolean;
}

export const plainSight: Sight = { turns: 0, isMirrored: false, isNumbered: false };

interface Seen {
  sight: Sight;
  setSight: (sight: Sight) => void;
}

export const SightContext = createContext<Seen>({ sight: plainSight, setSight: () => {} });
export const useSight = (): Seen => useContext(SightContext);

/** Where a square is seen: steps from the left and from below. */
export function placeOf(sight: Sight, size: number, square: Square): [across: number, up: number] {
  let across = sight.isMirrored ? size - 1 - columnOf(square) : columnOf(square);
  let up = rowOf(square);
  for (let turn = 0; turn < sight.turns; ++turn) [across, up] = [up, size - 1 - across];
  return [across, up];
}

/** The square that is seen there. */
export function seenAt(sight: Sight, size: number, across: number, up: number): Square {
  for (let turn = 0; turn < sight.turns; ++turn) [across, up] = [size - 1 - up, across];
  return squareAt(sight.isMirrored ? size - 1 - across : across, up);
}

/** What stands beside a line of the board: its letter or its number, whichever all squares on it have in common. */
export function nameOfLine(sight: Sight, size: number, k: number, isUpright: boolean): string {
  const [a, b] = [0, 1].map((other) =>
    isUpright ? seenAt(sight, size, k, other) : seenAt(sight, size, other, k),
  ) as [Square, Square];
  return columnOf(a) === columnOf(b) ? a[0]! : a.slice(1);
}

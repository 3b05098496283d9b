// A winning threat sequence as stones on the board: a move of the attacker and all answers that it leaves have one number.

import type { Ghost, Row } from "./board";
import type { Threat } from "./probe";
import { columnOf, other, rowOf, type Color, type Square } from "./squares";
import type { Words } from "./words";

export function ghostsOf(sequence: Threat[], attacker: Color): Ghost[] {
  const seen = new Set<Square>();
  const ghosts: Ghost[] = [];
  const add = (square: Square, color: Color, number: number) => {
    if (seen.has(square)) return;
    seen.add(square);
    ghosts.push({ square, color, number });
  };
  sequence.forEach((threat, i) => {
    add(threat.gain, attacker, 2 * i + 1);
    for (const square of threat.cost) add(square, other(attacker), 2 * i + 2);
  });
  return ghosts;
}

/** The line on which each threat lies, from its first square to its last. */
export function rowsOf(sequence: Threat[]): Row[] {
  return sequence.map((threat) => {
    const squares = [threat.gain, ...threat.rest].sort(
      (a, b) => columnOf(a) - columnOf(b) || rowOf(a) - rowOf(b),
    );
    return { from: squares[0]!, to: squares.at(-1)! };
  });
}

export const textOf = (words: Words, threat: Threat): string =>
  words.threat(words.kinds[threat.kind] ?? threat.kind, threat.gain, threat.cost.join(words.or));

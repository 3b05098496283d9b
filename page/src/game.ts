// A line of moves from a claim of the proof, with what was taken back.

import type { Info } from "./probe";
import { afterMove, fiveThrough, parseSquares, stoneAt, type Position, type Square } from "./squares";

export interface Line {
  root: number;
  moves: Square[];
  /** Moves that were taken back, the next one first. */
  undone: Square[];
}

export const atRoot = (root: number): Line => ({ root, moves: [], undone: [] });

export function positionOf(info: Info, line: Line): Position {
  const root = info.roots[line.root];
  const start: Position = root
    ? { size: info.size, black: root.black, white: root.white, toMove: root["to-move"] }
    : { size: info.size, black: [], white: [], toMove: "black" };
  return line.moves.reduce(afterMove, start);
}

/** The five that the last move of the line has made; empty where it made none. */
export function fiveOf(info: Info, line: Line): Square[] {
  const last = line.moves.at(-1);
  return last === undefined ? [] : fiveThrough(positionOf(info, line), last, info.rule);
}

export function play(line: Line, square: Square): Line {
  const undone = line.undone[0] === square ? line.undone.slice(1) : [];
  return { ...line, moves: [...line.moves, square], undone };
}

export function back(line: Line): Line {
  const last = line.moves.at(-1);
  if (last === undefined) return line;
  return { ...line, moves: line.moves.slice(0, -1), undone: [last, ...line.undone] };
}

export function forth(line: Line): Line {
  const next = line.undone[0];
  return next === undefined ? line : play(line, next);
}

/** The first `length` moves; the others can be had again. */
export function cut(line: Line, length: number): Line {
  let shorter = line;
  while (shorter.moves.length > length) shorter = back(shorter);
  return shorter;
}

// The address: #walk/0/h8a1i9, the view, the number of the claim, and the moves from there. The first view of the first
// claim has none, as a page that is opened has none.

export const views = ["start", "verify", "walk", "play"] as const;
export type View = (typeof views)[number];

export const addressOf = (view: View, line: Line): string =>
  view === "start"
    ? line.root === 0
      ? ""
      : `#start/${line.root}/`
    : `#${view}/${line.root}/${line.moves.join("")}`;

/** What the address names; nothing where it does not fit the proof. */
export function parseAddress(hash: string, info: Info): { view: View; line: Line } | undefined {
  const [view, root, moves] = decodeURIComponent(hash.replace(/^#/, "") || "start").split("/");
  if (!views.includes(view as View)) return undefined;
  const number = Number(root ?? "0");
  const squares = parseSquares(moves ?? "", info.size);
  if (!(number in info.roots) || squares === undefined) return { view: view as View, line: atRoot(0) };
  let line = atRoot(number);
  for (const square of squares) {
    if (stoneAt(positionOf(info, line), square) !== undefined) break;
    line = play(line, square);
  }
  return { view: view as View, line };
}

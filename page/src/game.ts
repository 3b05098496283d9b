// A line of moves from a claim of the proof, or from a position that was set up by hand, with what was taken back.

import type { Info, Root } from "./probe";
import {
  afterMove,
  fiveThrough,
  parseSquares,
  stoneAt,
  type Color,
  type Position,
  type Square,
} from "./squares";

export interface Line {
  root: number;
  /** Where the line begins, if that is not the claim. */
  start?: Position;
  moves: Square[];
  /** Moves that were taken back, the next one first. */
  undone: Square[];
}

export const atRoot = (root: number): Line => ({ root, moves: [], undone: [] });

export const atPosition = (start: Position): Line => ({ root: 0, start, moves: [], undone: [] });

/** What the line begins with; nothing in a file that claims nothing. */
export function rootOf(info: Info, line: Line): Root | undefined {
  const { start } = line;
  if (!start) return info.roots[line.root];
  return { text: "", black: start.black, white: start.white, "to-move": start.toMove };
}

export function positionOf(info: Info, line: Line): Position {
  const root = rootOf(info, line);
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

// The address: #walk/0/h8a1i9, the view, the number of the claim, and the moves from there; of a position that was set up
// #walk/black=h8i9,white=a1,to=white/ and the moves. The first view of the first claim has none, as a page that is opened
// has none.

export const views = ["start", "verify", "walk", "play"] as const;
export type View = (typeof views)[number];

export const addressOf = (view: View, line: Line): string =>
  view === "start"
    ? line.root === 0
      ? ""
      : `#start/${line.root}/`
    : `#${view}/${startOf(line)}/${line.moves.join("")}`;

function startOf({ root, start }: Line): string {
  if (!start) return String(root);
  return `black=${start.black.join("")},white=${start.white.join("")},to=${start.toMove}`;
}

/** The line without moves that startOf() has told; nothing where it does not fit the proof. */
function parseStart(text: string, info: Info): Line | undefined {
  const [, black, white, toMove] = /^black=(\w*),white=(\w*),to=(black|white)$/.exec(text) ?? [];
  if (toMove === undefined) return Number(text) in info.roots ? atRoot(Number(text)) : undefined;
  const stones = [black!, white!].map((squares) => parseSquares(squares, info.size));
  const all = stones.flat();
  if (all.includes(undefined) || new Set(all).size < all.length) return undefined;
  return atPosition({ size: info.size, black: stones[0]!, white: stones[1]!, toMove: toMove as Color });
}

/** What the address names; nothing where it does not fit the proof. */
export function parseAddress(hash: string, info: Info): { view: View; line: Line } | undefined {
  const [view, root, moves] = decodeURIComponent(hash.replace(/^#/, "") || "start").split("/");
  if (!views.includes(view as View)) return undefined;
  const squares = parseSquares(moves ?? "", info.size);
  let line = parseStart(root ?? "0", info);
  if (line === undefined || squares === undefined) return { view: view as View, line: atRoot(0) };
  for (const square of squares) {
    if (stoneAt(positionOf(info, line), square) !== undefined) break;
    line = play(line, square);
  }
  return { view: view as View, line };
}

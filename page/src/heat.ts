// How much hangs below a reply, as a number from 0 to 1: the board and the tree colour it.

import type { Replies } from "./probe";

/** From the smallest to the largest, on a scale of factors: sizes differ by thousands. */
export function heatOf(replies: Replies): (positions: number) => number {
  const sizes = replies.stored.map((reply) => Math.log1p(reply.positions));
  const least = Math.min(...sizes);
  const most = Math.max(...sizes);
  return (positions) => (most === least ? 0 : (Math.log1p(positions) - least) / (most - least));
}

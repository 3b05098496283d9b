// Numbers and moves in words.

import type { StoredReply } from "./probe";

export const count = (number: number): string => number.toLocaleString("en-US");
export const plural = (number: number, word: string): string =>
  `${count(number)} ${word}${number === 1 ? "" : "s"}`;

export const plies = (number: number): string => `${count(number)} ${number === 1 ? "ply" : "plies"}`;

export const answerOf = (reply: StoredReply): string =>
  [...reply.moves, ...(reply["claims-sequence"] ? ["a threat sequence"] : [])].join(" or ");

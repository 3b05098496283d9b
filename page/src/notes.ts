// What the author of a file wrote beside his moves: read in the charset that fits, found by words, and led to.

import type { Client } from "./client";
import { atPosition, atRoot, type Line } from "./game";
import type { Info } from "./probe";
import { other, type Color, type Position, type Square } from "./squares";

/** As the core tells it (page/core/texts.hpp): a character for each byte. */
interface Told {
  kind: "comment" | "old_comment" | "board_text";
  bytes: string;
  black?: Square[];
  white?: Square[];
  "to-move"?: Color;
}

export interface ToldNotes {
  charset: string;
  "is-cut": boolean;
  texts: Told[];
}

export interface Note {
  text: string;
  isLabel: boolean;
  /** Where it stands, the stones in the order of play; nothing where its line cannot be played. */
  position?: Position;
}

/** In the order in which they are tried. */
export const charsets = ["utf-8", "shift_jis", "euc-kr", "big5", "gb18030", "windows-1252"] as const;

const ofLanguage: Record<string, string[]> = {
  zh: ["gb18030", "big5"],
  ja: ["shift_jis"],
  ko: ["euc-kr"],
  ru: ["windows-1251"],
};

const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));

/**
 * How much of what is not ASCII comes out as signs of East Asia or Cyrillic letters, which chance seldom makes of bytes; half-wide
 * kana it does. Nothing where the charset does not take the texts.
 */
function fitOf(charset: string, texts: Uint8Array[]): number | undefined {
  let all = 0;
  let likely = 0;
  try {
    const decoder = new TextDecoder(charset, { fatal: true });
    for (const text of texts)
      for (const sign of decoder.decode(text)) {
        if (sign < "\u0080") continue;
        ++all;
        likely += Number(/[\u0400-\u045f\u3000-\u30ff\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff5e]/.test(sign));
      }
  } catch {
    return undefined;
  }
  return all === 0 ? 1 : likely / all;
}

/** What the file names; UTF-8; or what fits best, of equal ones that in which the reader's language is written. */
export function charsetOf(told: ToldNotes, language: string): string {
  const texts = told.texts.filter(({ kind }) => kind !== "old_comment").map(({ bytes }) => bytesOf(bytes));
  const named = told.charset.split("\n")[0]!.trim();
  for (const charset of [named, "utf-8"]) if (charset && fitOf(charset, texts) !== undefined) return charset;
  let best: { charset: string; fit: number } = { charset: "utf-8", fit: -1 };
  for (const charset of [...(ofLanguage[language] ?? []), ...charsets]) {
    const fit = fitOf(charset, texts) ?? -1;
    if (fit > best.fit) best = { charset, fit };
  }
  return best.charset;
}

export function notesOf(told: ToldNotes, charset: string, size: number): Note[] {
  const decoder = new TextDecoder(charset);
  return told.texts.map(({ kind, bytes, black, white, "to-move": toMove }) => ({
    // Old programs write tabs and bells.
    text: (kind === "old_comment" ? bytes : decoder.decode(bytesOf(bytes)))
      .replace(/[\u0000-\u0009\u000b-\u001f]+/g, " ")
      .trim(),
    isLabel: kind === "board_text",
    position: black && white && toMove ? { size, black, white, toMove } : undefined,
  }));
}

const asked = new WeakMap<Client, Promise<ToldNotes>>();

/** The core is asked once. */
export function toldNotes(client: Client): Promise<ToldNotes> {
  const known = asked.get(client);
  if (known) return known;
  const answer: Promise<ToldNotes> = client
    .ask({ ask: "texts" })
    .then((told) => (told.error ? { charset: "", "is-cut": false, texts: [] } : told));
  asked.set(client, answer);
  return answer;
}

/** Of a position: the same stones in any order have the same key. */
export const stonesKey = ({ black, white }: Position): string =>
  `${[...black].sort().join()}/${[...white].sort().join()}`;

/** The moves that play the stones in turn, if they can be played like that and it is then `last`'s turn. */
function inTurn(first: Color, stones: Record<Color, Square[]>, last: Color): Square[] | undefined {
  const moves: Square[] = [];
  let color = first;
  for (let k = stones.black.length + stones.white.length; k > 0; --k) {
    const next = stones[color][moves.length >> 1];
    if (next === undefined) return undefined;
    moves.push(next);
    color = other(color);
  }
  return color === last ? moves : undefined;
}

/** From the claim on which the position lies, or else from the stones as they stand. */
export function lineTo(info: Info, position: Position): Line {
  const { black, white, toMove } = position;
  for (const [number, root] of info.roots.entries()) {
    const isBelow = (["black", "white"] as const).every((color) => {
      const first = new Set(position[color].slice(0, root[color].length));
      return root[color].every((square) => first.has(square));
    });
    if (!isBelow) continue;
    const rest = { black: black.slice(root.black.length), white: white.slice(root.white.length) };
    const moves = inTurn(root["to-move"], rest, toMove);
    if (moves) return { ...atRoot(number), moves };
  }
  return atPosition(position);
}

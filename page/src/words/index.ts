// The languages of the page, and which of them it speaks: the one chosen by hand, or else the browser's.

import { createContext } from "preact";
import { useContext } from "preact/hooks";

import type { Root } from "../probe";
import { en, type Words } from "./en";
import { ja } from "./ja";
import { ko } from "./ko";
import { ru } from "./ru";
import { zh } from "./zh";

export type { Words } from "./en";

export const languages: Record<string, Words> = { en, zh, ja, ko, ru };

const key = "fiveproof-language";

/** A page from disk may not be allowed to keep anything; then the choice lasts as long as the page. */
function kept(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function keep(tag: string): void {
  try {
    localStorage.setItem(key, tag);
  } catch {
    // Nothing is lost but the memory of the choice.
  }
}

/** The first language of these that the page has: "zh-Hant-TW" is served by "zh". */
export function languageOf(wanted: readonly string[]): string {
  const tags = wanted.map((tag) => tag.toLowerCase().split("-")[0]!);
  return tags.find((tag) => Object.hasOwn(languages, tag)) ?? "en";
}

export const languageAtFirst = (): string => languageOf([kept() ?? "", ...navigator.languages]);

export const WordsContext = createContext<Words>(en);
export const useWords = (): Words => useContext(WordsContext);

/** The position of a claim, as the core names it, in the words of the language. */
export function rootText(words: Words, root: Root | undefined): string {
  if (!root || (root.moves && root.moves.length === 0)) return words.emptyBoard;
  if (root.moves) return root.moves.join(" ");
  return words.stones(root.black.join(" "), root.white.join(" "), root["to-move"]);
}

// What the core says: of a position (probe.generated.ts), and of a proof.

import type { Probe } from "./probe.generated";
import type { Color, Square } from "./squares";

export type { Probe, Replies, StoredReply, Threat, Way, Weight } from "./probe.generated";

export interface Shown {
  probe: Probe;
  forbidden: Square[];
}

export interface Root {
  text: string;
  moves?: Square[];
  black: Square[];
  white: Square[];
  "to-move": Color;
}

/** Of the name of a file what it has before its endings. */
export const stemOf = (name: string): string => name.replace(/(\.(fvp|jsonl|zst|lib|sgf))+$/, "");

/** Why a point is forbidden: what a stone there would make, line by line. */
export interface Reason {
  square: Square;
  kind: string;
  lines: { makes: string; stones: Square[] }[];
}

export interface Info {
  name: string;
  rule: string;
  size: number;
  attacker: Color;
  records: number;
  findings: number;
  hash: string;
  roots: Root[];
  "has-texts": boolean;
}

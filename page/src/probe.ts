// What the core says of a position: spec/probe.schema.json, as far as the page shows it.

import type { Color, Square } from "./squares";

export interface Threat {
  kind: string;
  category: number;
  gain: Square;
  cost: Square[];
  rest: Square[];
}

export interface StoredReply {
  reply: Square;
  moves: Square[];
  "claims-sequence": boolean;
  symmetry: number;
  positions: number;
  plies: number;
}

export interface Replies {
  total: number;
  stored: StoredReply[];
  lost: Square[];
  "lost-to": { reply: Square; sequence: Threat[] }[];
  fives: Square[];
  open: Square[];
  "cut-short": boolean;
}

/** A line of play from a claim. */
export interface Way {
  root: number;
  claim: string;
  symmetry: number;
  /** On the board asked about. */
  moves: Square[];
  /** The same on the board of the claim. */
  line: Square[];
}

/** What hangs below a stored position. */
export interface Weight {
  positions: number;
  plies: number;
}

export interface Probe {
  rule: string;
  size: number;
  attacker: Color;
  "in-proof": boolean;
  standing: "absent" | "stored" | "reply" | "after-move";
  way?: Way;
  ways?: Way[];
  below?: Weight;
  moves: Square[];
  "claims-sequence": boolean;
  "makes-five": boolean;
  "sequence-found"?: boolean;
  sequence?: Threat[];
  replies?: Replies;
}

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

export interface Info {
  name: string;
  rule: string;
  size: number;
  attacker: Color;
  records: number;
  findings: number;
  hash: string;
  roots: Root[];
}

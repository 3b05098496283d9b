// What is asked and answered. Answers have the names and shapes of the program's JSON.

import type { Colour, Probe, Rule, Square, Squares, Threat } from "../../src/probe.generated.js";

import type { Progress } from "../../src/core.js";

export type { Progress } from "../../src/core.js";
export type {
  Colour,
  Probe,
  Replies,
  Rule,
  Square,
  Squares,
  StoredReply,
  Threat,
} from "../../src/probe.generated.js";

/** A position: moves from the empty board, Black first ("h8 i9 g7"), or the stones and who is to move. */
export type Position =
  | string
  | readonly Square[]
  | { black: string | readonly Square[]; white: string | readonly Square[]; toMove: Colour };

/** The formats that are read and written; what a file is its name says. `jsonl.zst` is read only. */
export type Format = "fvp" | "jsonl" | "lib" | "sgf";

export interface FileOptions {
  /** The name of the file, whose extension says what it is, and which errors name. Default: "proof.fvp". */
  name?: string;
  /** What a library (`.lib`) or a game record (`.sgf`) is said to prove, as it does not say so itself. */
  rule?: Rule;
  attacker?: Colour;
  /** The moves that lead to the position that is claimed; "" is the empty board. */
  root?: string;
}

/** A claim: from this position the attacker wins. */
export interface Root {
  text: string;
  moves?: Squares;
  black: Squares;
  white: Squares;
  "to-move": Colour;
}

/** What a proof says of itself. */
export interface Info {
  rule: Rule;
  size: number;
  attacker: Colour;
  records: number;
  /** What was wrong in the foreign file it was made of; a proof with findings is never verified. */
  findings: number;
  /** The content hash, SHA-256. */
  hash: string;
  roots: Root[];
  "has-texts": boolean;
}

export interface VerifyOptions {
  /** What is believed besides the rules and the reader: "dbsearch", or with "rules" nothing but the audit kernel. */
  trust?: "dbsearch" | "rules";
  /** About four times a second. */
  onProgress?: (progress: Progress) => void;
  /** Also all gaps as a list that `fiveproof solve --gaps` takes. */
  gapList?: boolean;
  /** Ends the check: the promise is rejected with the signal's reason. */
  signal?: AbortSignal;
}

/** A hole in a proof, as a line of a gap list has it (spec/gaps.schema.json). */
export interface Gap {
  kind: string;
  root?: number;
  line: Squares;
  black: Squares;
  white: Squares;
  "to-move": Colour;
  [key: string]: unknown;
}

export interface Verdict {
  /** Is every claim proved, and nothing wrong anywhere in the proof? */
  accepted: boolean;
  /** That of `fiveproof verify`: 0 accepted, 1 not. */
  exitCode: number;
  /** The lines that the program prints. */
  lines: string[];
  /** The report that it writes with --report (spec/report.schema.json). */
  report: Record<string, unknown>;
  /** The first 1,000 gaps. */
  gaps: Gap[];
  /** If it is wished: all of them, as the program writes them with --gaps. */
  gapList?: string;
}

export type Method = "db" | "vcf" | "vct";

export interface ThreatOptions {
  rule: Rule;
  /** 5 to 20; default: 15. */
  size?: number;
  /** Default: the side to move. */
  attacker?: Colour;
  /** db: all answers to a threat at once; vcf: fours; vct: threats answered one by one. */
  method?: Method;
  /** Nodes that the search may make. Default: 1000, and up to a hundred times as many where that cuts it short. */
  effort?: number;
}

/** What `fiveproof threats --json` says (spec/threats.schema.json). */
export interface Threats {
  rule: Rule;
  size: number;
  attacker: Colour;
  method: Method;
  win: boolean;
  "cut-short": boolean;
  nodes: number;
  "defensive-nodes": number;
  refuted: number;
  effort: number;
  sequence: Threat[];
  fours?: Squares;
  tree?: {
    move: Square;
    "after-pass": Squares;
    replies: { reply: Square; position?: number; fours?: Squares }[];
  }[];
}

/** A point that is forbidden to Black under renju, or looks so (spec/forbidden.schema.json). */
export interface ForbiddenPoint {
  square: Square;
  forbidden: boolean;
  kind: string;
  lines: {
    direction: "row" | "column" | "diagonal" | "antidiagonal";
    stones: Squares;
    overline: boolean;
    fours: number;
    three: boolean;
    "straight-fours": { square: Square; counts: boolean; "why-not"?: string }[];
  }[];
}

export interface Forbidden {
  size: number;
  black: Squares;
  white: Squares;
  "to-move": Colour;
  points: ForbiddenPoint[];
}

/** The attacker's move in a game. */
export interface Move {
  /** Where it is from: a record, a five, a threat sequence of the proof or of a search; "nowhere": there is none. */
  from: "nowhere" | "five" | "record" | "sequence" | "search";
  move?: Square;
  "makes-five"?: boolean;
  sequence: Threat[];
}

export interface Converted {
  bytes: Uint8Array;
  /** What went along, and what the new format cannot say; lines for people. */
  carried: string[];
  losses: string[];
}

export type ProbeAnswer = Probe;

// Written by tools/types_of_schema.py, from spec/probe.schema.json: what the core says of a position when it
// is asked with "full".

export type Rule = "freestyle" | "standard" | "renju";

export type Colour = "black" | "white";

export type Square = string;

export type Squares = Square[];

/**
 * stored: a record holds the position; reply: it arises after a stored move, or is a root, and is not stored;
 * after-move: the defender is to move after a stored move, or at a root
 */
export type Standing = "absent" | "stored" | "reply" | "after-move";

export type Count = number;

export interface Way {
  /** number of the claim, from 0 */
  root: Count;
  /** its moves or stones */
  claim: string;
  /** the number of a symmetry: it takes the board of the claim to the one asked about */
  symmetry: number;
  /** from there, on the board asked about */
  moves: Squares;
  /** the same moves on the board of the claim */
  line: Squares;
}

export interface Weight {
  /** stored positions from here on, each counted once */
  positions: Count;
  /** of the longest line from here over stored positions, with the move of the last one */
  plies: Count;
}

export type Kind = "five" | "straight four" | "four" | "broken three" | "three" | "three (3 replies)";

/**
 * One threat of a sequence: the attacker plays gain, which rests on the stones at rest; the defender can
 * answer at cost (none for a five and a straight four).
 */
export interface Threat {
  kind: Kind;
  category: 0 | 1 | 2;
  gain: Square;
  cost: Squares;
  rest: Squares;
}

export interface StoredReply {
  reply: Square;
  moves: Squares;
  "claims-sequence": boolean;
  /** with --full: the number of the symmetry that takes the board after the reply to that of the record */
  symmetry: number;
  /** stored positions from here on, each counted once */
  positions: Count;
  /** of the longest line from here over stored positions, with the move of the last one */
  plies: Count;
}

export interface LostReply {
  reply: Square;
  sequence: Threat[];
}

export interface Replies {
  total: Count;
  stored: StoredReply[];
  /** to a winning threat sequence */
  lost: Squares;
  /** with --full: what each of them is lost to */
  "lost-to": LostReply[];
  /** they make a five */
  fives: Squares;
  open: Squares;
  /** a limit ended the search of an open reply */
  "cut-short": boolean;
}

/** of the search for a proof; nothing-wins: nothing that was tried does; over: somebody has a five */
export type Outcome = "proved" | "nothing-wins" | "limit" | "over";

export interface Search {
  outcome: Outcome;
  /** of the proof that was found, which says the rest */
  positions?: Count;
  standing?: Standing;
  way?: Way;
  ways?: Way[];
  below?: Weight;
  moves?: Squares;
  "claims-sequence"?: boolean;
  "makes-five"?: boolean;
  "sequence-found"?: boolean;
  sequence?: Threat[];
  replies?: Replies;
}

export interface Probe {
  format: "fiveproof-probe";
  version: 1;
  rule: Rule;
  size: number;
  attacker: Colour;
  black: Squares;
  white: Squares;
  "to-move": Colour;
  effort: number;
  "in-proof": boolean;
  standing: Standing;
  /** with --full: a line of play from a claim to the position, where there is one */
  way?: Way;
  /** with --full: a line of play through each position, up to symmetry, from which one move leads here */
  ways: Way[];
  /** with --full: what hangs below a stored position, itself included, or below all stored replies */
  below?: Weight;
  /** stored moves, in the orientation asked; more than one: alternatives */
  moves: Squares;
  /** a record without a move */
  "claims-sequence": boolean;
  /** the first stored move does */
  "makes-five": boolean;
  /** where a sequence is claimed or needed: did db-search find one? */
  "sequence-found"?: boolean;
  sequence?: Threat[];
  /** every legal reply after the first stored move, or at the position itself */
  replies?: Replies;
  /** with --time, where the position is not in the proof */
  search?: Search;
}

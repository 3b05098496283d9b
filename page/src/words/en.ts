// English: what the page says. The other languages have the same keys, and the compiler sees to it.

import type { Color } from "../squares";
import { numbersIn, type Forms } from "./numbers";

const { count, plural } = numbersIn("en");

const names: Record<Color, string> = { black: "Black", white: "White" };
const rules: Record<string, string> = { freestyle: "free-style", standard: "standard", renju: "renju" };
const upper = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

const position: Forms = { one: "position", other: "positions" };
const ply: Forms = { one: "ply", other: "plies" };
const gap: Forms = { one: "gap", other: "gaps" };
const finding: Forms = { one: "finding", other: "findings" };
const reply: Forms = { one: "legal reply", other: "legal replies" };

const positions = (number: number) => plural(number, position);
const plies = (number: number) => plural(number, ply);

export const en = {
  /** How the language calls itself. */
  name: "English",
  tag: "en",
  count,
  positions,
  plies,

  // The file and its claim.
  rules,
  colors: names,
  emptyBoard: "the empty board",
  stones: (black: string, white: string, toMove: Color) =>
    [black && `black ${black}`, white && `white ${white}`, `${names[toMove]} to move`]
      .filter(Boolean)
      .join(", "),
  claim: (rule: string, size: number, attacker: Color, from: string) =>
    `${upper(rules[rule] ?? rule)} ${size}×${size}: ${names[attacker]} wins from ${from}`,
  claimLabel: "Claim",
  contentHash: "content hash",
  reading: "Reading the proof …",
  cannotShow: "This browser cannot show the page:",
  language: "Language",

  // Opening a file.
  openFile: "Open a file",
  openHint: ".fvp, .lib, .sgf, .jsonl, .jsonl.zst; or drop it here. It does not leave this page.",
  emptyPage:
    "There is no proof in this page yet. Open one, and the page checks it, shows what is played against every " +
    "reply, and plays against you.",
  dropFile: "Drop the file",
  libraryTitle: "What does this library claim?",
  libraryWords:
    "A library holds lines of play, and does not say who wins, from where, and by which rules. Tell the page; it " +
    "has filled in what the lines look like.",
  libraryAttacker: (attacker: Color) =>
    `${names[attacker]} nearly always has one move where the other side has several, as an attacker has.`,
  libraryNoAttacker: "Neither side looks like an attacker: one move where the other has several.",
  libraryTrunk: (moves: string) => `All lines begin with ${moves}.`,
  libraryNoTrunk: "The lines part at the first move.",
  ruleLabel: "Rules",
  attackerLabel: "Who wins",
  rootLabel: "After these moves",
  rootHint: "from the empty board, such as h8 i9",
  openLibrary: "Open",

  // The first view.
  views: { play: "Play", walk: "Look", verify: "Verify" },
  viewsLabel: "Views",
  challenge: (attacker: Color) =>
    `${names[attacker]} wins from here against every reply. Try to find one that is not answered.`,
  onPlay: (defender: Color) => `You are ${names[defender]}; the proof answers each of your moves.`,
  onWalk: "See every reply on the board, and what the proof has against it.",
  onVerify: "Check the whole file here, reply by reply.",
  startHint: "Or place a stone on the board: the game begins.",
  inFile: (name: string, number: number) => `${name}, ${positions(number)}`,

  // The board.
  boardStart: (color: Color) => `Board, ${color} to move`,
  boardToMove: (color: Color) => `Board, ${color} to move`,
  boardYouAre: (color: Color) => `Board, you are ${color}`,
  stone: { black: "black stone", white: "white stone" } as Record<Color, string>,
  empty: "empty",
  moveNumber: (number: number) => `move ${number}`,
  lastMove: "last move",
  inFive: "in the winning five",
  ghost: (color: Color, number: number) => `${color}, number ${number} of the sequence`,
  forbiddenPoint: "forbidden point",
  proofsMove: "the proof's move",
  proofsMoveFive: "the proof's move, makes a five",
  answeredBy: (answer: string, number: number) => `answered by ${answer}, ${positions(number)}`,
  lostReply: "lost to a threat sequence",
  openReply: "not answered",
  fiveReply: "makes a five",
  aimAt: (square: string) => `Place a stone on ${square}`,
  aimHint: "Tap the square again, or:",
  aimAway: "cancel",

  // Signs on the board, and what can be done with it.
  legend: "Signs on the board",
  legendOf: {
    last: "last move",
    move: "the proof's move",
    stored: "answered by a stored position; larger and redder: more positions behind it",
    lost: "lost to a threat sequence",
    open: "not answered",
    five: "makes a five",
    forbidden: "forbidden point",
    sequence: "a threat sequence; answers to one threat share a number",
    row: "the line of a threat",
    winning: "the winning five",
    turned: "the proof has it turned or mirrored",
  },
  boardTools: "Board and line",
  turn: "turn",
  turnTitle: "Turn the board by a quarter, for the eye only",
  mirror: "mirror",
  mirrorTitle: "Mirror the board, for the eye only",
  copyLink: "copy link",
  copied: "copied",
  copyByHand: "Copy this link:",
  saveSgf: "save as SGF",
  savePicture: (kind: string) => `picture ${kind}`,
  notDrawn: "This browser cannot draw the picture.",

  // The proof as one picture.
  map: "The proof as one picture",
  mapWords:
    "Each box is a reply; the wider it is, the more positions are behind it, and below it are the replies after " +
    "the proof's move. A box leads there.",
  mapBox: (reply: string, answer: string, number: number) => `${reply} → ${answer}: ${positions(number)}`,
  mapAround: "the way here",

  // Looking.
  back: "← back",
  forward: "forward →",
  keyLeft: "Arrow left",
  keyRight: "Arrow right",
  keyP: "Key p",
  playMove: (square: string) => `play ${square}`,
  moves: "Moves",
  numbers: "numbers",
  or: " or ",
  gameOver: "Five in a row: the game is over.",
  standingAbsent: "This position is not in the proof.",
  standingAfterMove: "The defender is to move. Every legal reply is marked.",
  standingLost: "Not stored, and lost to a winning threat sequence.",
  standingOpen: "It arises in the proof, is not stored, and no threat sequence was found.",
  standingSequence: "The proof claims a winning threat sequence.",
  standingMove: (moves: string, makesFive: boolean) =>
    `The proof plays ${moves}${makesFive ? ", which makes a five" : ""}.`,
  noSequence: "The search finds none.",
  belowStored: (number: number, longest: number) =>
    `From here on: ${positions(number)}, this one included; the longest line has ${plies(longest)}.`,
  belowReplies: (number: number, longest: number) =>
    `Behind the replies: ${positions(number)}, each counted once; the longest line has ${plies(longest)}.`,
  thisIncluded: "positions from here on, this one included; longest line",
  lineToHere: "The line to here",
  tree: "Tree",
  after: (square: string) => `After ${square}:`,
  replies: (total: number, rows: number) =>
    plural(total, reply) + (rows < total ? `, ${count(rows)} if turned and mirrored ones are one` : ""),
  repliesStored: (number: number) => `${count(number)} stored`,
  repliesLost: (number: number) => `${count(number)} lost to a threat sequence`,
  repliesOpen: (number: number) => `${count(number)} not answered`,
  repliesFive: (number: number) => `${count(number)} that make a five`,
  openReplies: "Not answered:",
  showAll: (number: number) => `show all ${count(number)}`,
  alike: (squares: string) => `also ${squares}`,
  turnedInProof: "the proof has it turned or mirrored",
  turnedBoard: "on a board that is turned or mirrored",
  aSequence: "a threat sequence",
  transpositions: "Transpositions",
  leadHere: (number: number) =>
    `${number === 1 ? "One position leads" : `${count(number)} positions lead`} here, as lines of the proof meet`,
  byFrom: (move: string, from: string) => `by ${move} from ${from}`,
  kinds: {
    five: "five",
    "straight four": "straight four",
    four: "four",
    "broken three": "broken three",
    three: "three",
    "three (3 replies)": "three (3 replies)",
  } as Record<string, string>,
  threat: (kind: string, gain: string, cost: string) =>
    `${kind} ${gain}${cost ? `, answered at ${cost}` : ""}`,

  // Playing.
  youAre: (defender: Color, attacker: Color) =>
    `You are ${names[defender]}, the defender. ${names[attacker]} plays what the proof says.`,
  undo: "undo",
  newGame: "new game",
  goOn: "show how it goes on",
  hide: "hide it",
  answerFrom: {
    nowhere: "The proof has no answer here, and no winning threat sequence was found.",
    five: "Five in a row.",
    record: "The proof's move.",
    sequence: "Your move loses to a winning threat sequence, which is played out.",
    search: "The sequence goes on.",
  },
  youLost: "Five in a row: you have lost.",
  youWon: "Five in a row: you have won, and the proof is wrong.",
  forbiddenPlayed: "That point is forbidden to Black: you would lose at once.",

  // Forbidden points, and why.
  whyForbidden: (number: number) =>
    `Why ${plural(number, { one: "point is", other: "points are" })} forbidden`,
  forbiddenKinds: {
    overline: "overline",
    "double four": "double four",
    "double three": "double three",
  } as Record<string, string>,
  makes: { three: "three", four: "four", "two fours": "two fours", overline: "overline" } as Record<
    string,
    string
  >,

  // A position set up by hand.
  setUp: "Set up a position",
  setUpWords:
    "A click on a square puts a black stone there, a second one a white stone, a third one takes it away.",
  setUpMoves: "Or the moves of a game",
  setUpWrong: "Expected moves such as h8 i9, each onto an empty square.",
  turnOf: "Whose turn it is",
  showPosition: "Show",
  clearBoard: "clear",
  cancel: "cancel",
  setUpByHand: "set up by hand",

  // Texts of a foreign file.
  textsOfFile: "Texts of the file",
  texts: (number: number, isCut: boolean) =>
    `${plural(number, { one: "text", other: "texts" })} of the file${isCut ? ", the first of them" : ""}`,
  searchTexts: "Search",
  found: (number: number) => `${count(number)} found`,
  charset: "Character set",

  // Verifying.
  verifyWords: (number: number) =>
    `${positions(number)}. The file is checked here, in this page, reply by reply: every legal reply of the ` +
    "defender must be answered by a stored position or by a winning threat sequence.",
  verifyAt: { dbsearch: "Verify at level db-search", rules: "Verify at level rules" },
  believing: {
    dbsearch: "believing this program's rules, reader and threat search",
    rules: "believing only a kernel of 650 lines of code",
  },
  findings: (number: number) =>
    `${plural(number, finding)} of the converter: something in the file cannot be expressed as a move of the proof. ` +
    "A claim that needs such a place cannot be verified. The check lists them.",
  listFindings: "Check, and list the findings",
  findingsStop: "It cannot be verified: each claim needs a place that is listed above.",
  stop: "Stop",
  stopped: "stopped",
  pause: "Pause",
  resume: "Resume",
  paused: ", paused",
  readingFile: "reading …",
  howFar: "How far the check has come",
  progress: (done: number, total: number, gaps: number, seconds: number) =>
    `${count(done)} of ${plural(total, { one: "reply", other: "replies" })}, ${plural(gaps, gap)}, ${seconds} s`,
  left: (seconds: number) => `, about ${seconds} s left`,
  outcome: {
    verified: (attacker: Color, from: string) => `Proved: ${names[attacker]} wins from ${from}.`,
    "not-verified": (_attacker: Color, from: string) =>
      `Not proved from ${from}: something is missing or wrong, and the list below says where.`,
    undecided: (_attacker: Color, from: string) =>
      `Not decided from ${from}: the check did not end, and says nothing about the claim.`,
  } as Record<string, (attacker: Color, from: string) => string>,
  took: (seconds: string) => `${seconds} s, on one thread of this browser`,
  gaps: (number: number, isCut: boolean) => `${plural(number, gap)}${isCut ? ", the first of them" : ""}`,
  gapsAndFindings: (number: number, isCut: boolean) =>
    `Findings and gaps: ${count(number)}${isCut ? ", the first of them" : ""}`,
  atClaim: "at the claim",
  atByte: (offset: number) => `at byte ${count(offset)} of the file`,
  gapKinds: {
    "unanswered-reply": "reply not answered",
    "unproved-leaf": "no winning sequence found",
    "missing-root": "the claimed position is missing",
    "refuted-move": "move refuted by",
    "illegal-move": "illegal move",
    "after-end": "already a five on the board",
    draw: "no move is left",
    contradictory: "two moves at one position",
    "stray-position": "stones that no claim leads to",
    "forbidden-move": "forbidden move",
  } as Record<string, string>,

  // Counts by ply.
  plotLabel: "Positions and replies by number of stones",
  plotCaption: "by number of stones on the board",
  plotBar: (stones: number, number: number, kind: string) => `${stones} stones: ${count(number)} ${kind}`,
  plotPositions: "positions",
  plotReplies: "replies",
  asTable: "As a table",
  table: ["stones", "positions", "open", "replies", "of these stored"],

  // Level theorem.
  theorem: "Level theorem",
  noTheorem:
    "Not of this proof: a claim can be made a theorem when it is one, of Black, who is to move, on 15×15 by " +
    "free-style or standard rules.",
  theoremWords: (isProved: boolean) =>
    `This ${isProved ? "is proved" : "can be tried"} in Coq: from a page that says what the rules are, and from ` +
    "nothing that is written in C++ or JavaScript. A browser has no Coq. In a clone of the project, some ten " +
    "minutes of a processor for a whole game:",
  mustBeBelieved: "What must be believed",
  believedBefore: "That",
  believedBetween:
    ", 50 lines, says what five-in-a-row is; and Coq 8.16.1 with the integers and arrays of its kernel, which its " +
    "command",
  believedAfter: "lists:",
};

export type Words = typeof en;

// 한국어: Korean.

import type { Color } from "../squares";
import type { Words } from "./en";
import { numbersIn } from "./numbers";

const { count } = numbersIn("ko");

const names: Record<Color, string> = { black: "흑", white: "백" };
/** With the particle of a subject. */
const subjects: Record<Color, string> = { black: "흑이", white: "백이" };
const rules: Record<string, string> = { freestyle: "프리스타일", standard: "스탠더드", renju: "렌주" };

const positions = (number: number) => `국면 ${count(number)}개`;
const plies = (number: number) => `${count(number)}수`;

export const ko: Words = {
  name: "한국어",
  tag: "ko",
  count,
  positions,
  plies,

  rules,
  colors: names,
  emptyBoard: "빈 판",
  stones: (black, white, toMove) =>
    [black && `흑 ${black}`, white && `백 ${white}`, `${names[toMove]} 차례`].filter(Boolean).join(", "),
  claim: (rule, size, attacker, from) =>
    `${rules[rule] ?? rule} ${size}×${size}: ${names[attacker]} 필승 (시작 국면: ${from})`,
  claimLabel: "주장",
  contentHash: "내용 해시",
  reading: "증명을 읽는 중…",
  cannotShow: "이 브라우저에서는 페이지를 표시할 수 없습니다:",
  language: "언어",

  openFile: "파일 열기",
  openHint:
    ".fvp, .lib, .sgf, .jsonl, .jsonl.zst. 여기에 끌어다 놓아도 됩니다. 파일은 이 페이지를 벗어나지 않습니다.",
  emptyPage:
    "이 페이지에는 아직 증명이 없습니다. 파일을 열면 증명을 검증하고, 모든 응수에 대한 수를 살펴보고, 대국할 수 있습니다.",
  dropFile: "파일을 놓으세요",
  libraryTitle: "이 라이브러리는 무엇을 주장합니까?",
  libraryWords:
    "라이브러리에는 수순만 있고, 누가 어느 국면에서 어떤 규칙으로 이기는지는 적혀 있지 않습니다. 알려 주세요. " +
    "수순을 보고 짐작한 값을 채워 두었습니다.",
  libraryAttacker: (attacker) =>
    `${subjects[attacker]} 거의 언제나 한 수만 두고 상대는 여러 수를 둡니다. 공격 측의 모습입니다.`,
  libraryNoAttacker: "어느 쪽도 공격 측처럼 보이지 않습니다. 한쪽만 늘 한 수인 모양이 아닙니다.",
  libraryTrunk: (moves) => `모든 수순은 ${moves} 로 시작합니다.`,
  libraryNoTrunk: "첫 수부터 수순이 갈립니다.",
  ruleLabel: "규칙",
  attackerLabel: "이기는 쪽",
  rootLabel: "시작 수순",
  rootHint: "빈 판에서부터, 예: h8 i9",
  openLibrary: "열기",

  views: { play: "대국", walk: "살펴보기", verify: "검증" },
  viewsLabel: "보기",
  challenge: (attacker) =>
    `여기서부터 어떻게 응수해도 ${subjects[attacker]} 이깁니다. 답이 없는 응수를 찾아보세요.`,
  onPlay: (defender) => `당신은 ${names[defender]}입니다. 증명이 당신의 모든 수에 답합니다.`,
  onWalk: "판 위에서 모든 응수와 증명의 답을 봅니다.",
  onVerify: "파일 전체를 이 페이지에서 응수 하나하나 검증합니다.",
  startHint: "판에 돌을 놓아도 대국이 시작됩니다.",
  inFile: (name, number) => `${name}, ${positions(number)}`,

  boardStart: (color) => `판, ${names[color]} 차례`,
  boardToMove: (color) => `판, ${names[color]} 차례`,
  boardYouAre: (color) => `판, 당신은 ${names[color]}`,
  stone: { black: "흑돌", white: "백돌" },
  empty: "빈 자리",
  moveNumber: (number) => `${number}번째 수`,
  lastMove: "마지막 수",
  inFive: "이긴 오목",
  ghost: (color, number) => `${names[color]}, 수순의 ${number}번째`,
  forbiddenPoint: "금수 자리",
  proofsMove: "증명의 수",
  proofsMoveFive: "증명의 수, 오목",
  answeredBy: (answer, number) => `${answer} 로 답함, ${positions(number)}`,
  lostReply: "연속공격에 짐",
  openReply: "답이 없음",
  fiveReply: "오목이 됨",
  aimAt: (square) => `${square} 에 두기`,
  aimHint: "같은 자리를 다시 누르거나:",
  aimAway: "취소",

  legend: "판 위의 표시",
  legendOf: {
    last: "마지막 수",
    move: "증명의 수",
    stored: "저장된 국면으로 답함. 크고 붉을수록 그 뒤의 국면이 많음",
    lost: "연속공격에 짐",
    open: "답이 없음",
    five: "오목이 됨",
    forbidden: "금수 자리",
    sequence: "연속공격 수순. 한 공격에 대한 응수는 같은 번호",
    row: "공격이 놓인 줄",
    winning: "이긴 오목",
    turned: "증명에는 돌리거나 뒤집은 모양으로 저장됨",
  },
  boardTools: "판과 수순",
  turn: "돌리기",
  turnTitle: "판을 90도 돌립니다 (보기만)",
  mirror: "뒤집기",
  mirrorTitle: "판을 좌우로 뒤집습니다 (보기만)",
  copyLink: "링크 복사",
  copied: "복사됨",
  copyByHand: "이 링크를 복사하세요:",
  saveSgf: "SGF로 저장",
  savePicture: (kind) => `${kind} 그림`,
  notDrawn: "이 브라우저에서는 그림을 만들 수 없습니다.",

  map: "증명 전체를 한 그림으로",
  mapWords:
    "상자 하나가 응수 하나입니다. 넓을수록 그 뒤의 국면이 많고, 아래에는 증명의 수 다음의 응수가 놓입니다. 상자를 누르면 그곳으로 갑니다.",
  mapBox: (reply, answer, number) => `${reply} → ${answer}: ${positions(number)}`,
  mapAround: "여기까지의 수순",

  back: "← 뒤로",
  forward: "앞으로 →",
  keyLeft: "왼쪽 화살표 키",
  keyRight: "오른쪽 화살표 키",
  keyP: "P 키",
  playMove: (square) => `${square} 두기`,
  moves: "수순",
  numbers: "수 번호",
  or: " 또는 ",
  gameOver: "오목: 대국이 끝났습니다.",
  standingAbsent: "이 국면은 증명에 없습니다.",
  standingAfterMove: "수비 측 차례입니다. 둘 수 있는 모든 응수가 표시되어 있습니다.",
  standingLost: "저장되어 있지 않지만 연속공격에 집니다.",
  standingOpen: "증명에서 나타나지만 저장되어 있지 않고, 연속공격도 찾지 못했습니다.",
  standingSequence: "증명은 여기에 이기는 연속공격이 있다고 주장합니다.",
  standingMove: (moves, makesFive) => `증명의 수: ${moves}${makesFive ? " (오목)" : ""}.`,
  noSequence: "탐색으로는 찾지 못했습니다.",
  belowStored: (number, longest) =>
    `여기부터 (이 국면 포함) ${positions(number)}, 가장 긴 수순은 ${plies(longest)}.`,
  belowReplies: (number, longest) =>
    `응수 뒤로 (같은 국면은 한 번만) ${positions(number)}, 가장 긴 수순은 ${plies(longest)}.`,
  thisIncluded: "여기부터의 국면 수 (이 국면 포함), 가장 긴 수순",
  lineToHere: "여기까지의 수순",
  tree: "수순 나무",
  after: (square) => `${square} 다음:`,
  replies: (total, rows) =>
    `둘 수 있는 응수 ${count(total)}개${rows < total ? ` (돌리고 뒤집은 것을 하나로 보면 ${count(rows)}개)` : ""}`,
  repliesStored: (number) => `저장됨 ${count(number)}`,
  repliesLost: (number) => `연속공격에 짐 ${count(number)}`,
  repliesOpen: (number) => `답이 없음 ${count(number)}`,
  repliesFive: (number) => `오목이 됨 ${count(number)}`,
  openReplies: "답이 없음:",
  showAll: (number) => `${count(number)}개 모두 보기`,
  alike: (squares) => `같은 모양: ${squares}`,
  turnedInProof: "증명에는 돌리거나 뒤집은 모양으로 저장됨",
  turnedBoard: "돌리거나 뒤집은 판에서",
  aSequence: "연속공격",
  transpositions: "수순 전환",
  leadHere: (number) => `${positions(number)}에서 여기로 옵니다. 증명의 수순은 서로 만납니다`,
  byFrom: (move, from) => `${from} 에서 ${move}`,
  kinds: {
    five: "오목",
    "straight four": "열린 4",
    four: "4",
    "broken three": "띈 3",
    three: "열린 3",
    "three (3 replies)": "열린 3 (막는 곳 셋)",
  },
  threat: (kind, gain, cost) => `${kind} ${gain}${cost ? `, 막는 곳 ${cost}` : ""}`,

  youAre: (defender, attacker) =>
    `당신은 수비 측인 ${names[defender]}입니다. ${names[attacker]}은 증명대로 둡니다.`,
  undo: "무르기",
  newGame: "새 대국",
  goOn: "이후 수순 보기",
  hide: "숨기기",
  answerFrom: {
    nowhere: "증명에 답이 없고, 이기는 연속공격도 찾지 못했습니다.",
    five: "오목입니다.",
    record: "증명의 수입니다.",
    sequence: "그 수는 연속공격에 집니다. 수순대로 진행합니다.",
    search: "연속공격이 이어집니다.",
  },
  youLost: "오목: 당신이 졌습니다.",
  youWon: "오목: 당신이 이겼습니다. 증명이 틀렸습니다.",
  forbiddenPlayed: "그 자리는 흑의 금수입니다. 두면 바로 집니다.",

  whyForbidden: (number) => `금수 자리 ${count(number)}곳의 이유`,
  forbiddenKinds: { overline: "장목", "double four": "사사", "double three": "삼삼" },
  makes: { three: "삼", four: "사", "two fours": "사 두 개", overline: "장목" },

  setUp: "국면 놓기",
  setUpWords: "한 번 누르면 흑돌, 두 번 누르면 백돌, 세 번 누르면 돌이 사라집니다.",
  setUpMoves: "또는 대국의 수순",
  setUpWrong: "h8 i9 같은 수순이어야 하며, 모든 수는 빈 자리에 놓여야 합니다.",
  turnOf: "차례",
  showPosition: "보기",
  clearBoard: "비우기",
  cancel: "취소",
  setUpByHand: "직접 놓은 국면",

  textsOfFile: "파일의 글",
  texts: (number, isCut) => `파일의 글 ${count(number)}개${isCut ? " (앞부분만)" : ""}`,
  searchTexts: "찾기",
  found: (number) => `${count(number)}개 찾음`,
  charset: "문자 인코딩",

  verifyWords: (number) =>
    `${positions(number)}. 파일은 이 페이지 안에서 응수 하나하나 검증됩니다. 수비 측이 둘 수 있는 모든 응수에 ` +
    "저장된 국면이나 이기는 연속공격의 답이 있어야 합니다.",
  verifyAt: { dbsearch: "검증 (db-search 수준)", rules: "검증 (rules 수준)" },
  believing: {
    dbsearch: "이 프로그램의 규칙, 읽기, 공격 탐색을 믿음",
    rules: "650줄의 커널만 믿음",
  },
  findings: (number) =>
    `변환 중 지적 ${count(number)}건: 파일에 증명의 수로 나타낼 수 없는 곳이 있습니다. 그곳이 필요한 주장은 검증할 수 없습니다. ` +
    "검증하면 목록이 나옵니다.",
  listFindings: "검증하고 지적 목록 보기",
  findingsStop: "검증할 수 없습니다. 모든 주장에 위에 적힌 곳이 필요합니다.",
  stop: "중지",
  stopped: "중지됨",
  pause: "일시정지",
  resume: "계속",
  paused: ", 일시정지됨",
  readingFile: "읽는 중…",
  howFar: "검증 진행 정도",
  progress: (done, total, gaps, seconds) =>
    `응수 ${count(done)} / ${count(total)}, 빈틈 ${count(gaps)}개, ${seconds}초`,
  left: (seconds) => `, 약 ${seconds}초 남음`,
  outcome: {
    verified: (attacker, from) => `증명됨: ${names[attacker]} 필승 (시작 국면: ${from}).`,
    "not-verified": (_attacker, from) =>
      `증명되지 않음 (시작 국면: ${from}). 빠지거나 틀린 것이 있으며, 아래 목록에 있습니다.`,
    undecided: (_attacker, from) =>
      `미정 (시작 국면: ${from}). 검증이 끝나지 않아 주장에 대해 아무 말도 할 수 없습니다.`,
  },
  took: (seconds) => `${seconds}초, 이 브라우저의 스레드 하나`,
  gaps: (number, isCut) => `빈틈 ${isCut ? "처음 " : ""}${count(number)}개`,
  gapsAndFindings: (number, isCut) => `지적과 빈틈: ${isCut ? "처음 " : ""}${count(number)}개`,
  atClaim: "시작 국면",
  atByte: (offset) => `파일의 ${count(offset)}번째 바이트`,
  gapKinds: {
    "unanswered-reply": "답이 없는 응수",
    "unproved-leaf": "이기는 연속공격을 찾지 못함",
    "missing-root": "주장의 국면이 없음",
    "refuted-move": "반박된 수, 응수는",
    "illegal-move": "둘 수 없는 수",
    "after-end": "이미 오목이 있음",
    draw: "둘 곳이 없음",
    contradictory: "한 국면에 두 가지 수",
    "stray-position": "어느 주장에서도 나올 수 없는 돌",
    "forbidden-move": "금수",
  },

  plotLabel: "돌 수에 따른 국면과 응수",
  plotCaption: "판 위의 돌 수에 따라",
  plotBar: (stones, number, kind) => `돌 ${stones}개: ${kind} ${count(number)}`,
  plotPositions: "국면",
  plotReplies: "응수",
  asTable: "표로 보기",
  table: ["돌", "국면", "답 없음", "응수", "그중 저장됨"],

  theorem: "theorem 수준 (정리)",
  noTheorem:
    "이 증명은 해당하지 않습니다. 15×15 프리스타일이나 스탠더드에서 흑 차례에 흑이 이긴다는 하나의 주장만 정리가 될 수 있습니다.",
  theoremWords: (isProved) =>
    `이것은 Coq에서 ${isProved ? "증명되었습니다" : "시도할 수 있습니다"}. 규칙을 적은 한 쪽만 근거로 하며 C++나 JavaScript에는 ` +
    "기대지 않습니다. 브라우저에는 Coq가 없습니다. 프로젝트의 사본에서 한 판 전체에 10분쯤 걸립니다:",
  mustBeBelieved: "무엇을 믿어야 하는가",
  believedBefore: "50줄의",
  believedBetween: "이 오목을 바르게 말한다는 것, 그리고 Coq 8.16.1과 그 커널의 정수와 배열. 명령",
  believedAfter: "이 나열하는 것:",
};

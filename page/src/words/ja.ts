// 日本語: Japanese.

import type { Color } from "../squares";
import type { Words } from "./en";
import { numbersIn } from "./numbers";

const { count } = numbersIn("ja");

const names: Record<Color, string> = { black: "黒", white: "白" };
const rules: Record<string, string> = {
  freestyle: "五目並べ（フリースタイル）",
  standard: "五目並べ（スタンダード）",
  renju: "連珠",
};

const positions = (number: number) => `${count(number)} 局面`;
const plies = (number: number) => `${count(number)} 手`;

export const ja: Words = {
  name: "日本語",
  tag: "ja",
  count,
  positions,
  plies,

  rules,
  colors: names,
  emptyBoard: "空の盤",
  stones: (black, white, toMove) =>
    [black && `黒 ${black}`, white && `白 ${white}`, `${names[toMove]}番`].filter(Boolean).join("、"),
  claim: (rule, size, attacker, from) =>
    `${rules[rule] ?? rule} ${size}×${size}：${names[attacker]}必勝（開始局面：${from}）`,
  claimLabel: "主張",
  contentHash: "内容のハッシュ値",
  reading: "証明を読み込んでいます…",
  cannotShow: "このブラウザではページを表示できません：",
  language: "言語",

  openFile: "ファイルを開く",
  openHint:
    ".fvp、.lib、.sgf、.jsonl、.jsonl.zst。ここへドロップもできます。ファイルはこのページの外へ出ません。",
  emptyPage:
    "このページにはまだ証明がありません。ファイルを開くと、検証し、すべての応手への着手を調べ、対局することができます。",
  dropFile: "ここにドロップ",
  libraryTitle: "この棋譜ライブラリは何を主張していますか",
  libraryWords:
    "ライブラリには手順だけがあり、どちらが、どの局面から、どのルールで勝つのかは書かれていません。入力してください。" +
    "手順から推測した値が入っています。",
  libraryAttacker: (attacker) =>
    `${names[attacker]}はほとんどの局面で一手だけ、相手は複数の手を持っています。攻め方の特徴です。`,
  libraryNoAttacker: "どちらも攻め方らしくありません（一方だけが常に一手、という形になっていません）。",
  libraryTrunk: (moves) => `すべての手順は ${moves} から始まります。`,
  libraryNoTrunk: "初手から手順が分かれています。",
  ruleLabel: "ルール",
  attackerLabel: "勝つ側",
  rootLabel: "ここまでの手順",
  rootHint: "空の盤から。例：h8 i9",
  openLibrary: "開く",

  views: { play: "対局", walk: "検討", verify: "検証" },
  viewsLabel: "表示",
  challenge: (attacker) =>
    `ここから${names[attacker]}はどう応じられても勝ちます。答えのない応手を見つけられますか。`,
  onPlay: (defender) => `あなたは${names[defender]}番です。証明があなたの手に答えます。`,
  onWalk: "盤上ですべての応手と、証明の答えを見る。",
  onVerify: "ファイル全体をこのページで、応手ごとに検証する。",
  startHint: "盤に石を置いても対局が始まります。",
  inFile: (name, number) => `${name}、${positions(number)}`,

  boardStart: (color) => `盤、${names[color]}番`,
  boardToMove: (color) => `盤、${names[color]}番`,
  boardYouAre: (color) => `盤、あなたは${names[color]}`,
  stone: { black: "黒石", white: "白石" },
  empty: "空点",
  moveNumber: (number) => `${number} 手目`,
  lastMove: "最後の手",
  inFive: "勝ちの五連",
  ghost: (color, number) => `${names[color]}、手順の ${number} 手目`,
  forbiddenPoint: "禁点",
  proofsMove: "証明の手",
  proofsMoveFive: "証明の手、五連",
  answeredBy: (answer, number) => `${answer} で応じる、${positions(number)}`,
  lostReply: "追い詰めで負け",
  openReply: "答えなし",
  fiveReply: "五連になる",
  aimAt: (square) => `${square} に打つ`,
  aimHint: "同じ点をもう一度タップするか：",
  aimAway: "取り消す",

  legend: "盤上の印",
  legendOf: {
    last: "最後の手",
    move: "証明の手",
    stored: "保存された局面で答えあり。大きく赤いほど、先の局面が多い",
    lost: "追い詰めで負け",
    open: "答えなし",
    five: "五連になる",
    forbidden: "禁点",
    sequence: "追い詰めの手順。一つの追い手への防ぎは同じ番号",
    row: "追い手の線",
    winning: "勝ちの五連",
    turned: "証明には回転または裏返した形で保存",
  },
  boardTools: "盤と手順",
  turn: "回転",
  turnTitle: "盤を 90 度回す（表示のみ）",
  mirror: "裏返し",
  mirrorTitle: "盤を左右反転する（表示のみ）",
  copyLink: "リンクをコピー",
  copied: "コピーしました",
  copyByHand: "このリンクをコピーしてください：",
  saveSgf: "SGF で保存",
  savePicture: (kind) => `${kind} 画像`,
  notDrawn: "このブラウザでは画像を作れません。",

  map: "証明全体を一枚の図で",
  mapWords:
    "箱の一つ一つが応手です。幅が広いほど先の局面が多く、その下には証明の手の後の応手が並びます。箱を押すとその局面へ移ります。",
  mapBox: (reply, answer, number) => `${reply} → ${answer}：${positions(number)}`,
  mapAround: "ここまでの手順",

  back: "← 戻る",
  forward: "進む →",
  keyLeft: "左矢印キー",
  keyRight: "右矢印キー",
  keyP: "P キー",
  playMove: (square) => `${square} に打つ`,
  moves: "手順",
  numbers: "手数",
  or: " または ",
  gameOver: "五連：終局です。",
  standingAbsent: "この局面は証明にありません。",
  standingAfterMove: "防ぎ方の手番です。すべての合法な応手に印があります。",
  standingLost: "保存されていませんが、追い詰めで負けます。",
  standingOpen: "証明の中で現れますが、保存されておらず、追い詰めも見つかりませんでした。",
  standingSequence: "証明はここに追い詰めがあると主張しています。",
  standingMove: (moves, makesFive) => `証明の手：${moves}${makesFive ? "（五連）" : ""}。`,
  noSequence: "探索では見つかりません。",
  belowStored: (number, longest) =>
    `ここから先（この局面を含む）：${positions(number)}。最長の手順は ${plies(longest)}。`,
  belowReplies: (number, longest) =>
    `応手の先（重複は一度だけ数える）：${positions(number)}。最長の手順は ${plies(longest)}。`,
  thisIncluded: "ここから先の局面（この局面を含む）と最長の手順",
  lineToHere: "ここまでの手順",
  tree: "変化の木",
  after: (square) => `${square} の後：`,
  replies: (total, rows) =>
    `合法な応手 ${count(total)} 通り${rows < total ? `（回転と裏返しを同じとすれば ${count(rows)} 通り）` : ""}`,
  repliesStored: (number) => `保存 ${count(number)}`,
  repliesLost: (number) => `追い詰めで負け ${count(number)}`,
  repliesOpen: (number) => `答えなし ${count(number)}`,
  repliesFive: (number) => `五連になる ${count(number)}`,
  openReplies: "答えなし：",
  showAll: (number) => `${count(number)} 点すべてを表示`,
  alike: (squares) => `同形：${squares}`,
  turnedInProof: "証明には回転または裏返した形で保存",
  turnedBoard: "回転または裏返した盤で",
  aSequence: "追い詰め",
  transpositions: "手順前後",
  leadHere: (number) => `${count(number)} 局面からここへ合流します`,
  byFrom: (move, from) => `${from} から ${move}`,
  kinds: {
    five: "五連",
    "straight four": "達四",
    four: "四",
    "broken three": "飛び三",
    three: "三",
    "three (3 replies)": "三（防ぎ 3 か所）",
  },
  threat: (kind, gain, cost) => `${kind} ${gain}${cost ? `、防ぎ ${cost}` : ""}`,

  youAre: (defender, attacker) =>
    `あなたは防ぎ方の${names[defender]}です。${names[attacker]}は証明のとおりに打ちます。`,
  undo: "待った",
  newGame: "新しい対局",
  goOn: "この先の手順",
  hide: "隠す",
  answerFrom: {
    nowhere: "証明に答えがなく、追い詰めも見つかりませんでした。",
    five: "五連です。",
    record: "証明の手です。",
    sequence: "その手は追い詰めで負けです。手順どおりに進めます。",
    search: "追い詰めが続きます。",
  },
  youLost: "五連：あなたの負けです。",
  youWon: "五連：あなたの勝ちです。証明は誤りです。",
  forbiddenPlayed: "そこは黒の禁点です。打てば即負けになります。",

  whyForbidden: (number) => `${count(number)} か所が禁点である理由`,
  forbiddenKinds: { overline: "長連", "double four": "四々", "double three": "三々" },
  makes: { three: "三", four: "四", "two fours": "四が二つ", overline: "長連" },

  setUp: "局面を並べる",
  setUpWords: "一度押すと黒石、もう一度で白石、三度目で取り除きます。",
  setUpMoves: "または対局の手順",
  setUpWrong: "h8 i9 のような手順で、どの手も空いた点に打つものを入力してください。",
  turnOf: "手番",
  showPosition: "表示",
  clearBoard: "盤を空に",
  cancel: "やめる",
  setUpByHand: "自分で並べた局面",

  textsOfFile: "ファイルの文章",
  texts: (number, isCut) => `ファイルの文章 ${count(number)} 件${isCut ? "（先頭の分だけ）" : ""}`,
  searchTexts: "検索",
  found: (number) => `${count(number)} 件見つかりました`,
  charset: "文字コード",

  verifyWords: (number) =>
    `${positions(number)}。ファイルはこのページの中で応手ごとに検証します。防ぎ方のすべての合法な応手に、` +
    "保存された局面か追い詰めの答えがなければなりません。",
  verifyAt: { dbsearch: "検証（db-search レベル）", rules: "検証（rules レベル）" },
  believing: {
    dbsearch: "プログラムのルール・読み込み・追い手探索を信じる",
    rules: "650 行のカーネルだけを信じる",
  },
  findings: (number) =>
    `変換時の指摘 ${count(number)} 件：証明の手として表せない箇所がファイルにあります。そこを必要とする主張は検証できません。` +
    "検証すると一覧が出ます。",
  listFindings: "検証して指摘を一覧にする",
  findingsStop: "検証できません。どの主張にも上に挙げた箇所が必要です。",
  stop: "中止",
  stopped: "中止しました",
  pause: "一時停止",
  resume: "再開",
  paused: "、一時停止中",
  readingFile: "読み込み中…",
  howFar: "検証の進み具合",
  progress: (done, total, gaps, seconds) =>
    `応手 ${count(done)} / ${count(total)}、抜け ${count(gaps)} 件、${seconds} 秒`,
  left: (seconds) => `、残り約 ${seconds} 秒`,
  outcome: {
    verified: (attacker, from) => `証明済み：${names[attacker]}必勝（開始局面：${from}）。`,
    "not-verified": (_attacker, from) =>
      `証明されていません（開始局面：${from}）。不足か誤りがあります。場所は下の一覧のとおりです。`,
    undecided: (_attacker, from) =>
      `未定（開始局面：${from}）。検証は最後まで進まず、主張については何も言えません。`,
  },
  took: (seconds) => `${seconds} 秒（このブラウザの 1 スレッド）`,
  gaps: (number, isCut) => `抜け ${isCut ? "最初の " : ""}${count(number)} 件`,
  gapsAndFindings: (number, isCut) => `指摘と抜け：${isCut ? "最初の " : ""}${count(number)} 件`,
  atClaim: "開始局面",
  atByte: (offset) => `ファイルの ${count(offset)} バイト目`,
  gapKinds: {
    "unanswered-reply": "答えのない応手",
    "unproved-leaf": "追い詰めが見つからない",
    "missing-root": "主張の局面がない",
    "refuted-move": "反駁された手、応手は",
    "illegal-move": "打てない手",
    "after-end": "すでに五連がある",
    draw: "打つ所がない",
    contradictory: "一つの局面に二つの手",
    "stray-position": "どの主張からも届かない石",
    "forbidden-move": "禁手",
  },

  plotLabel: "石の数ごとの局面と応手",
  plotCaption: "盤上の石の数ごと",
  plotBar: (stones, number, kind) => `石 ${stones} 個：${kind} ${count(number)}`,
  plotPositions: "局面",
  plotReplies: "応手",
  asTable: "表で見る",
  table: ["石", "局面", "答えなし", "応手", "うち保存"],

  theorem: "theorem レベル（定理）",
  noTheorem:
    "この証明は対象外です。定理にできるのは、15×15 のフリースタイルかスタンダードで、黒番から黒が勝つという一つの主張です。",
  theoremWords: (isProved) =>
    `これは Coq で${isProved ? "証明されています" : "試せます"}。根拠はルールを書いた 1 ページだけで、C++ や JavaScript には` +
    "頼りません。ブラウザに Coq はありません。プロジェクトの複製で、一局全体におよそ 10 分かかります：",
  mustBeBelieved: "何を信じる必要があるか",
  believedBefore: "50 行の",
  believedBetween: "が五目並べを正しく述べていること。そして Coq 8.16.1 とそのカーネルの整数・配列。コマンド",
  believedAfter: "が挙げるもの：",
};

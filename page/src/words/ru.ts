// Русский: Russian.

import type { Color } from "../squares";
import type { Words } from "./en";
import { numbersIn, type Forms } from "./numbers";

const { count, plural } = numbersIn("ru");

const names: Record<Color, string> = { black: "чёрные", white: "белые" };
const upperNames: Record<Color, string> = { black: "Чёрные", white: "Белые" };
/** Of whom: "ход чёрных". */
const whose: Record<Color, string> = { black: "чёрных", white: "белых" };
/** By whom: "вы играете белыми". */
const byWhom: Record<Color, string> = { black: "чёрными", white: "белыми" };
const rules: Record<string, string> = {
  freestyle: "гомоку без ограничений",
  standard: "стандартное гомоку",
  renju: "рэндзю",
};
const upper = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

const position: Forms = { one: "позиция", few: "позиции", many: "позиций", other: "позиции" };
const ply: Forms = { one: "ход", few: "хода", many: "ходов", other: "хода" };
const gap: Forms = { one: "пробел", few: "пробела", many: "пробелов", other: "пробела" };
const finding: Forms = { one: "замечание", few: "замечания", many: "замечаний", other: "замечания" };
const reply: Forms = {
  one: "возможный ответ",
  few: "возможных ответа",
  many: "возможных ответов",
  other: "возможного ответа",
};

const positions = (number: number) => plural(number, position);
const plies = (number: number) => plural(number, ply);

export const ru: Words = {
  name: "Русский",
  tag: "ru",
  count,
  positions,
  plies,

  rules,
  colors: upperNames,
  emptyBoard: "пустая доска",
  stones: (black, white, toMove) =>
    [black && `чёрные ${black}`, white && `белые ${white}`, `ход ${whose[toMove]}`]
      .filter(Boolean)
      .join(", "),
  claim: (rule, size, attacker, from) =>
    `${upper(rules[rule] ?? rule)} ${size}×${size}: ${names[attacker]} выигрывают; начало: ${from}`,
  claimLabel: "Утверждение",
  contentHash: "хеш содержимого",
  reading: "Доказательство читается …",
  cannotShow: "Этот браузер не может показать страницу:",
  language: "Язык",

  openFile: "Открыть файл",
  openHint: ".fvp, .lib, .sgf, .jsonl, .jsonl.zst; можно перетащить сюда. Файл не покидает страницу.",
  emptyPage:
    "На этой странице ещё нет доказательства. Откройте его, и страница проверит его, покажет ход против каждого " +
    "ответа и сыграет с вами.",
  dropFile: "Отпустите файл",
  libraryTitle: "Что утверждает эта библиотека?",
  libraryWords:
    "В библиотеке записаны варианты, но не сказано, кто выигрывает, из какой позиции и по каким правилам. Укажите " +
    "это; поля уже заполнены по виду вариантов.",
  libraryAttacker: (attacker) =>
    `У ${whose[attacker]} почти всегда один ход, а у соперника несколько, как и должно быть у атакующего.`,
  libraryNoAttacker: "Ни одна сторона не похожа на атакующую: один ход там, где у соперника несколько.",
  libraryTrunk: (moves) => `Все варианты начинаются с ${moves}.`,
  libraryNoTrunk: "Варианты расходятся с первого хода.",
  ruleLabel: "Правила",
  attackerLabel: "Кто выигрывает",
  rootLabel: "После ходов",
  rootHint: "с пустой доски, например h8 i9",
  openLibrary: "Открыть",

  views: { play: "Играть", walk: "Смотреть", verify: "Проверить" },
  viewsLabel: "Виды",
  challenge: (attacker) =>
    `${upperNames[attacker]} выигрывают отсюда при любых ответах. Попробуйте найти ход, на который у доказательства нет ответа.`,
  onPlay: (defender) => `Вы играете ${byWhom[defender]}; доказательство отвечает на каждый ваш ход.`,
  onWalk: "Все ответы на доске и то, что есть против них в доказательстве.",
  onVerify: "Проверить весь файл здесь, ответ за ответом.",
  startHint: "Можно просто поставить камень на доску: партия начнётся.",
  inFile: (name, number) => `${name}, ${positions(number)}`,

  boardStart: (color) => `Доска, ход ${whose[color]}`,
  boardToMove: (color) => `Доска, ход ${whose[color]}`,
  boardYouAre: (color) => `Доска, вы играете ${byWhom[color]}`,
  stone: { black: "чёрный камень", white: "белый камень" },
  empty: "пусто",
  moveNumber: (number) => `ход ${number}`,
  lastMove: "последний ход",
  inFive: "в выигравшей пятёрке",
  ghost: (color, number) => `${names[color]}, номер ${number} в серии`,
  forbiddenPoint: "фол",
  proofsMove: "ход доказательства",
  proofsMoveFive: "ход доказательства, пятёрка",
  answeredBy: (answer, number) => `ответ ${answer}, ${positions(number)}`,
  lostReply: "проигрывает серии угроз",
  openReply: "нет ответа",
  fiveReply: "делает пятёрку",
  aimAt: (square) => `Поставить камень на ${square}`,
  aimHint: "Коснитесь того же пункта ещё раз или:",
  aimAway: "отмена",

  legend: "Знаки на доске",
  legendOf: {
    last: "последний ход",
    move: "ход доказательства",
    stored: "есть записанная позиция; чем больше и краснее, тем больше позиций за ней",
    lost: "проигрывает серии угроз",
    open: "нет ответа",
    five: "делает пятёрку",
    forbidden: "фол",
    sequence: "серия угроз; ответы на одну угрозу имеют один номер",
    row: "линия угрозы",
    winning: "выигравшая пятёрка",
    turned: "в доказательстве записана повёрнутой или отражённой",
  },
  boardTools: "Доска и вариант",
  turn: "повернуть",
  turnTitle: "Повернуть доску на четверть, только для вида",
  mirror: "отразить",
  mirrorTitle: "Отразить доску, только для вида",
  copyLink: "копировать ссылку",
  copied: "скопировано",
  copyByHand: "Скопируйте эту ссылку:",
  saveSgf: "сохранить как SGF",
  savePicture: (kind) => `картинка ${kind}`,
  notDrawn: "Этот браузер не может нарисовать картинку.",

  map: "Всё доказательство одной картинкой",
  mapWords:
    "Каждый прямоугольник — ответ: чем он шире, тем больше позиций за ним, а под ним ответы после хода " +
    "доказательства. Нажмите, чтобы перейти туда.",
  mapBox: (reply, answer, number) => `${reply} → ${answer}: ${positions(number)}`,
  mapAround: "путь сюда",

  back: "← назад",
  forward: "вперёд →",
  keyLeft: "Стрелка влево",
  keyRight: "Стрелка вправо",
  keyP: "Клавиша P",
  playMove: (square) => `сыграть ${square}`,
  moves: "Ходы",
  numbers: "номера",
  or: " или ",
  gameOver: "Пять в ряд: партия окончена.",
  standingAbsent: "Этой позиции нет в доказательстве.",
  standingAfterMove: "Ход защищающегося. Отмечен каждый возможный ответ.",
  standingLost: "Не записана, но проигрывает серии угроз.",
  standingOpen: "Встречается в доказательстве, но не записана, и серия угроз не найдена.",
  standingSequence: "По доказательству здесь есть выигрывающая серия угроз.",
  standingMove: (moves, makesFive) => `Ход доказательства: ${moves}${makesFive ? ", пятёрка" : ""}.`,
  noSequence: "Поиск её не находит.",
  belowStored: (number, longest) =>
    `Отсюда, считая и эту: ${positions(number)}; самый длинный вариант — ${plies(longest)}.`,
  belowReplies: (number, longest) =>
    `За ответами, каждая один раз: ${positions(number)}; самый длинный вариант — ${plies(longest)}.`,
  thisIncluded: "позиции отсюда, считая и эту; самый длинный вариант",
  lineToHere: "Вариант до этого места",
  tree: "Дерево",
  after: (square) => `После ${square}:`,
  replies: (total, rows) =>
    plural(total, reply) + (rows < total ? `, ${count(rows)} с точностью до поворотов и отражений` : ""),
  repliesStored: (number) => `записано: ${count(number)}`,
  repliesLost: (number) => `проигрывают серии угроз: ${count(number)}`,
  repliesOpen: (number) => `без ответа: ${count(number)}`,
  repliesFive: (number) => `делают пятёрку: ${count(number)}`,
  openReplies: "Без ответа:",
  showAll: (number) => `показать все ${count(number)}`,
  alike: (squares) => `также ${squares}`,
  turnedInProof: "в доказательстве записана повёрнутой или отражённой",
  turnedBoard: "на повёрнутой или отражённой доске",
  aSequence: "серия угроз",
  transpositions: "Перестановки ходов",
  leadHere: (number) =>
    `${number === 1 ? "Сюда ведёт" : "Сюда ведут"} ${positions(number)}: варианты доказательства сходятся`,
  byFrom: (move, from) => `ходом ${move}; начало: ${from}`,
  kinds: {
    five: "пятёрка",
    "straight four": "открытая четвёрка",
    four: "четвёрка",
    "broken three": "тройка с разрывом",
    three: "открытая тройка",
    "three (3 replies)": "открытая тройка (3 ответа)",
  },
  threat: (kind, gain, cost) => `${kind} ${gain}${cost ? `, ответ на ${cost}` : ""}`,

  youAre: (defender, attacker) =>
    `Вы защищаетесь и играете ${byWhom[defender]}. ${upperNames[attacker]} ходят по доказательству.`,
  undo: "вернуть ход",
  newGame: "новая партия",
  goOn: "показать продолжение",
  hide: "скрыть",
  answerFrom: {
    nowhere: "Здесь у доказательства нет ответа, и выигрывающая серия угроз не найдена.",
    five: "Пять в ряд.",
    record: "Ход доказательства.",
    sequence: "Ваш ход проигрывает серии угроз, она разыгрывается.",
    search: "Серия продолжается.",
  },
  youLost: "Пять в ряд: вы проиграли.",
  youWon: "Пять в ряд: вы выиграли, и доказательство неверно.",
  forbiddenPlayed: "Здесь у чёрных фол: вы сразу проиграли бы.",

  whyForbidden: (number) =>
    `Почему фол: ${plural(number, { one: "пункт", few: "пункта", many: "пунктов", other: "пункта" })}`,
  forbiddenKinds: { overline: "длинный ряд", "double four": "вилка 4×4", "double three": "вилка 3×3" },
  makes: { three: "тройка", four: "четвёрка", "two fours": "две четвёрки", overline: "длинный ряд" },

  setUp: "Расставить позицию",
  setUpWords: "Первое нажатие ставит чёрный камень, второе белый, третье убирает его.",
  setUpMoves: "Или ходы партии",
  setUpWrong: "Нужны ходы вида h8 i9, каждый в пустой пункт.",
  turnOf: "Чей ход",
  showPosition: "Показать",
  clearBoard: "очистить",
  cancel: "отмена",
  setUpByHand: "расставлена вручную",

  textsOfFile: "Тексты файла",
  texts: (number, isCut) =>
    `${plural(number, { one: "текст", few: "текста", many: "текстов", other: "текста" })} в файле${isCut ? ", только первые" : ""}`,
  searchTexts: "Поиск",
  found: (number) => `найдено: ${count(number)}`,
  charset: "Кодировка",

  verifyWords: (number) =>
    `${positions(number)}. Файл проверяется здесь, на этой странице, ответ за ответом: на каждый возможный ответ ` +
    "защищающегося должна быть записанная позиция или выигрывающая серия угроз.",
  verifyAt: { dbsearch: "Проверить на уровне db-search", rules: "Проверить на уровне rules" },
  believing: {
    dbsearch: "доверяя правилам, чтению и поиску угроз этой программы",
    rules: "доверяя только ядру в 650 строк кода",
  },
  findings: (number) =>
    `${plural(number, finding)} при преобразовании: в файле есть то, чего нельзя записать ходом доказательства. ` +
    "Утверждение, которому нужно такое место, проверить нельзя. Проверка их перечислит.",
  listFindings: "Проверить и перечислить замечания",
  findingsStop: "Подтвердить нельзя: каждому утверждению нужно одно из перечисленных мест.",
  stop: "Остановить",
  stopped: "остановлено",
  pause: "Приостановить",
  resume: "Продолжить",
  paused: ", приостановлено",
  readingFile: "чтение …",
  howFar: "Сколько проверено",
  progress: (done, total, gaps, seconds) =>
    `ответы: ${count(done)} из ${count(total)}, ${plural(gaps, gap)}, ${seconds} с`,
  left: (seconds) => `, осталось около ${seconds} с`,
  outcome: {
    verified: (attacker, from) => `Доказано: ${names[attacker]} выигрывают; начало: ${from}.`,
    "not-verified": (_attacker, from) =>
      `Не доказано; начало: ${from}. Что-то пропущено или неверно, список ниже показывает где.`,
    undecided: (_attacker, from) =>
      `Не решено; начало: ${from}. Проверка не закончена и ничего не говорит об утверждении.`,
  },
  took: (seconds) => `${seconds} с, в одном потоке этого браузера`,
  gaps: (number, isCut) => `${isCut ? "Первые: " : ""}${plural(number, gap)}`,
  gapsAndFindings: (number, isCut) => `Замечания и пробелы${isCut ? ", первые" : ""}: ${count(number)}`,
  atClaim: "начало",
  atByte: (offset) => `байт ${count(offset)} файла`,
  gapKinds: {
    "unanswered-reply": "на ответ нет ответа",
    "unproved-leaf": "выигрывающая серия не найдена",
    "missing-root": "нет начальной позиции",
    "refuted-move": "ход опровергает",
    "illegal-move": "невозможный ход",
    "after-end": "на доске уже есть пятёрка",
    draw: "ходить некуда",
    contradictory: "два хода в одной позиции",
    "stray-position": "камни, к которым не ведёт ни одно утверждение",
    "forbidden-move": "фол",
  },

  plotLabel: "Позиции и ответы по числу камней",
  plotCaption: "по числу камней на доске",
  plotBar: (stones, number, kind) => `камней ${stones}: ${kind} ${count(number)}`,
  plotPositions: "позиции",
  plotReplies: "ответы",
  asTable: "Таблицей",
  table: ["камни", "позиции", "без ответа", "ответы", "из них записано"],

  theorem: "Уровень theorem (теорема)",
  noTheorem:
    "Не для этого доказательства: теоремой может стать одно утверждение о выигрыше чёрных при их ходе, на 15×15 по " +
    "правилам гомоку без ограничений или стандартного.",
  theoremWords: (isProved) =>
    `Это ${isProved ? "доказано" : "можно попробовать доказать"} в Coq: из страницы, где записаны правила, и без опоры ` +
    "на код C++ или JavaScript. В браузере нет Coq. В копии проекта вся игра занимает около десяти минут процессора:",
  mustBeBelieved: "Чему надо верить",
  believedBefore: "Тому, что",
  believedBetween:
    ", 50 строк, говорит, что такое пять в ряд; и Coq 8.16.1 с целыми числами и массивами его ядра, которые его команда",
  believedAfter: "перечисляет:",
};

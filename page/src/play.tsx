// Play: you are the defender, and the proof answers.

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

import { Board, type Ghost } from "./board";
import type { Mark } from "./cell";
import { ClaimChoice } from "./claim_choice";
import type { Client } from "./client";
import { back, cut, fiveOf, play, positionOf, type Line } from "./game";
import { Legend, signsOf } from "./legend";
import { lighting } from "./light";
import type { Info, Probe, Threat } from "./probe";
import { Reasons } from "./reasons";
import { ghostsOf, rowsOf } from "./sequence";
import {
  afterMove,
  asRequest,
  columnOf,
  fiveThrough,
  other,
  rowOf,
  squareAt,
  stoneAt,
  type Position,
  type Square,
} from "./squares";

import { Tools } from "./tools";
import { useWords } from "./words";

interface Answer {
  from: "nowhere" | "five" | "record" | "sequence" | "search";
  move?: Square;
  sequence: Threat[];
  error?: string;
}

/** Where the attacker makes a five next, or else an empty square near the middle: who has lost has to play somewhere. */
function lastResort(position: Position, rule: string): Square {
  const middle = (position.size - 1) / 2;
  const far = (square: Square) => Math.hypot(columnOf(square) - middle, rowOf(square) - middle);
  const numbers = [...Array(position.size).keys()];
  const empty = numbers
    .flatMap((column) => numbers.map((row) => squareAt(column, row)))
    .filter((square) => stoneAt(position, square) === undefined)
    .sort((a, b) => far(a) - far(b));
  const passed = { ...position, toMove: other(position.toMove) };
  return empty.find((square) => fiveThrough(afterMove(passed, square), square, rule).length > 0) ?? empty[0]!;
}

/** The reply after which the most is left to do: a stored one, or the one that the longest sequence answers. */
function hardestReply(probe: Probe | undefined): Square | undefined {
  const { stored = [], "lost-to": lost = [] } = probe?.replies ?? {};
  const longest = [...stored].sort((a, b) => b.plies - a.plies || b.positions - a.positions)[0];
  return (longest ?? [...lost].sort((a, b) => b.sequence.length - a.sequence.length)[0])?.reply;
}

/** How it goes on from here, move by move as in a game, if the defender holds out as long as the proof knows how. */
async function continuation(
  client: Client,
  position: Position,
  answer: Answer | undefined,
  rule: string,
): Promise<Square[]> {
  const moves: Square[] = [];
  let now = position;
  let sequence = answer?.sequence ?? [];
  for (let i = 0; i < 40; ++i) {
    const shown = await client.ask({ ask: "probe", full: true, ...asRequest(now) });
    const parry = sequence[0]?.cost.find((square) => stoneAt(now, square) === undefined);
    const reply = hardestReply(shown.probe) ?? parry ?? lastResort(now, rule);
    now = afterMove(now, reply);
    const found = await client.ask({ ask: "play", last: reply, ...asRequest(now) });
    moves.push(reply);
    if (!found.move) break;
    moves.push(found.move);
    if (found["makes-five"]) break;
    now = afterMove(now, found.move);
    sequence = found.sequence;
  }
  return moves;
}

function ghostsOfMoves(moves: Square[], first: "black" | "white"): Ghost[] {
  const seen = new Map<Square, Ghost>();
  moves.forEach((square, i) => {
    if (!seen.has(square))
      seen.set(square, { square, color: i % 2 === 0 ? first : other(first), number: i + 1 });
  });
  return [...seen.values()];
}

interface Props {
  client: Client;
  info: Info;
  line: Line;
  setLine: (line: Line) => void;
}

export function Play({ client, info, line, setLine }: Props) {
  const words = useWords();
  const position = positionOf(info, line);
  const defender = other(info.attacker);
  const last = line.moves.at(-1);
  const five = fiveOf(info, line);
  const isOver = five.length > 0;
  const isMine = position.toMove === defender;
  const [answer, setAnswer] = useState<Answer>();
  const [preview, setPreview] = useState<Ghost[]>([]);
  const [forbidden, setForbidden] = useState<Square[]>([]);
  const [isForbiddenPlayed, setForbiddenPlayed] = useState(false);
  const answered = useRef(new Map<string, Answer>());
  const key = JSON.stringify(asRequest(position));

  // The proof's turn. It is asked at once, and not only when the board has been painted.
  useLayoutEffect(() => {
    if (isMine || isOver) return;
    let isWanted = true;
    const mine = last !== undefined && stoneAt(position, last) === defender ? { last } : {};
    void client.ask({ ask: "play", ...mine, ...asRequest(position) }).then((found: Answer) => {
      if (!isWanted) return;
      setAnswer(found);
      if (!found.move) return;
      answered.current.set(JSON.stringify(asRequest(afterMove(position, found.move))), found);
      setLine(play(line, found.move));
    });
    return () => {
      isWanted = false;
    };
  }, [client, key, isOver]);

  // My turn: what the answer was that led here, and where I may not go.
  useEffect(() => {
    setPreview([]);
    setForbiddenPlayed(false);
    if (!isMine) return;
    setAnswer(answered.current.get(key));
    if (info.rule !== "renju" || defender !== "black") return;
    let isWanted = true;
    void client.ask({ ask: "probe", ...asRequest(position) }).then((shown) => {
      if (isWanted) setForbidden(shown.forbidden ?? []);
    });
    return () => {
      isWanted = false;
    };
  }, [client, key]);

  const onPlay = (square: Square) => {
    if (!isMine || isOver || stoneAt(position, square) !== undefined) return;
    if (forbidden.includes(square)) return setForbiddenPlayed(true);
    setLine({ ...play(line, square), undone: [] });
  };
  const undo = () => {
    let shorter = back(line);
    while (shorter.moves.length > 0 && positionOf(info, shorter).toMove !== defender) shorter = back(shorter);
    setLine({ ...shorter, undone: [] });
  };
  const goOn = async () => {
    if (preview.length > 0) return setPreview([]);
    setPreview(ghostsOfMoves(await continuation(client, position, answer, info.rule), position.toMove));
  };

  const marks = new Map<Square, Mark>(
    forbidden.map((square) => [square, { kind: "forbidden", label: words.forbiddenPoint }]),
  );
  const sequence = answer?.sequence ?? [];
  const isSequenceShown = preview.length === 0 && !isOver && isMine && sequence.length > 1;
  return (
    <div class="beside" {...lighting}>
      <Board
        position={position}
        moves={line.moves}
        marks={isMine ? marks : new Map()}
        ghosts={isSequenceShown ? ghostsOf(sequence.slice(1), info.attacker) : preview}
        rows={isSequenceShown ? rowsOf(sequence) : []}
        five={five}
        onPlay={isMine && !isOver ? onPlay : undefined}
        label={words.boardYouAre(defender)}
      />
      <div class="under">
        <Legend shown={signsOf(isMine ? marks : new Map(), line, isSequenceShown ? sequence : [], five)} />
        <Tools info={info} view="play" line={line} />
      </div>
      <div class="panel">
        <p>{words.youAre(defender, info.attacker)}</p>
        <ClaimChoice info={info} line={line} onChoice={setLine} />
        <div class="buttons">
          <button
            onClick={undo}
            disabled={!line.moves.some((_, i) => positionOf(info, cut(line, i)).toMove === defender)}
          >
            {words.undo}
          </button>
          <button onClick={() => setLine({ ...line, moves: [], undone: [] })}>{words.newGame}</button>
          <button class="main" onClick={() => void goOn()} disabled={!isMine || isOver}>
            {preview.length > 0 ? words.hide : words.goOn}
          </button>
        </div>
        <div aria-live="polite" class="standing">
          {isOver && (
            <p>
              <b>{stoneAt(position, last!) === info.attacker ? words.youLost : words.youWon}</b>
            </p>
          )}
          {!isOver && !isMine && !answer?.error && answer?.from !== "nowhere" && <p>…</p>}
          {!isOver &&
            answer &&
            (answer.error ? (
              <p class="bad" lang="en">
                {answer.error}
              </p>
            ) : (
              <p>{words.answerFrom[answer.from]}</p>
            ))}
          {isForbiddenPlayed && <p class="bad">{words.forbiddenPlayed}</p>}
        </div>
        {isMine && !isOver && <Reasons client={client} position={position} number={forbidden.length} />}
        <p class="trail" aria-label={words.moves}>
          {line.moves.map((square, i) => (
            <span key={i} data-about={square}>
              {i > 0 && " "}
              {square}
            </span>
          ))}
        </p>
      </div>
    </div>
  );
}

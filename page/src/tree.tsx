// The tree of the proof around a position: the line from the claim down to it, and the replies below it, with their sizes.
//
// A row is a position that the proof stores: the reply that leads to it, and the answer. Where a position is not stored a
// row of the line has no size.

import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";

import type { Client } from "./client";
import { addressOf, cut, play, positionOf, rootOf, type Line } from "./game";
import { heatOf } from "./heat";
import type { Info, Probe, Replies, StoredReply, Weight } from "./probe";
import { afterMove, asRequest, type Position, type Square } from "./squares";
import { alike } from "./symmetry";
import { rootText, useWords, type Words } from "./words";

/** What the proof plays after a stored reply. */
export const answerOf = (words: Words, reply: StoredReply): string =>
  [...reply.moves, ...(reply["claims-sequence"] ? [words.aSequence] : [])].join(words.or);

/** Of the claim and of the position after each move; undefined while the core thinks. */
function useWeights(client: Client, info: Info, line: Line): (Weight | null)[] | undefined {
  const key = addressOf("walk", line);
  const [known, setKnown] = useState<{ key: string; client: Client; weights: (Weight | null)[] }>();
  useEffect(() => {
    let isWanted = true;
    const claim = asRequest(positionOf(info, cut(line, 0)));
    void client.ask({ ask: "weights", line: line.moves.join(" "), ...claim }).then((answer) => {
      if (isWanted && answer.weights) setKnown({ key, client, weights: answer.weights });
    });
    return () => {
      isWanted = false;
    };
  }, [client, key]);
  return known?.key === key && known.client === client ? known.weights : undefined;
}

interface Row {
  /** How many moves of the line come before the attacker's answer. */
  moves: number;
  text: string;
}

/** The claim, and the positions of the line after which the attacker is to move. */
function rowsOf(words: Words, info: Info, line: Line, probe: Probe): Row[] {
  const rows: Row[] = [];
  const answer = probe.standing === "stored" ? probe.moves[0] : undefined;
  for (let i = 0; i <= line.moves.length; ++i) {
    const isAnswered = positionOf(info, cut(line, i)).toMove === info.attacker;
    if (i > 0 && !isAnswered) continue;
    const reply = i === 0 ? rootText(words, rootOf(info, line)) : line.moves[i - 1]!;
    const next = line.moves[i] ?? answer;
    rows.push({ moves: i, text: isAnswered && next ? `${reply} → ${next}` : reply });
  }
  return rows;
}

function Size({ weight }: { weight: Weight | null | undefined }) {
  const words = useWords();
  if (!weight) return null;
  return (
    <span class="size" title={words.thisIncluded}>
      {words.positions(weight.positions)}, {words.plies(weight.plies)}
    </span>
  );
}

function Above({ info, line, rows, weights, setLine }: AboveProps) {
  const words = useWords();
  return (
    <ol class="tree above" aria-label={words.lineToHere}>
      {rows.map((row, depth) => {
        const isHere = depth === rows.length - 1;
        // To where the replies are: behind the attacker's answer, where the line has one.
        const isAnswered = positionOf(info, cut(line, row.moves)).toMove === info.attacker;
        const length = Math.min(line.moves.length, isAnswered ? row.moves + 1 : row.moves);
        return (
          <li key={row.moves} style={{ "--depth": Math.min(depth, 6) }}>
            <button onClick={() => setLine(cut(line, length))} aria-current={isHere ? "true" : undefined}>
              <span>{row.text}</span>
              <Size weight={weights?.[row.moves]} />
            </button>
          </li>
        );
      })}
    </ol>
  );
}

interface AboveProps {
  info: Info;
  line: Line;
  rows: Row[];
  weights: (Weight | null)[] | undefined;
  setLine: (line: Line) => void;
}

export function Jump({ square, onPlay }: { square: Square; onPlay: (square: Square) => void }) {
  return (
    <button class="jump" data-about={square} onClick={() => onPlay(square)}>
      {square}
    </button>
  );
}

/** Squares to jump to; of many the first few, as what comes below should be in sight, too. */
function Jumps({ squares, onPlay, children }: JumpsProps) {
  const words = useWords();
  const [isAll, setAll] = useState(false);
  const shown = isAll || squares.length <= fewSquares + 3 ? squares : squares.slice(0, fewSquares);
  return (
    <>
      {children}
      {shown.map((square) => (
        <Jump key={square} square={square} onPlay={onPlay} />
      ))}
      {shown.length < squares.length && (
        <button class="jump all" onClick={() => setAll(true)}>
          {words.showAll(squares.length)}
        </button>
      )}
    </>
  );
}

const fewSquares = 12;

interface JumpsProps {
  squares: Square[];
  onPlay: (square: Square) => void;
  children?: ComponentChildren;
}

interface ChildProps {
  reply: StoredReply;
  /** The other squares at which the reply is the same one, turned or mirrored. */
  others: Square[];
  heat: number;
  onPlay: () => void;
}

function Child({ reply, others, heat, onPlay }: ChildProps) {
  const words = useWords();
  return (
    <li>
      <button onClick={onPlay} style={{ "--heat": heat }} data-about={[reply.reply, ...others].join(" ")}>
        <span>
          <b>{reply.reply}</b> → {answerOf(words, reply)}
          {others.length > 0 && <span class="others">{words.alike(others.join(" "))}</span>}
        </span>
        <span class="size">
          {words.positions(reply.positions)}, {words.plies(reply.plies)}
          {reply.symmetry !== 0 && (
            <>
              {" "}
              <abbr title={words.turnedInProof}>⟲{reply.symmetry}</abbr>
            </>
          )}
        </span>
      </button>
    </li>
  );
}

interface BelowProps {
  replies: Replies;
  /** The position at which they are the replies. */
  position: Position;
  after?: Square;
  onPlay: (square: Square) => void;
}

/** How many of the legal replies are different ones, if turned and mirrored boards are the same. */
function numberOfRows(position: Position, replies: Replies): number {
  const stored = replies.stored.map((reply) => reply.reply);
  return alike(position, [...stored, ...replies.lost, ...replies.open, ...replies.fives]).length;
}

function Below({ replies, position, after, onPlay }: BelowProps) {
  const words = useWords();
  const heat = heatOf(replies);
  const stored = [...replies.stored].sort((a, b) => b.positions - a.positions);
  const replyAt = new Map(stored.map((reply) => [reply.reply, reply]));
  const rows = alike(position, [...replyAt.keys()]);
  return (
    <>
      <h3>
        {after && `${words.after(after)} `}
        {words.replies(replies.total, numberOfRows(position, replies))}
      </h3>
      <p class="note">
        {(
          [
            [stored.length, words.repliesStored],
            [replies.lost.length, words.repliesLost],
            [replies.open.length, words.repliesOpen],
            [replies.fives.length, words.repliesFive],
          ] as const
        )
          .filter(([number]) => number > 0)
          .map(([number, text]) => text(number))
          .join(", ")}
      </p>
      {replies.open.length > 0 && (
        <p class="bad">
          <Jumps squares={replies.open} onPlay={onPlay}>
            {words.openReplies}{" "}
          </Jumps>
        </p>
      )}
      <ul class="tree below">
        {rows.map(([square = "", ...others]) => {
          const reply = replyAt.get(square)!;
          return (
            <Child
              key={square}
              reply={reply}
              others={others}
              heat={heat(reply.positions)}
              onPlay={() => onPlay(square)}
            />
          );
        })}
      </ul>
      {replies.lost.length > 0 && (
        <details>
          <summary>{words.repliesLost(replies.lost.length)}</summary>
          <p>
            <Jumps squares={replies.lost} onPlay={onPlay} />
          </p>
        </details>
      )}
    </>
  );
}

interface Props {
  client: Client;
  info: Info;
  line: Line;
  probe: Probe;
  setLine: (line: Line) => void;
}

export function Tree({ client, info, line, probe, setLine }: Props) {
  const words = useWords();
  const weights = useWeights(client, info, line);
  const move = probe.standing === "stored" ? probe.moves[0] : undefined;
  const onPlay = (reply: Square) => setLine(play(move ? play(line, move) : line, reply));
  const here = positionOf(info, line);
  const position = move ? afterMove(here, move) : here;
  return (
    <section aria-label={words.tree}>
      <Above
        info={info}
        line={line}
        rows={rowsOf(words, info, line, probe)}
        weights={weights}
        setLine={setLine}
      />
      {probe.replies && <Below replies={probe.replies} position={position} after={move} onPlay={onPlay} />}
    </section>
  );
}

// Walk: what the proof plays at a position, and what becomes of every reply.

import { useEffect, useLayoutEffect, useState } from "preact/hooks";

import { Board } from "./board";
import type { Mark } from "./cell";
import type { Client } from "./client";
import { back, cut, forth, play, positionOf, type Line } from "./game";
import { heatOf } from "./heat";
import type { Info, Probe, Shown } from "./probe";
import { ghostsOf, rowsOf, textOf } from "./sequence";
import { asRequest, fiveThrough, stoneAt, type Square } from "./squares";
import { Tree } from "./tree";
import { Ways } from "./ways";
import { answerOf, plies, plural } from "./words";

/** What the core says of the position at the end of the line; undefined while it thinks. */
export function useShown(client: Client, info: Info, line: Line): Shown | { error: string } | undefined {
  const position = positionOf(info, line);
  const key = JSON.stringify(asRequest(position));
  const [shown, setShown] = useState<{ key: string; client: Client; answer: Shown | { error: string } }>();
  useLayoutEffect(() => {
    let isWanted = true;
    void client.ask({ ask: "probe", full: true, ...asRequest(position) }).then((answer) => {
      if (isWanted) setShown({ key, client, answer });
    });
    return () => {
      isWanted = false;
    };
  }, [client, key]);
  return shown?.key === key && shown.client === client ? shown.answer : undefined;
}

/** Every legal reply, or the proof's move, on its square. */
export function marksOf(shown: Shown): Map<Square, Mark> {
  const { probe } = shown;
  const marks = new Map<Square, Mark>();
  for (const square of shown.forbidden) marks.set(square, { kind: "forbidden", label: "forbidden point" });
  if (probe.standing === "stored") {
    for (const move of probe.moves)
      marks.set(move, {
        kind: "move",
        label: probe["makes-five"] ? "the proof's move, makes a five" : "the proof's move",
      });
    return marks;
  }
  const { replies } = probe;
  if (!replies) return marks;
  const heat = heatOf(replies);
  for (const reply of replies.stored)
    marks.set(reply.reply, {
      kind: "stored",
      heat: heat(reply.positions),
      label: `answered by ${answerOf(reply)}, ${plural(reply.positions, "position")}`,
    });
  for (const square of replies.lost) marks.set(square, { kind: "lost", label: "lost to a threat sequence" });
  for (const square of replies.open) marks.set(square, { kind: "open", label: "not answered" });
  for (const square of replies.fives) marks.set(square, { kind: "five", label: "makes a five" });
  return marks;
}

function standingText(probe: Probe): string {
  switch (probe.standing) {
    case "absent":
      return "This position is not in the proof.";
    case "after-move":
      return "The defender is to move. Every legal reply is marked.";
    case "reply":
      return probe["in-proof"]
        ? "Not stored, and lost to a winning threat sequence."
        : "It arises in the proof, is not stored, and no threat sequence was found.";
    case "stored":
      if (probe.moves.length === 0) return "The proof claims a winning threat sequence.";
      return `The proof plays ${probe.moves.join(" or ")}${probe["makes-five"] ? ", which makes a five" : ""}.`;
  }
}

function SequenceList({ probe }: { probe: Probe }) {
  const { sequence } = probe;
  if (!sequence || sequence.length === 0)
    return probe["sequence-found"] === false ? <p class="bad">The search finds none.</p> : null;
  return (
    <ol class="sequence">
      {sequence.map((threat, i) => (
        <li key={i} value={2 * i + 1}>
          {textOf(threat)}
        </li>
      ))}
    </ol>
  );
}

function Trail({ info, line, setLine }: { info: Info; line: Line; setLine: (line: Line) => void }) {
  return (
    <nav class="trail" aria-label="Moves">
      <button onClick={() => setLine(cut(line, 0))}>
        {info.roots[line.root]?.text ?? "the empty board"}
      </button>
      {line.moves.map((move, i) => (
        <button key={i} onClick={() => setLine(cut(line, i + 1))} aria-current={i + 1 === line.moves.length}>
          {move}
        </button>
      ))}
      {line.undone.map((move, i) => (
        <button
          key={`undone${i}`}
          class="undone"
          onClick={() => {
            let longer = line;
            for (let k = 0; k <= i; ++k) longer = forth(longer);
            setLine(longer);
          }}
        >
          {move}
        </button>
      ))}
    </nav>
  );
}

interface Props {
  client: Client;
  info: Info;
  line: Line;
  setLine: (line: Line) => void;
}

export function Walk({ client, info, line, setLine }: Props) {
  const shown = useShown(client, info, line);
  const [numbered, setNumbered] = useState(false);
  const position = positionOf(info, line);
  const probe = shown && "probe" in shown ? shown.probe : undefined;
  const last = line.moves.at(-1);
  const isOver = last !== undefined && fiveThrough(position, last, info.rule).length > 0;
  const onPlay = (square: Square) => {
    if (!isOver && stoneAt(position, square) === undefined) setLine(play(line, square));
  };
  const proofMove = probe?.standing === "stored" ? probe.moves[0] : probe?.sequence?.[0]?.gain;
  const sequence = probe?.sequence ?? [];

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.target instanceof HTMLInputElement || event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.key === "ArrowLeft") setLine(back(line));
      else if (event.key === "ArrowRight") setLine(forth(line));
      else if (event.key === "p" && proofMove) onPlay(proofMove);
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });

  return (
    <div class="beside">
      <Board
        position={position}
        moves={line.moves}
        marks={shown && "probe" in shown && !isOver ? marksOf(shown) : new Map()}
        ghosts={ghostsOf(sequence, info.attacker)}
        rows={rowsOf(sequence)}
        numbered={numbered}
        onPlay={onPlay}
        label={`Board, ${position.toMove} to move`}
      />
      <div class="panel">
        <div class="buttons">
          <button onClick={() => setLine(back(line))} disabled={line.moves.length === 0} title="Arrow left">
            ← back
          </button>
          <button
            onClick={() => setLine(forth(line))}
            disabled={line.undone.length === 0}
            title="Arrow right"
          >
            forth →
          </button>
          <button
            class="main"
            onClick={() => proofMove && onPlay(proofMove)}
            disabled={!proofMove || isOver}
            title="Key p"
          >
            {proofMove ? `play ${proofMove}` : "the proof's move"}
          </button>
          <label>
            <input type="checkbox" checked={numbered} onChange={() => setNumbered(!numbered)} /> numbers
          </label>
        </div>
        {info.roots.length > 1 && (
          <label>
            Claim{" "}
            <select
              value={line.root}
              onChange={(event) =>
                setLine({ root: Number(event.currentTarget.value), moves: [], undone: [] })
              }
            >
              {info.roots.map((root, i) => (
                <option key={i} value={i}>
                  {root.text}
                </option>
              ))}
            </select>
          </label>
        )}
        <Trail info={info} line={line} setLine={setLine} />
        <div aria-live="polite" class="standing">
          {isOver && (
            <p>
              <b>Five in a row: the game is over.</b>
            </p>
          )}
          {!isOver && shown === undefined && <p>…</p>}
          {shown && "error" in shown && <p class="bad">{shown.error}</p>}
          {!isOver && probe && <p>{standingText(probe)}</p>}
        </div>
        {!isOver && probe && (
          <>
            {probe.below && probe.below.positions > 0 && (
              <p class="note">
                Below: {plural(probe.below.positions, "position")}, the longest line has{" "}
                {plies(probe.below.plies)}.
              </p>
            )}
            <SequenceList probe={probe} />
            <Tree client={client} info={info} line={line} probe={probe} setLine={setLine} />
            <Ways probe={probe} line={line} setLine={setLine} />
          </>
        )}
      </div>
    </div>
  );
}

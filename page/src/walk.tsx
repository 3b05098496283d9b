// Walk: what the proof plays at a position, and what becomes of every reply.

import { useEffect, useLayoutEffect, useState } from "preact/hooks";

import { Board } from "./board";
import { ClaimChoice } from "./claim_choice";
import type { Mark } from "./cell";
import type { Client } from "./client";
import { Legend, signsOf } from "./legend";
import { lighting } from "./light";
import { atPosition, back, cut, fiveOf, forth, play, positionOf, rootOf, type Line } from "./game";
import { heatOf } from "./heat";
import { Icicle } from "./icicle";
import type { Info, Probe, Shown } from "./probe";
import { NoteList } from "./note_list";
import { Reasons } from "./reasons";
import { ghostsOf, rowsOf, textOf } from "./sequence";
import { SetUp, withNextStone } from "./set_up";
import { asRequest, stoneAt, type Position, type Square } from "./squares";
import { Tools } from "./tools";
import { answerOf, Tree } from "./tree";
import { Ways } from "./ways";
import { rootText, useWords, type Words } from "./words";

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
export function marksOf(words: Words, shown: Shown): Map<Square, Mark> {
  const { probe } = shown;
  const marks = new Map<Square, Mark>();
  for (const square of shown.forbidden) marks.set(square, { kind: "forbidden", label: words.forbiddenPoint });
  if (probe.standing === "stored") {
    for (const move of probe.moves)
      marks.set(move, {
        kind: "move",
        label: probe["makes-five"] ? words.proofsMoveFive : words.proofsMove,
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
      label: words.answeredBy(answerOf(words, reply), reply.positions),
    });
  for (const square of replies.lost) marks.set(square, { kind: "lost", label: words.lostReply });
  for (const square of replies.open) marks.set(square, { kind: "open", label: words.openReply });
  for (const square of replies.fives) marks.set(square, { kind: "five", label: words.fiveReply });
  return marks;
}

function standingText(words: Words, probe: Probe): string {
  switch (probe.standing) {
    case "absent":
      return words.standingAbsent;
    case "after-move":
      return words.standingAfterMove;
    case "reply":
      return probe["in-proof"] ? words.standingLost : words.standingOpen;
    case "stored":
      if (probe.moves.length === 0) return words.standingSequence;
      return words.standingMove(probe.moves.join(words.or), probe["makes-five"]);
  }
}

function SequenceList({ probe }: { probe: Probe }) {
  const words = useWords();
  const { sequence } = probe;
  if (!sequence || sequence.length === 0)
    return probe["sequence-found"] === false ? <p class="bad">{words.noSequence}</p> : null;
  return (
    <ol class="sequence">
      {sequence.map((threat, i) => (
        <li key={i} value={2 * i + 1} data-about={[threat.gain, ...threat.cost].join(" ")}>
          {textOf(words, threat)}
        </li>
      ))}
    </ol>
  );
}

function Trail({ info, line, setLine }: { info: Info; line: Line; setLine: (line: Line) => void }) {
  const words = useWords();
  return (
    <nav class="trail" aria-label={words.moves}>
      <button onClick={() => setLine(cut(line, 0))}>{rootText(words, rootOf(info, line))}</button>
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

export function Walk(props: Props) {
  const words = useWords();
  const { info, line, setLine } = props;
  const [draft, setDraft] = useState<Position>();
  if (!draft) return <Look {...props} onSetUp={() => setDraft(positionOf(info, line))} />;
  return (
    <div class="beside">
      <Board
        position={draft}
        moves={[]}
        marks={new Map()}
        onPlay={(square) => setDraft(withNextStone(draft, square))}
        label={words.setUp}
      />
      <div class="panel">
        <SetUp
          draft={draft}
          setDraft={setDraft}
          onDone={() => {
            setLine(atPosition(draft));
            setDraft(undefined);
          }}
          onCancel={() => setDraft(undefined)}
        />
      </div>
    </div>
  );
}

function Look({ client, info, line, setLine, onSetUp }: Props & { onSetUp: () => void }) {
  const words = useWords();
  const shown = useShown(client, info, line);
  const position = positionOf(info, line);
  const probe = shown && "probe" in shown ? shown.probe : undefined;
  const five = fiveOf(info, line);
  const isOver = five.length > 0;
  const onPlay = (square: Square) => {
    if (!isOver && stoneAt(position, square) === undefined) setLine(play(line, square));
  };
  const proofMove = probe?.standing === "stored" ? probe.moves[0] : probe?.sequence?.[0]?.gain;
  const sequence = probe?.sequence ?? [];

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isField = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
      if (isField || event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.key === "ArrowLeft") setLine(back(line));
      else if (event.key === "ArrowRight") setLine(forth(line));
      else if (event.key === "p" && proofMove) onPlay(proofMove);
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });

  const marks = shown && "probe" in shown && !isOver ? marksOf(words, shown) : new Map<Square, Mark>();
  return (
    <div class="beside" {...lighting}>
      <Board
        position={position}
        moves={line.moves}
        marks={marks}
        ghosts={ghostsOf(sequence, info.attacker)}
        rows={rowsOf(sequence)}
        five={five}
        onPlay={onPlay}
        label={words.boardToMove(position.toMove)}
      />
      <div class="under">
        <Legend shown={signsOf(marks, line, sequence, five, probe)} />
        <Tools info={info} view="walk" line={line} />
        <Icicle client={client} info={info} line={line} setLine={setLine} />
      </div>
      <div class="panel">
        <div class="buttons">
          <button
            onClick={() => setLine(back(line))}
            disabled={line.moves.length === 0}
            title={words.keyLeft}
          >
            {words.back}
          </button>
          <button
            onClick={() => setLine(forth(line))}
            disabled={line.undone.length === 0}
            title={words.keyRight}
          >
            {words.forward}
          </button>
          <button
            class="main"
            onClick={() => proofMove && onPlay(proofMove)}
            disabled={!proofMove || isOver}
            title={words.keyP}
          >
            {proofMove ? words.playMove(proofMove) : words.proofsMove}
          </button>
          <button onClick={onSetUp}>{words.setUp}</button>
        </div>
        <ClaimChoice info={info} line={line} onChoice={setLine} />
        <Trail info={info} line={line} setLine={setLine} />
        <div aria-live="polite" class="standing">
          {isOver && (
            <p>
              <b>{words.gameOver}</b>
            </p>
          )}
          {!isOver && shown === undefined && <p>…</p>}
          {shown && "error" in shown && (
            <p class="bad" lang="en">
              {shown.error}
            </p>
          )}
          {!isOver && probe && <p>{standingText(words, probe)}</p>}
        </div>
        {!isOver && shown && "probe" in shown && (
          <Reasons client={client} position={position} number={shown.forbidden.length} />
        )}
        <NoteList client={client} info={info} line={line} setLine={setLine} />
        {!isOver && probe && (
          <>
            {probe.below && probe.below.positions > 0 && (
              <p class="note">
                {(probe.standing === "stored" ? words.belowStored : words.belowReplies)(
                  probe.below.positions,
                  probe.below.plies,
                )}
              </p>
            )}
            <SequenceList probe={probe} />
            <Tree client={client} info={info} line={line} probe={probe} setLine={setLine} />
            <Ways info={info} probe={probe} line={line} setLine={setLine} />
          </>
        )}
      </div>
    </div>
  );
}

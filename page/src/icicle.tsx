// The proof as one picture: boxes hang from the claim, a reply each, as wide as there are positions behind it. Replies that
// mirror each other are one box.
//
// The core is asked for one box after the other, so that whoever walks on meanwhile waits for one answer at most.

import { useEffect, useState } from "preact/hooks";

import type { Client } from "./client";
import { atRoot, play, positionOf, type Line } from "./game";
import type { Info, Shown } from "./probe";
import { afterMove, asRequest, type Square } from "./squares";
import { alike } from "./symmetry";
import { answerOf } from "./tree";
import { useWords, type Words } from "./words";

interface Box {
  /** From the claim to the position behind the reply. */
  line: Line;
  depth: number;
  left: number;
  width: number;
  positions: number;
  reply: Square;
  answer: string;
}

const whole = 1000;
const rowHeight = 50;
const most = 10;
/** Narrower boxes cannot be seen, have nothing below them, have no edge, have no text. */
const leastToSee = 0.3;
const leastToOpen = 5;
const leastToEdge = 3;
const leastToName = 36;
/** In milliseconds: how often the picture is drawn anew while it grows. */
const pause = 300;

/** The boxes below a line that ends with the attacker to move, or at a claim. */
async function below(client: Client, info: Info, words: Words, parent: Omit<Box, "reply" | "answer">) {
  const here = positionOf(info, parent.line);
  const shown: Shown = await client.ask({ ask: "probe", full: true, ...asRequest(here) });
  const probe = shown.probe as Shown["probe"] | undefined; // none where the core has an error to tell
  const move = probe?.standing === "stored" ? probe.moves[0] : undefined;
  const stored = probe?.replies?.stored ?? [];
  const line = move ? play(parent.line, move) : parent.line;
  const replyAt = new Map(stored.map((reply) => [reply.reply, reply]));
  const replies = alike(move ? afterMove(here, move) : here, [...replyAt.keys()])
    .map(([square]) => replyAt.get(square!)!)
    .sort((a, b) => b.positions - a.positions);
  const sum = replies.reduce((total, reply) => total + reply.positions, 0);
  let { left } = parent;
  return replies.map((reply): Box => {
    const width = (parent.width * reply.positions) / Math.max(1, sum);
    const box = {
      line: play(line, reply.reply),
      depth: parent.depth + 1,
      left,
      width,
      positions: reply.positions,
      reply: reply.reply,
      answer: answerOf(words, reply),
    };
    left += width;
    return box;
  });
}

/** Level by level; `take` gets all that there is so far, and in the end all; it says whether somebody still looks. */
async function grow(
  client: Client,
  info: Info,
  words: Words,
  root: number,
  take: (boxes: Box[], isAll: boolean) => boolean,
): Promise<void> {
  const all: Box[] = [];
  let level: Omit<Box, "reply" | "answer">[] = [
    { line: atRoot(root), depth: -1, left: 0, width: whole, positions: 0 },
  ];
  for (let depth = 0; depth < most && level.length > 0; ++depth) {
    const next: Box[] = [];
    for (const parent of level) {
      const boxes = await below(client, info, words, parent);
      all.push(...boxes);
      next.push(...boxes);
      if (!take(all, false)) return;
    }
    level = next.filter((box) => box.width >= leastToOpen);
  }
  take(all, true);
}

function BoxOf({ box, heat, isOnWay, onGo }: { box: Box; heat: number; isOnWay: boolean; onGo: () => void }) {
  const words = useWords();
  const isNamed = box.width >= leastToName;
  const text = words.mapBox(box.reply, box.answer, box.positions);
  return (
    <g
      class={`box${isOnWay ? " on-way" : ""}`}
      role="button"
      tabindex={isNamed ? 0 : -1}
      aria-label={text}
      onClick={onGo}
      onKeyDown={(event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        onGo();
      }}
    >
      <title>{text}</title>
      <rect
        x={box.left}
        y={box.depth * rowHeight}
        width={box.width}
        height={rowHeight}
        class={box.width < leastToEdge ? "slim" : ""}
        style={{ "--heat": heat }}
      />
      {isNamed && (
        <text x={box.left + box.width / 2} y={box.depth * rowHeight + rowHeight / 2 + 6}>
          {box.reply}
        </text>
      )}
    </g>
  );
}

interface Props {
  client: Client;
  info: Info;
  line: Line;
  setLine: (line: Line) => void;
}

export function Icicle({ client, info, line, setLine }: Props) {
  const words = useWords();
  const [isOpen, setOpen] = useState(false);
  const [boxes, setBoxes] = useState<Box[]>([]);
  useEffect(() => {
    setBoxes([]);
    if (!isOpen) return;
    let isWanted = true;
    let drawn = 0;
    void grow(client, info, words, line.root, (found, isAll) => {
      if (isWanted && (isAll || performance.now() > drawn + pause)) {
        drawn = performance.now();
        setBoxes(found.filter((box) => box.width >= leastToSee));
      }
      return isWanted;
    });
    return () => {
      isWanted = false;
    };
  }, [client, line.root, isOpen, words]);

  const depth = Math.max(0, ...boxes.map((box) => box.depth + 1));
  const largest = Math.log1p(Math.max(1, ...boxes.map((box) => box.positions)));
  const isOnWay = (box: Box) => !line.start && box.line.moves.every((move, i) => line.moves[i] === move);
  return (
    <details class="icicle" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{words.map}</summary>
      {isOpen && (
        <>
          <p class="note">{words.mapWords}</p>
          <svg
            viewBox={`0 0 ${whole} ${Math.max(1, depth) * rowHeight}`}
            preserveAspectRatio="none"
            role="group"
            aria-label={words.map}
          >
            {boxes.map((box) => (
              <BoxOf
                key={box.line.moves.join()}
                box={box}
                heat={Math.log1p(box.positions) / largest}
                isOnWay={isOnWay(box)}
                onGo={() => setLine(box.line)}
              />
            ))}
          </svg>
          <p class="note">
            <span class="key on-way" /> {words.mapAround}
          </p>
        </>
      )}
    </details>
  );
}

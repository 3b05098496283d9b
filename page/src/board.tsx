// The board: stones, what the proof says about the empty squares, and a square that has the focus.
//
// It is a grid of the accessibility tree. Arrow keys move the focus, Enter plays. Every square says its name, its stone
// and what is known about it. Where squares are smaller than a finger, the first tap aims and the next one plays.

import { useRef, useState } from "preact/hooks";

import { Cell, type Mark } from "./cell";
import { nameOfLine, placeOf, seenAt, useSight, type Sight } from "./sight";
import { columnOf, rowOf, squareAt, stoneAt, type Color, type Position, type Square } from "./squares";
import { useWords } from "./words";

/** A stone that is not on the board: one of a sequence, numbered. */
export interface Ghost {
  square: Square;
  color: Color;
  number: number;
}

/** A row of a threat, from its first square to its last. */
export interface Row {
  from: Square;
  to: Square;
}

interface Props {
  position: Position;
  /** The moves that led here, the last of which is marked. */
  moves: Square[];
  marks: Map<Square, Mark>;
  ghosts?: Ghost[];
  rows?: Row[];
  /** The squares of a five that ends the game. */
  five?: Square[];
  onPlay?: (square: Square) => void;
  label: string;
}

/** The square in which something happened. */
const squareOf = (event: Event): Square | undefined =>
  (event.target as Element).closest<SVGGElement>("[data-square]")?.dataset["square"];

const step = 40;
const edge = 44;
/** Of the middle of a square, in the units of the picture. */
function middleOf(sight: Sight, size: number, square: Square): { cx: number; cy: number } {
  const [across, up] = placeOf(sight, size, square);
  return { cx: edge + across * step, cy: edge + (size - 1 - up) * step };
}

function starPoints(size: number): Square[] {
  if (size < 9) return [];
  const near = size < 13 ? 2 : 3;
  const middle = (size - 1) / 2;
  const lines = [near, size - 1 - near];
  const points = lines.flatMap((column) => lines.map((row) => squareAt(column, row)));
  return Number.isInteger(middle) ? [...points, squareAt(middle, middle)] : points;
}

function Lines({ size, sight }: { size: number; sight: Sight }) {
  const far = edge + (size - 1) * step;
  const numbers = [...Array(size).keys()];
  return (
    <g aria-hidden="true">
      <rect
        class="wood"
        x="0"
        y="0"
        width={2 * edge + (size - 1) * step}
        height={2 * edge + (size - 1) * step}
        rx="8"
      />
      {numbers.map((k) => (
        <>
          <line class="grid" x1={edge} x2={far} y1={edge + k * step} y2={edge + k * step} />
          <line class="grid" y1={edge} y2={far} x1={edge + k * step} x2={edge + k * step} />
          <text class="coordinate" x={edge + k * step} y={far + 36}>
            {nameOfLine(sight, size, k, true)}
          </text>
          <text class="coordinate" x={13} y={far - k * step + 4}>
            {nameOfLine(sight, size, k, false)}
          </text>
        </>
      ))}
      {starPoints(size).map((star) => (
        <circle key={star} class="star" {...middleOf(sight, size, star)} r="3.5" />
      ))}
    </g>
  );
}

/** A line from the middle of one square to that of another. */
function Stroke({ sight, size, from, to, kind }: Row & { sight: Sight; size: number; kind: string }) {
  const [a, b] = [middleOf(sight, size, from), middleOf(sight, size, to)];
  return <line class={kind} x1={a.cx} y1={a.cy} x2={b.cx} y2={b.cy} />;
}

/** The ends of a row of squares. */
function endsOf(squares: Square[]): Row {
  const sorted = [...squares].sort((a, b) => columnOf(a) - columnOf(b) || rowOf(a) - rowOf(b));
  return { from: sorted[0]!, to: sorted.at(-1)! };
}

/** Where a finger points: the lines of the square, which the finger does not hide, and a ring. */
function Aim({ cx, cy, extent }: { cx: number; cy: number; extent: number }) {
  return (
    <g class="aim">
      <line x1={cx} x2={cx} y1="0" y2={extent} />
      <line y1={cy} y2={cy} x1="0" x2={extent} />
      <circle cx={cx} cy={cy} r="19" />
    </g>
  );
}

/** In pixels: what a finger hits without looking. */
const finger = 34;

export function Board({ position, moves, marks, ghosts = [], rows = [], five = [], onPlay, label }: Props) {
  const { size } = position;
  const words = useWords();
  const { sight } = useSight();
  const isTouch = useRef(false);
  const [aimed, setAimed] = useState<{ square: Square; at: string }>();
  const middle = Math.floor(size / 2);
  const [focus, setFocus] = useState<Square>(squareAt(middle, middle));
  const board = useRef<SVGSVGElement>(null);
  const extent = 2 * edge + (size - 1) * step;
  const last = moves.at(-1);
  const at = `${position.black.join()}/${position.white.join()}`;
  const aim = aimed?.at === at && onPlay ? aimed.square : undefined;
  const numberOf = new Map(moves.map((move, i) => [move, i + 1]));
  const ghostAt = new Map(ghosts.map((ghost) => [ghost.square, ghost]));

  const move = (across: number, up: number) => {
    const inside = (k: number) => Math.min(size - 1, Math.max(0, k));
    const next = seenAt(sight, size, inside(across), inside(up));
    setFocus(next);
    board.current?.querySelector<SVGGElement>(`[data-square="${next}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // A key may come before the board is drawn with the focus where the key before put it.
    const here = squareOf(event) ?? focus;
    const steps: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, 1],
      ArrowDown: [0, -1],
    };
    const way = steps[event.key];
    if (way && !event.altKey && !event.ctrlKey && !event.metaKey) {
      const [across, up] = placeOf(sight, size, here);
      move(across + way[0], up + way[1]);
      event.preventDefault();
      event.stopPropagation();
    } else if (event.key === "Enter" || event.key === " ") {
      onPlay?.(here);
      event.preventDefault();
      event.stopPropagation();
    }
  };
  const labelOf = (square: Square) => {
    const stone = stoneAt(position, square);
    const number = numberOf.get(square);
    const ghost = ghostAt.get(square);
    return [
      square,
      stone ? words.stone[stone] : words.empty,
      stone && number !== undefined ? words.moveNumber(number) : "",
      square === last ? words.lastMove : "",
      marks.get(square)?.label ?? "",
      five.includes(square) ? words.inFive : "",
      ghost ? words.ghost(ghost.color, ghost.number) : "",
    ]
      .filter(Boolean)
      .join(", ");
  };

  const isSmall = () => (board.current?.getBoundingClientRect().width ?? 0) * (step / extent) < finger;
  const onClick = (event: MouseEvent) => {
    const square = squareOf(event);
    if (!square) return;
    setFocus(square);
    const isEmpty = stoneAt(position, square) === undefined;
    if (isTouch.current && isEmpty && onPlay && square !== aim && isSmall()) return setAimed({ square, at });
    setAimed(undefined);
    onPlay?.(square);
  };

  const svg = (
    <svg
      ref={board}
      class="board"
      viewBox={`0 0 ${extent} ${extent}`}
      role="grid"
      aria-label={label}
      data-to-move={position.toMove}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        isTouch.current = event.pointerType === "touch";
      }}
      onClick={onClick}
    >
      <Lines size={size} sight={sight} />
      {five.length > 0 && <Stroke sight={sight} size={size} kind="winning" {...endsOf(five)} />}
      {[...Array(size).keys()].reverse().map((up) => (
        <g role="row" key={up}>
          {[...Array(size).keys()].map((across) => {
            const square = seenAt(sight, size, across, up);
            const stone = stoneAt(position, square);
            return (
              <Cell
                key={square}
                square={square}
                {...middleOf(sight, size, square)}
                step={step}
                stone={stone}
                number={stone && sight.isNumbered ? numberOf.get(square) : undefined}
                isLast={square === last}
                mark={stone || ghostAt.has(square) ? undefined : marks.get(square)}
                label={labelOf(square)}
                hasFocus={square === focus}
                isOpen={onPlay !== undefined && !stone}
              />
            );
          })}
        </g>
      ))}
      <g aria-hidden="true" class="over">
        {rows.map((row, i) => (
          <Stroke key={i} sight={sight} size={size} kind="row-of-threat" {...row} />
        ))}
        {ghosts.map((ghost) => (
          <g key={ghost.square}>
            <circle class={`stone ghost ${ghost.color}`} {...middleOf(sight, size, ghost.square)} r="16" />
            <text
              class={`number on-${ghost.color}`}
              x={middleOf(sight, size, ghost.square).cx}
              y={middleOf(sight, size, ghost.square).cy + 5}
            >
              {ghost.number}
            </text>
          </g>
        ))}
        {five.map((square) => (
          <circle key={square} class="winning" {...middleOf(sight, size, square)} r="18.5" />
        ))}
        {aim && <Aim {...middleOf(sight, size, aim)} extent={extent} />}
      </g>
    </svg>
  );
  return (
    <div class="place-of-board">
      {svg}
      {aim && (
        <div class="aim-bar">
          <span aria-hidden="true">{words.aimHint}</span>
          <button
            class="main"
            onClick={() => {
              setAimed(undefined);
              onPlay?.(aim);
            }}
          >
            {words.aimAt(aim)}
          </button>
          <button onClick={() => setAimed(undefined)}>{words.aimAway}</button>
        </div>
      )}
    </div>
  );
}

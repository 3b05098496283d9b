// The board: stones, what the proof says about the empty squares, and a square that has the focus.
//
// It is a grid of the accessibility tree. Arrow keys move the focus, Enter plays. Every square says its name, its stone
// and what is known about it.

import { useRef, useState } from "preact/hooks";

import { columnOf, rowOf, squareAt, stoneAt, type Color, type Position, type Square } from "./squares";

/** What is drawn on an empty square. */
export interface Mark {
  /** A class of page.css: how it looks. */
  kind: "move" | "stored" | "lost" | "open" | "five" | "forbidden";
  /** For "stored": from 0 to 1, how much hangs below. */
  heat?: number;
  /** For people who cannot see it. */
  label: string;
}

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
  numbered?: boolean;
  onPlay?: (square: Square) => void;
  label: string;
}

const step = 40;
const edge = 44;
const x = (square: Square) => edge + columnOf(square) * step;
const y = (square: Square, size: number) => edge + (size - 1 - rowOf(square)) * step;

function starPoints(size: number): Square[] {
  if (size < 9) return [];
  const near = size < 13 ? 2 : 3;
  const middle = (size - 1) / 2;
  const lines = [near, size - 1 - near];
  const points = lines.flatMap((column) => lines.map((row) => squareAt(column, row)));
  return Number.isInteger(middle) ? [...points, squareAt(middle, middle)] : points;
}

function Lines({ size }: { size: number }) {
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
            {String.fromCharCode(97 + k)}
          </text>
          <text class="coordinate" x={13} y={far - k * step + 4}>
            {k + 1}
          </text>
        </>
      ))}
      {starPoints(size).map((star) => (
        <circle class="star" cx={x(star)} cy={y(star, size)} r="3.5" />
      ))}
    </g>
  );
}

function MarkOf({ mark, at, size }: { mark: Mark; at: Square; size: number }) {
  const cx = x(at);
  const cy = y(at, size);
  if (mark.kind === "forbidden")
    return <path class="mark forbidden" d={`M${cx - 8} ${cy - 8}l16 16m0 -16l-16 16`} />;
  if (mark.kind === "stored")
    return (
      <circle
        class="mark stored"
        cx={cx}
        cy={cy}
        r={6 + 10 * (mark.heat ?? 0)}
        style={{ "--heat": mark.heat ?? 0 }}
      />
    );
  return (
    <circle
      class={`mark ${mark.kind}`}
      cx={cx}
      cy={cy}
      r={mark.kind === "move" ? 15 : mark.kind === "lost" ? 4 : 9}
    />
  );
}

export function Board({ position, moves, marks, ghosts = [], rows = [], numbered, onPlay, label }: Props) {
  const { size } = position;
  const middle = Math.floor(size / 2);
  const [focus, setFocus] = useState<Square>(squareAt(middle, middle));
  const cells = useRef(new Map<Square, SVGGElement>());
  const extent = 2 * edge + (size - 1) * step;
  const last = moves.at(-1);
  const numberOf = new Map(moves.map((move, i) => [move, i + 1]));
  const ghostAt = new Map(ghosts.map((ghost) => [ghost.square, ghost]));

  const move = (column: number, row: number) => {
    const next = squareAt(Math.min(size - 1, Math.max(0, column)), Math.min(size - 1, Math.max(0, row)));
    setFocus(next);
    cells.current.get(next)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, 1],
      ArrowDown: [0, -1],
    };
    const way = steps[event.key];
    if (way && !event.altKey && !event.ctrlKey && !event.metaKey) {
      move(columnOf(focus) + way[0], rowOf(focus) + way[1]);
      event.preventDefault();
      event.stopPropagation();
    } else if (event.key === "Enter" || event.key === " ") {
      onPlay?.(focus);
      event.preventDefault();
      event.stopPropagation();
    }
  };
  const words = (square: Square) => {
    const stone = stoneAt(position, square);
    const number = numberOf.get(square);
    const ghost = ghostAt.get(square);
    return [
      square,
      stone ? `${stone} stone` : "empty",
      stone && number !== undefined ? `move ${number}` : "",
      square === last ? "last move" : "",
      marks.get(square)?.label ?? "",
      ghost ? `${ghost.color}, number ${ghost.number} of the sequence` : "",
    ]
      .filter(Boolean)
      .join(", ");
  };

  return (
    <svg
      class="board"
      viewBox={`0 0 ${extent} ${extent}`}
      role="grid"
      aria-label={label}
      onKeyDown={onKeyDown}
    >
      <Lines size={size} />
      {[...Array(size).keys()].reverse().map((row) => (
        <g role="row" key={row}>
          {[...Array(size).keys()].map((column) => {
            const square = squareAt(column, row);
            const stone = stoneAt(position, square);
            const mark = marks.get(square);
            const cx = x(square);
            const cy = y(square, size);
            return (
              <g
                key={square}
                role="gridcell"
                data-square={square}
                aria-label={words(square)}
                tabIndex={square === focus ? 0 : -1}
                ref={(element) => {
                  if (element) cells.current.set(square, element);
                }}
                onFocus={() => setFocus(square)}
                onClick={() => onPlay?.(square)}
                class={`cell${onPlay && !stone ? " open-to-play" : ""}`}
              >
                <rect x={cx - step / 2} y={cy - step / 2} width={step} height={step} class="touch" />
                {mark && !stone && !ghostAt.has(square) && <MarkOf mark={mark} at={square} size={size} />}
                {stone && <circle class={`stone ${stone}`} cx={cx} cy={cy} r="17.5" />}
                {stone && numbered && numberOf.has(square) && (
                  <text class={`number on-${stone}`} x={cx} y={cy + 5}>
                    {numberOf.get(square)}
                  </text>
                )}
                {square === last && !numbered && <circle class="last" cx={cx} cy={cy} r="5" />}
              </g>
            );
          })}
        </g>
      ))}
      <g aria-hidden="true" class="over">
        {rows.map(({ from, to }, i) => (
          <line key={i} class="row-of-threat" x1={x(from)} y1={y(from, size)} x2={x(to)} y2={y(to, size)} />
        ))}
        {ghosts.map((ghost) => (
          <g key={ghost.square}>
            <circle
              class={`stone ghost ${ghost.color}`}
              cx={x(ghost.square)}
              cy={y(ghost.square, size)}
              r="16"
            />
            <text class={`number on-${ghost.color}`} x={x(ghost.square)} y={y(ghost.square, size) + 5}>
              {ghost.number}
            </text>
          </g>
        ))}
      </g>
    </svg>
  );
}

// The board: stones, what the proof says about the empty squares, and a square that has the focus.
//
// It is a grid of the accessibility tree. Arrow keys move the focus, Enter plays. Every square says its name, its stone
// and what is known about it.

import { useRef, useState } from "preact/hooks";

import { Cell, type Mark } from "./cell";
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
  numbered?: boolean;
  onPlay?: (square: Square) => void;
  label: string;
}

/** The square in which something happened. */
const squareOf = (event: Event): Square | undefined =>
  (event.target as Element).closest<SVGGElement>("[data-square]")?.dataset["square"];

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

export function Board({ position, moves, marks, ghosts = [], rows = [], numbered, onPlay, label }: Props) {
  const { size } = position;
  const words = useWords();
  const middle = Math.floor(size / 2);
  const [focus, setFocus] = useState<Square>(squareAt(middle, middle));
  const board = useRef<SVGSVGElement>(null);
  const extent = 2 * edge + (size - 1) * step;
  const last = moves.at(-1);
  const numberOf = new Map(moves.map((move, i) => [move, i + 1]));
  const ghostAt = new Map(ghosts.map((ghost) => [ghost.square, ghost]));

  const move = (column: number, row: number) => {
    const next = squareAt(Math.min(size - 1, Math.max(0, column)), Math.min(size - 1, Math.max(0, row)));
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
      move(columnOf(here) + way[0], rowOf(here) + way[1]);
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
      ghost ? words.ghost(ghost.color, ghost.number) : "",
    ]
      .filter(Boolean)
      .join(", ");
  };

  return (
    <svg
      ref={board}
      class="board"
      viewBox={`0 0 ${extent} ${extent}`}
      role="grid"
      aria-label={label}
      data-to-move={position.toMove}
      onKeyDown={onKeyDown}
      onClick={(event) => {
        const square = squareOf(event);
        if (!square) return;
        setFocus(square);
        onPlay?.(square);
      }}
    >
      <Lines size={size} />
      {[...Array(size).keys()].reverse().map((row) => (
        <g role="row" key={row}>
          {[...Array(size).keys()].map((column) => {
            const square = squareAt(column, row);
            const stone = stoneAt(position, square);
            return (
              <Cell
                key={square}
                square={square}
                cx={x(square)}
                cy={y(square, size)}
                step={step}
                stone={stone}
                number={stone && numbered ? numberOf.get(square) : undefined}
                isLast={square === last && !numbered}
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

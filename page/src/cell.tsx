// A square of the board: its stone or mark, and what it says of itself. It is drawn anew only when something of it changes:
// of 225 most stay what they are after a move.

import { Component } from "preact";

import type { Color, Square } from "./squares";

/** What is drawn on an empty square. */
export interface Mark {
  /** A class of page.css: how it looks. */
  kind: "move" | "stored" | "lost" | "open" | "five" | "forbidden";
  /** For "stored": from 0 to 1, how much hangs below. */
  heat?: number;
  /** For people who cannot see it. */
  label: string;
}

interface Props {
  square: Square;
  /** Its middle, and the width of a square. */
  cx: number;
  cy: number;
  step: number;
  stone?: Color;
  /** On the stone. */
  number?: number;
  isLast: boolean;
  mark?: Mark;
  label: string;
  hasFocus: boolean;
  isOpen: boolean;
}

const isSameMark = (a?: Mark, b?: Mark): boolean => a?.kind === b?.kind && a?.heat === b?.heat;

function MarkOf({ mark, cx, cy }: { mark: Mark; cx: number; cy: number }) {
  if (mark.kind === "forbidden")
    return <path class="mark forbidden" d={`M${cx - 8} ${cy - 8}l16 16m0 -16l-16 16`} />;
  const heat = mark.heat ?? 0;
  if (mark.kind === "stored")
    return <circle class="mark stored" cx={cx} cy={cy} r={6 + 10 * heat} style={{ "--heat": heat }} />;
  const r = mark.kind === "move" ? 15 : mark.kind === "lost" ? 4 : 9;
  return <circle class={`mark ${mark.kind}`} cx={cx} cy={cy} r={r} />;
}

export class Cell extends Component<Props> {
  override shouldComponentUpdate(next: Props): boolean {
    const now = this.props;
    const keys = Object.keys({ ...now, ...next }) as (keyof Props)[];
    return keys.some((key) => (key === "mark" ? !isSameMark(now.mark, next.mark) : now[key] !== next[key]));
  }

  override render({ square, cx, cy, step, stone, number, isLast, mark, label, hasFocus, isOpen }: Props) {
    return (
      <g
        role="gridcell"
        data-square={square}
        aria-label={label}
        tabindex={hasFocus ? 0 : -1}
        class={`cell${isOpen ? " open-to-play" : ""}`}
      >
        <rect x={cx - step / 2} y={cy - step / 2} width={step} height={step} class="touch" />
        {mark && <MarkOf mark={mark} cx={cx} cy={cy} />}
        {stone && <circle class={`stone ${stone}`} cx={cx} cy={cy} r="17.5" />}
        {number !== undefined && (
          <text class={`number on-${stone}${isLast ? " is-last" : ""}`} x={cx} y={cy + 5}>
            {number}
          </text>
        )}
        {isLast && number === undefined && <circle class="last" cx={cx} cy={cy} r="5" />}
      </g>
    );
  }
}

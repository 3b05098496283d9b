// What the signs on the board mean: those that are on it now.

import type { JSX } from "preact";

import type { Mark } from "./cell";
import type { Line } from "./game";
import type { Probe, Threat } from "./probe";
import type { Square } from "./squares";
import { useWords, type Words } from "./words";

export type Sign = keyof Words["legendOf"];

/** What is on the board, and beside it. */
export function signsOf(
  marks: Map<Square, Mark>,
  line: Line,
  sequence: Threat[],
  five: Square[],
  probe?: Probe,
): Set<Sign> {
  const signs = new Set<Sign>([...marks.values()].map((mark) => mark.kind));
  if (line.moves.length > 0) signs.add("last");
  if (sequence.length > 0) signs.add("sequence").add("row");
  if (five.length > 0) signs.add("winning");
  if (probe?.replies?.stored.some((reply) => reply.symmetry !== 0)) signs.add("turned");
  return signs;
}

const signs: Record<Sign, JSX.Element> = {
  last: (
    <>
      <circle class="sample black" cx="20" cy="20" r="16" />
      <circle class="sample last" cx="20" cy="20" r="5" />
    </>
  ),
  move: <circle class="sample move" cx="20" cy="20" r="15" />,
  stored: (
    <>
      <circle class="sample stored" cx="9" cy="20" r="6" style={{ "--heat": 0 }} />
      <circle class="sample stored" cx="26" cy="20" r="13" style={{ "--heat": 1 }} />
    </>
  ),
  lost: <circle class="sample lost" cx="20" cy="20" r="4.5" />,
  open: <circle class="sample open" cx="20" cy="20" r="9" />,
  five: <circle class="sample five" cx="20" cy="20" r="9" />,
  forbidden: <path class="sample forbidden" d="M12 12l16 16m0 -16l-16 16" />,
  sequence: (
    <>
      <circle class="sample black ghostly" cx="20" cy="20" r="16" />
      <text class="number on-black" x="20" y="25">
        3
      </text>
    </>
  ),
  row: <line class="sample row" x1="4" x2="36" y1="20" y2="20" />,
  winning: (
    <>
      <line class="winning" x1="0" x2="40" y1="20" y2="20" />
      <circle class="sample black" cx="20" cy="20" r="12" />
      <circle class="winning" cx="20" cy="20" r="13" />
    </>
  ),
  turned: (
    <text class="sample turned" x="20" y="27">
      ⟲
    </text>
  ),
};

export function Legend({ shown }: { shown: Set<Sign> }) {
  const words = useWords();
  const list = (Object.keys(signs) as Sign[]).filter((sign) => shown.has(sign));
  if (list.length === 0) return null;
  return (
    <ul class="legend" aria-label={words.legend}>
      {list.map((sign) => (
        <li key={sign}>
          <svg viewBox="0 0 40 40" aria-hidden="true" class={sign === "turned" ? "" : "on-wood"}>
            {signs[sign]}
          </svg>
          {words.legendOf[sign]}
        </li>
      ))}
    </ul>
  );
}

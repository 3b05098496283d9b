// Counts by ply, on a scale of powers of ten.

import { useWords } from "./words";

export interface Ply {
  stones: number;
  positions: number;
  open: number;
  replies: { total: number; stored: number };
}

const width = 640;
const height = 220;
const left = 84;
const bottom = 28;

export function Plot({ plies }: { plies: Ply[] }) {
  const words = useWords();
  if (plies.length === 0) return null;
  const most = Math.max(10, ...plies.map((ply) => ply.replies.total));
  const powers = Math.ceil(Math.log10(most));
  const up = (value: number) =>
    value < 1 ? 0 : ((0.3 + Math.log10(value)) / (powers + 0.3)) * (height - bottom - 8);
  const each = (width - left) / plies.length;
  const bar = (value: number, i: number, of: number, kind: string, name: string) => (
    <rect
      class={`bar ${kind}`}
      x={left + i * each + 1 + (of * (each - 2)) / 2}
      width={Math.max(1, (each - 2) / 2)}
      y={height - bottom - up(value)}
      height={up(value)}
    >
      <title>{words.plotBar(plies[i]!.stones, value, name)}</title>
    </rect>
  );
  return (
    <figure class="plot">
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={words.plotLabel}>
        {[...Array(powers + 1).keys()].map((power) => (
          <g key={power}>
            <line
              class="grid"
              x1={left}
              x2={width}
              y1={height - bottom - up(10 ** power)}
              y2={height - bottom - up(10 ** power)}
            />
            <text class="axis" x={left - 6} y={height - bottom - up(10 ** power) + 4} text-anchor="end">
              {words.count(10 ** power)}
            </text>
          </g>
        ))}
        {plies.map((ply, i) => (
          <g key={ply.stones}>
            {bar(ply.positions, i, 0, "positions", words.plotPositions)}
            {bar(ply.replies.total, i, 1, "replies", words.plotReplies)}
            {(plies.length < 25 || i % 2 === 0) && (
              <text class="axis" x={left + (i + 0.5) * each} y={height - 10} text-anchor="middle">
                {ply.stones}
              </text>
            )}
          </g>
        ))}
      </svg>
      <figcaption>
        <span class="key positions" /> {words.plotPositions}, <span class="key replies" /> {words.plotReplies}
        , {words.plotCaption}
      </figcaption>
      <details>
        <summary>{words.asTable}</summary>
        <table>
          <thead>
            <tr>
              {words.table.map((heading) => (
                <th key={heading}>{heading}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {plies.map((ply) => (
              <tr key={ply.stones}>
                <td>{ply.stones}</td>
                <td>{words.count(ply.positions)}</td>
                <td>{words.count(ply.open)}</td>
                <td>{words.count(ply.replies.total)}</td>
                <td>{words.count(ply.replies.stored)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

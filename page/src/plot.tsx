// Counts by ply, on a scale of powers of ten.

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
  if (plies.length === 0) return null;
  const most = Math.max(10, ...plies.map((ply) => ply.replies.total));
  const powers = Math.ceil(Math.log10(most));
  const up = (value: number) =>
    value < 1 ? 0 : ((0.3 + Math.log10(value)) / (powers + 0.3)) * (height - bottom - 8);
  const each = (width - left) / plies.length;
  const bar = (value: number, i: number, of: number, kind: string) => (
    <rect
      class={`bar ${kind}`}
      x={left + i * each + 1 + (of * (each - 2)) / 2}
      width={Math.max(1, (each - 2) / 2)}
      y={height - bottom - up(value)}
      height={up(value)}
    >
      <title>{`${plies[i]!.stones} stones: ${value.toLocaleString("en-US")} ${kind}`}</title>
    </rect>
  );
  return (
    <figure class="plot">
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label="Positions and replies by number of stones"
      >
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
              {(10 ** power).toLocaleString("en-US")}
            </text>
          </g>
        ))}
        {plies.map((ply, i) => (
          <g key={ply.stones}>
            {bar(ply.positions, i, 0, "positions")}
            {bar(ply.replies.total, i, 1, "replies")}
            {(plies.length < 25 || i % 2 === 0) && (
              <text class="axis" x={left + (i + 0.5) * each} y={height - 10} text-anchor="middle">
                {ply.stones}
              </text>
            )}
          </g>
        ))}
      </svg>
      <figcaption>
        <span class="key positions" /> positions, <span class="key replies" /> replies, by number of stones on
        the board
      </figcaption>
      <details>
        <summary>As a table</summary>
        <table>
          <thead>
            <tr>
              <th>stones</th>
              <th>positions</th>
              <th>open</th>
              <th>replies</th>
              <th>of these stored</th>
            </tr>
          </thead>
          <tbody>
            {plies.map((ply) => (
              <tr key={ply.stones}>
                <td>{ply.stones}</td>
                <td>{ply.positions.toLocaleString("en-US")}</td>
                <td>{ply.open.toLocaleString("en-US")}</td>
                <td>{ply.replies.total.toLocaleString("en-US")}</td>
                <td>{ply.replies.stored.toLocaleString("en-US")}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

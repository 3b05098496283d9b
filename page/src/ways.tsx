// Transpositions: the positions of the proof from which one move leads here. Lines of a proof meet.

import type { Line } from "./game";
import type { Probe, Way } from "./probe";

/** The line goes to the position before; the move that leads back here is the next one forth. */
const lineBefore = (way: Way): Line => ({
  root: way.root,
  moves: way.line.slice(0, -1),
  undone: way.line.slice(-1),
});

function textOf(way: Way): string {
  const before = way.line.slice(0, -1);
  return `${way.claim}${before.length > 0 ? `, ${before.join(" ")}` : ""}`;
}

export function Ways({ probe, line, setLine }: { probe: Probe; line: Line; setLine: (line: Line) => void }) {
  const ways = probe.ways ?? [];
  const isShown = (way: Way) => way.root === line.root && way.line.join() === line.moves.join();
  if (ways.every(isShown)) return null;
  return (
    <section aria-label="Transpositions">
      <h3>
        {ways.length === 1 ? "One position leads here" : `${ways.length} positions lead here`}, as lines of
        the proof meet
      </h3>
      <ul class="tree ways">
        {ways.map((way) => (
          <li key={way.moves.at(-1)}>
            <button onClick={() => setLine(lineBefore(way))} aria-current={isShown(way) ? "true" : undefined}>
              <span>
                by <b>{way.line.at(-1)}</b> from {textOf(way)}
              </span>
              {way.symmetry !== 0 && (
                <abbr class="size" title="on a board that is turned or mirrored">
                  ⟲{way.symmetry}
                </abbr>
              )}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

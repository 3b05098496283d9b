// Transpositions: the positions of the proof from which one move leads here. Lines of a proof meet.

import type { Line } from "./game";
import type { Info, Probe, Way } from "./probe";
import { rootText, useWords, type Words } from "./words";

/** The line goes to the position before; the move that leads back here is the next one forth. */
const lineBefore = (way: Way): Line => ({
  root: way.root,
  moves: way.line.slice(0, -1),
  undone: way.line.slice(-1),
});

function textOf(words: Words, info: Info, way: Way): string {
  const before = way.line.slice(0, -1);
  return `${rootText(words, info.roots[way.root])}${before.length > 0 ? `, ${before.join(" ")}` : ""}`;
}

interface Props {
  info: Info;
  probe: Probe;
  line: Line;
  setLine: (line: Line) => void;
}

export function Ways({ info, probe, line, setLine }: Props) {
  const words = useWords();
  const ways = probe.ways ?? [];
  const isShown = (way: Way) =>
    !line.start && way.root === line.root && way.line.join() === line.moves.join();
  if (ways.every(isShown)) return null;
  return (
    <section aria-label={words.transpositions}>
      <h3>{words.leadHere(ways.length)}</h3>
      <ul class="tree ways">
        {ways.map((way) => (
          <li key={way.moves.at(-1)}>
            <button onClick={() => setLine(lineBefore(way))} aria-current={isShown(way) ? "true" : undefined}>
              <span>{words.byFrom(way.line.at(-1) ?? "", textOf(words, info, way))}</span>
              {way.symmetry !== 0 && (
                <abbr class="size" title={words.turnedBoard}>
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

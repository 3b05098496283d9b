// Which claim of the file is looked at, where it has several, or where a position was set up that is none.

import { atRoot, type Line } from "./game";
import type { Info } from "./probe";
import { rootText, useWords } from "./words";

interface Props {
  info: Info;
  line: Line;
  onChoice: (line: Line) => void;
}

export function ClaimChoice({ info, line, onChoice }: Props) {
  const words = useWords();
  if (info.roots.length < 2 && !line.start) return null;
  return (
    <label class="claim-choice">
      {words.claimLabel}{" "}
      <select
        value={line.start ? -1 : line.root}
        onChange={(event) => onChoice(atRoot(Number(event.currentTarget.value)))}
      >
        {line.start && (
          <option value={-1} disabled>
            {words.setUpByHand}
          </option>
        )}
        {info.roots.map((claim, i) => (
          <option key={i} value={i}>
            {rootText(words, claim)}
          </option>
        ))}
      </select>
    </label>
  );
}

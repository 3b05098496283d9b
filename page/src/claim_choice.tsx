// Which claim of the file is looked at, where it has several.

import type { Info } from "./probe";
import { rootText, useWords } from "./words";

interface Props {
  info: Info;
  root: number;
  onChoice: (root: number) => void;
}

export function ClaimChoice({ info, root, onChoice }: Props) {
  const words = useWords();
  if (info.roots.length < 2) return null;
  return (
    <label class="claim-choice">
      {words.claimLabel}{" "}
      <select value={root} onChange={(event) => onChoice(Number(event.currentTarget.value))}>
        {info.roots.map((claim, i) => (
          <option key={i} value={i}>
            {rootText(words, claim)}
          </option>
        ))}
      </select>
    </label>
  );
}

// What one can do with the board and the line on it: turn it, number the stones, take it along.

import { useState } from "preact/hooks";

import { addressOf, type Line, type View } from "./game";
import { pngOf, svgOf } from "./picture";
import { stemOf, type Info } from "./probe";
import { sgfOf } from "./sgf";
import { useSight } from "./sight";
import { useWords } from "./words";

function save(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** "freestyle15-h8i9", of the file's name and the moves, of which the first few are enough to know it by. */
function nameOf(info: Info, line: Line): string {
  const stem = stemOf(info.name).replace(/[^\w-]/g, "_");
  return `${stem}${line.moves.length > 0 ? `-${line.moves.slice(0, 12).join("")}` : ""}`;
}

/** A copy of the link in the clipboard; false where the browser forbids it. */
async function isCopied(link: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(link);
    return true;
  } catch {
    return false;
  }
}

export function Tools({ info, view, line }: { info: Info; view: View; line: Line }) {
  const words = useWords();
  const { sight, setSight } = useSight();
  const [said, setSaid] = useState("");
  const board = () => document.querySelector<SVGSVGElement>("svg.board")!;
  const saveText = (text: string, type: string, ending: string) =>
    save(new Blob([text], { type }), `${nameOf(info, line)}.${ending}`);
  const savePng = async () => {
    try {
      save(await pngOf(svgOf(board())), `${nameOf(info, line)}.png`);
    } catch {
      setSaid(words.notDrawn);
    }
  };
  // In a game the address of the page comes a moment after the board.
  const link = location.href.replace(/#.*/, "") + addressOf(view, line);
  const copy = async () => setSaid((await isCopied(link)) ? words.copied : `${words.copyByHand} ${link}`);
  // Mirroring comes last for the eye: what was turned is mirrored as it lies.
  const mirror = () => setSight({ ...sight, isMirrored: !sight.isMirrored, turns: (4 - sight.turns) % 4 });
  return (
    <div class="tools" role="group" aria-label={words.boardTools}>
      <label>
        <input
          type="checkbox"
          checked={sight.isNumbered}
          onChange={() => setSight({ ...sight, isNumbered: !sight.isNumbered })}
        />{" "}
        {words.numbers}
      </label>
      <button title={words.turnTitle} onClick={() => setSight({ ...sight, turns: (sight.turns + 1) % 4 })}>
        ↻ {words.turn}
      </button>
      <button title={words.mirrorTitle} onClick={mirror}>
        ⇋ {words.mirror}
      </button>
      <button onClick={() => void copy()}>{words.copyLink}</button>
      <button onClick={() => saveText(sgfOf(info, line), "application/x-go-sgf", "sgf")}>
        {words.saveSgf}
      </button>
      <button onClick={() => saveText(svgOf(board()), "image/svg+xml", "svg")}>
        {words.savePicture("SVG")}
      </button>
      <button onClick={() => void savePng()}>{words.savePicture("PNG")}</button>
      <span role="status" class="note">
        {said}
      </span>
    </div>
  );
}

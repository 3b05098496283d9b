// A position set up by hand: stones on any squares, or a line of moves, and whose turn it is.

import { useState } from "preact/hooks";

import { afterMove, other, parseSquares, stoneAt, type Color, type Position, type Square } from "./squares";
import { useWords } from "./words";

/** Empty, black, white, and empty again. With as many stones of each colour it is Black's turn, as in a game. */
export function withNextStone(position: Position, square: Square): Position {
  const stone = stoneAt(position, square);
  const without = (color: Color) => position[color].filter((one) => one !== square);
  const black = stone === undefined ? [...position.black, square] : without("black");
  const white = stone === "black" ? [...position.white, square] : without("white");
  return { ...position, black, white, toMove: black.length > white.length ? "white" : "black" };
}

/** The position after the moves from the empty board; nothing where they cannot be played. */
export function afterMoves(text: string, size: number): Position | undefined {
  const moves = parseSquares(text.trim().toLowerCase().replaceAll(",", " "), size);
  if (!moves || new Set(moves).size < moves.length) return undefined;
  return moves.reduce(afterMove, { size, black: [], white: [], toMove: "black" } as Position);
}

interface Props {
  draft: Position;
  setDraft: (draft: Position) => void;
  onDone: () => void;
  onCancel: () => void;
}

export function SetUp({ draft, setDraft, onDone, onCancel }: Props) {
  const words = useWords();
  const [text, setText] = useState("");
  const isWrong = text !== "" && !afterMoves(text, draft.size);
  return (
    <form
      class="set-up"
      onSubmit={(event) => {
        event.preventDefault();
        onDone();
      }}
    >
      <h2>{words.setUp}</h2>
      <p>{words.setUpWords}</p>
      <label>
        <span>{words.setUpMoves}</span>
        <input
          value={text}
          spellcheck={false}
          aria-invalid={isWrong}
          onInput={(event) => {
            setText(event.currentTarget.value);
            const position = afterMoves(event.currentTarget.value, draft.size);
            if (position) setDraft(position);
          }}
        />
        {isWrong && <span class="bad">{words.setUpWrong}</span>}
      </label>
      <label>
        <span>{words.turnOf}</span>
        <select value={draft.toMove} onChange={() => setDraft({ ...draft, toMove: other(draft.toMove) })}>
          {(["black", "white"] as const).map((color) => (
            <option key={color} value={color}>
              {words.colors[color]}
            </option>
          ))}
        </select>
      </label>
      <div class="buttons">
        <button class="main">{words.showPosition}</button>
        <button
          type="button"
          onClick={() => {
            setText("");
            setDraft({ ...draft, black: [], white: [], toMove: "black" });
          }}
        >
          {words.clearBoard}
        </button>
        <button type="button" onClick={onCancel}>
          {words.cancel}
        </button>
      </div>
    </form>
  );
}

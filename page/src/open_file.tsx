// How a file comes onto the page: chosen or dropped; and of a library, what it claims.

import { useState } from "preact/hooks";

import type { Color } from "./squares";
import { useWords } from "./words";

/** A file with what it does not say itself. */
export interface Source {
  name: string;
  bytes: Uint8Array;
  claim?: Claim;
}

export interface Claim {
  rule: string;
  attacker: Color;
  root: string;
}

export interface Hints {
  rule?: string;
  attacker?: Color;
  root: string;
}

/**
 * What a library looks like, out of the core's message, which proposes options of the program's command line to people.
 * It is a proposal here, too: the reader sees it in a form and sends that.
 */
export function hintsOf(error: string): Hints | undefined {
  const found = /(?:--attacker (black|white) |no attacker, but )--root "([^"]*)"$/.exec(error);
  if (!found) return undefined;
  const rule = /names the rule set (\w+);/.exec(error)?.[1];
  return { rule, attacker: found[1] as Color | undefined, root: found[2]! };
}

interface ChoiceProps<Key extends string> {
  label: string;
  texts: Record<Key, string>;
  value: Key;
  onChoice: (key: Key) => void;
}

function Choice<Key extends string>({ label, texts, value, onChoice }: ChoiceProps<Key>) {
  return (
    <label>
      <span>{label}</span>
      <select value={value} onChange={(event) => onChoice(event.currentTarget.value as Key)}>
        {Object.entries<string>(texts).map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

interface FormProps {
  name: string;
  hints: Hints;
  onClaim: (claim: Claim) => void;
}

export function LibraryForm({ name, hints, onClaim }: FormProps) {
  const words = useWords();
  const [rule, setRule] = useState(hints.rule ?? "freestyle");
  const [attacker, setAttacker] = useState<Color>(hints.attacker ?? "black");
  const [root, setRoot] = useState(hints.root);
  return (
    <form
      class="claim"
      onSubmit={(event) => {
        event.preventDefault();
        onClaim({ rule, attacker, root });
      }}
    >
      <h2>{words.libraryTitle}</h2>
      <p>
        <b>{name}</b>: {words.libraryWords}
      </p>
      <p class="note">
        {hints.attacker ? words.libraryAttacker(hints.attacker) : words.libraryNoAttacker}{" "}
        {hints.root ? words.libraryTrunk(hints.root) : words.libraryNoTrunk}
      </p>
      <Choice label={words.ruleLabel} texts={words.rules} value={rule} onChoice={setRule} />
      <Choice label={words.attackerLabel} texts={words.colors} value={attacker} onChoice={setAttacker} />
      <label>
        <span>{words.rootLabel}</span>
        <input value={root} onInput={(event) => setRoot(event.currentTarget.value)} />
        <span class="note">{words.rootHint}</span>
      </label>
      <button class="main">{words.openLibrary}</button>
    </form>
  );
}

export function Drop({ onFile, isEmpty }: { onFile: (file: File) => void; isEmpty: boolean }) {
  const words = useWords();
  return (
    <label class={`drop${isEmpty ? " large" : ""}`}>
      {words.openFile}
      <span class="note"> {words.openHint}</span>
      <input
        type="file"
        accept=".fvp,.lib,.sgf,.jsonl,.zst"
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (file) onFile(file);
          event.currentTarget.value = "";
        }}
      />
    </label>
  );
}

/** Calls `onFile` for each file that is dropped anywhere on the page, and `onOver` while one hangs above it. */
export function listenToDrops(onFile: (file: File) => void, onOver: (isOver: boolean) => void): () => void {
  const over = (event: DragEvent) => {
    event.preventDefault();
    onOver(true);
  };
  const leave = (event: DragEvent) => {
    if (event.relatedTarget === null) onOver(false);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    onOver(false);
    const file = event.dataTransfer?.files[0];
    if (file) onFile(file);
  };
  addEventListener("dragover", over);
  addEventListener("dragleave", leave);
  addEventListener("drop", drop);
  return () => {
    removeEventListener("dragover", over);
    removeEventListener("dragleave", leave);
    removeEventListener("drop", drop);
  };
}

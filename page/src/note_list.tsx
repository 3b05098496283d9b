// The texts of the file: what is said of this position, and a search in all of them.

import { useEffect, useMemo, useState } from "preact/hooks";

import type { Client } from "./client";
import { positionOf, type Line } from "./game";
import {
  charsetOf,
  charsets,
  lineTo,
  notesOf,
  stonesKey,
  toldNotes,
  type Note,
  type ToldNotes,
} from "./notes";
import type { Info } from "./probe";
import { useWords } from "./words";

/** So many that are found are listed. */
const most = 50;
const longest = 160;

const shortened = (text: string): string => (text.length > longest ? `${text.slice(0, longest)} …` : text);

interface Props {
  client: Client;
  info: Info;
  line: Line;
  setLine: (line: Line) => void;
}

function Search({ notes, info, setLine }: { notes: Note[]; info: Info; setLine: (line: Line) => void }) {
  const words = useWords();
  const [wanted, setWanted] = useState("");
  const small = wanted.trim().toLowerCase();
  const found = useMemo(
    () => (small ? notes.filter(({ text }) => text.toLowerCase().includes(small)) : []),
    [notes, small],
  );
  return (
    <>
      <label>
        <span>{words.searchTexts}</span>
        <input type="search" value={wanted} onInput={(event) => setWanted(event.currentTarget.value)} />
      </label>
      <p class="note" role="status">
        {small && words.found(found.length)}
      </p>
      <ul class="tree found">
        {found.slice(0, most).map(({ text, position }, i) => (
          <li key={i}>
            <button disabled={!position} onClick={() => position && setLine(lineTo(info, position))}>
              <span>{shortened(text)}</span>
              {position && (
                <span class="size">{words.plies(position.black.length + position.white.length)}</span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

export function NoteList({ client, info, line, setLine }: Props) {
  const words = useWords();
  const [told, setTold] = useState<ToldNotes>();
  const [chosen, setChosen] = useState<string>();
  useEffect(() => {
    setTold(undefined);
    setChosen(undefined);
    if (info["has-texts"]) void toldNotes(client).then(setTold);
  }, [client, info]);
  const fitting = useMemo(() => told && charsetOf(told, words.tag), [told, words]);
  const charset = chosen ?? fitting;
  const notes = useMemo(
    () => (told && charset ? notesOf(told, charset, info.size) : []),
    [told, charset, info],
  );
  const here = useMemo(() => {
    const all = new Map<string, Note[]>();
    for (const note of notes) {
      if (!note.position || note.isLabel) continue;
      const key = stonesKey(note.position);
      const there = all.get(key);
      if (there) there.push(note);
      else all.set(key, [note]);
    }
    return all;
  }, [notes]).get(stonesKey(positionOf(info, line)));
  if (!told || !charset || told.texts.length === 0) return null;
  const choices = [...new Set([charset, ...charsets])];
  return (
    <section class="notes" aria-label={words.textsOfFile}>
      {here?.map(({ text }, i) => <blockquote key={i}>{text}</blockquote>)}
      <details>
        <summary>{words.texts(told.texts.length, told["is-cut"])}</summary>
        <Search notes={notes} info={info} setLine={setLine} />
        <label>
          <span>{words.charset}</span>
          <select value={charset} onChange={(event) => setChosen(event.currentTarget.value)}>
            {choices.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </details>
    </section>
  );
}

// The page: a proof, a first view of it, and three ways to go on.

import { useEffect, useState } from "preact/hooks";

import type { Client } from "./client";
import { addressOf, atRoot, parseAddress, positionOf, type Line, type View } from "./game";
import { Drop, hintsOf, LibraryForm, listenToDrops, type Hints, type Source } from "./open_file";
import { Play } from "./play";
import type { Info } from "./probe";
import { asRequest } from "./squares";
import { plainSight, SightContext } from "./sight";
import { Start } from "./start";
import { Verify } from "./verify";
import { Walk } from "./walk";
import { keep, languageAtFirst, languages, rootText, useWords, WordsContext, type Words } from "./words";

export type { Source } from "./open_file";

export type MakeClient = () => Client;

interface Opened {
  source: Source;
  client: Client;
  info: Info;
}

/** Has the core make its tables, and the browser compile what searches, before somebody waits for an answer. */
function makeReady(client: Client, info: Info): void {
  if (info.roots.length > 0)
    void client.ask({ ask: "probe", full: true, ...asRequest(positionOf(info, atRoot(0))) });
}

async function open(makeClient: MakeClient, source: Source): Promise<Opened | { error: string }> {
  const client = makeClient();
  const info = await client.open(source.bytes, { name: source.name, ...source.claim });
  if (!info.error) return { source, client, info: { ...info, name: source.name } };
  client.end();
  return { error: info.error };
}

function LanguageChoice({ tag, onChoice }: { tag: string; onChoice: (tag: string) => void }) {
  const words = useWords();
  return (
    <select
      class="language"
      aria-label={words.language}
      value={tag}
      onChange={(event) => onChoice(event.currentTarget.value)}
    >
      {Object.entries(languages).map(([key, { name }]) => (
        <option key={key} value={key} lang={key}>
          {name}
        </option>
      ))}
    </select>
  );
}

function Header({ info, view, setView }: { info: Info; view: View; setView: (view: View) => void }) {
  const words = useWords();
  const from = info.roots.length === 1 ? rootText(words, info.roots[0]) : words.positions(info.roots.length);
  return (
    <>
      <p>
        {words.claim(info.rule, info.size, info.attacker, from)}
        <span class="hash" title={words.contentHash}>
          {" "}
          {info.hash.slice(0, 12)}
        </span>
      </p>
      <nav class="tabs" aria-label={words.viewsLabel}>
        {(["play", "walk", "verify"] as const).map((name) => (
          <button key={name} aria-current={view === name ? "page" : undefined} onClick={() => setView(name)}>
            {words.views[name]}
          </button>
        ))}
      </nav>
    </>
  );
}

/** The address follows what is shown, and the browser's own buttons lead back. */
function useAddress(
  info: Info | undefined,
  view: View,
  line: Line,
  go: (view: View, line: Line) => void,
): void {
  useEffect(() => {
    if (!info) return;
    const address = addressOf(view, line);
    if (address === location.hash) return;
    if (view !== "play" || !location.hash.startsWith("#play/")) {
      history.pushState(null, "", address || "#");
      return;
    }
    // In a game the way back is undo: a step back would lead to where the proof is to move, and it would. The browser is
    // told when the answer is there: each time takes its other process, for which the page would wait.
    const timer = setTimeout(() => history.replaceState(null, "", address), 300);
    return () => clearTimeout(timer);
  }, [info, view, line]);
  useEffect(() => {
    const onAddress = () => {
      const address = info && parseAddress(location.hash, info);
      if (address) go(address.view, address.line);
    };
    addEventListener("popstate", onAddress);
    return () => removeEventListener("popstate", onAddress);
  }, [info]);
}

export function App({ makeClient, first }: { makeClient: MakeClient; first?: Source }) {
  const [tag, setTag] = useState(languageAtFirst);
  const words: Words = languages[tag]!;
  const [opened, setOpened] = useState<Opened>();
  const [view, setView] = useState<View>("start");
  const [line, setLine] = useState<Line>(atRoot(0));
  const [error, setError] = useState<string>();
  const [wanting, setWanting] = useState<{
    source: Source;
    hints: Hints;
  }>();
  const [isOver, setOver] = useState(false);
  const [sight, setSight] = useState(plainSight);
  const go = (view: View, line: Line) => {
    setView(view);
    setLine(line);
  };

  const take = async (source: Source, isFirst = false) => {
    setError(undefined);
    const result = await open(makeClient, source);
    if ("error" in result) {
      const hints = hintsOf(result.error);
      if (hints) setWanting({ source, hints });
      else setError(result.error);
      if (!hints && !source.claim) setWanting(undefined);
      return;
    }
    setWanting(undefined);
    opened?.client.end();
    makeReady(result.client, result.info);
    setOpened(result);
    const address = isFirst ? parseAddress(location.hash, result.info) : undefined;
    go(address?.view ?? "start", address?.line ?? atRoot(0));
  };
  const takeFile = async (file: File) =>
    take({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) });

  useEffect(() => {
    if (first) void take(first, true);
  }, []);
  useEffect(() => listenToDrops((file) => void takeFile(file), setOver), [opened]);
  useEffect(() => {
    document.documentElement.lang = tag;
  }, [tag]);
  const info = opened?.info;
  useAddress(info, view, line, go);

  return (
    <WordsContext.Provider value={words}>
      <header>
        <h1>
          <a href="#">fiveproof</a>
        </h1>
        <LanguageChoice
          tag={tag}
          onChoice={(chosen) => {
            keep(chosen);
            setTag(chosen);
          }}
        />
        {info && <Header info={info} view={view} setView={setView} />}
      </header>
      <main data-ready={info || !first ? "yes" : "no"}>
        {error && (
          <p class="bad error" role="alert" lang="en">
            {error}
          </p>
        )}
        {wanting && (
          <LibraryForm
            key={wanting.source}
            name={wanting.source.name}
            hints={wanting.hints}
            onClaim={(claim) => void take({ ...wanting.source, claim })}
          />
        )}
        {!info && !error && first && <p>{words.reading}</p>}
        {!info && !first && !wanting && <p class="empty">{words.emptyPage}</p>}
        {opened && info && (
          <SightContext.Provider value={{ sight, setSight }}>
            {view === "start" && <Start client={opened.client} info={info} line={line} go={go} />}
            <div hidden={view !== "verify"}>
              <Verify
                info={info}
                openAnother={async () => {
                  const another = await open(makeClient, opened.source);
                  if ("error" in another) throw new Error(another.error);
                  return another.client;
                }}
                onWalk={(gap) => go("walk", gap)}
              />
            </div>
            {view === "walk" && <Walk client={opened.client} info={info} line={line} setLine={setLine} />}
            {view === "play" && <Play client={opened.client} info={info} line={line} setLine={setLine} />}
          </SightContext.Provider>
        )}
      </main>
      <footer>
        <Drop onFile={(file) => void takeFile(file)} isEmpty={!info} />
      </footer>
      {isOver && (
        <div class="curtain" aria-hidden="true">
          {words.dropFile}
        </div>
      )}
    </WordsContext.Provider>
  );
}

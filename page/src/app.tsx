// The page: a proof, and three ways to look at it.

import { useEffect, useState } from "preact/hooks";

import type { Client } from "./client";
import { addressOf, atRoot, parseAddress, positionOf, views, type Line, type View } from "./game";
import { Play } from "./play";
import type { Info } from "./probe";
import { asRequest } from "./squares";
import { Verify } from "./verify";
import { Walk } from "./walk";
import { count } from "./words";

/** A file with what it does not say itself. */
export interface Source {
  name: string;
  bytes: Uint8Array;
  claim?: { rule: string; attacker: string; root: string };
}

export type MakeClient = () => Client;

interface Opened {
  source: Source;
  client: Client;
  info: Info;
}

const names: Record<View, string> = { verify: "Verify", walk: "Walk", play: "Play" };

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

/** What a library does not say. */
function ClaimForm({ onClaim }: { onClaim: (claim: Source["claim"]) => void }) {
  const [rule, setRule] = useState("freestyle");
  const [attacker, setAttacker] = useState("black");
  const [root, setRoot] = useState("");
  return (
    <form
      class="claim"
      onSubmit={(event) => {
        event.preventDefault();
        onClaim({ rule, attacker, root });
      }}
    >
      <label>
        Rule{" "}
        <select value={rule} onChange={(event) => setRule(event.currentTarget.value)}>
          {["freestyle", "standard", "renju"].map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <label>
        Attacker{" "}
        <select value={attacker} onChange={(event) => setAttacker(event.currentTarget.value)}>
          <option>black</option>
          <option>white</option>
        </select>
      </label>
      <label>
        Moves to the claim{" "}
        <input value={root} placeholder="h8 i9" onInput={(event) => setRoot(event.currentTarget.value)} />
      </label>
      <button class="main">Open</button>
    </form>
  );
}

function Drop({ onFile, isEmpty }: { onFile: (file: File) => void; isEmpty: boolean }) {
  return (
    <label class={`drop${isEmpty ? " large" : ""}`}>
      Open a file
      <span class="note"> .fvp, .lib, .jsonl, .jsonl.zst; or drop it here. It does not leave this page.</span>
      <input
        type="file"
        accept=".fvp,.lib,.jsonl,.zst"
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (file) onFile(file);
          event.currentTarget.value = "";
        }}
      />
    </label>
  );
}

export function App({ makeClient, first }: { makeClient: MakeClient; first?: Source }) {
  const [opened, setOpened] = useState<Opened>();
  const [view, setView] = useState<View>("verify");
  const [line, setLine] = useState<Line>(atRoot(0));
  const [error, setError] = useState<string>();
  const [wanting, setWanting] = useState<Source>();
  const [isOver, setOver] = useState(false);

  const take = async (source: Source, isFirst = false) => {
    setError(undefined);
    const result = await open(makeClient, source);
    if ("error" in result) {
      setError(result.error);
      setWanting(source.name.toLowerCase().endsWith(".lib") ? source : undefined);
      return;
    }
    setWanting(undefined);
    opened?.client.end();
    makeReady(result.client, result.info);
    setOpened(result);
    const address = isFirst ? parseAddress(location.hash, result.info) : undefined;
    setView(address?.view ?? "verify");
    setLine(address?.line ?? atRoot(0));
  };
  const takeFile = async (file: File) =>
    take({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) });

  useEffect(() => {
    if (first) void take(first, true);
  }, []);

  // The address follows what is shown, and the browser's own buttons lead back.
  useEffect(() => {
    if (!opened) return;
    const address = addressOf(view, line);
    if (address === location.hash) return;
    if (view !== "play" || !location.hash.startsWith("#play/")) {
      history.pushState(null, "", address);
      return;
    }
    // In a game the way back is undo: a step back would lead to where the proof is to move, and it would. The browser is
    // told when the answer is there: each time takes its other process, for which the page would wait.
    const timer = setTimeout(() => history.replaceState(null, "", address), 300);
    return () => clearTimeout(timer);
  }, [opened, view, line]);
  useEffect(() => {
    const onAddress = () => {
      const address = opened && parseAddress(location.hash, opened.info);
      if (!address) return;
      setView(address.view);
      setLine(address.line);
    };
    addEventListener("popstate", onAddress);
    return () => removeEventListener("popstate", onAddress);
  }, [opened]);

  useEffect(() => {
    const over = (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      const file = event.dataTransfer?.files[0];
      if (file) void takeFile(file);
    };
    addEventListener("dragover", over);
    addEventListener("dragleave", leave);
    addEventListener("drop", drop);
    return () => {
      removeEventListener("dragover", over);
      removeEventListener("dragleave", leave);
      removeEventListener("drop", drop);
    };
  }, [opened]);

  const info = opened?.info;
  return (
    <>
      <header>
        <h1>fiveproof</h1>
        {info && (
          <p>
            {info.rule} {info.size}×{info.size}: {info.attacker} wins from{" "}
            {info.roots.length === 1 ? info.roots[0]!.text : `${count(info.roots.length)} positions`}
            <span class="hash" title="content hash">
              {" "}
              {info.hash.slice(0, 12)}
            </span>
          </p>
        )}
        {info && (
          <nav class="tabs" aria-label="Views">
            {views.map((name) => (
              <button
                key={name}
                aria-current={view === name ? "page" : undefined}
                onClick={() => setView(name)}
              >
                {names[name]}
              </button>
            ))}
          </nav>
        )}
      </header>
      <main data-ready={info ? "yes" : "no"}>
        {error && (
          <p class="bad error" role="alert">
            {error}
          </p>
        )}
        {wanting && <ClaimForm onClaim={(claim) => void take({ ...wanting, claim })} />}
        {!info && !error && first && <p>Reading the proof …</p>}
        {opened && info && (
          <>
            <div hidden={view !== "verify"}>
              <Verify
                info={info}
                openAnother={async () => {
                  const another = await open(makeClient, opened.source);
                  if ("error" in another) throw new Error(another.error);
                  return another.client;
                }}
                onWalk={(gap) => {
                  setLine(gap);
                  setView("walk");
                }}
              />
            </div>
            {view === "walk" && <Walk client={opened.client} info={info} line={line} setLine={setLine} />}
            {view === "play" && <Play client={opened.client} info={info} line={line} setLine={setLine} />}
          </>
        )}
      </main>
      <footer>
        <Drop onFile={(file) => void takeFile(file)} isEmpty={!info} />
      </footer>
      {isOver && (
        <div class="curtain" aria-hidden="true">
          Drop the file
        </div>
      )}
    </>
  );
}

// Verify: the check of the program, in a thread of its own, so that one can walk on meanwhile.

import { useEffect, useRef, useState } from "preact/hooks";

import type { Client } from "./client";
import type { Answer, Progress } from "./core";
import { atRoot, play, type Line } from "./game";
import { Plot, type Ply } from "./plot";
import type { Info } from "./probe";
import { parseSquares, type Color } from "./squares";
import { Theorem } from "./theorem";
import { rootText, useWords } from "./words";

interface Gap {
  kind: string;
  root?: number;
  line?: string;
  black: string;
  white: string;
  "to-move": Color;
  by?: string;
  limit?: boolean;
  /** Of a finding: where in the foreign file. */
  "source-offset"?: number;
}

interface Checked {
  answer: 0 | 1 | 2;
  lines: string[];
  report: { "by-ply": Ply[]; seconds: number; claims: { outcome: string; verdict: string }[] };
  gaps: Gap[];
}

export type Trust = "dbsearch" | "rules";

/** What is known of the check at a level. */
interface State {
  progress?: Progress;
  checked?: Checked;
  error?: string;
  isStopped?: boolean;
  isPaused?: boolean;
  /** Milliseconds that the check was at work. */
  worked: number;
  /** When it was first told how far it has come, of this time, and how far that was. */
  first?: { worked: number; share: number };
}

const shareOf = (progress: Progress): number => progress.repliesDone / Math.max(1, progress.repliesTotal);

/** How many seconds are left at the pace so far; nothing before there is one. */
function secondsLeft({ first, progress, worked }: State): number | undefined {
  const done = first && progress ? shareOf(progress) - first.share : 0;
  if (!first || !progress || done <= 0 || worked < first.worked + 2000) return undefined;
  return Math.ceil(((worked - first.worked) / 1000 / done) * (1 - shareOf(progress)));
}

/** A check that is at work or paused, turn by turn: between two turns it can be left for as long as one likes. */
class Run {
  client?: Client;
  private goOn?: () => void;
  private rest: Promise<void> = Promise.resolve();

  constructor(readonly trust: Trust) {}

  pause(): void {
    this.rest = new Promise((resolve) => (this.goOn = resolve));
  }

  resume(): void {
    this.goOn?.();
  }

  /** The answer of the last turn; `onTurn` is told how long each took. */
  async check(client: Client, request: object, onTurn: (milliseconds: number) => void): Promise<Answer> {
    for (let ask = request; ; ask = { ask: "go on" }) {
      const began = performance.now();
      const answer = await client.ask(ask);
      onTurn(performance.now() - began);
      if (!answer.going) return answer;
      await this.rest;
    }
  }
}

const levels: Trust[] = ["dbsearch", "rules"];
const isVerified = (claim: { outcome: string }): boolean => claim.outcome === "verified";

/** What became of each claim: a sentence, and below it the line of the program, in the colour of its own verdict. */
function Lines({ checked, info }: { checked: Checked; info: Info }) {
  const words = useWords();
  const { claims } = checked.report;
  return (
    <>
      {checked.lines.map((text, i) => {
        const claim = claims[i]?.verdict === text ? claims[i] : undefined;
        const kind = claim && isVerified(claim) ? "good" : "bad";
        const sentence = claim && words.outcome[claim.outcome];
        return (
          <div key={i} class={kind}>
            {sentence && <p class="sentence">{sentence(info.attacker, rootText(words, info.roots[i]))}</p>}
            <p class={`verdict ${kind}`} lang="en">
              {text}
            </p>
          </div>
        );
      })}
    </>
  );
}

function Gaps({ gaps, info, onWalk }: { gaps: Gap[]; info: Info; onWalk: (line: Line) => void }) {
  const words = useWords();
  if (gaps.length === 0) return null;
  const lineOf = (gap: Gap): Line | undefined => {
    if (gap.root === undefined) return undefined;
    return (parseSquares(gap.line ?? "", info.size) ?? []).reduce(play, atRoot(gap.root));
  };
  const placeOf = (gap: Gap): string =>
    gap.root === undefined ? words.stones(gap.black, gap.white, gap["to-move"]) : gap.line || words.atClaim;
  const textOf = (gap: Gap): string => {
    const offset = gap["source-offset"];
    const kind = `${words.gapKinds[gap.kind] ?? gap.kind}${gap.by ? ` ${gap.by}` : ""}`;
    return `${kind}: ${placeOf(gap)}${offset === undefined ? "" : `, ${words.atByte(offset)}`}`;
  };
  return (
    <details open>
      <summary>
        {(info.findings > 0 ? words.gapsAndFindings : words.gaps)(gaps.length, gaps.length === mostGaps)}
      </summary>
      <ul class="gaps">
        {gaps.map((gap, i) => {
          const line = lineOf(gap);
          return (
            <li key={i}>
              {line ? (
                <button class="jump" onClick={() => onWalk(line)}>
                  {textOf(gap)}
                </button>
              ) : (
                textOf(gap)
              )}
            </li>
          );
        })}
      </ul>
    </details>
  );
}

/** The core lists no more. */
const mostGaps = 1000;

interface Props {
  info: Info;
  /** A new core with the proof open in it. */
  openAnother: () => Promise<Client>;
  onWalk: (line: Line) => void;
}

export function Verify({ info, openAnother, onWalk }: Props) {
  const words = useWords();
  const [states, setStates] = useState<Partial<Record<Trust, State>>>({});
  const running = useRef<Run>();
  const [isRunning, setRunning] = useState(false);
  const change = (trust: Trust, part: Partial<State>) =>
    setStates((all) => ({ ...all, [trust]: { ...(all[trust] ?? { worked: 0 }), ...part } }));
  const stop = () => {
    const run = running.current;
    if (!run) return;
    run.client?.end();
    running.current = undefined;
    setRunning(false);
    change(run.trust, { isStopped: true, isPaused: false, progress: undefined });
  };
  const pause = (isPaused: boolean) => {
    const run = running.current;
    if (!run) return;
    if (isPaused) run.pause();
    else run.resume();
    change(run.trust, { isPaused });
  };
  useEffect(() => {
    setStates({});
    return stop;
  }, [info]);

  const verify = async (trust: Trust) => {
    const run = new Run(trust);
    running.current = run;
    setRunning(true);
    let worked = 0;
    let first: State["first"];
    setStates((all) => ({ ...all, [trust]: { worked } }));
    const client = await openAnother();
    run.client = client;
    if (running.current !== run) return client.end();
    client.onProgress = (progress) => {
      first ??= { worked, share: shareOf(progress) };
      change(trust, { progress, first });
    };
    const request = { ask: "verify", trust, name: info.name, turns: true };
    const answer = await run.check(client, request, (milliseconds) =>
      change(trust, { worked: (worked += milliseconds) }),
    );
    client.end();
    if (running.current !== run) return;
    running.current = undefined;
    setRunning(false);
    change(trust, answer.error ? { error: answer.error } : { checked: answer });
  };

  // A finding need not count: the claim may do without its place. The check lists findings and tells which claims need them;
  // where all of them do, there is nothing left to verify.
  const first = states.dbsearch?.checked;
  const isFound = info.findings > 0;
  const isHopeless = isFound && first !== undefined && !first.report.claims.some(isVerified);
  const isOff = (trust: Trust) => isRunning || isHopeless || (isFound && trust === "rules" && !first);
  const levelSection = (trust: Trust) => {
    const state = states[trust];
    const isThis = isRunning && running.current?.trust === trust;
    const name = isFound && trust === "dbsearch" ? words.listFindings : words.verifyAt[trust];
    return (
      <section key={trust} data-trust={trust}>
        <div class="buttons">
          {isThis ? (
            <>
              <button onClick={() => pause(!state?.isPaused)}>
                {state?.isPaused ? words.resume : words.pause}
              </button>
              <button onClick={stop}>{words.stop}</button>
            </>
          ) : (
            <button class="main" disabled={isOff(trust)} onClick={() => void verify(trust)}>
              {name}
            </button>
          )}
          <span class="note">{words.believing[trust]}</span>
        </div>
        {isThis && state && <Running state={state} />}
        {state?.isStopped && <p class="bad">{words.stopped}</p>}
        {state?.error && (
          <p class="bad" lang="en">
            {state.error}
          </p>
        )}
        {state?.checked && (
          <div role="status">
            <Lines checked={state.checked} info={info} />
            <p class="note">{words.took(state.checked.report.seconds.toFixed(1))}</p>
            <Gaps gaps={state.checked.gaps} info={info} onWalk={onWalk} />
            {isHopeless && trust === "dbsearch" && <p class="bad">{words.findingsStop}</p>}
            <Plot plies={state.checked.report["by-ply"]} />
          </div>
        )}
      </section>
    );
  };

  return (
    <div class="verify">
      <p>
        <b>{info.name}</b>: {words.verifyWords(info.records)}
      </p>
      {isFound && <p class="bad">{words.findings(info.findings)}</p>}
      {levels.map(levelSection)}
      <Theorem info={info} />
    </div>
  );
}

function Running({ state }: { state: State }) {
  const words = useWords();
  const { progress, isPaused } = state;
  const left = secondsLeft(state);
  const text = progress
    ? words.progress(
        progress.repliesDone,
        progress.repliesTotal,
        progress.gaps,
        Math.round(state.worked / 1000),
      ) + (isPaused ? words.paused : left === undefined ? "" : words.left(left))
    : words.readingFile;
  return (
    <div>
      <progress value={progress ? shareOf(progress) : 0} max={1} aria-label={words.howFar} />
      <p class="note">{text}</p>
    </div>
  );
}

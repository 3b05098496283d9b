// Verify: the check of the program, in a thread of its own, so that one can walk on meanwhile.

import { useEffect, useRef, useState } from "preact/hooks";

import type { Client } from "./client";
import type { Progress } from "./core";
import { atRoot, play, type Line } from "./game";
import { Plot, type Ply } from "./plot";
import type { Info } from "./probe";
import { parseSquares } from "./squares";
import { Theorem } from "./theorem";
import { count } from "./words";

interface Gap {
  kind: string;
  root?: number;
  line?: string;
  black: string;
  white: string;
  by?: string;
  limit?: boolean;
}

interface Checked {
  answer: 0 | 1 | 2;
  lines: string[];
  report: { "by-ply": Ply[]; seconds: number };
  gaps: Gap[];
}

export type Trust = "dbsearch" | "rules";

/** What is known of the check at a level. */
interface State {
  progress?: Progress;
  checked?: Checked;
  error?: string;
  began: number;
}

const levels: { trust: Trust; name: string; words: string }[] = [
  {
    trust: "dbsearch",
    name: "Verify at level db-search",
    words: "believing this program's rules, reader and threat search",
  },
  { trust: "rules", name: "Verify at level rules", words: "believing only a kernel of 650 lines of code" },
];

function Line_({ text, answer }: { text: string; answer: number }) {
  return <p class={`verdict ${answer === 0 ? "good" : "bad"}`}>{text}</p>;
}

function Gaps({ gaps, info, onWalk }: { gaps: Gap[]; info: Info; onWalk: (line: Line) => void }) {
  if (gaps.length === 0) return null;
  const lineOf = (gap: Gap): Line | undefined => {
    if (gap.root === undefined) return undefined;
    return (parseSquares(gap.line ?? "", info.size) ?? []).reduce(play, atRoot(gap.root));
  };
  return (
    <details open>
      <summary>
        {count(gaps.length)} gaps{gaps.length === 1000 && ", the first of them"}
      </summary>
      <ul class="gaps">
        {gaps.map((gap, i) => {
          const line = lineOf(gap);
          const place = line ? gap.line || "at the claim" : `black ${gap.black}, white ${gap.white}`;
          const text = `${gap.kind}${gap.by ? ` ${gap.by}` : ""}: ${place}`;
          return (
            <li key={i}>
              {line ? (
                <button class="jump" onClick={() => onWalk(line)}>
                  {text}
                </button>
              ) : (
                text
              )}
            </li>
          );
        })}
      </ul>
    </details>
  );
}

const progressText = (progress: Progress, milliseconds: number): string =>
  `${count(progress.repliesDone)} of ${count(progress.repliesTotal)} replies, ` +
  `${count(progress.gaps)} gaps, ${Math.round(milliseconds / 1000)} s`;

interface Props {
  info: Info;
  /** A new core with the proof open in it. */
  openAnother: () => Promise<Client>;
  onWalk: (line: Line) => void;
}

export function Verify({ info, openAnother, onWalk }: Props) {
  const [states, setStates] = useState<Partial<Record<Trust, State>>>({});
  const running = useRef<{ trust: Trust; client?: Client }>();
  const [isRunning, setRunning] = useState(false);
  const change = (trust: Trust, part: Partial<State>) =>
    setStates((all) => ({ ...all, [trust]: { ...(all[trust] ?? { began: performance.now() }), ...part } }));
  const stop = () => {
    running.current?.client?.end();
    running.current = undefined;
    setRunning(false);
  };
  useEffect(() => stop, [info]);

  const verify = async (trust: Trust) => {
    const run: { trust: Trust; client?: Client } = { trust };
    running.current = run;
    setRunning(true);
    setStates((all) => ({ ...all, [trust]: { began: performance.now() } }));
    const client = await openAnother();
    run.client = client;
    if (running.current !== run) return client.end();
    client.onProgress = (progress) => change(trust, { progress });
    const answer = await client.ask({ ask: "verify", trust, name: info.name });
    client.end();
    if (running.current !== run) return change(trust, { error: "stopped", progress: undefined });
    running.current = undefined;
    setRunning(false);
    change(trust, answer.error ? { error: answer.error } : { checked: answer });
  };

  return (
    <div class="verify">
      <p>
        <b>{info.name}</b>: {count(info.records)} positions. The file is checked here, in this page, reply by
        reply: every legal reply of the defender must be answered by a stored position or by a winning threat
        sequence.
      </p>
      {info.findings > 0 && (
        <p class="bad">{count(info.findings)} findings of its converter: it cannot be verified.</p>
      )}
      {levels.map(({ trust, name, words }) => {
        const state = states[trust];
        const isThis = isRunning && running.current?.trust === trust;
        const progress = state?.progress;
        const share = progress ? progress.repliesDone / Math.max(1, progress.repliesTotal) : 0;
        return (
          <section key={trust} data-trust={trust}>
            <div class="buttons">
              {isThis ? (
                <button onClick={stop}>Stop</button>
              ) : (
                <button class="main" disabled={isRunning} onClick={() => void verify(trust)}>
                  {name}
                </button>
              )}
              <span class="note">{words}</span>
            </div>
            {isThis && (
              <div>
                <progress value={share} max={1} aria-label="How far the check has come" />
                <p class="note">
                  {progress ? progressText(progress, performance.now() - state!.began) : "reading …"}
                </p>
              </div>
            )}
            {state?.error && <p class="bad">{state.error}</p>}
            {state?.checked && (
              <div role="status">
                {state.checked.lines.map((text, i) => (
                  <Line_ key={i} text={text} answer={state.checked!.answer} />
                ))}
                <p class="note">{state.checked.report.seconds.toFixed(1)} s, on one thread of this browser</p>
                <Gaps gaps={state.checked.gaps} info={info} onWalk={onWalk} />
                <Plot plies={state.checked.report["by-ply"]} />
              </div>
            )}
          </section>
        );
      })}
      <Theorem info={info} />
    </div>
  );
}

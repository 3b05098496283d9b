// fiveproof for programs in JavaScript: read a proof, verify it, ask it, look for threats.
//
//   import { load } from "fiveproof";
//   const fiveproof = await load();
//   const proof = await fiveproof.open(bytes, { name: "proof.fvp" });
//   const verdict = await proof.verify();
//   console.log(verdict.lines.join("\n"), verdict.accepted);
//
// All of it is the C++ of the program, as WebAssembly: no network, no files.

import coreGz from "core-gz";

import type { Answer } from "../../src/core.js";
import { Elsewhere, Here, type Answerer } from "./threads.js";
import type {
  Converted,
  FileOptions,
  Forbidden,
  Format,
  Info,
  Move,
  Position,
  Probe,
  ThreatOptions,
  Threats,
  Verdict,
  VerifyOptions,
} from "./types.js";

export type * from "./types.js";

/** What is wrong with a file or a question, in the words of the program. */
export class FiveproofError extends Error {
  override name = "FiveproofError";
}

export interface LoadOptions {
  /** In a thread of its own (the default), so that this one is not held up; or in this one. */
  worker?: boolean;
}

/** Makes the C++ ready; it takes some tens of milliseconds. */
export async function load(options: LoadOptions = {}): Promise<Fiveproof> {
  const module = await compiledModule();
  return new Fiveproof(options.worker === false ? new Here(module) : await Elsewhere.start(module));
}

let compiling: Promise<WebAssembly.Module> | undefined;

/** Unpacked and compiled once, however often it is loaded. */
function compiledModule(): Promise<WebAssembly.Module> {
  const unpack = async () => {
    const packed = Uint8Array.from(atob(coreGz), (letter) => letter.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    return WebAssembly.compile(await new Response(stream).arrayBuffer());
  };
  return (compiling ??= unpack());
}

type Bytes = Uint8Array | ArrayBuffer;
const view = (bytes: Bytes) => (bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes));
const fileRequest = ({ name = "proof.fvp", ...claim }: FileOptions) => ({ name, ...claim });

const squares = (of: string | readonly string[]) => (typeof of === "string" ? of : of.join(" "));

function positionRequest(position: Position): object {
  if (typeof position === "string" || position instanceof Array) return { moves: squares(position) };
  const { black, white, toMove } = position as Exclude<Position, string | readonly string[]>;
  return { black: squares(black), white: squares(white), "to-move": toMove };
}

/** What the core answers, unless it is why it does not. */
async function checked(answer: Promise<Answer>): Promise<Answer> {
  let said: Answer;
  try {
    said = await answer;
  } catch (error) {
    throw new FiveproofError(error instanceof Error ? error.message : String(error));
  }
  if (said?.error !== undefined) throw new FiveproofError(said.error);
  return said;
}

/** The C++, loaded. */
export class Fiveproof {
  private cores = 1; // number 0 is for what needs no proof

  /** @internal */
  constructor(private readonly answerer: Answerer) {}

  /** Opens a proof, or a library or game record that is said to prove something. Several may be open. */
  async open(bytes: Bytes, options: FileOptions = {}): Promise<Proof> {
    const file = view(bytes);
    const core = this.cores++;
    const request = fileRequest(options);
    const info = await checked(this.answerer.answer({ kind: "open", core, bytes: file, request }));
    return new Proof(this.answerer, { core, file, request, another: () => this.cores++ }, info);
  }

  /** Has a side a win by threats there? */
  threats(position: Position, options: ThreatOptions): Promise<Threats> {
    return this.ask({ ask: "threats", ...options, ...positionRequest(position) });
  }

  /** The points on which Black may not play under renju, and why. */
  forbidden(position: Position, { size = 15 }: { size?: number } = {}): Promise<Forbidden> {
    return this.ask({ ask: "forbidden points", size, ...positionRequest(position) });
  }

  /** A file in another format. A library or game record that is to become a proof needs what it claims. */
  async convert(bytes: Bytes, options: FileOptions & { to: Format }): Promise<Converted> {
    const request = { ...fileRequest(options), to: options.to };
    const { file, carried, losses } = await checked(
      this.answerer.answer({ kind: "convert", core: 0, bytes: view(bytes), request }),
    );
    return { bytes: file, carried, losses };
  }

  /** Ends the thread; what is still asked is rejected. */
  end(): void {
    this.answerer.end();
  }

  private ask(request: object): Promise<Answer> {
    return checked(this.answerer.answer({ kind: "ask", core: 0, request }));
  }
}

interface OpenFile {
  core: number;
  file: Uint8Array;
  request: { name: string };
  another(): number;
}

/** A proof that is open. */
export class Proof {
  /** @internal */
  constructor(
    private readonly answerer: Answerer,
    private readonly open: OpenFile,
    readonly info: Info,
  ) {}

  /** What `fiveproof probe --json` says of a position; with `full` also what hangs below it. */
  async probe(position: Position, { full = false }: { full?: boolean } = {}): Promise<Probe> {
    return (await this.ask({ ask: "probe", full, ...positionRequest(position) })).probe;
  }

  /** The attacker's move there. `last`: the defender's move before, if it is known. */
  play(position: Position, { last }: { last?: string } = {}): Promise<Move> {
    return this.ask({ ask: "play", ...(last === undefined ? {} : { last }), ...positionRequest(position) });
  }

  /** Checks every legal reply, as `fiveproof verify` does, on one thread. The proof can be asked meanwhile. */
  async verify({
    trust = "dbsearch",
    gapList = false,
    onProgress,
    signal,
  }: VerifyOptions = {}): Promise<Verdict> {
    const { file, request } = this.open;
    // A check takes the proof with it, so it gets one of its own.
    const core = this.open.another();
    const ask = (what: object) =>
      checked(this.answerer.answer({ kind: "ask", core, request: what }, onProgress));
    try {
      signal?.throwIfAborted();
      await checked(this.answerer.answer({ kind: "open", core, bytes: file, request }));
      let told = await ask({ ask: "verify", trust, name: request.name, "gap-list": gapList, turns: true });
      while (told.going) {
        signal?.throwIfAborted();
        told = await ask({ ask: "go on" });
      }
      const { answer, lines, report, gaps } = told;
      const list = gapList ? { gapList: told["gap-list"] } : {};
      return { accepted: answer === 0, exitCode: answer, lines, report, gaps, ...list };
    } finally {
      await this.answerer.answer({ kind: "close", core }).catch(() => {});
    }
  }

  /** The same proof in another format. */
  async convert(to: Format): Promise<Converted> {
    const { core, file, request } = this.open;
    const answer = await checked(
      this.answerer.answer({ kind: "convert", core, bytes: file, request: { ...request, to } }),
    );
    return { bytes: answer.file, carried: answer.carried, losses: answer.losses };
  }

  /** Gives its memory back. */
  async close(): Promise<void> {
    await this.answerer.answer({ kind: "close", core: this.open.core });
  }

  private ask(request: object): Promise<Answer> {
    return checked(this.answerer.answer({ kind: "ask", core: this.open.core, request }));
  }
}

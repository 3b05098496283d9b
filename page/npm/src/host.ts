// Where the cores are: in this thread, or in one of their own. Each proof that is open has a core, so that one may be checked
// while another is asked; they share the compiled module.

import { Core, CoreFailure, type Answer, type Progress } from "../../src/core.js";

export type Request =
  | { kind: "open"; core: number; bytes: Uint8Array; request: object }
  | { kind: "ask"; core: number; request: object }
  | { kind: "convert"; core: number; bytes: Uint8Array; request: object }
  | { kind: "close"; core: number };

export type Message = { id: number } & ({ kind: "load"; module: WebAssembly.Module } | Request);
export type Reply = { id: number; answer?: Answer; failure?: string; progress?: Progress };

/** Browsers have another way to make threads. */
export const isNode = typeof process !== "undefined" && process.versions?.node !== undefined;

/** The cores by number; one is made when it is first asked. */
export class Host {
  private readonly cores = new Map<number, Promise<Core>>();

  constructor(private readonly module: WebAssembly.Module) {}

  /** How far a check has come goes to `onProgress` while it is asked. */
  async answer(request: Request, onProgress: (progress: Progress) => void): Promise<Answer> {
    if (request.kind === "close") return void this.cores.delete(request.core);
    const core = await this.core(request.core);
    this.onProgress = onProgress; // of this question: none other comes between
    try {
      if (request.kind === "open") return core.open(request.bytes, request.request);
      if (request.kind === "convert") return core.convert(request.bytes, request.request);
      return core.ask(request.request);
    } catch (error) {
      // What has failed once is not asked again.
      if (error instanceof CoreFailure) this.cores.delete(request.core);
      throw error;
    }
  }

  private onProgress: (progress: Progress) => void = () => {};

  private core(number: number): Promise<Core> {
    let core = this.cores.get(number);
    if (core === undefined) {
      core = Core.of(this.module, (progress) => this.onProgress(progress));
      this.cores.set(number, core);
    }
    return core;
  }
}

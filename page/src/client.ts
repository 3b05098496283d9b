// The core as the page sees it: questions are asked in order, and answers come as promises.

import type { Answer, Progress } from "./core";

export type Request =
  | { kind: "load"; wasm: ArrayBuffer }
  | { kind: "open"; bytes: Uint8Array; request: object }
  | { kind: "ask"; request: object };

export type Reply = { id: number; answer?: Answer; progress?: Progress };

export class Client {
  private readonly worker: Worker;
  private readonly waiting = new Map<number, (answer: Answer) => void>();
  private next = 0;
  onProgress: (progress: Progress) => void = () => {};

  /** `code`: the worker's program; `wasm`: the core. */
  constructor(code: Blob, wasm: ArrayBuffer) {
    const address = URL.createObjectURL(code);
    this.worker = new Worker(address);
    URL.revokeObjectURL(address);
    this.worker.onmessage = (event: MessageEvent<Reply>) => this.take(event.data);
    this.worker.onerror = (event) => this.fail(event.message);
    void this.send({ kind: "load", wasm });
  }

  open(bytes: Uint8Array, request: object): Promise<Answer> {
    return this.send({ kind: "open", bytes, request });
  }

  ask(request: object): Promise<Answer> {
    return this.send({ kind: "ask", request });
  }

  /** Ends the thread, whatever it is at: what was asked gets no answer any more. */
  end(): void {
    this.worker.terminate();
    this.fail("stopped");
  }

  private send(request: Request): Promise<Answer> {
    const id = this.next++;
    return new Promise((resolve) => {
      this.waiting.set(id, resolve);
      this.worker.postMessage({ ...request, id });
    });
  }

  private take(reply: Reply): void {
    if (reply.progress) return this.onProgress(reply.progress);
    this.waiting.get(reply.id)?.(reply.answer);
    this.waiting.delete(reply.id);
  }

  private fail(error: string): void {
    for (const resolve of this.waiting.values()) resolve({ error });
    this.waiting.clear();
  }
}

// Questions to the cores, wherever these are: in this thread or in another.

import { Host, isNode, type Message, type Reply, type Request } from "./host.js";
import type { Answer, Progress } from "../../src/core.js";
import workerCode from "worker-code";

/** Something that answers, until it is ended. */
export interface Answerer {
  answer(request: Request, onProgress?: (progress: Progress) => void): Promise<Answer>;
  end(): void;
}

/** In this thread, which has its turn between two questions. */
export class Here implements Answerer {
  private readonly host: Host;

  constructor(module: WebAssembly.Module) {
    this.host = new Host(module);
  }

  async answer(request: Request, onProgress: (progress: Progress) => void = () => {}): Promise<Answer> {
    await new Promise((go) => setTimeout(go));
    return this.host.answer(request, onProgress);
  }

  end(): void {}
}

/** A thread, however it is made. */
interface Thread {
  post(message: Message): void;
  /** Nothing is asked any more: a program that has nothing else to do may end. */
  rest(): void;
  terminate(): void;
}

async function startThread(take: (reply: Reply) => void, fail: (error: string) => void): Promise<Thread> {
  if (isNode) {
    const { Worker } = await import("node:worker_threads");
    const worker = new Worker(workerCode, { eval: true });
    worker.on("message", take);
    worker.on("error", (error: Error) => fail(error.message));
    return {
      post: (message) => {
        worker.ref();
        worker.postMessage(message);
      },
      rest: () => worker.unref(),
      terminate: () => void worker.terminate(),
    };
  }
  const address = URL.createObjectURL(new Blob([workerCode], { type: "text/javascript" }));
  const worker = new Worker(address);
  URL.revokeObjectURL(address);
  worker.onmessage = (event: MessageEvent<Reply>) => take(event.data);
  worker.onerror = (event) => fail(event.message);
  return {
    post: (message) => worker.postMessage(message),
    rest: () => {},
    terminate: () => worker.terminate(),
  };
}

interface Waiting {
  resolve(answer: Answer): void;
  reject(error: Error): void;
  onProgress: (progress: Progress) => void;
}

/** In a thread of their own. */
export class Elsewhere implements Answerer {
  private thread!: Thread;
  private readonly waiting = new Map<number, Waiting>();
  private next = 0;

  private constructor() {}

  static async start(module: WebAssembly.Module): Promise<Elsewhere> {
    const made = new Elsewhere();
    made.thread = await startThread(
      (reply) => made.take(reply),
      (error) => made.fail(error),
    );
    await made.send({ kind: "load", module }, () => {});
    return made;
  }

  answer(request: Request, onProgress: (progress: Progress) => void = () => {}): Promise<Answer> {
    return this.send(request, onProgress);
  }

  end(): void {
    this.thread.terminate();
    this.fail("ended");
  }

  private send(
    request: Request | { kind: "load"; module: WebAssembly.Module },
    onProgress: (progress: Progress) => void,
  ): Promise<Answer> {
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject, onProgress });
      this.thread.post({ id, ...request });
    });
  }

  private take({ id, answer, failure, progress }: Reply): void {
    const waiting = this.waiting.get(id);
    if (progress) return waiting?.onProgress(progress);
    this.waiting.delete(id);
    if (this.waiting.size === 0) this.thread.rest();
    if (failure !== undefined) waiting?.reject(new Error(failure));
    else waiting?.resolve(answer);
  }

  private fail(error: string): void {
    for (const { reject } of this.waiting.values()) reject(new Error(error));
    this.waiting.clear();
  }
}

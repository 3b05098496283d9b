// The core in a thread of its own, so that the page stays at hand while it thinks. Messages: page/src/client.ts.

import { Core, type Progress } from "./core";
import type { Reply, Request } from "./client";

let core: Promise<Core> | undefined;

async function answerTo(request: Request): Promise<unknown> {
  if (request.kind === "load") {
    core = Core.load(request.wasm, (progress: Progress) => send({ id: -1, progress }));
    await core;
    return {};
  }
  if (core === undefined) throw new Error("the core is not loaded");
  const loaded = await core;
  return request.kind === "open" ? loaded.open(request.bytes, request.request) : loaded.ask(request.request);
}

function send(reply: Reply): void {
  self.postMessage(reply);
}

self.onmessage = async (event: MessageEvent<Request & { id: number }>) => {
  const { id } = event.data;
  try {
    send({ id, answer: await answerTo(event.data) });
  } catch (error) {
    send({ id, answer: { error: error instanceof Error ? error.message : String(error) } });
  }
};

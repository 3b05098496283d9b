// The cores in a thread of their own, in a browser and under node. It is bundled as a text: threads.ts starts it.

import { Host, isNode, type Message, type Reply } from "./host.js";

interface Port {
  postMessage(reply: Reply): void;
  onMessage(take: (message: Message) => void): void;
}

/** What the thread hears and says; node has another way than browsers. */
function portOfThread(): Port {
  if (isNode) {
    const { parentPort } = require("node:worker_threads");
    return {
      postMessage: (reply) => parentPort.postMessage(reply),
      onMessage: (take) => parentPort.on("message", take),
    };
  }
  return {
    postMessage: (reply) => self.postMessage(reply),
    onMessage: (take) => (self.onmessage = (event: MessageEvent<Message>) => take(event.data)),
  };
}

const port = portOfThread();
let host: Host | undefined;

port.onMessage(async (message) => {
  const { id } = message;
  try {
    if (message.kind === "load") {
      host = new Host(message.module);
      return port.postMessage({ id });
    }
    if (host === undefined) throw new Error("no module is loaded");
    port.postMessage({
      id,
      answer: await host.answer(message, (progress) => port.postMessage({ id, progress })),
    });
  } catch (error) {
    port.postMessage({ id, failure: error instanceof Error ? error.message : String(error) });
  }
});

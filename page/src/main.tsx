// Takes the page apart: the core, the worker's program and the proof stand in it as text.

import { render } from "preact";

import workerCode from "worker-code";
import { App, type Source } from "./app";
import { Client } from "./client";
import { languageAtFirst, languages } from "./words";

/** What stands in an element as base64. A page without a proof has a comment in its place. */
function bytesIn(id: string): Uint8Array | undefined {
  const text = document.getElementById(id)?.textContent?.trim();
  if (!text || text.startsWith("<!--")) return undefined;
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; ++i) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

function unpacked(bytes: Uint8Array): Promise<ArrayBuffer> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

async function begin(): Promise<void> {
  const wasm = await unpacked(bytesIn("core")!);
  const code = new Blob([workerCode], { type: "text/javascript" });
  const bytes = bytesIn("proof");
  const name = document.getElementById("proof")?.dataset["name"] ?? "proof.fvp";
  const first: Source | undefined = bytes && { name, bytes };
  render(<App makeClient={() => new Client(code, wasm)} first={first} />, document.getElementById("page")!);
}

begin().catch((error: unknown) => {
  document.getElementById("page")!.textContent =
    `${languages[languageAtFirst()]!.cannotShow} ${String(error)}`;
});

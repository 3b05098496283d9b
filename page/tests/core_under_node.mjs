// The core under node, as the page has it in its worker.
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import { build } from "esbuild";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const root = here("../../");

export const wasmFile = process.env.FIVEPROOF_PAGE_CORE ?? `${root}build/page/page/core/fiveproof-page.wasm`;
export const program = process.env.FIVEPROOF_PROGRAM ?? `${root}build/release/cli/fiveproof`;
/** A file of the repository, or any other that is named from the root of the disk. */
export const fileOf = (path) => (path.startsWith("/") ? path : `${root}${path}`);

/** A new core. Memory is not shared between two of them. */
export async function newCore(onProgress = () => {}) {
  const { Core } = await coreModule;
  return Core.load(await readFile(wasmFile), onProgress);
}

/** A core with a file of the repository open. */
export async function coreWith(path, onProgress) {
  const core = await newCore(onProgress);
  const info = core.open(new Uint8Array(await readFile(fileOf(path))), { name: path.split("/").at(-1) });
  return { core, info };
}

const coreModule = bundled("../src/core.ts");

async function bundled(path) {
  const result = await build({
    entryPoints: [here(path)],
    bundle: true,
    write: false,
    format: "esm",
    target: "es2022",
  });
  const text = result.outputFiles[0].text;
  return import(`data:text/javascript;base64,${Buffer.from(text).toString("base64")}`);
}

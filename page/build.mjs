// Makes page.html, the template that `fiveproof page` puts a proof into.
//
//   node build.mjs CORE.wasm OUT.html
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

import { build } from "esbuild";

import { texts } from "./texts.mjs";

const [wasm, out] = process.argv.slice(2);
if (!wasm || !out) {
  console.error("usage: node build.mjs CORE.wasm OUT.html");
  process.exit(2);
}
const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** One script of a file and all that it imports. */
async function bundle(entry, plugins = []) {
  const result = await build({
    entryPoints: [here(entry)],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: "es2022",
    jsx: "automatic",
    jsxImportSource: "preact",
    legalComments: "none",
    charset: "utf8", // page.html says so, too; escapes would take twice the space
    plugins,
  });
  return result.outputFiles[0].text;
}

const script = await bundle("src/main.tsx", [
  texts({
    "worker-code": await bundle("src/worker.ts"),
    assumptions: await readFile(here("../theorem/assumptions.txt"), "utf8"),
  }),
]);
const style = (await build({ entryPoints: [here("src/page.css")], bundle: true, minify: true, write: false }))
  .outputFiles[0].text;
const core = gzipSync(await readFile(wasm), { level: 9 }).toString("base64");

// The replacement is a function, as text may hold `$&`.
const template = await readFile(here("src/page.html"), "utf8");
const page = template
  .replace("/*style*/", () => style.trim())
  .replace("<!--core-->", () => core)
  .replace("<!--script-->", () => script.trim());
await writeFile(out, page);
console.log(`${out}: ${Buffer.byteLength(page)} bytes, of which the core ${core.length}`);

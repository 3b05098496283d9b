// How long the core takes for a proof, beside the native program on one thread, in the same run.
//
//   node tests/measure.mjs proofs/freestyle15.fvp [dbsearch|rules ...]
import { execFileSync } from "node:child_process";

import { coreWith, fileOf, program } from "./core_under_node.mjs";

const [path = "examples/example.fvp", ...levels] = process.argv.slice(2);

function timed(work) {
  const began = performance.now();
  const result = work();
  return { seconds: (performance.now() - began) / 1000, result };
}

for (const trust of levels.length > 0 ? levels : ["dbsearch", "rules"]) {
  const native = timed(() =>
    execFileSync(program, ["verify", fileOf(path), "--threads", "1", "--trust", trust, "-q"], {
      encoding: "utf8",
    }).trim(),
  );
  const began = performance.now();
  const { core, info } = await coreWith(path);
  if (info.error) throw new Error(info.error);
  const opened = (performance.now() - began) / 1000;
  const wasm = timed(() => core.ask({ ask: "verify", trust, name: path.split("/").at(-1) }));
  const isEqual = native.result === wasm.result.lines?.join("\n");
  console.log(
    `${path} ${trust}: native ${native.seconds.toFixed(2)} s, opened in ${opened.toFixed(2)} s, ` +
      `wasm ${wasm.seconds.toFixed(2)} s (${((wasm.seconds + opened) / native.seconds).toFixed(2)} times); ` +
      (isEqual
        ? "the same verdict lines"
        : `OTHER LINES: ${native.result} / ${JSON.stringify(wasm.result).slice(0, 500)}`),
  );
}

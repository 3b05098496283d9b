// How long the core takes for a proof, beside the native program on one thread, in the same run. It is processor time, so
// that what else the machine does counts little.
//
//   node tests/measure.mjs proofs/freestyle15.fvp [dbsearch|rules ...]
import { spawnSync } from "node:child_process";

import { coreWith, fileOf, program } from "./core_under_node.mjs";

const [path = "examples/example.fvp", ...levels] = process.argv.slice(2);

/** The lines of the program's verdict, and the seconds that bash counts. */
function native(trust) {
  const script = 'TIMEFORMAT=%U; time "$0" verify "$1" --threads 1 --trust "$2" -q';
  const done = spawnSync("/bin/bash", ["-c", script, program, fileOf(path), trust], { encoding: "utf8" });
  return { lines: done.stdout.trim(), seconds: Number(done.stderr.trim().split("\n").at(-1)) };
}

/** The same of the core, and of opening the file in it. */
async function inCore(trust) {
  const seconds = (since) => process.cpuUsage(since).user / 1e6;
  const began = process.cpuUsage();
  const { core, info } = await coreWith(path);
  if (info.error) throw new Error(info.error);
  const opened = seconds(began);
  const checked = core.ask({ ask: "verify", trust, name: path.split("/").at(-1) });
  return { lines: checked.lines?.join("\n") ?? checked.error, opened, seconds: seconds(began) };
}

for (const trust of levels.length > 0 ? levels : ["dbsearch", "rules"]) {
  const there = native(trust);
  const here = await inCore(trust);
  console.log(
    `${path} ${trust}: native ${there.seconds.toFixed(2)} s, core ${here.seconds.toFixed(2)} s ` +
      `(${(here.seconds / there.seconds).toFixed(2)} times), of which opening ${here.opened.toFixed(2)} s; ` +
      (here.lines === there.lines ? "the same lines" : `OTHER LINES:\n${there.lines}\n${here.lines}`),
  );
}

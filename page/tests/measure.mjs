// How long the core takes for a proof, beside the native program on one thread, in the same run; and how long the page in
// chromium takes to answer a move. Processor time is told, so that what else the machine does counts little.
//
//   node tests/measure.mjs proofs/freestyle15.fvp [dbsearch|rules|play ...]
import { spawnSync } from "node:child_process";

import { close, launch, opened } from "./chromium.mjs";
import { coreWith, fileOf, program } from "./core_under_node.mjs";
import { answeredAt, playGame } from "./games.mjs";
import { numbers } from "./positions.mjs";

const [path = "examples/example.fvp", ...wanted] = process.argv.slice(2);
const games = 20;

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

async function verify(trust) {
  const there = native(trust);
  const here = await inCore(trust);
  console.log(
    `${path} ${trust}: native ${there.seconds.toFixed(2)} s, core ${here.seconds.toFixed(2)} s ` +
      `(${(here.seconds / there.seconds).toFixed(2)} times), of which opening ${here.opened.toFixed(2)} s; ` +
      (here.lines === there.lines ? "the same lines" : `OTHER LINES:\n${there.lines}\n${here.lines}`),
  );
}

/** Half of the numbers are below the first, nine tenths below the second, none above the third. */
function spread(all) {
  const sorted = [...all].sort((a, b) => a - b);
  const at = (part) => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))].toFixed(1);
  return `${at(0.5)} / ${at(0.9)} / ${at(1)} ms`;
}

/** Each answer in a game: from the click to the frame that shows the stone, and what of it the page's thread worked. */
async function play() {
  await launch();
  const { info } = await coreWith(path);
  const { page } = await opened(path, { hash: "#play/0/" });
  const session = await page.createCDPSession();
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const worked = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return 1000 * metrics.find((metric) => metric.name === "TaskDuration").value;
  };
  const answered = async (page, square) => {
    const before = await worked();
    const passed = await answeredAt(page, square);
    return { passed, worked: (await worked()) - before };
  };
  const next = numbers(1);
  const all = [];
  for (let i = 0; i < games; ++i) all.push(...(await playGame(page, path, info, next, answered)).answers);
  console.log(
    `${path} play: ${games} games, ${all.length} answers, half / nine tenths / all within: ` +
      `on the clock ${spread(all.map((one) => one.passed))}, ` +
      `processor time of the page's thread ${spread(all.map((one) => one.worked))}`,
  );
  await close();
}

for (const what of wanted.length > 0 ? wanted : ["dbsearch", "rules", "play"])
  await (what === "play" ? play() : verify(what));

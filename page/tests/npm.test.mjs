// The npm package as somebody has it who has installed it: in an empty folder, under node and in chromium. What it says is held
// against the program.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { createServer } from "node:http";
import { copyFile, mkdtemp, readFile, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import test, { after, before } from "node:test";

import puppeteer from "puppeteer-core";

import { fileOf, program } from "./core_under_node.mjs";

const version = (await readFile(fileOf("VERSION"), "utf8")).trim();
const tarball = fileOf(`build/npm/fiveproof-${version}.tgz`);
const chromium = process.env.FIVEPROOF_CHROMIUM ?? "/usr/bin/chromium";

let folder; // of somebody's project: nothing of ours lies in it but what was installed
let load, FiveproofError;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "fiveproof-npm-"));
  await writeFile(join(folder, "package.json"), '{"type": "module", "private": true}');
  execFileSync("npm", ["install", "--offline", "--silent", "--no-audit", "--no-fund", tarball], {
    cwd: folder,
  });
  for (const name of ["proofs/standard15.fvp", "examples/example.fvp"])
    await copyFile(fileOf(name), join(folder, name.split("/").at(-1)));
  ({ load, FiveproofError } = await import(
    pathToFileURL(join(folder, "node_modules/fiveproof/dist/fiveproof.mjs"))
  ));
});

const bytesOf = (name) => readFile(join(folder, name));
const say = (...words) => spawnSync(program, words, { cwd: folder, encoding: "utf8" });
const json = (...words) => JSON.parse(say(...words).stdout);

test("it is small, and needs nothing else", async () => {
  assert.ok((await stat(tarball)).size <= 600_000);
  const about = JSON.parse(await readFile(join(folder, "node_modules/fiveproof/package.json"), "utf8"));
  assert.equal(about.version, version);
  assert.ok(
    (await readFile(join(folder, "node_modules/fiveproof/README.md"), "utf8")).includes(
      `fiveproof-${version}.tgz`,
    ),
  );
  assert.equal(about.dependencies, undefined);
  const papers = await readFile(join(folder, "node_modules/fiveproof/THIRD-PARTY-LICENSES"), "utf8");
  const inside = [...papers.matchAll(/^Inside is (\S+) /gm)].map(([, name]) => name);
  assert.deepEqual(inside, ["emscripten", "fzstd", "nlohmann-json3-dev"]);
  for (const words of [
    "system/lib/libc/musl",
    "system/lib/libcxx",
    "Arjun Barrett",
    "Niels Lohmann",
    "LLVM exception",
  ])
    assert.ok(papers.includes(words), words);
  assert.ok((await readFile(join(folder, "node_modules/fiveproof/LICENSE"), "utf8")).includes("MIT"));
});

test("the examples of its README run, and say what the program says", async () => {
  const text = await readFile(join(folder, "node_modules/fiveproof/README.md"), "utf8");
  const examples = [...text.matchAll(/^```js\n(.*?)^```$/gms)].map(([, code]) => code);
  assert.equal(examples.length, 3);
  const said = [];
  for (const [i, code] of examples.entries()) {
    await writeFile(join(folder, `example${i}.mjs`), code);
    said.push(execFileSync("node", [`example${i}.mjs`], { cwd: folder, encoding: "utf8", stdio: "pipe" }));
  }
  assert.equal(said[0], say("verify", "standard15.fvp", "-q").stdout + "every claim is proved\n");
  const probed = json("probe", "standard15.fvp", "--moves", "h8 g9", "--json");
  assert.match(said[1], new RegExp(`^standard 1 [0-9]+\n${probed.standing} \\[ '${probed.moves[0]}' \\]`));
  assert.equal(said[1].trimEnd().split("\n").at(-1), probed.moves[0]);
  assert.equal(said[2], "true j8 g11 g9 h9 j11\ni8 double three\n");
});

/** A copy of a proof as text, without one of its records. */
async function damagedCopy(name) {
  say("convert", name, "whole.jsonl", "-q");
  const lines = (await readFile(join(folder, "whole.jsonl"), "utf8")).split("\n");
  lines.splice(Math.floor(lines.length / 2), 1);
  await writeFile(join(folder, "damaged.jsonl"), lines.join("\n"));
  return "damaged.jsonl";
}

for (const worker of [true, false])
  test(`a damaged copy has the program's verdict and gaps (${worker ? "a thread of its own" : "this thread"})`, async () => {
    const name = await damagedCopy(worker ? "standard15.fvp" : "example.fvp");
    const native = say("verify", name, "-q", "--gaps", "gaps.jsonl");
    const fiveproof = await load({ worker });
    const proof = await fiveproof.open(await bytesOf(name), { name });
    const progress = [];
    const verdict = await proof.verify({ gapList: true, onProgress: (told) => progress.push(told) });
    assert.equal(verdict.accepted, false);
    assert.equal(verdict.exitCode, native.status);
    assert.equal(verdict.lines.join("\n"), native.stdout.trimEnd());
    assert.equal(verdict.gapList, await readFile(join(folder, "gaps.jsonl"), "utf8"));
    assert.ok(verdict.gaps.length > 0);
    assert.ok(progress.length > 0 && progress.every(({ repliesTotal }) => repliesTotal > 0));
    // The proof is still there.
    assert.equal((await proof.probe("h8")).standing, json("probe", name, "--moves", "h8", "--json").standing);
    fiveproof.end();
  });

test("a check ends when it is told to, and what is open stays open", async () => {
  for (const worker of [true, false]) {
    const fiveproof = await load({ worker });
    const proof = await fiveproof.open(await bytesOf("standard15.fvp"), { name: "standard15.fvp" });
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error("enough")), 400);
    await assert.rejects(proof.verify({ trust: "rules", signal: controller.signal }), /enough/);
    await assert.rejects(proof.verify({ signal: AbortSignal.abort() }), { name: "AbortError" });
    assert.equal((await proof.probe("")).standing, "stored");
    await proof.close();
    await assert.rejects(proof.probe(""), FiveproofError);
    fiveproof.end();
  }
});

test("threats and forbidden points are the program's, whatever is asked", async () => {
  const fiveproof = await load();
  const without = ({ version: _, ...answer }) => answer;
  const positions = ["g8 a1 h8 c3 i9 o15 i10 a14", "h8 i9 g7", "h8 h9 i8 g8 j8 f8 i10 k8 i9"];
  for (const rule of ["freestyle", "standard", "renju"])
    for (const method of ["db", "vcf", "vct"])
      for (const moves of positions)
        for (const attacker of ["black", "white"]) {
          const words = [
            "--moves",
            moves,
            "--rule",
            rule,
            "--attacker",
            attacker,
            "--method",
            method,
            "--json",
            "-q",
          ];
          const found = await fiveproof.threats(moves, { rule, method, attacker });
          assert.deepEqual(without(found), without(json("threats", ...words)));
        }
  const stones = { black: ["g8", "h8", "i9", "i10"], white: "a1 b2", toMove: "black" };
  const native = json(
    "forbidden",
    "--black",
    "g8 h8 i9 i10",
    "--white",
    "a1 b2",
    "--to-move",
    "black",
    "--json",
  );
  assert.deepEqual(await fiveproof.forbidden(stones), native);
  fiveproof.end();
});

test("files are translated as by the program", async () => {
  const fiveproof = await load();
  for (const to of ["jsonl", "lib", "sgf"]) {
    say("convert", "example.fvp", `native.${to}`, "-q");
    const made = await fiveproof.convert(await bytesOf("example.fvp"), { name: "example.fvp", to });
    assert.deepEqual(Buffer.from(made.bytes), await bytesOf(`native.${to}`), to);
    // And back, by what it claims; from tree to tree it goes as it is.
    const other = to === "lib" ? "sgf" : "lib";
    if (to !== "jsonl") {
      say("convert", `native.${to}`, `again.${other}`, "-q");
      const again = await fiveproof.convert(made.bytes, { name: `native.${to}`, to: other });
      assert.deepEqual(Buffer.from(again.bytes), await bytesOf(`again.${other}`), `${to} to ${other}`);
    }
  }
  const claim = { rule: "freestyle", attacker: "black", root: "h8 a1 i9" };
  const { bytes } = await fiveproof.convert(await bytesOf("native.lib"), {
    name: "native.lib",
    to: "fvp",
    ...claim,
  });
  await writeFile(join(folder, "of-library.fvp"), bytes);
  const words = Object.entries(claim).flatMap(([name, value]) => [`--${name}`, value]);
  say("convert", "native.lib", "native.fvp", "-q", ...words);
  // The header is not packed here; all else is the same, and so is what the program reads.
  const [ours, theirs] = ["of-library.fvp", "native.fvp"].map((name) => json("info", name, "--json"));
  for (const told of [ours, theirs])
    for (const key of ["file", "file-bytes", "bytes-per-position", "peak-memory-bytes"]) delete told[key];
  assert.deepEqual(ours, theirs);
  assert.equal(say("verify", "of-library.fvp", "-q").stdout, say("verify", "native.fvp", "-q").stdout);
  fiveproof.end();
});

test("errors are the program's", async () => {
  const fiveproof = await load({ worker: false });
  const cut = (await bytesOf("example.fvp")).subarray(0, 2000);
  await writeFile(join(folder, "cut.fvp"), cut);
  const native = say("verify", "cut.fvp")
    .stderr.trim()
    .replace(/^fiveproof verify: /, "");
  await assert.rejects(fiveproof.open(cut, { name: "cut.fvp" }), (error) => {
    assert.ok(error instanceof FiveproofError);
    assert.equal(error.message, native);
    return true;
  });
  await assert.rejects(fiveproof.open(cut, { name: "cut.txt" }), /expected a file that ends in/);
  await assert.rejects(fiveproof.threats("h8 h8", { rule: "renju" }), /the square h8 is played twice/);
  await assert.rejects(fiveproof.threats("h8", { rule: "caro" }), /caro/);
  await assert.rejects(
    fiveproof.threats("h8", { rule: "renju", size: 40 }),
    /size: expected 5 to 20, found 40/,
  );
  await assert.rejects(fiveproof.threats("h8", { rule: "renju", effort: -1 }), /effort: expected 1 to/);
  await assert.rejects(fiveproof.convert(cut, { name: "a.lib", to: "fvp" }), FiveproofError);
  await assert.rejects(
    fiveproof.convert(await bytesOf("example.fvp"), { name: "example.fvp", to: "db" }),
    /to: expected/,
  );
});

test("a program of somebody's is type-checked", async () => {
  const code = `import { load, type Verdict, type Threats, FiveproofError } from "fiveproof";
    const fiveproof = await load({ worker: true });
    const proof = await fiveproof.open(new Uint8Array(), { name: "a.lib", rule: "renju", attacker: "black", root: "h8" });
    const verdict: Verdict = await proof.verify({ trust: "rules", onProgress: ({ gaps }) => gaps.toFixed() });
    const lost: readonly string[] = (await proof.probe({ black: "h8", white: [], toMove: "white" })).replies?.lost ?? [];
    const found: Threats = await fiveproof.threats(["h8"], { rule: "standard", method: "vct" });
    export const all: [Verdict, readonly string[], Threats, string, typeof FiveproofError] =
      [verdict, lost, found, proof.info.hash, FiveproofError];`;
  const tsc = fileOf("page/node_modules/.bin/tsc");
  const check = async (text) => {
    await writeFile(join(folder, "user.mts"), text);
    const options = [
      "--strict",
      "--noEmit",
      "--target",
      "es2022",
      "--lib",
      "es2022,dom",
      "--skipLibCheck",
      "false",
    ];
    return spawnSync(tsc, [...options, "--module", "nodenext", "user.mts"], {
      cwd: folder,
      encoding: "utf8",
    });
  };
  const { status, stdout } = await check(code);
  assert.equal(stdout, "");
  assert.equal(status, 0);
  assert.notEqual((await check(code.replace('"rules"', '"nothing"'))).status, 0);
});

test("it works in chromium, in a thread of its own and in the page's", async () => {
  const types = { mjs: "text/javascript", html: "text/html", fvp: "application/octet-stream" };
  const server = createServer(async (request, response) => {
    if (request.url === "/") {
      const map = '{"imports": {"fiveproof": "/node_modules/fiveproof/dist/fiveproof.mjs"}}';
      response.setHeader("Content-Type", "text/html");
      return response.end(`<!doctype html><script type="importmap">${map}</script>`);
    }
    response.setHeader("Content-Type", types[request.url.split(".").at(-1)] ?? "text/plain");
    response.end(await readFile(join(folder, request.url)).catch(() => ""));
  }).listen(0);
  const browser = await puppeteer.launch({
    executablePath: chromium,
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
  });
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    for (const worker of [true, false]) {
      const lines = await page.evaluate(async (worker) => {
        const { load } = await import("fiveproof");
        const fiveproof = await load({ worker });
        const bytes = await (await fetch("/example.fvp")).arrayBuffer();
        const proof = await fiveproof.open(bytes, { name: "example.fvp" });
        const { lines } = await proof.verify();
        fiveproof.end();
        return lines;
      }, worker);
      assert.equal(lines.join("\n"), say("verify", "example.fvp", "-q").stdout.trimEnd());
    }
  } finally {
    await browser.close();
    server.close();
  }
});

after(() => execFileSync("rm", ["-rf", folder]));

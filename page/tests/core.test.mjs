// The core says what the program says: verdicts, answers at positions, errors.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";

import { coreWith, fileOf, newCore, program, wasmFile } from "./core_under_node.mjs";

const missing = [wasmFile, program].filter((file) => !existsSync(file));
const skip = missing.length > 0 && `not built: ${missing.join(", ")}`;
/** How many positions are asked about, half of each kind. */
const positions = Number(process.env.FIVEPROOF_PAGE_POSITIONS ?? 40);
const proof = process.env.FIVEPROOF_PAGE_PROOF ?? "examples/example.fvp";

/** The same numbers every time (Lehmer's generator). */
function numbers(seed) {
  let state = seed;
  return (below) => {
    state = (state * 48271) % 2147483647;
    return state % below;
  };
}

for (const trust of ["dbsearch", "rules"])
  test(`the verdict at level ${trust} is the program's, word for word`, { skip }, async () => {
    const native = spawnSync(program, ["verify", fileOf("examples/example.fvp"), "--trust", trust, "-q"], {
      encoding: "utf8",
    });
    let reports = 0;
    const { core } = await coreWith("examples/example.fvp", () => ++reports);
    const checked = core.ask({ ask: "verify", trust, name: "example.fvp" });
    assert.equal(checked.lines.join("\n"), native.stdout.trim());
    assert.equal(checked.answer, native.status);
    assert.ok(reports > 0);
    assert.equal(checked.report["content-hash"].length, 64);
  });

/** A position that comes up below a claim, or near one: the proof's moves, and replies by chance. */
function walk(core, info, next) {
  const root = info.roots[next(info.roots.length)];
  const stones = { black: [...root.black], white: [...root.white] };
  let toMove = root["to-move"];
  const request = () => ({ black: stones.black.join(" "), white: stones.white.join(" "), "to-move": toMove });
  for (let plies = next(12); plies > 0; --plies) {
    const { probe } = core.ask({ ask: "probe", ...request() });
    const taken = new Set([...stones.black, ...stones.white]);
    const anywhere = () => String.fromCharCode(97 + next(info.size)) + (1 + next(info.size));
    const stored = probe.replies?.stored ?? [];
    const square =
      toMove === info.attacker && probe.moves.length > 0
        ? probe.moves[next(probe.moves.length)]
        : toMove !== info.attacker && stored.length > 0 && next(4) > 0
          ? stored[next(stored.length)].reply
          : anywhere();
    if (taken.has(square)) break;
    stones[toMove].push(square);
    toMove = toMove === "black" ? "white" : "black";
  }
  return request();
}

test(`what is said of ${positions} positions is what the program says`, { skip }, async () => {
  const { core, info } = await coreWith(proof);
  const next = numbers(Number(process.env.FIVEPROOF_PAGE_SEED ?? 1));
  let inProof = 0;
  for (let i = 0; i < positions; ++i) {
    const request = walk(core, info, next);
    const full = i % 2 === 0;
    const native = spawnSync(
      program,
      [
        "probe",
        fileOf(proof),
        "--json",
        "-q",
        ...(full ? ["--full"] : []),
        "--black",
        request.black,
        "--white",
        request.white,
        "--to-move",
        request["to-move"],
      ],
      { encoding: "utf8" },
    );
    const { probe } = core.ask({ ask: "probe", full, ...request });
    assert.equal(JSON.stringify(probe), JSON.stringify(JSON.parse(native.stdout)), JSON.stringify(request));
    inProof += probe["in-proof"];
  }
  assert.ok(inProof > positions / 4, `${inProof} of ${positions} in the proof`);
});

test("a damaged file gets the program's error", { skip }, async () => {
  const whole = await readFile(fileOf("examples/example.fvp"));
  const folder = await mkdtemp(join(tmpdir(), "fiveproof-page-"));
  const core = await newCore();
  const next = numbers(7);
  for (let i = 0; i < 60; ++i) {
    const bytes = Uint8Array.from(i % 3 === 0 ? whole.subarray(0, next(whole.length)) : whole);
    if (i % 3 !== 0) bytes[i % 3 === 1 ? next(200) : next(bytes.length)] ^= 1 << next(8);
    const name = `damaged-${i}.fvp`;
    await writeFile(join(folder, name), bytes);
    const native = spawnSync(program, ["info", join(folder, name), "-q"], { encoding: "utf8" });
    const said = core.open(bytes, { name }).error;
    assert.ok(said !== undefined, `${name} is read`);
    assert.equal(native.status, 2);
    assert.ok(native.stderr.trim().endsWith(said.slice(name.length)), `${native.stderr} / ${said}`);
  }
});

test("the same proof as text, and a part of it with its gaps", { skip }, async () => {
  const folder = await mkdtemp(join(tmpdir(), "fiveproof-page-"));
  const path = join(folder, "example.jsonl");
  execFileSync(program, ["convert", fileOf("examples/example.fvp"), path]);
  const lines = (await readFile(path, "utf8")).split("\n");
  const core = await newCore();
  assert.equal(core.open(Buffer.from(lines.join("\n")), { name: "example.jsonl" }).records, lines.length - 2);
  lines.splice(1000, 1);
  await writeFile(path, lines.join("\n"));
  core.open(Buffer.from(lines.join("\n")), { name: "example.jsonl" });
  const checked = core.ask({ ask: "verify", trust: "dbsearch", name: "example.jsonl" });
  const native = spawnSync(program, ["verify", path, "-q", "--gaps", join(folder, "gaps.jsonl")], {
    encoding: "utf8",
  });
  assert.equal(checked.lines.join("\n"), native.stdout.trim());
  assert.equal(checked.answer, 1);
  const gaps = (await readFile(join(folder, "gaps.jsonl"), "utf8")).trim().split("\n").slice(1);
  assert.deepEqual(
    checked.gaps,
    gaps.map((gap) => JSON.parse(gap)),
  );
});

test("a library is read when it is said what it claims", { skip }, async () => {
  const folder = await mkdtemp(join(tmpdir(), "fiveproof-page-"));
  const path = join(folder, "a.lib");
  execFileSync(program, ["convert", fileOf("examples/example.fvp"), path]);
  const bytes = await readFile(path);
  const core = await newCore();
  assert.match(core.open(bytes, { name: "a.lib" }).error, /does not say what it claims/);
  const info = core.open(bytes, { name: "a.lib", rule: "freestyle", attacker: "black", root: "h8 a1 i9" });
  assert.equal(info.error, undefined);
  const verdict = core.ask({ ask: "verify", trust: "dbsearch", name: "a.lib" });
  const native = spawnSync(
    program,
    ["verify", path, "--rule", "freestyle", "--attacker", "black", "--root", "h8 a1 i9", "-q"],
    { encoding: "utf8" },
  );
  assert.equal(verdict.lines.join("\n"), native.stdout.trim());
});

test("every reply is answered until the attacker has five", { skip }, async () => {
  const { core, info } = await coreWith("examples/example.fvp");
  const next = numbers(3);
  const slowest = { milliseconds: 0 };
  for (let game = 0; game < 20; ++game) {
    const root = info.roots[game % info.roots.length];
    const stones = { black: [...root.black], white: [...root.white] };
    const request = (toMove) => ({
      black: stones.black.join(" "),
      white: stones.white.join(" "),
      "to-move": toMove,
    });
    for (let moves = 0; ; ++moves) {
      assert.ok(moves < 60, "the game does not end");
      const taken = new Set([...stones.black, ...stones.white]);
      const { probe } = core.ask({ ask: "probe", ...request("white") });
      const stored = probe.replies?.stored ?? [];
      let reply = stored.length > 0 && next(3) > 0 ? stored[next(stored.length)].reply : undefined;
      while (reply === undefined || taken.has(reply))
        reply = String.fromCharCode(97 + next(info.size)) + (1 + next(info.size));
      stones.white.push(reply);
      const began = performance.now();
      const answer = core.ask({ ask: "play", last: reply, ...request("black") });
      slowest.milliseconds = Math.max(slowest.milliseconds, performance.now() - began);
      assert.ok(
        answer.move !== undefined,
        `${JSON.stringify(answer)} at ${JSON.stringify(request("black"))}`,
      );
      stones.black.push(answer.move);
      if (answer["makes-five"]) break;
    }
  }
  console.log(`slowest answer: ${slowest.milliseconds.toFixed(1)} ms`);
});

test("a request that is nonsense gets an error, and the core goes on", { skip }, async () => {
  const core = await newCore();
  assert.match(core.ask({ ask: "probe", moves: "h8" }).error, /no proof is open/);
  const { core: with_proof } = await coreWith("examples/example.fvp");
  for (const request of [
    {},
    { ask: 7 },
    { ask: "probe" },
    { ask: "probe", moves: "z99" },
    { ask: "play", moves: "h8" },
    { ask: "probe", black: "h8", white: "h8", "to-move": "black" },
    { ask: "play", moves: "h8 a1", last: "c3" },
  ])
    assert.equal(typeof with_proof.ask(request).error, "string", JSON.stringify(request));
  assert.equal(with_proof.ask({ ask: "probe", moves: "h8 a1 i9" }).error, undefined);
});

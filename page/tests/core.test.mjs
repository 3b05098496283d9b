// The core says what the program says: verdicts, answers at positions, errors.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";

import { coreWith, fileOf, newCore, program, wasmFile } from "./core_under_node.mjs";
import { numbers, other, probed } from "./positions.mjs";

const missing = [wasmFile, program].filter((file) => !existsSync(file));
const skip = missing.length > 0 && `not built: ${missing.join(", ")}`;
/** How many positions are asked about: in the proof, one stone off, and far off, in turn. */
const positions = Number(process.env.FIVEPROOF_PAGE_POSITIONS ?? 40);
const proof = process.env.FIVEPROOF_PAGE_PROOF ?? "examples/example.fvp";

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

test("a check in turns ends with the same words, and what it took with it is gone", { skip }, async () => {
  const { core } = await coreWith("examples/example.fvp");
  const whole = core.ask({ ask: "verify", trust: "rules", name: "example.fvp" });
  const { core: other } = await coreWith("examples/example.fvp");
  let turns = 1;
  let answer = other.ask({ ask: "verify", trust: "rules", name: "example.fvp", turns: true });
  assert.deepEqual(answer, { going: true });
  assert.match(other.ask({ ask: "probe", moves: "" }).error, /no proof is open/);
  for (; answer.going; ++turns) answer = other.ask({ ask: "go on" });
  assert.ok(turns > 2, String(turns));
  delete whole.report.seconds;
  delete answer.report.seconds;
  assert.deepEqual(answer, whole);
  assert.match(other.ask({ ask: "go on" }).error, /no proof is open/);

  // A file that is opened meanwhile ends it.
  await other.open(await readFile(fileOf("examples/example.fvp")), { name: "example.fvp" });
  other.ask({ ask: "verify", trust: "rules", name: "example.fvp", turns: true });
  await other.open(await readFile(fileOf("examples/example.fvp")), { name: "example.fvp" });
  assert.match(other.ask({ ask: "go on" }).error, /expected probe/);
});

const anywhere = (info, next) => String.fromCharCode(97 + next(info.size)) + (1 + next(info.size));
const request = ({ stones, toMove }) => ({
  black: stones.black.join(" "),
  white: stones.white.join(" "),
  "to-move": toMove,
});
const isFree = ({ stones }, square) => !stones.black.includes(square) && !stones.white.includes(square);

/** A position that comes up below a claim: the proof's moves, and replies that are stored or lost, by chance. */
function inProof(core, info, next) {
  const root = info.roots[next(info.roots.length)];
  const stones = { black: [...root.black], white: [...root.white] };
  const position = { stones, toMove: root["to-move"] };
  for (let plies = next(16); plies > 0; --plies) {
    const { probe } = core.ask({ ask: "probe", ...request(position) });
    const stored = (probe.replies?.stored ?? []).map((reply) => reply.reply);
    const lost = probe.replies?.lost ?? [];
    const replies = stored.length > 0 && next(8) > 0 ? stored : lost;
    const moves = position.toMove === info.attacker ? probe.moves : replies;
    if (moves.length === 0) break;
    stones[position.toMove].push(moves[next(moves.length)]);
    position.toMove = other(position.toMove);
  }
  return position;
}

/** One stone of it elsewhere. */
function oneOff(position, info, next) {
  const { black, white } = position.stones;
  if (black.length + white.length === 0) return { ...position, toMove: other(position.toMove) };
  const color = white.length === 0 || (black.length > 0 && next(2) === 0) ? "black" : "white";
  const stones = { black: [...black], white: [...white] };
  let square;
  do square = anywhere(info, next);
  while (!isFree(position, square));
  stones[color][next(stones[color].length)] = square;
  return { ...position, stones };
}

/** As many stones anywhere. */
function farOff(position, info, next) {
  const far = { stones: { black: [], white: [] }, toMove: position.toMove };
  for (const color of ["black", "white"])
    while (far.stones[color].length < position.stones[color].length) {
      const square = anywhere(info, next);
      if (isFree(far, square)) far.stones[color].push(square);
    }
  return far;
}

test(`what is said of ${positions} positions is what the program says`, { skip }, async () => {
  const { core, info } = await coreWith(proof);
  const next = numbers(Number(process.env.FIVEPROOF_PAGE_SEED ?? 1));
  const kinds = [(position) => position, oneOff, farOff];
  const isIn = kinds.map(() => 0);
  for (let i = 0; i < positions; ++i) {
    const position = kinds[i % 3](inProof(core, info, next), info, next);
    const full = i % 2 === 0;
    const { probe } = core.ask({ ask: "probe", full, ...request(position) });
    assert.deepEqual(probe, probed(proof, { ...position, full }), JSON.stringify(position));
    isIn[i % 3] += probe["in-proof"];
  }
  console.log(`in the proof: ${isIn[0]}, of those one off ${isIn[1]}, of those far off ${isIn[2]}`);
  assert.equal(isIn[0], Math.ceil(positions / 3));
});

test("the sizes along a line are those of its positions", { skip }, async () => {
  const { core, info } = await coreWith(proof);
  const next = numbers(5);
  for (let i = 0; i < 20; ++i) {
    const end = inProof(core, info, next);
    const root = info.roots.find((claim) => claim.black.every((square) => end.stones.black.includes(square)));
    const start = { stones: { black: [...root.black], white: [...root.white] }, toMove: root["to-move"] };
    const turns = {
      black: [...end.stones.black.slice(root.black.length)],
      white: [...end.stones.white.slice(root.white.length)],
    };
    const line = [];
    for (let color = start.toMove; turns[color].length > 0; color = other(color))
      line.push(turns[color].shift());
    const { weights } = core.ask({ ask: "weights", line: line.join(" "), ...request(start) });
    assert.equal(weights.length, line.length + 1);
    for (const weight of weights) {
      const { probe } = core.ask({ ask: "probe", full: true, ...request(start) });
      assert.deepEqual(weight, probe.standing === "stored" ? probe.below : null, JSON.stringify(start));
      if (line.length === 0) break;
      start.stones[start.toMove].push(line.shift());
      start.toMove = other(start.toMove);
    }
  }
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
  assert.ok(gaps.length > 0 && gaps.every((gap) => JSON.parse(gap).moves.startsWith("h8 ")));
  // The page has the moves from the address of the position.
  const withoutMoves = ({ moves, ...gap }) => gap;
  assert.deepEqual(
    checked.gaps,
    gaps.map((gap) => withoutMoves(JSON.parse(gap))),
  );
});

test("packed text is unpacked, and damage to it gets the program's error", { skip }, async () => {
  const folder = await mkdtemp(join(tmpdir(), "fiveproof-page-"));
  const core = await newCore();
  const path = join(folder, "example.jsonl.zst");
  execFileSync(program, ["convert", "-q", fileOf("examples/example.fvp"), path]);
  const whole = await readFile(path);
  assert.equal(core.open(whole, { name: "example.jsonl.zst" }).records, 2623);
  // By the program zstd, which states the content size and leaves the checksum out if it is told to.
  const text = join(folder, "example.jsonl");
  execFileSync(program, ["convert", "-q", path, text]);
  execFileSync("zstd", ["-q", "-19", "--no-check", text, "-o", join(folder, "theirs.jsonl.zst")]);
  assert.equal(
    core.open(await readFile(join(folder, "theirs.jsonl.zst")), { name: "a.JSONL.ZST" }).records,
    2623,
  );

  const flipped = (at, bit) => Uint8Array.from(whole, (byte, i) => (i === at ? byte ^ bit : byte));
  const wide = Uint8Array.from(whole);
  wide[5] = 0xa8; // a window of 2 to the 31
  const damaged = {
    empty: new Uint8Array(0),
    magic: flipped(2, 1),
    head: whole.subarray(0, 5),
    half: whole.subarray(0, whole.length >> 1),
    "all-but-one": whole.subarray(0, whole.length - 1),
    longer: Uint8Array.from([...whole, 0]),
    twice: Uint8Array.from([...whole, ...whole]),
    checksum: flipped(whole.length - 1, 1),
    wide,
  };
  for (const [name, bytes] of Object.entries(damaged)) {
    const file = `${name}.jsonl.zst`;
    await writeFile(join(folder, file), bytes);
    const native = spawnSync(program, ["info", join(folder, file), "-q"], { encoding: "utf8" });
    const said = core.open(bytes, { name: file }).error;
    assert.equal(native.status, 2);
    assert.equal(native.stderr.trim(), `fiveproof info: ${join(folder, file)}${said.slice(file.length)}`);
  }
  // Where the damage is, each decoder says in its own way; whether there is any, both. A bit may be one that nobody reads.
  const next = numbers(11);
  for (let i = 0; i < 60; ++i) {
    const bytes = flipped(6 + next(whole.length - 6), 1 << next(8));
    const { error } = core.open(bytes, { name: "bad.jsonl.zst" });
    await writeFile(join(folder, "bad.jsonl.zst"), bytes);
    const native = spawnSync(program, ["info", join(folder, "bad.jsonl.zst"), "-q"], { encoding: "utf8" });
    assert.equal(error === undefined, native.status === 0, `${error} / ${native.stderr}`);
  }
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

test(
  "an SGF file is read as the program reads it, and its texts are told byte by byte",
  { skip },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "fiveproof-page-"));
    const path = join(folder, "a.sgf");
    execFileSync(program, ["convert", "-q", fileOf("examples/example.fvp"), path]);
    const core = await newCore();
    const claim = { rule: "freestyle", attacker: "black", root: "h8 a1 i9" };
    assert.equal(core.open(await readFile(path), { name: "a.sgf", ...claim }).error, undefined);
    const { lines } = core.ask({ ask: "verify", trust: "dbsearch", name: "a.sgf" });
    const native = spawnSync(
      program,
      ["verify", path, "--rule", "freestyle", "--attacker", "black", "--root", "h8 a1 i9", "-q"],
      { encoding: "utf8" },
    );
    assert.equal(lines.join("\n"), native.stdout.trim());

    const gbk = Buffer.from([0xba, 0xda, 0xca, 0xa4]); // 黑胜
    const text = (words) =>
      Buffer.concat([
        Buffer.from("(;GM[4]SZ[15]CA[GBK]RU[renju];B[hh]C["),
        words,
        Buffer.from("];W[ig]LB[aa:x][bb:label])"),
      ]);
    assert.match(
      core.open(text(gbk), { name: "b.SGF" }).error,
      /^b\.SGF: the file does not say what it claims.* the rule set renju;.*--root "h8 i9"$/,
    );
    assert.equal(
      core.open(text(gbk), { name: "b.sgf", ...claim, root: "h8" }).error,
      "b.sgf: expected rule freestyle, the file says renju",
    );
    const info = core.open(text(gbk), { name: "b.sgf", ...claim, rule: "renju", root: "h8" });
    assert.equal(info["has-texts"], true);
    const told = core.ask({ ask: "texts" });
    assert.equal(told.charset, "GBK");
    assert.deepEqual(told.texts, [
      { kind: "comment", bytes: gbk.toString("latin1"), black: ["h8"], white: [], "to-move": "white" },
      { kind: "board_text", bytes: "label", black: ["h8"], white: ["i9"], "to-move": "black" },
    ]);
    // A stone onto another one: the text is there, and no position.
    core.open(Buffer.from("(;GM[4]SZ[15];B[hh];W[hh]C[what])"), { name: "c.sgf", ...claim, root: "" });
    assert.deepEqual(core.ask({ ask: "texts" }).texts, [{ kind: "comment", bytes: "what" }]);
    // Of a file of ours that keeps the tree; and of one that has none.
    const kept = join(folder, "kept.fvp");
    await writeFile(path, text(gbk));
    const words = ["--rule", "renju", "--attacker", "black", "--root", "h8"];
    execFileSync(program, ["convert", "-q", path, kept, ...words]);
    assert.equal(core.open(await readFile(kept), { name: "kept.fvp" })["has-texts"], true);
    assert.deepEqual(core.ask({ ask: "texts" }), told);
    const { core: bare, info: none } = await coreWith("examples/example.fvp");
    assert.equal(none["has-texts"], false);
    assert.match(bare.ask({ ask: "texts" }).error, /no texts/);
  },
);

test("why points are forbidden, as the program says it", { skip }, async () => {
  const core = await newCore();
  const game = Buffer.from("(;GM[4]SZ[15];B[hh])");
  core.open(game, { name: "a.sgf", rule: "renju", attacker: "black", root: "" });
  const black = "h8 i8 j7 j9 a15 b15 c15 e15 f15 l1 l2 l3 k4 j4 m4";
  const white = "a1 a2 a3 a5 c3 d1 f1 h1 o1 o3 o5 o7 o9 o11 o13";
  const position = { black, white, "to-move": "black" };
  const { forbidden } = core.ask({ ask: "forbidden", ...position });
  const words = ["--black", black, "--white", white, "--to-move", "black"];
  const native = execFileSync(program, ["forbidden", ...words, "--json"], { encoding: "utf8" });
  const said = JSON.parse(native).points.filter((point) => point.kind !== "allowed");
  assert.deepEqual(
    forbidden.map(({ square, kind }) => [square, kind]).sort(),
    said.map(({ square, kind }) => [square, kind]).sort(),
  );
  const name = (line) =>
    line.overline ? "overline" : line.fours > 0 ? ["four", "two fours"][line.fours - 1] : "three";
  for (const { square, lines } of forbidden) {
    const native = said.find((point) => point.square === square).lines;
    const makes = native.filter((line) => line.overline || line.fours > 0 || line.three);
    assert.deepEqual(
      lines,
      makes.map((line) => ({ makes: name(line), stones: line.stones })),
    );
  }
  assert.ok(forbidden.some(({ kind }) => kind === "double three"));
  assert.ok(forbidden.some(({ kind }) => kind === "overline"));
  assert.deepEqual(core.ask({ ask: "forbidden", ...position, "to-move": "white" }).forbidden, []);
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

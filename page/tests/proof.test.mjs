// The page with a proof in chromium, by chance: lines walked to their ends, games played to theirs.
//
//   scripts/page --test proofs/freestyle15.fvp      50 of each, and 2,000 positions in core.test.mjs
import assert from "node:assert/strict";
import test, { after, before } from "node:test";

import { close, launch, opened, skip } from "./chromium.mjs";
import { coreWith } from "./core_under_node.mjs";
import { playGame, walkLine } from "./games.mjs";
import { numbers } from "./positions.mjs";

const proof = process.env.FIVEPROOF_PAGE_PROOF ?? "examples/example.fvp";
const lines = Number(process.env.FIVEPROOF_PAGE_LINES ?? 4);
const games = Number(process.env.FIVEPROOF_PAGE_GAMES ?? 4);
const seed = Number(process.env.FIVEPROOF_PAGE_SEED ?? 1);

before(launch);
after(close);

/** Of many numbers the middle one and the largest. */
function spread(all) {
  const sorted = [...all].sort((a, b) => a - b);
  const at = (part) => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))].toFixed(0);
  return `half of them within ${at(0.5)} ms, nine tenths within ${at(0.9)} ms, the slowest ${at(1)} ms`;
}

test(`${lines} lines are the proof's to their ends`, { skip }, async () => {
  const { info } = await coreWith(proof);
  const { page, errors } = await opened(proof, { hash: "#walk/0/" });
  const next = numbers(seed);
  let moves = 0;
  let fives = 0;
  for (let i = 0; i < lines; ++i) {
    const line = await walkLine(page, proof, info, next);
    moves += line.moves;
    fives += line.isFive;
  }
  assert.deepEqual(errors, []);
  console.log(`${lines} lines, ${moves} moves; ${fives} end with a five, the others with a sequence`);
  await page.close();
});

test(`${games} games are won with the proof's moves`, { skip }, async () => {
  const { info } = await coreWith(proof);
  const { page, errors } = await opened(proof, { hash: "#play/0/" });
  const next = numbers(seed);
  const milliseconds = [];
  let held = 0;
  for (let i = 0; i < games; ++i) {
    const game = await playGame(page, proof, info, next);
    milliseconds.push(...game.answers);
    held += game.held;
  }
  assert.deepEqual(errors, []);
  console.log(`${games} games won, ${milliseconds.length} answers, ${held} of them named by the program`);
  console.log(`answers on the screen: ${spread(milliseconds)}`);
  await page.close();
});

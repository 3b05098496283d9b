// Positions by chance, and what the program says of them.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";

import { fileOf, program } from "./core_under_node.mjs";

/** The same numbers every time (Lehmer's generator). */
export function numbers(seed) {
  let state = seed;
  return (below) => {
    state = (state * 48271) % 2147483647;
    return state % below;
  };
}

export const other = (color) => (color === "black" ? "white" : "black");

/** What `fiveproof probe --json` says of moves, or of stones; without --full unless it is asked for. */
export function probed(proof, { moves, stones, toMove, full = false }) {
  const position = stones
    ? ["--black", stones.black.join(" "), "--white", stones.white.join(" "), "--to-move", toMove]
    : ["--moves", moves];
  const done = spawnSync(
    program,
    ["probe", fileOf(proof), "--json", "-q", ...(full ? ["--full"] : []), ...position],
    { encoding: "utf8" },
  );
  assert.ok(done.status < 2, done.stderr);
  return JSON.parse(done.stdout);
}

// Games against the page and walks through it: who is on the other side chooses by chance, and what the page does is
// held against what the program says of the same position.
import assert from "node:assert/strict";

import { go, standing, stonesOf, until } from "./chromium.mjs";
import { other, probed } from "./positions.mjs";

const textOf = (stones) => `black ${stones.black.join(" ")}, white ${stones.white.join(" ")}`;

/** The move of the attacker that the program names, if it names one. */
const moveOf = (said) => said.moves[0] ?? said.sequence?.[0]?.gain;

/** A free square: one of the stored replies, one of `others`, or any. */
function chosen(said, others, stones, size, next) {
  const isFree = (square) => !stones.black.includes(square) && !stones.white.includes(square);
  const stored = (said.replies?.stored ?? []).map((reply) => reply.reply);
  const lists = [stored, stored, others].map((list) => list.filter(isFree));
  const list = lists[next(lists.length)];
  if (list.length > 0) return list[next(list.length)];
  for (;;) {
    const square = String.fromCharCode(97 + next(size)) + (1 + next(size));
    if (isFree(square)) return square;
  }
}

/** Is the stone one of five in a row of its colour? */
function isInFive(own, square) {
  const at = (column, row) => own.includes(String.fromCharCode(97 + column) + (row + 1));
  const column = square.charCodeAt(0) - 97;
  const row = Number(square.slice(1)) - 1;
  return [
    [1, 0],
    [0, 1],
    [1, 1],
    [1, -1],
  ].some(([dx, dy]) => {
    let length = 1;
    for (const sign of [1, -1]) for (let k = sign; at(column + k * dx, row + k * dy); k += sign) ++length;
    return length >= 5;
  });
}

/** Clicks a square and waits for the answer of the page and for the frame that shows it; milliseconds. */
export const answeredAt = (page, square) =>
  page.evaluate(async (name) => {
    const stones = () => document.querySelectorAll(".cell .stone").length;
    const wanted = stones() + 2;
    const began = performance.now();
    await new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`no answer to ${name}`)), 20000);
      const observer = new MutationObserver(() => {
        if (stones() < wanted) return;
        observer.disconnect();
        clearTimeout(timer);
        resolve();
      });
      observer.observe(document.querySelector(".board"), { subtree: true, childList: true });
      const cell = document.querySelector(`[data-square="${name}"]`);
      cell.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    });
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
    return performance.now() - began;
  }, square);

/** Waits for a board with so many stones: the address changes before the board does. */
const showsStones = (page, number) =>
  until(
    page,
    (count) => document.querySelector(".board") && document.querySelectorAll(".cell .stone").length === count,
    number,
  );

/** Walks to one of the claims. From a game, too, of which the address may say less than the board. */
async function atClaim(page, info, next) {
  const number = next(info.roots.length);
  const root = info.roots[number];
  await go(page, `#walk/${number}/`);
  await showsStones(page, root.black.length + root.white.length);
  return root;
}

/** Plays a game to its end. Returns what `answered` says of each answer, and how many the program named. */
export async function playGame(page, proof, info, next, answered = answeredAt) {
  const defender = other(info.attacker);
  const root = await atClaim(page, info, next);
  await go(page, (await page.evaluate(() => location.hash)).replace("walk", "play"));
  const isMine = root["to-move"] === defender;
  await showsStones(page, root.black.length + root.white.length + (isMine ? 0 : 1));
  const answers = [];
  let held = 0;
  for (;;) {
    const stones = await stonesOf(page);
    const parries = await page.$$eval('.cell[aria-label*=", number 2 of"]', (cells) =>
      cells.map((cell) => cell.dataset.square),
    );
    const said = probed(proof, { stones, toMove: defender });
    const reply = chosen(said, parries, stones, info.size, next);
    answers.push(await answered(page, reply));
    stones[defender].push(reply);
    const after = await stonesOf(page);
    const answer = after[info.attacker].filter((square) => !stones[info.attacker].includes(square));
    assert.equal(answer.length, 1, `answers ${answer} at ${textOf(stones)}`);
    const wanted = moveOf(probed(proof, { stones, toMove: info.attacker }));
    const isFive = isInFive(after[info.attacker], answer[0]);
    if (wanted !== undefined && !isFive) {
      assert.equal(answer[0], wanted, `at ${textOf(stones)}`);
      ++held;
    }
    const over = (await page.$eval(".standing", (box) => box.textContent)).includes("you have lost");
    assert.equal(over, isFive, `at ${textOf(after)}`);
    if (over) return { answers, held };
    assert.ok(answers.length < 100, "the game does not end");
  }
}

/** Walks from a claim to the end of a line. Returns how many moves of the proof it has, and whether a five ends it. */
export async function walkLine(page, proof, info, next) {
  await atClaim(page, info, next);
  for (let moves = 0; ; ++moves) {
    const toMove = await page.$eval(".board", (board) => board.dataset.toMove);
    const stones = await stonesOf(page);
    const said = probed(proof, { stones, toMove });
    assert.ok(said["in-proof"], textOf(stones));
    let square;
    if (toMove === info.attacker) {
      await standing(page, said.standing === "stored" ? "The proof" : "lost to a winning threat sequence");
      square = moveOf(said);
      const button = await page.waitForSelector(".panel .main:not(:disabled)");
      assert.equal(await button.evaluate((element) => element.textContent), `play ${square}`);
      if (said.moves.length === 0) {
        const drawn = await page.$$eval(".sequence li", (all) => all.length);
        assert.equal(drawn, said.sequence.length, textOf(stones));
        assert.ok(
          (await page.$$(".row-of-threat")).length === drawn && (await page.$$(".ghost")).length >= drawn,
        );
        return { moves, isFive: false };
      }
      await button.click();
    } else {
      await standing(page, "The defender is to move");
      assert.deepEqual(said.replies.open, []);
      const marked = await page.$$eval(".mark", (all) => all.length);
      assert.equal(marked, said.replies.total, textOf(stones));
      square = chosen(said, said.replies.lost.slice(0, 1), stones, info.size, next);
      await page.$eval(`[data-square="${square}"]`, (cell) =>
        cell.dispatchEvent(new MouseEvent("click", { bubbles: true })),
      );
    }
    await page.waitForSelector(`[data-square="${square}"] .stone.${toMove}`);
    if (said["makes-five"] && toMove === info.attacker) {
      assert.ok(isInFive((await stonesOf(page))[info.attacker], square));
      await standing(page, "Five in a row");
      return { moves: moves + 1, isFive: true };
    }
  }
}

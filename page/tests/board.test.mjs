// The board and what is around it: signs and their legend, what lights up together, turning, numbers, pictures, fingers.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { mkdtemp, readFile } from "node:fs/promises";
import { join } from "node:path";
import test, { after, before } from "node:test";

import {
  close,
  folder,
  go,
  labelOf,
  launch,
  opened,
  picture,
  press,
  skip,
  squareOf,
  standing,
  textOf,
  until,
} from "./chromium.mjs";
import { program } from "./core_under_node.mjs";
import { probed } from "./positions.mjs";

before(launch);
after(close);

const legendOf = (page) => page.$$eval(".legend li", (all) => all.map((one) => one.textContent.trim()));

test("the legend names the signs that are on the board", { skip }, async () => {
  const { page } = await opened("examples/example.fvp", { hash: "#walk/0/" });
  await standing(page, "defender is to move");
  assert.deepEqual(await legendOf(page), [
    "answered by a stored position; larger and redder: more positions behind it",
    "⟲the proof has it turned or mirrored",
  ]);
  await go(page, "#walk/0/j11g7");
  await until(page, () => document.querySelector(".mark.lost"));
  assert.ok((await legendOf(page)).includes("lost to a threat sequence"));
  assert.ok((await legendOf(page)).includes("last move"));
  await picture(page, "legend");
  await page.close();
});

test("list and board light up together", { skip }, async () => {
  const { page } = await opened("examples/example.fvp", { hash: "#walk/0/" });
  await standing(page, "defender is to move");
  const lit = () =>
    page.$$eval("[data-lit]", (all) => all.map((one) => one.dataset.square ?? `row ${one.dataset.about}`));
  const row = await page.waitForSelector(".tree.below button");
  const square = await row.$eval("b", (name) => name.textContent);
  await row.hover();
  assert.ok((await lit()).includes(square), `${await lit()}`);
  // The other way round, for a reply far down in the list, which comes into sight.
  const last = await page.$$eval(".tree.below button b", (all) => all.at(-1).textContent);
  await (await squareOf(page, last)).hover();
  assert.ok((await lit()).some((one) => one.startsWith(`row ${last}`)));
  assert.ok((await lit()).includes(last));
  const isSeen = await page.$eval(".tree.below [data-lit]", (one) => {
    const [list, here] = [one.closest(".tree").getBoundingClientRect(), one.getBoundingClientRect()];
    return here.top >= list.top - 1 && here.bottom <= list.bottom + 1;
  });
  assert.ok(isSeen);
  await picture(page, "lit");
  // With the focus, too.
  await (await squareOf(page, square)).evaluate((cell) => cell.focus());
  assert.ok((await lit()).includes(square));
  await page.close();
});

test("replies that mirror each other are one row", { skip }, async () => {
  const { page } = await opened("proofs/freestyle15.fvp", { hash: "#walk/0/h8" });
  await standing(page, "defender is to move");
  const said = probed("proofs/freestyle15.fvp", { moves: "h8" }).replies;
  assert.match(
    await textOf(page, 'section[aria-label="Tree"] h3'),
    /^224 legal replies, 35 if turned and mirrored ones are one$/,
  );
  const rows = await page.$$eval(".tree.below button", (all) =>
    all.map((row) => row.dataset.about.split(" ")),
  );
  assert.equal(rows.length, 35);
  assert.deepEqual(rows.flat().sort(), said.stored.map((reply) => reply.reply).sort());
  for (const row of rows) assert.ok([4, 8].includes(row.length), `${row}`);
  await picture(page, "mirrored-rows");
  await page.close();
});

test("the board is turned and mirrored for the eye alone", { skip }, async () => {
  const { page, errors } = await opened("examples/example.fvp", { hash: "#walk/0/" });
  await standing(page, "defender is to move");
  const middle = async (square) => {
    const box = await (
      await squareOf(page, square)
    ).$eval(".touch", (touch) => {
      const { x, y, width } = touch.getBoundingClientRect();
      return [x + width / 2, y + width / 2].map(Math.round);
    });
    return box;
  };
  const [a1, o1] = [await middle("a1"), await middle("o1")];
  await press(page, "↻ turn");
  assert.notDeepEqual(await middle("a1"), a1);
  assert.deepEqual(await middle("o1"), a1, "a quarter, clockwise: the right corner comes to the left");
  await picture(page, "turned");
  // Keys go where the eye goes, and squares keep their names.
  await (await squareOf(page, "h8")).evaluate((cell) => cell.focus());
  await page.keyboard.press("ArrowUp");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.square), "g8");
  assert.match(await labelOf(page, "a1"), /^a1, white stone/);
  await press(page, "⇋ mirror");
  assert.deepEqual(await middle("o1"), o1, "the left corner comes to the right");
  for (let turn = 0; turn < 3; ++turn) await press(page, "↻ turn");
  await press(page, "⇋ mirror");
  // It was turned, mirrored, turned thrice and mirrored as it lay: that is half a turn.
  for (let turn = 0; turn < 2; ++turn) await press(page, "↻ turn");
  assert.deepEqual(await middle("a1"), a1);
  assert.deepEqual(await middle("o1"), o1);
  assert.deepEqual(errors, []);
  await page.close();
});

test("stones are numbered in each view, and the winning five is marked", { skip }, async () => {
  const { page } = await opened("examples/example.fvp", { hash: "#play/0/" });
  await (await squareOf(page, "a15")).click();
  await until(page, () => document.querySelectorAll(".cell .stone").length === 5);
  await (await page.waitForSelector(".tools input")).click();
  const numbers = () => page.$$eval(".cell .number", (all) => all.map((one) => one.textContent).sort());
  assert.deepEqual(await numbers(), ["1", "2"]);
  for (let move = 0; move < 40 && !(await textOf(page, ".standing")).includes("lost."); ++move) {
    const before = (await page.$$(".cell .stone")).length;
    await page.$$eval(".cell", (cells) =>
      cells
        .reverse()
        .find((cell) => !cell.querySelector(".stone"))
        .dispatchEvent(new MouseEvent("click", { bubbles: true })),
    );
    await until(page, (least) => document.querySelectorAll(".cell .stone").length >= least, before + 2);
  }
  await standing(page, "you have lost");
  assert.equal((await page.$$(".board circle.winning")).length, 5);
  assert.equal((await page.$$('.cell[aria-label*="in the winning five"]')).length, 5);
  await picture(page, "five");
  const moves = (await textOf(page, "p.trail")).replaceAll(" ", "");
  await until(page, (hash) => location.hash === hash, `#play/0/${moves}`);
  const hash = `#play/0/${moves}`;
  await go(page, hash.replace("play", "walk"));
  await standing(page, "the game is over");
  assert.ok((await numbers()).length > 5);
  await page.close();
});

/** Presses a button that saves a file, and returns the file. */
async function saved(page, button, ending) {
  const into = await mkdtemp(join(folder, "saved-"));
  const session = await page.createCDPSession();
  await session.send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: into });
  await press(page, button);
  const file = join(into, `example-j11g7.${ending}`);
  // On a busy machine it is there before what is in it.
  const isThere = () => existsSync(file) && statSync(file).size > 0;
  for (let i = 0; i < 100 && !isThere(); ++i) await new Promise((resolve) => setTimeout(resolve, 50));
  return file;
}

test("the line is saved as SGF, the board as SVG and PNG", { skip }, async () => {
  const { page, errors, asked, address } = await opened("examples/example.fvp", { hash: "#walk/0/j11g7" });
  await standing(page, "defender is to move");
  const sgf = await saved(page, "save as SGF", "sgf");
  const moves = execFileSync(program, ["convert", "-q", sgf, "-", "--to", "moves"], { encoding: "utf8" });
  assert.equal(moves.trim().replaceAll(" ", ""), "h8a1i9j11g7");
  const svg = await readFile(await saved(page, "picture SVG", "svg"), "utf8");
  assert.doesNotMatch(svg, /class=|var\(|oklch|aria-|tabindex/);
  assert.equal(svg.match(/<circle/g).length, await page.$$eval("svg.board circle", (all) => all.length));
  const png = await readFile(await saved(page, "picture PNG", "png"));
  assert.equal(png.subarray(1, 4).toString(), "PNG");
  const extent = Number(/viewBox="0 0 (\d+)/.exec(svg)[1]);
  assert.equal(png.readUInt32BE(16), 2 * extent);
  for (const url of asked)
    assert.ok(url.startsWith(address) || /^(blob|data):/.test(url), `it asks for ${url}`);
  assert.deepEqual(errors, []);
  await page.close();
});

test("the link is copied, or told where the browser forbids that", { skip }, async () => {
  const { page } = await opened("examples/example.fvp", { hash: "#walk/0/j11" });
  await standing(page, "The proof plays");
  await page.evaluate(() => {
    Object.defineProperty(navigator, "clipboard", {
      value: { writeText: (text) => ((window.copied = text), Promise.resolve()) },
      configurable: true,
    });
  });
  await press(page, "copy link");
  await until(page, () => document.querySelector(".tools .note").textContent === "copied");
  assert.ok((await page.evaluate(() => window.copied)).endsWith("#walk/0/j11"));
  await page.evaluate(() => {
    Object.defineProperty(navigator, "clipboard", {
      value: { writeText: () => Promise.reject(new Error("no")) },
    });
  });
  await press(page, "copy link");
  await until(page, () => document.querySelector(".tools .note").textContent.endsWith("#walk/0/j11"));
  await page.close();
});

test("the proof is one picture, whose boxes lead to their positions", { skip }, async () => {
  const { page, errors } = await opened("proofs/freestyle15.fvp", { hash: "#walk/0/", height: 1400 });
  await standing(page, "The proof plays");
  assert.equal(await page.$(".box"), null, "nobody asked for it");
  await (await page.waitForSelector(".icicle summary")).click();
  // From the first move on 35 replies are different ones; the largest comes first.
  await until(page, () => document.querySelectorAll(".box").length > 200);
  const said = probed("proofs/freestyle15.fvp", { moves: "h8", full: true }).replies.stored;
  const largest = said.reduce((a, b) => (b.positions > a.positions ? b : a));
  const first = await page.$eval(".box", (box) => box.getAttribute("aria-label"));
  assert.match(first, new RegExp(`: ${largest.positions.toLocaleString("en-US")} positions$`));
  const widths = await page.$$eval(".box rect", (all) =>
    all.filter((one) => one.getAttribute("y") === "0").map((one) => Number(one.getAttribute("width"))),
  );
  assert.equal(widths.length, 35);
  assert.ok(Math.abs(widths.reduce((a, b) => a + b) - 1000) < 1);
  await page.$eval(".box", (box) => box.dispatchEvent(new MouseEvent("click", { bubbles: true })));
  await until(page, () => /^#walk\/0\/h8[a-o]\d+$/.test(location.hash));
  await standing(page, "The proof plays");
  await page.waitForSelector(".box.on-way");
  await new Promise((resolve) => setTimeout(resolve, 1500));
  await picture(page, "icicle");
  assert.deepEqual(errors, []);
  await page.close();
});

test("a finger aims first, and places with the second tap", { skip }, async () => {
  const { page, errors } = await opened("examples/example.fvp", {
    hash: "#play/0/",
    width: 390,
    height: 844,
  });
  await until(page, () => document.querySelectorAll(".cell .stone").length === 3);
  const tap = async (square) => {
    const { x, y, width } = await (await squareOf(page, square)).boundingBox();
    assert.ok(width < 34, `a square of ${width}`);
    await page.touchscreen.tap(x + width / 2, y + width / 2);
  };
  await tap("k10");
  await page.waitForSelector(".aim");
  assert.equal((await page.$$(".cell .stone")).length, 3);
  await picture(page, "aim");
  await tap("j10"); // that is where the finger was to go
  await until(page, () => document.querySelector(".aim-bar .main").textContent === "Place a stone on j10");
  assert.equal((await page.$$(".cell .stone")).length, 3);
  await tap("j10");
  await until(page, () => document.querySelectorAll(".cell .stone").length === 5);
  assert.match(await labelOf(page, "j10"), /white stone/);
  assert.equal(await page.$(".aim"), null);
  await tap("a15");
  await (await page.waitForSelector(".aim-bar .main")).tap();
  await until(page, () => document.querySelectorAll(".cell .stone").length === 7);
  assert.match(await labelOf(page, "a15"), /white stone/);
  await tap("o15");
  await press(page, "cancel");
  await until(page, () => document.querySelector(".aim") === null);
  assert.equal((await page.$$(".cell .stone")).length, 7);
  assert.deepEqual(errors, []);
  await page.close();
});

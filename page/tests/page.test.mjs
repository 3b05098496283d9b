// The page in Debian's chromium: opens from disk, asks for nothing outside, verifies, walks, plays.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
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
  until,
} from "./chromium.mjs";
import { fileOf, program } from "./core_under_node.mjs";
import { probed } from "./positions.mjs";

before(launch);
after(close);

test("it opens, and asks for nothing but itself", { skip }, async () => {
  const { page, asked, errors, address, seconds } = await opened("examples/example.fvp");
  assert.deepEqual(errors, []);
  for (const url of asked) assert.ok(url === address || /^(blob|data):/.test(url), `it asks for ${url}`);
  console.log(`opened in ${seconds.toFixed(2)} s`);
  await picture(page, "verify");
  await page.close();
});

test("it verifies at both levels with the program's line", { skip }, async () => {
  const { page, errors } = await opened("examples/example.fvp");
  for (const [trust, name] of [
    ["dbsearch", "Verify at level db-search"],
    ["rules", "Verify at level rules"],
  ]) {
    await press(page, name);
    await page.waitForSelector(`[data-trust="${trust}"] .verdict`, { timeout: 120000 });
    const lines = await page.$$eval(`[data-trust="${trust}"] .verdict`, (all) =>
      all.map((line) => line.textContent),
    );
    const native = execFileSync(program, ["verify", fileOf("examples/example.fvp"), "--trust", trust, "-q"], {
      encoding: "utf8",
    });
    assert.equal(lines.join("\n"), native.trim());
  }
  assert.ok((await page.$$(".bar")).length > 10);
  await picture(page, "verified");
  assert.deepEqual(errors, []);
  await page.close();
});

/** What stands in each such part of level theorem. */
const inTheorem = (page, part) =>
  page.$$eval(`[data-trust="theorem"] ${part}`, (all) => all.map((one) => one.textContent));

test("level theorem: statement, assumptions and commands of spec/theorem.md", { skip }, async () => {
  const spec = await readFile(fileOf("spec/theorem.md"), "utf8");
  const list = await readFile(fileOf("theorem/assumptions.txt"), "utf8");
  for (const game of ["freestyle15", "standard15"]) {
    const { page, errors } = await opened(`proofs/${game}.fvp`);
    const [statement, commands] = await inTheorem(page, "pre");
    assert.ok(spec.includes(`    ${statement}\n`), statement);
    for (const command of commands.replace("standard15", "freestyle15").split("\n"))
      assert.ok(spec.includes(command), command);
    const names = (await inTheorem(page, ".assumed code")).join(" ").split(" ");
    assert.deepEqual(names, list.match(/^[A-Z]\w+\.\w+$/gm));
    assert.deepEqual(errors, []);
    await picture(page, `theorem-${game}`);
    await page.close();
  }
});

test("level theorem of another claim, and of several", { skip }, async () => {
  const several = (await opened("examples/example.fvp")).page;
  assert.deepEqual(await inTheorem(several, "pre"), []);
  assert.match((await inTheorem(several, ".note"))[0], /^Not of this proof/);
  await several.close();
  const solved = join(folder, "one.fvp");
  const moves = ["--moves", "h8 a1 i9 a15"];
  execFileSync(program, [
    "solve",
    "-q",
    "--rule",
    "freestyle",
    "--attacker",
    "black",
    ...moves,
    "-o",
    solved,
  ]);
  const { page } = await opened(solved);
  const [statement, commands] = await inTheorem(page, "pre");
  assert.equal(statement, "Theorem theorem_one : Wins Freestyle 15 (board_of [h8; i9] [a1; a15]).");
  assert.ok(commands.endsWith("convert one.fvp one.cert\nscripts/theorem one.cert"), commands);
  await page.close();
});

test("one walks by mouse, keys and address, and every legal reply is marked", { skip }, async () => {
  const { page, errors } = await opened("examples/example.fvp", { hash: "#walk/0/" });
  await standing(page, "defender is to move");
  const marked = await page.$$eval(".mark", (all) => all.length);
  assert.equal(marked, 225 - 3);
  await picture(page, "walk-replies");
  const stored = await page.$eval(".tree button b", (first) => first.textContent);
  await (await squareOf(page, stored)).click();
  await standing(page, "The proof plays");
  assert.match(await labelOf(page, stored), /white stone, move 1, last move/);
  assert.equal(await page.evaluate(() => location.hash), `#walk/0/${stored}`);
  await page.keyboard.press("p");
  await standing(page, "defender is to move");
  await picture(page, "walk-deeper");
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("ArrowLeft");
  await standing(page, "The proof plays");
  await page.goBack();
  await standing(page, "defender is to move");
  assert.deepEqual(errors, []);
  await page.close();
});

test("keys alone are enough, and each square says what it is", { skip }, async () => {
  const { page } = await opened("examples/example.fvp", { hash: "#walk/0/" });
  await standing(page, "defender is to move");
  await (await squareOf(page, "h8")).evaluate((cell) => cell.focus());
  assert.match(await labelOf(page, "h8"), /h8, black stone/);
  for (const key of ["ArrowUp", "ArrowRight"]) await page.keyboard.press(key);
  assert.equal(await page.evaluate(() => document.activeElement.dataset.square), "i9");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await until(page, () => location.hash.endsWith("/j9"));
  // One square is on the way of the Tab key, where the focus was last.
  assert.equal(await page.evaluate(() => document.activeElement.dataset.square), "j9");
  await page.keyboard.press("Tab");
  assert.ok(await page.evaluate(() => document.activeElement.closest(".board") === null));
  await page.keyboard.down("Shift");
  await page.keyboard.press("Tab");
  await page.keyboard.up("Shift");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.square), "j9");
  await page.close();
});

test("a sequence is drawn with numbers and lines", { skip }, async () => {
  const { page } = await opened("examples/example.fvp", { hash: "#walk/0/a15" });
  await page.waitForSelector(".standing p");
  await until(page, () => !document.querySelector(".standing").textContent.includes("…"));
  const lost = await page.evaluate(() => document.querySelector(".standing").textContent);
  console.log(lost);
  await picture(page, "walk-a15");
  await page.close();
});

test("one plays, the proof answers at once, and wins", { skip }, async () => {
  const { page, errors } = await opened("examples/example.fvp", { hash: "#play/0/" });
  const stones = () => page.$$eval(".cell .stone", (all) => all.length);
  let slowest = 0;
  for (let move = 0; move < 40; ++move) {
    const before = await stones();
    // The first free square of the first rows, which is no good defence.
    const square = await page.$$eval(".cell", (cells) =>
      cells
        .map((cell) => cell.dataset.square)
        .reverse()
        .find((_, i) => !cells.at(-1 - i).querySelector(".stone")),
    );
    const milliseconds = await page.evaluate(
      async (name, count) => {
        const began = performance.now();
        document
          .querySelector(`[data-square="${name}"]`)
          .dispatchEvent(new MouseEvent("click", { bubbles: true }));
        while (document.querySelectorAll(".cell .stone").length < count + 2) {
          if (performance.now() - began > 20000) throw new Error("no answer");
          await new Promise((resolve) => setTimeout(resolve, 1));
        }
        return performance.now() - began;
      },
      square,
      before,
    );
    slowest = Math.max(slowest, milliseconds);
    if (move === 0) await picture(page, "play");
    if ((await page.$eval(".standing", (box) => box.textContent)).includes("you have lost")) break;
  }
  assert.match(await page.$eval(".standing", (box) => box.textContent), /you have lost/);
  console.log(`slowest answer on the page: ${slowest.toFixed(0)} ms`);
  await picture(page, "play-lost");
  const moves = await page.$eval("p.trail", (trail) => trail.textContent.replaceAll(" ", ""));
  await until(page, (hash) => location.hash === hash, `#play/0/${moves}`);
  await press(page, "undo");
  await until(page, () => !document.querySelector(".standing").textContent.includes("lost."));
  await press(page, "how would it have gone on?");
  await page.waitForSelector(".ghost");
  await picture(page, "play-goes-on");
  assert.deepEqual(errors, []);
  await page.close();
});

/** Drops a file onto the page, as somebody does with the mouse. */
async function drop(page, path) {
  const bytes = (await readFile(path)).toString("base64");
  await page.evaluate(
    (name, text) => {
      const data = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([data], name));
      for (const kind of ["dragover", "drop"])
        document
          .querySelector("#page")
          .dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer }));
    },
    path.split("/").at(-1),
    bytes,
  );
}

const convert = (...args) =>
  execFileSync(program, ["convert", "-q", fileOf("examples/example.fvp"), ...args]);
const shows = (page, name) =>
  until(page, (text) => document.querySelector("main b")?.textContent === text, name);

test("each kind of file can be dropped, and a bad one gets the program's error", { skip }, async () => {
  const { page, errors } = await opened("examples/example.fvp");
  for (const name of ["dropped.fvp", "dropped.jsonl", "dropped.jsonl.zst"]) {
    convert(join(folder, name));
    await drop(page, join(folder, name));
    await shows(page, name);
    assert.equal(await page.$eval(".hash", (hash) => hash.textContent.trim()), "c3d78958b253");
  }
  convert(join(folder, "dropped.lib"));
  await drop(page, join(folder, "dropped.lib"));
  await page.waitForSelector(".claim");
  await page.type(".claim input", "h8 a1 i9");
  await press(page, "Open");
  await shows(page, "dropped.lib");
  for (const name of ["dropped.fvp", "dropped.jsonl.zst"]) {
    const bad = join(folder, name.replace("dropped", "bad"));
    await writeFile(bad, (await readFile(join(folder, name))).subarray(0, 1000));
    await drop(page, bad);
    const said = spawnSync(program, ["info", bad, "-q"], { encoding: "utf8" }).stderr.trim();
    const words = said.slice(said.indexOf(bad) + folder.length + 1);
    await until(page, (text) => document.querySelector(".error")?.textContent === text, words);
    await shows(page, "dropped.lib"); // what was open stays open
  }
  await drop(page, fileOf("README.md"));
  await until(page, () =>
    document.querySelector(".error")?.textContent.includes("expected a file that ends in"),
  );
  assert.deepEqual(errors, []);
  await page.close();
});

test("a file can be chosen instead", { skip }, async () => {
  const { page } = await opened("examples/example.fvp");
  const text = join(folder, "chosen.jsonl");
  convert(text);
  await (await page.$('input[type="file"]')).uploadFile(text);
  await shows(page, "chosen.jsonl");
  await page.close();
});

/** White wins by threes; Black, who defends, must not play h8. */
function proofOfWhite() {
  const file = join(folder, "white.fvp");
  const stones = ["--black", "h6 h7 f8 g8 a1 o15", "--white", "l3 m3 c12 d12 l6 k7", "--to-move", "white"];
  execFileSync(program, ["solve", "-q", "--rule", "renju", "--attacker", "white", ...stones, "-o", file]);
  return file;
}

test("under renju White attacks, and Black's forbidden points are marked", { skip }, async () => {
  const { page, errors } = await opened(proofOfWhite(), { hash: "#walk/0/" });
  await standing(page, "The proof plays");
  await page.waitForSelector(".mark.move");
  await page.keyboard.press("p");
  await standing(page, "The defender is to move");
  assert.equal(await labelOf(page, "h8"), "h8, empty, forbidden point");
  assert.equal((await page.$$(".mark")).length, 225 - 13);
  await picture(page, "renju-white");

  await go(page, "#play/0/");
  await until(page, () => document.querySelectorAll(".stone").length === 13);
  await page.waitForSelector(".mark.forbidden");
  assert.match(
    await page.$eval(".panel p", (line) => line.textContent),
    /You are black, the defender. White/,
  );
  await (await squareOf(page, "h8")).click();
  await standing(page, "forbidden to black");
  assert.equal((await page.$$(".stone")).length, 13);
  for (const far of ["b15", "d15", "b13", "o1", "n2", "a3", "c1", "e1"]) {
    const before = (await page.$$(".cell .stone")).length;
    await (await squareOf(page, far)).click();
    await until(page, (least) => document.querySelectorAll(".cell .stone").length >= least, before + 2);
    if ((await page.$eval(".standing", (box) => box.textContent)).includes("you have lost")) break;
  }
  await standing(page, "you have lost");
  assert.deepEqual(errors, []);
  await page.close();
});

test("the tree has the line with its sizes, and lines that meet name each other", { skip }, async () => {
  const { page, errors } = await opened("examples/example.fvp", { hash: "#walk/0/a15" });
  await standing(page, "The proof plays");
  const rowsOf = (list) => page.$$eval(`.tree.${list} button`, (all) => all.map((row) => row.textContent));
  await until(page, () => document.querySelectorAll(".tree.above .size").length === 1);
  const said = probed("examples/example.fvp", { moves: "h8 a1 i9 a15", full: true });
  const { positions, plies } = said.below;
  const [claim, here] = await rowsOf("above");
  assert.equal(claim, "h8 a1 i9");
  assert.equal(here, `a15 → ${said.moves[0]}${positions} positions, ${plies} plies`);
  assert.equal((await rowsOf("below")).length, said.replies.stored.length);

  const ways = await rowsOf("ways");
  assert.equal(ways.length, said.ways.length);
  assert.ok(ways.length > 1, "the corner is a meeting of two claims (examples/README.md)");
  const another = said.ways.findIndex((way) => way.root !== 0);
  await (await page.$$(".tree.ways button"))[another].click();
  const { root, line } = said.ways[another];
  await until(page, (hash) => location.hash === hash, `#walk/${root}/${line.slice(0, -1).join("")}`);
  await standing(page, "The defender is to move");
  await press(page, "forth →");
  await standing(page, "The proof plays");
  await until(
    page,
    (text) => document.querySelector(".panel .note")?.textContent.startsWith(text),
    `Below: ${positions} pos`,
  );
  await picture(page, "walk-meeting");
  // From a row of the line one comes to where its replies are, from a reply to the position behind it.
  await (await page.$(".tree.below button")).click();
  await until(page, () => document.querySelectorAll(".tree.above li").length === 3);
  await (await page.$(".tree.above button")).click();
  await until(page, (hash) => location.hash === hash, `#walk/${root}/`);
  assert.deepEqual(errors, []);
  await page.close();
});

test("it is the same on a phone, on a tablet and in the dark", { skip }, async () => {
  for (const [name, how] of [
    ["phone", { width: 390, height: 844 }],
    ["phone-dark", { width: 390, height: 844, dark: true }],
    ["tablet", { width: 820, height: 1180 }],
    ["dark", { dark: true }],
  ]) {
    const { page, errors } = await opened("examples/example.fvp", { hash: "#walk/0/", ...how });
    await standing(page, "defender is to move");
    const { wide, inner } = await page.evaluate(() => ({
      wide: document.documentElement.scrollWidth,
      inner: innerWidth,
    }));
    assert.ok(wide <= inner, `${wide} wide on ${inner}`);
    await picture(page, name);
    assert.deepEqual(errors, []);
    await page.close();
  }
});

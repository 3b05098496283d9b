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
  await page.close();
});

test("without a proof it is a place to drop one", { skip }, async () => {
  const { page, asked, errors, address } = await opened(undefined);
  assert.match(await page.$eval(".empty", (text) => text.textContent), /no proof in this page yet/);
  assert.ok(await page.$('.drop.large input[type="file"]'));
  for (const url of asked) assert.ok(url === address || /^(blob|data):/.test(url), `it asks for ${url}`);
  await picture(page, "empty");
  await drop(page, fileOf("examples/example.fvp"));
  await page.waitForSelector(".challenge");
  assert.equal(await page.$(".drop.large"), null);
  assert.deepEqual(errors, []);
  await page.close();
});

test("the first view has the board, the claim and three ways on", { skip }, async () => {
  const { page, errors } = await opened("examples/example.fvp");
  const challenge = "Black wins from here against every reply. Try to find one that is not answered.";
  assert.equal(await page.$eval(".challenge", (title) => title.textContent), challenge);
  assert.equal((await page.$$(".cell .stone")).length, 3);
  await picture(page, "start");
  for (const [name, address] of [
    ["Play", "#play/0/"],
    ["Look", "#walk/0/"],
    ["Verify", "#verify/0/"],
  ]) {
    await (await page.waitForSelector(`::-p-xpath(//ul//button[b="${name}"])`)).click();
    await until(page, (hash) => location.hash === hash, address);
    await page.goBack();
    await page.waitForSelector(".challenge");
  }
  await (await squareOf(page, "a15")).click();
  await until(page, () => location.hash.startsWith("#play/0/a15"));
  await until(page, () => document.querySelectorAll(".cell .stone").length === 5);
  assert.deepEqual(errors, []);
  await page.close();
});

test("the first view of a whole game shows the attacker's first move", { skip }, async () => {
  const { page, errors } = await opened("proofs/freestyle15.fvp");
  await page.waitForSelector(".last");
  assert.equal(await labelOf(page, "h8"), "h8, black stone, move 1, last move");
  assert.match(await page.$eval("main", (main) => main.innerText), /freestyle15.fvp, 59,080 positions/);
  await picture(page, "start-freestyle15");
  await (await squareOf(page, "i9")).click();
  await until(page, () => location.hash.startsWith("#play/0/h8i9"));
  assert.deepEqual(errors, []);
  await page.close();
});

test("it verifies at both levels with the program's line", { skip }, async () => {
  const { page, errors } = await opened("examples/example.fvp", { hash: "#verify/0/" });
  await picture(page, "verify");
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

test("a verification is paused, goes on where it was, and ends with the same line", { skip }, async () => {
  const { page, errors } = await opened("examples/example.fvp", { hash: "#verify/0/" });
  const verdicts = () =>
    page.$$eval('[data-trust="rules"] .verdict', (all) => all.map((line) => line.textContent).join("\n"));
  const share = () => page.$eval('[data-trust="rules"] progress', (bar) => bar.value);
  await press(page, "Verify at level rules");
  await until(page, () => document.querySelector('[data-trust="rules"] progress')?.value > 0);
  await press(page, "Pause");
  await until(page, () =>
    /, paused$/.test(document.querySelector('[data-trust="rules"] .buttons ~ div')?.textContent),
  );
  await new Promise((done) => setTimeout(done, 500)); // the turn that was at work has ended
  const before = await share();
  await new Promise((done) => setTimeout(done, 1500));
  assert.equal(await share(), before);
  assert.ok(before < 1, "it had ended before it was paused");
  await press(page, "Resume");
  await page.waitForSelector('[data-trust="rules"] .verdict', { timeout: 120000 });
  const native = execFileSync(program, ["verify", fileOf("examples/example.fvp"), "--trust", "rules", "-q"]);
  assert.equal(await verdicts(), String(native).trim());

  // Paused and then stopped, it can be asked for again.
  await press(page, "Verify at level rules");
  await press(page, "Pause");
  await press(page, "Stop");
  await until(page, () => document.querySelector('[data-trust="rules"] .bad')?.textContent === "stopped");
  await press(page, "Verify at level rules");
  await page.waitForSelector('[data-trust="rules"] .verdict', { timeout: 120000 });
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
  await press(page, "show how it goes on");
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
  until(page, (text) => document.querySelector(".verify b")?.textContent === text, name);

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
  assert.equal(await page.$(".error"), null);
  await picture(page, "library");
  // All its lines begin with h8, after which its claims part.
  assert.equal(await page.$eval(".claim input", (input) => input.value), "h8");
  assert.match(await page.$eval(".claim", (form) => form.textContent), /Black nearly always has one move/);
  assert.deepEqual(await page.$$eval(".claim select", (all) => all.map((one) => one.value)), [
    "freestyle",
    "black",
  ]);
  await page.type(".claim input", " a1 i9");
  await press(page, "Open");
  await until(page, () => document.querySelector(".verify b")?.textContent === "dropped.lib");
  assert.equal(await page.$(".claim"), null);
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

test("of a library in which neither side looks like an attacker the form says so", { skip }, async () => {
  const { page, errors } = await opened(undefined);
  const moves = join(folder, "line.moves");
  await writeFile(moves, "h8 o15 g7 a1 i9 f6 i8\n");
  execFileSync(program, ["convert", "-q", moves, join(folder, "line.lib")]);
  await drop(page, join(folder, "line.lib"));
  await page.waitForSelector(".claim");
  assert.match(
    await page.$eval(".claim .note", (note) => note.textContent),
    /Neither side looks like an attacker.* All lines begin with h8 o15 g7 a1 i9 f6 i8\.$/,
  );
  assert.equal(await page.$eval(".claim input", (input) => input.value), "h8 o15 g7 a1 i9 f6 i8");
  // What cannot be a claim gets the program's error, and the form stays.
  await page.type(".claim input", " z9");
  await press(page, "Open");
  await page.waitForSelector(".error");
  assert.ok(await page.$(".claim"));
  assert.deepEqual(errors, []);
  await page.close();
});

test("keys in a field are the field's", { skip }, async () => {
  const { page } = await opened("examples/example.fvp", { hash: "#walk/0/a15" });
  await standing(page, "The proof plays");
  await page.focus(".claim-choice select");
  await page.keyboard.press("ArrowLeft");
  await page.focus(".language");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await page.evaluate(() => location.hash), "#walk/0/a15");
  await page.close();
});

/** The lines of the small proof without some, or with others. */
async function changed(name, change) {
  const file = join(folder, name);
  convert(file);
  await writeFile(file, change((await readFile(file, "utf8")).trim().split("\n")).join("\n") + "\n");
  return file;
}

test("each claim has its own colour, and one gap is one gap", { skip }, async () => {
  const { page, errors } = await opened("examples/example.fvp", { hash: "#verify/0/" });
  await drop(
    page,
    await changed("gap.jsonl", (lines) =>
      lines.filter((line) => line !== '{"black":"h8 i9","white":"o14 o15","move":"g7"}'),
    ),
  );
  await shows(page, "gap.jsonl");
  await page.evaluate(() => (location.hash = "#verify/0/"));
  await press(page, "Verify at level db-search");
  await page.waitForSelector(".verdict");
  const lines = await page.$$eval(".verdict", (all) =>
    all.map((line) => [line.textContent.split(" ")[0], line.classList.contains("good")]),
  );
  assert.deepEqual(new Set(lines.map(String)), new Set(["VERIFIED,true", "NOT,false"]));
  const sentences = await page.$$eval(".sentence", (all) => all.map((one) => one.textContent));
  assert.equal(sentences[0], "Proved: Black wins from h8 a1 i9.");
  assert.match(sentences[2], /^Not proved from h8 o15 i9: /);
  const list = await page.$eval(".verify summary", (summary) => summary.textContent);
  const rows = (await page.$$(".gaps li")).length;
  assert.equal(list, rows === 1 ? "1 gap" : `${rows} gaps`);
  await picture(page, "verified-gap");
  assert.deepEqual(errors, []);
  await page.close();
});

test("findings are listed, and what cannot be verified is not offered to be", { skip }, async () => {
  const { page, errors } = await opened("examples/example.fvp");
  const found = [
    '{"finding":"illegal-move","root":0,"line":"j9 c3","black":"h8 i9 c3","white":"a1 j9","to-move":"white","by":"h8","source-offset":1234}',
    '{"finding":"after-end","black":"h8 h9","white":"a1 a2","to-move":"black"}',
  ];
  await drop(page, await changed("found.jsonl", (lines) => [...lines, ...found]));
  await shows(page, "found.jsonl");
  await page.evaluate(() => (location.hash = "#verify/0/"));
  assert.match(await page.$eval(".verify .bad", (line) => line.textContent), /^2 findings of the converter/);
  const isOff = () => page.$$eval(".verify button.main", (all) => all.map((button) => button.disabled));
  assert.deepEqual(await isOff(), [false, true]);
  await press(page, "Check, and list the findings");
  await page.waitForSelector(".gaps");
  assert.deepEqual(await page.$$eval(".gaps li", (all) => all.map((one) => one.textContent)), [
    "illegal move h8: j9 c3, at byte 1,234 of the file",
    "already a five on the board: black h8 h9, white a1 a2, Black to move",
  ]);
  assert.deepEqual(await isOff(), [true, true]);
  await picture(page, "findings");
  assert.deepEqual(errors, []);
  await page.close();
});

test("of many open replies some are shown, and all if asked for", { skip }, async () => {
  const { page } = await opened("examples/example.fvp");
  await drop(page, await changed("open.jsonl", ([header, ...records]) => [header, ...records.slice(0, 1)]));
  await shows(page, "open.jsonl");
  await go(page, "#walk/0/");
  const chips = () => page.$$eval(".panel .bad .jump:not(.all)", (all) => all.length);
  const all = await page.waitForSelector(".panel .bad .jump.all");
  assert.equal(await chips(), 12);
  await picture(page, "walk-open");
  const number = Number((await all.evaluate((button) => button.textContent)).match(/\d+/)[0]);
  assert.equal(number, (await page.$$(".mark.open")).length);
  await all.click();
  await until(page, () => document.querySelector(".panel .bad .jump.all") === null);
  assert.equal(await chips(), number);
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
    /You are Black, the defender. White/,
  );
  await (await squareOf(page, "h8")).click();
  await standing(page, "forbidden to Black");
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
  await press(page, "forward →");
  await standing(page, "The proof plays");
  await until(
    page,
    (text) => document.querySelector(".panel .note")?.textContent.startsWith(text),
    `From here on: ${positions} positions, this one included`,
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

/** Texts that stand out too little from what is behind them, by the measure of WCAG AA. */
const faintTexts = (page) =>
  page.evaluate(() => {
    const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const parts = (color) => {
      pen.clearRect(0, 0, 1, 1);
      pen.fillStyle = color;
      pen.fillRect(0, 0, 1, 1);
      return [...pen.getImageData(0, 0, 1, 1).data];
    };
    const light = (color) => {
      const [red, green, blue] = parts(color).map((part) => {
        const share = part / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    /** What is behind an element: the board, or the nearest background that is one. */
    const behind = (element) => {
      if (element.matches(".coordinate")) return getComputedStyle(document.querySelector(".wood")).fill;
      for (let at = element; at; at = at.parentElement) {
        const color = getComputedStyle(at).backgroundColor;
        if (parts(color)[3] === 255) return color;
      }
      return "white";
    };
    const faint = new Set();
    for (const element of document.querySelectorAll("#page *")) {
      const hasText = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== "",
      );
      if (!hasText || element.matches(":disabled, .number, option") || !element.getClientRects().length)
        continue;
      const style = getComputedStyle(element);
      const color = element.closest("svg") ? style.fill : style.color;
      const [a, b] = [light(color), light(behind(element))].sort((x, y) => y - x);
      if ((a + 0.05) / (b + 0.05) < 4.5) faint.add(`${element.tagName} ${element.textContent.slice(0, 30)}`);
    }
    return [...faint];
  });

const views = [
  ["start", "#"],
  ["walk", "#walk/0/"],
  ["play", "#play/0/a15"],
  ["verify", "#verify/0/"],
];

for (const [name, how] of [
  ["phone", { width: 390, height: 844 }],
  ["phone-dark", { width: 390, height: 844, dark: true }],
  ["tablet", { width: 820, height: 1180 }],
  ["tablet-dark", { width: 820, height: 1180, dark: true }],
  ["wide", { width: 1440, height: 900 }],
  ["dark", { width: 1440, height: 900, dark: true }],
])
  test(`each view fits, and can be read: ${name}`, { skip }, async () => {
    const { page, errors } = await opened("examples/example.fvp", how);
    for (const [view, hash] of views) {
      await go(page, hash);
      if (view === "start") await page.waitForSelector(".challenge");
      if (view === "walk") await standing(page, "defender is to move");
      if (view === "play") await until(page, () => document.querySelectorAll(".cell .stone").length === 5);
      if (view === "verify") {
        await press(page, "Verify at level db-search");
        await page.waitForSelector(".plot");
      }
      const { wide, inner } = await page.evaluate(() => ({
        wide: document.documentElement.scrollWidth,
        inner: innerWidth,
      }));
      assert.ok(wide <= inner, `${view} is ${wide} wide on ${inner}`);
      assert.deepEqual(await faintTexts(page), [], view);
      const boxes = await page.$$eval("main button, main select, nav button", (all) =>
        all
          .filter((one) => one.getClientRects().length > 0)
          .map((one) => [one.textContent, one.offsetWidth, one.offsetHeight]),
      );
      assert.ok(boxes.length > 3);
      for (const [text, width, height] of boxes)
        assert.ok(width >= 24 && height >= 24, `${text}: too small for a finger`);
      await picture(page, `${name}-${view}`);
    }
    assert.deepEqual(errors, []);
    await page.close();
  });

// The page in Debian's chromium: opens from disk, asks for nothing outside, verifies, walks, plays.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after, before } from "node:test";
import { pathToFileURL } from "node:url";

import puppeteer from "puppeteer-core";

import { fileOf, program } from "./core_under_node.mjs";

const chromium = process.env.FIVEPROOF_CHROMIUM ?? "/usr/bin/chromium";
const template = fileOf("build/page/page.html");
const missing = [chromium, program, template].filter((file) => !existsSync(file));
const skip = missing.length > 0 && `not here: ${missing.join(", ")}`;
const pictures = process.env.FIVEPROOF_PAGE_PICTURES;

let folder;
let browser;

before(async () => {
  if (skip) return;
  folder = await mkdtemp(join(tmpdir(), "fiveproof-page-"));
  browser = await puppeteer.launch({
    executablePath: chromium,
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--allow-file-access-from-files"],
  });
});
after(async () => {
  await browser?.close();
});

/** A page with the proof, opened from disk. What it asks for is noted. */
async function opened(proof, { hash = "", width = 1200, height = 860, dark = false } = {}) {
  const file = join(
    folder,
    proof
      .split("/")
      .at(-1)
      .replace(/\.[a-z]+$/, ".html"),
  );
  execFileSync(program, ["page", fileOf(proof), "-o", file, "--template", template, "-q"]);
  const page = await browser.newPage();
  const asked = [];
  const errors = [];
  page.on("request", (request) => asked.push(request.url()));
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  await page.setViewport({ width, height, hasTouch: width < 600 });
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }]);
  const began = performance.now();
  const address = pathToFileURL(file).href;
  await page.goto(address + hash);
  await page.waitForSelector('main[data-ready="yes"]', { timeout: 30000 });
  return { page, asked, errors, address, seconds: (performance.now() - began) / 1000 };
}

async function picture(page, name) {
  if (pictures) await page.screenshot({ path: join(pictures, `${name}.png`) });
}

const press = async (page, text) => {
  const button = await page.waitForSelector(`::-p-xpath(//button[normalize-space()="${text}"])`);
  await button.click();
};
const squareOf = (page, square) => page.waitForSelector(`[data-square="${square}"]`);
const labelOf = async (page, square) =>
  (await squareOf(page, square)).evaluate((cell) => cell.getAttribute("aria-label"));
const until = (page, condition, ...args) => page.waitForFunction(condition, { timeout: 30000 }, ...args);
const standing = (page, words) =>
  until(page, (text) => document.querySelector(".standing")?.textContent.includes(text), words);

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
  await press(page, "undo");
  await until(page, () => !document.querySelector(".standing").textContent.includes("lost."));
  await press(page, "how would it have gone on?");
  await page.waitForSelector(".ghost");
  await picture(page, "play-goes-on");
  assert.deepEqual(errors, []);
  await page.close();
});

test("other files can be opened, and bad ones get the program's error", { skip }, async () => {
  const { page } = await opened("examples/example.fvp");
  const input = await page.$('input[type="file"]');
  const bad = join(folder, "bad.fvp");
  const whole = await readFile(fileOf("examples/example.fvp"));
  await writeFile(bad, whole.subarray(0, 1000));
  await input.uploadFile(bad);
  const error = await (await page.waitForSelector(".error")).evaluate((line) => line.textContent);
  assert.match(error, /^bad\.fvp: byte \d+: expected /);
  const text = join(folder, "text.jsonl");
  execFileSync(program, ["convert", fileOf("examples/example.fvp"), text]);
  await input.uploadFile(text);
  await until(page, () => document.querySelector("main b")?.textContent === "text.jsonl");
  const library = join(folder, "a.lib");
  execFileSync(program, ["convert", fileOf("examples/example.fvp"), library]);
  await input.uploadFile(library);
  await page.waitForSelector(".claim");
  await page.type(".claim input", "h8 a1 i9");
  await press(page, "Open");
  await until(page, () => document.querySelector("main b")?.textContent === "a.lib");
  await page.close();
});

test("it is the same on a phone and in the dark", { skip }, async () => {
  for (const [name, how] of [
    ["phone", { width: 390, height: 844 }],
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

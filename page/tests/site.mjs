// The site of scripts/site in chromium, from disk and from a folder of a server; scripts/site --test runs it.
//
//   node --test page/tests/site.mjs      FIVEPROOF_PAGE_PICTURES=FOLDER keeps pictures
//   node page/tests/site.mjs measure     sizes, times, contrast and names of what can be clicked, as a table
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after, before } from "node:test";
import { pathToFileURL } from "node:url";

import puppeteer from "puppeteer-core";

import { press, stonesOf, until } from "./chromium.mjs";
import { fileOf } from "./core_under_node.mjs";
import { answeredAt } from "./games.mjs";

const site = process.env.FIVEPROOF_SITE ?? fileOf("build/site");
const chromium = process.env.FIVEPROOF_CHROMIUM ?? "/usr/bin/chromium";
const pictures = process.env.FIVEPROOF_PAGE_PICTURES;
const missing = [chromium, join(site, "index.html")].filter((file) => !existsSync(file));
const skip = missing.length > 0 && `not here: ${missing.join(", ")}`;
const isMeasured = process.argv[2] === "measure";

const sizes = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
];
const seconds = (since) => (performance.now() - since) / 1000;

let browser;
let folder;
let server;
const bases = { disk: `${pathToFileURL(site).href}/` };

const newBrowser = () =>
  puppeteer.launch({
    executablePath: chromium,
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
  });

/** The site in a folder of a server, which need not be its first. */
async function serve() {
  folder = await mkdtemp(join(tmpdir(), "fiveproof-site-"));
  await mkdir(join(folder, "some"));
  await symlink(site, join(folder, "some/where"));
  const words = ["-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", folder];
  server = spawn("python3", words, { stdio: ["ignore", "pipe", "ignore"] });
  const told = await new Promise((resolve) => server.stdout.once("data", (data) => resolve(String(data))));
  bases.server = `http://127.0.0.1:${told.match(/port (\d+)/)[1]}/some/where/`;
}

async function begin() {
  if (skip) return;
  await serve();
  browser = await newBrowser();
}

async function end() {
  await browser?.close();
  server?.kill();
  if (folder) await rm(folder, { recursive: true });
}

/** A page of the site; what it asks for and complains of is noted. */
async function opened(base, address, { width = 1440, height = 900, dark = false, from = browser } = {}) {
  const page = await from.newPage();
  const asked = [];
  const errors = [];
  page.on("request", (request) => asked.push(request.url()));
  page.on("requestfailed", (request) => errors.push(`${request.url()}: ${request.failure()?.errorText}`));
  page.on(
    "response",
    (answer) => answer.status() >= 400 && errors.push(`${answer.url()}: ${answer.status()}`),
  );
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => ["error", "warn"].includes(message.type()) && errors.push(message.text()));
  await page.setViewport({ width, height, hasTouch: width < 1000, isMobile: width < 600 });
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }]);
  const began = performance.now();
  await page.goto(base + address);
  return { page, asked, errors, began };
}

const isOurs = (base) => (url) => url.startsWith(base) || /^(blob|data):/.test(url);

async function isFaultless({ page, asked, errors }, base) {
  assert.deepEqual(errors, []);
  assert.deepEqual(
    asked.filter((url) => !isOurs(base)(url)),
    [],
  );
  const { wide, inner } = await page.evaluate(() => ({
    wide: document.documentElement.scrollWidth,
    inner: innerWidth,
  }));
  assert.ok(wide <= inner, `${page.url()}: ${wide} wide on ${inner}`);
}

async function picture(page, name, fullPage = false) {
  if (pictures) await page.screenshot({ path: join(pictures, `${name}.png`), fullPage });
}

/** The board in the frame of the front page, when Black has made his first move and White can make his. */
async function frameOf(page) {
  const element = await page.waitForSelector("iframe#board");
  const frame = await element.contentFrame();
  await frame.waitForSelector(".cell .stone.black", { timeout: 30000 });
  return frame;
}

/** A game in which White takes what is free, row by row from the top: how many moves until he has lost. */
async function lostGame(board) {
  for (let moves = 1; moves < 40; ++moves) {
    const free = await board.$$eval(".cell", (cells) =>
      cells.filter((cell) => !cell.querySelector(".stone")).map((cell) => cell.dataset.square),
    );
    await answeredAt(board, free.sort((a, b) => Number(b.slice(1)) - Number(a.slice(1)))[0]);
    if ((await board.$eval(".standing", (box) => box.textContent)).includes("you have lost")) return moves;
  }
  throw new Error("the game does not end");
}

async function frontPage(where) {
  for (const size of sizes)
    for (const dark of [false, true]) {
      const name = `front-${where}-${size.width}${dark ? "-dark" : ""}`;
      const front = await opened(bases[where], "index.html", { ...size, dark });
      const { page } = front;
      const frame = await frameOf(page);
      const ready = seconds(front.began);
      // The frame is as high as what is in it.
      await until(page, () => document.getElementById("board").style.height !== "");
      await new Promise((resolve) => setTimeout(resolve, 300));
      const { high, inner } = await frame.evaluate(() => ({
        high: document.documentElement.scrollHeight,
        inner: innerHeight,
      }));
      assert.ok(high <= inner + 1, `${name}: ${high} high in ${inner}`);
      await picture(page, name);
      await picture(page, `${name}-whole`, true);
      const moves = await lostGame(frame);
      await picture(page, `${name}-lost`);
      await isFaultless(front, bases[where]);
      console.log(`${name}: to play after ${ready.toFixed(2)} s; lost after ${moves} moves of White's`);
      await page.close();
    }
}

/** The addresses of a position on the front page, in a browser that was never there. */
async function address(where) {
  const { page } = await opened(bases[where], "index.html");
  const frame = await frameOf(page);
  await answeredAt(frame, "i9");
  await until(page, () => /#play\/0\/h8i9[a-o]\d+$/.test(document.getElementById("here").href));
  const stones = await stonesOf(frame);
  assert.equal(stones.black.length, 2);
  const [shared, own] = await page.evaluate(() => [document.getElementById("here").href, location.href]);
  assert.equal(own.split("#")[1], shared.split("#")[1]);
  await page.close();
  const fresh = await newBrowser();
  try {
    const there = await opened("", shared, { from: fresh });
    await until(there.page, () => document.querySelectorAll(".cell .stone").length === 3);
    assert.deepEqual(await stonesOf(there.page), stones);
    await isFaultless(there, bases[where]);
    const front = await opened("", own, { from: fresh });
    const board = await frameOf(front.page);
    await until(board, () => document.querySelectorAll(".cell .stone").length === 3);
    assert.deepEqual(await stonesOf(board), stones);
  } finally {
    await fresh.close();
  }
}

async function proofPages(where) {
  const { page } = await opened(bases[where], "index.html");
  const pages = await page.$$eval('.claims a[href$="#verify/0/"]', (all) =>
    all.map((link) => link.getAttribute("href")),
  );
  await page.close();
  assert.ok(pages.length >= 7, `${pages}`);
  for (const name of pages) {
    const proof = await opened(bases[where], name, sizes[0]);
    await proof.page.waitForSelector('main[data-ready="yes"]', { timeout: 60000 });
    const ready = seconds(proof.began);
    const [hash, whole] = await proof.page.evaluate(() => [
      document.querySelector(".hash").textContent.trim(),
      document.querySelector(".figures").textContent,
    ]);
    assert.ok(whole.includes(hash));
    await picture(proof.page, `${where}-${name.replaceAll(/[/#]/g, "-")}`, true);
    // Where it claims several positions, each can be played from.
    const last = (await proof.page.$$('.figures a[href^="#play/"]')).at(-1);
    if (last) {
      await last.click();
      await until(proof.page, () => document.querySelectorAll(".cell .stone").length === 3);
      assert.equal(await proof.page.evaluate(() => scrollY), 0);
      await picture(proof.page, `${where}-${name.replaceAll(/[/#]/g, "-")}-play`);
    }
    await isFaultless(proof, bases[where]);
    console.log(`${where}: ${name} shown after ${ready.toFixed(2)} s`);
    await proof.page.close();
  }
}

async function dropped(where) {
  const drop = await opened(bases[where], "open.html", sizes[0]);
  const input = await drop.page.waitForSelector('input[type="file"]');
  await picture(drop.page, `open-${where}`);
  await input.uploadFile(fileOf("examples/example.fvp"));
  await press(drop.page, "Verify");
  await until(drop.page, () => document.querySelector(".verify b")?.textContent === "example.fvp");
  await press(drop.page, "Verify at level db-search");
  const verdict = await drop.page.waitForSelector('[data-trust="dbsearch"] .verdict', { timeout: 120000 });
  assert.match(await verdict.evaluate((line) => line.textContent), /^VERIFIED freestyle 15x15/);
  await isFaultless(drop, bases[where]);
  await drop.page.close();
}

const texts = [
  "project.html",
  "docs/tutorial.html",
  "docs/faq.html",
  "docs/verdicts/index.html",
  "proofs/index.html",
  "spec/theorem.html",
  "manual/index.html",
  "manual/fiveproof-verify.html",
  "pages.html",
  "api/index.html",
];

async function textPages(where) {
  for (const name of texts)
    for (const dark of [false, true]) {
      const text = await opened(bases[where], name, { ...sizes[0], dark });
      await picture(text.page, `text-${name.replaceAll("/", "-")}${dark ? "-dark" : ""}`);
      await isFaultless(text, bases[where]);
      await text.page.close();
    }
}

/** In the page: the least contrast of text, and what can be clicked but has no name, or is small for a finger. */
function looked() {
  const channel = (value) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  const light = ([r, g, b]) =>
    0.2126 * channel(r / 255) + 0.7152 * channel(g / 255) + 0.0722 * channel(b / 255);
  const colorOf = (text) => text.match(/[\d.]+/g).map(Number);
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const color = colorOf(getComputedStyle(at).backgroundColor);
      if (color.length < 4 || color[3] === 1) return color;
    }
    return [255, 255, 255];
  };
  let least = 21;
  let words = "";
  for (const element of document.querySelectorAll("body *")) {
    const isText = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!isText || element.closest("svg, script, noscript") || !element.checkVisibility()) continue;
    if (element.disabled) continue;
    const [a, b] = [colorOf(getComputedStyle(element).color), behind(element)]
      .map(light)
      .sort((x, y) => y - x);
    const contrast = (a + 0.05) / (b + 0.05);
    if (contrast < least) [least, words] = [contrast, element.textContent.trim().slice(0, 20)];
  }
  const shown = [
    ...document.querySelectorAll("a[href], button, input, select, summary, [role=button]"),
  ].filter((one) => one.checkVisibility());
  const nameless = shown.filter(
    (one) => !(one.textContent.trim() || one.getAttribute("aria-label") || one.title || one.labels?.length),
  );
  // Links inside of text are as high as the text; what stands alone has to be 24 pixels high.
  const alone = shown.filter((one) => !(one.matches("a") && one.closest("p, li, dd, dt, td:not(.links)")));
  const small = alone.filter((one) => !one.matches(".drop input") && one.getBoundingClientRect().height < 24);
  return { least, words, nameless: nameless.length, small: small.length };
}

/** Files and bytes, the first board or text, and how it looks, of one page after the other. */
async function measure() {
  await begin();
  console.log(
    "| page | size | files | kB | to play or read, s | least contrast, light / dark | nameless | small |",
  );
  console.log("| --- | --- | ---: | ---: | ---: | --- | ---: | ---: |");
  for (const name of ["index.html", "proofs/freestyle15.html#play/0/", "open.html", ...texts])
    for (const size of sizes) {
      let files = 0;
      let bytes = 0;
      const looks = [];
      let ready;
      for (const dark of [false, true]) {
        const page = await opened(bases.server, "site.css", { ...size, dark }).then((one) => one.page);
        await page.setCacheEnabled(false);
        files = bytes = 0;
        page.on("response", async (answer) => {
          if (!answer.url().startsWith("http")) return;
          ++files;
          bytes += Number(answer.headers()["content-length"] ?? 0);
        });
        const began = performance.now();
        await page.goto(bases.server + name, { waitUntil: "domcontentloaded" });
        if (name === "index.html") looks.push(await (await frameOf(page)).evaluate(looked));
        else if (name.includes("#")) await page.waitForSelector(".cell .stone.black");
        else if (name === "open.html") await page.waitForSelector(".drop");
        ready ??= seconds(began);
        await until(page, () => document.readyState === "complete");
        looks.push(await page.evaluate(looked));
        await page.close();
      }
      const least = (from) =>
        looks.filter((_, i) => i < looks.length / 2 === from).sort((a, b) => a.least - b.least)[0];
      const shown = [least(true), least(false)].map(({ least, words }) => `${least.toFixed(1)} (${words})`);
      const sum = (what) => looks.slice(looks.length / 2).reduce((all, one) => all + one[what], 0);
      console.log(
        `| ${name} | ${size.width}x${size.height} | ${files} | ${(bytes / 1000).toFixed(0)} | ${ready.toFixed(2)} | ` +
          `${shown.join(" / ")} | ${sum("nameless")} | ${sum("small")} |`,
      );
    }
  await end();
}

if (isMeasured) await measure();
else {
  before(begin);
  after(end);
  for (const where of ["disk", "server"]) {
    test(`the front page plays and wins, ${where}`, { skip }, () => frontPage(where));
    test(`an address of a position opens in a fresh browser, ${where}`, { skip }, () => address(where));
    test(`each proof has a page, ${where}`, { skip }, () => proofPages(where));
    test(`a file can be opened and verified, ${where}`, { skip }, () => dropped(where));
    test(`texts ask for nothing and fit, ${where}`, { skip }, () => textPages(where));
  }
}

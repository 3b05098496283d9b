// The page in Debian's chromium, opened from disk, and how a test sees it and works it.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import puppeteer from "puppeteer-core";

import { fileOf, program } from "./core_under_node.mjs";

const chromium = process.env.FIVEPROOF_CHROMIUM ?? "/usr/bin/chromium";
const template = fileOf("build/page/page.html");
const missing = [chromium, program, template].filter((file) => !existsSync(file));
/** Why there is nothing to test, if there is not. */
export const skip = missing.length > 0 && `not here: ${missing.join(", ")}`;
const pictures = process.env.FIVEPROOF_PAGE_PICTURES;

let browser;
export let folder;

export async function launch() {
  if (skip) return;
  folder = await mkdtemp(join(tmpdir(), "fiveproof-page-"));
  browser = await puppeteer.launch({
    executablePath: chromium,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-dev-shm-usage",
      "--allow-file-access-from-files",
      "--lang=en-US",
    ],
  });
}

export async function close() {
  await browser?.close();
}

/** The page with a proof, or as it is without one. */
function pageOf(proof) {
  if (proof === undefined) return template;
  const name = proof.split("/").at(-1);
  const file = join(folder, name.replace(/(\.[a-z]+)+$/, ".html"));
  execFileSync(program, ["page", fileOf(proof), "-o", file, "--template", template, "-q"]);
  return file;
}

/** A page with the proof, opened from disk. What it asks for is noted. `languages`: those of the browser. */
export async function opened(
  proof,
  { hash = "", width = 1200, height = 860, dark = false, languages = ["en-US"] } = {},
) {
  const file = pageOf(proof);
  const page = await browser.newPage();
  const asked = [];
  const errors = [];
  page.on("request", (request) => asked.push(request.url()));
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  await page.setViewport({ width, height, hasTouch: width < 600 });
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }]);
  await page.evaluateOnNewDocument((wanted) => {
    Object.defineProperty(navigator, "languages", { get: () => wanted });
  }, languages);
  const began = performance.now();
  const address = pathToFileURL(file).href;
  await page.goto(address + hash);
  await page.waitForSelector('main[data-ready="yes"]', { timeout: 30000 });
  return { page, asked, errors, address, seconds: (performance.now() - began) / 1000 };
}

export async function picture(page, name) {
  if (pictures) await page.screenshot({ path: join(pictures, `${name}.png`) });
}

// A locator looks again where the page was drawn anew between finding the button and the click.
export const press = (page, text) =>
  page.locator(`::-p-xpath(//button[normalize-space()="${text}"])`).setTimeout(30000).click();
export const textOf = (page, selector) => page.$eval(selector, (element) => element.textContent);
export const squareOf = (page, square) => page.waitForSelector(`[data-square="${square}"]`);
export const labelOf = async (page, square) =>
  (await squareOf(page, square)).evaluate((cell) => cell.getAttribute("aria-label"));
export const until = (page, condition, ...args) =>
  page.waitForFunction(condition, { timeout: 30000 }, ...args);
export const standing = (page, words) =>
  until(page, (text) => document.querySelector(".standing")?.textContent.includes(text), words);
export const go = (page, hash) =>
  page.evaluate((address) => {
    location.hash = address;
  }, hash);

/** The stones that the board shows. */
export const stonesOf = (page) =>
  page.evaluate(() => {
    const stones = { black: [], white: [] };
    for (const cell of document.querySelectorAll(".cell")) {
      const stone = cell.querySelector(".stone");
      if (stone) stones[stone.classList.contains("black") ? "black" : "white"].push(cell.dataset.square);
    }
    return stones;
  });

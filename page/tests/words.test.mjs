// The page speaks five languages: each says everything, and no text of it stands anywhere else.
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import test, { after, before } from "node:test";

import { close, go, launch, opened, picture, skip, standing, until } from "./chromium.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const bare = !existsSync(here("../node_modules/typescript")) && "no npm packages here";

/** The languages, by their tags. */
async function languages() {
  const { build } = await import("esbuild");
  const result = await build({
    entryPoints: [here("../src/words/index.ts")],
    bundle: true,
    write: false,
    format: "esm",
    target: "es2022",
  });
  const text = Buffer.from(result.outputFiles[0].text).toString("base64");
  return import(`data:text/javascript;base64,${text}`);
}

/** With what the texts that depend on something are asked for. */
const samples = {
  count: [[1234]],
  positions: [[1], [2], [5], [1234]],
  plies: [[1], [3], [21]],
  stones: [["h8", "a1", "black"]],
  claim: [["renju", 15, "white", "h8 i9"]],
  libraryAttacker: [["black"], ["white"]],
  libraryTrunk: [["h8 i9"]],
  challenge: [["black"], ["white"]],
  onPlay: [["black"], ["white"]],
  inFile: [["proof.fvp", 3]],
  boardStart: [["black"]],
  boardToMove: [["white"]],
  boardYouAre: [["black"]],
  moveNumber: [[7]],
  ghost: [["black", 3]],
  answeredBy: [["j10", 12]],
  aimAt: [["h8"]],
  savePicture: [["PNG"]],
  mapBox: [["h8", "j10", 12]],
  playMove: [["h8"]],
  standingMove: [
    ["h8", false],
    ["h8", true],
  ],
  belowStored: [[12, 7]],
  belowReplies: [[12, 7]],
  after: [["h8"]],
  replies: [
    [1, 1],
    [224, 35],
  ],
  repliesStored: [[3]],
  repliesLost: [[3]],
  repliesOpen: [[3]],
  repliesFive: [[3]],
  showAll: [[161]],
  alike: [["h8 i9"]],
  leadHere: [[1], [4]],
  byFrom: [["h8", "a1"]],
  threat: [["X", "h8", "i9"]],
  whyForbidden: [[1], [3]],
  texts: [
    [1, false],
    [1234, true],
  ],
  found: [[3]],
  left: [[12]],
  youAre: [["white", "black"]],
  verifyWords: [[2623]],
  findings: [[1], [2]],
  progress: [[1, 2, 1, 3]],
  verified: [["black", "h8"]],
  "not-verified": [["black", "h8"]],
  undecided: [["black", "h8"]],
  took: [["0.4"]],
  gaps: [
    [1, false],
    [1000, true],
  ],
  gapsAndFindings: [[2, false]],
  atByte: [[12]],
  plotBar: [[7, 12, "X"]],
  theoremWords: [[true], [false]],
};

/** All texts of a language: key and text. */
function textsOf(words, path = "") {
  return Object.entries(words).flatMap(([key, value]) => {
    const name = path ? `${path}.${key}` : key;
    if (typeof value === "string") return [[name, value]];
    if (typeof value === "object") return textsOf(value, name);
    assert.ok(samples[key], `this test has no sample of ${name}`);
    return samples[key].map((sample) => [`${name}(${sample})`, value(...sample)]);
  });
}

/** What is a word of no language, or the same in several. */
const isShared = (key) => /^(tag|name|or|count\b|plotBar|took|kinds\.four)/.test(key);

test("each language says everything, and in its own words", { skip: bare }, async () => {
  const { languages: all } = await languages();
  assert.deepEqual(Object.keys(all), ["en", "zh", "ja", "ko", "ru"]);
  const english = new Map(textsOf(all.en));
  for (const [tag, words] of Object.entries(all)) {
    assert.equal(words.tag, tag);
    const texts = new Map(textsOf(words));
    assert.deepEqual([...texts.keys()], [...english.keys()], tag);
    for (const [key, text] of texts) {
      assert.ok(text.trim() !== "", `${tag} says nothing for ${key}`);
      assert.doesNotMatch(text, /undefined|NaN|\[object/, `${tag} ${key}`);
      if (tag !== "en" && !isShared(key)) assert.notEqual(text, english.get(key), `${tag} ${key}`);
    }
  }
  const { en, ru } = all;
  assert.deepEqual([en.gaps(1, false), en.gaps(2, false), en.plies(1)], ["1 gap", "2 gaps", "1 ply"]);
  assert.deepEqual(
    [1, 2, 5, 11, 21].map((number) => ru.gaps(number, false)),
    ["1 пробел", "2 пробела", "5 пробелов", "11 пробелов", "21 пробел"],
  );
});

test("the browser's languages choose, as far as the page has them", { skip: bare }, async () => {
  const { languageOf } = await languages();
  assert.equal(languageOf(["zh-Hant-TW", "en"]), "zh");
  assert.equal(languageOf(["de-DE", "RU"]), "ru");
  assert.equal(languageOf(["de", "constructor"]), "en");
  assert.equal(languageOf([]), "en");
});

/** Texts that a reader would see, standing in the source of a component. */
async function literalsOf(file) {
  const { default: ts } = await import("typescript");
  const source = ts.createSourceFile(
    file,
    await readFile(file, "utf8"),
    ts.ScriptTarget.ES2022,
    true,
    ts.ScriptKind.TSX,
  );
  const found = [];
  const isSeen = /^(aria-label|title|placeholder|alt|label)$/;
  const visit = (node) => {
    if (ts.isJsxElement(node) && ["code", "pre"].includes(node.openingElement.tagName.getText())) return;
    const text = ts.isJsxText(node)
      ? node.text
      : ts.isJsxAttribute(node) && isSeen.test(node.name.getText()) && node.initializer
        ? ts.isStringLiteral(node.initializer)
          ? node.initializer.text
          : ""
        : ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateHead(node)
          ? // A sentence has words with blanks between; a class, a key or an address has not.
            /^[A-Z]\w+ \w/.test(node.text)
            ? node.text
            : ""
          : "";
    if (/\p{L}{2}/u.test(text)) found.push(text.trim());
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

test("no text stands in a component", { skip: bare }, async () => {
  const names = (await readdir(here("../src"))).filter((name) => name.endsWith(".tsx"));
  assert.ok(names.length > 10);
  // The name of the program, and what is Coq's.
  const allowed = /^(fiveproof|Theorem )/;
  for (const name of names)
    assert.deepEqual(
      (await literalsOf(here(`../src/${name}`))).filter((text) => !allowed.test(text)),
      [],
      name,
    );
});

before(launch);
after(close);

/** What can be read or heard and looks like English, but for what is the program's own. */
const englishOn = (page) =>
  page.evaluate(() => {
    const own = "[lang=en], pre, code, option, style, script, .hash";
    const texts = [];
    const walker = document.createTreeWalker(document.querySelector("#page"), NodeFilter.SHOW_ALL);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.nodeType === Node.TEXT_NODE ? node.parentElement : node;
      if (element.closest(own)) continue;
      if (node.nodeType === Node.TEXT_NODE) texts.push(node.data);
      else texts.push(element.getAttribute("aria-label") ?? "", element.getAttribute("title") ?? "");
    }
    return texts.filter((text) => /[a-z]{3,} [a-z]{2,}/i.test(text) || /\b(black|white)\b/i.test(text));
  });

for (const tag of ["zh", "ja", "ko", "ru"])
  test(`in ${tag} no view has a word of English, on a phone either`, { skip }, async () => {
    const { page, errors } = await opened("examples/example.fvp", {
      languages: [tag],
      width: 390,
      height: 844,
    });
    await page.waitForSelector(".challenge");
    assert.equal(await page.evaluate(() => document.documentElement.lang), tag);
    for (const [name, hash] of [
      ["start", "#"],
      ["walk", "#walk/0/"],
      ["walk-sequence", "#walk/0/a15"],
      ["play", "#play/0/a15"],
      ["verify", "#verify/0/"],
    ]) {
      await go(page, hash);
      if (hash.includes("walk")) await page.waitForSelector(".tree");
      if (hash.includes("play"))
        await until(page, () => document.querySelectorAll(".cell .stone").length > 4);
      if (name === "verify") {
        await (await page.waitForSelector('[data-trust="dbsearch"] button')).click();
        await page.waitForSelector(".plot");
      }
      assert.deepEqual(await englishOn(page), [], name);
      const { wide, inner } = await page.evaluate(() => ({
        wide: document.documentElement.scrollWidth,
        inner: innerWidth,
      }));
      assert.ok(wide <= inner, `${name} is ${wide} wide on ${inner}`);
      await picture(page, `${tag}-${name}`);
    }
    assert.deepEqual(errors, []);
    await page.close();
  });

test("a language is chosen by hand, and kept", { skip }, async () => {
  const { page, errors } = await opened("examples/example.fvp", { hash: "#walk/0/" });
  await standing(page, "defender is to move");
  await page.select(".language", "ru");
  await standing(page, "Ход защищающегося");
  assert.equal(await page.evaluate(() => document.documentElement.lang), "ru");
  await page.reload();
  await standing(page, "Ход защищающегося");
  await page.select(".language", "en");
  await standing(page, "defender is to move");
  assert.deepEqual(errors, []);
  await page.close();
});

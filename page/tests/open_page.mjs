// Opens a page in chromium and tells, once the proof is read, what it shows.
//
//   node open_page.mjs PAGE.html
import { pathToFileURL } from "node:url";

import puppeteer from "puppeteer-core";

const browser = await puppeteer.launch({
  executablePath: process.env.FIVEPROOF_CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--lang=en-US"],
});
try {
  const page = await browser.newPage();
  await page.goto(pathToFileURL(process.argv[2]).href);
  const main = await page.waitForSelector('main[data-ready="yes"]', { timeout: 60000 });
  console.log(await main.evaluate((element) => element.innerText));
} finally {
  await browser.close();
}

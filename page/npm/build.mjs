// Makes the npm package: one module with the core inside, its types, a package.json.
//
//   node npm/build.mjs CORE.wasm FOLDER        in page/; the folder is made anew
import { execFileSync } from "node:child_process";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

import { build } from "esbuild";

import { texts } from "../texts.mjs";

const [wasm, folder] = process.argv.slice(2);
if (!wasm || !folder) {
  console.error("usage: node npm/build.mjs CORE.wasm FOLDER");
  process.exit(2);
}
const here = (path) => fileURLToPath(new URL(path, import.meta.url));

const bundled = new Set(); // the packages of npm that are inside

async function bundle(entry, format, plugins = []) {
  const result = await build({
    entryPoints: [here(entry)],
    bundle: true,
    minify: true,
    write: false,
    format,
    target: "es2022",
    external: ["node:worker_threads"],
    legalComments: "none",
    charset: "utf8",
    plugins,
    metafile: true,
  });
  for (const input of Object.keys(result.metafile.inputs)) {
    const name = input.match(/node_modules\/((@[^/]+\/)?[^/]+)\/(?!.*node_modules)/)?.[1];
    if (name) bundled.add(name);
  }
  return result.outputFiles[0].text;
}

await rm(folder, { recursive: true, force: true });
await mkdir(join(folder, "dist"), { recursive: true });
const core = gzipSync(await readFile(wasm), { level: 9 }).toString("base64");
const code = await bundle("src/index.ts", "esm", [
  texts({ "worker-code": await bundle("src/worker.ts", "iife"), "core-gz": core }),
]);
await writeFile(join(folder, "dist/fiveproof.mjs"), code);

const tsc = here("../node_modules/.bin/tsc");
execFileSync(tsc, ["-p", here("."), "--outDir", resolve(folder, "dist/types")], { stdio: "inherit" });

const about = JSON.parse(await readFile(here("package.json"), "utf8"));
about.version = (await readFile(here("../../VERSION"), "utf8")).trim();
await writeFile(join(folder, "package.json"), JSON.stringify(about, null, 2) + "\n");
await cp(here("README.md"), join(folder, "README.md"));
await cp(here("../../LICENSE"), join(folder, "LICENSE"));
const papers = ["-B", here("../../packaging/others.py"), "npm", here(".."), ...bundled];
await writeFile(join(folder, "THIRD-PARTY-LICENSES"), execFileSync("/usr/bin/python3", papers));
const packed = execFileSync("npm", ["pack", "--silent"], { cwd: folder, encoding: "utf8" }).trim();
console.log(join(dirname(join(folder, packed)), packed));

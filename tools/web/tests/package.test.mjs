// The npm package, installed into an empty folder: in node, and bundled by esbuild for browsers.
//
// DEPTHCHECK_NPM_PACKAGE is the package, as tools/dev/release makes it; by default, npm packs the files of .build/web.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { after, before, test } from "node:test";
import { gunzipSync } from "node:zlib";

const root = new URL("../../../", import.meta.url).pathname;
const { expected } = JSON.parse(readFileSync(`${root}golden/server/room-01.json`));
const folder = mkdtempSync(join(tmpdir(), "depthcheck-package-"));
const installed = join(folder, "node_modules/depthcheck");
after(() => rmSync(folder, { recursive: true }));

const npm = (...words) => execFileSync("npm", words, { cwd: folder, encoding: "utf8" });
const skip = spawnSync("npm", ["--version"]).status === 0 ? false : "npm was not found";

/** Packs the files that package.json names. */
function packed() {
  const staged = join(folder, "staged");
  mkdirSync(staged);
  const { files } = JSON.parse(readFileSync(`${root}.build/web/package.json`));
  for (const name of [...files, "package.json"]) copyFileSync(`${root}.build/web/${name}`, join(staged, name));
  copyFileSync(`${root}tools/web/README.md`, join(staged, "README.md"));
  copyFileSync(`${root}LICENSE`, join(staged, "LICENSE"));
  return join(folder, npm("pack", "--silent", "--offline", "./staged").trim());
}

before(() => {
  if (skip) return;
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }');
  writeFileSync(join(folder, "room.bin"), gunzipSync(readFileSync(`${root}fixtures/room-01.bin.gz`)));
  npm("install", "--silent", "--offline", "--no-audit", "--no-fund", process.env.DEPTHCHECK_NPM_PACKAGE ?? packed());
});

/** A program that analyses a room with all three modules and prints the result. */
function program(imports, analyzer, meter, reader) {
  return `${imports}
import { readFileSync } from "node:fs";
const bytes = readFileSync("room.bin");
const samples = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
const size = { width: 256, height: 192 };
const analyzer = await DepthAnalyzer.load(${analyzer});
const meter = await CandidateMeter.load(${meter});
const reader = await GzipReader.load(${reader});
const { absence } = meter.measure(samples, size);
const { server_would_answer } = serverAnswer(new Uint8Array(8), { analyzer, reader });
console.log(JSON.stringify({ ...analyzer.analyze(samples, size), absence, answer: server_would_answer }));
`;
}

const names = 'import { CandidateMeter, DepthAnalyzer, GzipReader, serverAnswer } from "depthcheck";';

/** Runs a program in the folder and compares its result with the golden. */
function runs(file) {
  const found = JSON.parse(execFileSync("node", [file], { cwd: folder, encoding: "utf8" }));
  const common = Object.keys(expected).filter((name) => name in found);
  assert.ok(common.length >= 5, `${common}`);
  for (const name of common) assert.deepEqual(found[name], expected[name], name);
  assert.equal(found.absence, null);
  assert.equal(typeof found.answer, "string");
}

/** Bundles a file for browsers; node:fs belongs to the program, not to the package. A warning is an error. */
function bundle(file, ...options) {
  const words = [
    file, "--bundle", "--format=esm", "--platform=browser", "--external:node:fs", "--log-level=warning",
    "--outdir=bundled", "--out-extension:.js=.mjs", ...options,
  ];
  const { status, stderr } = spawnSync("esbuild", words, { cwd: folder, encoding: "utf8" });
  assert.equal(`${status} ${stderr}`, "0 ");
  return join("bundled", basename(file).replace(/\.m?js$/, ".mjs"));
}

test("the package has its files, and package.json names them", { skip }, () => {
  const description = JSON.parse(readFileSync(join(installed, "package.json")));
  const { version, exports, files, license, repository, types } = description;
  const source = readFileSync(`${root}Sources/Support/Text/Release.swift`, "utf8");
  assert.equal(version, source.match(/static let version = "([^"]+)"/)[1]);
  assert.equal(license, "Apache-2.0");
  if (process.env.DEPTHCHECK_NPM_PACKAGE) assert.match(repository.url, /^git\+https:\/\/.*\.git$/);
  assert.deepEqual(readdirSync(installed).sort(), ["LICENSE", "README.md", "package.json", ...files].sort());
  const targets = Object.values(exports).flatMap((entry) => (typeof entry === "string" ? entry : Object.values(entry)));
  for (const target of [...targets, types]) readFileSync(join(installed, target));
  for (const name of files.filter((name) => name.endsWith(".wasm"))) assert.equal(exports[`./${name}`], `./${name}`);
});

test("bundlers find each module by a literal URL", { skip }, () => {
  const code = readFileSync(join(installed, "depthcheck.js"), "utf8");
  const found = [...code.matchAll(/new URL\("\.\/([^"]+)", import\.meta\.url\)/g)].map((match) => match[1]);
  assert.deepEqual(found.sort(), readdirSync(installed).filter((name) => name.endsWith(".wasm")).sort());
  assert.equal(code.match(/import\.meta/g).length, found.length);
});

test("node imports the package by its name", { skip }, () => {
  writeFileSync(join(folder, "plain.mjs"), program(names, "", "", ""));
  runs("plain.mjs");
});

const esbuild = skip || (spawnSync("esbuild", ["--version"]).status === 0 ? false : "esbuild was not found");

test("a bundle of esbuild runs with the modules beside it", { skip: esbuild }, () => {
  writeFileSync(join(folder, "beside.mjs"), program(names, "", "", ""));
  const file = bundle("beside.mjs");
  for (const name of readdirSync(installed)) {
    if (name.endsWith(".wasm")) copyFileSync(join(installed, name), join(folder, "bundled", name));
  }
  runs(file);
});

test("a bundle of esbuild can contain the modules", { skip: esbuild }, () => {
  const imports = ["depthcheck", "depthcheck-candidates", "depthcheck-gzip"].map(
    (name, place) => `import module${place} from "depthcheck/${name}.wasm";`,
  );
  writeFileSync(
    join(folder, "inside.mjs"), program([names, ...imports].join("\n"), "module0", "module1", "module2"));
  runs(bundle("inside.mjs", "--loader:.wasm=binary", "--minify"));
});

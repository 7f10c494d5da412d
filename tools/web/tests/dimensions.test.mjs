// The page's notes on given and inferred dimensions equal the command's.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { gzipSync } from "node:zlib";

const root = new URL("../../../", import.meta.url).pathname;
const output = new URL("../../../.build/web/", import.meta.url);
const { DepthAnalyzer, GzipReader } = await import(new URL("depthcheck.js", output));
const command = process.env.DEPTHCHECK ?? `${root}tools/depthcheck`;
const engine = { analyzer: await DepthAnalyzer.load(), reader: await GzipReader.load() };
const folder = mkdtempSync(join(tmpdir(), "depthcheck-dimensions-"));
after(() => rmSync(folder, { recursive: true }));

// The sources of the page and the built module.
cpSync(join(root, "tools/web/source/shared"), join(folder, "page/shared"), { recursive: true });
for (const name of ["depthcheck.js", "package.json"]) cpSync(new URL(name, output), join(folder, "page", name));
const { readDepthFile } = await import(join(folder, "page/shared/files.js"));

function ramp(count) {
  return new Uint8Array(Float32Array.from({ length: count }, (_, place) => 1 + (place % 700) / 256).buffer);
}

/** The command's first result for a file. */
function resultOf(bytes, name, { width, height }) {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  const sides = width ? ["--width", String(width), "--height", String(height)] : [];
  const options = ["--format", "ndjson", "--sample-type", "float32", "--quiet", ...sides];
  try {
    return parsed(execFileSync(command, ["analyze", path, ...options], { stdio: ["ignore", "pipe", "ignore"] }));
  } catch (error) {
    return parsed(error.stdout);
  }
}

function parsed(printed) {
  const lines = printed.toString().trimEnd().split("\n").map((line) => JSON.parse(line));
  return { ...lines[0], mapCount: lines.length };
}

const none = { width: 0, height: 0 };
const small = { width: 64, height: 48 };

for (const [name, count, sides] of [
  ["three-of-a-phone", 3 * 256 * 192, none], ["two-of-320x240", 2 * 320 * 240, none], ["odd", 1000, none],
  ["grid", 400 * 300, none], ["three-given", 3 * 64 * 48, small], ["other", 5000, small], ["one", 64 * 48, small],
  ["matrix", 64, { width: 4, height: 4 }],
]) {
  test(`${name} in gzip has the command's notes, word for word`, async () => {
    const bytes = gzipSync(ramp(count));
    const expected = resultOf(bytes, `${name}.bin.gz`, sides);
    const { notes } = await readDepthFile(new Uint8Array(bytes), sides, engine);
    assert.deepEqual(notes.map(({ text }) => text), expected.notes ?? []);
  });
}

test("outside gzip, dimensions that do not fit are an error, as in the command", async () => {
  const bytes = ramp(5000);
  const expected = resultOf(bytes, "other.bin", small);
  await assert.rejects(readDepthFile(bytes, small, engine), { code: expected.error_code });
});

test("a file of several maps outside gzip is refused; the command reads each map", async () => {
  const bytes = ramp(3 * 64 * 48);
  assert.equal(resultOf(bytes, "three.bin", small).mapCount, 3);
  await assert.rejects(readDepthFile(bytes, small, engine), /found 3 maps of 64x48 in one file/);
});

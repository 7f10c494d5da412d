// The module compared with the goldens and the native command, bit for bit.
//
// DEPTHCHECK names the command; DEPTHCHECK_MAPS is the number of random maps [2000].

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { gunzipSync } from "node:zlib";

import { randomMap, randomParameters } from "./random-maps.mjs";

const root = new URL("../../../", import.meta.url).pathname;
const output = new URL("../../../.build/web/", import.meta.url);
const { DepthAnalyzer, engines, profiles } = await import(new URL("depthcheck.js", output));
const command = process.env.DEPTHCHECK ?? `${root}tools/depthcheck`;
const mapCount = Number(process.env.DEPTHCHECK_MAPS ?? 2000);
const analyzer = await DepthAnalyzer.load();

const folder = mkdtempSync(join(tmpdir(), "depthcheck-web-"));
after(() => rmSync(folder, { recursive: true }));

/** Members of the command's JSON that describe the file, not the map. */
const aroundTheMap = new Set([
  "input", "server_would_answer", "server_answer", "server_code", "notes", "note_codes", "error", "error_code",
]);

function ofTheMap(result) {
  return Object.fromEntries(Object.entries(result).filter(([name]) => !aroundTheMap.has(name)));
}

/** The command's results for files, in their order. */
function answers(files, profile, ...options) {
  const list = join(folder, "list.txt");
  writeFileSync(list, files.join("\n") + "\n");
  const printed = execFileSync(
    command,
    ["analyze", "--files-from", list, "--format", "ndjson", "--profile", profile, "--quiet", ...options],
    { cwd: root, maxBuffer: 1 << 30, stdio: ["ignore", "pipe", "ignore"] },
  );
  return printed.toString().trimEnd().split("\n").map((line) => JSON.parse(line));
}

function floats(bytes) {
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}

test("every golden of this repository's fixtures", () => {
  const files = readdirSync(join(root, "fixtures"))
    .filter((name) => name.endsWith(".bin.gz"))
    .map((name) => `fixtures/${name}`);
  let compared = 0;
  for (const profile of profiles) {
    for (const expected of answers(files, profile)) {
      if (expected.error_code !== undefined) continue;
      const samples = floats(gunzipSync(readFileSync(join(root, expected.input))));
      const { width, height } = expected;
      const dimensions = width * height === samples.length ? { width, height } : {};
      for (const engine of engines) {
        const found = analyzer.analyze(samples, { ...dimensions, profile, engine });
        assert.deepEqual(found, ofTheMap(expected), `${expected.input} ${profile} ${engine}`);
        compared += 1;
      }
    }
  }
  assert.ok(compared >= 250, `${compared} comparisons`);
});

/** Writes random maps to files, and returns the maps with the command's results. */
function randomMaps(first, count, profile, ...options) {
  const maps = Array.from({ length: count }, (_, index) => randomMap(first + index));
  const manifest = ["file,width,height"];
  maps.forEach(({ width, height, samples }, index) => {
    writeFileSync(join(folder, `${first + index}.bin`), new Uint8Array(samples.buffer));
    manifest.push(`${first + index}.bin,${width},${height}`);
  });
  const path = join(folder, "manifest.csv");
  writeFileSync(path, manifest.join("\n") + "\n");
  const printed = execFileSync(
    command,
    ["analyze", "--manifest", path, "--format", "ndjson", "--profile", profile, "--quiet", ...options],
    { cwd: root, maxBuffer: 1 << 30, stdio: ["ignore", "pipe", "ignore"] },
  );
  const results = printed.toString().trimEnd().split("\n").map((line) => JSON.parse(line));
  assert.equal(results.length, count);
  return maps.map((map, index) => ({ ...map, expected: results[index] }));
}

for (const profile of profiles) {
  test(`${mapCount} random maps, ${profile}`, () => {
    for (const { width, height, samples, expected } of randomMaps(0, mapCount, profile)) {
      assert.deepEqual(analyzer.analyze(samples, { width, height, profile }), ofTheMap(expected), expected.input);
    }
  });

  test(`random parameters, ${profile}`, () => {
    for (let set = 0; set < 20; set++) {
      const parameters = randomParameters(set);
      const path = join(folder, "parameters.json");
      writeFileSync(path, JSON.stringify(parameters));
      for (const { width, height, samples, expected } of randomMaps(set * 20, 20, profile, "--parameters", path)) {
        for (const engine of engines) {
          const found = analyzer.analyze(samples, { width, height, profile, parameters, engine });
          assert.deepEqual(found, ofTheMap(expected), `set ${set}, ${expected.input}, ${engine}`);
        }
      }
    }
  });
}

// The candidate measurements, compared with the native command bit for bit.
//
// DEPTHCHECK names the command; DEPTHCHECK_MAPS is the number of random maps [2000].

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { gunzipSync } from "node:zlib";

import { randomMap, randomNumbers } from "./random-maps.mjs";

const root = new URL("../../../", import.meta.url).pathname;
const output = new URL("../../../.build/web/", import.meta.url);
const { CandidateMeter, DepthcheckError, candidates, candidatesVersion } = await import(new URL("depthcheck.js", output));
const command = process.env.DEPTHCHECK ?? `${root}tools/depthcheck`;
const mapCount = Number(process.env.DEPTHCHECK_MAPS ?? 2000);
const meter = await CandidateMeter.load();
const folder = mkdtempSync(join(tmpdir(), "depthcheck-candidates-"));
after(() => rmSync(folder, { recursive: true }));

/** The rows of `measure` for `inputs`. */
function measured(...inputs) {
  const printed = execFileSync(command, ["measure", ...inputs, "--candidates", "--format", "ndjson", "--quiet"], {
    cwd: root, maxBuffer: 1 << 30, stdio: ["ignore", "pipe", "ignore"],
  });
  return printed.toString().trimEnd().split("\n").map((line) => JSON.parse(line));
}

/** Compares measurements with a row; returns whether there were values. */
function assertAlike({ absence, values }, row, name) {
  assert.equal(row.candidates_version, candidatesVersion);
  assert.deepEqual(Object.keys(values), candidates.map(({ candidate }) => candidate));
  for (const [candidate, value] of Object.entries(values)) {
    assert.ok(Object.is(value, row[candidate]), `${name}: ${candidate} ${value} instead of ${row[candidate]}`);
  }
  const isAbsent = Object.values(values).every((value) => value === null);
  assert.equal(absence !== null, isAbsent, `${name}: ${absence}`);
  return !isAbsent;
}

function floats(bytes) {
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}

test("every fixture", () => {
  let compared = 0;
  for (const row of measured("fixtures")) {
    if (row.error_code !== "") continue;
    const samples = floats(gunzipSync(readFileSync(join(root, "fixtures", row.file))));
    const { width, height } = row;
    const found = meter.measure(samples, width * height === samples.length ? { width, height } : {});
    if (assertAlike(found, row, row.file)) compared += 1;
  }
  assert.ok(compared >= 25, `${compared} maps have candidates`);
});

function compareRandomMaps(maps, parameters, ...options) {
  const manifest = ["file,width,height"];
  maps.forEach(({ width, height, samples }, number) => {
    writeFileSync(join(folder, `${number}.bin`), new Uint8Array(samples.buffer));
    manifest.push(`${number}.bin,${width},${height}`);
  });
  const path = join(folder, "manifest.csv");
  writeFileSync(path, `${manifest.join("\n")}\n`);
  const rows = measured("--manifest", path, ...options);
  assert.equal(rows.length, maps.length);
  return rows.filter((row, place) => {
    const { samples, width, height } = maps[Number.parseInt(row.file.split("/").at(-1), 10)];
    return assertAlike(meter.measure(samples, { width, height, parameters }), row, `${place}, ${row.file}`);
  }).length;
}

test(`${mapCount} random maps`, () => {
  const compared = compareRandomMaps(Array.from({ length: mapCount }, (_, number) => randomMap(number)), {});
  assert.ok(compared > mapCount / 3, `${compared} maps have candidates`);
});

test("maps with several samples per cell", () => {
  const maps = Array.from({ length: 40 }, (_, number) => {
    const random = randomNumbers(1000 + number);
    const [width, height] = [100 + Math.floor(random() * 400), 60 + Math.floor(random() * 300)];
    const [a, b, noise] = [random() - 0.5, random() - 0.5, random() * 0.05];
    const depth = (x, y) => 1 / (0.7 + a * x + b * y) + (x > 0.6 && y > 0.4 ? 0.8 : 0) + noise * (random() - 0.5);
    const samples = Float32Array.from({ length: width * height }, (_, place) =>
      random() < 0.05 ? 0 : depth((place % width) / width, Math.floor(place / width) / height));
    return { width, height, samples };
  });
  assert.equal(compareRandomMaps(maps, {}), maps.length);
});

test("other valid ranges", () => {
  const maps = Array.from({ length: 200 }, (_, number) => randomMap(number));
  for (const parameters of [{ minValidDepth: 0.5, maxValidDepth: 3 }, { maxValidDepth: 1.5, edgeGain: 7 }]) {
    const path = join(folder, "parameters.json");
    writeFileSync(path, JSON.stringify(parameters));
    assert.ok(compareRandomMaps(maps, parameters, "--parameters", path) > 30);
  }
});

test("a map without candidates has a reason", () => {
  const absence = (count, options) => meter.measure(new Float32Array(count).fill(1), options).absence;
  assert.equal(absence(1000), "the map is not a grid");
  assert.equal(absence(0), "the map is not a grid");
  assert.equal(absence(800, { width: 2, height: 400 }), "the map has fewer than 3 rows or columns");
  assert.equal(absence(63, { width: 9, height: 7 }), "fewer than 64 of the samples examined are valid");
  assert.equal(absence(64, { width: 8, height: 8 }), null);
});

test("invalid arguments are refused as by the analysis", () => {
  const refused = (code, samples, options) =>
    assert.throws(() => meter.measure(samples, options), (error) => {
      assert.ok(error instanceof DepthcheckError, `${error}`);
      assert.equal(error.code, code);
      return true;
    });
  const samples = new Float32Array(64);
  refused("invalid_samples", "1 2 3");
  refused("invalid_dimensions", samples, { width: 3, height: 3 });
  refused("invalid_parameter", samples, { parameters: { bins: 2 } });
  refused("invalid_parameter", samples, { parameters: { minValidDepth: 30 } });
  refused("invalid_parameter", samples, { parameters: { maxValidDepth: "3" } });
});

test("the descriptions and the types name all candidates", () => {
  const types = readFileSync(new URL("depthcheck.d.ts", output), "utf8");
  assert.equal(candidates.length, 12);
  for (const { candidate, unit, meaning, realScenesHave } of candidates) {
    assert.ok(types.includes(`"${candidate}"`), candidate);
    assert.ok(["m", ""].includes(unit) && ["more", "less"].includes(realScenesHave) && meaning.length > 10, candidate);
  }
});

// The page's notes on implausible numbers equal the command's, word for word.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { floats } from "../source/shared/foreign-formats.js";
import { plausibilityNotes } from "../source/shared/plausibility.js";
import { storedFormat } from "../source/shared/stored.js";

const root = new URL("../../../", import.meta.url).pathname;
const command = process.env.DEPTHCHECK ?? `${root}tools/depthcheck`;
const folder = mkdtempSync(join(tmpdir(), "depthcheck-plausibility-"));
after(() => rmSync(folder, { recursive: true }));
const codes = [
  "few_plausible_samples", "width_and_height_exchanged", "repeated_number", "negative_numbers", "only_two_numbers",
  "normalised_numbers", "float16_bits",
];

/** A small repeatable generator: each call returns the next number from 0 to 1. */
function numbers(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const sides = { width: 64, height: 48 };

/** A slanted wall with a box, noise and holes, in metres. */
function scene(random, { width, height } = sides) {
  return Float32Array.from({ length: width * height }, (_, place) => {
    const [column, row] = [place % width, Math.floor(place / width)];
    if (random() < 0.05) return 0;
    return (row > height / 3 && column > width / 2 ? 1.2 : 2 + column / 40 + row / 60) + random() / 200;
  });
}

function bytesOf(array, type, isLittle = true) {
  const size = { Float32: 4, Float64: 8, Uint16: 2 }[type];
  const view = new DataView(new ArrayBuffer(size * array.length));
  array.forEach((value, place) => view[`set${type}`](size * place, value, isLittle));
  return new Uint8Array(view.buffer);
}

function halfBits(value) {
  if (value === 0) return 0;
  const exponent = Math.floor(Math.log2(value));
  const fraction = Math.round((value / 2 ** exponent - 1) * 1024);
  return ((exponent + 15) << 10) + fraction;
}

function pgm(steps, { width, height } = sides) {
  const header = new TextEncoder().encode(`P5\n${width} ${height}\n65535\n`);
  return Uint8Array.of(...header, ...bytesOf(steps, "Uint16", false));
}

/** Valid maps, and files of every ImplausibilityCause. */
function files(random) {
  const metres = scene(random);
  const mapped = (change) => metres.map(change);
  const steps = (units) => Uint16Array.from(metres, (metre) => Math.min(65_535, Math.round(metre * units)));
  const rotated = steps(1000).map((step) => ((step << 3) | (step >> 13)) & 0xffff);
  const swapped = steps(1000).map((step) => ((step & 0xff) << 8) | (step >> 8));
  const stretched = Uint16Array.from(metres, (metre) => (metre === 0 ? 0 : 65_535 * Math.min(1, 1.201 / metre)));
  const turned = scene(random, { width: 48, height: 64 });
  const smooth = scene(() => 0.5);
  const twice = new Float32Array(2 * metres.length).map((_, place) => metres[place >> 1]);
  return {
    "metres.f32": bytesOf(metres, "Float32"),
    "millimetres.f32": bytesOf(mapped((metre) => metre * 1000), "Float32"),
    "centimetres.f32": bytesOf(mapped((metre) => metre * 100), "Float32"),
    "disparity.f32": bytesOf(mapped((metre) => (metre === 0 ? 0 : 300 / metre)), "Float32"),
    "inverse.f32": bytesOf(mapped((metre) => (metre === 0 ? 0 : 0.05 / metre)), "Float32"),
    "tiny.f32": bytesOf(mapped((metre) => metre * 1e-6), "Float32"),
    "swapped.f32": bytesOf(metres, "Float32", false),
    "doubles.f32": bytesOf(metres.subarray(0, metres.length / 2), "Float64"),
    "halves.f32": bytesOf(Uint16Array.from(twice, halfBits), "Uint16"),
    "steps.f32": bytesOf(Uint16Array.from(twice, (metre) => Math.round(metre * 1000)), "Uint16"),
    "noise.f32": bytesOf(Uint16Array.from({ length: 6144 }, () => random() * 65_536), "Uint16"),
    "half-far.f32": bytesOf(mapped((metre, place) => (place % 5 < 2 ? metre : 50 + metre)), "Float32"),
    "turned.f32": bytesOf(turned, "Float32"),
    "negated.f32": bytesOf(mapped((metre) => -metre), "Float32"),
    "heights.f32": bytesOf(mapped((metre, place) => (place % 40 ? metre : -metre)), "Float32"),
    "far.f32": bytesOf(mapped((metre, place) => (place % 70 ? metre : 1e10)), "Float32"),
    "far-outdoors.f32": bytesOf(mapped((metre, place) => (place % 70 ? metre * 12 : 1000)), "Float32"),
    "mm-walls.f32": bytesOf(mapped((metre, place) => (place % 50 ? Math.round(metre * 10) * 100 : 1)), "Float32"),
    "mask.f32": bytesOf(mapped((metre) => (metre > 2 ? 1 : 0)), "Float32"),
    "tenth.f32": bytesOf(mapped((metre, place) => (place % 70 ? metre / 20 : -1)), "Float32"),
    "far-bits.pgm": pgm(Uint16Array.from(smooth, (metre) => halfBits(metre * 8))),
    "near.f32": bytesOf(mapped((metre, place) => (place % 70 ? metre : 0.001)), "Float32"),
    "minmax.f32": bytesOf(mapped((metre) => Math.max(0, (metre - 1.2) / 4)).map((n, _, all) => n / Math.max(...all)), "Float32"),
    "outdoors.f32": bytesOf(mapped((metre) => metre * 25), "Float32"),
    "buffer.f32": bytesOf(smooth.map((metre) => 1.001 - 0.1 / metre), "Float32"),
    "mask.pgm": pgm(Uint16Array.from(metres, (metre) => (metre > 2 ? 65_535 : 0))),
    "saturated.pgm": pgm(steps(5000).map((step, place) => (place % 70 ? step : 65_535))),
    "bits.pgm": pgm(Uint16Array.from(smooth, halfBits)),
    "nothing.f32": bytesOf(mapped(() => 0), "Float32"),
    "no-number.f32": bytesOf(mapped((metre, place) => (place % 3 ? NaN : metre * 1000)), "Float32"),
    "mm.pgm": pgm(steps(1000)), "tenths.pgm": pgm(steps(10_000)), "cm.pgm": pgm(steps(100)), "kitti.pgm": pgm(steps(256)),
    "rotated.pgm": pgm(rotated), "swapped.pgm": pgm(swapped), "stretched.pgm": pgm(stretched),
  };
}

/** The command's results for files, by name. */
function results(all, options) {
  const names = Object.keys(all).map((name) => join(folder, name));
  for (const [name, bytes] of Object.entries(all)) writeFileSync(join(folder, name), bytes);
  const printed = execFileSync(command, ["analyze", ...names, "--format", "ndjson", ...options], {
    maxBuffer: 1 << 30, stdio: ["ignore", "pipe", "ignore"],
  });
  return printed.toString().trimEnd().split("\n").map((line) => JSON.parse(line));
}

/** A file as read by the page, with the command's notes on reading it. */
async function read(bytes, units, noted) {
  const format = storedFormat(bytes);
  const notes = noted.map((code) => ({ code }));
  if (!format) return { samples: floats(bytes), format: "float32", unitsPerMetre: null, notes };
  const { steps } = await format.decode(bytes, 1 << 24);
  const samples = Float32Array.from(steps, (step) => step / Math.fround(units));
  return { samples, format: format.format, unitsPerMetre: units, notes };
}

async function compare(seed, { units, sizes = sides, parameters = {} } = {}) {
  const all = files(numbers(seed));
  const options = ["--sample-type", "float32"];
  if (units) options.push("--units-per-metre", String(units));
  if (sizes) options.push("--width", String(sizes.width), "--height", String(sizes.height));
  if (parameters.maxValidDepth) {
    writeFileSync(join(folder, "parameters.json"), JSON.stringify(parameters));
    options.push("--parameters", join(folder, "parameters.json"));
  }
  const said = new Set();
  for (const result of results(all, options)) {
    const name = result.input.split("/").at(-1);
    const noted = result.note_codes.filter((code) => !codes.includes(code));
    const file = await read(all[name], units ?? 1000, noted);
    const expected = result.notes.filter((_, place) => codes.includes(result.note_codes[place]));
    const found = plausibilityNotes(file, result, { minValidDepth: 0.1, maxValidDepth: 20, ...parameters });
    // The verdict without a repeated number needs the analysis.
    const without = expected.map((text) => text.split("; the verdict without them")[0]);
    assert.deepEqual(found.map(({ text }) => text), without, `${name}, seed ${seed}`);
    for (const text of expected) said.add(text);
  }
  return said;
}

test("notes on implausible numbers equal the command's", async () => {
  const said = new Set();
  for (const seed of [1, 2, 3]) for (const cause of await compare(seed)) said.add(cause);
  for (const options of [{ units: 5000 }, { units: 100 }, { sizes: null }, { parameters: { maxValidDepth: 5 } }]) {
    for (const cause of await compare(4, options)) said.add(cause);
  }
  const expected = [
    "millimetres", "tenths of millimetres", "centimetres", "disparity", "inverse depth stretched", "swapped bytes",
    "bits rotated", "float16 read", "float64", "uint16", "width and height swapped?", "too near, too far", "outdoors",
    "10000000000: no reading?", "largest number of 16 bits", "negative", "a mask", "stretched to 0 to 1", "renderer",
    "co3d",
  ];
  for (const cause of expected) assert.ok([...said].some((text) => text.includes(cause)), `${cause} in ${[...said]}`);
});

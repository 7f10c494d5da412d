// Checks whether the numbers of a map can be distances, and what else they can be, by the rules of
// Sources/DepthFiles/Notes. A test compares it with the command.

import { half } from "./stored.js";

/** The text of each ImplausibilityCause, by its code. */
const words = {
  metres_outdoors: "metres of a place outdoors (the analysis is for 0.1 to 20 m)",
  millimetres: "millimetres",
  tenths_of_millimetres: "tenths of millimetres as in YCB-Video",
  centimetres: "centimetres",
  disparity: "disparity or inverse depth",
  whole_range: "relative or inverse depth stretched over 16 bits",
  swapped_bytes: "swapped bytes",
  rotated_bits: "bits rotated as in SUN RGB-D",
  float16: "float16 read as float32",
  float64: "float64 read as float32",
  uint16: "uint16 read as float32",
};

/** The data set whose units and bits are a cause. */
const dataSets = { tenths_of_millimetres: "ycb", rotated_bits: "sunrgbd" };

const f32 = Math.fround;
const mostSampled = 4096;

/**
 * The notes on the numbers of a map, in addition to those of reading it; empty for nearly all maps.
 *
 * @param {{ samples: Float32Array, format: string, unitsPerMetre: number | null, notes: { code: string }[] }} file
 * @param {object} analysis of the map
 * @param {{ minValidDepth: number, maxValidDepth: number }} parameters of the analysis
 * @param {(samples: Float32Array) => string} [statusOf] the status of the map with other samples
 * @returns {{ code: string, text: string }[]}
 */
export function plausibilityNotes(file, analysis, { minValidDepth, maxValidDepth }, statusOf) {
  const range = [f32(minValidDepth), f32(maxValidDepth)];
  const { valid_count: valid, total_count: total } = analysis;
  let meanings = meaningsOf(file, analysis, range, statusOf);
  const of = (code) => meanings.find((meaning) => meaning.code === code);
  const isExamined = valid * 4 < total * 3 || (file.unitsPerMetre !== null && valid < total);
  let few = isExamined && !of("only_two_numbers") ? fewPlausible(file, range, of("repeated_number")?.sample) : null;
  // Numbers that are bits of another type mean nothing else.
  if (few?.causes.some((cause) => ["swapped_bytes", "float16", "float64", "uint16"].includes(cause))) {
    return [(fewPlausible(file, range) ?? few).note];
  }
  // Negative numbers are reason enough.
  if (few?.causes.length === 0 && of("negative_numbers")?.areMost) few = null;
  // Other units explain a repeated number too, except the largest of its type.
  if (["millimetres", "centimetres"].includes(few?.causes[0])) {
    meanings = meanings.filter(({ code, isLimit }) => code !== "repeated_number" || isLimit);
  }
  const found = meanings.map(({ code, text }) => ({ code, text }));
  return [...(few ? [few.note] : []), ...found, ...notesOfSides(file, analysis)];
}

/** The note on implausible numbers, except those of the sample that means "no reading", and its causes. */
function fewPlausible({ samples, ...facts }, range, noReading) {
  const file = { ...facts, samples, counts: (sample) => Number.isFinite(sample) && sample !== 0 && sample !== noReading };
  let [plausible, total] = [0, 0];
  for (const sample of samples) {
    if (!file.counts(sample)) continue;
    total += 1;
    if (sample >= range[0] && sample <= range[1]) plausible += 1;
  }
  const causes = causesWhere(file, range, plausible, total);
  if (!causes) return null;
  const named = causes.map((cause) => words[cause] + (dataSets[cause] ? ` (--dataset ${dataSets[cause]})` : ""));
  const last = named.pop();
  const question = named.length > 0 ? `${named.join(", ")} or ${last}` : last;
  const why = last ? `${question}?` : "the others are too near, too far, or not finite";
  const text = `only ${plausible} of ${total} numbers other than 0 are valid distances: ${why}`;
  return { causes, note: { code: "few_plausible_samples", text } };
}

// The meanings of numbers: Sources/DepthFiles/Notes/NumberMeaning.swift

function meaningsOf(file, analysis, range, statusOf) {
  const { samples, unitsPerMetre } = file;
  if (samples.length < 64) return [];
  const units = unitsPerMetre === null ? null : f32(unitsPerMetre);
  const map = {
    ...file, range, units, valid: analysis.valid_count, depths: [f32(analysis.min_depth), f32(analysis.max_depth)],
    stored: (sample) => (units === null ? sample : rounded(f32(sample * units))),
    isIn: (sample) => sample >= range[0] && sample <= range[1],
  };
  const mask = maskOf(map);
  if (mask) return [mask];
  const isOut = (sample) => Number.isFinite(sample) && sample !== 0 && !map.isIn(sample);
  const hasOthers = map.valid < samples.length && samples.some(isOut);
  const repeated = saturated(map) ?? (hasOthers ? repeatedOf(map, samples.filter(isOut)) : null);
  return [
    repeated && repeatedNote(map, repeated, analysis.status, statusOf),
    hasOthers && negativeOf(map, repeated),
    normalisedOf(map, repeated),
    halfBitsOf(map),
  ].filter(Boolean);
}

/** A number as Swift prints a Float, without `.0`. */
function floatText(number) {
  if (Number.isInteger(number) && Math.abs(number) < 2 ** 63) return BigInt(number).toString();
  for (let digits = 1; digits < 17; digits += 1) {
    const shortest = Number(number.toPrecision(digits));
    if (f32(shortest) !== number) continue;
    if (Math.abs(shortest) >= 1e-4) return String(shortest);
    return shortest.toExponential().replace(/e-(\d)$/, "e-0$1");
  }
  return String(number);
}

/** The most frequent number of a group of numbers out of range, if it means "no reading". */
function repeatedOf({ samples, valid, range, depths, units, stored }, others) {
  if (valid === 0) return null;
  const groups = [(number) => number > range[1], (number) => number < 0, (number) => number >= 0 && number < range[0]];
  let most = null;
  for (const isInGroup of groups) {
    const group = others.filter(isInGroup);
    const sorted = Float32Array.from(group).sort();
    let [sample, count, start] = [0, 0, 0];
    for (let place = 0; place < sorted.length; place += 1) {
      if (sorted[place + 1] === sorted[place]) continue;
      if (place + 1 - start > count) [sample, count] = [sorted[place], place + 1 - start];
      start = place + 1;
    }
    const isApart = sample < f32(f32(0.9) * depths[0]) || sample > f32(f32(1.1) * depths[1]);
    if (count < 16 || Math.abs(sample) < 2 ** -126 || !isApart) continue;
    const number = stored(sample);
    const isLimit = units === null ? number === 65_504 : number === 65_535;
    // Far distances also repeat, but not one number more than those close to it. Whole numbers near 0 are isolated.
    const close = samples.filter((other) => Math.abs(f32(other - sample)) <= f32(f32(0.1) * sample)).length;
    if (sample > range[1] ? close >= 2 * count : count * 2 <= group.length) continue;
    if (!most || count > most.count) most = { sample, number, count, total: samples.length, isLimit };
  }
  return most;
}

/** The largest 16-bit number if it is in range and isolated. */
function saturated({ samples, units, depths, stored }) {
  const sample = f32(65_535 / units);
  if (units === null || depths[1] !== sample) return null;
  const { count, near } = saturation(samples, stored);
  return count >= 16 && count > near ? { sample, number: 65_535, count, total: samples.length, isLimit: true } : null;
}

function repeatedNote({ samples, units }, { sample, number, count, total, isLimit }, status, statusOf) {
  const limit = isLimit ? `, the largest number of ${units === null ? "float16" : "16 bits"}` : "";
  let text =
    `${count} of ${total} samples are ${floatText(number)}${limit}: no reading? ` +
    `If so, give --invalid-value ${floatText(number)}`;
  if (statusOf) {
    const without = statusOf(samples.map((other) => (other === sample ? NaN : other)));
    const word = { pass: "PASS", fail: "FAIL", unavailable: "N/A" }[without];
    text += `; the verdict without them is ${without === status ? "also " : ""}${word}`;
  }
  return { code: "repeated_number", text, sample, isLimit };
}

function negativeOf({ samples, units }, repeated) {
  if (units !== null) return null;
  const counted = samples.filter((sample) => Number.isFinite(sample) && sample !== 0 && sample !== repeated?.sample);
  const count = counted.filter((sample) => sample < 0).length;
  if (count < 16 || count * 100 < counted.length) return null;
  const text =
    `${count} of ${counted.length} numbers other than 0 are negative, which no distance is: z of a camera that looks ` +
    "along -z (OpenGL, ARKit, Blender), disparity or heights? Depth along -z is read after the numbers are negated " +
    "(numpy: -array)";
  return { code: "negative_numbers", text, areMost: count * 10 >= counted.length * 9 };
}

/** Two numbers, of which at least one is no distance. */
function maskOf({ samples, stored, isIn }) {
  const first = samples.find(Number.isFinite);
  const second = samples.find((sample) => Number.isFinite(sample) && sample !== first);
  if (second === undefined) return null;
  if (samples.some((sample) => Number.isFinite(sample) && sample !== first && sample !== second)) return null;
  const [low, high] = [stored(first), stored(second)].sort((one, other) => one - other);
  const isOfMask = low === 0 && [1, 255, 65_535].includes(high);
  if (!isOfMask && (isIn(first) || isIn(second) || high <= 0)) return null;
  const text = `only the numbers ${floatText(low)} and ${floatText(high)}: a mask, not a depth map?`;
  return { code: "only_two_numbers", text };
}

function normalisedOf({ samples, format, units, valid, depths, range }, repeated) {
  if (units !== null || depths[1] > 1 || valid === 0) return null;
  const finite = samples.filter((sample) => Number.isFinite(sample) && sample !== repeated?.sample);
  const others = finite.filter((sample) => sample !== 0);
  const bound = (pick) => others.reduce((one, other) => pick(one, other));
  const [smallest, largest] = [bound(Math.min), bound(Math.max)];
  if (largest > 1 || smallest <= 0) return null;
  const code = "normalised_numbers";
  if (others.length < finite.length && largest === 1 && smallest < f32(0.01)) {
    const advice = "Multiply by the original range to get metres";
    return { code, text: `numbers from exactly 0 to exactly 1: depth stretched to 0 to 1? ${advice}` };
  }
  if (smallest >= f32(0.8) && isSmoothWithEdges(samples, depths)) {
    const text =
      `numbers from ${floatText(smallest)} to ${floatText(largest)}, with edges: the depth buffer of a renderer ` +
      "(0 to 1)? Convert it to metres with the renderer's near and far plane";
    return { code, text };
  }
  // Bare files are those of phones, which measure close scenes, but nothing below the valid range.
  const isBelow = others.filter((sample) => sample < range[0]).length * 100 >= others.length;
  const isBare = format === "float32" || format === "float16";
  if (!isBelow && (isBare || largest < f32(3 * smallest))) return null;
  const text =
    `no number exceeds 1 (the largest is ${floatText(largest)}): normalised depth, or metres of a close scene?`;
  return { code, text };
}

/** Whether neighbours are nearly equal, much nearer than in the noise of a sensor, except at edges. */
function isSmoothWithEdges(samples, [nearest, farthest]) {
  const spread = f32(farthest - nearest);
  const steps = [];
  for (let place = 0; place < samples.length - 1; place += Math.max(1, Math.floor(samples.length / 16_384))) {
    const step = Math.abs(f32(samples[place] - samples[place + 1]));
    if (Number.isFinite(step)) steps.push(step);
  }
  if (steps.length < 64 || !(spread > 0)) return false;
  steps.sort((one, other) => one - other);
  const edges = steps.filter((step) => step > f32(f32(0.2) * spread)).length;
  return f32(steps[Math.floor(steps.length / 2)] * 100) < spread && edges * 1000 >= steps.length &&
    edges * 10 < steps.length;
}

/** Integers of an unknown unit that are all the bits of distances. */
function halfBitsOf({ samples, units, notes, valid, depths, stored }) {
  const isAssumed = units === 1000 && notes.some(({ code }) => code === "units_assumed");
  if (!isAssumed || valid === 0 || depths[0] <= 11) return null;
  const metres = [...samples].filter((sample) => sample !== 0 && Number.isFinite(sample)).map((sample) => half(stored(sample)));
  if (metres.length < 64 || metres.filter(isMetres).length * 100 < metres.length * 99) return null;
  const text =
    "whole numbers that are smooth distances as bits of float16: depth as CO3D stores it? If so, give --dataset co3d";
  return { code: "float16_bits", text };
}

/** The occurrences of the largest 16-bit integer, and of numbers close below it. */
function saturation(samples, stored) {
  const limit = f32(f32(0.9) * 65_535);
  let [count, near] = [0, 0];
  for (const sample of samples) {
    if (!Number.isFinite(sample)) continue;
    const step = stored(sample);
    if (step === 65_535) count += 1;
    else if (step > limit) near += 1;
  }
  return { count, near };
}

// Why numbers are implausible: Sources/DepthFiles/Notes/Plausibility.swift

/** The causes of implausible numbers; null if the numbers are plausible. */
function causesWhere(file, range, plausible, total) {
  const areFew = plausible * 4 < total * 3;
  if (plausible * 2 < total) return causesOf(file, range);
  if (file.unitsPerMetre !== null) return plausible < total && fillsWholeRange(file) ? ["whole_range"] : null;
  const causes = causesOfBits(file, range);
  const isReported = areFew ? causes.length > 0 : causes.length === 1 && causes[0] === "float64";
  return isReported ? causes : null;
}

function causesOf(file, range) {
  const numbers = places(file.samples).map((place) => file.samples[place]).filter(file.counts);
  if (file.unitsPerMetre !== null) return causesOfSteps(file, range, numbers);
  const causes = causesOfBits(file, range);
  return causes.length > 0 ? causes : causesOfScale(numbers, range);
}

/** The indices of a sample of the numbers: pairs of neighbours. */
function places(samples) {
  const count = samples.length - (samples.length % 2);
  const step = Math.max(2, even(Math.floor((count * 2) / mostSampled)));
  const found = [];
  for (let place = 0; place < count; place += step) found.push(place, place + 1);
  return found;
}

const even = (number) => number - (number % 2);

/** Whether nearly all non-zero numbers are distances in the valid range. */
function isExplained(metres, [lower, upper]) {
  let [fitting, counted] = [0, 0];
  for (const metre of metres) {
    if (metre === 0) continue;
    counted += 1;
    if (Number.isFinite(metre) && metre >= lower && metre <= upper) fitting += 1;
  }
  return counted >= 8 && counted * 4 >= metres.length && fitting * 10 >= counted * 9;
}

/** Rounds halves away from zero, like Swift. */
const rounded = (number) => Math.sign(number) * Math.floor(Math.abs(number) + 0.5);

// Integers

function causesOfSteps(file, range, numbers) {
  const units = f32(file.unitsPerMetre);
  const steps = numbers.map((number) => Math.min(Math.max(rounded(f32(number * units)), 0), 65_535));
  const explains = (metres) => isExplained(steps.map((step) => f32(metres(step))), range);
  const swapped = (step) => ((step & 0xff) << 8) | (step >> 8);
  // If the numbers are smooth as stored, swapping would only scale them by 256.
  const isScaled = continuity(steps) >= continuity(steps.map(swapped));
  if (!isScaled && explains((step) => swapped(step) / units)) return ["swapped_bytes"];
  const isRotated = steps.filter((step) => (step & 7) === 0).length * 10 >= steps.length * 9;
  if (isRotated && explains((step) => ((step >> 3) | ((step << 13) & 0xffff)) / units)) return ["rotated_bits"];
  if (fillsWholeRange(file)) return ["whole_range"];
  const outdoors = areOutdoors(steps.map((step) => f32(step / units)), range) ? ["metres_outdoors"] : [];
  if (!file.notes.some(({ code }) => code === "units_assumed")) return outdoors;
  const scales = [["millimetres", 1000], ["tenths_of_millimetres", 10_000], ["centimetres", 100]];
  const found = scales.filter(([, scale]) => scale !== units && explains((step) => step / scale)).map(([cause]) => cause);
  return [...found, ...outdoors];
}

/** The number of values that differ from the previous one by less than a tenth. */
function continuity(steps) {
  return steps.slice(1).filter((step, place) => Math.abs(step - steps[place]) * 10 < Math.min(step, steps[place])).length;
}

/** Whether integers reach the largest value, and others come close to it. */
function fillsWholeRange({ samples, unitsPerMetre }) {
  const units = f32(unitsPerMetre);
  const { count, near } = saturation(samples, (sample) => rounded(f32(sample * units)));
  return count > 0 && near > count;
}

// Floats

/** Explanations by another number type of the bits read as float32. */
function causesOfBits({ samples, format }, range) {
  const found = Float32Array.from(places(samples), (place) => samples[place]);
  const view = new DataView(found.buffer);
  const at = (read) => Array.from({ length: found.length }, (_, place) => read(4 * place));
  if (isExplained(at((place) => view.getFloat32(place, false)), range)) return ["swapped_bytes"];
  if (format !== "float32") return [];
  const halves = Array.from({ length: 2 * found.length }, (_, place) => view.getUint16(2 * place, true));
  const two = twoByteSamples(halves);
  if (two.areHalves) return ["float16"];
  const doubles = Array.from({ length: found.length / 2 }, (_, place) => f32(view.getFloat64(8 * place, true)));
  // The lower half of a double is arbitrary, or 0 if float32 can represent the number.
  const lower = doubles.filter((_, place) => found[2 * place] >= range[0] && found[2 * place] <= range[1]).length;
  if (lower * 4 <= doubles.length && isExplained(doubles, range)) return ["float64"];
  if (two.areMillimetres) return ["uint16"];
  return [];
}

/** Whether a number is a distance measured by phones and sensors in rooms. */
const isMetres = (number) => number >= f32(0.05) && number <= 100;

/** Whether two-byte numbers are smooth float16, or millimetres. */
function twoByteSamples(halves) {
  const step = Math.max(2, even(Math.floor(halves.length / mostSampled)));
  let [counted, metres, evenZeros, oddZeros, pairs, continued] = [0, 0, 0, 0, 0, 0];
  let [sampled, integers, millimetres] = [0, 0, 0];
  for (let place = 0; place < halves.length - 1; place += step) {
    sampled += 1;
    const pair = [half(halves[place]), half(halves[place + 1])];
    if (pair[0] === 0) evenZeros += 1;
    if (pair[1] === 0) oddZeros += 1;
    const numbers = pair.filter((number) => number !== 0 && Number.isFinite(number));
    counted += numbers.length;
    metres += numbers.filter(isMetres).length;
    for (const integer of [halves[place], halves[place + 1]]) {
      if (integer !== 0) integers += 1;
      if (integer >= 100 && integer <= 20_000) millimetres += 1;
    }
    if (numbers.length < 2) continue;
    pairs += 1;
    const [first, second] = numbers.map(Math.abs);
    if (Math.abs(f32(pair[0] - pair[1])) <= f32(f32(0.1) * Math.min(first, second))) continued += 1;
  }
  const areMetres = counted > 0 && metres * 10 >= counted * 9;
  const zerosAreAlike = Math.abs(evenZeros - oddZeros) * 4 <= Math.max(sampled, 4);
  return {
    areHalves: areMetres && zerosAreAlike && pairs >= 4 && continued * 10 >= pairs * 8,
    areMillimetres: zerosAreAlike && integers >= 8 && integers * 2 >= sampled && millimetres * 10 >= integers * 9,
  };
}

function causesOfScale(numbers, range) {
  if (numbers.length === 0) return [];
  const median = Float32Array.from(numbers).sort()[Math.floor(numbers.length / 2)];
  const scaled = (scale) => isExplained(numbers.map((number) => f32(number / scale)), range);
  const causes = scaled(1000) ? ["millimetres"] : [];
  // 100 to 2000 fit both: 1 to 20 m in centimetres, 0.1 to 2 m in millimetres. For rooms the former is likelier.
  if (scaled(100)) causes.splice(median >= 1000 ? causes.length : 0, 0, "centimetres");
  const isPositive = numbers.every((number) => number > 0);
  const isOfPixels = median > range[1] && median < 1000;
  if (isPositive && (isOfPixels || isExplained(numbers.map((number) => f32(1 / number)), range))) causes.push("disparity");
  if (isPositive && areOutdoors(numbers, range)) causes.unshift("metres_outdoors");
  return causes;
}

/** No place is seen wholly beyond 300 m, and the nearest things are within. */
function areOutdoors(metres, range) {
  return metres.filter((metre) => metre > range[1]).length * 2 > metres.length &&
    metres.every((metre) => metre <= 1000) && metres.filter((metre) => metre <= 300).length * 10 >= metres.length * 9;
}

// Width and height

/** The note about a map without a header whose columns are smooth only if width and height are exchanged. */
function notesOfSides({ samples, format }, { width, height }) {
  const isGrid = width * height === samples.length;
  if (format !== "float32" || !isGrid || width === height || Math.min(width, height) < 16) return [];
  // A few pairs rule out nearly every map.
  if (!(edgeShare(samples, width, 256) > f32(0.15))) return [];
  const [edges, exchanged] = [edgeShare(samples, width, 4096), edgeShare(samples, height, 4096)];
  if (!(edges > 0.25) || !(exchanged * 4 < edges)) return [];
  const text =
    `nearly every row is discontinuous with the next at ${width}x${height}, but few are at ${height}x${width}: ` +
    "width and height swapped?";
  return [{ code: "width_and_height_exchanged", text }];
}

/** The share of about `count` pairs of samples, `distance` apart, that differ by more than 2 % of their depth. */
function edgeShare(samples, distance, count) {
  const step = Math.max(1, Math.floor(samples.length / count)) | 1;
  let [edges, pairs] = [0, 0];
  for (let place = 0; place < samples.length - distance; place += step) {
    const [first, second] = [samples[place], samples[place + distance]];
    if (!Number.isFinite(first) || !Number.isFinite(second) || first <= 0 || second <= 0) continue;
    pairs += 1;
    if (Math.abs(f32(first - second)) > f32(f32(0.02) * Math.min(first, second))) edges += 1;
  }
  return pairs === 0 ? 0 : f32(edges / pairs);
}

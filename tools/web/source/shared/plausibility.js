// Checks whether the numbers of a map can be distances, and what else they can be, by the rule of
// Sources/DepthFiles/Decoding/Plausibility.swift. A test compares it with the command.

import { half } from "./stored.js";

/** The text of each LikelyCause, by its code. */
const words = {
  metres_outdoors: "metres of a place outdoors (the analysis is for 0.1 to 20 m)",
  millimetres: "millimetres",
  tenths_of_millimetres: "tenths of millimetres (as in YCB-Video)",
  centimetres: "centimetres",
  disparity: "disparity or inverse depth",
  whole_range: "relative or inverse depth stretched over 16 bits",
  swapped_bytes: "swapped bytes",
  rotated_bits: "bits rotated as in SUN RGB-D",
  float16: "float16 read as float32",
  float64: "float64 read as float32",
  uint16: "uint16 read as float32",
};

const f32 = Math.fround;
const mostSampled = 4096;

/**
 * The notes about the numbers of a map, in addition to those of reading it; empty for nearly all maps.
 *
 * @param {{ samples: Float32Array, format: string, unitsPerMetre: number | null, notes: { code: string }[] }} file
 * @param {object} analysis of the map
 * @param {{ minValidDepth: number, maxValidDepth: number }} parameters of the analysis
 * @returns {{ code: string, text: string }[]}
 */
export function plausibilityNotes(file, analysis, { minValidDepth, maxValidDepth }) {
  const range = [f32(minValidDepth), f32(maxValidDepth)];
  const { valid_count: valid, total_count: total, status } = analysis;
  const found = [];
  const isExamined = file.unitsPerMetre !== null ? valid < total : valid * 4 < total * 3;
  if (isExamined || status === "unavailable") found.push(...notesOfNumbers(file, range));
  return [...found, ...notesOfSides(file, analysis)];
}

function notesOfNumbers(file, range) {
  const [lower, upper] = range;
  let [plausible, total] = [0, 0];
  for (const sample of file.samples) {
    if (sample === 0 || !Number.isFinite(sample)) continue;
    total += 1;
    if (sample >= lower && sample <= upper) plausible += 1;
  }
  const causes = causesWhere(file, range, plausible, total);
  if (!causes) return [];
  const named = causes.map((cause) => words[cause]);
  const last = named.pop();
  const question = named.length > 0 ? `${named.join(", ")} or ${last}` : last;
  const why = last ? `${question}?` : "the others are too near, too far, or not finite";
  const text = `only ${plausible} of ${total} numbers other than 0 are valid distances: ${why}`;
  return [{ code: "few_plausible_samples", text }];
}

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
  const numbers = places(file.samples).map((place) => file.samples[place]).filter((sample) =>
    Number.isFinite(sample) && sample !== 0);
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
  if (!file.notes.some(({ code }) => code === "units_assumed")) return [];
  const scales = [["millimetres", 1000], ["tenths_of_millimetres", 10_000], ["centimetres", 100]];
  return scales.filter(([, scale]) => scale !== units && explains((step) => step / scale)).map(([cause]) => cause);
}

/** The number of values that differ from the previous one by less than a tenth. */
function continuity(steps) {
  return steps.slice(1).filter((step, place) => Math.abs(step - steps[place]) * 10 < Math.min(step, steps[place])).length;
}

/** Whether integers reach the largest value, and others come close to it. */
function fillsWholeRange({ samples, unitsPerMetre }) {
  if (unitsPerMetre === null) return false;
  const units = f32(unitsPerMetre);
  const near = f32(f32(0.9) * 65_535);
  let [largestCount, nearCount] = [0, 0];
  for (const sample of samples) {
    if (!Number.isFinite(sample)) continue;
    const step = rounded(f32(sample * units));
    if (step === 65_535) largestCount += 1;
    else if (step > near) nearCount += 1;
  }
  return largestCount > 0 && nearCount > largestCount;
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
  if (two.zerosAreAlike && isExplained(halves.map((step) => f32(step / 1000)), range)) return ["uint16"];
  return [];
}

/** Whether two-byte numbers are smooth float16, and whether zeros are equally frequent at even indices. */
function twoByteSamples(halves) {
  const step = Math.max(2, even(Math.floor(halves.length / mostSampled)));
  let [counted, metres, evenZeros, oddZeros, pairs, continued, sampled] = [0, 0, 0, 0, 0, 0, 0];
  for (let place = 0; place < halves.length - 1; place += step) {
    sampled += 1;
    const pair = [half(halves[place]), half(halves[place + 1])];
    if (pair[0] === 0) evenZeros += 1;
    if (pair[1] === 0) oddZeros += 1;
    const numbers = pair.filter((number) => number !== 0 && Number.isFinite(number));
    counted += numbers.length;
    metres += numbers.filter((number) => number >= f32(0.05) && number <= 100).length;
    if (numbers.length < 2) continue;
    pairs += 1;
    const [first, second] = numbers.map(Math.abs);
    if (Math.abs(f32(pair[0] - pair[1])) <= f32(f32(0.1) * Math.min(first, second))) continued += 1;
  }
  const areMetres = counted > 0 && metres * 10 >= counted * 9;
  const zerosAreAlike = Math.abs(evenZeros - oddZeros) * 4 <= Math.max(sampled, 4);
  return { zerosAreAlike, areHalves: areMetres && zerosAreAlike && pairs >= 4 && continued * 10 >= pairs * 8 };
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
  // No place is seen wholly beyond 300 m, and the nearest things are within.
  const isOfPlace = median > range[1] && numbers.every((number) => number <= 1000) &&
    numbers.filter((number) => number <= 300).length * 10 >= numbers.length * 9;
  if (isPositive && isOfPlace) causes.unshift("metres_outdoors");
  return causes;
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

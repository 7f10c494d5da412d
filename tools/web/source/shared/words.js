// How numbers and answers are written, the same in page and report, and as the command writes them.

import { checks, serverParameters } from "../depthcheck.js";

/** What a verdict is called where it stands large. */
export const verdictWords = Object.freeze({ pass: "PASS", fail: "FAIL", unavailable: "NO VERDICT" });

/** What a verdict means. */
export const verdictMeanings = Object.freeze({
  pass: "likely a real three-dimensional scene",
  fail: "likely not a real three-dimensional scene",
  unavailable: "the map cannot be judged",
});

const reasons = {
  standard_deviation: "depths spread too little",
  layers: "too few layers",
  edge_coherence: "too few depth edges",
  screen_like: "looks like a screen",
  no_samples: "there are no samples",
  map_too_small: "a side is below 3 samples, the client's least",
  unreadable: "the file could not be read as a depth map",
};

/** Why a verdict is not `pass`, in words, for each code of `reasons`. */
export function reasonWords(reason, parameters = serverParameters) {
  if (reason !== "no_valid_sample") return reasons[reason] ?? reason;
  const { minValidDepth, maxValidDepth } = { ...serverParameters, ...parameters };
  return `no sample is finite and from ${minValidDepth} m to ${maxValidDepth} m`;
}

/** A number with its unit: what is counted has none. */
export function withUnit(text, unit) {
  return unit === "m" ? `${text} m` : text;
}

/** What a check compares, as text: "1.5098 m". */
export function checkValue(outcome) {
  const { unit } = checkNamed(outcome.check);
  return unit === "layers" ? String(outcome.value) : withUnit(outcome.value.toFixed(4), unit);
}

/** The threshold of a check, as text: "> 0.5 m". */
export function checkThreshold(outcome) {
  return `${signs[outcome.comparison]} ${withUnit(String(outcome.threshold), checkNamed(outcome.check).unit)}`;
}

/** How far a value is from its threshold, with its sign and four digits that count: "+1.01 m". */
export function checkMargin(outcome) {
  return withUnit(signed(outcome.margin), checkNamed(outcome.check).unit);
}

const signs = { ">": ">", ">=": "\u2265", "<": "<", "<=": "\u2264" };

/** The description of a check. */
export function checkNamed(name) {
  return checks.find(({ check }) => check === name);
}

/** Four digits that count, with a sign. */
export function signed(number) {
  return `${number < 0 ? "\u2212" : "+"}${Number(Math.abs(number).toPrecision(4))}`;
}

/** A number for a person: so many digits that count, or all of a whole one. */
export function short(number, digits = 4) {
  if (Number.isInteger(number) && Math.abs(number) < 1e6) return whole(number);
  const size = Math.abs(number);
  return size >= 1e6 || size < 1e-4 ? number.toExponential(digits - 1) : String(Number(number.toPrecision(digits)));
}

/** A depth in metres, to the millimetre: "1.304 m". */
export function metres(depth) {
  return `${Number(depth).toFixed(3)} m`;
}

/** A share as a percentage: "98.4 %". */
export function percent(share) {
  return `${(100 * share).toFixed(1)} %`;
}

/** A count with its noun: "1 sample", "3 samples", "49,152 samples". */
export function counted(count, noun) {
  return `${whole(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** A whole number with its thousands set apart. */
export function whole(count) {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

/**
 * Round places for the ticks of an axis: about so many between two numbers, and how many decimals they take.
 *
 * @returns {{ places: number[], digits: number }}
 */
export function ticks(from, to, about) {
  const rough = (to - from) / about;
  if (!(rough > 0) || !Number.isFinite(rough)) return { places: [from], digits: 2 };
  const power = Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((candidate) => candidate * 10 ** power >= rough * 0.999);
  const step = factor * 10 ** power;
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const places = [];
  for (let index = Math.ceil(from / step - 1e-9); index * step <= to + step * 1e-9; index++) {
    places.push(Number((index * step).toFixed(digits)));
  }
  return { places, digits };
}

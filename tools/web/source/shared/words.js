// The wording of numbers and answers in the page and the report, as in the command.

import { checks, serverParameters } from "../depthcheck.js";

/** Headlines. */
export const verdictWords = Object.freeze({ pass: "PASS", fail: "FAIL", unavailable: "NO VERDICT" });

export const verdictMeanings = Object.freeze({
  pass: "likely a real three-dimensional scene",
  fail: "likely not a real three-dimensional scene",
  unavailable: "the map cannot be analysed",
});

const reasons = {
  standard_deviation: "the depths vary too little",
  layers: "too few layers",
  edge_coherence: "too few depth edges",
  screen_like: "looks like a screen",
  no_samples: "there are no samples",
  map_too_small: "a side is below 3 samples, the client's minimum",
  unreadable: "the file could not be read as a depth map",
};

/** Explains a code of `reasons`. */
export function reasonWords(reason, parameters = serverParameters) {
  if (reason !== "no_valid_sample") return reasons[reason] ?? reason;
  const { minValidDepth, maxValidDepth } = { ...serverParameters, ...parameters };
  return `no sample is finite and from ${minValidDepth} m to ${maxValidDepth} m`;
}

export function withUnit(text, unit) {
  return unit === "m" ? `${text} m` : text;
}

/** For example "1.5098 m". */
export function checkValue(outcome) {
  const { unit } = checkNamed(outcome.check);
  return unit === "layers" ? String(outcome.value) : withUnit(outcome.value.toFixed(4), unit);
}

/** For example "> 0.5 m". */
export function checkThreshold(outcome) {
  return `${signs[outcome.comparison]} ${withUnit(String(outcome.threshold), checkNamed(outcome.check).unit)}`;
}

/** The margin with its sign and four significant digits: "+1.01 m". */
export function checkMargin(outcome) {
  return withUnit(signed(outcome.margin), checkNamed(outcome.check).unit);
}

const signs = { ">": ">", ">=": "\u2265", "<": "<", "<=": "\u2264" };

export function checkNamed(name) {
  return checks.find(({ check }) => check === name);
}

/** Four significant digits and a sign. */
export function signed(number) {
  return `${number < 0 ? "\u2212" : "+"}${Number(Math.abs(number).toPrecision(4))}`;
}

/** Rounds to `digits` significant digits; integers below a million keep all. */
export function short(number, digits = 4) {
  if (Number.isInteger(number) && Math.abs(number) < 1e6) return whole(number);
  const size = Math.abs(number);
  return size >= 1e6 || size < 1e-4 ? number.toExponential(digits - 1) : String(Number(number.toPrecision(digits)));
}

/** For example "1.304 m". */
export function metres(depth) {
  return `${Number(depth).toFixed(3)} m`;
}

/** For example "98.4 %". */
export function percent(share) {
  return `${(100 * share).toFixed(1)} %`;
}

/** For example "1 sample" or "49,152 samples". */
export function counted(count, noun) {
  return `${whole(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** An integer with thousands separators. */
export function whole(count) {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

/**
 * About `about` round positions for the ticks of an axis, and the decimals they need.
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

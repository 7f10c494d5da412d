// The colours of samples. The tables are the same as in the command's pictures (docs/PICTURES.md).

import { colourMaps, serverParameters } from "../depthcheck.js";

/** The first one is the default. */
export const colourMapNames = Object.freeze(colourMaps.map(({ name }) => name));

/** Colours of samples outside the colour map. */
export const fixedColours = Object.freeze({
  noReading: "#8c8c8c", outside: "#a9e5ee", nearer: "#f7d7dc", farther: "#0b0b0f",
});

/** A colour that contrasts with all colours of the map. */
export function edgeColour(name) {
  return name === "plasma" || name === "thermal" ? "#00ff40" : "#ff00e0";
}

/**
 * Maps samples to colours:
 *
 *     const scale = new ColourScale("turbo", { range: [0, 5], parameters });
 *     context.fillStyle = scale.css(1.25);
 */
export class ColourScale {
  #words;
  #css;
  #minimum;
  #maximum;
  #fixed;

  /**
   * @param {string} name of the colour map
   * @param {object} options
   * @param {[number, number] | null} [options.range] the depths to colour; null for the fixed range of the colour map
   *   or, if it has none, the range of the samples without outliers
   * @param {Float32Array | null} [options.samples] the map
   * @param {object} [options.parameters] the parameters of the analysis, which define the valid samples
   */
  constructor(name, { range = null, samples = null, parameters = {} } = {}) {
    const map = colourMaps.find((candidate) => candidate.name === name) ?? colourMaps[0];
    this.name = map.name;
    this.#css = map.colours.map((colour) => `#${colour.toString(16).padStart(6, "0")}`);
    this.#words = Uint32Array.from(this.#css, pixelWord);
    this.#fixed = Object.fromEntries(Object.entries(fixedColours).map(([key, css]) => [key, pixelWord(css)]));
    const { minValidDepth, maxValidDepth } = { ...serverParameters, ...parameters };
    this.#minimum = Math.fround(minValidDepth);
    this.#maximum = Math.fround(maxValidDepth);
    const chosen = range ?? map.range;
    this.range = chosen ?? (samples && rangeWithoutOutliers(samples, this.#minimum, this.#maximum));
    /** Whether outliers are excluded from the range. */
    this.isFromSamples = !chosen;
  }

  isValid(sample) {
    return sample >= this.#minimum && sample <= this.#maximum && Number.isFinite(sample);
  }

  /** The pixel of a sample in the format of ImageData. */
  pixel(sample) {
    const absence = sample > 0 && Number.isFinite(sample) ? "outside" : "noReading";
    const level = this.range && this.isValid(sample) ? this.#level(sample) : absence;
    return typeof level === "number" ? this.#words[level] : this.#fixed[level];
  }

  /** The CSS colour of a depth. */
  css(depth) {
    const level = this.#level(depth);
    return typeof level === "number" ? this.#css[level] : fixedColours[level];
  }

  /** The index of a depth in the table, or the reason why it has none. */
  #level(depth) {
    if (!this.range) return "noReading";
    const [nearest, farthest] = this.range;
    if (depth < nearest) return "nearer";
    if (depth > farthest) return "farther";
    const count = this.#words.length;
    // A flat map gets the middle colour.
    if (!(farthest > nearest)) return count >> 1;
    return Math.min(Math.floor(((depth - nearest) / (farthest - nearest)) * count), count - 1);
  }
}

/** Caches the last result of each map, by the valid range: sorting takes longer than drawing. */
const ranges = new WeakMap();

/**
 * The nearest and farthest valid sample without outliers, as in the command's pictures; null if no sample is valid.
 * Outliers are at most 1 % at either end whose distance from the others exceeds half of the others' span, and at most
 * 0.1 %, or one sample, behind a gap of more than a tenth of that span.
 */
function rangeWithoutOutliers(samples, minimum, maximum) {
  const key = `${minimum} ${maximum}`;
  if (ranges.get(samples)?.key !== key) {
    const valid = samples.filter((sample) => sample >= minimum && sample <= maximum && Number.isFinite(sample)).sort();
    const stray = Math.floor(valid.length / 100);
    const [low, high] = [valid[stray], valid[valid.length - 1 - stray]];
    const reach = Math.fround(Math.fround(high - low) / 2);
    let start = valid.findIndex((sample) => sample >= Math.fround(low - reach));
    let end = valid.findLastIndex((sample) => sample <= Math.fround(high + reach));
    // A few samples have no outliers.
    if (end - start >= 16) {
      const most = Math.max(Math.floor(valid.length / 1000), 1);
      const span = Math.fround(valid[end - most] - valid[start + most]);
      const gap = Math.fround(Math.min(Math.fround(high - low), span) / 10);
      const isBehindGap = (place) => Math.fround(valid[place] - valid[place - 1]) > gap;
      const [first, last] = [start, end];
      for (let place = first + 1; place <= first + most; place++) if (isBehindGap(place)) start = place;
      for (let place = last; place > last - most; place--) if (isBehindGap(place)) end = place - 1;
    }
    ranges.set(samples, { key, range: valid.length ? [valid[start], valid[end]] : null });
  }
  return ranges.get(samples).range;
}

/** An opaque colour as a word of ImageData; its bytes are in the order red, green, blue, alpha. */
export function pixelWord(css) {
  const bytes = Uint8Array.of(...[1, 3, 5].map((start) => parseInt(css.slice(start, start + 2), 16)), 255);
  return new Uint32Array(bytes.buffer)[0];
}

// Which colour a sample has. The tables are those of the command's pictures (docs/PICTURES.md).

import { colourMaps, serverParameters } from "../depthcheck.js";

/** The names of the colour maps; the first one is used unless another is chosen. */
export const colourMapNames = Object.freeze(colourMaps.map(({ name }) => name));

/** What has no colour of a map. */
export const fixedColours = Object.freeze({ invalid: "#8c8c8c", nearer: "#f7d7dc", farther: "#0b0b0f" });

/** What stands out from every depth of a colour map. */
export function edgeColour(name) {
  return name === "plasma" || name === "thermal" ? "#00ff40" : "#ff00e0";
}

/**
 * Gives samples their colours:
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
   * @param {[number, number] | null} [options.range] the depths that have colours; null for those of the colour map or,
   *   where it has none, of the analysis
   * @param {object | null} [options.analysis] of the map
   * @param {object} [options.parameters] those of the analysis: they say which samples are valid
   */
  constructor(name, { range = null, analysis = null, parameters = {} } = {}) {
    const map = colourMaps.find((candidate) => candidate.name === name) ?? colourMaps[0];
    this.name = map.name;
    this.#css = map.colours.map((colour) => `#${colour.toString(16).padStart(6, "0")}`);
    this.#words = Uint32Array.from(this.#css, pixelWord);
    this.#fixed = Object.fromEntries(Object.entries(fixedColours).map(([key, css]) => [key, pixelWord(css)]));
    const { minValidDepth, maxValidDepth } = { ...serverParameters, ...parameters };
    this.#minimum = Math.fround(minValidDepth);
    this.#maximum = Math.fround(maxValidDepth);
    this.range = range ?? map.range ?? measuredRange(analysis, this.#minimum, this.#maximum);
  }

  isValid(sample) {
    return sample >= this.#minimum && sample <= this.#maximum && Number.isFinite(sample);
  }

  /** The pixel of a sample, as ImageData holds it. */
  pixel(sample) {
    const level = this.isValid(sample) ? this.#level(sample) : "invalid";
    return typeof level === "number" ? this.#words[level] : this.#fixed[level];
  }

  /** The colour of a depth, for style and canvas. */
  css(depth) {
    const level = this.#level(depth);
    return typeof level === "number" ? this.#css[level] : fixedColours[level];
  }

  /** Where in the table a depth stands, or why it does not. */
  #level(depth) {
    if (!this.range) return "invalid";
    const [nearest, farthest] = this.range;
    if (depth < nearest) return "nearer";
    if (depth > farthest) return "farther";
    const count = this.#words.length;
    // A flat map is neither near nor far.
    if (!(farthest > nearest)) return count >> 1;
    return Math.min(Math.floor(((depth - nearest) / (farthest - nearest)) * count), count - 1);
  }
}

/** From the nearest valid sample to the farthest, as they were measured; null where no sample is valid. */
function measuredRange(analysis, minimum, maximum) {
  if (!analysis) return null;
  if (analysis.valid_count > 0) return [analysis.min_depth, analysis.max_depth];
  return analysis.reasons.includes("map_too_small") ? [minimum, maximum] : null;
}

/** A colour as a word of ImageData, opaque; its bytes lie in the order red, green, blue, alpha. */
export function pixelWord(css) {
  const bytes = Uint8Array.of(...[1, 3, 5].map((start) => parseInt(css.slice(start, start + 2), 16)), 255);
  return new Uint32Array(bytes.buffer)[0];
}

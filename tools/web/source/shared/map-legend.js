// What the colours of a map mean that stand for no depth, with the numbers of the analysis.

import { edgeColour, fixedColours, pixelWord } from "./colours.js";
import { element } from "./dom.js";
import { counted, metres, percent, whole } from "./words.js";

/** Signs of what is drawn, as CSS backgrounds; quadrants have a border instead. */
const hatched = (line, ground) => `repeating-linear-gradient(45deg, ${line} 0 2px, ${ground} 2px 5px)`;

/**
 * The lines of a legend.
 *
 * @param {import("./map-view.js").MapPicture} picture
 * @param {Uint32Array} pixels of the map
 * @param {import("./colours.js").ColourScale} scale
 * @returns {HTMLElement[]}
 */
export function legendLines({ analysis, trace, overlays, colourMap, parameters, samples }, pixels, scale) {
  const shown = pixels.subarray(0, samples.length);
  const count = (name) => {
    const colour = pixelWord(fixedColours[name]);
    return shown.reduce((sum, pixel) => sum + (pixel === colour ? 1 : 0), 0);
  };
  const lines = [];
  const add = (sign, text) => lines.push(line(sign, text));
  const invalid = count("invalid");
  if (invalid > 0 || overlays.has("invalid")) {
    const { invalid: ground } = fixedColours;
    const share = percent(samples.length ? invalid / samples.length : 0);
    const text = `invalid: ${whole(invalid)} of ${counted(samples.length, "sample")}, ${share}`;
    add(overlays.has("invalid") ? hatched("#ffffff", ground) : ground, text);
  }
  for (const [end, index] of [["nearer", 0], ["farther", 1]]) {
    const beyond = count(end);
    if (beyond > 0) add(fixedColours[end], `${end} than ${metres(scale.range[index])}: ${counted(beyond, "sample")}`);
  }
  if (!trace || analysis.status === "unavailable") return lines;
  const { stages } = analysis;
  if (overlays.has("edges")) {
    const text = `edges: ${whole(stages.edge_count)} of ${counted(stages.interior_count, "interior pixel")}`;
    add(edgeColour(colourMap), text);
  }
  if (overlays.has("band")) {
    const median = metres(analysis.median_depth);
    add(hatched("#000000", "#9aa0a6"), `screen band: less than ${parameters.screenBand} m from the median, ${median}`);
  }
  if (overlays.has("layers")) {
    add("outline", `layers: around the samples in the bins of ${counted(analysis.depth_layers, "peak")}`);
  }
  if (overlays.has("quadrants")) {
    const text = stages.quadrants.length ? "with the standard deviation of each" : "there are none";
    add("dashes", `quadrants: ${text}`);
  }
  return lines;
}

function line(sign, text) {
  const isBorder = sign === "outline" || sign === "dashes";
  const mark = element("span", { class: `legend-sign ${isBorder ? sign : ""}`, "aria-hidden": "true" });
  if (!isBorder) mark.style.background = sign;
  return element("li", {}, mark, text);
}

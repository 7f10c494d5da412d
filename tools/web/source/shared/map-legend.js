// The legend of colours that are not depths, with counts from the analysis.

import { serverParameters } from "../depthcheck.js";
import { edgeColour, fixedColours, pixelWord } from "./colours.js";
import { element } from "./dom.js";
import { counted, metres, percent, whole } from "./words.js";

/** Legend symbols as CSS backgrounds; quadrants have a border instead. */
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
  const { minValidDepth: least, maxValidDepth: most } = { ...serverParameters, ...parameters };
  const isHatched = overlays.has("invalid");
  const [noReading, outside] = [count("noReading"), count("outside")];
  const addInvalid = (name, invalid, words) => {
    const share = percent(samples.length ? invalid / samples.length : 0);
    const text = `${words}: ${whole(invalid)} of ${counted(samples.length, "sample")}, ${share}`;
    add(isHatched ? hatched("#ffffff", fixedColours[name]) : fixedColours[name], text);
  };
  if (noReading > 0 || (isHatched && outside === 0)) addInvalid("noReading", noReading, "no reading");
  if (outside > 0) addInvalid("outside", outside, `outside of the valid range, ${least} to ${most} m`);
  for (const [end, index] of [["nearer", 0], ["farther", 1]]) {
    const beyond = count(end);
    const kind = scale.isFromSamples ? "outliers, not in the colour scale, " : "";
    if (beyond === 0) continue;
    add(fixedColours[end], `${kind}${end} than ${metres(scale.range[index])}: ${counted(beyond, "sample")}`);
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
    add("outline", `layers: around where most samples are in or beside the bin of ${counted(analysis.depth_layers, "peak")}`);
  }
  if (overlays.has("quadrants")) {
    const text = stages.quadrants.length ? "with the standard deviation of each" : "none";
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

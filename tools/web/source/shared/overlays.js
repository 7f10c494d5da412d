// The overlays of a map, drawn from the trace of the analysis.

import { Mark } from "../depthcheck.js";
import { edgeColour, pixelWord } from "./colours.js";

/** The overlays in display order. */
export const overlays = Object.freeze([
  { name: "edges", label: "edges", meaning: "edge pixels: the depth changes by more than the gradient threshold" },
  { name: "invalid", label: "invalid samples", meaning: "invalid samples, which the analysis ignores" },
  { name: "band", label: "screen band", meaning: "samples within the screen band around the median" },
  { name: "layers", label: "layers", meaning: "outlines of areas where most samples are in or next to the bin of a peak" },
  { name: "quadrants", label: "quadrants", meaning: "quadrants with their standard deviations" },
]);

/** The colours of marks; the colour of edges depends on the colour map. */
export const markColours = Object.freeze({ invalid: "#ffffff", band: "#000000", layers: "#ffffff" });
/** The background of outlines, which makes them visible on light colours. */
const outlineGround = "#000000";

/** The size of the longer side of smaller maps, in pixels. Larger maps have one pixel per sample. */
const usualSide = 768;

/** Pixels between hatching lines: the band covers many samples, but a single invalid one must be visible. */
const steps = { band: 6, invalid: 3 };

/** The side of a sample in overlay pixels. */
export function pixelsOfSample({ columns, rows }) {
  return Math.max(Math.floor(usualSide / Math.max(columns, rows)), 1);
}

/**
 * The pixels of the overlays, transparent where nothing is marked. Each sample has `pixelsOfSample` pixels per side.
 *
 * @param {import("../depthcheck.js").Trace} trace
 * @param {Float32Array} samples
 * @param {{ columns: number, rows: number }} size of the map; its last row can be short
 * @param {Set<string>} shown names of overlays
 * @param {string} colourMap
 * @returns {Uint32Array}
 */
export function markPixels(trace, samples, size, shown, colourMap) {
  const canvas = new MarkCanvas(size);
  const [invalid, band, layer] = ["invalid", "band", "layers"].map((name) => pixelWord(markColours[name]));
  const [edge, ground] = [edgeColour(colourMap), outlineGround].map(pixelWord);
  const layers = shown.has("layers") ? layerRegions(trace, samples, size.columns) : null;
  trace.marks.forEach((mark, index) => {
    // The same order as in the command's pictures: later ones are drawn on top.
    if (shown.has("band") && mark & Mark.inBand) canvas.hatch(index, band, steps.band);
    if (shown.has("invalid") && !(mark & Mark.valid)) canvas.hatch(index, invalid, steps.invalid);
    if (layers) canvas.outline(index, [layer, ground], layers);
    if (shown.has("edges") && mark & Mark.edge) canvas.fill(index, edge);
  });
  return canvas.pixels;
}

/** A canvas to draw sample by sample. */
class MarkCanvas {
  constructor(size) {
    this.columns = size.columns;
    this.scale = pixelsOfSample(size);
    this.width = size.columns * this.scale;
    this.pixels = new Uint32Array(this.width * size.rows * this.scale);
  }

  fill(index, colour) {
    const left = (index % this.columns) * this.scale;
    const top = Math.floor(index / this.columns) * this.scale;
    this.#rectangle(left, top, this.scale, this.scale, colour);
  }

  /** Draws diagonal lines that continue across samples. */
  hatch(index, colour, step) {
    const left = (index % this.columns) * this.scale;
    const top = Math.floor(index / this.columns) * this.scale;
    for (let y = top; y < top + this.scale; y++) {
      for (let x = left + ((step - ((left + y) % step)) % step); x < left + this.scale; x += step) {
        this.pixels[y * this.width + x] = colour;
      }
    }
  }

  /** Draws a light line at the edge of a layer, and a dark one in the neighbour that is not part of it. */
  outline(index, [light, dark], layers) {
    const { columns, scale } = this;
    const [column, row] = [index % columns, Math.floor(index / columns)];
    const [left, top] = [column * scale, row * scale];
    const thick = Math.max(Math.round(scale / 8), 1);
    const end = scale - thick;
    const isOther = (neighbour) => layers[neighbour] !== undefined && layers[neighbour] !== layers[index];
    // Between two adjacent layers, the later one has the light line.
    const colour = (neighbour) => (layers[index] > layers[neighbour] ? light : dark);
    const line = (neighbour, ...area) => {
      if (isOther(neighbour)) this.#rectangle(...area, colour(neighbour));
    };
    if (column > 0) line(index - 1, left, top, thick, scale);
    if (column + 1 < columns) line(index + 1, left + end, top, thick, scale);
    line(index - columns, left, top, scale, thick);
    line(index + columns, left, top + end, scale, thick);
  }

  #rectangle(left, top, width, height, colour) {
    for (let y = top; y < top + height; y++) {
      this.pixels.fill(colour, y * this.width + left, y * this.width + left + width);
    }
  }
}

/**
 * The layer of each sample, counted from 1; 0 for none. As in the command's pictures, noise is removed: it is the layer
 * whose bin, with both neighbours, contains more than half of the valid samples around.
 */
function layerRegions(trace, samples, columns) {
  const layers = new Uint16Array(samples.length);
  if (!trace.histogram) return layers;
  const { histogram_counts, peak_bins } = trace.analysis.stages;
  const { minimum, maximum } = trace.histogram;
  const width = (maximum - minimum) / histogram_counts.length;
  const last = histogram_counts.length - 1;
  const votes = Int32Array.from(samples, (sample, index) =>
    trace.marks[index] & Mark.valid ? peakOf(Math.min(Math.floor((sample - minimum) / width), last), peak_bins) : -1);
  const rows = Math.ceil(samples.length / columns);
  const counts = new Int32Array(peak_bins.length + 1);
  for (let index = 0; index < samples.length; index++) {
    const [column, row] = [index % columns, Math.floor(index / columns)];
    counts.fill(0);
    for (let y = Math.max(row - 2, 0); y <= Math.min(row + 2, rows - 1); y++) {
      for (let x = Math.max(column - 2, 0); x <= Math.min(column + 2, columns - 1); x++) {
        const vote = votes[y * columns + x];
        if (vote >= 0) counts[vote] += 1;
      }
    }
    const half = counts.reduce((sum, count) => sum + count, 0) / 2;
    layers[index] = Math.max(counts.findIndex((count) => count > half), 0);
  }
  return layers;
}

/** The peak at a bin or next to it, counted from 1; 0 for none. */
function peakOf(bin, peaks) {
  const own = peaks.indexOf(bin);
  return 1 + (own >= 0 ? own : peaks.findIndex((peak) => Math.abs(bin - peak) === 1));
}

/**
 * Draws the quadrants with their standard deviations. Dark dashes on a light frame are visible on any background.
 *
 * @param {CanvasRenderingContext2D} context in CSS pixels
 * @param {number} scale CSS pixels per sample
 */
export function drawQuadrants(context, trace, scale) {
  trace.quadrants.forEach((place, index) => {
    const [left, top] = [place.column * scale, place.row * scale];
    const [width, height] = [place.width * scale, place.height * scale];
    context.lineWidth = 1.5;
    context.setLineDash([]);
    context.strokeStyle = "#ffffff";
    context.strokeRect(left + 0.75, top + 0.75, width - 1.5, height - 1.5);
    context.setLineDash([5, 5]);
    context.strokeStyle = "#000000";
    context.strokeRect(left + 0.75, top + 0.75, width - 1.5, height - 1.5);
    context.setLineDash([]);
    drawPlate(context, deviationOf(trace.analysis.stages.quadrants[index]), [left, top, width, height]);
  });
}

export function deviationOf({ standard_deviation: deviation }) {
  return deviation === null ? "too few samples" : `${deviation.toFixed(3)} m`;
}

/** Draws a text box in the middle of a quadrant if it fits. */
function drawPlate(context, text, [left, top, width, height]) {
  context.font = `12px ${getComputedStyle(document.body).fontFamily}`;
  const plateWidth = context.measureText(text).width + 10;
  if (plateWidth + 4 > width || 22 > height) return;
  const [x, y] = [left + (width - plateWidth) / 2, top + height / 2 - 9];
  context.fillStyle = "#ffffff";
  context.fillRect(x, y, plateWidth, 18);
  context.strokeStyle = "#000000";
  context.lineWidth = 1;
  context.strokeRect(x + 0.5, y + 0.5, plateWidth - 1, 17);
  context.fillStyle = "#1a1c1f";
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(text, left + width / 2, y + 9.5);
}

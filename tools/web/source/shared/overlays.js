// What lies over a map: each overlay is drawn from the trace of the analysis.

import { Mark } from "../depthcheck.js";
import { edgeColour, pixelWord } from "./colours.js";

/** The overlays, in the order in which they are offered; the marks of a trace say who takes part. */
export const overlays = Object.freeze([
  { name: "edges", label: "edges", meaning: "edge pixels: the depth changes by more than the gradient threshold" },
  { name: "invalid", label: "invalid samples", meaning: "samples that do not count" },
  { name: "band", label: "screen band", meaning: "samples within the screen band around the median" },
  { name: "layers", label: "layers", meaning: "outlines of the samples in the bins of the peaks" },
  { name: "quadrants", label: "quadrants", meaning: "quadrants with their standard deviations" },
]);

/** The colours that mark samples; that of edges depends on the colour map. */
export const markColours = Object.freeze({ invalid: "#ffffff", band: "#000000", layers: "#ffffff" });

/** Pixels of the longer side of a map that is smaller than that; a larger one has a pixel a sample. */
const usualSide = 768;

/** Of a hatched area, one pixel in so many: the band covers many samples, a single invalid one is to be seen too. */
const steps = { band: 6, invalid: 3 };

/** How many pixels a side of a sample has where overlays are drawn. */
export function pixelsOfSample({ columns, rows }) {
  return Math.max(Math.floor(usualSide / Math.max(columns, rows)), 1);
}

/**
 * The overlays that are shown as pixels, transparent where nothing is marked; `pixelsOfSample` says how many a sample.
 *
 * @param {import("../depthcheck.js").Trace} trace
 * @param {Float32Array} samples
 * @param {{ columns: number, rows: number }} size of the map; its last row may be short
 * @param {Set<string>} shown names of overlays
 * @param {string} colourMap
 * @returns {Uint32Array}
 */
export function markPixels(trace, samples, size, shown, colourMap) {
  const canvas = new MarkCanvas(size);
  const [invalid, band, layer] = ["invalid", "band", "layers"].map((name) => pixelWord(markColours[name]));
  const edge = pixelWord(edgeColour(colourMap));
  const bins = shown.has("layers") ? layerBins(trace, samples) : null;
  trace.marks.forEach((mark, index) => {
    // The same order as in the command's pictures: what comes later lies above.
    if (shown.has("band") && mark & Mark.inBand) canvas.hatch(index, band, steps.band);
    if (shown.has("invalid") && !(mark & Mark.valid)) canvas.hatch(index, invalid, steps.invalid);
    if (bins?.[index] > 0) canvas.outline(index, layer, bins);
    if (shown.has("edges") && mark & Mark.edge) canvas.fill(index, edge);
  });
  return canvas.pixels;
}

/** Pixels that are drawn sample by sample. */
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

  /** Diagonal lines that go on from sample to sample. */
  hatch(index, colour, step) {
    const left = (index % this.columns) * this.scale;
    const top = Math.floor(index / this.columns) * this.scale;
    for (let y = top; y < top + this.scale; y++) {
      for (let x = left + ((step - ((left + y) % step)) % step); x < left + this.scale; x += step) {
        this.pixels[y * this.width + x] = colour;
      }
    }
  }

  /** A line where a neighbour is of another bin. */
  outline(index, colour, bins) {
    const { columns, scale } = this;
    const [column, row] = [index % columns, Math.floor(index / columns)];
    const [left, top] = [column * scale, row * scale];
    const thick = Math.max(Math.round(scale / 16), 1);
    const isOther = (neighbour) => bins[neighbour] !== undefined && bins[neighbour] !== bins[index];
    if (column > 0 && isOther(index - 1)) this.#rectangle(left, top, thick, scale, colour);
    if (column + 1 < columns && isOther(index + 1)) {
      this.#rectangle(left + scale - thick, top, thick, scale, colour);
    }
    if (isOther(index - columns)) this.#rectangle(left, top, scale, thick, colour);
    if (isOther(index + columns)) this.#rectangle(left, top + scale - thick, scale, thick, colour);
  }

  #rectangle(left, top, width, height, colour) {
    for (let y = top; y < top + height; y++) {
      this.pixels.fill(colour, y * this.width + left, y * this.width + left + width);
    }
  }
}

/** The bin of each sample that is in a layer, counted from 1; 0 for the others. */
function layerBins(trace, samples) {
  const bins = new Uint16Array(samples.length);
  if (!trace.histogram) return bins;
  const { histogram_counts, peak_bins } = trace.analysis.stages;
  const { minimum, maximum } = trace.histogram;
  const width = (maximum - minimum) / histogram_counts.length;
  trace.marks.forEach((mark, index) => {
    if (mark & Mark.inLayer) bins[index] = 1 + nearestPeak(peak_bins, samples[index], minimum, width);
  });
  return bins;
}

/** A sample of a layer lies in the bin of a peak: which one is told by the nearest centre. */
function nearestPeak(peaks, depth, minimum, width) {
  let nearest = peaks[0];
  const distance = (bin) => Math.abs(minimum + (bin + 0.5) * width - depth);
  for (const bin of peaks) if (distance(bin) < distance(nearest)) nearest = bin;
  return nearest;
}

/**
 * Draws the quadrants with their standard deviations: a light frame and dark dashes on it, one of which shows whatever
 * lies below.
 *
 * @param {CanvasRenderingContext2D} context in CSS pixels
 * @param {number} scale CSS pixels a sample
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

/** The standard deviation of a quadrant in words. */
export function deviationOf({ standard_deviation: deviation }) {
  return deviation === null ? "too few samples" : `${deviation.toFixed(3)} m`;
}

/** A plate in the middle of a quadrant, if it has room there. */
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

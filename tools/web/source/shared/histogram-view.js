// The histogram of an analysis: counts, smoothed counts, peaks, median and screen band.

import { element, inkOf, onLookChange, sharpContext } from "./dom.js";
import { counted, metres, ticks } from "./words.js";

const insets = { left: 46, right: 10, top: 16, bottom: 24 };
const height = 240;

/**
 * Shows a histogram in an element:
 *
 *     const view = new HistogramView(byId("histogram"));
 *     view.show({ analysis, histogram: trace.histogram, parameters, scale });
 *
 * @typedef {object} HistogramPicture
 * @property {import("../depthcheck.js").Analysis} analysis
 * @property {import("../depthcheck.js").Trace["histogram"]} histogram the histogram of its trace
 * @property {Record<string, number>} parameters all parameters
 * @property {import("./colours.js").ColourScale} scale
 */
export class HistogramView {
  #canvas = element("canvas", { role: "img", tabindex: "0" });
  #reading = element("p", { class: "small dim histogram-reading", role: "status" });
  #legend = element("ul", { class: "legend small" });
  #element = element("div", { class: "histogram" }, this.#canvas, this.#reading, this.#legend);
  #picture = null;
  #bin = null;

  /** @param {HTMLElement} container */
  constructor(container) {
    container.append(this.#element);
    onLookChange(this.#element, () => this.#draw());
    this.#canvas.style.height = `${height}px`;
    this.#canvas.addEventListener("pointermove", (event) => this.#pointAt(this.#binAt(event)));
    this.#canvas.addEventListener("pointerleave", () => this.#pointAt(null));
    this.#canvas.addEventListener("blur", () => this.#pointAt(null));
    this.#canvas.addEventListener("keydown", (event) => this.#step(event));
  }

  show(picture) {
    this.#picture = picture;
    const { histogram, analysis } = picture;
    this.#canvas.hidden = !histogram;
    this.#legend.hidden = !histogram;
    if (histogram && this.#bin >= histogram.smoothedCounts.length) this.#bin = null;
    this.#canvas.setAttribute("aria-label", labelOf(picture));
    if (histogram) this.#legend.replaceChildren(...legendOf(picture));
    this.#pointAt(histogram ? this.#bin : null);
    if (!histogram) {
      this.#reading.textContent =
        analysis.status === "unavailable" ? "None: there is no verdict." : "None: all samples have the same depth.";
    }
    this.#draw();
  }

  #draw() {
    const width = this.#element.clientWidth;
    if (!this.#picture?.histogram || width === 0) return;
    const context = sharpContext(this.#canvas, width, height);
    const axes = new Axes(this.#picture, width);
    drawBand(context, axes, this.#picture);
    axes.drawGrid(context);
    drawBars(context, axes, this.#picture, this.#bin);
    drawSmoothed(context, axes, this.#picture.histogram);
    drawThresholds(context, axes, this.#picture);
    axes.drawDepths(context);
  }

  #pointAt(bin) {
    this.#bin = bin;
    this.#reading.textContent =
      bin === null ? "Point at a bin, or focus the histogram and use the arrow keys." : binText(this.#picture, bin);
    this.#draw();
  }

  #binAt(event) {
    const { left, width } = this.#canvas.getBoundingClientRect();
    const share = (event.clientX - left - insets.left) / (width - insets.left - insets.right);
    const count = this.#picture.histogram.smoothedCounts.length;
    return share >= 0 && share < 1 ? Math.floor(share * count) : null;
  }

  #step(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step || !this.#picture?.histogram) return;
    event.preventDefault();
    const last = this.#picture.histogram.smoothedCounts.length - 1;
    this.#pointAt(this.#bin === null ? (step > 0 ? 0 : last) : Math.min(Math.max(this.#bin + step, 0), last));
  }
}

/** The coordinates of depths and counts. */
class Axes {
  constructor({ analysis, histogram }, width) {
    this.histogram = histogram;
    this.counts = analysis.stages.histogram_counts;
    this.tallest = Math.max(1, ...this.counts);
    this.left = insets.left;
    this.width = Math.max(width - insets.left - insets.right, 1);
    this.bottom = height - insets.bottom;
    this.height = this.bottom - insets.top;
  }

  x(depth) {
    const { minimum, maximum } = this.histogram;
    return this.left + this.width * Math.min(Math.max((depth - minimum) / (maximum - minimum), 0), 1);
  }

  xOfBin(bin) {
    return this.left + (bin * this.width) / this.counts.length;
  }

  centre(bin) {
    const { minimum, maximum } = this.histogram;
    return minimum + ((bin + 0.5) / this.counts.length) * (maximum - minimum);
  }

  y(count) {
    return this.bottom - (count / this.tallest) * this.height;
  }

  drawGrid(context) {
    prepareText(context);
    context.textAlign = "right";
    context.textBaseline = "middle";
    const { places } = ticks(0, this.tallest, 5);
    for (const count of places.filter(Number.isInteger)) {
      context.fillStyle = inkOf("line");
      context.fillRect(this.left, Math.round(this.y(count)), this.width, 1);
      context.fillStyle = inkOf("dim");
      context.fillText(String(count), this.left - 6, this.y(count));
    }
  }

  drawDepths(context) {
    prepareText(context);
    const { minimum, maximum } = this.histogram;
    const { places, digits } = ticks(minimum, maximum, Math.max(this.width / 80, 2));
    context.fillStyle = inkOf("text");
    context.fillRect(this.left, this.bottom, this.width, 1);
    context.textBaseline = "top";
    for (const depth of places) {
      const text = `${depth.toFixed(digits)} m`;
      const half = context.measureText(text).width / 2;
      const x = this.x(depth);
      context.fillRect(Math.round(x), this.bottom, 1, 4);
      context.fillText(text, Math.min(x - half, this.left + this.width + insets.right - 2 * half), this.bottom + 6);
    }
  }
}

function prepareText(context) {
  context.font = `12px ${getComputedStyle(document.body).fontFamily}`;
  context.textAlign = "left";
}

function drawBand(context, axes, { analysis, parameters }) {
  const first = axes.x(analysis.median_depth - parameters.screenBand);
  const last = axes.x(analysis.median_depth + parameters.screenBand);
  context.fillStyle = inkOf("band");
  context.fillRect(first, axes.bottom - axes.height, Math.max(last - first, 1), axes.height);
}

/** Bars have at least one pixel, so that a single sample is visible. */
function drawBars(context, axes, { scale }, pointedAt) {
  axes.counts.forEach((count, bin) => {
    if (count === 0) return;
    const [from, to] = [axes.xOfBin(bin), axes.xOfBin(bin + 1)];
    const top = Math.min(axes.y(count), axes.bottom - 1);
    const width = Math.max(to - from - (to - from > 4 ? 1 : 0), 1);
    context.fillStyle = scale.css(axes.centre(bin));
    context.fillRect(from, top, width, axes.bottom - top);
    if (bin !== pointedAt) return;
    context.strokeStyle = inkOf("accent");
    context.lineWidth = 2;
    context.strokeRect(from, top, width, axes.bottom - top);
  });
}

function drawSmoothed(context, axes, { smoothedCounts }) {
  context.beginPath();
  smoothedCounts.forEach((count, bin) => {
    context.lineTo(axes.xOfBin(bin), axes.y(count));
    context.lineTo(axes.xOfBin(bin + 1), axes.y(count));
  });
  context.strokeStyle = inkOf("smoothed");
  context.lineWidth = 1.5;
  context.stroke();
}

function drawThresholds(context, axes, { analysis, histogram }) {
  const prominence = axes.y(histogram.prominence);
  context.strokeStyle = inkOf("prominence");
  context.lineWidth = 1;
  context.setLineDash([5, 3]);
  context.strokeRect(axes.left, prominence, axes.width, 0);
  context.setLineDash([]);
  context.fillStyle = inkOf("median");
  context.fillRect(axes.x(analysis.median_depth) - 0.75, axes.bottom - axes.height, 1.5, axes.height);
  context.fillStyle = inkOf("prominence");
  for (const bin of analysis.stages.peak_bins) {
    const x = (axes.xOfBin(bin) + axes.xOfBin(bin + 1)) / 2;
    // Above the bars, which can have the same colour.
    const bottom = axes.y(Math.max(histogram.smoothedCounts[bin], axes.counts[bin])) - 3;
    context.beginPath();
    context.moveTo(x, bottom);
    context.lineTo(x - 5, bottom - 8);
    context.lineTo(x + 5, bottom - 8);
    context.fill();
  }
}

function binText({ analysis, histogram }, bin) {
  const counts = analysis.stages.histogram_counts;
  const width = (histogram.maximum - histogram.minimum) / counts.length;
  const [from, to] = [bin, bin + 1].map((edge) => metres(histogram.minimum + edge * width));
  const peak = analysis.stages.peak_bins.includes(bin) ? "; a peak" : "";
  const smoothed = Number(histogram.smoothedCounts[bin].toFixed(1));
  return `Bin ${bin}, ${from} to ${to}: ${counted(counts[bin], "sample")}, smoothed ${smoothed}${peak}.`;
}

function labelOf({ analysis, histogram }) {
  if (!histogram) return "No histogram";
  const peaks = analysis.peak_depths.map(metres).join(", ");
  const layers = peaks ? `peaks at ${peaks}` : "no peak";
  return `Histogram of the valid samples, ${metres(histogram.minimum)} to ${metres(histogram.maximum)}: ${layers}.`;
}

function legendOf({ analysis, histogram, parameters }) {
  const peaks = analysis.peak_depths.map((depth) => depth.toFixed(2)).join(", ");
  const ratio = Number((100 * parameters.peakProminenceRatio).toFixed(1));
  return [
    ["smoothed", "smoothed: with both neighbours, divided by 3"],
    ["prominence", `a peak is above ${histogram.prominence.toFixed(1)}, ${ratio} % of the tallest`],
    ["prominence", peaks ? `\u25bc ${counted(analysis.depth_layers, "peak")}: ${peaks} m` : "no peak"],
    ["median", `median ${metres(analysis.median_depth)}`],
    ["band", `screen band, ${parameters.screenBand} m on both sides of it`],
  ].map(([ink, text]) => {
    const sign = element("span", { class: "legend-sign", "aria-hidden": "true" });
    sign.style.background = `var(--${ink})`;
    return element("li", {}, sign, text);
  });
}

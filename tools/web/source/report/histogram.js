// Counts and draws the distribution of a measurement in each class.

import { inkOf } from "../shared/dom.js";
import { ticks } from "../shared/words.js";
import { classNames } from "./corpus.js";
import { classInk } from "./palette.js";

/** Space beside the bars for half a handle, above them for its number, and below them for the axis. */
const margin = 12;
export const roomAbove = 18;
export const axisHeight = 20;

/**
 * Counts the values of a column for the maps with a verdict.
 *
 * The last bar includes all outliers above it, so that a few of them do not compress the rest.
 *
 * @param {import("./corpus.js").Corpus} corpus
 * @param {string} column
 * @param {boolean} isWhole whether the values are integers; each has a bar if they are few
 * @param {number[]} marks numbers that must be on the axis
 */
export function binned(corpus, column, isWhole, marks) {
  const { values } = corpus.columns.get(column);
  const decided = values.filter((_, row) => corpus.outcome[row] === 0).sort();
  const [from, to, binCount] = axisOf(decided, isWhole, marks);
  const classCount = classNames(corpus).length;
  const counts = Array.from({ length: classCount }, () => new Uint32Array(binCount));
  let beyond = 0;
  for (let row = 0; row < corpus.rowCount; row++) {
    if (corpus.outcome[row] !== 0) continue;
    const bin = Math.floor(((values[row] - from) / (to - from)) * binCount);
    if (values[row] > to) beyond += 1;
    counts[corpus.kinds?.[row] ?? 0][Math.min(Math.max(bin, 0), binCount - 1)] += 1;
  }
  return { from, to, binCount, counts, beyond, isWhole };
}

/** The range of the axis and the number of bars. */
function axisOf(sorted, isWhole, marks) {
  const last = sorted.length === 0 ? 1 : sorted[Math.floor(0.995 * (sorted.length - 1))];
  const most = Math.max(last, ...marks, sorted.length === 0 ? 1 : 0);
  const least = Math.min(0, sorted[0] ?? 0);
  if (isWhole) {
    const count = Math.max(Math.ceil(most) + 2, 4);
    return count <= 64 ? [-0.5, count - 0.5, count] : [-0.5, Math.ceil(count / 64) * 64 - 0.5, 64];
  }
  const span = (most - least) * 1.04;
  return span > 0 ? [least, least + span, 64] : [least, least + 1, 64];
}

/** The x coordinate of a number. */
export function placeOf(bins, width, number) {
  return margin + ((number - bins.from) / (bins.to - bins.from)) * (width - 2 * margin);
}

/** The number at an x coordinate. */
export function numberAt(bins, width, place) {
  return bins.from + ((place - margin) / (width - 2 * margin)) * (bins.to - bins.from);
}

/**
 * Draws the bars: real scenes upwards, attacks stacked downwards, each side scaled to its highest bar.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {{ width: number, height: number }} size in CSS pixels
 * @param {object} bins
 * @param {object} options
 * @param {boolean} options.isLogarithmic
 * @param {string} options.unit
 */
export function drawBars(context, { width, height }, bins, { isLogarithmic, unit }) {
  const floor = height - axisHeight;
  const isMirrored = bins.counts.length > 1;
  const middle = isMirrored ? Math.round((roomAbove + floor) / 2) : floor;
  const up = [0];
  const down = bins.counts.slice(1).map((_, species) => species + 1);
  drawSide(context, width, bins, up, middle, roomAbove - middle, isLogarithmic);
  if (isMirrored) drawSide(context, width, bins, down, middle, floor - middle - 2, isLogarithmic);
  context.fillStyle = inkOf("line");
  context.fillRect(margin, middle - 0.5, width - 2 * margin, 1);
  drawAxis(context, width, floor, bins, unit);
}

function drawSide(context, width, bins, kinds, base, room, isLogarithmic) {
  const most = highest(bins, kinds);
  if (most === 0) return;
  const scaled = (count) => (isLogarithmic ? Math.log1p(count) / Math.log1p(most) : count / most) * room;
  const barWidth = (width - 2 * margin) / bins.binCount;
  const sums = new Uint32Array(bins.binCount);
  for (const kind of kinds) {
    context.fillStyle = classInk(kind);
    for (let bin = 0; bin < bins.binCount; bin++) {
      const count = bins.counts[kind][bin];
      if (count === 0) continue;
      const start = scaled(sums[bin]);
      sums[bin] += count;
      const end = scaled(sums[bin]);
      // Keeps a single map among thousands visible.
      const size = Math.abs(end - start) < 1 && start === 0 ? Math.sign(room) : end - start;
      context.fillRect(margin + bin * barWidth, base + start, Math.max(barWidth - 0.5, 0.5), size);
    }
  }
}

function highest(bins, kinds) {
  let most = 0;
  for (let bin = 0; bin < bins.binCount; bin++) {
    most = Math.max(most, kinds.reduce((sum, kind) => sum + bins.counts[kind][bin], 0));
  }
  return most;
}

function drawAxis(context, width, floor, bins, unit) {
  context.fillStyle = inkOf("dim");
  context.font = `11px ${inkOf("sans")}`;
  context.textBaseline = "top";
  context.textAlign = "center";
  const from = bins.isWhole ? 0 : bins.from;
  const { places, digits } = ticks(from, bins.to, Math.max(3, Math.floor(width / 70)));
  for (const place of places) {
    if (bins.isWhole && !Number.isInteger(place)) continue;
    const x = placeOf(bins, width, place);
    context.fillRect(x - 0.5, floor, 1, 3);
    const text = place.toFixed(digits) + (place === places[0] && unit === "m" ? " m" : "");
    const half = context.measureText(text).width / 2;
    context.fillText(text, Math.min(Math.max(x, half), width - half), floor + 5);
  }
}

/** The number of maps in the highest upward and the highest downward bar. */
export function highestBars(bins) {
  const attacks = bins.counts.slice(1).map((_, species) => species + 1);
  return [highest(bins, [0]), highest(bins, attacks)];
}

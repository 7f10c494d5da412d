// A depth map as a picture, in layers: photo, colours, marks, lines and the selected sample.

import { Mark } from "../depthcheck.js";
import { ColourBar } from "./colour-bar.js";
import { ColourScale } from "./colours.js";
import { element, onLookChange, sharpContext } from "./dom.js";
import { legendLines } from "./map-legend.js";
import { MapPointer } from "./map-pointer.js";
import { drawQuadrants, markPixels, pixelsOfSample } from "./overlays.js";

/**
 * Shows a map in an element:
 *
 *     const view = new MapView(byId("map"));
 *     view.show({ samples, analysis, trace, overlays: new Set(["edges"]), colourMap: "turbo", parameters });
 *
 * @typedef {object} MapPicture
 * @property {Float32Array} samples metres, row by row
 * @property {import("../depthcheck.js").Analysis} analysis of the samples
 * @property {import("../depthcheck.js").Trace | null} [trace] of the same analysis, for overlays and the selected sample
 * @property {Set<string>} [overlays] names of the visible overlays
 * @property {string} [colourMap]
 * @property {[number, number] | null} [range] the depths to colour
 * @property {object} [parameters] those of the analysis
 * @property {ImageBitmap | null} [photo] drawn below the depths
 * @property {number} [opacity] of the depths above a photo, 0 to 1
 */
export class MapView {
  #photo = element("canvas", { class: "photo", "aria-hidden": "true", hidden: true });
  #depths = element("canvas", { class: "samples depths", "aria-hidden": "true" });
  #marks = element("canvas", { class: "samples marks", "aria-hidden": "true" });
  #lines = element("canvas", { class: "lines", tabindex: "0", role: "img" });
  #stack = element("div", { class: "map-stack" }, this.#photo, this.#depths, this.#marks, this.#lines);
  #reading = element("p", { class: "map-reading small", role: "status" });
  #bar = new ColourBar();
  #legend = element("ul", { class: "legend small" });
  #pointer;
  #picture = null;
  #drawn = {};

  /** @param {HTMLElement} container */
  constructor(container) {
    container.append(this.#stack, this.#bar.element, this.#legend, this.#reading);
    this.#pointer = new MapPointer(this.#lines, () => this.#size, (index) => this.#read(index));
    this.#read(null);
    onLookChange(this.#stack, () => this.#picture && this.#drawLines());
  }

  /** Shows a map; redraws only what has changed. */
  show(picture) {
    const isSameMap = this.#picture?.samples === picture.samples;
    this.#picture = { overlays: new Set(), colourMap: "turbo", range: null, parameters: {}, photo: null, opacity: 0.4,
      ...picture };
    if (!isSameMap) this.#pointer.leave();
    this.#resize();
    this.#drawDepths();
    this.#drawMarks();
    this.#drawPhoto();
    this.#drawLines();
    this.#legend.replaceChildren(...legendLines(this.#picture, this.#drawn.pixels, this.#drawn.scale));
    this.#read(this.#pointer.index);
    this.#lines.setAttribute("aria-label", this.#label());
  }

  /** The canvas of the map alone, with one pixel per sample. */
  get depthCanvas() {
    return this.#depths;
  }

  /** The displayed columns and rows; if the map is not a grid, the last row can be short. */
  get #size() {
    const { samples, analysis } = this.#picture;
    const columns = Math.max(analysis.width, 1);
    return { columns, rows: Math.max(Math.ceil(samples.length / columns), 1), count: samples.length };
  }

  #resize() {
    const { columns, rows } = this.#size;
    this.#stack.style.aspectRatio = `${columns} / ${rows}`;
    // As wide as possible, but not higher than the window.
    this.#stack.style.width = `min(100%, ${(70 * columns) / rows}vh)`;
    this.#stack.style.minHeight = "8px";
  }

  #drawDepths() {
    const { samples, colourMap, range, parameters } = this.#picture;
    const scale = new ColourScale(colourMap, { range, samples, parameters });
    const { minValidDepth, maxValidDepth } = parameters;
    const key = [colourMap, scale.range, minValidDepth, maxValidDepth, this.#size.columns].join();
    if (this.#drawn.samples === samples && this.#drawn.key === key) return;
    const { columns, rows } = this.#size;
    const pixels = new Uint32Array(columns * rows);
    for (let index = 0; index < samples.length; index++) pixels[index] = scale.pixel(samples[index]);
    putPixels(this.#depths, pixels, columns, rows);
    this.#bar.show(scale);
    this.#drawn = { ...this.#drawn, samples, key, pixels, scale };
  }

  #drawMarks() {
    const { trace, samples, overlays, colourMap } = this.#picture;
    const key = [...overlays, colourMap].join();
    if (this.#drawn.trace === trace && this.#drawn.marks === key) return;
    const isMarked = trace && overlays.size > 0;
    const scale = isMarked ? pixelsOfSample(this.#size) : 1;
    const [width, height] = isMarked ? [this.#size.columns * scale, this.#size.rows * scale] : [1, 1];
    const pixels = isMarked ? markPixels(trace, samples, this.#size, overlays, colourMap) : new Uint32Array(1);
    putPixels(this.#marks, pixels, width, height);
    this.#drawn = { ...this.#drawn, trace, marks: key };
  }

  #drawPhoto() {
    const { photo, opacity } = this.#picture;
    this.#photo.hidden = !photo;
    this.#depths.style.opacity = photo ? String(opacity) : "1";
    if (!photo || this.#drawn.photo === photo) return;
    this.#photo.width = photo.width;
    this.#photo.height = photo.height;
    this.#photo.getContext("2d").drawImage(photo, 0, 0);
    this.#drawn.photo = photo;
  }

  /** Draws lines and text: quadrants, and the selected sample. */
  #drawLines() {
    const { trace, overlays } = this.#picture;
    const { clientWidth, clientHeight } = this.#stack;
    const context = sharpContext(this.#lines, clientWidth, clientHeight);
    const scale = clientWidth / this.#size.columns;
    if (trace && overlays.has("quadrants")) drawQuadrants(context, trace, scale);
    this.#pointer.draw(context, scale);
  }

  #read(index) {
    if (this.#picture) this.#drawLines();
    if (index === null || !this.#picture) {
      this.#reading.textContent = "Point at the map, or focus it and use the arrow keys, to read a sample.";
      delete this.#reading.dataset.index;
      return;
    }
    const { columns } = this.#size;
    const sample = this.#picture.samples[index];
    const place = `column ${index % columns}, row ${Math.floor(index / columns)}`;
    this.#reading.dataset.index = index;
    this.#reading.dataset.value = sample;
    this.#reading.textContent = `${place}: ${sampleText(sample)}${this.#rolesOf(index)}`;
  }

  /** Describes the marks of a sample. */
  #rolesOf(index) {
    const { trace } = this.#picture;
    if (!trace) return "";
    const mark = trace.marks[index];
    if (!(mark & Mark.valid)) return " \u2014 invalid, ignored";
    const roles = roleWords.filter(([bit]) => mark & bit).map(([, words]) => words);
    return ` \u2014 ${["valid", ...roles].join(", ")}`;
  }

  #label() {
    const { columns, rows } = this.#size;
    const { analysis } = this.#picture;
    const depths =
      analysis.valid_count > 0 ? `from ${analysis.min_depth.toFixed(3)} to ${analysis.max_depth.toFixed(3)} m` : "";
    return `Depth map of ${columns} by ${rows} samples ${depths}. Arrow keys read single samples.`;
  }
}

const roleWords = [
  [Mark.edge, "an edge"],
  [Mark.inBand, "within the screen band"],
  [Mark.inLayer, "in a layer"],
];

function sampleText(sample) {
  if (Number.isNaN(sample)) return "not a number (NaN)";
  // Seven digits identify most float32 numbers; nine identify all.
  const short = Number(sample.toPrecision(7));
  return `${Math.fround(short) === sample ? short : Number(sample.toPrecision(9))} m`;
}

function putPixels(canvas, pixels, columns, rows) {
  canvas.width = columns;
  canvas.height = rows;
  const data = new ImageData(new Uint8ClampedArray(pixels.buffer), columns, rows);
  canvas.getContext("2d").putImageData(data, 0, 0);
}

// The picture of a map with its controls, and the histogram.

import { ColourScale, colourMapNames } from "../shared/colours.js";
import { element } from "../shared/dom.js";
import { HistogramView } from "../shared/histogram-view.js";
import { MapView } from "../shared/map-view.js";
import { overlays } from "../shared/overlays.js";

/** Draws a map in one container and its histogram in another. */
export class PicturePanel {
  #map;
  #histogram;
  #shown = null;
  #choices = overlays.map(({ name, label, meaning }) =>
    element("label", { class: "choice", title: meaning },
      element("input", { type: "checkbox", "data-overlay": name, onchange: () => this.#draw() }), label),
  );
  #colours = element("select", { id: "colour-map", onchange: () => this.#draw() },
    ...colourMapNames.map((name) => element("option", { value: name }, name)));
  #near = rangeField("range-near", "nearest", () => this.#draw());
  #far = rangeField("range-far", "farthest", () => this.#draw());
  #opacity = element("input", { type: "range", id: "opacity", min: 0, max: 1, step: 0.05, value: 0.4,
    oninput: () => this.#draw() });
  #opacityLabel = element("label", { for: "opacity", hidden: true }, "opacity of the depths ", this.#opacity);

  /**
   * @param {HTMLElement} picture
   * @param {HTMLElement} histogram
   */
  constructor(picture, histogram) {
    picture.append(
      element("div", { class: "heading" }, element("h2", {}, "Picture")),
      element("div", { class: "controls", role: "group", "aria-label": "Overlays" }, ...this.#choices),
      element("div", { class: "controls" },
        element("label", {}, "colours ", this.#colours),
        element("label", {}, "from ", this.#near, " to ", this.#far, " m"),
        this.#opacityLabel),
    );
    this.#map = new MapView(picture);
    this.#histogram = new HistogramView(histogram);
  }

  /**
   * @param {object} shown
   * @param {Float32Array} shown.samples
   * @param {object} shown.analysis
   * @param {object | null} shown.trace of the same analysis
   * @param {Record<string, number>} shown.parameters
   * @param {ImageBitmap | null} shown.photo
   */
  show(shown) {
    this.#shown = shown;
    this.#opacityLabel.hidden = !shown.photo;
    this.#draw();
  }

  #draw() {
    if (!this.#shown) return;
    const { samples, analysis, trace, parameters, photo } = this.#shown;
    const names = this.#choices.map((label) => label.firstChild).filter(({ checked }) => checked);
    const colourMap = this.#colours.value;
    const range = this.#range;
    this.#map.show({ samples, analysis, trace, parameters, photo, colourMap, range,
      opacity: Number(this.#opacity.value), overlays: new Set(names.map(({ dataset }) => dataset.overlay)) });
    if (!trace) return;
    const scale = new ColourScale(colourMap, { range, samples, parameters });
    this.#histogram.show({ analysis: trace.analysis, histogram: trace.histogram, parameters, scale });
  }

  /** The range of depths to colour; null unless both fields have a value. */
  get #range() {
    const ends = [this.#near, this.#far].map((field) => field.valueAsNumber);
    const isRange = ends[0] >= 0 && ends[1] > ends[0];
    const isWrong = !isRange && ends.some((end) => !Number.isNaN(end)) && ends.every((end) => !Number.isNaN(end));
    for (const field of [this.#near, this.#far]) field.setAttribute("aria-invalid", String(isWrong));
    return isRange ? ends : null;
  }
}

function rangeField(id, name, oninput) {
  return element("input", { type: "number", id, min: 0, step: "any", placeholder: name, oninput,
    "aria-label": `${name} depth of the colour scale, in metres; both or neither` });
}

// The colour scale of a depth map.

import { element, inkOf, onLookChange, sharpContext } from "./dom.js";
import { ticks } from "./words.js";

const barHeight = 12;
const fullHeight = 32;

/** A bar from the nearest depth to the farthest, labelled in metres. */
export class ColourBar {
  #canvas = element("canvas", { role: "img" });
  #scale = null;
  element = element("div", { class: "colour-bar" }, this.#canvas);

  constructor() {
    this.#canvas.style.height = `${fullHeight}px`;
    onLookChange(this.element, () => this.#draw());
  }

  /** @param {import("./colours.js").ColourScale} scale */
  show(scale) {
    this.#scale = scale;
    this.element.hidden = !scale.range;
    if (!scale.range) return;
    const [nearest, farthest] = scale.range.map((depth) => `${depth.toFixed(3)} m`);
    this.#canvas.setAttribute("aria-label", `Colour scale from ${nearest} to ${farthest}`);
    this.#draw();
  }

  #draw() {
    const width = this.element.clientWidth;
    if (!this.#scale?.range || width === 0) return;
    const context = sharpContext(this.#canvas, width, fullHeight);
    const [nearest, farthest] = this.#scale.range;
    const span = farthest - nearest;
    for (let x = 0; x < width; x++) {
      context.fillStyle = this.#scale.css(nearest + (span * (x + 0.5)) / width);
      context.fillRect(x, 4, 1, barHeight);
    }
    this.#drawDepths(context, width, nearest, farthest);
  }

  #drawDepths(context, width, nearest, farthest) {
    context.font = `12px ${getComputedStyle(this.element).fontFamily}`;
    context.fillStyle = inkOf("text");
    context.textBaseline = "top";
    const { places, digits } = ticks(nearest, farthest, Math.max(width / 90, 2));
    for (const depth of places) {
      const text = `${depth.toFixed(digits)} m`;
      const half = context.measureText(text).width / 2;
      const x = farthest > nearest ? ((depth - nearest) / (farthest - nearest)) * width : width / 2;
      context.fillRect(Math.min(x, width - 1), 4 + barHeight, 1, 3);
      context.fillText(text, Math.min(Math.max(x - half, 0), width - 2 * half), 19);
    }
  }
}

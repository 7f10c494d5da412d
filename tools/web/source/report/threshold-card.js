// One measurement: its histogram, and for each of its thresholds a draggable line, a slider, a field and buttons.

import { element, inkOf, onLookChange, sharpContext } from "../shared/dom.js";
import { short, whole } from "../shared/words.js";
import { saveButton } from "./chart-image.js";
import { classNames } from "./corpus.js";
import { axisHeight, binned, drawBars, highestBars, numberAt, placeOf, roomAbove } from "./histogram.js";
import { inkName } from "./palette.js";
import { ThresholdControl } from "./threshold-control.js";
import { maps, withUnit } from "./wording.js";

const plotHeight = 160;

export class ThresholdCard {
  #corpus;
  #bins;
  #controls;
  #canvas = element("canvas", { class: "bars", "aria-hidden": "true" });
  #shade = element("canvas", { class: "shade", "aria-hidden": "true" });
  #plot;
  #isLogarithmic = false;
  #thresholds = null;

  constructor(corpus, column, checks, set) {
    this.#corpus = corpus;
    const marks = corpus.facts.marks.flatMap((mark) => checks.map(({ parameter }) => mark.parameters[parameter]));
    this.#bins = binned(corpus, column, checks[0].whole, marks);
    const bounds = { from: Math.max(this.#bins.from, 0), to: this.#bins.to };
    this.#controls = checks.map((check) => new ThresholdControl(corpus, check, bounds, set));
    this.#plot = element("div", { class: "plot" }, this.#canvas, this.#shade);
    for (const control of this.#controls) {
      this.#plot.append(control.handle);
      control.followPointer(this.#plot, (place) => numberAt(this.#bins, this.#plot.clientWidth, place));
    }
    this.#followPresses();
    this.element = element(
      "article",
      { class: "panel card", "data-column": column },
      element("div", { class: "row heading" }, element("h3", {}, title(checks)),
        saveButton(checks[0].name, () => this.#chart(column, checks))),
      this.#plot,
      element("p", { class: "small dim bars-text" }, this.#barsText(checks[0])),
      ...this.#controls.map((control) => control.element),
    );
    onLookChange(this.#plot, () => this.#draw());
  }

  show({ thresholds }) {
    this.#thresholds = thresholds;
    for (const control of this.#controls) control.show(thresholds);
    this.#place();
  }

  setLogarithmic(isLogarithmic) {
    this.#isLogarithmic = isLogarithmic;
    this.#draw();
  }

  #chart(column, checks) {
    const names = classNames(this.#corpus);
    const classes = names.map((name, kind) => ({ ink: inkName(kind), text: kind === 0 ? "real scenes" : name }));
    return {
      name: column, title: title(checks), canvases: [this.#canvas, this.#shade],
      draw: (context) => this.#drawLines(context), legend: names.length > 1 ? classes : [],
      note: this.#barsText(checks[0]),
    };
  }

  /** Draws the threshold lines, which are DOM elements in the page. */
  #drawLines(context) {
    context.font = `12px ${inkOf("sans")}`;
    context.textBaseline = "top";
    context.textAlign = "center";
    context.fillStyle = inkOf("accent");
    for (const { check, handle } of this.#controls) {
      const x = parseFloat(handle.style.left);
      context.fillRect(x - 1, roomAbove - 2, 2, plotHeight - roomAbove - axisHeight + 2);
      const text = short(this.#thresholds[check.parameter]);
      const half = context.measureText(text).width / 2;
      context.fillText(text, Math.min(Math.max(x, half), this.#plot.clientWidth - half), 0);
    }
  }

  /** A press beside a line moves the nearest one there. */
  #followPresses() {
    this.#plot.addEventListener("pointerdown", (event) => {
      if (event.target.closest(".handle") || event.button !== 0) return;
      const x = event.clientX - this.#plot.getBoundingClientRect().left;
      const width = this.#plot.clientWidth;
      const distance = ({ check }) => Math.abs(placeOf(this.#bins, width, this.#thresholds[check.parameter]) - x);
      const [nearest] = [...this.#controls].sort((left, right) => distance(left) - distance(right));
      nearest.begin(event);
    });
  }

  #draw() {
    const size = { width: this.#plot.clientWidth, height: plotHeight };
    if (size.width === 0) return;
    drawBars(sharpContext(this.#canvas, size.width, size.height), size, this.#bins, {
      isLogarithmic: this.#isLogarithmic,
      unit: this.#controls[0].check.unit,
    });
    if (this.#thresholds) this.#place();
  }

  /** Positions the lines and shades the values that count against a real scene. */
  #place() {
    const width = this.#plot.clientWidth;
    if (width === 0) return;
    const context = sharpContext(this.#shade, width, plotHeight);
    const spans = [];
    for (const { check, handle } of this.#controls) {
      const place = placeOf(this.#bins, width, shownThreshold(check, this.#thresholds[check.parameter]));
      const x = Math.min(Math.max(place, 3), width - 3);
      handle.style.left = `${x}px`;
      handle.classList.toggle("beyond", place > width - 3);
      spans.push(spanWhereItHolds(check, x, width));
    }
    shade(context, spans, this.#controls[0].check.screen_sign, width);
    for (const mark of this.#corpus.facts.marks) {
      for (const { check } of this.#controls) this.#drawMark(context, mark, check, width);
    }
  }

  #drawMark(context, mark, check, width) {
    const place = placeOf(this.#bins, width, shownThreshold(check, mark.parameters[check.parameter]));
    context.fillStyle = inkOf(`mark-${mark.kind}`);
    context.beginPath();
    context.moveTo(place - 5, plotHeight - axisHeight);
    context.lineTo(place + 5, plotHeight - axisHeight);
    context.lineTo(place, plotHeight - axisHeight - 9);
    context.fill();
  }

  #barsText(check) {
    const [up, down] = highestBars(this.#bins).map(whole);
    const highest = this.#corpus.kinds ? `${up} real scenes, ${down} attacks` : maps(up);
    const last = withUnit(short(this.#bins.to, 3), check);
    const beyond = this.#bins.beyond === 0 ? "" : ` The last bar includes ${whole(this.#bins.beyond)} above ${last}.`;
    return `Highest bars: ${highest}.${beyond}`;
  }
}

/** Integer thresholds are drawn between two bars. */
function shownThreshold(check, threshold) {
  return check.whole ? threshold - 0.5 : threshold;
}

/** The range of x coordinates in which a check holds. */
function spanWhereItHolds(check, x, width) {
  return check.comparison.startsWith(">") ? [x, width] : [0, x];
}

/** Shades the values that count against a real scene: where a check fails, or where all signs of a screen hold. */
function shade(context, spans, areSigns, width) {
  const from = Math.max(...spans.map(([start]) => start));
  const to = Math.max(from, Math.min(...spans.map(([, end]) => end)));
  const shaded = areSigns ? [[from, to]] : [[0, from], [to, width]];
  context.fillStyle = inkOf("shade");
  for (const [start, end] of shaded) {
    context.fillRect(start, roomAbove, end - start, plotHeight - roomAbove - axisHeight);
  }
}

function title(checks) {
  const [{ name, screen_sign: isScreen, unit }] = checks;
  const named = name[0].toUpperCase() + name.slice(1) + (unit === "m" ? " (m)" : "");
  return isScreen ? `${named} \u2014 sign of a screen` : named;
}

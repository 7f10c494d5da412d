// One threshold: a line to drag, a slider, a field to type into, and buttons for the marked values.

import { element } from "../shared/dom.js";
import { short } from "../shared/words.js";
import { thresholdIn } from "./state.js";
import { markTitle, withUnit } from "./wording.js";

const words = {
  ">": "passes above",
  ">=": "passes from",
};
const signWords = {
  ">": "screens are above",
  ">=": "screens are at least",
  "<": "screens are below",
  "<=": "screens are at most",
};

/** The controls of a threshold: `handle` on the histogram, and `element` below it. */
export class ThresholdControl {
  #corpus;
  #bounds;
  #set;
  #value = null;
  #shown = null;
  #numberAt = null;
  #field;
  #range;
  #error;
  #marks;

  constructor(corpus, check, bounds, set) {
    this.#corpus = corpus;
    this.check = check;
    this.#bounds = bounds;
    this.#set = set;
    this.handle = this.#makeHandle();
    this.element = this.#makeElement();
  }

  show(thresholds) {
    const value = thresholds[this.check.parameter];
    this.#showMarks(value);
    this.#value = value;
    if (value === this.#shown) return;
    this.#shown = value;
    const text = String(value);
    // Do not overwrite typed text with the same value.
    if (thresholdIn(this.#field.value, this.check) !== value) this.#field.value = text;
    this.#showError("");
    this.#range.value = text;
    const spoken = withUnit(text, this.check);
    this.#range.setAttribute("aria-valuetext", spoken);
    this.handle.setAttribute("aria-valuenow", text);
    this.handle.setAttribute("aria-valuetext", spoken);
    this.handle.querySelector("span").textContent = short(value);
  }

  /** Moves the line with a pointer over a plot. */
  followPointer(plot, numberAt) {
    this.#numberAt = (event) => numberAt(event.clientX - plot.getBoundingClientRect().left);
    this.handle.addEventListener("pointerdown", (event) => event.button === 0 && this.begin(event));
  }

  /** Moves the line to a pointer and starts dragging. */
  begin(event) {
    event.preventDefault();
    this.handle.focus({ preventScroll: true });
    this.handle.setPointerCapture(event.pointerId);
    const move = (moved) => this.#take(this.#numberAt(moved));
    const end = () => {
      this.handle.removeEventListener("pointermove", move);
      this.handle.removeEventListener("pointerup", end);
      this.handle.removeEventListener("pointercancel", end);
    };
    this.handle.addEventListener("pointermove", move);
    this.handle.addEventListener("pointerup", end);
    this.handle.addEventListener("pointercancel", end);
    move(event);
  }

  /** Sets a number from a pointer position, rounded to the resolution of the axis. */
  #take(number) {
    const { whole, parameter, most } = this.check;
    const step = this.#step;
    const rounded = whole ? Math.round(number + 0.5) : Number((Math.round(number / step) * step).toPrecision(6));
    const value = Math.min(Math.max(rounded, 0), Math.max(this.#bounds.to, 0), most);
    if (value === this.#value) return;
    // The next key can arrive before this value is shown.
    this.#value = value;
    this.#set({ [parameter]: value });
  }

  /** The step of an arrow key: a round fraction of the axis. */
  get #step() {
    if (this.check.whole) return 1;
    return 10 ** Math.floor(Math.log10((this.#bounds.to - this.#bounds.from) / 400));
  }

  #makeHandle() {
    const { to } = this.#bounds;
    return element(
      "div",
      {
        class: "handle",
        role: "slider",
        tabindex: "0",
        "aria-label": `${this.check.name}, ${this.check.parameter}`,
        "aria-valuemin": "0",
        "aria-valuemax": String(this.check.whole ? Math.ceil(to) : to),
        onkeydown: (event) => this.#key(event),
      },
      element("span", { class: "small" }),
    );
  }

  #key(event) {
    const moves = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10 };
    const { whole } = this.check;
    if (event.key in moves) {
      const moved = this.#value + moves[event.key] * this.#step;
      this.#take(whole ? moved - 0.5 : moved);
    } else if (event.key === "Home") this.#take(whole ? -0.5 : 0);
    else if (event.key === "End") this.#take(whole ? Math.floor(this.#bounds.to) - 0.5 : this.#bounds.to);
    else return;
    event.preventDefault();
  }

  #makeElement() {
    const { check } = this;
    const key = check.parameter;
    const id = `threshold-${key}`;
    this.#field = element("input", {
      type: "text",
      id,
      inputmode: "decimal",
      size: "9",
      autocomplete: "off",
      spellcheck: "false",
      "aria-describedby": `${id}-error`,
      oninput: () => this.#typed(),
      onchange: () => this.#typed(),
    });
    this.#range = element("input", {
      type: "range",
      min: "0",
      max: String(check.whole ? Math.ceil(this.#bounds.to) - 1 : this.#bounds.to),
      step: String(this.#step),
      "aria-label": `${check.name}, ${key}`,
      oninput: () => this.#set({ [key]: Number(this.#range.value) }),
    });
    this.#error = element("p", { class: "bad small", id: `${id}-error`, role: "alert", hidden: true });
    const sense = (check.screen_sign ? signWords : words)[check.comparison];
    return element(
      "div",
      { class: "threshold", "data-parameter": key },
      element("label", { class: "small", for: id }, element("code", {}, key), ` ${sense}`),
      element("div", { class: "row" }, this.#field, check.unit === "m" ? "m" : "", ...this.#makeMarks()),
      this.#range,
      this.#error,
    );
  }

  #makeMarks() {
    this.#marks = this.#corpus.facts.marks.map((mark) => {
      const value = mark.parameters[this.check.parameter];
      const title = markTitle(mark);
      const take = () => this.#set({ [this.check.parameter]: value });
      const button = element(
        "button",
        { type: "button", class: "mark small", title: String(value), onclick: take },
        element("span", { class: `mark-sign ${mark.kind}`, "aria-hidden": "true" }),
        ` ${title} ${short(value)}`,
      );
      return { button, value };
    });
    return this.#marks.map(({ button }) => button);
  }

  #showMarks(current) {
    for (const { button, value } of this.#marks) button.setAttribute("aria-pressed", String(value === current));
  }

  #typed() {
    const number = thresholdIn(this.#field.value, this.check);
    if (number === null) {
      const found = this.#field.value.trim() === "" ? "nothing" : `"${this.#field.value.trim()}"`;
      this.#showError(`Found ${found}; expected ${this.check.expectation}. ${this.#value} stays in use.`);
      return;
    }
    this.#showError("");
    this.#set({ [this.check.parameter]: number });
  }

  #showError(text) {
    this.#error.textContent = text;
    this.#error.hidden = text === "";
    if (text === "") this.#field.removeAttribute("aria-invalid");
    else this.#field.setAttribute("aria-invalid", "true");
  }
}

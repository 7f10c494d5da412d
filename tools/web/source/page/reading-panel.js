// The reading options: dimensions, units, and numbers that mean "no reading".

import { byId } from "../shared/dom.js";

/** Reads the fields of the page. */
export class ReadingPanel {
  #fields = ["width", "height", "units", "invalid"].map(byId);
  #problem = byId("reading-error");
  /** The last valid options for readDepthFile. */
  options = {};

  /** @param {() => void} changed is called when the options have changed */
  constructor(changed) {
    const update = () => this.#update() && changed();
    for (const field of this.#fields) field.addEventListener("change", update);
    byId("reading-reset").addEventListener("click", () => {
      for (const field of this.#fields) field.value = "";
      update();
    });
  }

  /** Returns whether the options have changed. */
  #update() {
    const { options, problem } = optionsOf(this.#fields.map((field) => (field.validity.badInput ? "?" : field.value)));
    this.#problem.hidden = !problem;
    this.#problem.textContent = problem ? `${problem} The options are unchanged.` : "";
    if (problem || JSON.stringify(options) === JSON.stringify(this.options)) return false;
    this.options = options;
    byId("reading-state").textContent = wordsOf(options);
    return true;
  }
}

function optionsOf([width, height, units, invalid]) {
  const options = {};
  if ((width === "") !== (height === "")) {
    return { problem: "Found only one of width and height; expected both or neither; add the other one." };
  }
  if (width !== "") {
    const sides = [width, height].map(Number);
    if (!sides.every((side) => Number.isInteger(side) && side > 0)) {
      return { problem: `Found ${width}x${height} as dimensions; expected a width and a height of at least 1.` };
    }
    [options.width, options.height] = sides;
  }
  if (units !== "") {
    if (!(Number(units) > 0)) return { problem: `Found ${units} units per metre; expected a number above 0.` };
    options.unitsPerMetre = Number(units);
  }
  const numbers = invalid.split(/[\s,;]+/).filter(Boolean);
  if (numbers.length > 0) {
    const wrong = numbers.find((text) => Number.isNaN(Number(text)));
    if (wrong !== undefined) return { problem: `Found "${wrong}"; expected numbers separated by spaces.` };
    options.invalidValues = numbers.map(Number);
  }
  return { options };
}

function wordsOf({ width, height, unitsPerMetre, invalidValues }) {
  const words = [];
  if (width) words.push(`as ${width}x${height}`);
  if (unitsPerMetre) words.push(`${unitsPerMetre} units per metre`);
  if (invalidValues) words.push(`without ${invalidValues.join(", ")}`);
  return words.length ? `\u2014 ${words.join("; ")}` : "";
}

// A slider and a number field for every parameter, with the server's value marked.

import { serverParameters } from "../depthcheck.js";
import { element } from "../shared/dom.js";
import { parameterGroups } from "./parameter-table.js";
import { ParametersFile } from "./parameters-file.js";

/** The keys of the parameters that differ from the server's. */
export function changedKeys(parameters) {
  return Object.keys(serverParameters).filter((key) => parameters[key] !== serverParameters[key]);
}

/**
 * Shows the parameters in `container` for editing.
 *
 *     new ParametersPanel(container, (parameters) => problemOf(parameters), (parameters, isDragging) => analyze());
 */
export class ParametersPanel {
  /** The last valid parameters. */
  parameters = { ...serverParameters };
  #rows = new Map();
  #resetAll = element("button", { type: "button", id: "reset-all", onclick: () => this.use(serverParameters) },
    "Reset all");
  #check;
  #changed;

  /**
   * @param {HTMLElement} container
   * @param {(parameters: object) => string | null} check returns the error of parameters
   * @param {(isDragging: boolean) => void} changed is called after each valid change
   */
  constructor(container, check, changed) {
    this.#check = check;
    this.#changed = changed;
    const file = new ParametersFile(this);
    container.append(
      element("div", { class: "heading" }, element("h2", {}, "Parameters"),
        element("div", { class: "row" }, this.#resetAll, ...file.buttons)),
      file.element,
      ...parameterGroups.flatMap(({ title, offers }) => [
        element("h3", {}, title),
        ...offers.map((offer) => this.#row(offer)),
      ]),
    );
    this.#mark();
  }

  /** Sets parameters; omitted ones get the server's values. Returns the error, or null. */
  use(some) {
    const parameters = { ...serverParameters, ...some };
    const problem = this.#check(some) ?? this.#check(parameters);
    if (problem) return problem;
    this.parameters = parameters;
    for (const [key, row] of this.#rows) row.show(parameters[key]);
    this.#mark();
    this.#changed(false);
    return null;
  }

  #row(offer) {
    const row = new ParameterRow(offer, (value, isDragging) => this.#set(offer.key, value, isDragging));
    this.#rows.set(offer.key, row);
    return row.element;
  }

  #set(key, value, isDragging) {
    const row = this.#rows.get(key);
    const parameters = { ...this.parameters, [key]: value };
    const problem = this.#check(parameters);
    row.complain(problem && `${problem}. ${this.parameters[key]} stays in use.`);
    if (problem) return;
    this.parameters = parameters;
    this.#mark();
    this.#changed(isDragging);
  }

  #mark() {
    const changed = changedKeys(this.parameters);
    for (const [key, row] of this.#rows) row.isChanged = changed.includes(key);
    this.#resetAll.disabled = changed.length === 0;
  }
}

class ParameterRow {
  #slider;
  #number;
  #reset;
  #message = element("p", { class: "message bad small", role: "alert", hidden: true });

  constructor({ key, label, unit, least, most, step }, change) {
    const standard = serverParameters[key];
    const id = `parameter-${key}`;
    const name = unit ? `${label}, ${unit}` : label;
    const tooltip = { title: `${key}; server: ${standard}` };
    this.#slider = element("input", { type: "range", min: least, max: most, step, "aria-label": `${name}, slider`,
      "data-key": key, ...tooltip });
    this.#number = element("input", { type: "number", id, step: "any", "data-key": key, ...tooltip });
    this.#reset = element("button", { type: "button", class: "plain reset", title: `Back to ${standard}`,
      "aria-label": `Reset ${label} to ${standard}` }, "\u21ba");
    const mark = element("span", { class: "mark", "aria-hidden": "true" });
    // The middle of the thumb keeps a distance of half its width, 8 px, to the ends of the track.
    mark.style.left = `calc(8px + (100% - 16px) * ${(standard - least) / (most - least)})`;
    this.element = element("div", { class: "parameter", "data-key": key },
      element("label", { for: id, ...tooltip }, label, element("span", { class: "dim small" }, unit && ` ${unit}`)),
      element("div", { class: "slider" }, this.#slider, mark), this.#number, this.#reset, this.#message);
    this.#listen(standard, change);
    this.show(standard);
  }

  #listen(standard, change) {
    this.#slider.addEventListener("input", () => {
      this.#number.value = this.#slider.value;
      change(Number(this.#slider.value), true);
    });
    this.#slider.addEventListener("change", () => change(Number(this.#slider.value), false));
    this.#number.addEventListener("input", () => {
      const value = this.#number.valueAsNumber;
      this.#slider.value = value;
      change(value, false);
    });
    this.#reset.addEventListener("click", () => {
      this.show(standard);
      change(standard, false);
      this.#number.focus();
    });
  }

  show(value) {
    this.#slider.value = value;
    this.#number.value = value;
    this.complain(null);
  }

  complain(text) {
    if (text) this.#reset.disabled = false;
    this.#message.hidden = !text;
    this.#message.textContent = text ?? "";
    this.#number.setAttribute("aria-invalid", String(Boolean(text)));
  }

  set isChanged(isChanged) {
    this.element.classList.toggle("changed", isChanged);
    this.#reset.disabled = !isChanged;
  }
}

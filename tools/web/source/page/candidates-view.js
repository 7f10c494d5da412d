// Shows the candidate measurements, which do not affect the verdict.

import { candidates } from "../depthcheck.js";
import { element, oncePerFrame } from "../shared/dom.js";
import { loadCandidateMeter } from "../shared/engine.js";
import { short, withUnit } from "../shared/words.js";

/** Shows the candidates of a map in `container`. The module is loaded for the first map. */
export class CandidatesView {
  #container;
  #body = element("tbody");
  #table;
  #absence = element("p", { class: "dim" });
  #meter = null;
  #map = null;
  #measured = null;
  // One frame after the verdict, so that the verdict does not wait.
  #measureInFrame = oncePerFrame(() => this.#measure());

  constructor(container) {
    const heads = ["measurement", "value", "real scenes have"].map((text, index) =>
      element("th", { scope: "col", class: index === 1 ? "number" : "" }, text),
    );
    this.#table = element("table", { class: "candidates" }, element("thead", {}, element("tr", {}, ...heads)), this.#body);
    this.#container = container;
    container.append(
      element("h2", {}, "Candidate measurements"),
      element("p", { class: "dim" }, "They do not affect the verdict."),
      this.#absence,
      element("div", { class: "scroller" }, this.#table),
    );
  }

  /** @param {{ samples: Float32Array, width: number, height: number, parameters: object }} map */
  show({ samples, width, height, parameters }) {
    // Only these two parameters matter.
    const { minValidDepth, maxValidDepth } = parameters;
    const map = { samples, width, height, parameters: { minValidDepth, maxValidDepth } };
    const isSame = this.#map?.samples === samples && this.#map.width === width && this.#map.height === height &&
      this.#map.parameters.minValidDepth === minValidDepth && this.#map.parameters.maxValidDepth === maxValidDepth;
    if (isSame) return;
    this.#map = map;
    this.#container.dataset.state = "measuring";
    this.#measureInFrame();
  }

  async #measure() {
    try {
      this.#meter ??= loadCandidateMeter();
      const meter = await this.#meter;
      const map = this.#map;
      if (map === this.#measured) return;
      this.#measured = map;
      const { samples, width, height, parameters } = map;
      this.#show(meter.measure(samples, { width, height, parameters }));
    } catch (error) {
      // After a trap the module cannot be used again.
      this.#meter = null;
      this.#showAbsence(`Not measured: too little memory in this browser (${error.message}).`);
    }
  }

  #show({ absence, values }) {
    if (absence !== null) return this.#showAbsence(`Not measured: ${absence}.`);
    this.#body.replaceChildren(...candidates.map((candidate) => row(candidate, values[candidate.candidate])));
    this.#finish(true);
  }

  #showAbsence(words) {
    this.#absence.textContent = words;
    this.#finish(false);
  }

  #finish(isMeasured) {
    this.#table.hidden = !isMeasured;
    this.#absence.hidden = isMeasured;
    this.#container.dataset.state = isMeasured ? "measured" : "absent";
  }
}

function row({ candidate, unit, meaning, realScenesHave }, value) {
  const text = value === null ? "none" : withUnit(short(value, 5), unit);
  return element("tr", { "data-candidate": candidate },
    element("th", { scope: "row", title: candidate }, meaning),
    element("td", { class: "number", "data-value": value, title: value }, text),
    element("td", { class: "dim" }, realScenesHave));
}

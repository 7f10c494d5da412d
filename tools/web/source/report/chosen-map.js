// The selected map: numbers, checks, picture, and the analysis of its file.

import { byId, element } from "../shared/dom.js";
import { short } from "../shared/words.js";
import { candidateTable } from "./candidate-table.js";
import { pictureOf } from "./contact-sheet.js";
import { classNames } from "./corpus.js";
import { decimal } from "./decimals.js";
import { checkMargin, marginOf, outcomesOf } from "./decisions.js";
import { DroppedMaps } from "./dropped-maps.js";
import { groupOf } from "./exports.js";
import { marginText, withUnit } from "./wording.js";

export class ChosenMap {
  #corpus;
  #row = null;
  #showsCandidates = true;
  #facts = element("div", { class: "facts" });
  #picture = element("div", { class: "picture" });
  #dropped;

  constructor(corpus, choose) {
    this.#corpus = corpus;
    this.#dropped = new DroppedMaps(corpus, choose);
    byId("chosen").append(this.#facts, this.#picture, this.#dropped.element);
  }

  show(row, thresholds, present) {
    const isOther = row !== this.#row;
    this.#row = row;
    this.#facts.replaceChildren(...(row === null ? [this.#invitation()] : this.#describe(row, thresholds, present)));
    if (isOther) this.#picture.replaceChildren(...(row === null ? [] : this.#showPicture(row)));
    this.#dropped.show(row, thresholds);
  }

  #invitation() {
    return element("p", { class: "dim" }, "Select a map in the list to see its numbers and its picture.");
  }

  #describe(row, thresholds, present) {
    const { files, kinds, outcome, facts } = this.#corpus;
    const group = kinds ? groupOf(this.#corpus, row) : "";
    const label = kinds ? classNames(this.#corpus)[kinds[row]] : "";
    const about = [label, group && `group ${group}`].filter(Boolean).join(", ");
    const { code, example } = facts.outcomes[outcome[row]];
    const head = [element("h3", { class: "name" }, files[row]), element("p", { class: "small dim" }, about)];
    if (code !== "") {
      const words = example === "" ? "" : ` The first such file: ${example}`;
      return [...head, element("p", { class: "message warning" }, `No verdict: ${code}.${words}`)];
    }
    return [
      ...head,
      this.#verdicts(row, thresholds, present),
      this.#checkTable(row, thresholds, present),
      ...this.#candidates(row),
    ];
  }

  /** The element keeps its open state when another map is selected. */
  #candidates(row) {
    const toggled = ({ target }) => (this.#showsCandidates = target.open);
    return candidateTable(this.#corpus, row).map((table) =>
      element("details", { class: "candidates", open: this.#showsCandidates, ontoggle: toggled }, ...table),
    );
  }

  #verdicts(row, thresholds, present) {
    const margin = marginOf(this.#corpus, row, thresholds);
    const [now, then] = [thresholds, present].map((used) => (this.#isAccepted(row, used) ? "pass" : "fail"));
    return element(
      "p",
      {},
      element("span", { class: `badge ${now}` }, now),
      ` now, margin ${marginText(margin)}; `,
      element("span", { class: `badge ${then}` }, then),
      " at present",
    );
  }

  #isAccepted(row, thresholds) {
    const outcomes = outcomesOf(this.#corpus, row, thresholds);
    const isScreen = outcomes.filter(({ check }) => check.screen_sign).every(({ holds }) => holds);
    return !isScreen && outcomes.filter(({ check }) => !check.screen_sign).every(({ holds }) => holds);
  }

  #checkTable(row, thresholds, present) {
    const before = outcomesOf(this.#corpus, row, present);
    const now = outcomesOf(this.#corpus, row, thresholds);
    const lines = now.map((outcome, index) => this.#checkLine(outcome, before[index].holds));
    const names = ["", "measured", "threshold", "now", "present", "margin"];
    const isNumber = (name) => ["measured", "threshold", "margin"].includes(name);
    const heads = names.map((name) => element("th", { scope: "col", class: isNumber(name) && "number" }, name));
    const head = element("tr", {}, ...heads);
    const table = element("table", {}, element("thead", {}, head), element("tbody", {}, ...lines));
    return element("div", { class: "scroller" }, table);
  }

  #checkLine({ check, value, threshold, holds }, isHeldAtPresent) {
    const exact = decimal(value, this.#corpus.facts.profile);
    return element(
      "tr",
      { "data-check": check.check },
      element("th", { scope: "row" }, check.name),
      element("td", { class: "number", title: exact }, withUnit(short(value, 5), check)),
      element("td", { class: "number" }, `${check.comparison} ${short(threshold)}`),
      element("td", {}, holdsWords(check, holds)),
      element("td", { class: "dim" }, isHeldAtPresent === holds ? "same" : holdsWords(check, isHeldAtPresent)),
      element("td", { class: "number" }, marginText(checkMargin(check, value, threshold))),
    );
  }

  #showPicture(row) {
    const address = pictureOf(row);
    if (address === null) return [];
    const { width, height } = this.#corpus.facts.pictures.find((picture) => picture.row === row);
    const alt = `Colour map of ${this.#corpus.files[row]}; warm colours are near`;
    return [element("img", { src: address, width, height, alt, class: "large" })];
  }
}

/** The wording of an outcome. A sign of a screen counts against a real scene. */
function holdsWords(check, holds) {
  if (check.screen_sign) return holds ? "like a screen" : "unlike a screen";
  return holds ? "holds" : "fails";
}

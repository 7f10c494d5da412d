// A card for each measurement, with its distribution and its thresholds.

import { byId, element } from "../shared/dom.js";
import { whole } from "../shared/words.js";
import { classNames } from "./corpus.js";
import { classSign } from "./palette.js";
import { ThresholdCard } from "./threshold-card.js";

/** The largest number of species in the legend. */
const namedSpecies = 40;

export class ThresholdCards {
  #cards;

  constructor(corpus, set) {
    byId("thresholds").hidden = false;
    this.#cards = [...corpus.columns.keys()].map((column) => {
      const checks = corpus.facts.checks.filter((check) => check.column === column);
      return new ThresholdCard(corpus, column, checks, set);
    });
    byId("cards").append(...this.#cards.map(({ element: card }) => card));
    const log = byId("log-counts");
    log.addEventListener("change", () => this.#cards.forEach((card) => card.setLogarithmic(log.checked)));
    byId("classes").append(...legend(corpus));
  }

  show(found) {
    for (const card of this.#cards) card.show(found);
  }
}

function legend(corpus) {
  const names = classNames(corpus);
  if (names.length === 1) return [];
  const items = names
    .slice(0, namedSpecies + 1)
    .map((name, kind) => element("li", {}, classSign(kind), kind === 0 ? "real scenes" : name));
  const more = names.length - 1 - namedSpecies;
  return more > 0 ? [...items, element("li", {}, `and ${whole(more)} more species`)] : items;
}

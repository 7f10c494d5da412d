// The table of error rates of real scenes and of each species of attack.

import { byId, element } from "../shared/dom.js";
import { whole } from "../shared/words.js";
import { classNames } from "./corpus.js";
import { level } from "./decimals.js";
import { classSign } from "./palette.js";
import { ends, percent } from "./wording.js";

/** With more species, the table scrolls. */
const severalSpecies = 40;

/** Shows counts, rates and intervals of each class; without labels only counts. */
export class RatesTable {
  #corpus;
  #rows = [];

  /**
   * @param {import("./corpus.js").Corpus} corpus
   * @param {object | null} present rates at present, with labels
   * @param {object | null} presentCounts counts at present, without labels
   */
  constructor(corpus, present, presentCounts = null) {
    this.#corpus = corpus;
    const section = byId("rates");
    section.hidden = false;
    const table = present ? this.#rateTable(present) : this.#countTable(presentCounts);
    section.querySelector(".scroller").append(table);
    if (!present) byId("rates-title").textContent = "Verdicts";
    byId("rates-note").textContent = present ? note(corpus.facts) : "";
  }

  show({ rates, counts }) {
    if (rates) [rates.bpcer, ...rates.apcer].forEach((rate, kind) => this.#showRate(kind, rate, rates.worst));
    else this.#showCounts(counts);
  }

  #rateTable(present) {
    const titled = (rate) => ["", "errors", "rate", `${level(rate.level)} % interval`, "groups", "present", "no verdict"];
    const head = titled(present.bpcer);
    byId("rates").classList.toggle("many", present.apcer.length > severalSpecies);
    const body = element("tbody");
    const all = [present.bpcer, ...present.apcer];
    classNames(this.#corpus).forEach((name, kind) => {
      const cells = Object.fromEntries(
        ["errors", "rate", "interval", "groups", "present", "silent"].map((key) => [
          key,
          element("td", { class: "number", role: "cell", "data-cell": key }),
        ]),
      );
      Object.values(cells).forEach((cell, index) => (cell.dataset.title = titled(all[kind])[index + 1]));
      cells.present.textContent = percent(all[kind].value);
      const { silent, presented } = all[kind];
      cells.silent.textContent =
        silent === 0 ? "0" : `${whole(silent)} (${percent(silent / presented)})`;
      const title = element("th", { scope: "row", role: "rowheader" }, classSign(kind), " ", kind === 0 ? "real scenes rejected" : name);
      title.title = kind === 0 ? "BPCER; without a verdict: BPNRR" : "APCER; without a verdict: APNRR";
      const row = element("tr", { role: "row", "data-class": kind === 0 ? "bona_fide" : name }, title, ...Object.values(cells));
      this.#rows.push({ row, cells });
      if (kind === 1) body.append(between(head.length, level(all[kind].level)));
      body.append(row);
    });
    // The block layout in narrow windows would remove the implicit role.
    return element("table", { role: "table" }, headOf(head), body);
  }

  #showRate(kind, rate, worst) {
    const { row, cells } = this.#rows[kind];
    row.classList.toggle("worst", kind > 0 && kind - 1 === worst);
    setText(cells.errors, `${whole(rate.errors)} of ${whole(rate.total)}`);
    setText(cells.rate, percent(rate.value));
    setText(cells.interval, ends(rate.interval));
    setText(cells.groups, `${whole(rate.groupsWithErrors)} of ${whole(rate.groups)}`);
  }

  #countTable(present) {
    const body = element("tbody");
    const decided = present.responses[0];
    const lines = [
      ["accepted", present.accepted[0]],
      ["rejected", decided - present.accepted[0]],
      ["no verdict", present.totals[0] - decided],
    ];
    for (const [name, count] of lines) {
      const now = element("td", { class: "number", "data-cell": "now" });
      const cells = [now, element("td", { class: "number", "data-cell": "present", "data-title": "present" },
        whole(count))];
      now.dataset.title = "now";
      body.append(element("tr", { "data-class": name }, element("th", { scope: "row" }, name), ...cells));
      this.#rows.push(now);
    }
    return element("table", {}, headOf(["", "now", "present"]), body);
  }

  #showCounts({ accepted, responses, totals }) {
    const numbers = [accepted[0], responses[0] - accepted[0], totals[0] - responses[0]];
    numbers.forEach((number, index) => setText(this.#rows[index], whole(number)));
  }
}

/** Avoids a new layout if the text has not changed. */
function setText(cell, text) {
  if (cell.textContent !== text) cell.textContent = text;
}

function headOf(names) {
  return element(
    "thead",
    {},
    element(
      "tr",
      {},
      ...names.map((name, index) => element("th", { scope: "col", class: index > 0 && "number" }, name)),
    ),
  );
}

/** The heading of the species. They share the error probability of the intervals, so each has a higher level. */
function between(columns, levelOfEach) {
  const words = `attacks accepted, with a ${levelOfEach} % interval for each species`;
  return element("tr", { class: "between" }, element("th", { colspan: columns }, words));
}

function note({ groups_given: hasGroups }) {
  const groups = hasGroups ? "over groups" : "over maps, because the labels have no groups";
  return (
    "Rates are shares of the maps with a verdict: BPCER for real scenes, APCER for each species. Intervals are " +
    `computed ${groups} (mid-P); those of the species hold simultaneously. The column groups counts ` +
    "those with an error. If the thresholds were chosen on these maps, rates and intervals are too optimistic: quote " +
    "those of depthcheck tune, or of depthcheck evaluate on other captures."
  );
}

// Shows every check: value, threshold, margin and outcome.

import { element } from "../shared/dom.js";
import {
  checkMargin, checkNamed, checkThreshold, checkValue, counted, metres, percent, whole,
} from "../shared/words.js";

/** Shows the checks of an analysis in `container`. */
export class ChecksView {
  #body = element("tbody");
  #facts = element("dl", { class: "facts" });
  #none = element("p", { class: "dim" }, "No checks: there is no verdict.");
  #table;

  constructor(container) {
    const heads = ["", "check", "value", "threshold", "margin"].map((text, index) =>
      element("th", { scope: "col", class: index > 1 ? "number" : "" }, text),
    );
    heads[0].append(element("span", { class: "visually-hidden" }, "outcome"));
    this.#table = element("table", { class: "checks" }, element("thead", {}, element("tr", {}, ...heads)), this.#body);
    container.append(
      element("h2", {}, "Checks"),
      this.#none,
      element("div", { class: "scroller" }, this.#table),
      this.#facts,
    );
  }

  show(analysis) {
    const outcomes = analysis.checks;
    this.#none.hidden = outcomes.length > 0;
    this.#table.hidden = outcomes.length === 0;
    const rows = [];
    for (const outcome of outcomes) {
      const { role } = checkNamed(outcome.check);
      if (role === "screenSign" && !rows.some((row) => row.dataset.check === "screen")) rows.push(screenRow(analysis));
      rows.push(checkRow(outcome, role));
    }
    this.#body.replaceChildren(...rows);
    this.#facts.replaceChildren(...factsOf(analysis).flatMap(([name, text]) => [
      element("dt", {}, name),
      element("dd", {}, text),
    ]));
  }
}

/** The word and style of each outcome, by the role of a check. */
const outcomeWords = {
  required: { true: ["ok", "good"], false: ["fail", "bad"] },
  screenSign: { true: ["met", "dim"], false: ["unmet", "dim"] },
  warning: { true: ["ok", "good"], false: ["warn", "warning"] },
};

function checkRow(outcome, role) {
  const [word, tone] = outcomeWords[role][outcome.holds];
  const number = (text, part, value) => element("td", { class: "number", [`data-${part}`]: value }, text);
  return element(
    "tr",
    { "data-check": outcome.check, "data-holds": String(outcome.holds), class: role === "screenSign" ? "sign" : "" },
    element("td", { class: tone }, word),
    element("td", {}, checkNamed(outcome.check).name),
    number(checkValue(outcome), "value", outcome.value),
    number(checkThreshold(outcome), "threshold", outcome.threshold),
    number(checkMargin(outcome), "margin", outcome.margin),
  );
}

function screenRow({ is_screen_like: isScreen, checks }) {
  const signs = checks.filter((outcome) => checkNamed(outcome.check).role === "screenSign");
  return element(
    "tr",
    { "data-check": "screen" },
    element("td", { class: isScreen ? "bad" : "good" }, isScreen ? "fail" : "ok"),
    element("td", {}, "screen"),
    element("td", { class: "number" }, `${signs.filter((sign) => sign.holds).length} of ${signs.length}`),
    element("td", { class: "dim", colspan: "2" }, "screen if all are met"),
  );
}

function factsOf(analysis) {
  const { stages } = analysis;
  const size = ["size", `${analysis.width} \u00d7 ${analysis.height}, ${counted(analysis.total_count, "sample")}`];
  if (analysis.status === "unavailable") return analysis.total_count > 0 ? [size] : [];
  const depths = analysis.peak_depths.map((depth) => depth.toFixed(3)).join(", ");
  const layers = depths ? `${depths} m` : "none";
  return [
    ["depths", `${metres(analysis.min_depth)} to ${metres(analysis.max_depth)}, mean ${metres(analysis.mean_depth)}, ` +
      `median ${metres(analysis.median_depth)}`],
    ["valid", `${whole(analysis.valid_count)} of ${counted(analysis.total_count, "sample")}, ` +
      percent(analysis.coverage)],
    ["edges", `${whole(stages.edge_count)} of ${counted(stages.interior_count, "interior pixel")}`],
    ["layers at", layers],
    size,
  ];
}

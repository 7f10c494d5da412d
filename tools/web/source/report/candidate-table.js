// The candidate measurements of one map, compared with those of all maps.

import { element } from "../shared/dom.js";
import { short } from "../shared/words.js";
import { sharesBelow } from "./statistics.js";
import { withUnit } from "./wording.js";

/** The contents of `details` elements: one, or none if the report has no candidates. */
export function candidateTable(corpus, row) {
  const { candidates } = corpus.facts;
  if (candidates.length === 0) return [];
  const title = element("summary", {}, "Candidate measurements, which do not affect the verdict");
  const isMeasured = candidates.some(({ column }) => !Number.isNaN(corpus.candidates.get(column).values[row]));
  const content = isMeasured
    ? table(corpus, row)
    : element("p", { class: "dim" }, "This map has no candidate measurements.");
  return [[title, content]];
}

function table(corpus, row) {
  const groups = corpus.kinds ? ["real scenes below", "attacks below"] : ["maps below"];
  const names = ["", "measured", ...groups];
  const head = element("tr", {}, ...names.map((name) => element("th", { scope: "col" }, name)));
  const lines = corpus.facts.candidates.map((candidate) => line(corpus, row, candidate));
  const body = element("tbody", {}, ...lines);
  return element("div", { class: "scroller" }, element("table", {}, element("thead", {}, head), body));
}

function line(corpus, row, candidate) {
  const { values } = corpus.candidates.get(candidate.column);
  const value = values[row];
  const text = Number.isNaN(value) ? "none" : withUnit(short(value, 5), candidate);
  return element(
    "tr",
    { "data-candidate": candidate.column },
    element("th", { scope: "row", title: candidate.column }, candidate.meaning),
    element("td", { class: "number", title: Number.isNaN(value) ? null : String(value) }, text),
    ...sharesBelow(values, value, corpus.kinds).map((share) =>
      element("td", { class: "number dim" }, share === null ? "" : `${Math.round(100 * share)} %`),
    ),
  );
}

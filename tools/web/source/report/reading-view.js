// The errors and notes of reading the files, by code.

import { byId, element } from "../shared/dom.js";
import { whole } from "../shared/words.js";

/** Shows errors and notes, if there are any. */
export function showReading({ facts }) {
  const errors = facts.outcomes.filter(({ code, count }) => code !== "" && count > 0);
  const notes = Object.entries(facts.notes);
  const refusals = Object.entries(facts.server_codes);
  const section = byId("reading");
  section.hidden = errors.length + notes.length + refusals.length === 0;
  if (section.hidden) return;
  section.append(
    ...listed("Without a verdict", errors.map(({ code, count, example }) => [code, count, exampleOf(code, example)])),
    ...listed("Not read by the server, by reason", refusals),
    ...listed("Notes", notes),
  );
}

function exampleOf(code, example) {
  return example === "" && code === "no_verdict" ? "read, but without a valid sample or too small" : example;
}

function listed(title, lines) {
  if (lines.length === 0) return [];
  const body = lines.map(([code, count, words = ""]) =>
    element(
      "tr",
      { "data-code": code },
      element("th", { scope: "row" }, element("code", {}, code)),
      element("td", { class: "number" }, whole(count)),
      element("td", { class: "small words" }, words === "" ? "" : `for example: ${words}`),
    ),
  );
  const table = element("table", {}, element("tbody", {}, ...body));
  return [element("h3", {}, title), element("div", { class: "scroller" }, table)];
}

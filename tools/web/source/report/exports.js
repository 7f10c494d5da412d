// Exports: parameters for --parameters, and a table of verdicts.

import { classNames, markNamed, thresholdsOf } from "./corpus.js";
import { decimal } from "./decimals.js";
import { decided } from "./decisions.js";

/** All parameters, with these thresholds, in the format of --parameters. */
export function parametersText(corpus, thresholds) {
  return `${JSON.stringify({ ...markNamed(corpus, "present").parameters, ...thresholds }, null, 2)}\n`;
}

/** One row per map: its measurements, and its verdicts with the present and the current thresholds. */
export function tableText(corpus, accepted) {
  const columns = [...corpus.columns.keys()];
  const candidates = [...corpus.candidates.keys()];
  const present = decided(corpus, thresholdsOf(corpus, markNamed(corpus, "present").parameters));
  const labels = corpus.kinds ? ["label", "species", "group"] : [];
  const lines = [["file", ...labels, ...columns, ...candidates, "verdict_present", "verdict", "error_code"]];
  for (let row = 0; row < corpus.rowCount; row++) {
    const { code } = corpus.facts.outcomes[corpus.outcome[row]];
    const verdict = (passes) => (code !== "" ? "unavailable" : passes[row] ? "pass" : "fail");
    lines.push([
      corpus.files[row],
      ...(corpus.kinds ? labelsOf(corpus, row) : []),
      ...columns.map((column) => decimal(corpus.columns.get(column).values[row], corpus.facts.profile)),
      ...candidates.map((column) => candidateText(corpus.candidates.get(column).values[row])),
      verdict(present),
      verdict(accepted),
      code,
    ]);
  }
  return lines.map((cells) => `${cells.map(cell).join(",")}\n`).join("");
}

/** Candidates are binary64 in every profile, and can be missing. */
function candidateText(number) {
  return Number.isNaN(number) ? "" : String(number);
}

function labelsOf(corpus, row) {
  const kind = corpus.kinds[row];
  return [kind === 0 ? "bona_fide" : "attack", kind === 0 ? "" : classNames(corpus)[kind], groupOf(corpus, row)];
}

export function groupOf(corpus, row) {
  return corpus.groupNames ? corpus.groupNames[corpus.groups[row]] : "";
}

/** A cell of CSV (RFC 4180). */
function cell(text) {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

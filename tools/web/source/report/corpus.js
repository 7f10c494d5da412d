// What a report holds: every row with the numbers that decide.

import { blockText, linesIn, realsIn, unpacked, wholesIn } from "./columns.js";

/**
 * @typedef {object} Corpus
 * @property {object} facts what the command says of the rows
 * @property {number} rowCount
 * @property {Map<string, {distinct: Float64Array, places: Uint32Array, values: Float64Array}>} columns
 * @property {Map<string, {distinct: Float64Array, values: Float64Array}>} candidates measurements beside the server's,
 *   which take part in no verdict; NaN in rows that have none, and empty where the report does not show them
 * @property {Uint16Array} outcome which of `facts.outcomes`; 0 has a verdict
 * @property {Uint16Array | null} kinds class of each row, 0 a real scene, k the species k - 1; null without labels
 * @property {Uint32Array | null} groups null without labels
 * @property {string[]} files as they are printed
 * @property {string[] | null} groupNames null where every row is a group by itself
 */

/** Unpacks the blocks of this page. */
export async function loadCorpus() {
  const facts = JSON.parse(blockText("report"));
  const ids = [...document.querySelectorAll('script[id^="column-"]')].map(({ id }) => id);
  const bytes = new Map(
    await Promise.all(ids.map(async (id) => [id.replace(/^column-/, ""), await unpacked(blockText(id))])),
  );
  return corpusOf(facts, bytes);
}

/** Puts a corpus together from its facts and the bytes of its columns, by their names. */
export function corpusOf(facts, bytes) {
  const rowCount = facts.rows;
  const columns = new Map();
  for (const { column } of facts.checks) {
    if (!columns.has(column)) columns.set(column, realsIn(bytes.get(column), rowCount));
  }
  const candidates = new Map(facts.candidates.map(({ column }) => [column, realsIn(bytes.get(column), rowCount)]));
  const isLabelled = bytes.has("class");
  return {
    facts,
    rowCount,
    columns,
    candidates,
    outcome: Uint16Array.from(wholesIn(bytes.get("outcome"), rowCount, 2)),
    kinds: isLabelled ? Uint16Array.from(wholesIn(bytes.get("class"), rowCount, 2)) : null,
    groups: isLabelled ? groupsIn(bytes, rowCount) : null,
    files: linesIn(bytes.get("file")),
    groupNames: bytes.has("group-name") ? linesIn(bytes.get("group-name")) : null,
    readings: bytes.has("reading") ? wholesIn(bytes.get("reading"), rowCount, 2) : null,
  };
}

/** Rows without a group are groups by themselves. */
function groupsIn(bytes, rowCount) {
  if (bytes.has("group")) return wholesIn(bytes.get("group"), rowCount, 4);
  return Uint32Array.from({ length: rowCount }, (_, row) => row);
}

/** The names of the classes, real scenes first; one for all rows without labels. */
export function classNames(corpus) {
  return corpus.kinds ? ["bona fide", ...corpus.facts.species] : ["all maps"];
}

/** The parameters of a mark, or undefined: "present", "tuned", "given". */
export function markNamed(corpus, kind) {
  return corpus.facts.marks.find((mark) => mark.kind === kind);
}

/** The thresholds that decide, by their keys, of a set of parameters. */
export function thresholdsOf(corpus, parameters) {
  return Object.fromEntries(corpus.facts.checks.map(({ parameter }) => [parameter, parameters[parameter]]));
}

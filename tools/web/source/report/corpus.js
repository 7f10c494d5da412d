// The data of a report: every row with the measurements that decide its verdict.

import { blockText, linesIn, realsIn, unpacked, wholesIn } from "./columns.js";

/**
 * @typedef {object} Corpus
 * @property {object} facts the command's description of the rows
 * @property {number} rowCount
 * @property {Map<string, {distinct: Float64Array, places: Uint32Array, values: Float64Array}>} columns
 * @property {Map<string, {distinct: Float64Array, values: Float64Array}>} candidates measurements that do not affect
 *   the verdict; NaN in rows without them, and empty if the report does not show them
 * @property {Uint16Array} outcome index into `facts.outcomes`; 0 has a verdict
 * @property {Uint16Array | null} kinds class of each row: 0 for a real scene, k for species k - 1; null without labels
 * @property {Uint32Array | null} groups null without labels
 * @property {string[]} files names in their printed form
 * @property {string[] | null} groupNames null if every row is a separate group
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

/** Makes a corpus from its facts and the bytes of its named columns. */
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

/** Without groups, every row is a separate group. */
function groupsIn(bytes, rowCount) {
  if (bytes.has("group")) return wholesIn(bytes.get("group"), rowCount, 4);
  return Uint32Array.from({ length: rowCount }, (_, row) => row);
}

/** The names of the classes, real scenes first; without labels, one class for all rows. */
export function classNames(corpus) {
  return corpus.kinds ? ["bona fide", ...corpus.facts.species] : ["all maps"];
}

/** The mark of a kind ("present", "tuned", "given"), or undefined. */
export function markNamed(corpus, kind) {
  return corpus.facts.marks.find((mark) => mark.kind === kind);
}

/** The thresholds among parameters, by key. */
export function thresholdsOf(corpus, parameters) {
  return Object.fromEntries(corpus.facts.checks.map(({ parameter }) => [parameter, parameters[parameter]]));
}

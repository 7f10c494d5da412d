// The result of one file: the object of docs/JSON.md, and its CSV row, as the command writes them.

import { checks, serverParameters } from "../depthcheck.js";
import { readDepthFile } from "../shared/files.js";
import { plausibilityNotes } from "../shared/plausibility.js";
import { ReadingError, failures } from "../shared/reading-errors.js";

/**
 * Reads a map. If the content of a file is invalid, the result has an `error` and no samples.
 *
 * @param {import("./entries.js").MapEntry} entry
 * @param {import("../shared/files.js").ReadingOptions} options
 */
export async function readEntry(entry, options, engine) {
  let bytes;
  try {
    bytes = new Uint8Array(await entry.file.arrayBuffer());
  } catch (error) {
    return unread(entry, failures.notRead(error.message));
  }
  try {
    return { path: entry.path, ...(await readDepthFile(bytes, options, engine)) };
  } catch (error) {
    if (!(error instanceof ReadingError)) return unread(entry, failures.notEnoughMemory(error.message));
    return { path: entry.path, notes: [], error, server: error.server };
  }
}

/** The result for a file that could not be read; the server's answer is unknown. */
export function unread({ path }, error) {
  const words = "unknown: the file was not read";
  const server = { server_would_answer: words, server_answer: "unknown", server_code: "not_read" };
  return { path, notes: [], error, server };
}

/**
 * Analyses a map and adds the notes about implausible numbers. If memory is insufficient, the result has that error.
 *
 * @returns {{ reading: object, analysis: object, trace: object | null }}
 */
export function analyzed(reading, engine, settings, isTraced = false) {
  try {
    const trace = isTraced && !reading.error ? traceOf(reading, engine, settings) : null;
    const analysis = trace?.analysis ?? analysisOf(reading, engine, settings);
    if (reading.error) return { reading, analysis, trace };
    const parameters = { ...serverParameters, ...settings.parameters };
    const statusOf = (samples) => analysisOf({ ...reading, samples }, engine, settings).status;
    const notes = [...plausibilityNotes(reading, analysis, parameters, statusOf), ...reading.notes];
    return { reading: { ...reading, notes }, analysis, trace };
  } catch (error) {
    const without = unread(reading, failures.notEnoughMemory(error.message));
    return { reading: without, analysis: analysisOf(without, engine, settings), trace: null };
  }
}

function traceOf({ samples, width, height }, { analyzer }, { profile, parameters }) {
  return analyzer.trace(samples, { width, height, profile, parameters });
}

/** The analysis of a map; for a file that could not be read, one without a verdict. */
export function analysisOf(reading, { analyzer }, { profile, parameters }) {
  if (!reading.error) {
    const { samples, width, height } = reading;
    return analyzer.analyze(samples, { width, height, profile, parameters });
  }
  const nothing = analyzer.analyze(new Float32Array(), { profile, parameters });
  return { ...nothing, width: 0, height: 0, reasons: ["unreadable"] };
}

/** The object printed by `depthcheck analyze --format json`. */
export function resultObject(reading, analysis) {
  const { path, server, notes, error } = reading;
  return {
    input: path,
    ...analysis,
    ...server,
    notes: notes.map(({ text }) => text),
    note_codes: notes.map(({ code }) => code),
    ...(error && { error: error.message, error_code: error.code }),
  };
}

/** The cells of a result by column, as printed by `depthcheck analyze --format csv`. */
export function resultCells(result) {
  const { stages, checks: outcomes, server_would_answer, server_answer, server_code, notes, note_codes, error,
    error_code, ...fields } = result;
  const cells = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, cellText(value)]));
  cells.depth_range = cellText(outcomes.find(({ check }) => check === "screen_range")?.value ?? 0);
  for (const { check } of checks) {
    const outcome = outcomes.find((candidate) => candidate.check === check) ?? {};
    for (const part of ["threshold", "margin", "holds"]) cells[`${check}_${part}`] = cellText(outcome[part]);
  }
  const around = { server_would_answer, server_answer, server_code, notes: notes.join("; "), note_codes, error,
    error_code };
  for (const [name, value] of Object.entries(around)) cells[name] = cellText(value);
  return cells;
}

function cellText(value) {
  return Array.isArray(value) ? value.join(" ") : String(value ?? "");
}

/** Formats rows as CSV with a header (RFC 4180, but lines end with a newline). */
export function csvText(rows) {
  if (rows.length === 0) return "";
  const line = (cells) => `${cells.map(quoted).join(",")}\n`;
  const columns = Object.keys(rows[0]);
  return [line(columns), ...rows.map((row) => line(columns.map((column) => row[column])))].join("");
}

function quoted(cell) {
  return /[",\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/**
 * The deciding check nearest to its threshold, with its margin as a share of the threshold; null without a verdict.
 */
export function nearestCheck(analysis) {
  const deciding = analysis.checks.filter(({ check }) => roleOf(check) !== "warning");
  const near = deciding.map((outcome) => ({ ...outcome, share: outcome.margin / (outcome.threshold || 1) }));
  near.sort((a, b) => Math.abs(a.share) - Math.abs(b.share));
  return near[0] ?? null;
}

function roleOf(name) {
  return checks.find(({ check }) => check === name).role;
}

// Many maps, one after the other: only a row of each is kept.

import { breath } from "../shared/dom.js";
import { analysisOf, nearestCheck, readEntry, resultCells, resultObject } from "./results.js";

/** Work is interrupted for the browser to draw and to listen after so many milliseconds. */
const stretch = 30;

/**
 * Analyses maps into a table until `isWanted` says no.
 *
 * @param {import("./entries.js").MapEntry[]} entries
 * @param {{ options: object, profile: string, parameters: object }} settings
 * @param {import("./maps-table.js").MapsTable} table
 * @param {() => boolean} isWanted
 */
export async function analyzeAll(entries, settings, engine, table, isWanted) {
  let drawn = performance.now();
  for (const entry of entries) {
    const row = await rowOf(entry, settings, engine);
    if (!isWanted()) return;
    table.add(row);
    if (performance.now() - drawn > stretch) {
      table.update(true);
      await breath();
      if (!isWanted()) return;
      drawn = performance.now();
    }
  }
  table.update(false);
}

async function rowOf(entry, settings, engine) {
  const reading = await readEntry(entry, settings.options, engine);
  const analysis = analysisOf(reading, engine, settings);
  const result = resultObject(reading, analysis);
  return {
    path: entry.path,
    entry,
    status: analysis.status,
    server: result.server_answer,
    deviation: analysis.depth_variance,
    layers: analysis.depth_layers,
    coherence: analysis.edge_coherence,
    near: nearestCheck(analysis),
    reasons: analysis.reasons,
    error: result.error ?? null,
    cells: resultCells(result),
  };
}

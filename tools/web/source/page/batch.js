// Analyses many maps, one after another, and keeps only a table row for each.

import { breath } from "../shared/dom.js";
import { analyzed, nearestCheck, readEntry, resultCells, resultObject } from "./results.js";

/** The number of files to read ahead. */
const ahead = 4;
/** Milliseconds between yields to the browser, and between updates of the table. */
const stretch = 30;
const redrawing = 250;

/**
 * Analyses maps into a table while `isWanted` returns true.
 *
 * @param {import("./entries.js").MapEntry[]} entries
 * @param {{ options: object, profile: string, parameters: object }} settings
 * @param {import("./maps-table.js").MapsTable} table
 * @param {() => boolean} isWanted
 */
export async function analyzeAll(entries, settings, engine, table, isWanted) {
  let [rested, drawn] = [performance.now(), performance.now()];
  const coming = [];
  for (let next = 0; next < entries.length || coming.length > 0; ) {
    while (next < entries.length && coming.length < ahead) coming.push(rowOf(entries[next++], settings, engine));
    const row = await coming.shift();
    if (!isWanted()) return;
    table.add(row);
    if (performance.now() - rested < stretch) continue;
    if (performance.now() - drawn > redrawing) {
      table.update(true);
      drawn = performance.now();
    }
    await breath();
    if (!isWanted()) return;
    rested = performance.now();
  }
  table.update(false);
}

async function rowOf(entry, settings, engine) {
  const { reading, analysis } = analyzed(await readEntry(entry, settings.options, engine), engine, settings);
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

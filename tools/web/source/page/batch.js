// Many maps, one after the other: only a row of each is kept.

import { breath } from "../shared/dom.js";
import { analyzed, nearestCheck, readEntry, resultCells, resultObject } from "./results.js";

/** So many files are read ahead, while the one before them is analysed. */
const ahead = 4;
/** After so many milliseconds the browser may listen, and after so many the table is drawn again. */
const stretch = 30;
const redrawing = 250;

/**
 * Analyses maps into a table until `isWanted` says no.
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

// The WebAssembly modules embedded in a page.

import { CandidateMeter, DepthAnalyzer, GzipReader } from "../depthcheck.js";
import { dataOf } from "./data.js";

/**
 * Loads the analysis and the server's gzip reader from the data of the page.
 *
 * @returns {Promise<{ analyzer: DepthAnalyzer, reader: GzipReader }>}
 */
export async function loadEngine() {
  const [analyzer, reader] = await Promise.all([
    dataOf("depthcheck.wasm").then((bytes) => DepthAnalyzer.load(bytes)),
    dataOf("depthcheck-gzip.wasm").then((bytes) => GzipReader.load(bytes)),
  ]);
  return { analyzer, reader };
}

export async function loadCandidateMeter() {
  return CandidateMeter.load(await dataOf("depthcheck-candidates.wasm"));
}

// The WebAssembly modules embedded in a page.

import { CandidateMeter, DepthAnalyzer, GzipReader, hasSIMD } from "../depthcheck.js";
import { dataOf } from "./data.js";

/**
 * Loads the analysis and the server's gzip reader from the data of the page.
 *
 * @returns {Promise<{ analyzer: DepthAnalyzer, reader: GzipReader }>}
 */
export async function loadEngine() {
  const name = hasSIMD() ? "depthcheck.wasm" : "depthcheck-nosimd.wasm";
  const [analyzer, reader] = await Promise.all([
    dataOf(name).then((bytes) => DepthAnalyzer.load(bytes)),
    dataOf("depthcheck-gzip.wasm").then((bytes) => GzipReader.load(bytes)),
  ]);
  return { analyzer, reader };
}

export async function loadCandidateMeter() {
  return CandidateMeter.load(await dataOf("depthcheck-candidates.wasm"));
}

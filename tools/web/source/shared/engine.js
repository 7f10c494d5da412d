// The WebAssembly modules that a page carries with it.

import { DepthAnalyzer, GzipReader, hasSIMD } from "../depthcheck.js";

/**
 * Loads the analysis and the server's reader of gzip from the data of the page.
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

/** The bytes of a data block of the page: base64 of gzip. */
export async function dataOf(id) {
  const packed = Uint8Array.from(atob(document.getElementById(id).textContent), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

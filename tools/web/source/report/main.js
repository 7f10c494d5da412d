// The entry point of a report: unpacks the data embedded in the page and starts the explorer.

import { byId } from "../shared/dom.js";
import { loadCorpus } from "./corpus.js";
import { Explorer } from "./explorer.js";

try {
  const corpus = await loadCorpus();
  new Explorer(corpus).start();
  byId("main").removeAttribute("aria-busy");
  performance.mark("depthcheck-ready");
} catch (error) {
  byId("sentence").textContent =
    `This report could not be unpacked: ${error.message}. Its file may be truncated; make it again, or use a ` +
    "browser released in 2023 or later.";
  throw error;
}

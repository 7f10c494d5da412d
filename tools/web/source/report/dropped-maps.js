// Analyses files dropped into a report and compares them with the stored measurements.

import { element } from "../shared/dom.js";
import { loadEngine } from "../shared/engine.js";
import { readDepthFile } from "../shared/files.js";
import { MapView } from "../shared/map-view.js";
import { markNamed } from "./corpus.js";
import { decimal } from "./decimals.js";

/** Accepts dropped files on the whole page; `element` is the visible drop target. */
export class DroppedMaps {
  #corpus;
  #choose;
  #row = null;
  #shownRow = undefined;
  #engine = null;
  #view = null;
  #invitation = element("p", { class: "small dim" });
  #answer = element("div", { class: "dropped-answer", role: "status" });
  #map = element("div", { class: "dropped-map", hidden: true });

  constructor(corpus, choose) {
    this.#corpus = corpus;
    this.#choose = choose;
    const input = element("input", { type: "file", class: "visually-hidden", id: "map-file" });
    input.addEventListener("change", () => {
      if (input.files.length > 0) this.#open(input.files[0]);
      input.value = "";
    });
    const label = element("label", { class: "button small", for: "map-file" }, "Open its file\u2026");
    const controls = hasEngine() ? [input, label] : [];
    this.element = element("div", { class: "drop" }, this.#invitation, ...controls, this.#answer, this.#map);
    this.#followDrops();
  }

  /** Sets the selected row and clears messages about the file of another row. */
  show(row) {
    this.#row = row;
    this.#invitation.textContent = invitation(row);
    if (row === this.#shownRow) return;
    this.#answer.replaceChildren();
    this.#map.hidden = true;
    this.#shownRow = row;
  }

  #followDrops() {
    const stop = (event) => event.preventDefault();
    addEventListener("dragover", stop);
    addEventListener("drop", (event) => {
      event.preventDefault();
      const [file] = event.dataTransfer?.files ?? [];
      if (!file) return;
      if (hasEngine()) this.#open(file);
      else this.#showMessage("bad", withoutEngine);
    });
  }

  async #open(file) {
    const row = this.#rowOf(file.name);
    if (row !== null && row !== this.#row) this.#choose(row);
    this.#showMessage("", `Analysing ${file.name}\u2026`);
    try {
      this.#engine ??= await loadEngine();
      await this.#analyse(file, row);
    } catch (error) {
      this.#map.hidden = true;
      this.#showMessage("bad", `${file.name}: ${error.message}`);
    }
  }

  /** The row of a file: the selected one if it has that name, otherwise the only one that does. */
  #rowOf(name) {
    const isNamed = (row) => this.#corpus.files[row].split("/").at(-1) === name;
    if (this.#row !== null && isNamed(this.#row)) return this.#row;
    const rows = [];
    for (let row = 0; row < this.#corpus.rowCount; row++) if (isNamed(row)) rows.push(row);
    return rows.length === 1 ? rows[0] : null;
  }

  async #analyse(file, row) {
    const { parameters } = markNamed(this.#corpus, "present");
    const { profile } = this.#corpus.facts;
    const bytes = new Uint8Array(await file.arrayBuffer());
    const read = await readDepthFile(bytes, readingOf(this.#corpus, row), this.#engine);
    const { samples, width, height } = read;
    const trace = this.#engine.analyzer.trace(samples, { width, height, profile, parameters });
    this.#showMessage(...this.#comparison(file.name, row, trace.analysis));
    this.#map.hidden = false;
    this.#view ??= new MapView(this.#map);
    this.#view.show({ samples, analysis: trace.analysis, trace, parameters });
  }

  /** Compares a file with the numbers of its row. */
  #comparison(name, row, analysis) {
    if (row === null) {
      return ["warning", `${name}: no map of this corpus has this name, or several have it; select the map first.`];
    }
    if (analysis.status === "unavailable") {
      if (this.#corpus.outcome[row] !== 0) return ["good", `${name}: no verdict, as when it was measured.`];
      return ["bad", `${name}: no verdict, but it had one when it was measured.`];
    }
    if (this.#corpus.outcome[row] !== 0) {
      return ["bad", `${name}: a verdict, but it had none when it was measured.`];
    }
    const differing = differences(this.#corpus, row, analysis);
    if (differing.length === 0) return ["good", `${name}: all numbers equal those measured, to the last bit.`];
    return ["bad", `${name}: numbers differ from those measured: ${differing.join("; ")}.`];
  }

  #showMessage(tone, text) {
    const words = element("p", { class: `message ${tone}` }, text);
    this.#answer.replaceChildren(words);
  }
}

const withoutEngine =
  "This report was made without the analysis, so it cannot open files. depthcheck report prints how to include the " +
  "analysis.";

function invitation(row) {
  if (!hasEngine()) return withoutEngine;
  return row === null
    ? "Or drop the file of a map here. It is analysed in this page and does not leave this device."
    : "Drop the map's file here to analyse it in this page. It does not leave this device.";
}

function hasEngine() {
  return document.getElementById("depthcheck.wasm") !== null;
}

/** The options with which the file of a row was read. */
export function readingOf(corpus, row) {
  const { readings } = corpus.facts;
  const { reading = "" } = readings[row === null || !corpus.readings ? 0 : corpus.readings[row]] ?? {};
  const options = {};
  for (const part of reading.split(" ")) {
    const [key, value = ""] = part.split("=");
    if (key === "units_per_metre") options.unitsPerMetre = Number(value);
    else if (key === "dimensions") [options.width, options.height] = value.split("x").map(Number);
    else if (key === "invalid") options.invalidValues = value.split(",").map(Number);
    else if (key === "row_bytes") throw new Error("its rows were padded (--row-bytes), which this page cannot read");
  }
  return options;
}

/** The measurements that differ between an analysis and a row. */
function differences(corpus, row, analysis) {
  const { profile } = corpus.facts;
  const found = [];
  for (const column of corpus.columns.keys()) {
    const measured = decimal(corpus.columns.get(column).values[row], profile);
    const number = column === "depth_range" ? depthRange(analysis, profile) : analysis[column];
    const here = decimal(profile === "client" ? Math.fround(number) : number, profile);
    if (measured !== here) found.push(`${column} ${here} instead of ${measured}`);
  }
  return found;
}

/** Computed in the arithmetic of the profile. */
function depthRange({ min_depth: nearest, max_depth: farthest }, profile) {
  return profile === "client" ? Math.fround(Math.fround(farthest) - Math.fround(nearest)) : farthest - nearest;
}

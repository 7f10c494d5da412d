// A table of maps that can be sorted by any column. Thousands of rows are divided into pages.

import { download, element } from "../shared/dom.js";
import { checkNamed, counted, reasonWords, whole } from "../shared/words.js";
import { csvText } from "./results.js";

const rowsAtOnce = 100;
const worst = { fail: 0, unavailable: 1, unknown: 2, pass: 3 };

/** Title, name, whether it is numeric, sort key and cell content, null for a number that a map has not. */
const columns = [
  { title: "map", name: "name", key: (row) => row.path,
    content: (row) => element("button", { type: "button", class: "open" }, row.path) },
  { title: "verdict", name: "verdict", key: (row) => worst[row.status],
    content: (row) => (row.error ? badge("error", "unreadable") : badge(row.status)) },
  { title: "server", name: "server", key: (row) => worst[row.server], content: (row) => badge(row.server) },
  { title: "why", name: "error", key: (row) => row.error ?? row.reasons.join(),
    content: (row) => row.error ?? row.reasons.map((reason) => reasonWords(reason)).join(", ") },
  { title: "deviation, m", name: "deviation", isNumber: true, key: (row) => row.deviation,
    content: (row) => (isMeasured(row) ? row.deviation.toFixed(4) : null) },
  { title: "layers", name: "layers", isNumber: true, key: (row) => row.layers,
    content: (row) => (isMeasured(row) ? String(row.layers) : null) },
  { title: "coherence", name: "coherence", isNumber: true, key: (row) => row.coherence,
    content: (row) => (isMeasured(row) ? row.coherence.toFixed(4) : null) },
  { title: "nearest threshold", name: "nearest", isNumber: true, key: (row) => row.near && Math.abs(row.near.share),
    content: (row) => row.near && nearText(row.near) },
];

function badge(answer, text = answer) {
  return element("span", { class: `badge ${answer}` }, text);
}

function isMeasured(row) {
  return row.status !== "unavailable";
}

function classesOf({ name, isNumber }) {
  return isNumber ? `${name} number` : name;
}

function cell(column, row) {
  const shown = column.content(row);
  const classes = classesOf(column) + (shown === null ? " none" : "");
  return element("td", { class: classes, "data-title": column.title }, shown ?? "\u2014");
}

/** Shows rows in `container`; `open` is called with the row that the user selects. */
export class MapsTable {
  #rows = [];
  #shown = [];
  #sorting = { column: columns[0], sign: 1 };
  #first = 0;
  #selected = null;
  #open;
  #title = element("h2", {}, "Maps");
  #counts = element("p", { id: "counts" });
  #progress = element("progress", { "aria-label": "Maps analysed", hidden: true });
  #body = element("tbody");
  #heads = columns.map((column) => this.#head(column));
  #pages = element("div", { class: "row", hidden: true });
  #stop = element("button", { type: "button", id: "stop", hidden: true }, "Stop");
  #again = element("button", { type: "button", id: "again", hidden: true }, "Analyse all again");
  #save = element("button", { type: "button", id: "save-csv" }, "Save as CSV");

  constructor(container, { open, stop, again }) {
    this.#open = open;
    this.#stop.addEventListener("click", stop);
    this.#again.addEventListener("click", again);
    this.#save.addEventListener("click", () => download("results.csv", this.csv, "text/csv"));
    const head = element("thead", {}, element("tr", {}, ...this.#heads));
    const buttons = element("div", { class: "row" }, this.#stop, this.#again, this.#save);
    const table = element("table", { class: "small" }, head, this.#body);
    container.append(
      element("div", { class: "heading" }, this.#title, buttons),
      this.#counts,
      this.#progress,
      element("div", { class: "scroller maps" }, table),
      this.#pages,
    );
  }

  /** The table in the CSV format of the command. */
  get csv() {
    return csvText(this.#rows.map(({ cells }) => cells));
  }

  /** Starts a new table for `count` maps. */
  begin(count, skipped) {
    this.#rows = [];
    this.#first = 0;
    this.#selected = null;
    this.#progress.max = count;
    this.#skipped = skipped;
    this.isStale = false;
    this.update(true);
  }

  #skipped = 0;

  add(row) {
    this.#rows.push(row);
  }

  update(isRunning) {
    this.#progress.hidden = !isRunning;
    this.#progress.value = this.#rows.length;
    this.#stop.hidden = !isRunning;
    this.#save.disabled = isRunning || this.#rows.length === 0;
    this.#counts.textContent = this.#countsText(isRunning);
    this.#draw();
  }

  /** Whether the parameters have changed since the rows were computed. */
  set isStale(isStale) {
    this.#again.hidden = !isStale;
  }

  select(path) {
    this.#selected = path;
    this.#draw();
  }

  #countsText(isRunning) {
    const total = this.#progress.max;
    const done = this.#rows.length;
    const count = (test) => whole(this.#rows.filter(test).length);
    const sum = `${count((row) => row.status === "pass")} pass, ${count((row) => row.status === "fail")} fail, ` +
      `${count((row) => row.status === "unavailable")} without a verdict` +
      `, ${count((row) => row.error)} of these unreadable`;
    const state = isRunning ? `${whole(done)} of ${counted(total, "map")} so far: ` :
      done < total ? `Stopped after ${whole(done)} of ${counted(total, "map")}: ` : `${counted(done, "map")}: `;
    const rest = this.#skipped ? ` ${counted(this.#skipped, "other file")} skipped.` : "";
    return `${state}${sum}.${rest}`;
  }

  #head(column) {
    const button = element("button", { type: "button", class: "sort", "data-column": column.name,
      onclick: () => this.#sort(column) }, column.title);
    return element("th", { scope: "col", class: classesOf(column), "aria-sort": "none" }, button);
  }

  #sort(column) {
    const isSame = this.#sorting.column === column;
    this.#sorting = { column, sign: isSame ? -this.#sorting.sign : 1 };
    this.#first = 0;
    this.#draw();
  }

  #draw() {
    const { column, sign } = this.#sorting;
    this.#shown = [...this.#rows].sort((a, b) => compared(column.key(a), column.key(b), sign));
    this.#heads.forEach((head, index) => {
      const isSorted = columns[index] === column;
      head.setAttribute("aria-sort", isSorted ? (sign > 0 ? "ascending" : "descending") : "none");
    });
    const some = this.#shown.slice(this.#first, this.#first + rowsAtOnce);
    const focused = document.activeElement?.closest?.("tr")?.dataset.path;
    this.#body.replaceChildren(...some.map((row) => this.#row(row)));
    if (focused) this.#body.querySelector(`tr[data-path="${CSS.escape(focused)}"] button`)?.focus();
    this.#drawPages();
  }

  #row(row) {
    const attributes = { "data-path": row.path, "aria-selected": String(row.path === this.#selected) };
    return element("tr", { ...attributes, onclick: () => this.#open(row) }, ...columns.map((column) => cell(column, row)));
  }

  #drawPages() {
    const count = this.#shown.length;
    this.#pages.hidden = count <= rowsAtOnce;
    if (count <= rowsAtOnce) return this.#pages.replaceChildren();
    const go = (words, first, isPossible) => element("button", { type: "button", disabled: !isPossible,
      onclick: () => ((this.#first = first), this.#draw()) }, words);
    const last = Math.min(this.#first + rowsAtOnce, count);
    this.#pages.replaceChildren(
      go("Previous", this.#first - rowsAtOnce, this.#first > 0),
      go("Next", this.#first + rowsAtOnce, last < count),
      element("span", { class: "dim" }, `${whole(this.#first + 1)} to ${whole(last)} of ${whole(count)}`),
    );
  }
}

/** The margin as a share of the threshold: "edge coherence −1.2 %". */
function nearText({ check, share }) {
  const percent = 100 * share;
  const sign = percent < 0 ? "\u2212" : "+";
  const size = Math.abs(percent);
  return `${checkNamed(check).name} ${sign}${size < 1000 ? Number(size.toPrecision(3)) : ">1000"} %`;
}

/** Compares numbers or texts; missing values come last in both directions. */
function compared(a, b, sign) {
  const [hasA, hasB] = [a, b].map((value) => value !== null && value !== undefined && value !== "");
  if (!hasA || !hasB) return Number(hasB) - Number(hasA);
  return a < b ? -sign : a > b ? sign : 0;
}

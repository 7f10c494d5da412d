// The list of maps: all, those whose verdict has changed, errors and others.

import { byId, element, oncePerFrame } from "../shared/dom.js";
import { whole } from "../shared/words.js";
import { classNames } from "./corpus.js";
import { listKinds, selected } from "./selection.js";
import { marginText, maps } from "./wording.js";

const firstCount = 100;

/** Lists maps; selecting one shows it. */
export class MapList {
  #corpus;
  #choose;
  #found = null;
  #most = firstCount;
  #chosen = null;
  #kinds = byId("list-kind");
  #search = byId("find");

  constructor(corpus, { choose, changed }) {
    this.#corpus = corpus;
    this.#choose = choose;
    for (const { kind, title } of listKinds(corpus)) this.#kinds.append(element("option", { value: kind }, title));
    this.#kinds.addEventListener("change", () => {
      changed(this.#kinds.value);
      this.#again();
    });
    const search = oncePerFrame(() => this.#again());
    this.#search.addEventListener("input", search);
  }

  /** Updates the list; `kind` is the requested list, or null. */
  show({ thresholds, accepted, present, kind }) {
    const known = listKinds(this.#corpus).some((candidate) => candidate.kind === kind);
    this.#kinds.value = known ? kind : listKinds(this.#corpus)[0].kind;
    this.#found = { thresholds, accepted, present };
    this.#list();
  }

  mark(row) {
    this.#chosen = row;
    for (const line of byId("list").querySelectorAll("tr[data-row]")) {
      line.setAttribute("aria-selected", String(Number(line.dataset.row) === row));
    }
  }

  #again() {
    this.#most = firstCount;
    this.#list();
  }

  #list() {
    const { rows, count } = selected({
      corpus: this.#corpus,
      kind: this.#kinds.value,
      text: this.#search.value,
      most: this.#most,
      ...this.#found,
    });
    if (count === 0) {
      byId("list").replaceChildren(element("p", { class: "dim" }, this.#emptyText()));
      return;
    }
    const body = element("tbody", {}, ...rows.map((item) => this.#line(item)));
    const titles = ["map", this.#corpus.kinds && "label", "now", "margin"].filter(Boolean);
    const heads = titles.map((title) => element("th", { scope: "col", class: title === "margin" && "number" }, title));
    const head = element("thead", {}, element("tr", {}, ...heads));
    const table = element("div", { class: "scroller lines" }, element("table", {}, head, body));
    byId("list").replaceChildren(table, ...this.#rest(rows.length, count));
  }

  #line({ row, margin }) {
    const { files, kinds, outcome } = this.#corpus;
    const { accepted } = this.#found;
    const verdict = outcome[row] !== 0 ? "unavailable" : accepted[row] ? "pass" : "fail";
    const choose = () => this.#choose(row);
    const name = element("button", { type: "button", class: "plain name", onclick: choose }, files[row]);
    const label = kinds ? [element("td", {}, classNames(this.#corpus)[kinds[row]])] : [];
    const shown = verdict === "unavailable" ? breakable(this.#corpus.facts.outcomes[outcome[row]].code) : [verdict];
    return element(
      "tr",
      { "data-row": row, "aria-selected": String(row === this.#chosen) },
      element("td", {}, name),
      ...label,
      element("td", {}, element("span", { class: `badge ${verdict}` }, ...shown)),
      element("td", { class: "number" }, marginText(margin)),
    );
  }

  #rest(shown, count) {
    const listed = shown === count ? maps(count) : `${whole(shown)} of ${maps(count)}`;
    const total = element("p", { class: "small dim" }, listed);
    if (shown === count) return [total];
    const more = () => {
      this.#most = Math.min(10 * this.#most, 2000);
      this.#list();
    };
    const isFull = this.#most >= 2000;
    const rest = `, and ${whole(count - shown)} more`;
    total.append(isFull ? `${rest}: find them by name, or export the table` : `${rest} `);
    if (!isFull) total.append(element("button", { type: "button", class: "small", onclick: more }, "Show more"));
    return [total];
  }

  #emptyText() {
    if (this.#search.value.trim() !== "") return "No map in this list has a name that contains this text.";
    if (this.#kinds.value === "changed") {
      return "No map is decided differently than at present. Move a threshold, or choose another list.";
    }
    return "No maps.";
  }
}

/** A code that may be broken between its words. */
function breakable(code) {
  return code.split("_").flatMap((word, index) => (index === 0 ? [word] : ["_", element("wbr"), word]));
}

// The state of the report, and the views that depend on it.

import { byId, oncePerFrame } from "../shared/dom.js";
import { AnswerView } from "./answer-view.js";
import { ChosenMap } from "./chosen-map.js";
import { ContactSheet } from "./contact-sheet.js";
import { markNamed, thresholdsOf } from "./corpus.js";
import { decided } from "./decisions.js";
import { MapList } from "./map-list.js";
import { RatesTable } from "./rates-table.js";
import { ErrorCounter } from "./rates.js";
import { showReading } from "./reading-view.js";
import { listKinds } from "./selection.js";
import { fragmentOf, stateOf } from "./state.js";
import { ThresholdCards } from "./threshold-cards.js";
import { TradeOffView } from "./trade-off-view.js";

/** Milliseconds without a change before slow views are updated. */
const pause = 120;

/** Connects the views of a page to the current thresholds. */
export class Explorer {
  #corpus;
  #present;
  #presentAccepted;
  #counter;
  #state;
  #views = [];
  #list;
  #chosen;
  #accepted;
  #timer = null;
  #update = oncePerFrame(() => this.#updateNow());

  /** @param {import("./corpus.js").Corpus} corpus */
  constructor(corpus) {
    this.#corpus = corpus;
    this.#present = thresholdsOf(corpus, markNamed(corpus, "present").parameters);
    this.#counter = new ErrorCounter(corpus);
    this.#presentAccepted = decided(corpus, this.#present);
    this.#state = this.#stateOfAddress();
  }

  /** Shows all views and starts handling events. */
  start() {
    const corpus = this.#corpus;
    const set = (thresholds) => this.set(thresholds);
    const choose = (row) => this.choose(row);
    this.#views = [new AnswerView(corpus, { set, link: () => this.#write() }), new ThresholdCards(corpus, set)];
    if (corpus.kinds) {
      const present = this.#counter.rates(this.#presentAccepted);
      this.#views.push(new RatesTable(corpus, present));
      // Without both classes there is no curve; a remark explains why.
      if (corpus.facts.trade_off.length > 0) this.#views.push(new TradeOffView(corpus, this.#counter, set));
    } else {
      this.#views.push(new RatesTable(corpus, null, this.#counter.counts(this.#presentAccepted)));
    }
    this.#list = new MapList(corpus, { choose, changed: (kind) => this.#setList(kind) });
    this.#chosen = new ChosenMap(corpus, choose);
    this.#views.push(new ContactSheet(corpus, choose));
    showReading(corpus);
    addEventListener("hashchange", () => this.#restore());
    this.#updateNow();
    this.#settle();
    for (const id of ["actions", "thresholds", "maps"]) byId(id).hidden = false;
  }

  /** Changes some thresholds. */
  set(thresholds) {
    this.#state.thresholds = { ...this.#state.thresholds, ...thresholds };
    this.#update();
  }

  /** Selects the map of a row; null for none. */
  choose(row) {
    this.#state.map = row === null ? null : this.#corpus.files[row];
    this.#showChosen();
    this.#list.mark(row);
    this.#write();
    // In narrow windows the map is below the list.
    if (matchMedia("(max-width: 900px)").matches) byId("chosen").scrollIntoView({ block: "nearest" });
  }

  #setList(kind) {
    this.#state.list = kind === listKinds(this.#corpus)[0].kind ? null : kind;
    this.#write();
  }

  #updateNow() {
    const start = performance.now();
    const { thresholds } = this.#state;
    const accepted = decided(this.#corpus, thresholds);
    const counts = this.#counter.counts(accepted);
    const rates = this.#corpus.kinds ? this.#counter.rates(accepted) : null;
    this.#accepted = accepted;
    const found = { thresholds, accepted, counts, rates, changed: this.#countChanged(accepted) };
    for (const view of this.#views) view.show(found);
    performance.measure("depthcheck-update", { start });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#settle(), pause);
  }

  #countChanged(accepted) {
    let changed = 0;
    for (let row = 0; row < accepted.length; row++) changed += accepted[row] ^ this.#presentAccepted[row];
    return changed;
  }

  /** Updates the list, the selected map, announcements and the address after a pause. */
  #settle() {
    const { thresholds, list } = this.#state;
    this.#list.show({ thresholds, accepted: this.#accepted, present: this.#presentAccepted, kind: list });
    this.#showChosen();
    byId("live").textContent = byId("sentence").textContent;
    this.#write();
  }

  #showChosen() {
    const { map, thresholds } = this.#state;
    const row = map === null ? -1 : this.#corpus.files.indexOf(map);
    this.#chosen.show(row < 0 ? null : row, thresholds, this.#present);
    if (row >= 0) this.#list.mark(row);
  }

  #stateOfAddress() {
    return stateOf(location.hash, this.#corpus.facts.checks, this.#present);
  }

  /** Restores the state from a changed address. */
  #restore() {
    this.#state = this.#stateOfAddress();
    this.#update();
  }

  /** Writes the state to the address and returns its fragment. */
  #write() {
    const fragment = fragmentOf(this.#state, this.#corpus.facts.checks, this.#present);
    if (fragment !== location.hash) history.replaceState(null, "", fragment === "" ? location.pathname : fragment);
    return location.href;
  }
}

// The summary: the effect of the thresholds on this corpus, and the buttons below it.

import { byId, copyText, download, element } from "../shared/dom.js";
import { whole } from "../shared/words.js";
import { thresholdsOf } from "./corpus.js";
import { level } from "./decimals.js";
import { parametersText, tableText } from "./exports.js";
import { ends, maps, markTitle, percent } from "./wording.js";

export class AnswerView {
  #corpus;
  #found = null;
  #set;
  #link;
  #marks = [];

  constructor(corpus, { set, link }) {
    this.#corpus = corpus;
    this.#set = set;
    this.#link = link;
    this.#describe();
    byId("actions").append(...this.#markButtons(), ...this.#exportButtons());
  }

  show(found) {
    this.#found = found;
    byId("sentence").replaceChildren(...(found.rates ? this.#rateSentence(found.rates) : this.#countSentence(found)));
    byId("change").textContent = this.#changeSentence(found.changed);
    for (const { button, thresholds } of this.#marks) {
      const isHere = Object.entries(thresholds).every(([key, value]) => found.thresholds[key] === value);
      button.setAttribute("aria-pressed", String(isHere));
    }
  }

  #rateSentence({ bpcer, worst, apcer, worstInterval, acer }) {
    const { species } = this.#corpus.facts;
    const interval = (range) => (range === null ? "" : `, ${level(this.#corpus.facts.confidence)} % interval ${ends(range)}`);
    const attacks =
      worst === null
        ? [bpcer.value === null ? "No attack has a verdict" : "No attack has a verdict; these thresholds"]
        : [
            "These thresholds accept ",
            element("strong", {}, percent(apcer[worst].value)),
            ` of the worst species of attack (${species[worst]}: ${whole(apcer[worst].errors)} of ` +
              `${whole(apcer[worst].total)}${interval(worstInterval)})`,
          ];
    const scenes =
      bpcer.value === null
        ? [", and no real scene has a verdict."]
        : [
            worst === null ? " reject " : " and reject ",
            element("strong", {}, percent(bpcer.value)),
            ` of real scenes (${whole(bpcer.errors)} of ${whole(bpcer.total)}${interval(bpcer.interval)}).`,
          ];
    const mean = acer === null ? [] : [" ACER ", element("strong", {}, percent(acer)), "."];
    return [...attacks, ...scenes, ...mean];
  }

  #countSentence({ counts }) {
    const [accepted, decided, all] = [counts.accepted[0], counts.responses[0], counts.totals[0]];
    const share = decided === 0 ? "" : ` (${percent(accepted / decided)})`;
    const rest = all === decided ? "" : ` ${maps(all - decided)} ${all - decided === 1 ? "has" : "have"} no verdict.`;
    return [
      "These thresholds accept ",
      element("strong", {}, whole(accepted)),
      ` of ${maps(decided)} with a verdict${share} and reject `,
      element("strong", {}, whole(decided - accepted)),
      `.${rest}`,
    ];
  }

  #changeSentence(changed) {
    if (changed === 0) return "Every map is decided as with the server's present thresholds.";
    const are = changed === 1 ? "is" : "are";
    return `${maps(changed)} ${are} decided differently than with the server's present thresholds.`;
  }

  #describe() {
    const { facts } = this.#corpus;
    document.title = `${facts.measurements} \u2014 depthcheck report`;
    byId("title").textContent = facts.measurements;
    const labels = facts.labels === null ? "without labels" : `with ${facts.labels}`;
    const objective = facts.objective === null ? "" : ` Tuned for the ${facts.objective}.`;
    byId("about").textContent = `${maps(facts.rows)} ${labels}, ${facts.profile} profile.${objective}`;
    byId("footer").textContent =
      `depthcheck ${facts.version}. All figures are calculated in this page, which makes no network requests.`;
    const shown = remarks(facts).map((remark) => element("p", { class: "message warning small" }, remark));
    byId("remarks").append(...shown);
  }

  #markButtons() {
    return this.#corpus.facts.marks.map((mark) => {
      const thresholds = thresholdsOf(this.#corpus, mark.parameters);
      const button = element(
        "button",
        { type: "button", class: "mark", onclick: () => this.#set(thresholds), "aria-pressed": "false" },
        element("span", { class: `mark-sign ${mark.kind}`, "aria-hidden": "true" }),
        ` All ${mark.kind === "given" ? `of ${markTitle(mark)}` : markTitle(mark)}`,
      );
      this.#marks.push({ button, thresholds });
      return button;
    });
  }

  #exportButtons() {
    const copied = element("span", { class: "small dim", role: "status" });
    const copy = async () => {
      const link = this.#link();
      copied.textContent = (await copyText(link)) ? "Copied." : "Copying failed; copy the address instead.";
      setTimeout(() => (copied.textContent = ""), 4000);
    };
    const button = (id, title, onclick) => element("button", { type: "button", id, onclick }, title);
    return [
      button("copy-link", "Copy link", copy),
      button("export-parameters", "Parameters\u2026", () => this.#exportParameters()),
      button("export-table", "Table\u2026", () => this.#exportTable()),
      copied,
    ];
  }

  #exportParameters() {
    download("parameters.json", parametersText(this.#corpus, this.#found.thresholds));
  }

  #exportTable() {
    download("verdicts.csv", tableText(this.#corpus, this.#found.accepted), "text/csv");
  }
}

/** Remarks on the data that qualify the rates. */
function remarks(facts) {
  const found = [];
  if (facts.untuned !== null) found.push(`No tuned thresholds: ${facts.untuned}.`);
  if (facts.labels !== null && !facts.groups_given) {
    found.push(
      "No label has a group: every map counts as a scene of its own. If several show one scene, intervals are more " +
        "optimistic than the data supports.",
    );
  }
  for (const [kind, count] of Object.entries(facts.left_out)) {
    if (count > 0) found.push(`Skipped, ${kind.replaceAll("_", " ")}: ${whole(count)}.`);
  }
  return found;
}

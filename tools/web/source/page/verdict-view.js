// The verdict, the reasons, and the server's answer to the same bytes.

import { element } from "../shared/dom.js";
import { reasonWords, verdictMeanings, verdictWords } from "../shared/words.js";

const answerWords = { ...verdictWords, unavailable: "no verdict", unknown: "unknown" };

/** Shows the result of one map in `container` and announces it to screen readers. */
export class VerdictView {
  #container;
  #announcement;
  #announced = "";

  constructor(container, announcement) {
    this.#container = container;
    this.#announcement = announcement;
  }

  /**
   * @param {object} result the object of docs/JSON.md
   * @param {string[]} changed keys of the parameters that differ from the server's
   * @param {Record<string, number>} parameters
   */
  show(result, changed, parameters) {
    const words = verdictWords[result.status];
    const reasons = result.reasons.map((reason) => reasonWords(reason, parameters)).join(", ");
    const meaning = [verdictMeanings[result.status], reasons].filter(Boolean).join(": ");
    this.#container.className = `panel ${result.status}`;
    this.#container.dataset.status = result.status;
    const head = element(
      "div",
      { class: "head" },
      element("span", { class: `word ${tone[result.status]}` }, words),
      element("span", { class: "meaning" }, meaning),
      element("span", { class: "name" }, result.input),
    );
    const lines = [serverLine(result), ...circumstances(result, changed), ...notesOf(result)];
    if (result.error) lines.unshift(element("p", { class: "message bad" }, result.error));
    this.#container.replaceChildren(head, ...lines);
    this.#announce(`${result.input}: ${words}, ${meaning}. ${lines[0].textContent}.`);
  }

  /** Announces a text unless it is the same as before. */
  #announce(text) {
    if (text === this.#announced) return;
    this.#announced = text;
    this.#announcement.textContent = text;
  }
}

const tone = { pass: "good", fail: "bad", unavailable: "warning" };

function serverLine(result) {
  const { server_answer: answer, server_would_answer: sentence } = result;
  const badge = element("span", { class: `badge ${answer}` }, answerWords[answer]);
  const why = sentence.slice(answer.length).replace(/^: /, "");
  return element("p", { class: "server", "data-answer": answer }, "The server would answer: ", badge,
    why ? ` \u2014 ${why}` : "");
}

/** The settings in which this verdict differs from the server's. */
function circumstances(result, changed) {
  const parts = [];
  if (result.profile === "client") parts.push("the phone\u2019s arithmetic (f32)");
  if (changed.length > 0) {
    const noun = changed.length === 1 ? "parameter" : "parameters";
    parts.push(`${changed.length} changed ${noun}: ${changed.join(", ")}`);
  }
  if (parts.length === 0) return [];
  return [element("p", { class: "warning" }, `This verdict uses ${parts.join(" and ")}.`)];
}

function notesOf({ notes }) {
  return notes.map((note) => element("p", { class: "note dim" }, `Note: ${note}.`));
}

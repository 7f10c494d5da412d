// The verdict, the reasons, and the server's answer to the same bytes.

import { element } from "../shared/dom.js";
import { reasonWords, verdictMeanings, verdictWords } from "../shared/words.js";

const answerWords = { ...verdictWords, unavailable: "no verdict", unknown: "not known" };

/** Shows the result of one map in `container` and announces it to screen readers. */
export class VerdictView {
  #container;
  #announcement;
  #told = "";

  constructor(container, announcement) {
    this.#container = container;
    this.#announcement = announcement;
  }

  /**
   * @param {object} result as docs/JSON.md has it
   * @param {string[]} changed keys of the parameters that differ from the server's
   * @param {Record<string, number>} parameters
   */
  show(result, changed, parameters) {
    const words = verdictWords[result.status];
    const meaning = verdictMeanings[result.status];
    const reasons = result.reasons.map((reason) => reasonWords(reason, parameters));
    this.#container.className = `panel ${result.status}`;
    this.#container.dataset.status = result.status;
    const head = element(
      "div",
      { class: "head" },
      element("span", { class: `word ${tone[result.status]}` }, words),
      element("span", { class: "meaning" }, [meaning, reasons.join(", ")].filter(Boolean).join(": ")),
      element("span", { class: "name" }, result.input),
    );
    const lines = [serverLine(result), ...circumstances(result, changed), ...notesOf(result)];
    if (result.error) lines.unshift(element("p", { class: "message bad" }, result.error));
    this.#container.replaceChildren(head, ...lines);
    this.#tell(`${result.input}: ${words}, ${meaning}. ${reasons.join(", ")}. ${lines[0].textContent}`);
  }

  /** Announces a text unless it was the last one. */
  #tell(text) {
    if (text === this.#told) return;
    this.#told = text;
    this.#announcement.textContent = text;
  }
}

const tone = { pass: "good", fail: "bad", unavailable: "warning" };

function serverLine(result) {
  const { server_answer: answer, server_would_answer: sentence } = result;
  const badge = element("span", { class: `badge ${answer}` }, answerWords[answer]);
  const why = sentence.slice(answer.length).replace(/^: /, "");
  return element("p", { class: "server", "data-answer": answer }, "The server would answer to this file: ", badge,
    why ? ` \u2014 ${why}` : "");
}

/** The settings that make this verdict differ from the server's. */
function circumstances(result, changed) {
  const parts = [];
  if (result.profile === "client") parts.push("with the phone\u2019s arithmetic (f32)");
  if (changed.length > 0) {
    const noun = changed.length === 1 ? "parameter" : "parameters";
    parts.push(`with ${changed.length} changed ${noun}: ${changed.join(", ")}`);
  }
  if (parts.length === 0) return [];
  return [element("p", { class: "warning" }, `The verdict above is ${parts.join(" and ")}.`)];
}

function notesOf({ notes }) {
  return notes.map((note) => element("p", { class: "note dim" }, `Note: ${note}.`));
}

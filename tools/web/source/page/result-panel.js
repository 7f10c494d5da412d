// The result as JSON, in the format of the command.

import { download, element } from "../shared/dom.js";
import { copyAndConfirm } from "./parameters-file.js";

/** Shows a result in `container`, with buttons to save and copy it. */
export class ResultPanel {
  #text = element("pre", { tabindex: "0", "aria-label": "Result as JSON" });
  #details;
  #result = null;

  constructor(container) {
    this.#details = element("details", { id: "json-details" },
      element("summary", {}, element("strong", {}, "Result as JSON")), this.#text);
    this.#details.addEventListener("toggle", () => this.#draw());
    const button = (id, text, onclick) => element("button", { type: "button", id, onclick }, text);
    const name = () => `${this.#result.input.split("/").pop()}.json`;
    container.append(
      element("div", { class: "row" },
        button("json-save", "Save JSON", () => download(name(), this.#json)),
        button("json-copy", "Copy JSON", (event) => copyAndConfirm(event.currentTarget, this.#json))),
      this.#details,
    );
  }

  show(result) {
    this.#result = result;
    this.#draw();
  }

  get #json() {
    return `${JSON.stringify(this.#result, null, 2)}\n`;
  }

  /** Generates the text only while it is visible, not at every step of a slider. */
  #draw() {
    this.#text.textContent = this.#details.open && this.#result ? this.#json : "";
  }
}

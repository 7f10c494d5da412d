// Exports and imports parameters in the JSON format of the command's --parameters.

import { copyText, download, element } from "../shared/dom.js";

/** The export and import buttons of a panel, and the import form. */
export class ParametersFile {
  #panel;
  #text = element("textarea", { id: "parameters-text", spellcheck: "false", rows: "6",
    placeholder: '{"varianceThreshold": 0.5}' });
  #problem = element("p", { class: "message bad", role: "alert", hidden: true });
  #chooser = element("input", { type: "file", accept: ".json,application/json", hidden: true, id: "parameters-file",
    "aria-label": "Parameter file" });
  element;
  buttons;

  /** @param {{ parameters: object, use(parameters: object): string | null }} panel */
  constructor(panel) {
    this.#panel = panel;
    const button = (id, text, onclick) => element("button", { type: "button", id, onclick }, text);
    this.buttons = [
      button("parameters-save", "Save", () => download("parameters.json", this.#json)),
      button("parameters-copy", "Copy", (event) => copyAndConfirm(event.currentTarget, this.#json)),
      button("parameters-import", "Load\u2026", () => this.#toggle()),
    ];
    this.buttons[2].setAttribute("aria-expanded", "false");
    this.element = element("div", { id: "import", hidden: true },
      element("label", { for: "parameters-text" }, "Parameters as JSON; omitted ones get the server\u2019s values"),
      this.#text, this.#problem,
      element("div", { class: "row" }, button("parameters-use", "Use these", () => this.#use(this.#text.value)),
        button("parameters-open", "Open a file\u2026", () => this.#chooser.click()), this.#chooser));
    this.#chooser.addEventListener("change", () => this.#open());
  }

  get #json() {
    return `${JSON.stringify(this.#panel.parameters, null, 2)}\n`;
  }

  #toggle() {
    this.element.hidden = !this.element.hidden;
    this.buttons[2].setAttribute("aria-expanded", String(!this.element.hidden));
    if (!this.element.hidden) this.#text.focus();
  }

  async #open() {
    const [file] = this.#chooser.files;
    this.#chooser.value = "";
    if (!file) return;
    this.#text.value = await file.text();
    this.#use(this.#text.value);
  }

  #use(text) {
    const { parameters, problem: unreadable } = parsed(text);
    const problem = unreadable ?? this.#panel.use(parameters);
    this.#problem.textContent = problem ? `${problem}. The parameters are unchanged.` : "";
    this.#problem.hidden = !problem;
    this.#text.setAttribute("aria-invalid", String(Boolean(problem)));
    if (!problem) this.#toggle();
  }
}

/** Parses parameters in JSON, or returns the error. */
function parsed(text) {
  const expected = 'expected one object such as {"varianceThreshold": 0.5}; correct the file';
  try {
    const value = JSON.parse(text);
    if (value !== null && typeof value === "object" && !Array.isArray(value)) return { parameters: value };
    return { problem: `found ${Array.isArray(value) ? "an array" : JSON.stringify(value)}; ${expected}` };
  } catch (error) {
    return { problem: `found invalid JSON (${error.message}); ${expected}` };
  }
}

/** Copies a text, and briefly shows on the button whether it succeeded. */
export async function copyAndConfirm(button, text) {
  const isCopied = await copyText(text);
  const words = button.dataset.words ?? button.textContent;
  button.dataset.words = words;
  button.textContent = isCopied ? "Copied" : "Copying failed";
  setTimeout(() => (button.textContent = words), 1500);
}

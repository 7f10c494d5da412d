// The pictures of a report, side by side.

import { byId, element } from "../shared/dom.js";
import { bytesOfBase64, blockText } from "./columns.js";
import { classNames } from "./corpus.js";
import { maps } from "./wording.js";

/** The URL of the picture of a row; null if the report has none. */
export function pictureOf(row) {
  const text = blockText(`picture-${row}`);
  if (text === null) return null;
  if (!addresses.has(row)) {
    addresses.set(row, URL.createObjectURL(new Blob([bytesOfBase64(text)], { type: "image/png" })));
  }
  return addresses.get(row);
}

const addresses = new Map();

/** Shows all pictures; each links to its map. */
export class ContactSheet {
  #corpus;
  #badges = [];

  constructor(corpus, choose) {
    this.#corpus = corpus;
    const { pictures } = corpus.facts;
    byId("pictures").hidden = pictures.length === 0;
    byId("pictures-note").textContent = corpus.kinds
      ? `${maps(pictures.length)}: for each class, the worst errors and the maps nearest to a threshold.`
      : `${maps(pictures.length)}, evenly spread from the clearest rejection to the clearest acceptance.`;
    byId("sheet").append(...pictures.map((picture) => this.#figure(picture, choose)));
  }

  show({ accepted }) {
    for (const { row, badge } of this.#badges) {
      const verdict = accepted[row] ? "pass" : "fail";
      if (badge.textContent === verdict) continue;
      badge.textContent = verdict;
      badge.className = `badge ${verdict}`;
    }
  }

  #figure({ row, width, height }, choose) {
    const badge = element("span", { class: "badge" });
    this.#badges.push({ row, badge });
    const label = this.#corpus.kinds ? ` ${classNames(this.#corpus)[this.#corpus.kinds[row]]}` : "";
    const picture = element("img", { src: pictureOf(row), width, height, alt: "" });
    const show = () => {
      choose(row);
      byId("chosen").scrollIntoView({ block: "nearest" });
    };
    return element(
      "button",
      { type: "button", class: "thumbnail plain", onclick: show },
      picture,
      element("span", { class: "small name" }, this.#corpus.files[row]),
      element("span", { class: "small" }, badge, label),
    );
  }
}

// Compares the profiles: every number in the server's and in the phone's arithmetic.

import { profiles } from "../depthcheck.js";
import { element } from "../shared/dom.js";

/** Shows the table in `container`. It needs two analyses, so it is updated only while open. */
export class ProfilesView {
  #body = element("tbody");
  #summary = element("p", {});
  #details;

  /**
   * @param {HTMLElement} container
   * @param {() => void} opened is called when the user opens the table
   */
  constructor(container, opened) {
    const heads = ["number", "server, f64", "client, f32", "client \u2212 server"].map((text) =>
      element("th", { scope: "col" }, text),
    );
    const table = element("table", { class: "profiles small" },
      element("thead", {}, element("tr", {}, ...heads)), this.#body);
    this.#details = element("details", { id: "profiles-details" },
      element("summary", {}, element("strong", {}, "Server and phone side by side")),
      this.#summary, element("div", { class: "scroller", tabindex: "0", role: "region", "aria-label": "Both profiles" },
        table));
    this.#details.addEventListener("toggle", () => this.isOpen && opened());
    container.append(this.#details);
  }

  get isOpen() {
    return this.#details.open;
  }

  /** @param {(profile: string) => object} analyze returns the analysis of the map in a profile */
  show(analyze) {
    const [server, client] = profiles.map((profile) => flat(analyze(profile)));
    const names = [...new Set([...server.keys(), ...client.keys()])].filter((name) => name !== "profile");
    const rows = names.map((name) => row(name, server.get(name), client.get(name)));
    this.#body.replaceChildren(...rows);
    const differing = rows.filter((one) => one.classList.contains("differs")).map((one) => one.dataset.name);
    this.#summary.textContent = differing.length
      ? `They differ by more than rounding in: ${differing.join(", ")}.`
      : "They agree except in the last digits, which the phone\u2019s f32 arithmetic rounds differently.";
  }
}

/** Flattens members to paths; arrays are flattened only if they contain objects. */
function flat(value, path = "", found = new Map()) {
  const isPlain = (item) => item === null || typeof item !== "object";
  for (const [key, member] of Object.entries(value)) {
    const name = path + (Array.isArray(value) ? `[${member?.check ?? key}]` : path ? `.${key}` : key);
    if (isPlain(member) || (Array.isArray(member) && member.every(isPlain))) found.set(name, member);
    else flat(member, name, found);
  }
  return found;
}

/** A larger relative difference exceeds the rounding error of f32 over a whole map. */
const rounding = 1e-4;

function row(name, server, client) {
  const difference = typeof server === "number" && typeof client === "number" ? client - server : null;
  const attributes = { "data-name": name, class: differs(server, client) ? "differs" : "" };
  return element("tr", attributes,
    element("th", { scope: "row" }, name),
    element("td", { "data-server": JSON.stringify(server) }, text(server)),
    element("td", { "data-client": JSON.stringify(client) }, text(client)),
    element("td", {}, difference ? difference.toExponential(2) : difference === 0 ? "0" : ""));
}

function differs(server, client) {
  if (Array.isArray(server) && Array.isArray(client)) {
    return server.length !== client.length || server.some((item, index) => differs(item, client[index]));
  }
  if (typeof server !== "number" || typeof client !== "number") return server !== client;
  if (Number.isInteger(server) && Number.isInteger(client)) return server !== client;
  return Math.abs(client - server) > rounding * Math.max(Math.abs(server), Math.abs(client), 1e-3);
}

function text(value) {
  if (value === undefined) return "\u2014";
  if (Array.isArray(value)) return value.length ? value.join(" ") : "none";
  return String(value ?? "none");
}

// Unpacks the style and the script of a page and inserts them as separate elements, because the content security
// policy lists their hashes.

import { dataOf } from "./data.js";

start().catch(complain);

async function start() {
  const [style, script] = await Promise.all(["style", "script"].map(textOf));
  append(document.head, "style", { textContent: style });
  append(document.body, "script", { type: "module", textContent: script });
}

async function textOf(id) {
  return new TextDecoder().decode(await dataOf(id));
}

function complain({ message }) {
  const textContent = `This page needs a browser released in 2023 or later; this one cannot unpack it (${message}).`;
  append(document.body, "p", { className: "message bad", textContent });
}

function append(parent, tag, properties) {
  parent.append(Object.assign(document.createElement(tag), properties));
}

// Unpacks the script of a page and carries it out, in an element of its own: the policy of the page knows the hash of
// its text.

import { dataOf } from "./data.js";

dataOf("script").then(carryOut).catch(complain);

function carryOut(bytes) {
  append("script", { type: "module", textContent: new TextDecoder().decode(bytes) });
}

function complain({ message }) {
  const textContent = `This page needs a browser of 2023 or later: this one cannot unpack it (${message}).`;
  append("p", { className: "message bad", textContent });
}

function append(tag, properties) {
  document.body.append(Object.assign(document.createElement(tag), properties));
}

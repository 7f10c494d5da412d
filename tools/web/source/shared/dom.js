// DOM helpers.

/**
 * Makes an element:
 *
 *     element("button", { type: "button", class: "primary", onclick: () => open() }, "Open")
 *
 * @param {string} tag
 * @param {Record<string, unknown>} [attributes] functions become listeners, true an empty attribute, false none
 * @param {...(Node | string)} children
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name.replace(/^on/, ""), value);
    else if (value !== false && value !== null && value !== undefined) {
      made.setAttribute(name, value === true ? "" : String(value));
    }
  }
  made.append(...children);
  return made;
}

/** Throws if the page has no such element. */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no element with the id ${id}`);
  return found;
}

/** Returns a function that runs `work` in the next frame, once however often it is called before. */
export function oncePerFrame(work) {
  let isRequested = false;
  return () => {
    if (isRequested) return;
    isRequested = true;
    requestAnimationFrame(() => {
      isRequested = false;
      work();
    });
  };
}

/** Yields to the browser, so that it can draw and handle events. */
export function breath() {
  return new Promise((resolve) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
      channel.port1.close();
      resolve();
    };
    channel.port2.postMessage(null);
  });
}

/** Saves a text as a file. */
export function download(name, text, type = "application/json") {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = element("a", { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Copies a text to the clipboard. Returns false if the browser does not allow it. */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copiedBySelection(text);
  }
}

/** For browsers whose clipboard API is unavailable to local pages. */
function copiedBySelection(text) {
  const area = element("textarea", { class: "visually-hidden", "aria-hidden": "true", tabindex: "-1" });
  const focused = document.activeElement;
  area.value = text;
  document.body.append(area);
  area.select();
  const isCopied = document.execCommand("copy");
  area.remove();
  focused?.focus?.();
  return isCopied;
}

/**
 * Sizes a canvas for the pixel ratio of the screen and returns its context, scaled to CSS pixels.
 *
 * @param {HTMLCanvasElement} canvas
 * @param {number} width in CSS pixels
 * @param {number} height
 */
export function sharpContext(canvas, width, height) {
  const ratio = window.devicePixelRatio || 1;
  canvas.width = Math.max(Math.round(width * ratio), 1);
  canvas.height = Math.max(Math.round(height * ratio), 1);
  const context = canvas.getContext("2d");
  context.scale(ratio, ratio);
  return context;
}

/** The value of a CSS colour variable, for canvases. */
export function inkOf(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

/** Calls `draw` when the size of an element or the colour scheme changes. */
export function onLookChange(watched, draw) {
  const redraw = oncePerFrame(draw);
  new ResizeObserver(redraw).observe(watched);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
}

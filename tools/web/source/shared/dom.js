// Small helpers for building a page and taking things out of it.

/**
 * Makes an element.
 *
 *     element("button", { type: "button", class: "primary", onclick: () => open() }, "Open")
 *
 * @param {string} tag
 * @param {Record<string, unknown>} [attributes] functions are listeners, true is an empty attribute, false is none
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

/** The element with an id, which the page must have. */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no element with the id ${id}`);
  return found;
}

/** Calls `work` in the next frame, once however often it was asked for before that. */
export function oncePerFrame(work) {
  let isAskedFor = false;
  return () => {
    if (isAskedFor) return;
    isAskedFor = true;
    requestAnimationFrame(() => {
      isAskedFor = false;
      work();
    });
  };
}

/** Lets the browser draw and listen before the work goes on. */
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

/** Copies a text; false where the browser does not allow it. */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copiedBySelection(text);
  }
}

/** Pages from files have no clipboard in some browsers, but may copy what is selected. */
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
 * A canvas as sharp as the screen is, and its context in CSS pixels.
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

/** The value of a colour variable of the style, for canvases. */
export function inkOf(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

/** Calls `draw` when the size of an element or the colour scheme changes. */
export function onLookChange(watched, draw) {
  const redraw = oncePerFrame(draw);
  new ResizeObserver(redraw).observe(watched);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
}

// Saves charts as PNG files: the canvases, with a title above and the legend below.

import { download, element, inkOf } from "../shared/dom.js";

const [margin, titleHeight, lineHeight] = [12, 26, 18];

/**
 * @typedef {object} Chart
 * @property {string} name the file name without its extension
 * @property {string} title
 * @property {HTMLCanvasElement[]} canvases one above the other, of the same size
 * @property {(context: CanvasRenderingContext2D) => void} [draw] draws what the page shows above the canvases
 * @property {{ ink: string, text: string }[]} legend names of colour variables and their meanings
 * @property {string} [note] a line below
 */

/**
 * A button that saves a chart.
 *
 * @param {string} of the subject of the chart, for the accessible name
 * @param {() => Chart} chart returns the chart when the button is pressed
 */
export function saveButton(of, chart) {
  const label = `Save the chart of ${of} as PNG`;
  return element("button", { type: "button", class: "save small", "aria-label": label, onclick: () => save(chart()) },
    "Save chart");
}

function save({ name, title, canvases, draw, legend, note }) {
  const [{ clientWidth: width, clientHeight: height }] = canvases;
  const canvas = element("canvas");
  const context = canvas.getContext("2d");
  context.font = `12px ${inkOf("sans")}`;
  const lines = legendLines(context, legend, width);
  const rest = lines.length + (note ? 1 : 0);
  // At least twice the resolution of the page, for print.
  const ratio = Math.max(window.devicePixelRatio || 1, 2);
  canvas.width = Math.round((width + 2 * margin) * ratio);
  canvas.height = Math.round((height + titleHeight + rest * lineHeight + 2 * margin) * ratio);
  context.scale(ratio, ratio);
  context.fillStyle = inkOf("panel");
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.translate(margin, margin);
  write(context, title, 0, 0, `600 14px ${inkOf("sans")}`);
  context.translate(0, titleHeight);
  for (const shown of canvases) context.drawImage(shown, 0, 0, width, height);
  context.save();
  draw?.(context);
  context.restore();
  const font = `12px ${inkOf("sans")}`;
  lines.forEach((line, index) => {
    const top = height + 4 + index * lineHeight;
    for (const { ink, text, left } of line) {
      context.fillStyle = inkOf(ink);
      context.fillRect(left, top + 1, 10, 10);
      write(context, text, left + 15, top, font);
    }
  });
  if (note) write(context, note, 0, height + 4 + lines.length * lineHeight, font);
  canvas.toBlob((blob) => download(`${name}.png`, blob, "image/png"), "image/png");
}

function write(context, text, left, top, font) {
  context.font = font;
  context.fillStyle = inkOf("text");
  context.textAlign = "left";
  context.textBaseline = "top";
  context.fillText(text, left, top);
}

/** Breaks the entries of a legend into lines of a given width. */
function legendLines(context, legend, width) {
  const lines = [];
  let left = Infinity;
  for (const { ink, text } of legend) {
    const needed = 15 + context.measureText(text).width;
    if (left + needed > width) {
      lines.push([]);
      left = 0;
    }
    lines.at(-1).push({ ink, text, left });
    left += needed + 14;
  }
  return lines;
}

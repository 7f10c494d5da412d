// The trade-off between the error rates: the least BPCER for each APCER, and the current position.

import { byId, element, inkOf, onLookChange, sharpContext } from "../shared/dom.js";
import { short, ticks } from "../shared/words.js";
import { saveButton } from "./chart-image.js";
import { decided } from "./decisions.js";
import { thresholdsOf } from "./corpus.js";
import { markTitle, percent } from "./wording.js";

const room = { left: 46, right: 14, top: 24, bottom: 34 };
const height = 300;

/** The curve, the marks and the current position. A click on the curve sets its thresholds. */
export class TradeOffView {
  #corpus;
  #points;
  #marks;
  #set;
  #canvas = element("canvas", {
    class: "curve",
    tabindex: "0",
    role: "application",
    "aria-label": "Trade-off. Left and right arrow keys move along the curve; Enter applies the thresholds of the point.",
  });
  #reading = element("p", { class: "small reading", role: "status" });
  #place = null;
  #current = null;
  #span = { x: 1, y: 1 };

  constructor(corpus, counter, set) {
    this.#corpus = corpus;
    this.#points = corpus.facts.trade_off.map((point) => ({ ...point, x: point.apcer_worst, y: point.bpcer }));
    this.#set = set;
    this.#marks = corpus.facts.marks.map((mark) => {
      const rates = counter.rates(decided(corpus, thresholdsOf(corpus, mark.parameters)));
      return { mark, x: rates.worstAPCER, y: rates.bpcer.value };
    });
    const section = byId("trade-off");
    section.hidden = false;
    byId("trade-off-title").after(saveButton("the trade-off", () => this.#chart()));
    section.append(element("div", { class: "curve-stack" }, this.#canvas), this.#reading, this.#legend());
    this.#listen();
    this.#read(null);
    onLookChange(this.#canvas.parentElement, () => this.#draw());
  }

  show({ rates }) {
    this.#current = { x: rates.worstAPCER, y: rates.bpcer.value };
    this.#draw();
  }

  #chart() {
    const marks = this.#marks.map(({ mark }) => ({ ink: `mark-${mark.kind}`, text: markTitle(mark) }));
    return {
      name: "trade-off", title: "Trade-off: the least BPCER for each APCER", canvases: [this.#canvas],
      legend: [{ ink: "accent", text: "these thresholds" }, ...marks],
    };
  }

  #legend() {
    const marks = this.#marks.map(({ mark }) =>
      element("li", {}, element("span", { class: `mark-sign ${mark.kind}`, "aria-hidden": "true" }), markTitle(mark)),
    );
    const sign = element("span", { class: "mark-sign here", "aria-hidden": "true" });
    const here = element("li", {}, sign, "these thresholds");
    return element("ul", { class: "legend small" }, here, ...marks);
  }

  /** The axes cover all points and marks. */
  #measure() {
    const all = [...this.#points, ...this.#marks, this.#current ?? {}].filter(({ x, y }) => x !== null && y !== null);
    const most = (axis) => Math.min(1, Math.max(0.05, ...all.map((point) => point[axis] ?? 0)) * 1.04);
    this.#span = { x: most("x"), y: most("y") };
  }

  #x(share) {
    return room.left + (share / this.#span.x) * (this.#canvas.clientWidth - room.left - room.right);
  }

  #y(share) {
    return height - room.bottom - (share / this.#span.y) * (height - room.top - room.bottom);
  }

  #draw() {
    const width = this.#canvas.parentElement.clientWidth;
    if (width === 0) return;
    this.#measure();
    const context = sharpContext(this.#canvas, width, height);
    context.font = `11px ${inkOf("sans")}`;
    this.#drawAxes(context, width);
    this.#drawCurve(context);
    for (const { mark, x, y } of this.#marks) this.#drawDiamond(context, x, y, inkOf(`mark-${mark.kind}`));
    if (this.#place !== null) this.#drawRing(context, this.#points[this.#place]);
    this.#drawHere(context);
  }

  #drawAxes(context, width) {
    context.textBaseline = "middle";
    for (const place of ticks(0, this.#span.y, 5).places) {
      context.fillStyle = inkOf("line");
      context.fillRect(room.left, this.#y(place) - 0.5, width - room.left - room.right, 1);
      context.fillStyle = inkOf("dim");
      context.textAlign = "right";
      context.fillText(`${short(100 * place)} %`, room.left - 5, this.#y(place));
    }
    context.textBaseline = "top";
    const xs = ticks(0, this.#span.x, Math.max(2, Math.floor(width / 90))).places;
    for (const place of xs) {
      context.fillStyle = inkOf("line");
      context.fillRect(this.#x(place) - 0.5, room.top, 1, height - room.top - room.bottom);
      context.fillStyle = inkOf("dim");
      context.textAlign = "center";
      context.fillText(`${short(100 * place)} %`, Math.min(this.#x(place), width - 18), height - room.bottom + 4);
    }
    context.textAlign = "right";
    context.fillText("APCER of the worst species", width - room.right, height - 14);
    context.textAlign = "left";
    context.fillText("BPCER", 8, 3);
  }

  /** A step function: up to a point's APCER, the previous point is the best. */
  #drawCurve(context) {
    context.strokeStyle = inkOf("text");
    context.lineWidth = 1.5;
    context.beginPath();
    this.#points.forEach(({ x, y }, index) => {
      if (index > 0) context.lineTo(this.#x(x), this.#y(this.#points[index - 1].y));
      context.lineTo(this.#x(x), this.#y(y));
    });
    context.lineTo(this.#x(this.#span.x), this.#y(this.#points.at(-1).y));
    context.stroke();
    context.fillStyle = inkOf("text");
    for (const { x, y } of this.#points) context.fillRect(this.#x(x) - 1.5, this.#y(y) - 1.5, 3, 3);
  }

  #drawDiamond(context, x, y, ink) {
    if (x === null || y === null) return;
    context.fillStyle = ink;
    context.strokeStyle = inkOf("panel");
    context.lineWidth = 1;
    context.beginPath();
    context.moveTo(this.#x(x), this.#y(y) - 7);
    context.lineTo(this.#x(x) + 7, this.#y(y));
    context.lineTo(this.#x(x), this.#y(y) + 7);
    context.lineTo(this.#x(x) - 7, this.#y(y));
    context.closePath();
    context.fill();
    context.stroke();
  }

  #drawRing(context, { x, y }) {
    context.strokeStyle = inkOf("accent");
    context.lineWidth = 2;
    context.beginPath();
    context.arc(this.#x(x), this.#y(y), 7, 0, 2 * Math.PI);
    context.stroke();
  }

  #drawHere(context) {
    const { x, y } = this.#current ?? {};
    if ((x ?? null) === null || (y ?? null) === null) return;
    context.fillStyle = inkOf("accent");
    context.strokeStyle = inkOf("panel");
    context.lineWidth = 2;
    context.beginPath();
    context.arc(this.#x(x), this.#y(y), 6, 0, 2 * Math.PI);
    context.fill();
    context.stroke();
  }

  #listen() {
    this.#canvas.addEventListener("pointermove", (event) => this.#read(this.#nearest(event)));
    this.#canvas.addEventListener("pointerleave", () => this.#read(null));
    this.#canvas.addEventListener("blur", () => this.#read(null));
    this.#canvas.addEventListener("click", (event) => this.#apply(this.#nearest(event)));
    this.#canvas.addEventListener("keydown", (event) => this.#key(event));
  }

  #key(event) {
    const last = this.#points.length - 1;
    const moves = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, Home: -Infinity, End: Infinity };
    if (event.key in moves) {
      const from = this.#place ?? (moves[event.key] > 0 ? -1 : last + 1);
      this.#read(Math.min(Math.max(from + moves[event.key], 0), last));
    } else if (event.key === "Enter" || event.key === " ") this.#apply(this.#place);
    else return;
    event.preventDefault();
  }

  /** The point of the curve that is nearest to a pointer. */
  #nearest(event) {
    const bounds = this.#canvas.getBoundingClientRect();
    const [x, y] = [event.clientX - bounds.left, event.clientY - bounds.top];
    let best = null;
    let least = Infinity;
    this.#points.forEach((point, index) => {
      const distance = Math.hypot(this.#x(point.x) - x, this.#y(point.y) - y);
      if (distance < least) [best, least] = [index, distance];
    });
    return best;
  }

  #apply(place) {
    if (place === null) return;
    this.#set(tradeOffThresholds(this.#points[place], this.#corpus.facts.checks));
  }

  #read(place) {
    this.#place = place;
    this.#reading.textContent =
      place === null
        ? "The least BPCER for each APCER, over all three thresholds. Click a point to apply its thresholds."
        : this.#pointText(this.#points[place]);
    this.#draw();
  }

  #pointText(point) {
    const thresholds = Object.entries(tradeOffThresholds(point, this.#corpus.facts.checks));
    const listed = thresholds.map(([key, value]) => `${key} ${short(value)}`).join(", ");
    return `APCER ${percent(point.x)}, BPCER ${percent(point.y)}: ${listed}`;
  }
}

/** The thresholds of a point of the curve. */
export function tradeOffThresholds(point, checks) {
  const keys = checks.map(({ parameter }) => parameter).filter((parameter) => parameter in point);
  return Object.fromEntries(keys.map((key) => [key, point[key]]));
}

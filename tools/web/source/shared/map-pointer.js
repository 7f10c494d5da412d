// Selects a sample by mouse, touch or keyboard.

const steps = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The selected sample of a canvas that shows a grid of samples. */
export class MapPointer {
  #canvas;
  #size;
  #changed;
  #isHeld = false;
  /** The index of the selected sample, or null. */
  index = null;

  /**
   * @param {HTMLCanvasElement} canvas focusable
   * @param {() => { columns: number, rows: number, count: number }} size of the grid
   * @param {(index: number | null) => void} changed is called with each new selection
   */
  constructor(canvas, size, changed) {
    this.#canvas = canvas;
    this.#size = size;
    this.#changed = changed;
    canvas.addEventListener("pointermove", (event) => this.#follow(event));
    canvas.addEventListener("pointerdown", (event) => this.#hold(event));
    canvas.addEventListener("pointerleave", () => this.#isHeld || this.leave());
    canvas.addEventListener("keydown", (event) => this.#step(event));
    canvas.addEventListener("blur", () => this.leave());
  }

  leave() {
    this.#isHeld = false;
    this.#set(null);
  }

  /** Draws a ring around the selected sample. */
  draw(context, scale) {
    if (this.index === null) return;
    const { columns } = this.#size();
    const radius = Math.max(scale, 6);
    const [x, y] = [this.index % columns, Math.floor(this.index / columns)].map((place) => (place + 0.5) * scale);
    for (const [colour, width] of [["#000000", 3], ["#ffffff", 1.5]]) {
      context.strokeStyle = colour;
      context.lineWidth = width;
      context.strokeRect(x - radius, y - radius, 2 * radius, 2 * radius);
    }
  }

  #set(index) {
    if (index === this.index) return;
    this.index = index;
    this.#changed(index);
  }

  #follow(event) {
    if (this.#isHeld && event.pointerType === "mouse") return;
    this.#set(this.#indexAt(event));
  }

  /** A click keeps the sample selected while the pointer moves on. */
  #hold(event) {
    this.#set(this.#indexAt(event));
    this.#isHeld = !this.#isHeld;
  }

  #indexAt(event) {
    const area = this.#canvas.getBoundingClientRect();
    const { columns, rows, count } = this.#size();
    const column = Math.floor(((event.clientX - area.left) / area.width) * columns);
    const row = Math.floor(((event.clientY - area.top) / area.height) * rows);
    const isInside = column >= 0 && column < columns && row >= 0 && row * columns + column < count;
    return isInside ? row * columns + column : null;
  }

  #step(event) {
    if (event.key === "Escape") return this.leave();
    const step = steps[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const { columns, rows, count } = this.#size();
    const far = event.shiftKey ? 10 : 1;
    const from = this.index ?? Math.floor(rows / 2) * columns + Math.floor(columns / 2);
    const clamped = (number, limit) => Math.min(Math.max(number, 0), limit - 1);
    const isFirst = this.index === null;
    const column = clamped((from % columns) + (isFirst ? 0 : far * step[0]), columns);
    const row = clamped(Math.floor(from / columns) + (isFirst ? 0 : far * step[1]), rows);
    this.#isHeld = true;
    this.#set(Math.min(row * columns + column, count - 1));
  }
}

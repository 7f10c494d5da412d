// Unpacks the blocks of a report: base64, gzip, and numbers whose lowest bytes are stored first, then the next ones.

/** The text of a data block; null if the page has no such block. */
export function blockText(id) {
  return document.getElementById(id)?.textContent ?? null;
}

export function bytesOfBase64(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let index = 0; index < letters.length; index++) bytes[index] = letters.charCodeAt(index);
  return bytes;
}

export async function unpacked(text) {
  const stream = new Blob([bytesOfBase64(text)]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

export function linesIn(bytes) {
  return new TextDecoder().decode(bytes).split("\n");
}

/** Integers of `width` bytes: the lowest bytes of all come first, then the next, and so on. */
export function wholesIn(bytes, count, width, start = 0) {
  const numbers = new Uint32Array(count);
  for (let plane = 0; plane < width; plane++) {
    const from = start + plane * count;
    for (let index = 0; index < count; index++) numbers[index] |= bytes[from + index] << (8 * plane);
  }
  return numbers;
}

/**
 * Reads real numbers in the format of PackedColumn.swift.
 *
 * @returns {{ distinct: Float64Array, places: Uint32Array, values: Float64Array }} the distinct numbers in ascending
 *   order, the index of each row's number among them, and the number of each row
 */
export function realsIn(bytes, rowCount) {
  const [count] = wholesIn(bytes, 1, 4);
  const low = wholesIn(bytes, count, 4, 4);
  const high = wholesIn(bytes, count, 4, 4 + 4 * count);
  const distinct = summedUp(low, high);
  const places = wholesIn(bytes, rowCount, 4, 4 + 8 * count);
  const values = new Float64Array(rowCount);
  for (let row = 0; row < rowCount; row++) values[row] = distinct[places[row]];
  return { distinct, places, values };
}

/** Restores numbers from the differences of their ordered bits, given as two halves. */
function summedUp(low, high) {
  const numbers = new Float64Array(low.length);
  const view = new DataView(numbers.buffer);
  let sumLow = 0;
  let sumHigh = 0;
  for (let index = 0; index < low.length; index++) {
    sumLow += low[index];
    const carry = sumLow > 0xffffffff ? 1 : 0;
    sumLow = sumLow >>> 0;
    sumHigh = (sumHigh + high[index] + carry) >>> 0;
    const isPositive = sumHigh >>> 31 === 1;
    view.setUint32(8 * index, isPositive ? sumLow : ~sumLow >>> 0, true);
    view.setUint32(8 * index + 4, isPositive ? sumHigh & 0x7fffffff : ~sumHigh >>> 0, true);
  }
  return numbers;
}

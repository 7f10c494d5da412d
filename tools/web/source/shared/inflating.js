// Inflates DEFLATE streams with the browser's DecompressionStream.

/**
 * Inflates a stream. `end` is `complete`, `tooLarge`, `cutOff`, `followed` (by other bytes) or `damaged`.
 *
 * @param {"gzip" | "deflate" | "deflate-raw"} format
 * @param {Uint8Array} bytes
 * @param {number} limit the maximum number of inflated bytes
 * @returns {Promise<{ end: string, output?: Uint8Array, byteCount: number }>}
 */
export async function inflated(format, bytes, limit) {
  const { writable, readable } = new DecompressionStream(format);
  const feed = feeding(writable, bytes);
  const reader = readable.getReader();
  const parts = [];
  let byteCount = 0;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      byteCount += part.value.length;
      if (byteCount > limit) {
        await reader.cancel();
        return { end: "tooLarge", byteCount };
      }
      parts.push(part.value);
    }
  } catch (error) {
    return { end: endOf(error, feed.isTaken), byteCount };
  }
  return { end: "complete", output: joined(parts), byteCount };
}

function feeding(writable, bytes) {
  const feed = { isTaken: false };
  const writer = writable.getWriter();
  writer
    .write(bytes)
    .then(() => {
      feed.isTaken = true;
      return writer.close();
    })
    // The reader reports the same error.
    .catch(() => {});
  return feed;
}

/** Browsers distinguish damage from trailing bytes only in their messages. */
function endOf(error, isTaken) {
  if (isTaken) return "cutOff";
  return /junk|after the end|past the end/i.test(error.message) ? "followed" : "damaged";
}

export function joined(parts) {
  if (parts.length === 1) return parts[0];
  const byteCount = parts.reduce((sum, part) => sum + part.length, 0);
  const bytes = new Uint8Array(byteCount);
  let position = 0;
  for (const part of parts) {
    bytes.set(part, position);
    position += part.length;
  }
  return bytes;
}

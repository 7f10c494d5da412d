// Generates two example maps, always the same.

const columns = 256;
const rows = 192;

/** A room: a floor, a wall with a window, boxes at several distances, sensor noise and holes. */
export function exampleRoom() {
  return packed("example-room.bin.gz", (x, y, noise) => {
    if (noise() < 0.012) return 0;
    const spread = 0.004 * (noise() - 0.5);
    const boxes = [
      [20, 70, 96, 150, 1.4],
      [96, 128, 60, 132, 2.1],
      [150, 214, 108, 170, 2.7],
      [184, 206, 40, 108, 3.4],
    ];
    const box = boxes.find(([left, right, top, bottom]) => x >= left && x < right && y >= top && y < bottom);
    if (box) return box[4] * (1 + spread) + 0.0006 * (x - box[0]);
    const wall = x > 60 && x < 150 && y > 12 && y < 48 ? 6.2 : 5.2 - 0.006 * x;
    const floor = y > 110 ? 165 / (y - 74) : Infinity;
    return Math.min(wall, floor) * (1 + spread);
  });
}

/** A photographed screen: nearly flat, slightly tilted. */
export function exampleScreen() {
  return packed("example-screen.bin.gz", (x, y, noise) => {
    if (noise() < 0.006) return 0;
    return 0.52 + 0.00018 * (x - columns / 2) + 0.00009 * (y - rows / 2) + 0.008 * (noise() + noise() - 1);
  });
}

/** Compresses a map with gzip, like the phone, so that the server can answer. */
async function packed(path, depth) {
  const noise = randomNumbers();
  const samples = Float32Array.from({ length: columns * rows }, (_, index) =>
    depth(index % columns, Math.floor(index / columns), noise),
  );
  const stream = new Blob([samples]).stream().pipeThrough(new CompressionStream("gzip"));
  return { path, file: await new Response(stream).blob(), photo: null };
}

/** Repeatable numbers from 0 to 1 (xorshift32). */
function randomNumbers() {
  let state = 0x9e3779b9;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

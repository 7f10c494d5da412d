// Repeatable random maps of all kinds that have exposed bugs.

/** Random numbers from 0 to 1 (mulberry32). */
export function randomNumbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const kinds = {
  /** A plane with noise. */
  plane: (random) => {
    const [slopeX, slopeY, offset, noise] = [random() * 2 - 1, random() * 2 - 1, 1 + random() * 4, random() * 0.05];
    return (x, y) => offset + slopeX * x + slopeY * y + noise * (random() - 0.5);
  },
  /** Boxes in front of a wall. */
  steps: (random) => {
    const boxes = Array.from({ length: 1 + Math.floor(random() * 5) }, () => [random(), random(), 0.3 + random() * 5]);
    return (x, y) => boxes.find(([left, top]) => x < left && y < top)?.[2] ?? 4.5;
  },
  /** Integer millimetres. */
  millimetres: (random) => () => Math.round(400 + 3000 * random()) / 1000,
  /** Depths on the borders of bins. */
  borders: (random) => () => 1 + Math.floor(random() * 51) / 50,
  constant: (random) => {
    const depth = random() * 3;
    return () => depth;
  },
  /** Any binary32 numbers, many of them invalid. */
  anything: (random) => {
    const odd = [NaN, Infinity, -Infinity, -0, 0, 0.1, 20, 20.000002, 0.099999994, 1e-40, 3e38, -1];
    return () => (random() < 0.2 ? odd[Math.floor(random() * odd.length)] : 0.05 + random() * 22);
  },
  nothing: () => () => 0,
};

/** Makes a map from a number, which determines its size, kind and samples. */
export function randomMap(number) {
  const random = randomNumbers(number);
  const width = 1 + Math.floor(random() * 70);
  const height = 1 + Math.floor(random() * 60);
  const names = Object.keys(kinds);
  const depth = kinds[names[number % names.length]](random);
  const holes = random() < 0.5 ? 0 : random() * 0.3;
  const samples = new Float32Array(width * height);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const sample = depth(column / width, row / height);
      samples[row * width + column] = random() < holes ? 0 : sample;
    }
  }
  return { width, height, samples };
}

/** Makes valid parameters from a number. */
export function randomParameters(number) {
  const random = randomNumbers(number ^ 0x5bd1e995);
  const near = random();
  return {
    minValidDepth: Math.fround(near),
    maxValidDepth: Math.fround(near + 1 + random() * 20),
    histogramBins: 2 + Math.floor(random() * 120),
    peakProminenceRatio: random() * 0.3,
    gradientThreshold: random() * 0.4,
    edgeGain: random() * 60,
    screenBand: random() * 0.3,
    screenUniformityThreshold: random(),
    quadrantMinimum: 1 + Math.floor(random() * 40),
    varianceThreshold: random() * 2,
    layerThreshold: Math.floor(random() * 6),
    coherenceThreshold: random(),
  };
}

// The row width that samples suggest: Sources/DepthFiles/Notes/RowContinuity.swift.

const f32 = Math.fround;
const pairCount = 2048;
const widthsOfSensors = [160, 192, 224, 240, 256, 320, 424, 480, 512, 640, 720, 768, 848, 960, 1024, 1280, 1920];

/**
 * The width at which rows continue each other much better than at any other; null if none is clear.
 *
 * @param {Float32Array} samples
 */
export function likelyWidth(samples) {
  const count = samples.length;
  if (count < 1024) return null;
  const most = Math.floor(count / 8);
  const widths = new Set(widthsOfSensors.filter((width) => width <= most));
  for (let width = 16; width <= Math.min(4096, most); width += 1) if (count % width === 0) widths.add(width);
  const steps = [...widths]
    .sort((one, other) => one - other)
    .map((width) => ({ width, step: stepAt(width, samples) }))
    .filter(({ step }) => Number.isFinite(step));
  if (steps.length < 4) return null;
  const best = steps.reduce((one, other) => (other.step < one.step ? other : one));
  // Rows two apart are nearly as alike.
  const others = steps.filter(({ width }) => width % best.width !== 0).map(({ step }) => step);
  others.sort((one, other) => one - other);
  const isClear = others.length > 0 && others[0] > 2 * best.step && others[others.length >> 1] > 4 * best.step;
  return isClear ? best.width : null;
}

/** The mean difference of samples at a distance; infinite if few pairs have two readings. */
function stepAt(distance, samples) {
  const places = Math.max(1, Math.floor(samples.length / pairCount)) | 1;
  let [sum, count] = [0, 0];
  for (let place = 0; place < samples.length - distance; place += places) {
    const [sample, other] = [samples[place], samples[place + distance]];
    const step = f32(Math.abs(f32(sample - other)));
    if (!Number.isFinite(step) || sample === 0 || other === 0) continue;
    sum = f32(sum + step);
    count += 1;
  }
  return count < 16 ? Infinity : f32(sum / count);
}

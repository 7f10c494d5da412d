// An example port: the server profile of the depth analysis, in Node without packages, as a session.
//
//     depthcheck golden check --maps --run-once 'node port.js'
//
// The program reads one request per line and prints one answer per line (docs/CI.md). Section numbers (§) are those of
// docs/SPECIFICATION.md, and the printed members are those of docs/JSON.md. Node's gunzipSync accepts other files than
// the server, so only maps are checked.
'use strict';

const { readFileSync } = require('node:fs');
const { createInterface } = require('node:readline');
const { gunzipSync } = require('node:zlib');
const { serverExp } = require('./exp.js');

const BINS = 50;
const MIN_VALID_DEPTH = Math.fround(0.1);

// §3. NaN fails both comparisons.
const isValid = (depth) => depth >= MIN_VALID_DEPTH && depth <= 20;
const share = (part, whole) => (whole > 0 ? part / whole : 0);

// §4, summed in raster order.
function statistics(depths) {
  const mean = share(depths.reduce((sum, depth) => sum + depth, 0), depths.length);
  const squares = depths.reduce((sum, depth) => sum + (depth - mean) * (depth - mean), 0);
  return { mean, deviation: Math.sqrt(share(squares, depths.length)) };
}

// §5: the histogram, and the bin and depth of each peak.
function findLayers(depths, nearest, farthest) {
  if (farthest <= nearest) return { counts: [], peaks: [] };
  const width = (farthest - nearest) / BINS;
  const last = BINS - 1;
  const counts = new Array(BINS).fill(0);
  for (const depth of depths) counts[Math.min(last, Math.floor((depth - nearest) / width))] += 1;
  const smoothed = counts.map((count, i) => (counts[Math.max(0, i - 1)] + count + counts[Math.min(last, i + 1)]) / 3);
  const threshold = 0.05 * Math.max(...smoothed);
  const peaks = [];
  smoothed.forEach((value, i) => {
    const isPeak = value > threshold && (i === 0 || value > smoothed[i - 1]) && (i === last || value > smoothed[i + 1]);
    if (isPeak) peaks.push({ bin: i, depth: i === last ? farthest - 0.5 * width : nearest + (i + 0.5) * width });
  });
  return { counts, peaks };
}

// §6: the gradient along one axis. Neighbours have no upper bound.
function gradient(before, after) {
  const usable = [before, after].every((depth) => Number.isFinite(depth) && depth > MIN_VALID_DEPTH);
  return usable ? (after - before) / 2 : 0;
}

// §6: the numbers of interior pixels with a valid sample, and of edges among them.
function countEdges(samples, width, height) {
  let [interior, edges] = [0, 0];
  for (let y = 1; y < height - 1; y++) {
    for (let i = y * width + 1; i < (y + 1) * width - 1; i++) {
      if (!isValid(samples[i])) continue;
      interior += 1;
      const gx = gradient(samples[i - 1], samples[i + 1]);
      const gy = gradient(samples[i - width], samples[i + width]);
      if (Math.sqrt(gx * gx + gy * gy) > 0.1) edges += 1;
    }
  }
  return { interior, edges };
}

// §8: the valid samples of each quadrant, and their standard deviation if there are enough.
function measureQuadrants(samples, width, height) {
  const [columns, rows] = [Math.floor(width / 2), Math.floor(height / 2)];
  return [[0, 0], [columns, 0], [0, rows], [columns, rows]].map(([left, top]) => {
    const depths = [];
    for (let y = top; y < top + rows; y++) {
      const start = y * width + left;
      for (const depth of samples.subarray(start, start + columns)) if (isValid(depth)) depths.push(depth);
    }
    return {
      valid_count: depths.length,
      standard_deviation: depths.length >= 10 ? statistics(depths).deviation : null,
    };
  });
}

// §10: the given dimensions if their product is the number of samples, otherwise inferred ones.
function dimensions(count, width, height) {
  if (count > 0 && width * height === count) return [width, height];
  const known = { 49152: [256, 192], 76800: [320, 240], 307200: [640, 480] };
  const inferred = Math.max(1, Math.floor(Math.sqrt(count / (4 / 3))));
  return known[count] ?? [Math.max(1, Math.floor(count / inferred)), inferred];
}

function analyse(samples, givenWidth, givenHeight) {
  const [width, height] = dimensions(samples.length, givenWidth, givenHeight);
  const isGrid = width * height === samples.length;
  const depths = Float64Array.from(samples.filter(isValid));
  const { mean, deviation } = statistics(depths);
  depths.sort(); // only §4 depends on the order
  const [nearest, farthest] = [depths[0] ?? 0, depths.at(-1) ?? 0];
  const median = depths[Math.floor(depths.length / 2)] ?? 0;
  const { counts, peaks } = findLayers(depths, nearest, farthest);
  const hasInterior = isGrid && width >= 3 && height >= 3;
  const { interior, edges } = hasInterior ? countEdges(samples, width, height) : { interior: 0, edges: 0 };
  const coherence = 1 - serverExp(-share(edges, interior) * 30);
  const hasQuadrants = isGrid && width >= 4 && height >= 4 && depths.length > 0;
  const quadrants = hasQuadrants ? measureQuadrants(samples, width, height) : [];
  const deviations = quadrants.map((quadrant) => quadrant.standard_deviation ?? Number.MAX_VALUE);
  const smallest = quadrants.length > 0 ? Math.min(...deviations) : 0;

  // §7
  const uniformity = share(depths.filter((depth) => Math.abs(depth - median) < 0.05).length, depths.length);
  const screenLike = farthest - nearest < 0.15 && uniformity > 0.85 && mean >= 0.2 && mean <= 1.5;

  // §9
  const checks = { standard_deviation: deviation > 0.5, layers: peaks.length >= 3, edge_coherence: coherence > 0.3 };
  const failed = Object.keys(checks).filter((name) => !checks[name]);
  if (screenLike) failed.push('screen_like');
  const without = samples.length === 0 ? ['no_samples'] : ['no_valid_sample'];
  const reasons = depths.length === 0 ? without : failed;
  return {
    status: depths.length === 0 ? 'unavailable' : reasons.length === 0 ? 'pass' : 'fail',
    is_likely_real_scene: reasons.length === 0,
    reasons,
    width,
    height,
    total_count: samples.length,
    valid_count: depths.length,
    coverage: share(depths.length, samples.length),
    mean_depth: mean,
    depth_variance: deviation,
    min_depth: nearest,
    max_depth: farthest,
    median_depth: median,
    depth_layers: peaks.length,
    peak_depths: peaks.map((peak) => peak.depth),
    edge_coherence: coherence,
    uniformity_ratio: uniformity,
    is_screen_like: screenLike,
    quadrant_passes: smallest > 0.1,
    min_quadrant_variance: smallest,
    stages: {
      histogram_counts: counts,
      peak_bins: peaks.map((peak) => peak.bin),
      interior_count: interior,
      edge_count: edges,
      quadrants,
    },
  };
}

// gunzipSync checks the file, and Float32Array the number of bytes. Float32Array is little-endian, as processors are.
function answer(request) {
  try {
    const bytes = gunzipSync(readFileSync(request.file));
    return analyse(new Float32Array(new Uint8Array(bytes).buffer), request.given_width, request.given_height);
  } catch (error) {
    return { error: error.message };
  }
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const request = JSON.parse(line);
  console.log(JSON.stringify({ name: request.name, ...answer(request) }));
});

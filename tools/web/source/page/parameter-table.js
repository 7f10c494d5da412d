// The 16 parameters: groups, names and slider ranges. docs/SPECIFICATION.md, section 2, defines them; typed values
// can be beyond the slider.

/**
 * @typedef {{ key: string, label: string, unit: string, least: number, most: number, step: number }} Offer
 * @type {readonly { title: string, offers: readonly Offer[] }[]}
 */
export const parameterGroups = Object.freeze([
  group("Valid samples", [
    ["minValidDepth", "nearest valid depth", "m", 0, 2, 0.01],
    ["maxValidDepth", "farthest valid depth", "m", 0.5, 30, 0.1],
  ]),
  group("Spread", [["varianceThreshold", "standard deviation above", "m", 0, 2, 0.01]]),
  group("Layers", [
    ["histogramBins", "histogram bins", "bins", 2, 200, 1],
    ["peakProminenceRatio", "peaks above, share of the tallest bin", "", 0, 0.5, 0.005],
    ["layerThreshold", "layers at least", "layers", 0, 15, 1],
  ]),
  group("Edges", [
    ["gradientThreshold", "edges above", "m per pixel", 0, 0.5, 0.005],
    ["edgeGain", "coherence gain", "", 0, 100, 1],
    ["coherenceThreshold", "coherence above", "", 0, 1, 0.01],
  ]),
  group("Screen: if all of these hold", [
    ["screenDepthRangeMax", "depth range below", "m", 0, 1, 0.005],
    ["screenBand", "band around the median", "m", 0, 0.5, 0.005],
    ["screenUniformityThreshold", "uniformity above", "", 0, 1, 0.01],
    ["screenDistanceMin", "mean depth at least", "m", 0, 2, 0.01],
    ["screenDistanceMax", "mean depth at most", "m", 0, 5, 0.05],
  ]),
  group("Quadrants: a warning only", [
    ["quadrantMinimum", "samples per quadrant at least", "samples", 0, 100, 1],
    ["minQuadrantVariance", "standard deviation above", "m", 0, 1, 0.01],
  ]),
]);

function group(title, rows) {
  const offers = rows.map(([key, label, unit, least, most, step]) =>
    Object.freeze({ key, label, unit, least, most, step }),
  );
  return Object.freeze({ title, offers: Object.freeze(offers) });
}

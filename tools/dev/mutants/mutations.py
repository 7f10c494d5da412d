"""The mutations tools/dev/mutants/run makes: one change of one constant, comparison, operand or branch each.

(file in Sources/DepthAnalysis, text to find, text to put there, the rule it breaks). The text must occur exactly once.
A mutation whose rule begins with "=" is expected to survive, because it changes nothing that can be seen:
docs/MUTANTS.md proves it, under the same words.
"""

PARAMETERS = "Parameters/AnalysisParameters.swift"
RANGE = "Parameters/ValidRange.swift"
STATISTICS = "Measurements/Statistics.swift"
BINS = "Measurements/BinWidth.swift"
HISTOGRAM = "Measurements/DepthHistogram.swift"
LAYERS = "Measurements/DepthLayers.swift"
EDGES = "Measurements/EdgeCoherence.swift"
SCREEN = "Measurements/ScreenPattern.swift"
QUADRANTS = "Measurements/Quadrants.swift"
VERDICT = "Checks/Verdict.swift"
PROFILE = "AnalysisProfile.swift"
MAP = "Map/DepthMap.swift"
VIEW = "Map/MapView.swift"
ANALYZER = "DepthAnalyzer.swift"
ANALYSIS = "Record/SceneAnalysis.swift"


def around(file: str, find: str, values: list[str], rule: str) -> list[tuple[str, str, str, str]]:
    """Mutations of one constant, which stands last in the text to find."""
    before = find.rstrip("0123456789.")
    return [(file, find, before + value, f"{rule} is {value}") for value in values]


SERVER_IN_F64 = """\
            try analyze(map, rules: ProfileRules<Double>.server) { () throws(Failure) in
                guard let kernels else { return try measurePlainly(map, .server, checkpoint: checkpoint) }
                return try kernels.measure(map, parameters, .server, exponential, checkpoint: checkpoint)
            }
"""
CLIENT_IN_F32 = """\
            try analyze(map, rules: ProfileRules<Float>.client) { () throws(Failure) in
                // `coversClient` is a compile-time constant, so Embedded builds drop the kernel branch.
                guard KernelPlan.coversClient, let kernels else {
                    return try measurePlainly(map, .client, checkpoint: checkpoint)
                }
                return try kernels.measure(map, parameters, .client, exponential, checkpoint: checkpoint)
            }
"""

# Rules that one profile alone has, or that nothing can show in the other.
ONLY = {
    "§4 the sum is taken in raster order (client)": "client",
    "§6 an edge is above the threshold": "client",
    "§6 only a grid has edges": "server",
    "§8 only a grid has quadrants": "server",
    "§6 no interior pixel gives 0": "server",
    "§1 the server takes any size": "server",
    "§8 the server's number without quadrants": "server",
    "§1 the server calculates in f64": "server",
    "§1 the client needs three rows and columns": "client",
    "§1 the client takes three rows and columns": "client",
    "§8 the client's number without quadrants": "client",
    "§1 the client's smallest width": "client",
    "§1 the client's smallest height": "client",
    "§1 the client calculates in f32": "client",
    "§10 an inferred height is at least 1": "server",
}

MUTATIONS: list[tuple[str, str, str, str]] = [
    # §2: every constant, one per cent up and down; whole numbers by one.
    (RANGE, "ValidRange(lower: 0.1, upper: 20.0)", "ValidRange(lower: 0.101, upper: 20.0)",
     "§2 minValidDepth is 0.101"),
    (RANGE, "ValidRange(lower: 0.1, upper: 20.0)", "ValidRange(lower: 0.099, upper: 20.0)",
     "§2 minValidDepth is 0.099"),
    (RANGE, "ValidRange(lower: 0.1, upper: 20.0)", "ValidRange(lower: 0.1, upper: 20.2)", "§2 maxValidDepth is 20.2"),
    (RANGE, "ValidRange(lower: 0.1, upper: 20.0)", "ValidRange(lower: 0.1, upper: 19.8)", "§2 maxValidDepth is 19.8"),
    *around(PARAMETERS, "histogramBinCount = 50", ["49", "51"], "§2 histogramBins"),
    *around(PARAMETERS, "peakProminenceRatio = 0.05", ["0.0505", "0.0495"], "§2 peakProminenceRatio"),
    *around(PARAMETERS, "gradientThreshold = 0.1", ["0.101", "0.099"], "§2 gradientThreshold"),
    *around(PARAMETERS, "edgeGain = 30.0", ["30.3", "29.7"], "§2 edge gain"),
    *around(PARAMETERS, "screenDepthRangeMaximum = 0.15", ["0.1515", "0.1485"], "§2 screenDepthRangeMax"),
    *around(PARAMETERS, "screenBand = 0.05", ["0.0505", "0.0495"], "§2 screen band"),
    *around(PARAMETERS, "screenUniformityThreshold = 0.85", ["0.8585", "0.8415"], "§2 screenUniformityThreshold"),
    *around(PARAMETERS, "screenDistanceMinimum = 0.2", ["0.202", "0.198"], "§2 screenDistanceMin"),
    *around(PARAMETERS, "screenDistanceMaximum = 1.5", ["1.515", "1.485"], "§2 screenDistanceMax"),
    *around(PARAMETERS, "quadrantStandardDeviationThreshold = 0.1", ["0.101", "0.099"], "§2 minQuadrantVariance"),
    *around(PARAMETERS, "quadrantMinimumSampleCount = 10", ["9", "11"], "§2 quadrant minimum"),
    *around(PARAMETERS, "standardDeviationThreshold = 0.5", ["0.505", "0.495"], "§2 varianceThreshold"),
    *around(PARAMETERS, "layerThreshold = 3", ["2", "4"], "§2 layerThreshold"),
    *around(PARAMETERS, "coherenceThreshold = 0.3", ["0.303", "0.297"], "§2 coherenceThreshold"),

    # §3: valid samples, and usable neighbours of §6.
    (RANGE, "depth >= lower", "depth > lower", "§3 the near end is valid"),
    (RANGE, "depth <= upper", "depth < upper", "§3 the far end is valid"),
    (RANGE, "depth.isFinite && depth >= lower", "depth >= lower", "= §3 a valid sample is finite"),
    (RANGE, "depth.isFinite && depth > lower", "depth > lower", "§6 a usable neighbour is finite"),
    (RANGE, "depth.isFinite && depth > lower", "depth.isFinite && depth >= lower", "§6 the near end is not usable"),
    (RANGE, "depth.isFinite && depth > lower", "contains(depth) && depth > lower", "§6 neighbours have no far end"),
    (RANGE, "depth.isFinite && depth > lower", "depth.isFinite", "§6 neighbours have a near end"),

    # §4: statistics.
    (STATISTICS, "for sample in samples { sum += Scalar(sample) }",
     "for sample in samples.reversed() { sum += Scalar(sample) }", "§4 the sum is taken in raster order (client)"),
    (STATISTICS, "        for sample in samples {\n            let deviation",
     "        for sample in samples.reversed() {\n            let deviation",
     "§4 the squares are summed in raster order"),
    (STATISTICS, "(squaredDeviations / Scalar(count))", "(squaredDeviations / Scalar(max(count - 1, 1)))",
     "§4 population, not sample"),
    (STATISTICS, "(squaredDeviations / Scalar(count)).squareRoot()", "(squaredDeviations / Scalar(count))",
     "§4 the root is taken"),
    (STATISTICS, "deviation * deviation", "abs(deviation)", "§4 deviations are squared"),
    (STATISTICS, "= Scalar(sample) - mean", "= Scalar(sample)", "§4 deviations are from the mean"),
    (STATISTICS, "mean = sum / count", "mean = sum / (count + 1)", "§4 the mean is divided by n"),
    (STATISTICS, "minimum = Scalar(nearest)", "minimum = Scalar(farthest)", "§4 the nearest sample"),
    (STATISTICS, "maximum = Scalar(farthest)", "maximum = Scalar(nearest)", "§4 the farthest sample"),
    (STATISTICS, "let nearest = validSamples.min()", "let nearest = validSamples.first",
     "§4 the nearest of all samples"),
    (STATISTICS, "let farthest = validSamples.max()", "let farthest = validSamples.last",
     "§4 the farthest of all samples"),

    # §5: histogram and layers.
    (BINS, "maximum > minimum ?", "maximum >= minimum ?", "§5 a flat map has no histogram"),
    (BINS, "(maximum - minimum) / Scalar(binCount)", "(maximum - minimum) / Scalar(binCount - 1)",
     "§5 the range is divided by the number of bins"),
    (HISTOGRAM, "guard position >= 1 else", "guard position > 1 else", "§5 a sample on the first edge is in bin 1"),
    (HISTOGRAM, "position < Scalar(last)", "position <= Scalar(last)",
     "= §5 a sample on the last edge is in the last bin"),
    (HISTOGRAM, "else { return last }", "else { return last - 1 }", "§5 the farthest sample is in the last bin"),
    (HISTOGRAM, "return Int(position)", "return Int(position.rounded())", "§5 positions are rounded down"),
    (HISTOGRAM, "return Int(position)", "return Int(position.rounded(.up)) - 1", "§5 a bin holds its lower edge"),
    (HISTOGRAM, "(Scalar(sample) - minimum) / binWidth", "(Scalar(sample) - minimum) * (1 / binWidth)",
     "§5 positions are divided, not multiplied"),
    (HISTOGRAM, "max(bin - 1, 0)", "max(bin - 1, 1)", "§5 the first bin stands in for its neighbour"),
    (HISTOGRAM, "min(bin + 1, counts.count - 1)", "min(bin + 1, counts.count - 2)",
     "§5 the last bin stands in for its neighbour"),
    (HISTOGRAM, "Scalar(left + counts[bin] + right) / 3", "Scalar(left + right) / 3", "§5 three bins are smoothed"),
    (HISTOGRAM, "Scalar(left + counts[bin] + right) / 3", "Scalar(left + 2 * counts[bin] + right) / 3",
     "§5 three bins are smoothed alike"),
    (HISTOGRAM, "Scalar(left + counts[bin] + right) / 3", "Scalar(left + counts[bin] + right)",
     "= §5 sums are divided by 3"),
    (HISTOGRAM, "if bin == counts.count - 1 {", "if bin == counts.count {",
     "§5 the last depth is measured from the far end"),
    (HISTOGRAM, "maximum - Scalar(0.5) * binWidth", "maximum - Scalar(0.25) * binWidth",
     "§5 the middle of the last bin"),
    (HISTOGRAM, "(Scalar(bin) + Scalar(0.5)) * binWidth", "Scalar(bin) * binWidth", "§5 the middle of a bin"),
    (LAYERS, "smoothed[bin] > threshold\n", "smoothed[bin] >= threshold\n", "§5 a peak is above the threshold"),
    (LAYERS, "smoothed[bin] > threshold\n", "smoothed[bin] > 0\n", "§5 a peak has to be prominent"),
    (LAYERS, "smoothed[bin] > smoothed[bin - 1]", "smoothed[bin] >= smoothed[bin - 1]",
     "§5 strictly above the left bin"),
    (LAYERS, "smoothed[bin] > smoothed[bin + 1]", "smoothed[bin] >= smoothed[bin + 1]",
     "§5 strictly above the right bin"),
    (LAYERS, "(bin == 0 || smoothed[bin]", "(bin != 0 && smoothed[bin]", "§5 the first bin can be a peak"),
    (LAYERS, "(bin == last || smoothed[bin]", "(bin != last && smoothed[bin]", "§5 the last bin can be a peak"),
    (LAYERS, "(bin == 0 || smoothed[bin]", "(bin <= 1 || smoothed[bin]", "§5 the second bin has a left neighbour"),
    (LAYERS, "(bin == last || smoothed[bin]", "(bin >= last - 1 || smoothed[bin]",
     "§5 the last but one has a right neighbour"),
    (LAYERS, "(smoothed.max() ?? 0)", "(smoothed.first ?? 0)", "§5 the threshold is of the tallest bin"),
    (LAYERS, "(smoothed.max() ?? 0)", "Scalar(histogram.counts.max() ?? 0)", "§5 the tallest bin is a smoothed one"),

    # §6: edge coherence.
    (VIEW, "isGrid && width >= 3", "width >= 3", "§6 only a grid has edges"),
    (VIEW, "width >= 3 && height", "width >= 4 && height", "§6 three columns are enough"),
    (VIEW, "&& height >= 3", "&& height >= 4", "§6 three rows are enough"),
    (VIEW, "width >= 3 && height", "width >= 2 && height", "= §6 two columns have no interior"),
    (VIEW, "&& height >= 3", "&& height >= 2", "= §6 two rows have no interior"),
    (EDGES, "for row in 1..<map.height - 1", "for row in 2..<max(2, map.height - 1)", "§6 the second row is interior"),
    (EDGES, "for row in 1..<map.height - 1", "for row in 1..<max(1, map.height - 2)",
     "§6 the last row but one is interior"),
    (EDGES, "for column in 1..<width - 1", "for column in 2..<max(2, width - 1)", "§6 the second column is interior"),
    (EDGES, "for column in 1..<width - 1", "for column in 1..<max(1, width - 2)",
     "§6 the last column but one is interior"),
    (EDGES, "for column in 1..<width - 1", "for column in 0..<width - 1", "§6 the first column is not interior"),
    (EDGES, "for column in 1..<width - 1", "for column in 1..<width", "§6 the last column is not interior"),
    (EDGES, "guard range.contains(samples[centre])", "guard range.isUsableAsNeighbour(samples[centre])",
     "§6 a centre is valid, not only usable"),
    (EDGES, "guard range.contains(samples[centre]) else { continue }\n                interiorCount += 1",
     "interiorCount += 1\n                guard range.contains(samples[centre]) else { continue }",
     "§6 only valid centres are counted"),
    (EDGES, "guard range.isUsableAsNeighbour(before), range.isUsableAsNeighbour(after)",
     "guard range.isUsableAsNeighbour(before)", "§6 the neighbour after is usable"),
    (EDGES, "guard range.isUsableAsNeighbour(before), range.isUsableAsNeighbour(after)",
     "guard range.isUsableAsNeighbour(after)", "§6 the neighbour before is usable"),
    (EDGES, "(Scalar(after) - Scalar(before)) / 2", "(Scalar(after) - Scalar(before))", "§6 the difference is halved"),
    (EDGES, "(Scalar(after) - Scalar(before)) / 2", "(Scalar(before) - Scalar(after)) / 2",
     "= §6 the sign of a gradient"),
    (EDGES, "samples[centre - 1], samples[centre + 1]", "samples[centre], samples[centre + 1]",
     "§6 the left neighbour"),
    (EDGES, "samples[centre - 1], samples[centre + 1]", "samples[centre - 1], samples[centre]",
     "§6 the right neighbour"),
    (EDGES, "samples[centre - width], samples[centre + width]", "samples[centre], samples[centre + width]",
     "§6 the neighbour above"),
    (EDGES, "samples[centre - width], samples[centre + width]", "samples[centre - width], samples[centre]",
     "§6 the neighbour below"),
    (EDGES, "horizontal * horizontal + vertical * vertical", "horizontal * horizontal", "§6 the vertical part"),
    (EDGES, "horizontal * horizontal + vertical * vertical", "vertical * vertical", "§6 the horizontal part"),
    (EDGES, "(horizontal * horizontal + vertical * vertical).squareRoot()",
     "max(abs(horizontal), abs(vertical))", "§6 both parts count together"),
    (EDGES, "vertical * vertical).squareRoot()", "vertical * vertical)", "§6 the root is taken"),
    (EDGES, "if gradient > threshold", "if gradient >= threshold", "§6 an edge is above the threshold"),
    (EDGES, "guard interiorCount > 0 else", "guard interiorCount > 1 else", "§6 one interior pixel is enough"),
    (EDGES, "guard interiorCount > 0 else", "guard interiorCount >= 0 else", "§6 no interior pixel gives 0"),
    (EDGES, "/ Scalar(interiorCount)", "/ Scalar(interiorCount + 1)", "§6 the share is of the interior"),
    (EDGES, "min(max(1 - Scalar.exponential(-ratio * Scalar(gain), exponential), 0), 1)",
     "max(1 - Scalar.exponential(-ratio * Scalar(gain), exponential), 0)", "= §6 a coherence is at most 1"),
    (EDGES, "min(max(1 - Scalar.exponential(-ratio * Scalar(gain), exponential), 0), 1)",
     "min(1 - Scalar.exponential(-ratio * Scalar(gain), exponential), 1)", "= §6 a coherence is at least 0"),
    (EDGES, "Scalar.exponential(-ratio * Scalar(gain), exponential)",
     "Scalar.exponential(ratio * Scalar(-gain), exponential)", "= §6 where the sign of the exponent stands"),

    # §7: screen pattern.
    (SCREEN, "[validSamples.count / 2]", "[(validSamples.count - 1) / 2]", "§7 the median is the upper one"),
    (SCREEN, "validSamples.sorted()", "validSamples", "§7 the median is of sorted samples"),
    (SCREEN, "abs(Scalar(sample) - median) < band", "abs(Scalar(sample) - median) <= band",
     "= §7 the band's end is outside"),
    (SCREEN, "abs(Scalar(sample) - median) < band", "(Scalar(sample) - median) < band", "§7 the band has a near end"),
    (SCREEN, "abs(Scalar(sample) - median) < band", "(median - Scalar(sample)) < band", "§7 the band has a far end"),
    (SCREEN, "Scalar(uniformCount) / Scalar(validCount)", "Scalar(uniformCount) / Scalar(validCount + 1)",
     "§7 the share is of the valid samples"),
    (SCREEN, "- statistics.minimum < Scalar", "- statistics.minimum <= Scalar", "= §7 the range is below its limit"),
    (SCREEN, "uniformity > Scalar", "uniformity >= Scalar", "§7 the share is above its limit"),
    (SCREEN, "statistics.mean >= Scalar", "statistics.mean > Scalar", "§7 the smallest distance is a screen's"),
    (SCREEN, "statistics.mean <= Scalar", "statistics.mean < Scalar", "§7 the largest distance is a screen's"),
    (SCREEN, "statistics.maximum - statistics.minimum < Scalar(parameters.screenDepthRangeMaximum)", "true",
     "§7 a screen's range is small"),
    (SCREEN, "&& uniformity > Scalar(parameters.screenUniformityThreshold)", "", "§7 a screen is uniform"),
    (SCREEN, "&& statistics.mean >= Scalar(parameters.screenDistanceMinimum)", "", "§7 a screen is not too near"),
    (SCREEN, "&& statistics.mean <= Scalar(parameters.screenDistanceMaximum)", "", "§7 a screen is not too far"),
    (SCREEN, "statistics.mean >= Scalar", "median >= Scalar", "§7 the distance is the mean, near"),
    (SCREEN, "statistics.mean <= Scalar", "median <= Scalar", "§7 the distance is the mean, far"),

    # §8: quadrants.
    (VIEW, "isGrid && width >= 4", "width >= 4", "§8 only a grid has quadrants"),
    (VIEW, "width >= 4 && height >= 4", "width >= 5 && height >= 4", "§8 four columns are enough"),
    (VIEW, "width >= 4 && height >= 4", "width >= 4 && height >= 5", "§8 four rows are enough"),
    (VIEW, "width >= 4 && height >= 4", "width >= 3 && height >= 4",
     "§8 three columns are too few"),
    (VIEW, "width >= 4 && height >= 4", "width >= 4 && height >= 3", "§8 three rows are too few"),
    (QUADRANTS, "let width = map.width / 2", "let width = (map.width + 1) / 2", "§8 an odd column belongs to none"),
    (QUADRANTS, "let height = map.height / 2", "let height = (map.height + 1) / 2", "§8 an odd row belongs to none"),
    (QUADRANTS, "[(0, 0), (0, width), (height, 0), (height, width)]",
     "[(0, width), (0, width), (height, 0), (height, width)]",
     "§8 the top left quadrant"),
    (QUADRANTS, "[(0, 0), (0, width), (height, 0), (height, width)]", "[(0, 0), (0, 0), (height, 0), (height, width)]",
     "§8 the top right quadrant"),
    (QUADRANTS, "[(0, 0), (0, width), (height, 0), (height, width)]", "[(0, 0), (0, width), (0, 0), (height, width)]",
     "§8 the bottom left quadrant"),
    (QUADRANTS, "[(0, 0), (0, width), (height, 0), (height, width)]", "[(0, 0), (0, width), (height, 0), (0, 0)]",
     "§8 the bottom right quadrant"),
    (QUADRANTS, "[(0, 0), (0, width), (height, 0), (height, width)]",
     "[(0, 0), (0, map.width - width), (height, 0), (height, map.width - width)]",
     "§8 where the right quadrants begin"),
    (QUADRANTS, "[(0, 0), (0, width), (height, 0), (height, width)]",
     "[(0, 0), (0, width), (map.height - height, 0), (map.height - height, width)]",
     "§8 where the bottom quadrants begin"),
    (QUADRANTS, "samples.count >= parameters.quadrantMinimumSampleCount",
     "samples.count > parameters.quadrantMinimumSampleCount", "§8 ten samples are enough"),
    (QUADRANTS, "let smallest = measured.lazy.compactMap({ $0.standardDeviation }).min()",
     "let smallest = measured.compactMap(\\.standardDeviation).max()", "§8 the smallest counts"),
    (QUADRANTS, "let smallest = measured.lazy.compactMap({ $0.standardDeviation }).min()",
     "let smallest = measured.compactMap(\\.standardDeviation).first", "§8 the smallest of all counts"),
    (QUADRANTS, "passes = smallest > Scalar", "passes = smallest >= Scalar", "§8 the check passes above its threshold"),
    (QUADRANTS, "            passes = true", "            passes = false", "§8 skipped quadrants pass"),
    (QUADRANTS, "            passes = false", "            passes = true", "§8 a map without quadrants does not pass"),

    # §9: verdict.
    (VERDICT, "statistics.standardDeviation > Scalar", "statistics.standardDeviation >= Scalar",
     "§9 the standard deviation is above its threshold"),
    (VERDICT, "layers.count >= parameters", "layers.count > parameters", "§9 three layers are enough"),
    (VERDICT, "edges.value > Scalar", "edges.value >= Scalar", "= §9 the coherence is above its threshold"),
    (VERDICT, "if screen.isScreenLike {", "if false {", "§9 a screen is never real"),
    (VERDICT, "if screen.isScreenLike {", "if screen.isScreenLike || !quadrants.passes {",
     "§9 the quadrants only warn"),
    (VERDICT, "if !(layers.count >= parameters.layerThreshold) {", "if false {", "§9 layers are asked for"),
    (VERDICT, "if !(edges.value > Scalar(parameters.coherenceThreshold)) {", "if false {", "§9 coherence is asked for"),
    (VERDICT, "if !(statistics.standardDeviation > Scalar(parameters.standardDeviationThreshold)) {", "if false {",
     "§9 a standard deviation is asked for"),

    # §1: the two profiles.
    (PROFILE, "ProfileRules(smallestSide: 1, minimumWithoutQuadrants: .greatestFiniteMagnitude)",
     "ProfileRules(smallestSide: 3, minimumWithoutQuadrants: .greatestFiniteMagnitude)",
     "§1 the server takes any size"),
    (PROFILE, "ProfileRules(smallestSide: 1, minimumWithoutQuadrants: .greatestFiniteMagnitude)",
     "ProfileRules(smallestSide: 1, minimumWithoutQuadrants: 0)", "§8 the server's number without quadrants"),
    (PROFILE, "ProfileRules(smallestSide: 3, minimumWithoutQuadrants: 0)",
     "ProfileRules(smallestSide: 2, minimumWithoutQuadrants: 0)", "§1 the client needs three rows and columns"),
    (PROFILE, "ProfileRules(smallestSide: 3, minimumWithoutQuadrants: 0)",
     "ProfileRules(smallestSide: 4, minimumWithoutQuadrants: 0)", "§1 the client takes three rows and columns"),
    (PROFILE, "ProfileRules(smallestSide: 3, minimumWithoutQuadrants: 0)",
     "ProfileRules(smallestSide: 3, minimumWithoutQuadrants: .greatestFiniteMagnitude)",
     "§8 the client's number without quadrants"),
    (ANALYZER, "guard map.width >= rules.smallestSide, map.height", "guard map.height",
     "§1 the client's smallest width"),
    (ANALYZER, "map.width >= rules.smallestSide, map.height >= rules.smallestSide", "map.width >= rules.smallestSide",
     "§1 the client's smallest height"),
    (ANALYZER, SERVER_IN_F64, CLIENT_IN_F32, "§1 the server calculates in f64"),
    (ANALYZER, CLIENT_IN_F32, SERVER_IN_F64, "§1 the client calculates in f32"),
    (ANALYSIS, "Scalar(measurements.validCount) / Scalar(map.samples.count)",
     "Scalar(measurements.validCount) / Scalar(map.samples.count + 1)", "§4 coverage is of all samples"),

    # §10: inferred dimensions.
    (MAP, "case 256 * 192: self.init(width: 256, height: 192)", "case 256 * 192: self.init(width: 192, height: 256)",
     "§10 49152 samples are 256 x 192"),
    (MAP, "case 320 * 240: self.init(width: 320, height: 240)", "case 320 * 240: self.init(width: 240, height: 320)",
     "§10 76800 samples are 320 x 240"),
    (MAP, "case 640 * 480: self.init(width: 640, height: 480)", "case 640 * 480: self.init(width: 480, height: 640)",
     "§10 307200 samples are 640 x 480"),
    (MAP, "/ (4.0 / 3.0)", "/ (3.0 / 4.0)", "§10 other maps are 4 to 3"),
    (MAP, "max(1, sampleCount / height)", "max(1, sampleCount / height + 1)", "§10 an inferred width is rounded down"),
    (MAP, "self.init(width: max(1, sampleCount / height), height: height)",
     "self.init(width: height, height: max(1, sampleCount / height))", "§10 which inferred side is the width"),
    (MAP, "let height = max(1, Int(", "let height = max(2, Int(", "§10 an inferred height is at least 1"),
]

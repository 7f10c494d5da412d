"""The mutations of tools/dev/mutants/run: one change of one constant, comparison, operand or branch each.

(file in Sources/DepthAnalysis, text to find, replacement, the rule it breaks). The text must occur exactly once. A
mutation whose rule begins with "=" is expected to survive, because it changes nothing observable: docs/MUTANTS.md
proves it, under the same words. Changes made by tools/dev/deviations are not repeated here: constants, comparisons and
formulas that a port can get wrong.
"""

RANGE = "Parameters/ValidRange.swift"
STATISTICS = "Measurements/Statistics.swift"
BINS = "Measurements/BinWidth.swift"
HISTOGRAM = "Measurements/DepthHistogram.swift"
LAYERS = "Measurements/DepthLayers.swift"
EDGES = "Measurements/EdgeCoherence.swift"
SCREEN = "Measurements/ScreenPattern.swift"
QUADRANTS = "Measurements/Quadrants.swift"
VERDICT = "Checks/Verdict.swift"
MAP = "Map/DepthMap.swift"
VIEW = "Map/MapView.swift"
ANALYZER = "DepthAnalyzer.swift"
ANALYSIS = "Record/SceneAnalysis.swift"

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

# Rules that only one profile has, or that cannot be observed in the other.
ONLY = {
    "§6 only a grid has edges": "server",
    "§8 only a grid has quadrants": "server",
    "§6 no interior pixel gives 0": "server",
    "§1 the server calculates in f64": "server",
    "§1 the client's smallest width": "client",
    "§1 the client's smallest height": "client",
    "§1 the client calculates in f32": "client",
    "§10 an inferred height is at least 1": "server",
}

MUTATIONS: list[tuple[str, str, str, str]] = [
    # §3: valid samples, and usable neighbours of §6.
    (RANGE, "depth.isFinite && depth >= lower", "depth >= lower", "= §3 a valid sample is finite"),

    # §4: statistics.
    (STATISTICS, "= Scalar(sample) - mean", "= Scalar(sample)", "§4 deviations are from the mean"),
    (STATISTICS, "mean = sum / count", "mean = sum / (count + 1)", "§4 the mean is divided by n"),
    (STATISTICS, "minimum = Scalar(nearest)", "minimum = Scalar(farthest)", "§4 the nearest sample"),
    (STATISTICS, "maximum = Scalar(farthest)", "maximum = Scalar(nearest)", "§4 the farthest sample"),
    (STATISTICS, "let nearest = validSamples.min()", "let nearest = validSamples.first",
     "§4 the nearest of all samples"),
    (STATISTICS, "let farthest = validSamples.max()", "let farthest = validSamples.last",
     "§4 the farthest of all samples"),

    # §5: histogram and layers.
    (BINS, "(maximum - minimum) / Scalar(binCount)", "(maximum - minimum) / Scalar(binCount - 1)",
     "§5 the range is divided by the number of bins"),
    (HISTOGRAM, "guard position >= 1 else", "guard position > 1 else", "§5 a sample on the first edge is in bin 1"),
    (HISTOGRAM, "position < Scalar(last)", "position <= Scalar(last)",
     "= §5 a sample on the last edge is in the last bin"),
    (HISTOGRAM, "else { return last }", "else { return last - 1 }", "§5 the farthest sample is in the last bin"),
    (HISTOGRAM, "return Int(position)", "return Int(position.rounded())", "§5 positions are rounded down"),
    (HISTOGRAM, "return Int(position)", "return Int(position.rounded(.up)) - 1", "§5 a bin holds its lower edge"),
    (HISTOGRAM, "Scalar(left + counts[bin] + right) / 3", "Scalar(left + right) / 3", "§5 three bins are smoothed"),
    (HISTOGRAM, "maximum - Scalar(0.5) * binWidth", "maximum - Scalar(0.25) * binWidth",
     "§5 the middle of the last bin"),
    (HISTOGRAM, "(Scalar(bin) + Scalar(0.5)) * binWidth", "Scalar(bin) * binWidth", "§5 the middle of a bin"),
    (LAYERS, "(bin == 0 || smoothed[bin]", "(bin <= 1 || smoothed[bin]", "§5 the second bin has a left neighbour"),
    (LAYERS, "(bin == last || smoothed[bin]", "(bin >= last - 1 || smoothed[bin]",
     "§5 the last but one has a right neighbour"),
    (LAYERS, "(smoothed.max() ?? 0)", "(smoothed.first ?? 0)", "§5 the threshold is of the tallest bin"),

    # §6: edge coherence.
    (VIEW, "isGrid && width >= 3", "width >= 3", "§6 only a grid has edges"),
    (VIEW, "width >= 3 && height", "width >= 2 && height", "= §6 two columns have no interior"),
    (VIEW, "&& height >= 3", "&& height >= 2", "= §6 two rows have no interior"),
    (EDGES, "for column in 1..<width - 1", "for column in 0..<width - 1", "§6 the first column is not interior"),
    (EDGES, "for column in 1..<width - 1", "for column in 1..<width", "§6 the last column is not interior"),
    (EDGES, "guard range.contains(samples[centre]) else { continue }\n                interiorCount += 1",
     "interiorCount += 1\n                guard range.contains(samples[centre]) else { continue }",
     "§6 only valid centres are counted"),
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
    (SCREEN, "abs(Scalar(sample) - median) < band", "abs(Scalar(sample) - median) <= band",
     "= §7 the band's end is outside"),
    (SCREEN, "abs(Scalar(sample) - median) < band", "(Scalar(sample) - median) < band", "§7 the band has a near end"),
    (SCREEN, "abs(Scalar(sample) - median) < band", "(median - Scalar(sample)) < band", "§7 the band has a far end"),
    (SCREEN, "Scalar(uniformCount) / Scalar(validCount)", "Scalar(uniformCount) / Scalar(validCount + 1)",
     "§7 the share is of the valid samples"),
    (SCREEN, "- statistics.minimum < Scalar", "- statistics.minimum <= Scalar", "= §7 the range is below its limit"),

    # §8: quadrants.
    (VIEW, "isGrid && width >= 4", "width >= 4", "§8 only a grid has quadrants"),
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

    # §9: verdict.
    (VERDICT, "layers.count >= parameters", "layers.count > parameters", "§9 three layers are enough"),
    (VERDICT, "edges.value > Scalar", "edges.value >= Scalar", "= §9 the coherence is above its threshold"),

    # §1: the two profiles.
    (ANALYZER, "guard map.width >= rules.smallestSide, map.height", "guard map.height",
     "§1 the client's smallest width"),
    (ANALYZER, "map.width >= rules.smallestSide, map.height >= rules.smallestSide", "map.width >= rules.smallestSide",
     "§1 the client's smallest height"),
    (ANALYZER, SERVER_IN_F64, CLIENT_IN_F32, "§1 the server calculates in f64"),
    (ANALYZER, CLIENT_IN_F32, SERVER_IN_F64, "§1 the client calculates in f32"),
    (ANALYSIS, "Scalar(measurements.validCount) / Scalar(map.samples.count)",
     "Scalar(measurements.validCount) / Scalar(map.samples.count + 1)", "§4 coverage is of all samples"),

    # §10: inferred dimensions.
    (MAP, "/ (4.0 / 3.0)", "/ (3.0 / 4.0)", "§10 other maps are 4 to 3"),
    (MAP, "max(1, sampleCount / height)", "max(1, sampleCount / height + 1)", "§10 an inferred width is rounded down"),
    (MAP, "self.init(width: max(1, sampleCount / height), height: height)",
     "self.init(width: height, height: max(1, sampleCount / height))", "§10 which inferred side is the width"),
    (MAP, "let height = max(1, Int(", "let height = max(2, Int(", "§10 an inferred height is at least 1"),
]

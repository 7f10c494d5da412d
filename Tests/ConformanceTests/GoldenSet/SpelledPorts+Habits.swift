/// Deviations that come from habit or from libraries: constants, comparisons and formulas that differ from the
/// second opinion.
extension SpelledPort {
    static let habits: [SpelledPort] = [
        habitualDimensions, habitualValidSamples, habitualStatistics, habitualLayers, habitualEdges, habitualScreens,
        habitualQuadrants, habitualVerdicts, habitualNumbers,
    ].flatMap(\.self)

    private static let habitualDimensions: [SpelledPort] = [
        SpelledPort(
            rule: "§10", text: fit,
            spelling: "if width * height != len(samples) or len(samples) in (49152, 76800, 307200):",
            mostSamples: 80_000),
        SpelledPort(rule: "§10", text: fit, spelling: "if not width or not height or not samples:"),
        SpelledPort(rule: "§10", text: madeMap, spelling: "return DepthMap(height, width, samples)"),
        SpelledPort(
            rule: "§10", text: edgeSides,
            spelling: """
                height, width, samples = depth_map.width, depth_map.height, depth_map.samples
                    if not depth_map.is_grid or width < 3
                """),
        SpelledPort(
            rule: "§10", text: quadrantSides,
            spelling: """
                height, width, samples = depth_map.width, depth_map.height, depth_map.samples
                    if not depth_map.is_grid or width < 4
                """),
        SpelledPort(
            rule: "§10", text: madeMap,
            spelling: """
                if width * height == len(samples):
                        samples = [samples[x * height + y] for y in range(height) for x in range(width)]
                    return DepthMap(width, height, samples)
                """),
        SpelledPort(rule: "§10", text: "struct.unpack(f\"<{", spelling: "struct.unpack(f\">{"),
        SpelledPort(
            rule: "§10", text: madeMap,
            spelling: "return DepthMap(width, height, [s / 1000 if s > 100 else s for s in samples])"),
        SpelledPort(rule: "§10", text: "count / (4.0 / 3.0)", spelling: "count / 1.33"),
        SpelledPort(rule: "§10", text: "count / (4.0 / 3.0)", spelling: "count / (16.0 / 9.0)"),
    ]

    private static let habitualValidSamples: [SpelledPort] = [
        SpelledPort(
            rule: "§3", text: validity,
            spelling: "return math.isfinite(depth) and depth > MIN_VALID_DEPTH and depth <= MAX_VALID_DEPTH"),
        SpelledPort(
            rule: "§3", text: validity,
            spelling: "return math.isfinite(depth) and depth >= MIN_VALID_DEPTH and depth < MAX_VALID_DEPTH"),
        SpelledPort(
            rule: "§3", text: validity, spelling: "return math.isfinite(depth) and 0 < depth <= MAX_VALID_DEPTH"),
        planting("§3", "MAX_VALID_DEPTH = 65.535"),
        planting("§3", "MAX_VALID_DEPTH = 12.0"),
        planting("§3", "MIN_VALID_DEPTH = 0.3"),
    ]

    private static let habitualStatistics: [SpelledPort] = [
        SpelledPort(rule: "§4", text: deviation, spelling: "return mean, math.sqrt(squares / max(1, len(values) - 1))"),
        SpelledPort(rule: "§4", text: deviation, spelling: "return mean, squares / len(values)"),
        SpelledPort(rule: "§4", text: deviation, spelling: "return mean, (squares / len(values)) ** 0.5"),
        SpelledPort(rule: "§4", text: "squares += deviation * deviation", spelling: "squares += deviation ** 2"),
        SpelledPort(
            rule: "§4", text: "deviation = value - mean",
            spelling: "deviation = value - sorted(values)[len(values) // 2]"),
        planting(
            "§4",
            """
            import statistics
            def mean_and_standard_deviation(values):
                return statistics.fmean(values), statistics.pstdev(values)
            """),
        planting(
            "§4",
            """
            def mean_and_standard_deviation(values):
                mean = math.fsum(values) / len(values)
                return mean, math.sqrt(math.fsum([(v - mean) ** 2 for v in values]) / len(values))
            """),
        planting(
            "§4",
            """
            def mean_and_standard_deviation(values):
                mean = sum(values) / len(values)
                return mean, sum([abs(v - mean) for v in values]) / len(values)
            """),
        SpelledPort(
            rule: "§4", text: coverage, spelling: "\"coverage\": len(valid) / (depth_map.width * depth_map.height)"),
        SpelledPort(rule: "§4", text: coverage, spelling: "\"coverage\": 1 - (total - len(valid)) / total"),
    ]

    private static let habitualLayers: [SpelledPort] = [
        SpelledPort(rule: "§5", text: innerPeaks, spelling: plateauPeaks(at: "(i + j) // 2")),
        SpelledPort(rule: "§5", text: innerPeaks, spelling: plateauPeaks(at: "i")),
        SpelledPort(rule: "§5", text: innerPeaks, spelling: plateauPeaks(at: "j")),
        SpelledPort(
            rule: "§5", text: innerPeaks,
            spelling: """
                        if smoothed[i] >= smoothed[i - 1] and smoothed[i] > smoothed[i + 1] and smoothed[i] > threshold:
                            layers.append((i, nearest + (i + 0.5) * bin_width))

                """),
        SpelledPort(
            rule: "§5", text: innerPeaks,
            spelling: """
                        if smoothed[i] > smoothed[i - 1] and smoothed[i] > smoothed[i + 1] and smoothed[i] >= threshold:
                            layers.append((i, nearest + (i + 0.5) * bin_width))

                """),
        planting("§5", scipyPeaks("s[i] >= threshold")),
        planting(
            "§5",
            """
            def base(side):
                return min(side[: next((k for k, bin in enumerate(side) if bin > side[0]), len(side))])

            """ + scipyPeaks("s[i] - max(base(s[i::-1]), base(s[i:])) >= threshold")),
        planting("§5", scipyPeaks("s[i] > threshold")),
        SpelledPort(rule: "§5", text: firstPeak, spelling: "smoothed[0] > threshold and smoothed[0] >= smoothed[1]"),
        SpelledPort(
            rule: "§5", text: lastPeak,
            spelling: "smoothed[last] > threshold and smoothed[last] >= smoothed[last - 1]"),
        SpelledPort(rule: "§5", text: lastPeak, spelling: "False"),
        SpelledPort(rule: "§5", text: firstPeak, spelling: "False"),
        SpelledPort(rule: "§5", text: "if i > 0 else counts[i]", spelling: "if i > 0 else 0"),
        SpelledPort(rule: "§5", text: smoothing, spelling: "(left + counts[i] + right) // 3"),
        SpelledPort(rule: "§5", text: smoothing, spelling: "(left + 2 * counts[i] + right) / 4.0"),
        SpelledPort(rule: "§5", text: smoothing, spelling: "float(counts[i])"),
        SpelledPort(rule: "§5", text: "max(smoothed)", spelling: "max(counts)"),
        planting("§5", "PEAK_PROMINENCE_RATIO = 0.08"),
        SpelledPort(rule: "§5", text: bin, spelling: "math.ceil((depth - nearest) / bin_width)"),
        planting("§5", "HISTOGRAM_BINS = 64"),
        SpelledPort(rule: "§5", text: "nearest + (i + 0.5) * bin_width", spelling: "nearest + i * bin_width"),
        SpelledPort(
            rule: "§5", text: bin, spelling: "math.floor((depth - nearest) / (farthest - nearest) * HISTOGRAM_BINS)"),
    ]

    private static let habitualEdges: [SpelledPort] = [
        SpelledPort(rule: "§6", text: "return (after - before) / 2.0", spelling: "return after - before"),
        SpelledPort(rule: "§6", text: usable, spelling: "neighbour >= MIN_VALID_DEPTH"),
        SpelledPort(rule: "§6", text: usable, spelling: "MIN_VALID_DEPTH < neighbour < 65.535"),
        SpelledPort(rule: "§6", text: usable, spelling: "MIN_VALID_DEPTH < neighbour <= 100"),
        SpelledPort(rule: "§6", text: usable, spelling: "neighbour > 0"),
        SpelledPort(rule: "§6", text: "math.sqrt(gx * gx + gy * gy)", spelling: "max(abs(gx), abs(gy))"),
        SpelledPort(rule: "§6", text: "ratio = edges / interior", spelling: "ratio = edges / max(1, interior + 1)"),
        SpelledPort(rule: "§6", text: coherence, spelling: "math.tanh(ratio * EDGE_GAIN)"),
        SpelledPort(rule: "§6", text: coherence, spelling: "ratio * EDGE_GAIN"),
        SpelledPort(rule: "§6", text: "range(1, height - 1)", spelling: "range(1, height - 2)"),
        SpelledPort(
            rule: "§6",
            text: """
                            if not is_valid(samples[i]):
                                continue

                """, spelling: ""),
        planting("§6", "GRADIENT_THRESHOLD = 0.15"),
        planting("§6", "EDGE_GAIN = 40.0"),
        SpelledPort(
            rule: "§6", text: gradients,
            spelling: """
                            def at(j): return samples[j] if math.isfinite(samples[j]) else 0.0
                            def lane(j, step): return at(j - step) + 2 * at(j) + at(j + step)
                            gx = (lane(i + 1, width) - lane(i - 1, width)) / 8
                            gy = (lane(i + width, 1) - lane(i - width, 1)) / 8

                """),
        SpelledPort(
            rule: "§6", text: gradients,
            spelling: """
                            def at(j):
                                is_usable = math.isfinite(samples[j]) and samples[j] > MIN_VALID_DEPTH
                                return samples[j] if is_usable else samples[i]
                            gx = (at(i + 1) - at(i - 1)) / 2
                            gy = (at(i + width) - at(i - width)) / 2

                """),
    ]

    private static let habitualScreens: [SpelledPort] = [
        SpelledPort(rule: "§7", text: median, spelling: "__import__('statistics').median(valid)"),
        SpelledPort(rule: "§7", text: median, spelling: "mean"),
        SpelledPort(
            rule: "§7", text: "for depth in valid if abs(depth - median) < SCREEN_BAND]) / len(valid)",
            spelling: "for depth in valid if abs(depth - median) < SCREEN_BAND]) / total"),
        SpelledPort(
            rule: "§7",
            text: """
                farthest - nearest < SCREEN_DEPTH_RANGE_MAX
                        and uniformity
                """,
            spelling: """
                farthest - nearest < SCREEN_DEPTH_RANGE_MAX
                        or uniformity
                """),
        planting("§7", "SCREEN_DISTANCE_MAX = 2.0"),
        planting("§7", "SCREEN_DEPTH_RANGE_MAX = 0.18"),
        planting("§7", "SCREEN_UNIFORMITY_THRESHOLD = 0.95"),
    ]

    private static let habitualQuadrants: [SpelledPort] = [
        SpelledPort(
            rule: "§8", text: halves, spelling: "half_width, half_height = round(width / 2), round(height / 2)"),
        SpelledPort(rule: "§8", text: "for left in (0, half_width):", spelling: "for left in (0, width - half_width):"),
        planting("§8", "QUADRANT_MINIMUM_SAMPLES = 5"),
        planting("§8", "QUADRANT_MINIMUM_SAMPLES = 20"),
        SpelledPort(
            rule: "§8", text: smallestQuadrant, spelling: "smallest = max(deviations, default=sys.float_info.max)"),
        SpelledPort(
            rule: "§8", text: smallestQuadrant,
            spelling: "smallest = sum(deviations) / len(deviations) if deviations else sys.float_info.max"),
        SpelledPort(
            rule: "§8", text: "deviations = [deviation for _, deviation in quadrants if deviation is not None]",
            spelling: "deviations = [deviation or 0.0 for _, deviation in quadrants]"),
        planting("§8", "MIN_QUADRANT_VARIANCE = 0.15"),
    ]

    private static let habitualVerdicts: [SpelledPort] = [
        SpelledPort(
            rule: "§9", text: "(\"screen_like\", not screen_like),",
            spelling: "(\"screen_like\", not screen_like), (\"quadrants\", quadrants_pass),"),
        SpelledPort(rule: "§9", text: reasons, spelling: reasons + "[::-1]"),
        SpelledPort(
            rule: "§9", text: reasons, spelling: "reasons = sorted([name for name, holds in checks if not holds])"),
        SpelledPort(rule: "§9", text: reasons, spelling: reasons + "[:1]"),
        SpelledPort(rule: "§9", text: "len(layers) >= LAYER_THRESHOLD", spelling: "len(layers) > LAYER_THRESHOLD"),
        SpelledPort(rule: "§9", text: "deviation > VARIANCE_THRESHOLD", spelling: "deviation >= VARIANCE_THRESHOLD"),
        planting("§9", "COHERENCE_THRESHOLD = 0.4"),
    ]

    private static let habitualNumbers: [SpelledPort] = [
        planting("§11", printing("float(f\"{entry:.16g}\")")),
        planting("§11", printing("float(f\"{entry:.15g}\")")),
        planting("§11", printing("float(f\"{entry:.13g}\")")),
        planting("§11", printing("float(f\"{entry:.6g}\")")),
        planting("§11", printing("round(entry, 6)")),
        planting("§11", printing("round(entry, 3)")),
        planting("§11", printing("struct.unpack(\"<f\", struct.pack(\"<f\", min(entry, 3.4e38)))[0]")),
    ]

    private static let edgeSides = """
        width, height, samples = depth_map.width, depth_map.height, depth_map.samples
            if not depth_map.is_grid or width < 3
        """
    private static let quadrantSides = """
        width, height, samples = depth_map.width, depth_map.height, depth_map.samples
            if not depth_map.is_grid or width < 4
        """
    private static let validity =
        "return math.isfinite(depth) and depth >= MIN_VALID_DEPTH and depth <= MAX_VALID_DEPTH"
    private static let deviation = "return mean, math.sqrt(squares / len(values))"
    private static let innerPeaks = """
                if smoothed[i] > smoothed[i - 1] and smoothed[i] > smoothed[i + 1] and smoothed[i] > threshold:
                    layers.append((i, nearest + (i + 0.5) * bin_width))

        """
    private static let madeMap = "return DepthMap(width, height, samples)"
    private static let coverage = "\"coverage\": len(valid) / total"
    private static let smoothing = "float(left + counts[i] + right) / 3.0"
    private static let bin = "math.floor((depth - nearest) / bin_width)"
    private static let coherence = "1.0 - math.exp(-ratio * EDGE_GAIN)"
    private static let gradients = """
                    gx = half_difference(samples[i - 1], samples[i + 1])
                    gy = half_difference(samples[i - width], samples[i + width])

        """
    private static let smallestQuadrant = "smallest = min(deviations, default=sys.float_info.max)"
    private static let reasons = "reasons = [name for name, holds in checks if not holds]"
    private static let firstPeak = "smoothed[0] > threshold and smoothed[0] > smoothed[1]"
    private static let lastPeak = "smoothed[last] > threshold and smoothed[last] > smoothed[last - 1]"
    private static let halves = "half_width, half_height = width // 2, height // 2"
    private static let median = "sorted(valid)[len(valid) // 2]"
    private static let usable = "neighbour > MIN_VALID_DEPTH"
    private static let fit = "if width * height != len(samples) or not samples:"

    /// Inner peaks; a plateau counts once.
    private static func plateauPeaks(at place: String) -> String {
        """
                j = i
                while j < last and smoothed[j + 1] == smoothed[i]: j += 1
                is_above = j < last and smoothed[i] > smoothed[i - 1] and smoothed[i] > smoothed[j + 1]
                if is_above and smoothed[i] > threshold:
                    layers.append((\(place), nearest + (\(place) + 0.5) * bin_width))

        """
    }

    /// A plateau has its peak in the middle, never at an end.
    private static func scipyPeaks(_ condition: String) -> String {
        """
        def find_layers(counts, nearest, farthest):
            if not counts: return []
            padded = [counts[0]] + counts + [counts[-1]]
            s = [sum(padded[i : i + 3]) / 3.0 for i in range(50)]
            width, threshold, found, i = (farthest - nearest) / 50, 0.05 * max(s), [], 1
            while i < 49:
                j = i
                while j < 49 and s[j + 1] == s[i]: j += 1
                if j < 49 and s[i] > s[i - 1] and s[i] > s[j + 1] and \(condition): found.append((i + j) // 2)
                i = j + 1
            return [(i, nearest + (i + 0.5) * width) for i in found]
        """
    }

    /// Passes every number through an expression of `entry` before it is printed.
    private static func printing(_ expression: String) -> String {
        """
        def through(entry):
            if isinstance(entry, dict): return {key: through(part) for key, part in entry.items()}
            if isinstance(entry, list): return [through(part) for part in entry]
            return \(expression) if isinstance(entry, float) else entry


        def print_line(result):
            print(json.dumps(through(result)), flush=True)
        """
    }
}

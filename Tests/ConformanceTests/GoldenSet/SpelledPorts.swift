/// A copy of the second opinion with one piece of text replaced: the same formula in other arithmetic, or a
/// different reading of a rule.
struct SpelledPort: Sendable {
    enum File: String, Sendable {
        case reference = "reference.py"
        case gzip = "server_gzip.py"
    }

    /// The section of the rule that it breaks.
    let rule: String
    var file = File.reference
    let text: String
    let spelling: String
    /// Larger maps are omitted unless they are needed to reveal the mistake.
    var mostSamples = 20_000

    /// Replaces functions or constants of the second opinion.
    static func planting(_ rule: String, _ code: String) -> SpelledPort {
        let main = "if __name__ == \"__main__\":"
        return SpelledPort(rule: rule, text: main, spelling: code + "\n\n\n" + main)
    }

    static func reading(_ text: String, _ spelling: String) -> SpelledPort {
        SpelledPort(rule: "§10", file: .gzip, text: text, spelling: spelling)
    }

    private static func statistics(_ lines: String...) -> SpelledPort {
        let body = (lines + ["return mean, math.sqrt(squares / len(values))"]).map { "    \($0)" }
        return planting(
            "§4", "def mean_and_standard_deviation(values):\n" + body.joined(separator: "\n"))
    }

    private static func single(_ text: String) -> String { "struct.unpack('<f', struct.pack('<f', \(text)))[0]" }

    private static let sums = """
        def add(values):
            total = 0.0
            for value in values: total += value
            return total

        """
    private static let position = "(depth - nearest) / bin_width"
    private static let smoothing = "float(left + counts[i] + right) / 3.0"
    private static let peak = "smoothed[i] > smoothed[i + 1] and smoothed[i] > threshold"
    private static let half = "return (after - before) / 2.0"
    private static let length = "math.sqrt(gx * gx + gy * gy) > GRADIENT_THRESHOLD"
    private static func fma(_ a: String, _ b: String, _ c: String) -> String {
        "(lambda F: float(F(\(a)) * F(\(b)) + F(\(c))))(__import__('fractions').Fraction)"
    }

    /// Equivalent in theory and in the server's arithmetic; tools/dev/deviations/proofs.md has the proofs.
    static let equivalent = [
        SpelledPort(
            rule: "§4", text: "for value in values:\n        total += value", spelling: "total = math.fsum(values)"),
        SpelledPort(rule: "§5", text: smoothing, spelling: "float(left + counts[i] + right)"),
        SpelledPort(
            rule: "§7", text: "abs(depth - median) < SCREEN_BAND",
            spelling: single("abs(depth - median)") + " < SCREEN_BAND"),
        SpelledPort(rule: "§6", text: length, spelling: "gx * gx + gy * gy > GRADIENT_THRESHOLD * GRADIENT_THRESHOLD"),
        SpelledPort(rule: "§5", text: "math.floor(\(position))", spelling: "int(\(position))"),
        SpelledPort(rule: "§6", text: half, spelling: "return (after - before) * 0.5"),
        SpelledPort(rule: "§6", text: half, spelling: "return after / 2.0 - before / 2.0"),
    ]

    static let mistaken = [
        statisticsPorts, layers, coherence, screens, quadrants, containers, habits, gzipReadings,
    ].flatMap(\.self)

    private static let statisticsPorts = [
        SpelledPort(rule: "§4", text: "mean = total / len(values)", spelling: "mean = total * (1 / len(values))"),
        SpelledPort(
            rule: "§4", text: "return mean, math.sqrt(squares / len(values))",
            spelling: "return mean, math.sqrt(squares) / math.sqrt(len(values))"),
        SpelledPort(
            rule: "§4", text: "return mean, math.sqrt(squares / len(values))",
            spelling: "return mean, math.sqrt(squares * (1 / len(values)))"),
        SpelledPort(rule: "§4", text: "deviation = value - mean", spelling: "deviation = " + single("value - mean")),
        SpelledPort(
            rule: "§4", text: "mean = total / len(values)", spelling: "mean = " + single("total / len(values)")),
        SpelledPort(
            rule: "§4", text: "squares += deviation * deviation",
            spelling: "squares = " + fma("deviation", "deviation", "squares")),
        statistics(
            "mean = sum_of(values) / len(values)",
            "squares = sum_of([value * value for value in values]) - mean * mean * len(values)",
            "squares = max(0.0, squares)"
        ).with(sums.replacing("add", with: "sum_of")),
        statistics(
            "mean, squares = 0.0, 0.0", "for count, value in enumerate(values, start=1):",
            "    before, mean = mean, mean + (value - mean) / count",
            "    squares += (value - before) * (value - mean)"),
        statistics(
            "values = values[::-1]", "mean = add(values) / len(values)",
            "squares = add([(value - mean) * (value - mean) for value in values])"
        ).with(sums),
        statistics(
            "mean = add(values) / len(values)", "squares = add([(value - mean) * (value - mean) for value in values])"
        ).with(
            """
            def add(values):
                if len(values) < 2: return values[0] if values else 0.0
                return add(values[: len(values) // 2]) + add(values[len(values) // 2 :])

            """),
    ]

    private static let layers = [
        SpelledPort(rule: "§5", text: position, spelling: "(depth - nearest) * (1 / bin_width)"),
        SpelledPort(rule: "§5", text: position, spelling: "(depth - nearest) * (50 / (farthest - nearest))"),
        SpelledPort(rule: "§5", text: position, spelling: "(depth - nearest) * 50 / (farthest - nearest)"),
        SpelledPort(rule: "§5", text: position, spelling: single(position)),
        SpelledPort(rule: "§5", text: "math.floor(\(position))", spelling: "round(\(position))"),
        SpelledPort(
            rule: "§5", text: peak,
            spelling: "smoothed[i] > smoothed[i + 1] and smoothed[i] / max(smoothed) > PEAK_PROMINENCE_RATIO"),
        SpelledPort(
            rule: "§5", text: "nearest + (i + 0.5) * bin_width", spelling: "nearest + i * bin_width + 0.5 * bin_width"),
        planting("§5", "HISTOGRAM_BINS = 40"),
    ]

    private static let coherence = [
        SpelledPort(rule: "§6", text: half, spelling: "return " + single("after - before") + " / 2.0"),
        SpelledPort(
            rule: "§6", text: length,
            spelling: "math.sqrt(\(single("gx * gx")) + \(single("gy * gy"))) > GRADIENT_THRESHOLD"),
        SpelledPort(rule: "§6", text: length, spelling: "abs(gx) + abs(gy) > GRADIENT_THRESHOLD"),
        SpelledPort(
            rule: "§6", text: "1.0 - math.exp(-ratio * EDGE_GAIN)", spelling: "-math.expm1(-ratio * EDGE_GAIN)"),
        SpelledPort(
            rule: "§6", text: "1.0 - math.exp(-ratio * EDGE_GAIN)",
            spelling: "1.0 - " + single("math.exp(-ratio * EDGE_GAIN)")),
        SpelledPort(rule: "§6", text: "ratio = edges / interior", spelling: "ratio = edges * (1 / interior)"),
        planting("§6", "GRADIENT_THRESHOLD = 0.17"),
        planting("§6", "EDGE_GAIN = 12.0"),
        planting(
            "§6",
            "def half_difference(before, after):\n"
                + "    return (after - before) / 2.0 if is_valid(before) and is_valid(after) else 0.0"),
    ]

    private static let screens = [
        SpelledPort(
            rule: "§7", text: "sorted(valid)[len(valid) // 2]", spelling: "sorted(valid)[(len(valid) - 1) // 2]"),
        SpelledPort(rule: "§7", text: "<= mean <=", spelling: "<= median <="),
        planting("§7", "SCREEN_BAND = 0.07"),
    ]

    private static let quadrants = [
        SpelledPort(
            rule: "§8", text: "half_width, half_height = width // 2, height // 2",
            spelling: "half_width, half_height = (width + 1) // 2, (height + 1) // 2"),
        SpelledPort(rule: "§8", text: "default=sys.float_info.max", spelling: "default=0.0"),
        SpelledPort(
            rule: "§9", text: "deviation > VARIANCE_THRESHOLD", spelling: "deviation > VARIANCE_THRESHOLD + 1e-9"),
    ]

    private static let containers = [
        SpelledPort(
            rule: "§10", text: "int(math.sqrt(count / (4.0 / 3.0)))",
            spelling: "round(math.sqrt(count / (4.0 / 3.0)))"),
        SpelledPort(
            rule: "§10", text: "max(1, count // height), height", spelling: "max(1, -(-count // height)), height"),
        reading("trailing: str = \"ignored\"", "trailing: str = \"joined\""),
        reading("", "").pythonsGzip,
        reading("    checksum: bool = True", "    checksum: bool = False"),
        reading("    length: bool = True", "    length: bool = False"),
        reading("    zero_window: bool = True", "    zero_window: bool = False"),
        reading("    long_lone_codes: bool = True", "    long_lone_codes: bool = False"),
        reading("    text_limit: int = TEXT_LIMIT", "    text_limit: int = 1 << 30"),
        reading("    cut_off: bool = False", "    cut_off: bool = True"),
        reading("others: tuple[str, ...] = ()", "others: tuple[str, ...] = (\"zlib\", \"deflate\", \"none\")"),
        reading("    odd_bytes: bool = False", "    odd_bytes: bool = True"),
    ]
}

extension SpelledPort {
    /// Adds functions before the replacement.
    fileprivate func with(_ functions: String) -> SpelledPort {
        SpelledPort(rule: rule, file: file, text: text, spelling: functions + "\n\n" + spelling)
    }

    /// Reads with Python's gzip module, which reads all members.
    fileprivate var pythonsGzip: SpelledPort {
        SpelledPort(
            rule: rule, file: file, text: "def read(data: bytes, rules: Reading = STRICT) -> bytes:\n",
            spelling: """
                def read(data: bytes, rules: Reading = STRICT) -> bytes:
                    import gzip
                    try:
                        decoded = gzip.decompress(data)
                    except (OSError, EOFError, zlib.error) as error:
                        raise Refused(str(error)) from error
                    if len(decoded) % 4 or not data:
                        raise Refused("no samples")
                    return decoded


                def unused(data: bytes, rules: Reading = STRICT) -> bytes:

                """)
    }
}

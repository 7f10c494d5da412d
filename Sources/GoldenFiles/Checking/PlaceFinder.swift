internal import DepthAnalysis
internal import PlainText

/// The bin or pixel behind a difference, where one can be told: mostly the one closest to the comparison that came out
/// otherwise.
struct PlaceFinder {
    let map: DepthMap
    let profile: AnalysisProfile
    let expected: JSONValue
    let actual: JSONValue

    private let parameters = AnalysisParameters.standard

    func place(of difference: Difference) -> String? {
        switch difference.field {
        case .minimumDepth: holder(difference, "nearest")
        case .maximumDepth: holder(difference, "farthest")
        case .validCount, .coverage: rangeEnd
        case .histogramCounts: difference.element.map { binEdge(ofBin: $0) }
        case .layerCount, .peakDepths, .peakBins: peakBin
        case .edgeCoherence, .edgeCount: edge
        case .uniformityRatio: bandEnd
        case .quadrants: difference.element.map { Self.quadrantNames[$0 % 4] + " quadrant" }
        default: nil
        }
    }

    private static let quadrantNames = ["top left", "top right", "bottom left", "bottom right"]

    private var valid: [(index: Int, depth: Double)] {
        map.samples.enumerated().filter { parameters.validRange.contains($0.element) }
            .map { (index: $0.offset, depth: Double($0.element)) }
    }

    private func pixel(_ index: Int) -> String {
        let value = "= \(map.samples[index]) m"
        return map.isGrid ? "pixel (\(index % map.width), \(index / map.width)) \(value)" : "sample \(index) \(value)"
    }

    private func number(_ field: Field) -> Double? {
        (field.value(in: expected) ?? field.value(in: actual)).flatMap(profile.real)
    }

    private func holder(_ difference: Difference, _ name: String) -> String? {
        for (text, whose) in [(difference.expected, "stored"), (difference.actual, "answered")] {
            guard let depth = Float(text), let index = map.samples.firstIndex(of: depth) else { continue }
            return "the \(whose) \(name) is \(pixel(index))"
        }
        return nil
    }

    private var rangeEnd: String? {
        let range = parameters.validRange
        func distance(_ sample: Float) -> UInt64 {
            guard sample.isFinite else { return .max }
            return min(
                AnalysisProfile.client.ulpDistance(Double(sample), Double(range.lower)) ?? .max,
                AnalysisProfile.client.ulpDistance(Double(sample), Double(range.upper)) ?? .max)
        }
        let index = map.samples.indices.min { distance(map.samples[$0]) < distance(map.samples[$1]) }
        return index.map { "closest to an end of the valid range: \(pixel($0))" }
    }

    /// Where the first histogram bin begins, and how wide each is; nil where all samples are equal.
    private var bins: (near: Double, width: Double)? {
        guard let near = number(.minimumDepth), let far = number(.maximumDepth), far > near else { return nil }
        return (near, (far - near) / Double(parameters.histogramBinCount))
    }

    private func binEdge(ofBin bin: Int) -> String {
        let name = "bin \(bin)"
        guard let (near, width) = bins else { return name }
        func distance(_ depth: Double) -> Double {
            let position = (depth - near) / width
            return min(abs(position - Double(bin)), abs(position - Double(bin + 1)))
        }
        guard let closest = valid.min(by: { distance($0.depth) < distance($1.depth) }) else { return name }
        let position = (closest.depth - near) / width
        return "\(name); closest to its edges: \(pixel(closest.index)), at bin position \(position)"
    }

    private var peakBin: String? {
        func bins(_ answer: JSONValue) -> [Int] {
            if let bins = Field.peakBins.value(in: answer)?.elements { return bins.compactMap(\.whole) }
            guard let (near, width) = self.bins, let depths = Field.peakDepths.value(in: answer)?.elements
            else { return [] }
            return depths.compactMap(profile.real).filter(\.isFinite).map { Int((($0 - near) / width).rounded(.down)) }
        }
        let (stored, answered) = (bins(expected), bins(actual))
        guard !stored.isEmpty || !answered.isEmpty else { return nil }
        let onlyStored = stored.filter { !answered.contains($0) }
        let onlyAnswered = answered.filter { !stored.contains($0) }
        var parts: [String] = []
        if !onlyStored.isEmpty { parts.append("no peak any more in bin \(Self.list(onlyStored))") }
        if !onlyAnswered.isEmpty { parts.append("a new peak in bin \(Self.list(onlyAnswered))") }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    private static func list(_ bins: [Int]) -> String {
        bins.prefix(6).map(String.init).joined(separator: ", ") + (bins.count > 6 ? ", …" : "")
    }

    private var edge: String? {
        guard map.isGrid, map.width >= 3, map.height >= 3 else { return nil }
        let (samples, width) = (map.samples, map.width)
        func half(_ before: Float, _ after: Float) -> Double {
            let range = parameters.validRange
            guard range.isUsableAsNeighbour(before), range.isUsableAsNeighbour(after) else { return 0 }
            return (Double(after) - Double(before)) / 2
        }
        var closest: (index: Int, gradient: Double)?
        for row in 1..<map.height - 1 {
            for index in row * width + 1..<(row + 1) * width - 1 where parameters.validRange.contains(samples[index]) {
                let (x, y) = (
                    half(samples[index - 1], samples[index + 1]), half(samples[index - width], samples[index + width])
                )
                let gradient = (x * x + y * y).squareRoot()
                let distance = abs(gradient - parameters.gradientThreshold)
                if distance < closest.map({ abs($0.gradient - parameters.gradientThreshold) }) ?? .infinity {
                    closest = (index, gradient)
                }
            }
        }
        return closest.map { "gradient closest to its threshold: \(pixel($0.index)), \($0.gradient) m per pixel" }
    }

    private var bandEnd: String? {
        let sorted = valid.sorted { $0.depth < $1.depth }
        guard !sorted.isEmpty else { return nil }
        let median = sorted[sorted.count / 2].depth
        func distance(_ depth: Double) -> Double { abs(abs(depth - median) - parameters.screenBand) }
        return sorted.min { distance($0.depth) < distance($1.depth) }
            .map { "closest to an end of the band around \(median) m: \(pixel($0.index))" }
    }
}

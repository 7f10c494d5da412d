internal import DepthAnalysis
internal import Support

/// Finds the bin, quadrant or pixel behind a difference, if the two answers determine it.
struct PlaceFinder {
    let map: DepthMap
    let profile: AnalysisProfile
    let expected: JSONValue
    let actual: JSONValue

    private let parameters = AnalysisParameters.standard

    func place(of difference: Difference) -> String? {
        switch difference.field {
        case .minimumDepth: outermost(difference, "nearest", <)
        case .maximumDepth: outermost(difference, "farthest", >)
        case .histogramCounts: difference.element.flatMap(binEnds)
        case .layerCount, .peakDepths, .peakBins: peakBin
        case .quadrants: difference.element.map { "the \(QuadrantName.all[$0 % QuadrantName.all.count]) quadrant" }
        default: nil
        }
    }

    private func number(_ field: Field) -> Double? {
        (field.value(in: expected) ?? field.value(in: actual)).flatMap(profile.real)
    }

    /// The sample that only one of the answers counts: the answered extreme if it lies beyond the stored one,
    /// otherwise the stored extreme.
    private func outermost(_ difference: Difference, _ name: String, _ isBeyond: (Float, Float) -> Bool) -> String? {
        guard let stored = Float(difference.expected), let answered = Float(difference.actual) else { return nil }
        let isAnswered = isBeyond(answered, stored)
        let depth = isAnswered ? answered : stored
        guard let index = map.samples.firstIndex(of: depth) else { return nil }
        let pixel = PixelName(
            index: index, dimensions: map.isGrid ? MapDimensions(width: map.width, height: map.height) : nil)
        return "\(pixel) = \(depth) m, the \(isAnswered ? "answered" : "stored") \(name)"
    }

    /// The start of the first histogram bin and the bin width; nil if all samples are equal.
    private var bins: (near: Double, width: Double)? {
        guard let near = number(.minimumDepth), let far = number(.maximumDepth), far > near else { return nil }
        return (near, (far - near) / Double(parameters.histogramBinCount))
    }

    private func binEnds(of bin: Int) -> String? {
        bins.map { near, width in
            func end(_ number: Double) -> String { NumberText.significant(near + number * width, digits: 6) }
            return "bin \(bin), from \(end(Double(bin))) to \(end(Double(bin) + 1)) m"
        }
    }

    private var peakBin: String? {
        func bins(_ answer: JSONValue) -> [Int] {
            if let bins = Field.peakBins.value(in: answer)?.elements { return bins.compactMap(\.whole) }
            guard let (near, width) = self.bins, let depths = Field.peakDepths.value(in: answer)?.elements
            else { return [] }
            return depths.compactMap(profile.real).filter(\.isFinite).map {
                Int(clamping: (($0 - near) / width).rounded(.down))
            }
        }
        let (stored, answered) = (bins(expected), bins(actual))
        guard !stored.isEmpty || !answered.isEmpty else { return nil }
        let onlyStored = stored.filter { !answered.contains($0) }
        let onlyAnswered = answered.filter { !stored.contains($0) }
        var parts: [String] = []
        if !onlyStored.isEmpty { parts.append("\(Self.list(onlyStored)), no longer a peak") }
        if !onlyAnswered.isEmpty { parts.append("\(Self.list(onlyAnswered)), a new peak") }
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }

    private static func list(_ bins: [Int]) -> String {
        (bins.count == 1 ? "bin " : "each of the bins ") + bins.prefix(6).map(String.init).joined(separator: ", ")
            + (bins.count > 6 ? ", …" : "")
    }
}

/// A sample by row and column, counted from 0; by its index if the map is not a grid.
struct PixelName: CustomStringConvertible {
    let index: Int
    let dimensions: MapDimensions?

    var description: String {
        dimensions.map { "pixel (row \(index / $0.width), column \(index % $0.width))" } ?? "sample \(index)"
    }
}

enum QuadrantName {
    static let all = ["top left", "top right", "bottom left", "bottom right"]
}

package import DepthAnalysis

extension DecodedDepthFile {
    /// The notes on what the numbers mean, then on how the map was read. The map is analysed again without a repeated
    /// number.
    package func notes(on analysis: SceneAnalysis, by analyzer: DepthAnalyzer) -> [ReadingNote] {
        let depths = Float(analysis.minimumDepth)...Float(analysis.maximumDepth)
        let range = analyzer.parameters.validRange
        let onNumbers = notesOnNumbers(validCount: analysis.validCount, depths, within: range).map { note in
            guard case .meaning(.repeated(var repeated)) = note else { return note }
            let noReading = repeated.number / (unitsPerMetre ?? 1)
            let samples = map.samples.map { $0 == noReading ? .nan : $0 }
            let others = map.isGrid ? Decoder.map(map.dimensions, samples) : DepthMap(inferringDimensionsOf: samples)
            (repeated.status, repeated.statusWithout) = (analysis.status, analyzer.analyze(others).status)
            return .meaning(.repeated(repeated))
        }
        return onNumbers + notes(beside: onNumbers)
    }

    /// All notes on a map that is not analysed, for the server's valid range.
    package var allNotes: [ReadingNote] {
        let valid = map.samples.filter(ValidRange.standard.contains)
        let depths = (valid.min() ?? 0)...(valid.max() ?? 0)
        let onNumbers = notesOnNumbers(validCount: valid.count, depths, within: .standard)
        return onNumbers + notes(beside: onNumbers)
    }

    /// The notes on how the map was read, without those on float32 sizes if the numbers are bits of another type.
    private func notes(beside onNumbers: [ReadingNote]) -> [ReadingNote] {
        guard case .fewPlausibleSamples(_, _, let causes)? = onNumbers.first, causes.areOfBits else { return notes }
        return notes.filter { note in
            switch note {
            case .sizeLikely(_, .float32), .severalMapsLikely: false
            default: true
            }
        }
    }

    /// The notes on implausible numbers, other meanings, and exchanged width and height; none for nearly all maps.
    private func notesOnNumbers(
        validCount: Int, _ depths: ClosedRange<Float>, within range: ValidRange
    ) -> [ReadingNote] {
        var meanings = NumberMeanings(of: self, validCount: validCount, depths: depths, within: range).all
        var (isMask, isNegative, noReading) = (false, false, Float?.none)
        for meaning in meanings {
            switch meaning {
            case .mask: isMask = true
            case .negative(let count, let total): isNegative = count * 10 >= total * 9
            case .repeated(let repeated): noReading = repeated.number / (unitsPerMetre ?? 1)
            case .stretchedToOne, .renderer, .atMostOne, .halfBits: break
            }
        }
        var few: ReadingNote?
        // A mask has no distances. For integers, even a few out of range can show that all are stretched over 16 bits.
        if !isMask, validCount * 4 < map.samples.count * 3 || unitsPerMetre != nil && validCount < map.samples.count {
            few = Plausibility(of: self, within: range, except: noReading).note
        }
        if case .fewPlausibleSamples(_, _, let causes)? = few {
            // Numbers that are bits of another type have no other meaning.
            if causes.areOfBits { return [Plausibility(of: self, within: range).note ?? few].compactMap { $0 } }
            // That most numbers are negative is explanation enough.
            if causes.isEmpty, isNegative { few = nil }
            // Other units explain a repeated number too, unless it is the largest of its type.
            if let unit = causes.first, [.millimetres, .centimetres].contains(unit) {
                meanings.removeAll { if case .repeated(let repeated) = $0 { repeated.limit == nil } else { false } }
            }
        }
        return [few].compactMap { $0 } + meanings.map { .meaning($0) } + [swappedDimensions].compactMap { $0 }
    }

    /// The note that columns are smooth only with width and height exchanged; nil otherwise, or with a header.
    private var swappedDimensions: ReadingNote? {
        guard [.float32, .float16, .uint16].contains(format), map.isGrid, map.width != map.height,
            min(map.width, map.height) >= 16
        else { return nil }
        let (width, height) = (map.width, map.height)
        // A few pairs rule out nearly every map.
        guard edgeShare(at: width, pairCount: 256) > 0.15 else { return nil }
        let exchanged = edgeShare(at: height, pairCount: 4096)
        let edges = edgeShare(at: width, pairCount: 4096)
        guard edges > 0.25, exchanged * 4 < edges else { return nil }
        return .dimensionsSwapped(used: map.dimensions, better: MapDimensions(width: height, height: width))
    }

    private func edgeShare(at distance: Int, pairCount: Int) -> Float {
        let samples = map.samples
        let step = max(1, samples.count / pairCount) | 1
        var (edges, pairs) = (0, 0)
        for place in stride(from: 0, to: samples.count - distance, by: step) {
            let (first, second) = (samples[place], samples[place + distance])
            guard first.isFinite, second.isFinite, first > 0, second > 0 else { continue }
            pairs += 1
            if abs(first - second) > 0.02 * min(first, second) { edges += 1 }
        }
        return pairs == 0 ? 0 : Float(edges) / Float(pairs)
    }
}

extension [ImplausibilityCause] {
    /// Whether the bits are numbers of another type, and so have no other meaning.
    fileprivate var areOfBits: Bool { contains { [.swappedBytes, .float16, .float64, .uint16].contains($0) } }
}

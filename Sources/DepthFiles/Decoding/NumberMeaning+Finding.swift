import DepthAnalysis

/// Finds the meanings of a map's numbers.
///
///     let meanings = NumberMeanings(of: file, validCount: 49152, depths: 0.4...3.1, within: .standard).all
struct NumberMeanings {
    private let file: DecodedDepthFile
    private let range: ValidRange
    private let validCount: Int
    /// The smallest and the largest valid sample.
    private let depths: ClosedRange<Float>

    init(of file: DecodedDepthFile, validCount: Int, depths: ClosedRange<Float>, within range: ValidRange) {
        (self.file, self.validCount, self.depths, self.range) = (file, validCount, depths, range)
    }

    /// The findings, most important first; empty for nearly all maps.
    var all: [NumberMeaning] {
        guard file.map.samples.count >= Self.fewestSamples else { return [] }
        if let mask { return [mask] }
        var found: [NumberMeaning] = []
        let hasOthers = validCount < samples.count && hasFiniteOutOfRange
        let repeated = saturated ?? (hasOthers ? repeatedOutOfRange : nil)
        if let repeated { found.append(repeated) }
        if hasOthers, let negative = negative(besides: repeated?.number) { found.append(negative) }
        if let normalised { found.append(normalised) }
        if isHalfBits { found.append(.halfBits) }
        return found
    }

    /// Fewer samples have few different numbers by chance.
    private static let fewestSamples = 64
    /// The fewest occurrences of a number that count as often.
    private static let fewestRepetitions = 16
    private var samples: [Float] { file.map.samples }
    private var units: Float { file.unitsPerMetre ?? 1 }
    private var isInteger: Bool { file.unitsPerMetre != nil }
    /// Whether the file has a header, unlike the files of phones.
    private var isStored: Bool { file.format.definition.stored != nil }

    /// The number that the file stores for a sample.
    private func stored(_ sample: Float) -> Float { isInteger ? (sample * units).rounded() : sample }

    // MARK: repeated numbers

    /// The number out of range that means "no reading", if there is one: the largest of its type, or the one that is
    /// most of the negative numbers, of the small ones or of the large ones.
    private var repeatedOutOfRange: NumberMeaning? {
        guard validCount > 0 else { return nil }
        var groups = (negative: Occurrences(), small: Occurrences(), large: Occurrences())
        for sample in samples where sample.isFinite && sample != 0 && !range.contains(sample) {
            if sample < 0 {
                groups.negative.add(sample)
            } else if sample < range.lower {
                groups.small.add(sample)
            } else {
                groups.large.add(sample)
            }
        }
        return [groups.large, groups.negative, groups.small].compactMap { meaning(of: $0) }
            .max { $0.count < $1.count }
    }

    private func meaning(of group: Occurrences) -> NumberMeaning? {
        guard let (sample, count) = group.mostFrequent, count >= Self.fewestRepetitions, isIsolated(sample) else {
            return nil
        }
        let number = stored(sample)
        let limit: NumberMeaning.Limit? =
            if isInteger { number == Float(UInt16.max) ? .uint16 : nil } else { number == 65_504 ? .float16 : nil }
        // Millimetres read as metres also repeat, but not one number more than all others.
        guard limit != nil ? count * 4 >= group.total : count * 2 > group.total else { return nil }
        return .repeated(
            number, count: count, total: samples.count, limit: limit, status: nil, statusWithout: nil)
    }

    /// Whether a number is at least a tenth away from the valid samples, unlike a distance just out of range. The bits
    /// of integers are subnormal.
    private func isIsolated(_ sample: Float) -> Bool {
        sample.isNormal && (sample < 0.9 * depths.lowerBound || sample > 1.1 * depths.upperBound)
    }

    /// The largest 16-bit number if it is in range and isolated, unlike in depth stretched over all 16 bits.
    private var saturated: NumberMeaning? {
        guard isInteger else { return nil }
        let largest = Float(UInt16.max) / units
        guard depths.upperBound == largest else { return nil }
        var (count, near) = (0, 0)
        for sample in samples where sample > 0.9 * largest {
            if sample == largest { count += 1 } else { near += 1 }
        }
        guard count >= Self.fewestRepetitions, count > near else { return nil }
        return .repeated(
            Float(UInt16.max), count: count, total: samples.count, limit: .uint16, status: nil, statusWithout: nil)
    }

    /// One pass without branches, because it visits the samples of every map with an invalid one.
    private var hasFiniteOutOfRange: Bool {
        let (lower, upper) = (range.lower, range.upper)
        return samples.withUnsafeBufferPointer { samples in
            var found: UInt32 = 0
            for sample in samples {
                // False for NaN, 0 and the infinities.
                let isOut =
                    (sample < lower && sample != 0 && sample > -.infinity) || (sample > upper && sample < .infinity)
                found |= isOut ? 1 : 0
            }
            return found != 0
        }
    }

    // MARK: negative numbers

    private func negative(besides repeated: Float?) -> NumberMeaning? {
        guard !isInteger else { return nil }
        var (negatives, total) = (0, 0)
        for sample in samples where sample.isFinite && sample != 0 && sample != repeated {
            total += 1
            if sample < 0 { negatives += 1 }
        }
        // Interpolation and rounding leave single negative numbers.
        guard negatives >= Self.fewestRepetitions, negatives * 100 >= total else { return nil }
        return .negative(count: negatives, total: total)
    }

    // MARK: masks

    /// Two numbers, of which at least one is no distance.
    private var mask: NumberMeaning? {
        guard let first = samples.first(where: \.isFinite),
            let second = samples.first(where: { $0.isFinite && $0 != first }),
            !samples.contains(where: { $0.isFinite && $0 != first && $0 != second })
        else { return nil }
        let pair = [stored(first), stored(second)].sorted()
        let isOfMask = pair[0] == 0 && isStored && [1, 255, 65_535].contains(pair[1])
        guard isOfMask || !range.contains(first) && !range.contains(second) && pair[1] > 0 else { return nil }
        return .mask(pair[0], pair[1])
    }

    // MARK: numbers from 0 to 1

    private var normalised: NumberMeaning? {
        guard !isInteger, depths.upperBound <= 1, validCount > 0 else { return nil }
        var (smallest, largest) = (Float.infinity, -Float.infinity)
        var hasZero = false
        for sample in samples where sample.isFinite {
            if sample == 0 { hasZero = true } else { smallest = min(smallest, sample) }
            largest = max(largest, sample)
        }
        guard largest <= 1, smallest > 0 else { return nil }
        // Zeros without small numbers mean "no reading".
        if hasZero, largest == 1, smallest < 0.01 { return .stretchedToOne }
        if smallest >= 0.8, isSmoothWithEdges { return .renderer(smallest: smallest, largest: largest) }
        return isStored && largest >= 3 * smallest ? .atMostOne(largest: largest) : nil
    }

    /// Whether neighbours are nearly equal, much nearer than in the noise of a sensor, except at edges.
    private var isSmoothWithEdges: Bool {
        let spread = depths.upperBound - depths.lowerBound
        var steps: [Float] = []
        let places = max(1, samples.count / 16_384)
        for place in stride(from: 0, to: samples.count - 1, by: places) {
            let step = abs(samples[place] - samples[place + 1])
            if step.isFinite { steps.append(step) }
        }
        guard steps.count >= Self.fewestSamples, spread > 0 else { return false }
        steps.sort()
        let edgeCount = steps.count { $0 > 0.2 * spread }
        return steps[steps.count / 2] * 100 < spread && edgeCount * 1000 >= steps.count
            && edgeCount * 10 < steps.count
    }

    // MARK: float16 bits

    /// Whether integers of an unknown unit are all the bits of distances in the valid range. As millimetres, all would
    /// lie beyond 11.8 m.
    private var isHalfBits: Bool {
        guard isInteger, units == ReadingOptions.assumedUnitsPerMetre,
            file.notes.contains(where: { $0.code == "units_assumed" }), validCount > 0, depths.lowerBound > 11
        else { return false }
        var (counted, fitting) = (0, 0)
        for sample in samples where sample != 0 && sample.isFinite {
            counted += 1
            let metres = Float(halfBits: UInt16(clamping: Int(stored(sample))))
            if range.contains(metres) { fitting += 1 }
        }
        return counted >= Self.fewestSamples && fitting * 100 >= counted * 99
    }
}

/// The number of occurrences of each of a set of numbers.
private struct Occurrences {
    private(set) var total = 0
    private var counts: [UInt32: Int] = [:]
    /// The most frequent number can occur in more than half of the cases only if it is among few different ones.
    private static let mostDifferent = 4096

    mutating func add(_ number: Float) {
        total += 1
        if counts.count < Self.mostDifferent || counts[number.bitPattern] != nil {
            counts[number.bitPattern, default: 0] += 1
        }
    }

    var mostFrequent: (number: Float, count: Int)? {
        counts.max { ($0.value, $1.key) < ($1.value, $0.key) }.map { (Float(bitPattern: $0.key), $0.value) }
    }
}

extension NumberMeaning {
    /// The repeated number, as stored; nil for another meaning.
    var number: Float? { if case .repeated(let number, _, _, _, _, _) = self { number } else { nil } }
    var isMask: Bool { if case .mask = self { true } else { false } }
    /// Whether nearly all numbers are negative.
    var isNegative: Bool { if case .negative(let count, let total) = self { count * 10 >= total * 9 } else { false } }
    fileprivate var count: Int { if case .repeated(_, let count, _, _, _, _) = self { count } else { 0 } }
}

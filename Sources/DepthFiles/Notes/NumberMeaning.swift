public import DepthAnalysis
import Support

/// A probable meaning of numbers that are not the depth of the scene, although they are or may be distances in range.
///
///     for case .meaning(let meaning) in result.notes { print(ReadingNote.meaning(meaning)) }
///
/// Each is a question about the file. The verdict does not depend on it. ``ImplausibilityCause`` explains numbers out
/// of range.
public enum NumberMeaning: Sendable, Hashable {
    /// One number is repeated as if it meant "no reading".
    case repeated(RepeatedNumber)
    /// Some numbers are negative.
    case negative(count: Int, total: Int)
    /// The file has only two different numbers, like a mask.
    case mask(Float, Float)
    /// The numbers go from exactly 0 to exactly 1.
    case stretchedToOne
    /// All numbers are slightly below 1, and smooth except at edges.
    case renderer(smallest: Float, largest: Float)
    /// No number exceeds 1.
    case atMostOne(largest: Float)
    /// The integers are distances if they are taken as the bits of float16.
    case halfBits
}

/// A number that occurs often, out of range or as the largest of its type.
public struct RepeatedNumber: Sendable, Hashable {
    /// The number as stored.
    public let number: Float
    /// The number of its occurrences.
    public let count: Int
    /// The number of samples.
    public let total: Int
    /// The type whose largest number it is; nil for any other number.
    public let limit: SampleType?
    /// The verdict with the number, if known.
    public internal(set) var status: SceneAnalysis.Status?
    /// The verdict without the number, if known.
    public internal(set) var statusWithout: SceneAnalysis.Status?

    package init(
        number: Float, count: Int, total: Int, limit: SampleType?, status: SceneAnalysis.Status? = nil,
        statusWithout: SceneAnalysis.Status? = nil
    ) {
        (self.number, self.count, self.total, self.limit) = (number, count, total, limit)
        (self.status, self.statusWithout) = (status, statusWithout)
    }

    fileprivate var words: String {
        limit.map { ", the largest number of \($0 == .uint16 ? "16 bits" : $0.rawValue)" } ?? ""
    }
}

extension NumberMeaning {
    var words: NoteWords {
        switch self {
        case .repeated(let repeated):
            let number = integerText(repeated.number)
            let without = repeated.statusWithout.map { (isSame: $0 == repeated.status, word: $0.word) }
            return NoteWords(
                "repeated_number",
                "\(repeated.count) of \(sampleText(repeated.total)) are \(number)\(repeated.words): no reading? "
                    + "If so, give \(option: .invalidValue) \(number)"
                    + (without.map { "; the verdict without them is \($0.isSame ? "also " : "")\($0.word)" } ?? ""),
                brief: "\(repeated.count) times \(number)"
                    + (without.map { $0.isSame ? "" : ", without it \($0.word)" } ?? ""))
        case .negative(let count, let total):
            return NoteWords(
                "negative_numbers",
                "\(count) of \(total) numbers other than 0 are negative, which no distance is: z of a camera that "
                    + "looks along -z (OpenGL, ARKit, Blender), disparity or heights? Depth along -z is read after the "
                    + "numbers are negated (numpy: -array)",
                brief: "\(count) negative numbers")
        case .mask(let first, let second):
            return NoteWords(
                "only_two_numbers",
                "only the numbers \(integerText(first)) and \(integerText(second)): a mask, not a depth map?",
                brief: "a mask?")
        case .stretchedToOne:
            return .normalised(
                "numbers from exactly 0 to exactly 1: depth stretched to 0 to 1? Multiply by the original range to get "
                    + "metres")
        case .renderer(let smallest, let largest):
            return .normalised(
                "numbers from \(integerText(smallest)) to \(integerText(largest)), with edges: the depth buffer of a "
                    + "renderer (0 to 1)? Convert it to metres with the renderer's near and far plane")
        case .atMostOne(let largest):
            return .normalised(
                "no number exceeds 1 (the largest is \(integerText(largest))): normalised depth, or metres of a close "
                    + "scene?")
        case .halfBits:
            return NoteWords(
                "float16_bits",
                "whole numbers that are smooth distances as bits of float16: depth as CO3D stores it? "
                    + "If so, give \(option: .dataset) co3d",
                brief: "bits of float16?")
        }
    }
}

extension NoteWords {
    fileprivate static func normalised(_ text: Message) -> NoteWords {
        NoteWords("normalised_numbers", text, brief: "numbers of 0 to 1?")
    }
}

extension SceneAnalysis.Status {
    fileprivate var word: String {
        switch self {
        case .pass: "PASS"
        case .fail: "FAIL"
        case .unavailable: "N/A"
        }
    }
}

struct NumberMeanings {
    private let file: DecodedDepthFile
    private let range: ValidRange
    private let validCount: Int
    private let depths: ClosedRange<Float>

    init(of file: DecodedDepthFile, validCount: Int, depths: ClosedRange<Float>, within range: ValidRange) {
        (self.file, self.validCount, self.depths, self.range) = (file, validCount, depths, range)
    }

    /// The fewest samples to examine; fewer have few different numbers by chance.
    private static let fewestSamples = 64
    /// The fewest occurrences of a number that count as often.
    private static let fewestRepetitions = 16

    private var samples: [Float] { file.map.samples }
    private var isInteger: Bool { file.unitsPerMetre != nil }
    /// Whether the file has a header, unlike the files of phones.
    private var isStored: Bool { file.format.definition.stored != nil }

    /// The findings, most important first; empty for nearly all maps.
    var all: [NumberMeaning] {
        guard samples.count >= Self.fewestSamples else { return [] }
        if let mask { return [mask] }
        let hasOthers = validCount < samples.count && hasFiniteOutOfRange
        let repeated = saturated ?? (hasOthers ? repeatedOutOfRange : nil)
        let negative = hasOthers ? negative(besides: repeated?.number) : nil
        let normalised = normalised(besides: repeated?.number, hasOthers)
        return [repeated.map { .repeated($0) }, negative, normalised, halfBits].compactMap { $0 }
    }

    /// One pass without branches, because it visits all samples of every map that has an invalid sample.
    private var hasFiniteOutOfRange: Bool {
        let (lower, upper) = (range.lower, range.upper)
        return samples.withUnsafeBufferPointer { samples in
            var found: UInt32 = 0
            for sample in samples {
                let isValid: UInt32 = (sample >= lower ? 1 : 0) & (sample <= upper ? 1 : 0)
                // Whether the magnitude is above 0 and below infinity, by its bits.
                let isNumber: UInt32 = (sample.bitPattern & 0x7FFF_FFFF) &- 1 < 0x7F7F_FFFF ? 1 : 0
                found |= isNumber & (isValid ^ 1)
            }
            return found != 0
        }
    }

    // MARK: repeated numbers

    /// A repeated number out of range: an isolated large one, or the value of most negative or of most small numbers.
    private var repeatedOutOfRange: RepeatedNumber? {
        guard validCount > 0 else { return nil }
        // Large, negative and small numbers.
        var groups: [[Float]] = [[], [], []]
        for sample in samples where sample.isFinite && sample != 0 && !range.contains(sample) {
            groups[sample < 0 ? 1 : sample < range.lower ? 2 : 0].append(sample)
        }
        return groups.compactMap(repeated).max { $0.count < $1.count }
    }

    private func repeated(_ group: [Float]) -> RepeatedNumber? {
        // The number must be at least a tenth away from the valid samples, unlike a distance just out of range, and
        // normal, unlike the bits of integers.
        guard let (sample, count) = Self.mostFrequent(in: group.sorted()), count >= Self.fewestRepetitions,
            sample.isNormal, sample < 0.9 * depths.lowerBound || sample > 1.1 * depths.upperBound
        else { return nil }
        let number = file.stored(sample)
        let limit: SampleType? =
            isInteger ? (number == Float(UInt16.max) ? .uint16 : nil) : number == 65_504 ? .float16 : nil
        // Unlike a far distance, the number must be more frequent than all numbers close to it. Near 0, every repeated
        // whole number is, so it must be most of its group.
        let isOften =
            sample > range.upper
            ? samples.count { abs($0 - sample) <= 0.1 * sample } < 2 * count : count * 2 > group.count
        return isOften ? RepeatedNumber(number: number, count: count, total: samples.count, limit: limit) : nil
    }

    /// The smallest of the most frequent numbers, and how often it occurs; nil if there are no numbers.
    private static func mostFrequent(in sorted: [Float]) -> (number: Float, count: Int)? {
        var most: (number: Float, count: Int)?
        var start = 0
        for (place, number) in sorted.enumerated() where place + 1 == sorted.count || sorted[place + 1] != number {
            let count = place + 1 - start
            if count > most?.count ?? 0 { most = (number, count) }
            start = place + 1
        }
        return most
    }

    /// The largest 16-bit number if it is in range and isolated, unlike in depth stretched over all 16 bits.
    private var saturated: RepeatedNumber? {
        guard let units = file.unitsPerMetre, depths.upperBound == Float(UInt16.max) / units else { return nil }
        let (count, near) = file.saturation
        guard count >= Self.fewestRepetitions, count > near else { return nil }
        return RepeatedNumber(number: Float(UInt16.max), count: count, total: samples.count, limit: .uint16)
    }

    // MARK: other meanings

    private func negative(besides repeated: Float?) -> NumberMeaning? {
        guard !isInteger else { return nil }
        let counted = samples.lazy.filter { $0.isFinite && $0 != 0 && $0 != repeated }
        let (negatives, total) = counted.reduce(into: (0, 0)) { counts, sample in
            counts.1 += 1
            if sample < 0 { counts.0 += 1 }
        }
        // Interpolation and rounding leave single negative numbers.
        guard negatives >= Self.fewestRepetitions, negatives * 100 >= total else { return nil }
        return .negative(count: negatives, total: total)
    }

    /// The only two numbers, if they are 0 and 1 (or 255, or 65,535), or if both are out of range.
    private var mask: NumberMeaning? {
        guard let first = samples.first(where: \.isFinite),
            let second = samples.first(where: { $0.isFinite && $0 != first }),
            !samples.contains(where: { $0.isFinite && $0 != first && $0 != second })
        else { return nil }
        let pair = [file.stored(first), file.stored(second)].sorted()
        let isOfMask = pair[0] == 0 && [1, 255, 65_535].contains(pair[1])
        guard isOfMask || !range.contains(first) && !range.contains(second) && pair[1] > 0 else { return nil }
        return .mask(pair[0], pair[1])
    }

    private func normalised(besides repeated: Float?, _ hasOthers: Bool) -> NumberMeaning? {
        guard !isInteger, depths.upperBound <= 1, validCount > 0 else { return nil }
        let outside =
            hasOthers
            ? samples.filter { $0.isFinite && $0 != 0 && $0 != repeated && !range.contains($0) } : []
        // A valid range can begin at 0.
        let nearest = depths.lowerBound > 0 ? depths.lowerBound : samples.lazy.filter { $0 > 0 }.min() ?? 0
        let smallest = min(nearest, outside.min() ?? nearest)
        let largest = max(depths.upperBound, outside.max() ?? depths.upperBound)
        guard largest <= 1, smallest > 0 else { return nil }
        // Zeros mean "no reading" unless there are other small numbers.
        if largest == 1, smallest < 0.01, samples.contains(0) { return .stretchedToOne }
        if smallest >= 0.8, isSmoothWithEdges { return .renderer(smallest: smallest, largest: largest) }
        // Files without a header come from phones, which measure close scenes, but no distance below the valid range.
        let isBelow = outside.count { $0 < range.lower } * 100 >= validCount + outside.count
        return isBelow || isStored && largest >= 3 * smallest ? .atMostOne(largest: largest) : nil
    }

    /// Whether neighbours differ by much less than the noise of a sensor, except at edges.
    private var isSmoothWithEdges: Bool {
        let spread = depths.upperBound - depths.lowerBound
        let places = stride(from: 0, to: samples.count - 1, by: max(1, samples.count / 16_384))
        let steps = places.map { abs(samples[$0] - samples[$0 + 1]) }.filter(\.isFinite).sorted()
        guard steps.count >= Self.fewestSamples, spread > 0 else { return false }
        let edgeCount = steps.count { $0 > 0.2 * spread }
        return steps[steps.count / 2] * 100 < spread && edgeCount * 1000 >= steps.count
            && edgeCount * 10 < steps.count
    }

    /// Integers of an unknown unit, nearly all bits of float16 distances. As millimetres, all would be beyond 11 m.
    private var halfBits: NumberMeaning? {
        guard file.unitsPerMetre == ReadingOptions.assumedUnitsPerMetre, file.hasAssumedUnits, validCount > 0,
            depths.lowerBound > 11
        else { return nil }
        let metres = samples.lazy.filter { $0 != 0 && $0.isFinite }
            .map { Float(halfBits: UInt16(clamping: Int(file.stored($0)))) }
        let (total, fitting) = (metres.count, metres.count(where: TwoByteSamples.metres.contains))
        return total >= Self.fewestSamples && fitting * 100 >= total * 99 ? .halfBits : nil
    }
}

extension DecodedDepthFile {
    func stored(_ sample: Float) -> Float { unitsPerMetre.map { (sample * $0).rounded() } ?? sample }
    var hasAssumedUnits: Bool { notes.contains(where: \.isUnitsAssumed) }

    /// The occurrences of the largest 16-bit integer, and of numbers close below it.
    var saturation: (count: Int, near: Int) {
        var (count, near) = (0, 0)
        for sample in map.samples where sample.isFinite {
            let step = stored(sample)
            if step == Float(UInt16.max) { count += 1 } else if step > 0.9 * Float(UInt16.max) { near += 1 }
        }
        return (count, near)
    }
}

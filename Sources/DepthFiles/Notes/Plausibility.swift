import DepthAnalysis

/// The probable meaning of numbers in a file if most of them cannot be distances in metres.
///
///     if case .fewPlausibleSamples(_, _, let causes) = note { print(causes.map { $0.words }) }
public enum ImplausibilityCause: String, Sendable, Hashable, CaseIterable {
    /// Distances in metres of a place outdoors, beyond the valid range.
    case outdoors = "metres_outdoors"
    /// Distances in millimetres.
    case millimetres
    /// Distances in tenths of a millimetre.
    case tenthsOfMillimetres = "tenths_of_millimetres"
    /// Distances in centimetres.
    case centimetres
    /// Disparity in pixels, or inverse distance.
    case disparity
    /// Relative or inverse depth, stretched over the whole 16-bit range.
    case fullRange = "whole_range"
    /// Numbers in the other byte order.
    case swappedBytes = "swapped_bytes"
    /// 16-bit numbers rotated left by three bits, as SUN RGB-D stores them.
    case rotatedBits = "rotated_bits"
    /// IEEE binary16 read as binary32.
    case float16
    /// IEEE binary64 read as binary32.
    case float64
    /// 16-bit integers read as binary32.
    case uint16

    /// The cause as a short phrase, such as "swapped bytes".
    public var words: String {
        switch self {
        case .outdoors: "metres of a place outdoors (the analysis is for 0.1 to 20 m)"
        case .millimetres: "millimetres"
        case .tenthsOfMillimetres: "tenths of millimetres as in YCB-Video"
        case .centimetres: "centimetres"
        case .disparity: "disparity or inverse depth"
        case .fullRange: "relative or inverse depth stretched over 16 bits"
        case .swappedBytes: "swapped bytes"
        case .rotatedBits: "bits rotated as in SUN RGB-D"
        case .float16: "float16 read as float32"
        case .float64: "float64 read as float32"
        case .uint16: "uint16 read as float32"
        }
    }

    /// The data set whose units or bits explain the numbers.
    var dataSet: PublishedDataSet? {
        switch self {
        case .tenthsOfMillimetres: .ycb
        case .rotatedBits: .sunrgbd
        default: nil
        }
    }
}

/// The share of a map's numbers that can be distances: finite, non-zero and in the valid range. If most are not, the
/// file probably holds something else. The verdict does not depend on this.
struct Plausibility {
    private(set) var plausible = 0
    private(set) var total = 0
    private let file: DecodedDepthFile
    private let range: ValidRange
    private let noReading: Float?

    init(of file: DecodedDepthFile, within range: ValidRange, except noReading: Float? = nil) {
        (self.file, self.range, self.noReading) = (file, range, noReading)
        for sample in file.map.samples where counts(sample) {
            total += 1
            if range.contains(sample) { plausible += 1 }
        }
    }

    /// The note if fewer than half of the numbers are plausible or, if another type explains the bits, fewer than three
    /// quarters, because some are plausible by chance. For float64, any share is enough: half of its words, or all but
    /// zeros, are plausible. For integers stretched over 16 bits, one number out of range is enough.
    var note: ReadingNote? {
        var causes: [ImplausibilityCause] = []
        if plausible * 2 < total {
            causes = self.causes
        } else if file.unitsPerMetre != nil {
            guard plausible < total, fillsWholeRange else { return nil }
            causes = [.fullRange]
        } else {
            causes = causesOfBits
            guard plausible * 4 < total * 3 ? !causes.isEmpty : causes == [.float64] else { return nil }
        }
        return .fewPlausibleSamples(plausible: plausible, total: total, causes: causes)
    }

    /// Explanations of the numbers, most likely first; empty if none fits.
    var causes: [ImplausibilityCause] {
        if let steps = sampledSteps { return causes(of: steps) }
        let bits = causesOfBits
        if !bits.isEmpty { return bits }
        return causesOfScale(sampledNumbers)
    }

    // MARK: integers

    private var sampledSteps: [UInt16]? {
        guard file.unitsPerMetre != nil else { return nil }
        return sampledNumbers.map { UInt16(clamping: Int(file.stored($0))) }
    }

    private func causes(of steps: [UInt16]) -> [ImplausibilityCause] {
        func explains(_ metres: (UInt16) -> Float) -> Bool { isExplained(steps.map(metres)) }
        let units = file.unitsPerMetre ?? 1
        // Numbers that are smooth as stored are multiples of 256, not swapped bytes.
        let isScaled = continuity(steps) >= continuity(steps.map { $0.byteSwapped })
        if !isScaled, explains({ Float($0.byteSwapped) / units }) { return [.swappedBytes] }
        // The three lowest bits, which stand for more than 8 m after rotating back, are nearly always 0.
        let isRotated = steps.count { $0 & 7 == 0 } * 10 >= steps.count * 9
        if isRotated, explains({ Float($0 >> 3 | $0 << 13) / units }) { return [.rotatedBits] }
        if fillsWholeRange { return [.fullRange] }
        let outdoors: [ImplausibilityCause] = areOutdoors(steps.map { Float($0) / units }) ? [.outdoors] : []
        // Units from the caller or the data set are not a guess.
        guard file.hasAssumedUnits else { return outdoors }
        let scales: [(cause: ImplausibilityCause, units: Float)] = [
            (.millimetres, 1000), (.tenthsOfMillimetres, 10_000), (.centimetres, 100),
        ]
        return scales.filter { scale in scale.units != units && explains { Float($0) / scale.units } }.map { $0.cause }
            + outdoors
    }

    /// The number of values that differ from the previous one by less than a tenth.
    private func continuity(_ steps: [UInt16]) -> Int {
        zip(steps, steps.dropFirst()).count { first, second in
            abs(Int(first) - Int(second)) * 10 < Int(min(first, second))
        }
    }

    /// Whether numbers reach the largest 16-bit integer without saturation, which would leave few numbers close to it.
    private var fillsWholeRange: Bool {
        guard file.unitsPerMetre != nil else { return false }
        let (count, near) = file.saturation
        return count > 0 && near > count
    }

    // MARK: floats

    /// Explanations of the numbers as bits of another type, read as float32.
    private var causesOfBits: [ImplausibilityCause] {
        let bits = sampledPairs
        let isBare = file.format == .float32
        if isExplained(bits.map { Float(bitPattern: $0.byteSwapped) }) { return [.swappedBytes] }
        guard isBare else { return [] }
        let halves = bits.flatMap { [UInt16(truncatingIfNeeded: $0), UInt16($0 >> 16)] }
        let twoBytes = TwoByteSamples(count: halves.count) { halves[$0] }
        if twoBytes.areHalves { return [.float16] }
        let doubles = stride(from: 0, to: bits.count - 1, by: 2).map { place in
            Float(Double(bitPattern: UInt64(bits[place + 1]) << 32 | UInt64(bits[place])))
        }
        // The lower half of a double is arbitrary, or 0 if float32 can represent the number.
        let lower = stride(from: 0, to: bits.count - 1, by: 2).map { Float(bitPattern: bits[$0]) }
        let lowerCount = lower.count(where: range.contains)
        if lowerCount * 4 <= doubles.count, isExplained(doubles) { return [.float64] }
        if twoBytes.areMillimetres { return [.uint16] }
        return []
    }

    private func causesOfScale(_ numbers: [Float]) -> [ImplausibilityCause] {
        guard !numbers.isEmpty else { return [] }
        let median = numbers.sorted()[numbers.count / 2]
        var causes: [ImplausibilityCause] = []
        if isExplained(numbers.map { $0 / 1000 }) { causes.append(.millimetres) }
        if isExplained(numbers.map { $0 / 100 }) {
            // 100 to 2000 fit both: 1 to 20 m in centimetres, 0.1 to 2 m in millimetres. For rooms the former is
            // likelier.
            causes.insert(.centimetres, at: median >= 1000 ? causes.endIndex : 0)
        }
        let isPositive = numbers.allSatisfy { $0 > 0 }
        let isOfPixels = median > range.upper && median < 1000
        if isPositive, isOfPixels || isExplained(numbers.map { 1 / $0 }) { causes.append(.disparity) }
        if isPositive, areOutdoors(numbers) { causes.insert(.outdoors, at: 0) }
        return causes
    }

    /// Whether most numbers are beyond the valid range, nearly all within 300 m, and none beyond 1000 m.
    private func areOutdoors(_ metres: [Float]) -> Bool {
        metres.count { $0 > range.upper } * 2 > metres.count && metres.allSatisfy { $0 <= 1000 }
            && metres.count { $0 <= 300 } * 10 >= metres.count * 9
    }

    // MARK: sampling

    private static let maximumSampleCount = 4096
    /// The fewest numbers to explain; fewer can be explained by chance.
    private static let minimumCounted = 8

    private var sampledNumbers: [Float] { sampledPlaces.map { file.map.samples[$0] }.filter(counts) }
    private func counts(_ sample: Float) -> Bool { sample.isFinite && sample != 0 && sample != noReading }

    /// The bits of a sample of the numbers: pairs of neighbours that begin at even indices.
    private var sampledPairs: [UInt32] { sampledPlaces.map { file.map.samples[$0].bitPattern } }

    private var sampledPlaces: [Int] {
        let count = file.map.samples.count & ~1
        let step = max(2, count * 2 / Self.maximumSampleCount & ~1)
        return stride(from: 0, to: count, by: step).flatMap { [$0, $0 + 1] }
    }

    /// Whether nearly all non-zero numbers are distances in the valid range.
    private func isExplained(_ metres: [Float]) -> Bool {
        var (fitting, counted) = (0, 0)
        for metre in metres where metre != 0 {
            counted += 1
            if range.contains(metre) { fitting += 1 }
        }
        return counted >= Self.minimumCounted && counted * 4 >= metres.count && fitting * 10 >= counted * 9
    }
}

import DepthAnalysis
import GzipReader

/// A header of two sizes before the samples: two int32, two uint16, or a word and two int32 as in Sintel's `.dpt`. It
/// counts only if samples of these sizes fill the file exactly, and never in gzip, where the server reads float32.
struct ShortHeader {
    let byteCount: Int
    /// The sizes as stored, and exchanged.
    private let sides: [MapDimensions]
    private let sampleByteCount: Int

    /// Nil if the bytes have no such header, or if given dimensions fit the bytes without one.
    init?(_ bytes: [UInt8], _ rule: LengthRule) {
        guard rule.bytesPerRow == nil, !rule.givenFit(byteCount: bytes.count) else { return nil }
        for (start, sideByteCount) in [(0, 4), (4, 4), (0, 2)] {
            let (middle, end) = (start + sideByteCount, start + 2 * sideByteCount)
            guard bytes.count > end, let first = Self.side(bytes[start..<middle]),
                let second = Self.side(bytes[middle..<end])
            else { continue }
            let sides = [MapDimensions(width: first, height: second), MapDimensions(width: second, height: first)]
            for size in [2, 4] where bytes.count - end == size * first * second {
                guard rule.sampleType.map({ $0.byteCount == size }) ?? true,
                    rule.dimensions.map(sides.contains) ?? true
                else { continue }
                (byteCount, self.sides, sampleByteCount) = (end, sides, size)
                return
            }
        }
        return nil
    }

    /// The type of the samples, and the dimensions at which rows continue each other.
    func meaning(of samples: [UInt8], _ options: ReadingOptions) -> (type: SampleType, dimensions: MapDimensions) {
        let type =
            options.sampleType
            ?? (sampleByteCount == 4 ? .float32 : TwoByteSamples(samples).areMetres ? .float16 : .uint16)
        if let given = options.dimensions { return (type, given) }
        let count = samples.count / sampleByteCount
        let rows = RowContinuity(of: type.element.numbers(in: samples[...], count: count))
        return (type, rows.step(at: sides[1].width) * 2 < rows.step(at: sides[0].width) ? sides[1] : sides[0])
    }

    private static func side(_ bytes: ArraySlice<UInt8>) -> Int? {
        FileSize(littleEndian: bytes).int(atMost: 16_384).flatMap { $0 > NumPyHeader.maximumMatrixSide ? $0 : nil }
    }
}

/// An encoded map, and the loss due to the encoding.
///
///     let encoded = try DepthFileWriter.encode(map, as: .png16())
///     if !encoded.loss.isEmpty { print(encoded.loss) }
public struct EncodedMap: Sendable {
    /// The bytes of the file.
    public let bytes: [UInt8]
    /// The difference between the map and the file when read back.
    public let loss: WritingLoss
}

/// The difference between a map and the file written from it, when read back.
///
///     if encoded.loss.lostReadingCount > 0 { print("choose larger units: \(encoded.loss)") }
///
/// A reading is a finite sample above 0. Samples are compared bit for bit.
public struct WritingLoss: Sendable, Hashable {
    /// The number of samples.
    public let sampleCount: Int
    /// The number of samples with different bits.
    public private(set) var changedCount = 0
    /// The number of readings that are no longer readings.
    public private(set) var lostReadingCount = 0
    /// The number of other samples that changed their kind: NaN, an infinity, negative or 0.
    public private(set) var changedKindCount = 0
    /// The largest error in metres over all finite samples that kept their kind.
    public private(set) var largestError = 0.0

    /// Whether no sample changed.
    public var isEmpty: Bool { changedCount == 0 }

    init(from written: [Float], to read: [Float]) {
        precondition(written.count == read.count, "the maps have the same number of samples")
        sampleCount = written.count
        for (before, after) in zip(written, read) where before.bitPattern != after.bitPattern {
            changedCount += 1
            let kind = Kind(before)
            if kind != Kind(after) {
                if kind == .reading { lostReadingCount += 1 } else { changedKindCount += 1 }
            } else if before.isFinite {
                largestError = max(largestError, abs(Double(before) - Double(after)))
            }
        }
    }

    private enum Kind {
        case reading, zero, negative, nan, infinity, negativeInfinity

        init(_ sample: Float) {
            self =
                if sample.isNaN {
                    .nan
                } else if sample.isInfinite {
                    sample < 0 ? .negativeInfinity : .infinity
                } else if sample == 0 {
                    .zero
                } else {
                    sample < 0 ? .negative : .reading
                }
        }
    }
}

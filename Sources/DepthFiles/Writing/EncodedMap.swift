/// A map as the bytes of a file, and what is lost in them.
///
///     let encoded = try DepthFileWriter.encode(map, as: .png16())
///     if !encoded.loss.isNothing { print(encoded.loss) }
public struct EncodedMap: Sendable {
    /// The file.
    public let bytes: [UInt8]
    /// What reading the file back gives otherwise than the map has it.
    public let loss: WritingLoss
}

/// How a map that was read back from a file differs from the one that was written.
///
///     if encoded.loss.lostReadingCount > 0 { print("choose larger units: \(encoded.loss)") }
///
/// A reading is a finite sample above 0. Samples are compared bit for bit.
public struct WritingLoss: Sendable, Hashable {
    /// How many samples there are.
    public let sampleCount: Int
    /// How many of them have other bits.
    public private(set) var changedCount = 0
    /// How many readings are none any more.
    public private(set) var lostReadingCount = 0
    /// How many samples that were no reading are of another kind: NaN, one of the infinities, negative or 0.
    public private(set) var changedKindCount = 0
    /// The largest error in metres of all finite samples that stayed of their kind.
    public private(set) var largestError = 0.0

    /// Whether all samples are what they were.
    public var isNothing: Bool { changedCount == 0 }

    /// Compares as many samples with as many.
    init(from written: [Float], to read: [Float]) {
        precondition(written.count == read.count, "another number of samples is another map")
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

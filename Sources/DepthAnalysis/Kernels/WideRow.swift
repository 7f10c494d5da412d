/// A row as the third pass reads it: its segments one behind the other, as `Double`, each filled up with NaN to a
/// multiple of eight, and NaN for every sample that is not valid.
///
/// Widened once and stored, lanes stay together: the optimiser takes those that were only just converted apart.
struct WideRow {
    /// Elements that a row of so many samples takes at most: each of three segments is filled up.
    static func capacity(width: Int) -> Int { width + 3 * 7 }

    private let scratch: Scratch<Double>
    private let cleared: Scratch<Float>
    private let validity: ValidityBits
    /// Elements so far.
    private(set) var count = 0
    /// Whether all elements are valid samples.
    private(set) var isOpen = true

    /// - Parameters:
    ///   - scratch: room for ``capacity(width:)`` elements.
    ///   - cleared: as much, for a segment at a time.
    init(_ scratch: Scratch<Double>, cleared: Scratch<Float>, _ validity: ValidityBits) {
        self.scratch = scratch
        self.cleared = cleared
        self.validity = validity
    }

    /// All segments.
    var samples: WideSamples { scratch.samples(from: 0, count: count) }

    /// Adds a segment; `isOpen` says that all its samples are valid.
    mutating func add(_ segment: SampleBuffer, isOpen: Bool) -> WideSamples {
        let padded = (segment.count + 7) & ~7
        let isWhole = isOpen && padded == segment.count
        widen(isWhole ? segment : clear(segment, padded: padded))
        self.isOpen = self.isOpen && isWhole
        count += padded
        return scratch.samples(from: count - padded, count: padded)
    }

    @inline(never)
    private func widen(_ segment: SampleBuffer) {
        var index = 0
        while index < segment.count {
            scratch.set(SIMD4<Double>(segment.four(at: index)), at: count + index)
            index += 4
        }
    }

    /// Copies a segment, with NaN for every sample that is not valid and behind the last.
    @inline(never)
    private func clear(_ segment: SampleBuffer, padded: Int) -> SampleBuffer {
        let whole = segment.count & ~7
        var index = 0
        while index < whole {
            let bits = segment.eight(at: index).bits
            // All bits set is a NaN.
            cleared.set(Samples8(bits: bits | ~validity.contains(bits)), at: index)
            index &+= 8
        }
        while index < padded {
            let isValid = index < segment.count && validity.contains(Int32(bitPattern: segment[index].bitPattern))
            cleared[index] = isValid ? segment[index] : .nan
            index += 1
        }
        return cleared.samples(from: 0, count: padded)
    }
}

/// Third pass: counts the valid samples of each bin.
///
/// ``BinPositions`` tells the bins by a multiplication and an addition. Where it does not apply, ``BinBorders`` does.
///
/// Up to 62 bins are counted in pairs: two samples make one number below 64 * 64, and one increment counts both. Each
/// of four lanes has a table of its own, since increments of the same element would wait for each other. The elements
/// are 16 bits wide, so that the tables stay close, and are added to the counts before one can overflow.
///
/// What is not valid is counted as the nearest sample is, in the first bin, and taken off in the end: all counts
/// together must be as many as there are valid samples.
struct HistogramPass {
    /// Up to so many bins are counted in pairs.
    static let pairedBinLimit = 62
    /// A table for each of four lanes.
    static let laneCount = 4
    /// Elements of a table of pairs.
    static let pairCount = 64 * 64
    /// By how much the number of a pair that was found is too large.
    private static let pairOffset = BinPositions.base >> 26
    /// Eight samples are one increment in each table.
    static let stepLimit = Int(UInt16.max)

    private let borders: BinBorders
    private let positions: BinPositions?
    private let nearest: SIMD4<Double>
    private let places: Scratch<UInt64>
    private let pairs: Scratch<UInt16>
    private let tables: Scratch<UInt32>
    private var stepCount = 0

    /// - Parameters:
    ///   - positions: nil to look each sample up in `borders`.
    ///   - minimum: the nearest valid sample in metres.
    ///   - places: room for half as many elements as rows have that are added together.
    ///   - pairs: ``laneCount`` tables of ``pairCount`` zeros, when bins are counted in pairs.
    ///   - tables: as many tables of ``tableSize(binCount:)`` zeros.
    init(
        _ borders: BinBorders, _ positions: BinPositions?, minimum: Double, places: Scratch<UInt64>,
        pairs: Scratch<UInt16>, tables: Scratch<UInt32>
    ) {
        self.borders = borders
        self.positions = positions
        self.places = places
        self.pairs = pairs
        self.tables = tables
        nearest = SIMD4(repeating: minimum)
    }

    /// Elements of a table: a number of ``BinPositions`` each.
    static func tableSize(binCount: Int) -> Int { BinPositions.count(binCount: binCount) }

    /// Whether a number of bins is counted in pairs.
    static func isPaired(binCount: Int) -> Bool { binCount <= pairedBinLimit }

    /// Counts samples; `isOpen` says that none of them is NaN.
    mutating func add(_ samples: WideSamples, isOpen: Bool) {
        guard let positions else { return addByHalving(samples) }
        guard Self.isPaired(binCount: borders.binCount) else { return addSingly(samples, positions) }
        var start = 0
        while start < samples.count {
            if stepCount == Self.stepLimit { addPairs() }
            let count = min(samples.count - start, 8 * (Self.stepLimit - stepCount))
            let part = samples.slice(from: start, count: count)
            if isOpen { findOpenPairs(part, positions) } else { findMaskedPairs(part, positions) }
            countPairs(count / 2)
            stepCount += count / 8
            start += count
        }
    }

    /// Sets the counts of all bins, of which `validCount` samples are counted.
    mutating func finish(validCount: Int, _ counts: Scratch<Int>) {
        if stepCount > 0 { addPairs() }
        let size = Self.tableSize(binCount: borders.binCount)
        var total = 0
        for bin in 0..<borders.binCount { counts[bin] = 0 }
        for number in 0..<size {
            let bin = min(max(number - 1, 0), borders.binCount - 1)
            for lane in 0..<Self.laneCount {
                let count = Int(tables[lane * size + number])
                counts[bin] += count
                total += count
            }
        }
        counts[0] -= total - validCount
    }

    @inline(never)
    private func findOpenPairs(_ row: WideSamples, _ positions: BinPositions) {
        var index = 0
        while index < row.count {
            setPairs(positions.bits(of: row.four(at: index)), positions.bits(of: row.four(at: index &+ 4)), at: index)
            index &+= 8
        }
    }

    @inline(never)
    private func findMaskedPairs(_ row: WideSamples, _ positions: BinPositions) {
        var index = 0
        while index < row.count {
            setPairs(
                positions.bits(of: row.four(at: index).largerOr(nearest)),
                positions.bits(of: row.four(at: index &+ 4).largerOr(nearest)), at: index)
            index &+= 8
        }
    }

    /// The upper half of a position is ``BinPositions/base``, which ends in many zeros, and its number. Of two, one
    /// above the other, the upper one is added to the lower one 64 times: what the lower one's first bits bring along
    /// is ``pairOffset``, and the base is beyond the 16 bits that count.
    @inline(__always)
    private func setPairs(_ low: SIMD4<UInt64>, _ high: SIMD4<UInt64>, at index: Int) {
        let both = (low &>> SIMD4(repeating: 32)) | (high & SIMD4(repeating: 0xFFFF_FFFF_0000_0000))
        places.set(both &+ (both &>> SIMD4(repeating: 26)), at: index / 2)
    }

    /// Counts pairs that were found. This is a loop of its own, or the optimiser would find each of them on its own.
    @inline(never)
    private func countPairs(_ count: Int) {
        let (places, pairs) = (places, pairs)
        var index = 0
        while index < count {
            for lane in 0..<Self.laneCount {
                let pair = Int(UInt16(truncatingIfNeeded: places[index &+ lane])) &- Self.pairOffset
                pairs[lane &* Self.pairCount &+ pair] &+= 1
            }
            index &+= Self.laneCount
        }
    }

    /// Adds the pairs to the first table, and begins again with zeros.
    @inline(never)
    private mutating func addPairs() {
        let binCount = Self.tableSize(binCount: borders.binCount)
        for first in stride(from: 0, to: 64, by: 16) {
            // An element of these holds two of 16 bits: the even one in the lower half.
            var even = Counts8.zero
            var odd = Counts8.zero
            for high in 0..<binCount {
                var rowCounts = Counts8.zero
                for lane in 0..<Self.laneCount {
                    rowCounts &+= takePairs(at: lane * Self.pairCount + high * 64 + first, &even, &odd)
                }
                tables[high] += rowCounts.wrappedSum()
            }
            for bin in first..<max(first, min(first + 16, binCount)) {
                let lane = (bin - first) / 2
                tables[bin] += bin % 2 == 0 ? even[lane] : odd[lane]
            }
        }
        stepCount = 0
    }

    /// Adds sixteen counts to those of their bins, replaces them with zeros, and returns their sum in parts.
    @inline(__always)
    private func takePairs(at place: Int, _ even: inout Counts8, _ odd: inout Counts8) -> Counts8 {
        let pair = pairs.sixteen(at: place)
        pairs.set(.zero, at: place)
        let low = pair & Counts8(repeating: 0xFFFF)
        let high = pair &>> Counts8(repeating: 16)
        even &+= low
        odd &+= high
        return low &+ high
    }

    @inline(never)
    private func addSingly(_ row: WideSamples, _ positions: BinPositions) {
        let size = Self.tableSize(binCount: borders.binCount)
        var index = 0
        while index < row.count {
            let bits = positions.bits(of: row.four(at: index).largerOr(nearest))
            for lane in 0..<Self.laneCount {
                tables[lane * size + Int(truncatingIfNeeded: bits[lane] >> 32) - BinPositions.base] += 1
            }
            index += 4
        }
    }

    @inline(never)
    private func addByHalving(_ row: WideSamples) {
        for index in 0..<row.count where !row[index].isNaN {
            tables[borders.bin(of: Int32(bitPattern: Float(row[index]).bitPattern)) + 1] += 1
        }
    }
}

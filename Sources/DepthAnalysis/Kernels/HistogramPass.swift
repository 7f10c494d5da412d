/// Third pass: counts the valid samples of each bin.
///
/// ``BinPositions`` tells the bins by a multiplication and an addition. Where it does not apply, ``BinBorders`` does.
///
/// Up to 62 bins are counted in pairs: two samples make one number below 64 * 64, and one increment counts both. Pairs
/// are counted in two tables by turns, since increments of the same element wait for each other on some processors; of
/// four, two more would no longer stay close. Their elements have 32 bits: stores of 16 take twice as long.
///
/// What is not valid is counted as the nearest sample is, in the first bin, and taken off in the end: all counts
/// together must be as many as there are valid samples.
struct HistogramPass {
    /// Up to so many bins are counted in pairs.
    static let pairedBinLimit = 62
    /// A table for each of four lanes.
    static let laneCount = 4
    /// Tables of pairs, and the elements of one.
    static let pairTableCount = 2
    static let pairCount = 64 * 64
    /// By how much the number of a pair that was found is too large.
    private static let pairOffset = BinPositions.base >> 26

    private let borders: BinBorders
    private let positions: BinPositions?
    private let nearest: SIMD4<Double>
    private let places: Scratch<UInt64>
    private let pairs: Scratch<UInt32>
    private let tables: Scratch<UInt32>

    /// - Parameters:
    ///   - positions: nil to look each sample up in `borders`.
    ///   - minimum: the nearest valid sample in metres.
    ///   - places: room for half as many elements as rows have that are added together.
    ///   - pairs: ``pairTableCount`` tables of ``pairCount`` zeros, when bins are counted in pairs.
    ///   - tables: ``laneCount`` tables of ``tableSize(binCount:)`` zeros.
    init(
        _ borders: BinBorders, _ positions: BinPositions?, minimum: Double, places: Scratch<UInt64>,
        pairs: Scratch<UInt32>, tables: Scratch<UInt32>
    ) {
        self.borders = borders
        self.positions = positions
        self.places = places
        self.pairs = pairs
        self.tables = tables
        nearest = SIMD4(repeating: minimum)
    }

    /// Elements of a table: a number of ``BinPositions`` each, filled up to a multiple of eight.
    static func tableSize(binCount: Int) -> Int { (BinPositions.count(binCount: binCount) + 7) & ~7 }

    /// Whether a number of bins is counted in pairs.
    static func isPaired(binCount: Int) -> Bool { binCount <= pairedBinLimit }

    /// Counts samples; `isOpen` says that none of them is NaN.
    func add(_ samples: WideSamples, isOpen: Bool) {
        guard let positions else { return addByHalving(samples) }
        guard Self.isPaired(binCount: borders.binCount) else { return addSingly(samples, positions) }
        if isOpen { findOpenPairs(samples, positions) } else { findMaskedPairs(samples, positions) }
        countPairs(ofSamples: samples.count)
    }

    /// Sets the counts of all bins, of which `validCount` samples are counted.
    func finish(validCount: Int, _ counts: Scratch<Int>) {
        if positions != nil && Self.isPaired(binCount: borders.binCount) { addPairs() }
        let (tables, size, last) = (tables, Self.tableSize(binCount: borders.binCount), borders.binCount - 1)
        for bin in 0...last { counts[bin] = 0 }
        // The first bin gets what a nudge led before it, and loses what is not valid: together they are those missing.
        var missing = validCount
        for number in 1...last + 2 {
            var count = 0
            for lane in 0..<Self.laneCount { count &+= Int(tables[lane &* size &+ number]) }
            // Behind the last bin a nudge leads as well.
            counts[min(number &- 1, last)] &+= count
            missing &-= count
        }
        counts[0] &+= missing
    }

    @inline(never)
    private func findOpenPairs(_ row: WideSamples, _ positions: BinPositions) {
        forEachEight(upTo: row.count) { index in
            setPairs(positions.bits(of: row.four(at: index)), positions.bits(of: row.four(at: index &+ 4)), at: index)
        }
    }

    @inline(never)
    private func findMaskedPairs(_ row: WideSamples, _ positions: BinPositions) {
        forEachEight(upTo: row.count) { index in
            setPairs(
                positions.bits(of: row.four(at: index).largerOr(nearest)),
                positions.bits(of: row.four(at: index &+ 4).largerOr(nearest)), at: index)
        }
    }

    /// The upper half of a position is ``BinPositions/base``, which ends in many zeros, and its number. Of two, one
    /// above the other, the upper one is added to the lower one 64 times: what the lower one's first bits bring along
    /// is ``pairOffset``, and the base is beyond the 16 bits that count.
    @inline(__always)
    private func setPairs(_ low: SIMD4<UInt64>, _ high: SIMD4<UInt64>, at index: Int) {
        let both = (low &>> SIMD4(repeating: 32)) | (high & SIMD4(repeating: 0xFFFF_FFFF_0000_0000))
        places.set(both &+ (both &>> SIMD4(repeating: 26)), at: index &>> 1)
    }

    /// Counts pairs that were found. This is a loop of its own, or the optimiser would find each of them on its own.
    @inline(never)
    private func countPairs(ofSamples count: Int) {
        let (places, pairs) = (places, pairs)
        forEachEight(upTo: count) { index in
            for lane in 0..<4 {
                let pair = Int(UInt16(truncatingIfNeeded: places[index &>> 1 &+ lane])) &- Self.pairOffset
                pairs[lane % Self.pairTableCount &* Self.pairCount &+ pair] &+= 1
            }
        }
    }

    /// Adds the pairs to the first two tables, of upper and of lower ones, and leaves zeros.
    @inline(never)
    private func addPairs() {
        let (pairs, tables) = (pairs, tables)
        let size = Self.tableSize(binCount: borders.binCount)
        for high in 0..<BinPositions.count(binCount: borders.binCount) {
            var counts = Counts8.zero
            var low = 0
            while low < size {
                let eight = Self.takePairs(pairs, at: high &* 64 &+ low)
                counts &+= eight
                tables.set(tables.eight(at: size &+ low) &+ eight, at: size &+ low)
                low &+= 8
            }
            tables[high] = counts.wrappedLaneSum
        }
    }

    /// Eight counts of all tables together; zeros take their place.
    @inline(__always)
    private static func takePairs(_ pairs: Scratch<UInt32>, at place: Int) -> Counts8 {
        var counts = Counts8.zero
        for table in 0..<pairTableCount {
            counts &+= pairs.eight(at: table &* pairCount &+ place)
            pairs.set(.zero, at: table &* pairCount &+ place)
        }
        return counts
    }

    @inline(never)
    private func addSingly(_ row: WideSamples, _ positions: BinPositions) {
        let size = Self.tableSize(binCount: borders.binCount)
        var index = 0
        while index < row.count {
            let bits = positions.bits(of: row.four(at: index).largerOr(nearest))
            for lane in 0..<Self.laneCount {
                tables[lane &* size &+ Int(truncatingIfNeeded: bits[lane] &>> 32) &- BinPositions.base] += 1
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

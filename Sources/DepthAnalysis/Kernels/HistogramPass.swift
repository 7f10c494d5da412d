/// Pass 3: counts the valid samples of each bin.
///
/// ``BinPositions`` finds the bins by a multiplication and an addition; where it does not apply, ``BinBorders`` does.
///
/// With up to 62 bins, samples are counted in pairs: two form one number below 64 * 64, and one increment counts both.
/// Two tables are used in turn, because on some processors consecutive increments of one element wait for each other;
/// four tables would exceed the nearest cache. Elements have 32 bits because stores of 16 bits take twice as long.
///
/// Invalid samples are counted as the nearest sample, in the first bin, and subtracted at the end: the counts must
/// add up to the number of valid samples.
struct HistogramPass {
    static let pairedBinLimit = 62
    static let laneCount = 4
    static let pairTableCount = 2
    static let pairCount = 64 * 64
    /// The part of a stored pair that comes from ``BinPositions/base``.
    private static let pairOffset = BinPositions.base >> 26

    private let borders: BinBorders
    private let positions: BinPositions?
    private let nearest: SIMD4<Double>
    private let places: Scratch<UInt64>
    private let pairs: Scratch<UInt32>
    private let tables: Scratch<UInt32>

    /// - Parameters:
    ///   - positions: nil to look up each sample in `borders`.
    ///   - minimum: the nearest valid sample in metres.
    ///   - places: room for half the number of elements in the rows added at once.
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

    /// The number of elements of a table: one for each number of ``BinPositions``, rounded up to a multiple of eight.
    static func tableSize(binCount: Int) -> Int { (BinPositions.count(binCount: binCount) + 7) & ~7 }

    static func isPaired(binCount: Int) -> Bool { binCount <= pairedBinLimit }

    /// - Parameter isOpen: whether none of the samples is NaN.
    func add(_ samples: WideSamples, isOpen: Bool) {
        guard let positions else { return addByHalving(samples) }
        guard Self.isPaired(binCount: borders.binCount) else { return addSingly(samples, positions) }
        if isOpen { findOpenPairs(samples, positions) } else { findMaskedPairs(samples, positions) }
        countPairs(ofSamples: samples.count)
    }

    /// Stores the counts of all bins, which add up to `validCount`.
    func finish(validCount: Int, _ counts: Scratch<Int>) {
        if positions != nil && Self.isPaired(binCount: borders.binCount) { addPairs() }
        let (tables, size, last) = (tables, Self.tableSize(binCount: borders.binCount), borders.binCount - 1)
        for bin in 0...last { counts[bin] = 0 }
        // The remainder goes to the first bin: it adds the samples that a nudge moved before this bin (number 0), and
        // subtracts the invalid samples counted in it.
        var missing = validCount
        for number in 1...last + 2 {
            var count = 0
            for lane in 0..<Self.laneCount { count &+= Int(tables[lane &* size &+ number]) }
            // A nudge can also lead past the last bin.
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

    /// The upper half of a position is ``BinPositions/base``, which ends in many zeros, plus the number. The two
    /// positions of a pair combine to `64 * upper + lower`. The base contributes ``pairOffset``; its other bits lie
    /// beyond the 16 that are read.
    @inline(__always)
    private func setPairs(_ low: SIMD4<UInt64>, _ high: SIMD4<UInt64>, at index: Int) {
        let both = (low &>> SIMD4(repeating: 32)) | (high & SIMD4(repeating: 0xFFFF_FFFF_0000_0000))
        places.set(both &+ (both &>> SIMD4(repeating: 26)), at: index &>> 1)
    }

    /// If this loop were merged with the search for pairs, the optimiser would not vectorise the search.
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

    /// Adds the pairs to the first two tables, upper and lower halves, and resets them to zero.
    @inline(never)
    private func addPairs() {
        let (pairs, tables) = (pairs, tables)
        let size = Self.tableSize(binCount: borders.binCount)
        for high in 0..<BinPositions.count(binCount: borders.binCount) {
            var counts = Counts8.zero
            var low = 0
            while low < size {
                let eight = Self.countPairs(pairs, at: high &* 64 &+ low)
                counts &+= eight
                tables.set(tables.eight(at: size &+ low) &+ eight, at: size &+ low)
                low &+= 8
            }
            tables[high] = counts.wrappedLaneSum
        }
    }

    /// Returns eight counts summed over all tables and resets them to zero.
    @inline(__always)
    private static func countPairs(_ pairs: Scratch<UInt32>, at place: Int) -> Counts8 {
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

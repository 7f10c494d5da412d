/// Non-negative values for rank queries such as the median, in reusable memory.
struct ValueList {
    /// The bit patterns of the values. Bit patterns of non-negative values have the same order as the values.
    private var values: [Int64]
    /// The values between two bounds, during a query.
    private var kept: [Int64]
    private var sortedSample = [Int64](repeating: 0, count: sampleCount)
    private(set) var count = 0

    init(capacity: Int) {
        // Values are written in groups of eight, and the next group may overwrite unused values.
        values = [Int64](repeating: 0, count: capacity + 8)
        // Not a copy of `values`, which would be duplicated on first write.
        kept = [Int64](repeating: 0, count: capacity + 8)
    }

    @inline(__always)
    mutating func replaceAll(_ body: (inout Room) -> Void) {
        count = values.withUnsafeMutableBytes { bytes in
            var room = Room(bytes)
            body(&room)
            return room.count
        }
    }

    struct Room {
        private let bytes: UnsafeMutableRawBufferPointer
        private(set) var count = 0

        fileprivate init(_ bytes: UnsafeMutableRawBufferPointer) { self.bytes = bytes }

        @inline(__always)
        mutating func append(_ lanes: Lanes, _ bits: UInt8) {
            precondition(8 * (count + 8) <= bytes.count)
            if bits == 0xff {
                // SAFETY: the precondition keeps the 64 bytes inside; `storeBytes` needs no alignment.
                bytes.storeBytes(of: lanes, toByteOffset: 8 * count, as: Lanes.self)
                count += 8
            } else if bits != 0 {
                for lane in 0..<8 {
                    // SAFETY: as above; at most eight values are written from `count` on.
                    bytes.storeBytes(of: lanes[lane], toByteOffset: 8 * count, as: Double.self)
                    count += Int(bits >> lane & 1)
                }
            }
        }
    }

    /// The upper median, as defined for the analysis. There must be at least one value.
    mutating func upperMedian() -> Double { select(rank: count / 2) }

    /// Whether the upper median is below a limit; cheaper than the median itself. There must be at least one value.
    func hasUpperMedian(below limit: Double) -> Bool {
        var less = 0
        for value in values[..<count] { less &+= Self.value(value) < limit ? 1 : 0 }
        return less > count / 2
    }

    /// The value at index `rank` of the sorted values. There must be no NaN.
    ///
    /// Repeatedly keeps the values between two bounds taken from a sample, until few values are left (Floyd and
    /// Rivest, Communications of the ACM 18, 1975). The result does not depend on the order of the values.
    mutating func select(rank: Int) -> Double {
        precondition(rank >= 0 && rank < count)
        let count = count
        let found = values.withUnsafeBufferPointer { values in
            kept.withUnsafeMutableBufferPointer { kept in
                sortedSample.withUnsafeMutableBufferPointer { sortedSample in
                    let all = UnsafeBufferPointer(rebasing: values[..<count])
                    return Self.select(rank, of: all, room: kept, sortedSample)
                }
            }
        }
        return Self.value(found)
    }

    @inline(__always)
    private static func bits(of value: Double) -> Int64 { Int64(bitPattern: value.bitPattern) }

    @inline(__always)
    private static func value(_ bits: Int64) -> Double { Double(bitPattern: UInt64(bitPattern: bits)) }

    /// The size of the sample from which the bounds are taken, and the largest number of values that are sorted at the
    /// end.
    static let sampleCount = 32

    private static func select(
        _ rank: Int, of all: UnsafeBufferPointer<Int64>, room: UnsafeMutableBufferPointer<Int64>,
        _ sortedSample: UnsafeMutableBufferPointer<Int64>
    ) -> Int64 {
        // The result is always in `left`, which holds all values within `bounds`.
        var (rank, left, bounds) = (rank, all, 0...bits(of: .infinity))
        var isBetweenAll = false
        while left.count > sampleCount {
            var between = bracket(of: left, rank, sortedSample)
            // If few values are distinct, the bounds may exclude nothing. Then keep only the values that equal the
            // lower bound.
            if isBetweenAll { between = between.lowerBound...between.lowerBound }
            let found = keep(left, between, in: room)
            isBetweenAll = found.kept.count == left.count
            if rank < found.below {
                // Rare: the guess failed, so select again within narrower bounds.
                bounds = bounds.lowerBound...between.lowerBound - 1
                left = keep(all, bounds, in: room).kept
            } else if rank >= found.below + found.kept.count {
                bounds = between.upperBound + 1...bounds.upperBound
                rank -= found.below + found.kept.count
                left = keep(all, bounds, in: room).kept
            } else if between.lowerBound == between.upperBound {
                return between.lowerBound
            } else {
                (rank, left, bounds) = (rank - found.below, found.kept, between)
            }
        }
        for index in left.indices { insert(left[index], sortedSample, count: index) }
        return sortedSample[rank]
    }

    /// Two values of a sample that usually enclose the value of a rank.
    private static func bracket(
        of values: UnsafeBufferPointer<Int64>, _ rank: Int, _ sortedSample: UnsafeMutableBufferPointer<Int64>
    ) -> ClosedRange<Int64> {
        for number in 0..<sampleCount {
            insert(values[samplePlace(number, of: values.count)], sortedSample, count: number)
        }
        let place = rank * sampleCount / values.count
        return sortedSample[max(place - 4, 0)]...sortedSample[min(place + 4, sampleCount - 1)]
    }

    /// The place of a sample element.
    ///
    /// The golden ratio spreads the places: at equal distances, all places in a lattice of 64 by 48 would be in two
    /// columns.
    @inline(__always)
    static func samplePlace(_ number: Int, of count: Int) -> Int {
        let share = UInt32(truncatingIfNeeded: number + 1) &* 0x9e37_79b9
        return Int((UInt64(share) * UInt64(count)) >> 32)
    }

    @inline(__always)
    private static func insert(_ value: Int64, _ sortedSample: UnsafeMutableBufferPointer<Int64>, count: Int) {
        var place = count
        while place > 0, sortedSample[place - 1] > value {
            sortedSample[place] = sortedSample[place - 1]
            place -= 1
        }
        sortedSample[place] = value
    }

    /// Copies the values within bounds to `room` and counts the smaller values. `room` may be the memory of `values`.
    private static func keep(
        _ values: UnsafeBufferPointer<Int64>, _ bounds: ClosedRange<Int64>,
        in room: UnsafeMutableBufferPointer<Int64>
    ) -> (below: Int, kept: UnsafeBufferPointer<Int64>) {
        let bytes = UnsafeRawBufferPointer(values)
        let (lowest, highest) = (value(bounds.lowerBound), value(bounds.upperBound))
        let (least, most) = (TwoLanes(repeating: lowest), TwoLanes(repeating: highest))
        var (below, count) = (SIMD2<Int64>.zero, 0)
        // Each value is written, and the next one overwrites it unless it is kept. Masks (-1 for true) do the counting:
        // the optimiser would turn comparisons into unpredictable branches.
        for index in stride(from: 0, to: values.count - 1, by: 2) {
            // SAFETY: both values are inside; no alignment is required.
            let two = bytes.loadUnaligned(fromByteOffset: 8 &* index, as: TwoLanes.self)
            let isBelow = two .< least
            let isKept = (two .>= least) .& (two .<= most)
            below &-= ones(isBelow)
            let kept = ones(isKept)
            room[count] = values[index]
            count &-= Int(truncatingIfNeeded: kept[0])
            room[count] = values[index + 1]
            count &-= Int(truncatingIfNeeded: kept[1])
        }
        var allBelow = Int(below[0] + below[1])
        if values.count % 2 == 1, let last = values.last {
            room[count] = last
            allBelow += last < bounds.lowerBound ? 1 : 0
            count += bounds.contains(last) ? 1 : 0
        }
        return (allBelow, UnsafeBufferPointer(rebasing: room[..<count]))
    }

    @inline(__always)
    private static func ones(_ mask: SIMDMask<SIMD2<Int64>>) -> SIMD2<Int64> {
        // SAFETY: a mask is a vector of integers, -1 for true and 0 for false.
        unsafeBitCast(mask, to: SIMD2<Int64>.self)
    }
}

/// Values that are not negative, of which ranks are asked, such as the median, in memory that is used again.
///
///     values.replaceAll { $0.append(distances, 0b1111_0011) }
///     let median = values.upperMedian()
struct ValueList {
    /// Their bits, which order like the values.
    private var values: [Int64]
    /// Those between two bounds, while a rank is looked for.
    private var kept: [Int64]
    /// A few of them, in order.
    private var few = [Int64](repeating: 0, count: sampleCount)
    private(set) var count = 0

    /// Room for so many.
    init(capacity: Int) {
        // Eight are written at once, of which the next may overwrite some.
        values = [Int64](repeating: 0, count: capacity + 8)
        // Not the same list, which would be copied when the first of them is written to.
        kept = [Int64](repeating: 0, count: capacity + 8)
    }

    /// Forgets the values, for those that `body` appends.
    @inline(__always)
    mutating func replaceAll(_ body: (inout Room) -> Void) {
        count = values.withUnsafeMutableBytes { bytes in
            var room = Room(bytes)
            body(&room)
            return room.count
        }
    }

    /// Where values are appended.
    struct Room {
        private let bytes: UnsafeMutableRawBufferPointer
        private(set) var count = 0

        fileprivate init(_ bytes: UnsafeMutableRawBufferPointer) { self.bytes = bytes }

        /// Appends the lanes whose bit is set.
        @inline(__always)
        mutating func append(_ lanes: Lanes, _ bits: UInt8) {
            precondition(8 * (count + 8) <= bytes.count)
            if bits == 0xff {
                // SAFETY: the 64 bytes are inside, as looked at above; `storeBytes` asks for no alignment.
                bytes.storeBytes(of: lanes, toByteOffset: 8 * count, as: Lanes.self)
                count += 8
            } else if bits != 0 {
                for lane in 0..<8 {
                    // SAFETY: as above; no more than eight are written from `count` on.
                    bytes.storeBytes(of: lanes[lane], toByteOffset: 8 * count, as: Double.self)
                    count += Int(bits >> lane & 1)
                }
            }
        }
    }

    /// The upper median, as the analysis takes it, of at least one value.
    mutating func upperMedian() -> Double { select(rank: count / 2) }

    /// Whether the upper median of at least one value is less than a limit, which is sooner told.
    func hasUpperMedian(below limit: Double) -> Bool {
        var less = 0
        for value in values[..<count] { less &+= Self.value(value) < limit ? 1 : 0 }
        return less > count / 2
    }

    /// The value that has `rank` others before it in order.
    ///
    /// What lies between two values of a sample that are expected below and above is kept, until few are left (Floyd
    /// and Rivest, Communications of the ACM 18, 1975); the value is the same whatever the order was. Without NaN.
    mutating func select(rank: Int) -> Double {
        precondition(rank >= 0 && rank < count)
        let count = count
        let found = values.withUnsafeBufferPointer { values in
            kept.withUnsafeMutableBufferPointer { kept in
                few.withUnsafeMutableBufferPointer { few in
                    let all = UnsafeBufferPointer(rebasing: values[..<count])
                    return Self.select(rank, of: all, room: kept, few)
                }
            }
        }
        return Self.value(found)
    }

    @inline(__always)
    private static func bits(of value: Double) -> Int64 { Int64(bitPattern: value.bitPattern) }

    @inline(__always)
    private static func value(_ bits: Int64) -> Double { Double(bitPattern: UInt64(bitPattern: bits)) }

    /// How many values are looked at to expect others between them; as few are sorted.
    static let sampleCount = 32

    private static func select(
        _ rank: Int, of all: UnsafeBufferPointer<Int64>, room: UnsafeMutableBufferPointer<Int64>,
        _ few: UnsafeMutableBufferPointer<Int64>
    ) -> Int64 {
        // What is looked for is one of `left`, which are all that lie within the bounds.
        var (rank, left, bounds) = (rank, all, 0...bits(of: .infinity))
        var isBetweenAll = false
        while left.count > sampleCount {
            var between = bracket(of: left, rank, few)
            // As where few are distinct: the lowest are told from the others.
            if isBetweenAll { between = between.lowerBound...between.lowerBound }
            let found = keep(left, between, in: room)
            isBetweenAll = found.kept.count == left.count
            if rank < found.below {
                // Seldom: once more, with what is known.
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
        for index in left.indices { insert(left[index], few, count: index) }
        return few[rank]
    }

    /// Two values of a sample, one mostly below that of a rank and one above it.
    private static func bracket(
        of values: UnsafeBufferPointer<Int64>, _ rank: Int, _ few: UnsafeMutableBufferPointer<Int64>
    ) -> ClosedRange<Int64> {
        for number in 0..<sampleCount {
            insert(values[samplePlace(number, of: values.count)], few, count: number)
        }
        let place = rank * sampleCount / values.count
        return few[max(place - 4, 0)]...few[min(place + 4, sampleCount - 1)]
    }

    /// Where one of a sample is taken from.
    ///
    /// Spread by the golden ratio: at equal distances those of a lattice of 64 by 48 would come from two columns.
    @inline(__always)
    static func samplePlace(_ number: Int, of count: Int) -> Int {
        let share = UInt32(truncatingIfNeeded: number + 1) &* 0x9e37_79b9
        return Int((UInt64(share) * UInt64(count)) >> 32)
    }

    /// Inserts a value among others in order.
    @inline(__always)
    private static func insert(_ value: Int64, _ few: UnsafeMutableBufferPointer<Int64>, count: Int) {
        var place = count
        while place > 0, few[place - 1] > value {
            few[place] = few[place - 1]
            place -= 1
        }
        few[place] = value
    }

    /// The values within bounds, in `room`, where all may come from, and how many are less.
    private static func keep(
        _ values: UnsafeBufferPointer<Int64>, _ bounds: ClosedRange<Int64>,
        in room: UnsafeMutableBufferPointer<Int64>
    ) -> (below: Int, kept: UnsafeBufferPointer<Int64>) {
        let bytes = UnsafeRawBufferPointer(values)
        let (lowest, highest) = (value(bounds.lowerBound), value(bounds.upperBound))
        let (least, most) = (TwoLanes(repeating: lowest), TwoLanes(repeating: highest))
        var (below, count) = (SIMD2<Int64>.zero, 0)
        // The next one kept overwrites one that is not. Counted by masks, which are -1 where they hold: of a comparison
        // the optimiser makes a branch, which nothing foretells.
        for index in stride(from: 0, to: values.count - 1, by: 2) {
            // SAFETY: two values are inside; any alignment will do.
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

    /// -1 where a mask holds.
    @inline(__always)
    private static func ones(_ mask: SIMDMask<SIMD2<Int64>>) -> SIMD2<Int64> {
        // SAFETY: a mask is a vector of whole numbers that are -1 for true and 0 for false.
        unsafeBitCast(mask, to: SIMD2<Int64>.self)
    }
}

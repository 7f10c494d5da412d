/// Values of which a rank is asked, such as the median, in memory that is used again.
///
///     values.removeAll()
///     values.append(distances, 0b1111_0011)
///     let median = values.upperMedian()
struct ValueList {
    private var values: [Double]
    private(set) var count = 0

    /// Room for so many.
    init(capacity: Int) {
        // Eight are written at once, of which the next may overwrite some.
        values = [Double](repeating: 0, count: capacity + 8)
    }

    /// Forgets the values and keeps the memory.
    mutating func removeAll() { count = 0 }

    /// Appends one.
    @inline(__always)
    mutating func append(_ value: Double) {
        values[count] = value
        count += 1
    }

    /// Appends the lanes whose bit is set.
    @inline(__always)
    mutating func append(_ lanes: Lanes, _ bits: UInt8) {
        precondition(count + 8 <= values.count)
        values.withUnsafeMutableBytes { bytes in
            if bits == 0xff {
                // SAFETY: the 64 bytes are inside, as looked at above; `storeBytes` asks for no alignment.
                bytes.storeBytes(of: lanes, toByteOffset: 8 * count, as: Lanes.self)
                count += 8
            } else {
                for lane in 0..<8 {
                    // SAFETY: as above; no more than eight are written from `count` on.
                    bytes.storeBytes(of: lanes[lane], toByteOffset: 8 * count, as: Double.self)
                    count += Int(bits >> lane & 1)
                }
            }
        }
    }

    /// The upper median, as the analysis takes it, of at least one value. Loses the values.
    mutating func upperMedian() -> Double { select(rank: count / 2) }

    /// The value that has `rank` others before it in order. Loses the values.
    ///
    /// What lies between two values of a sample that are expected below and above is kept, until few are left (Floyd
    /// and Rivest, Communications of the ACM 18, 1975); the value is the same whatever the order was. Without NaN.
    mutating func select(rank: Int) -> Double {
        precondition(rank >= 0 && rank < count)
        var rank = rank
        while count > Self.sampleCount {
            let (low, high) = bracket(of: rank)
            let (below, upTo) = counts(below: low, upTo: high)
            if rank < below {
                keep { $0 < low }
            } else if rank >= upTo {
                rank -= upTo
                keep { $0 > high }
            } else if low == high {
                return low
            } else if upTo - below < count {
                rank -= below
                keep { $0 >= low && $0 <= high }
            } else {
                // All are in between, as where few are distinct: the lowest are counted out.
                let (_, lowest) = counts(below: low, upTo: low)
                if rank < lowest { return low }
                rank -= lowest
                keep { $0 > low }
            }
        }
        return Self.inOrder(Array(values[..<count]))[rank]
    }

    private static let sampleCount = 32

    /// Two values of a sample, one mostly below that of a rank and one above it.
    private func bracket(of rank: Int) -> (low: Double, high: Double) {
        let taken = (0..<Self.sampleCount).map { values[(2 * $0 + 1) * count / (2 * Self.sampleCount)] }
        let sample = Self.inOrder(taken)
        let place = rank * Self.sampleCount / count
        return (sample[max(place - 4, 0)], sample[min(place + 4, Self.sampleCount - 1)])
    }

    /// Once in the program, for sorting is much code.
    @inline(never)
    private static func inOrder(_ values: [Double]) -> [Double] { values.sorted() }

    /// How many values are less than one, and how many no more than another.
    private func counts(below low: Double, upTo high: Double) -> (below: Int, upTo: Int) {
        var (below, upTo) = (Lanes.zero, Lanes.zero)
        let one = Lanes(repeating: 1)
        let whole = count & ~7
        return values.withUnsafeBytes { bytes in
            for first in stride(from: 0, to: whole, by: 8) {
                // SAFETY: the 64 bytes are inside, since `first + 8 <= count`; any alignment will do.
                let lanes = bytes.loadUnaligned(fromByteOffset: 8 * first, as: Lanes.self)
                below += one.kept(where: lanes .< low)
                upTo += one.kept(where: lanes .<= high)
            }
            var counts = (below: Int(below.total), upTo: Int(upTo.total))
            for value in values[whole..<count] {
                counts.below += value < low ? 1 : 0
                counts.upTo += value <= high ? 1 : 0
            }
            return counts
        }
    }

    @inline(__always)
    private mutating func keep(where isKept: (Double) -> Bool) {
        let count = count
        self.count = values.withUnsafeMutableBufferPointer { values in
            var kept = 0
            for index in 0..<count {
                let value = values[index]
                values[kept] = value
                kept += isKept(value) ? 1 : 0
            }
            return kept
        }
    }
}

/// A running sum of squared deviations, rounded as if every square had been added on its own, in raster order.
///
/// The specification's sum depends on its order, and adding in order waits for each addition. Fact 2: where all is well
/// a whole block may be added at once. Let the sum s lie in the binade [a, 2a), a power of two, with u the unit in the
/// last place there. Then s is a multiple of u, and adding x >= 0 gives s + t with t the multiple of u nearest to x,
/// the same t for every s, provided that
/// - the result stays below 2a: the sums only grow, so it is enough to look at the last one;
/// - x is not halfway between two multiples of u: only then does the parity of s decide.
///
/// None of that depends on where in the binade s stands. So eight lanes add squares side by side, each from a on: the
/// bits of numbers of one binade count its units, and what the lanes are above those of a adds up to what all those
/// squares add to s. Eight more begin from a + u, one unit higher. A square that is not halfway leaves them so; one
/// that is makes both even, and both stay alike from then on: some lanes are not one unit apart any more. After each
/// part it is looked whether that is so, or the sum has left the binade: then the part is added in steps, and those in
/// order where it happens. Samples that are not valid count as x = 0, which changes nothing.
struct DeviationChain: BitwiseCopyable {
    /// The mean that deviations are taken from.
    let mean: Double
    /// The sum so far.
    private(set) var sum = 0.0
    /// The power of two at the bottom of the sum's binade; 0 for 0 and for subnormal sums, whose unit is that of 0.
    ///
    /// Stored, though the sum tells it: squares that are added at once leave it as it is, and so the next ones, which
    /// begin from it, need not wait for the sum before.
    private(set) var anchor = 0.0

    init(mean: Double) {
        self.mean = mean
    }

    /// Samples after which it is looked whether all is well, and of the steps in which they are added where it is not.
    /// Any lengths give the same result.
    static let partLength = 128
    static let stepLength = 16

    /// Adds samples in raster order.
    ///
    /// - Parameter isOpen: whether none of them is NaN.
    mutating func add(_ samples: WideSamples, isOpen: Bool) {
        var start = 0
        while true {
            start = isOpen ? addOpen(samples, from: start) : addMasked(samples, from: start)
            if start == samples.count { return }
            start &+= addInSteps(samples, from: start)
        }
    }

    /// Adds one segment of each row, one behind the other.
    mutating func add(segment: Int, of rows: WideRows) {
        var (row, start) = (0, 0)
        while true {
            (row, start) =
                rows.isOpen
                ? addOpen(segment, of: rows, fromRow: row, start) : addMasked(segment, of: rows, fromRow: row, start)
            if row == rows.rowCount { return }
            start &+= addInSteps(rows.segment(segment, ofRow: row), from: start)
        }
    }

    // Functions of their own: one loop, all that it needs in registers. They add part by part, until one may not be
    // added at once, and return its place or the end.

    @inline(never)
    private mutating func addOpen(_ samples: WideSamples, from start: Int) -> Int {
        var lanes = DeviationLanes(for: self)
        return add(samples, from: start, begun: sum, &lanes, isOpen: true)
    }

    @inline(never)
    private mutating func addMasked(_ samples: WideSamples, from start: Int) -> Int {
        var lanes = DeviationLanes(for: self)
        return add(samples, from: start, begun: sum, &lanes, isOpen: false)
    }

    @inline(never)
    private mutating func addOpen(
        _ segment: Int, of rows: WideRows, fromRow row: Int, _ start: Int
    ) -> (row: Int, start: Int) {
        add(segment, of: rows, fromRow: row, start, isOpen: true)
    }

    @inline(never)
    private mutating func addMasked(
        _ segment: Int, of rows: WideRows, fromRow row: Int, _ start: Int
    ) -> (row: Int, start: Int) {
        add(segment, of: rows, fromRow: row, start, isOpen: false)
    }

    @inline(__always)
    private mutating func add(
        _ segment: Int, of rows: WideRows, fromRow first: Int, _ start: Int, isOpen: Bool
    ) -> (row: Int, start: Int) {
        var lanes = DeviationLanes(for: self)
        let begun = sum
        var (row, start) = (first, start)
        while row < rows.rowCount {
            let samples = rows.segment(segment, ofRow: row)
            start = add(samples, from: start, begun: begun, &lanes, isOpen: isOpen)
            if start < samples.count { break }
            (row, start) = (row &+ 1, 0)
        }
        return (row, start)
    }

    @inline(__always)
    private mutating func add(
        _ samples: WideSamples, from start: Int, begun: Double, _ lanes: inout DeviationLanes, isOpen: Bool
    ) -> Int {
        var start = start
        while start < samples.count {
            let part = samples.slice(from: start, count: min(Self.partLength, samples.count &- start))
            if isOpen { lanes.add(part) } else { lanes.addMasked(part) }
            guard let next = lanes.sum(from: begun) else { break }
            sum = next
            start &+= part.count
        }
        return start
    }

    /// Adds a part that may not be added at once: step by step, and those steps in order that have a tie or leave the
    /// binade. Returns how many samples it has.
    @inline(never)
    mutating func addInSteps(_ samples: WideSamples, from start: Int) -> Int {
        let end = min(start &+ Self.partLength, samples.count)
        var index = start
        // A step need not wait for the sum before it: only in order does it reach another binade.
        var empty = DeviationLanes(for: self)
        while index < end {
            let step = samples.slice(from: index, count: min(Self.stepLength, end &- index))
            var lanes = empty
            lanes.addMasked(step)
            if let next = lanes.sum(from: sum) {
                sum = next
            } else {
                addInOrder(step)
                empty = DeviationLanes(for: self)
            }
            index &+= step.count
        }
        return end &- start
    }

    /// Adds samples as the specification does. What is NaN is none.
    @inline(__always)
    mutating func addInOrder(_ samples: WideSamples) {
        var sum = sum
        let mean = SIMD4(repeating: mean)
        for index in stride(from: 0, to: samples.count, by: 4) {
            let deviation = samples.four(at: index) - mean
            let squares = (deviation * deviation).largerOr(.zero)
            for lane in squares.indices { sum += squares[lane] }
        }
        self.sum = sum
        anchor = Double(bitPattern: sum.bitPattern & 0x7FF0_0000_0000_0000)
    }
}

/// Squares that are added to a chain at once, in eight lanes from the bottom of the binade of its sum.
struct DeviationLanes {
    private let mean: SIMD8<Double>
    private let anchor: UInt64
    private var even: SIMD8<Double>
    private var odd: SIMD8<Double>

    @inline(__always)
    init(for chain: DeviationChain) {
        mean = SIMD8(repeating: chain.mean)
        anchor = chain.anchor.bitPattern
        even = SIMD8(repeating: chain.anchor)
        odd = SIMD8(repeating: Double(bitPattern: anchor &+ 1))
    }

    /// Adds samples, none of which is NaN.
    @inline(__always)
    mutating func add(_ samples: WideSamples) {
        var index = 0
        let end = samples.count & ~7
        while index < end {
            add(square: square(samples.eight(at: index)))
            index &+= 8
        }
    }

    /// Adds those samples that are not NaN.
    @inline(__always)
    mutating func addMasked(_ samples: WideSamples) {
        var index = 0
        while index < samples.count {
            add(square: square(samples.eight(at: index)).largerOr(.zero))
            index &+= 8
        }
    }

    /// The other difference has the same square, and takes one instruction more: a sample is subtracted from memory.
    @inline(__always)
    private func square(_ depths: SIMD8<Double>) -> SIMD8<Double> {
        let deviation = mean - depths
        return deviation * deviation
    }

    @inline(__always)
    private mutating func add(square: SIMD8<Double>) {
        even += square
        odd += square
    }

    /// What a sum of that binade becomes with all these squares; nil where one is halfway between two units, or it
    /// would be in another binade.
    @inline(__always)
    func sum(from begun: Double) -> Double? {
        let units = even.unsignedBits &- SIMD8(repeating: anchor)
        let isApart = (odd.unsignedBits &- even.unsignedBits) ^ SIMD8(repeating: 1)
        // No lane has left the binade: so all of them together are less than 2^55.
        guard !(isApart | units &>> SIMD8(repeating: 52)).isAnySet else { return nil }
        let sum = begun.bitPattern &+ units.wrappedLaneSum
        return sum >> 52 == begun.bitPattern >> 52 ? Double(bitPattern: sum) : nil
    }
}

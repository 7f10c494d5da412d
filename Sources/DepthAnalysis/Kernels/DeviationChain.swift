/// A running sum of squared deviations, rounded as if the squares were added one by one in raster order.
///
/// The specification's sum depends on its order, and adding in order makes each addition wait for the one before.
/// Fact 2: most blocks can be added at once. Let the sum s lie in the binade [a, 2a), where a is a power of two and u
/// is the unit in the last place. Then s is a multiple of u, and adding x >= 0 gives s + t, where t is the multiple
/// of u nearest to x. t is the same for every s, provided that
/// - the result stays below 2a; sums only grow, so checking the last one is enough;
/// - x is not halfway between two multiples of u; only then does the parity of s decide.
///
/// Neither condition depends on the position of s in the binade. So eight lanes add squares side by side, each starting
/// from a. Within one binade the bits of a number count its units, so the lanes' increments over a, taken together, are
/// what all those squares add to s. Eight more lanes start from a + u, one unit higher. A square that is not halfway
/// keeps each pair of lanes one unit apart; a halfway square makes both even, and they stay equal from then on. Each
/// part is checked for equal pairs and for leaving the binade. In either case it is added again in steps, and the
/// affected steps are added sample by sample. Invalid samples count as x = 0, which changes nothing.
struct DeviationChain: BitwiseCopyable {
    let mean: Double
    private(set) var sum = 0.0
    /// The power of two at the bottom of the sum's binade; 0 if the sum is 0 or subnormal (with the same unit).
    ///
    /// Stored rather than derived from the sum: adding squares at once does not change it, so the next squares can
    /// start from it without waiting for the sum.
    private(set) var anchor = 0.0

    init(mean: Double) {
        self.mean = mean
    }

    /// Number of samples per check, and per step after a failed check. Any lengths give the same result.
    static let partLength = 128
    static let stepLength = 16

    /// - Parameter isOpen: whether no sample is NaN.
    mutating func add(_ samples: WideSamples, isOpen: Bool) {
        var start = 0
        while true {
            start = isOpen ? addOpen(samples, from: start) : addMasked(samples, from: start)
            if start == samples.count { return }
            start &+= addInSteps(samples, from: start)
        }
    }

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

    // These are separate functions so that each has one loop that fits in registers. They add part after part and
    // return the place of the first part that cannot be added at once, or the end.

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

    /// Adds a part that cannot be added at once: step by step, or sample by sample if a step has a tie or leaves the
    /// binade. Returns the number of samples in the part.
    @inline(never)
    mutating func addInSteps(_ samples: WideSamples, from start: Int) -> Int {
        let end = min(start &+ Self.partLength, samples.count)
        var index = start
        // Steps share these empty lanes until one is added in order: only that can move the sum to another binade.
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

/// Squares to be added to a chain at once, in eight lanes that start at the bottom of the sum's binade.
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

    @inline(__always)
    mutating func add(_ samples: WideSamples) {
        var index = 0
        let end = samples.count & ~7
        while index < end {
            add(square: square(samples.eight(at: index)))
            index &+= 8
        }
    }

    @inline(__always)
    mutating func addMasked(_ samples: WideSamples) {
        var index = 0
        while index < samples.count {
            add(square: square(samples.eight(at: index)).largerOr(.zero))
            index &+= 8
        }
    }

    /// `mean - depths` takes one instruction fewer than the opposite difference, because the sample is a memory
    /// operand.
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

    /// The sum after adding all these squares to `begun`; nil if a square is halfway between two units or the sum
    /// would leave the binade.
    @inline(__always)
    func sum(from begun: Double) -> Double? {
        let units = even.unsignedBits &- SIMD8(repeating: anchor)
        let isApart = (odd.unsignedBits &- even.unsignedBits) ^ SIMD8(repeating: 1)
        // No lane has left the binade, so all lanes together are below 2^55 units.
        guard !(isApart | units &>> SIMD8(repeating: 52)).isAnySet else { return nil }
        let sum = begun.bitPattern &+ units.wrappedLaneSum
        return sum >> 52 == begun.bitPattern >> 52 ? Double(bitPattern: sum) : nil
    }
}

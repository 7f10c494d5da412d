/// A running sum for the client: in f32, rounded as if the numbers were added one by one in raster order.
///
///     var chain = SingleChain(ofSquaresFrom: mean)
///     chain.add(samples)
///
/// Sums samples, or squared deviations from a mean. Fact 2, explained at ``DeviationChain``, does not depend on the
/// number of bits: eight lanes may add side by side while the sum stays in its binade and no number is halfway
/// between two units. Invalid samples are NaN and count as 0, which changes nothing.
struct SingleChain: BitwiseCopyable {
    private let mean: Float
    private let isOfSquares: Bool
    private(set) var sum: Float = 0
    /// The power of two at the bottom of the sum's binade; 0 if the sum is 0 or subnormal (with the same unit). Stored
    /// for the reason given at ``DeviationChain``.
    private(set) var anchor: Float = 0

    init() {
        mean = 0
        isOfSquares = false
    }

    init(ofSquaresFrom mean: Float) {
        self.mean = mean
        isOfSquares = true
    }

    /// Part and step lengths, as in ``DeviationChain``.
    static let partLength = 128
    static let stepLength = 16

    /// Adds samples, a multiple of eight, in raster order.
    mutating func add(_ samples: SampleBuffer) {
        var start = 0
        while true {
            start = isOfSquares ? addSquares(samples, from: start) : addSamples(samples, from: start)
            if start == samples.count { return }
            start &+= addInSteps(samples, from: start)
        }
    }

    mutating func add(segment: Int, of rows: SingleRows) {
        var (row, start) = (0, 0)
        while true {
            (row, start) =
                isOfSquares
                ? addSquares(segment, of: rows, fromRow: row, start)
                : addSamples(segment, of: rows, fromRow: row, start)
            if row == rows.rowCount { return }
            start &+= addInSteps(rows.segment(segment, ofRow: row), from: start)
        }
    }

    // These are separate functions so that each has one loop that fits in registers. They add part after part and
    // return the place of the first part that cannot be added at once, or the end.

    @inline(never)
    private mutating func addSamples(_ samples: SampleBuffer, from start: Int) -> Int {
        var lanes = SingleLanes(for: self)
        return add(samples, from: start, begun: sum, &lanes, isOfSquares: false)
    }

    @inline(never)
    private mutating func addSquares(_ samples: SampleBuffer, from start: Int) -> Int {
        var lanes = SingleLanes(for: self)
        return add(samples, from: start, begun: sum, &lanes, isOfSquares: true)
    }

    @inline(never)
    private mutating func addSamples(
        _ segment: Int, of rows: SingleRows, fromRow row: Int, _ start: Int
    ) -> (row: Int, start: Int) {
        add(segment, of: rows, fromRow: row, start, isOfSquares: false)
    }

    @inline(never)
    private mutating func addSquares(
        _ segment: Int, of rows: SingleRows, fromRow row: Int, _ start: Int
    ) -> (row: Int, start: Int) {
        add(segment, of: rows, fromRow: row, start, isOfSquares: true)
    }

    @inline(__always)
    private mutating func add(
        _ segment: Int, of rows: SingleRows, fromRow first: Int, _ start: Int, isOfSquares: Bool
    ) -> (row: Int, start: Int) {
        var lanes = SingleLanes(for: self)
        let begun = sum
        var (row, start) = (first, start)
        while row < rows.rowCount {
            let samples = rows.segment(segment, ofRow: row)
            start = add(samples, from: start, begun: begun, &lanes, isOfSquares: isOfSquares)
            if start < samples.count { break }
            (row, start) = (row &+ 1, 0)
        }
        return (row, start)
    }

    @inline(__always)
    private mutating func add(
        _ samples: SampleBuffer, from start: Int, begun: Float, _ lanes: inout SingleLanes, isOfSquares: Bool
    ) -> Int {
        var start = start
        while start < samples.count {
            let part = samples.slice(from: start, count: min(Self.partLength, samples.count &- start))
            if isOfSquares { lanes.addSquares(part, from: mean) } else { lanes.addSamples(part) }
            guard let next = lanes.sum(from: begun) else { break }
            sum = next
            start &+= part.count
        }
        return start
    }

    /// Adds a part that cannot be added at once: step by step, or sample by sample if a step has a tie or leaves the
    /// binade. Returns the number of samples in the part.
    @inline(never)
    private mutating func addInSteps(_ samples: SampleBuffer, from start: Int) -> Int {
        let end = min(start &+ Self.partLength, samples.count)
        var index = start
        var empty = SingleLanes(for: self)
        while index < end {
            let step = samples.slice(from: index, count: min(Self.stepLength, end &- index))
            var lanes = empty
            if isOfSquares { lanes.addSquares(step, from: mean) } else { lanes.addSamples(step) }
            if let next = lanes.sum(from: sum) {
                sum = next
            } else {
                addInOrder(step)
                empty = SingleLanes(for: self)
            }
            index &+= step.count
        }
        return end &- start
    }

    @inline(__always)
    private mutating func addInOrder(_ samples: SampleBuffer) {
        var sum = sum
        for index in 0..<samples.count {
            let deviation = samples[index] - mean
            let number = isOfSquares ? deviation * deviation : samples[index]
            sum += number.isNaN ? 0 : number
        }
        self.sum = sum
        anchor = Float(bitPattern: sum.bitPattern & 0x7F80_0000)
    }
}

/// Numbers to be added to a chain at once, in eight lanes that start at the bottom of the sum's binade.
struct SingleLanes {
    private let anchor: UInt32
    private var even: Samples8
    private var odd: Samples8

    @inline(__always)
    init(for chain: SingleChain) {
        anchor = chain.anchor.bitPattern
        even = Samples8(repeating: chain.anchor)
        odd = Samples8(repeating: Float(bitPattern: anchor &+ 1))
    }

    @inline(__always)
    mutating func addSamples(_ samples: SampleBuffer) {
        var index = 0
        while index < samples.count {
            add(samples.eight(at: index).largerOr(.zero))
            index &+= 8
        }
    }

    @inline(__always)
    mutating func addSquares(_ samples: SampleBuffer, from mean: Float) {
        let mean = Samples8(repeating: mean)
        var index = 0
        while index < samples.count {
            let deviation = samples.eight(at: index) - mean
            add((deviation * deviation).largerOr(.zero))
            index &+= 8
        }
    }

    @inline(__always)
    private mutating func add(_ numbers: Samples8) {
        even = even + numbers
        odd = odd + numbers
    }

    /// The sum after adding all these numbers to `begun`; nil if one is halfway between two units or the sum would
    /// leave the binade.
    @inline(__always)
    func sum(from begun: Float) -> Float? {
        let units = even.unsignedBits &- Counts8(repeating: anchor)
        let isApart = (odd.unsignedBits &- even.unsignedBits) ^ Counts8(repeating: 1)
        // No lane has left the binade, so all lanes together are below 2^26 units.
        guard !(isApart | units &>> Counts8(repeating: 23)).isAnySet else { return nil }
        let sum = begun.bitPattern &+ units.wrappedLaneSum
        return sum >> 23 == begun.bitPattern >> 23 ? Float(bitPattern: sum) : nil
    }
}

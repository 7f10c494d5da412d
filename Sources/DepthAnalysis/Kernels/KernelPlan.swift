/// What the kernels derive from the parameters: once per analyzer, each with the fact that makes it exact.
package final class KernelPlan: Sendable {
    /// The parameters themselves.
    let parameters: AnalysisParameters
    /// Which bit patterns are valid samples, and which usable neighbours.
    let validity: ValidityBits
    /// The most valid samples whose sum is exact in any order.
    let exactSumLimit: Int
    /// How edges are told without square roots.
    let gradient: GradientThreshold
    private let isClient: Bool
    /// Whether maps are measured in f32, as the client does.
    var isSingle: Bool { Self.coversClient && isClient }

    /// Whether there are kernels for the client. Modules for browsers and libraries for Python are to be small: there
    /// it is measured plainly, and what only it needs is left out.
    static var coversClient: Bool {
        #if hasFeature(Embedded)
            false
        #else
            true
        #endif
    }

    /// The server's kernels. Returns nil for parameters they do not cover: a range that begins at 0 has -0 in it, whose
    /// bits do not order like its value.
    init?(_ parameters: AnalysisParameters) {
        guard let validity = ValidityBits(parameters.validRange) else { return nil }
        self.parameters = parameters
        self.validity = validity
        exactSumLimit = Self.exactSumLimit(of: parameters.validRange)
        gradient = GradientThreshold(parameters.gradientThreshold)
        isClient = false
    }

    /// The client's kernels. Returns nil where there are none, and for parameters they do not cover: those the server's
    /// do not, and where f32 gets near its ends.
    init?(inSingle parameters: AnalysisParameters) {
        guard Self.coversClient, let validity = ValidityBits(parameters.validRange),
            parameters.validRange.lower >= Self.singleNearest, parameters.validRange.upper <= Self.singleFarthest,
            let gradient = GradientThreshold(inSingle: Float(parameters.gradientThreshold))
        else { return nil }
        self.parameters = parameters
        self.validity = validity
        // What is summed in f64 is not used: the client's sums are made by themselves.
        exactSumLimit = .max
        self.gradient = gradient
        isClient = true
    }

    /// The nearest and the farthest valid sample that the client's kernels are made for.
    ///
    /// Samples of at least 2^-64 differ by at least 2^-87, so that a bin's width, a 4096th of a range or more, is a
    /// normal number. Of samples up to 2^40 a mean is below 2^42, and no map has so many that their squares, below 2^84
    /// each, add up to 2^127.
    static let singleNearest: Float = 0x1p-64
    static let singleFarthest: Float = 0x1p40

    /// Fact 1: how many valid samples can be summed in f64 in any order without rounding.
    ///
    /// A `Float` of at least `lower` is a whole multiple of the unit u in the last place of `lower`: 2^-27 for 0.1,
    /// which lies in [2^-4, 2^-3) and has 23 bits after its first. A sum of n such samples is a multiple of u and at
    /// most n * `upper`. While that is at most 2^53 u, it is a `Double` exactly, and so is every part of it: n <= 2^53
    /// u / `upper`. For 0.1 m and 20 m that is 2^26 / 20 = 3,355,443.2. Rounding the quotient down one step keeps the
    /// bound sound where the division itself rounds up.
    static func exactSumLimit(of range: ValidRange) -> Int {
        let quotient = (0x1p53 * Double(range.lower.ulp) / Double(range.upper)).nextDown
        // No map has as many samples as `Int` can count, whatever its width.
        return quotient < Double(Int.max) ? Int(quotient) : .max
    }
}

/// Fact 7: positive floats order like their bits, so validity is two comparisons of whole numbers.
///
/// Read as signed 32-bit numbers, negative samples (and NaN with the sign set) lie below 0, +infinity is 0x7f800000 and
/// NaN lies above. A range that begins above 0 is therefore one interval of these numbers: 0x3dcccccd...0x41a00000 for
/// 0.1 m to 20 m. A usable neighbour is above its lower end, strictly, and below +infinity.
struct ValidityBits: Sendable {
    /// The bits of the nearest valid sample.
    let lowest: Int32
    /// The bits of the farthest valid sample.
    let highest: Int32
    /// The bits of +infinity.
    static let infinity: Int32 = 0x7F80_0000

    /// Returns nil unless the range begins above 0.
    init?(_ range: ValidRange) {
        guard range.lower > 0, range.upper.isFinite else { return nil }
        lowest = Int32(bitPattern: range.lower.bitPattern)
        highest = Int32(bitPattern: range.upper.bitPattern)
    }

    /// ``ValidRange/contains(_:)``, of bits.
    @inline(__always)
    func contains(_ bits: Int32) -> Bool { bits >= lowest && bits <= highest }

    /// ``ValidRange/contains(_:)`` of eight, the other way around: -1 where not valid.
    @inline(__always)
    func excludes(_ bits: Bits8) -> Bits8 { BitInterval(lowest...highest).excludes(bits) }

    /// ``ValidRange/isUsableAsNeighbour(_:)``, of eight: -1 where usable.
    @inline(__always)
    func isUsableAsNeighbour(_ bits: Bits8) -> Bits8 {
        (bits .> Bits8(repeating: lowest)).lanes & (bits .< Bits8(repeating: Self.infinity)).lanes
    }
}

/// Fact 3: an edge is told from the squares of the two differences, without halving and without a square root.
struct GradientThreshold: Sendable {
    /// A pixel is an edge exactly when the f64 sum of the squares of its undivided differences is at least this.
    ///
    /// Halving is exact and so is the quarter it makes of the sum of squares: no f32 difference is so small or so large
    /// that its square leaves the range of f64. And `sqrt(m) > t` holds from one m on, for the rounded square root does
    /// not fall as m grows: that m is near t * t and found by stepping. For 0.1 m it is 0x1.47ae147ae147dp-7, so the
    /// sum of the undivided squares must reach 0x1.47ae147ae147dp-5.
    let sumOfSquares: Double

    /// An f32 sum of squares of at least this is surely an edge's, one below ``noEdgeBelow`` surely none. Between the
    /// two f64 decides.
    ///
    /// With u = 2^-24 each f32 operation is off by at most a factor 1 ± u: the difference, which is then squared, the
    /// square and the sum. So the sum is off by at most (1 ± u)^4, which is inside 1 ± 5u with room for what f64
    /// rounds. Squares that overflow become infinite and are edges; squares that underflow lose less than 2^-149, which
    /// is nothing beside a threshold of at least 2^-100.
    let edgeFrom: Float
    let noEdgeBelow: Float
    /// Whether the two f32 bounds can be used: not for thresholds near the ends of the range of f32.
    let isF32Usable: Bool

    init(_ threshold: Double) {
        sumOfSquares = 4 * Self.smallestSquare(above: threshold)
        isF32Usable = sumOfSquares > 0x1p-100 && sumOfSquares < 0x1p100
        let margin = 5 * 0x1p-24
        edgeFrom = isF32Usable ? Float(sumOfSquares * (1 + margin), rounding: .up) : .infinity
        noEdgeBelow = isF32Usable ? Float(sumOfSquares * (1 - margin), rounding: .down) : 0
    }

    /// Whether f32 decides alone, as in the client's analysis.
    var isSingle: Bool { KernelPlan.coversClient && edgeFrom == noEdgeBelow }

    /// The client's threshold: the same f32 operations eight at a time give its bits, so there is no guard band
    /// (fact 8). Returns nil for a threshold near the ends of the range of f32.
    ///
    /// Halving is exact, and it makes a quarter of the squares and of their sum, as long as those are normal numbers.
    /// The sum that decides lies between 2^-80 and 2^80. A square that is not normal is less than half a unit in the
    /// last place of one near that, and makes no edge by itself; and by how much a square is above it does not matter.
    init?(inSingle threshold: Float) {
        let sum = 4 * Self.smallestSquareInSingle(above: threshold)
        guard sum > 0x1p-80, sum < 0x1p80 else { return nil }
        sumOfSquares = Double(sum)
        edgeFrom = sum
        noEdgeBelow = sum
        isF32Usable = true
    }

    /// The smallest `Float` whose rounded square root is above `threshold`, which is at least 0.
    static func smallestSquareInSingle(above threshold: Float) -> Float {
        var square = threshold * threshold
        guard square.isFinite else { return .infinity }
        while square.squareRoot() > threshold { square = square.nextDown }
        while square.squareRoot() <= threshold { square = square.nextUp }
        return square
    }

    /// The smallest number whose rounded square root is above `threshold`, which is at least 0.
    static func smallestSquare(above threshold: Double) -> Double {
        var square = threshold * threshold
        guard square.isFinite else { return .infinity }
        while square.squareRoot() > threshold { square = square.nextDown }
        while square.squareRoot() <= threshold { square = square.nextUp }
        return square
    }
}

extension Float {
    /// The nearest `Float` that is not below (`.up`) or not above (`.down`) a positive number inside the range of
    /// `Float`.
    init(_ value: Double, rounding rule: FloatingPointRoundingRule) {
        let nearest = Float(value)
        switch rule {
        case .up: self = Double(nearest) < value ? nearest.nextUp : nearest
        default: self = Double(nearest) > value ? nearest.nextDown : nearest
        }
    }
}

/// Constants that the kernels derive from the parameters once per analyzer, each with the fact that makes it exact.
package final class KernelPlan: Sendable {
    let parameters: AnalysisParameters
    let validity: ValidityBits
    /// The maximum number of valid samples whose sum is exact in any order.
    let exactSumLimit: Int
    let gradient: GradientThreshold
    private let isClient: Bool
    /// Whether maps are measured in f32, as the client does.
    var isSingle: Bool { Self.coversClient && isClient }

    /// Whether there are kernels for the client. Embedded builds (browser modules) use the plain
    /// version instead, to stay small; `tools/dev/architectures` defines CLIENT_KERNELS to test them.
    static var coversClient: Bool {
        #if hasFeature(Embedded) && !CLIENT_KERNELS
            false
        #else
            true
        #endif
    }

    /// The server's kernels. Returns nil for parameters they do not cover: a range that begins at 0 contains -0,
    /// whose bits do not order like its value.
    init?(_ parameters: AnalysisParameters) {
        guard let validity = ValidityBits(parameters.validRange) else { return nil }
        self.parameters = parameters
        self.validity = validity
        exactSumLimit = Self.exactSumLimit(of: parameters.validRange)
        gradient = GradientThreshold(parameters.gradientThreshold)
        isClient = false
    }

    /// The client's kernels. Returns nil if they are not built, for parameters that the server's kernels do not cover,
    /// and for parameters near the limits of f32.
    init?(inSingle parameters: AnalysisParameters) {
        guard Self.coversClient, let validity = ValidityBits(parameters.validRange),
            parameters.validRange.lower >= Self.singleNearest, parameters.validRange.upper <= Self.singleFarthest,
            let gradient = GradientThreshold(inSingle: Float(parameters.gradientThreshold))
        else { return nil }
        self.parameters = parameters
        self.validity = validity
        // The f64 sums are not used: the client has separate f32 sums.
        exactSumLimit = .max
        self.gradient = gradient
        isClient = true
    }

    /// The limits of the valid range that the client's kernels support.
    ///
    /// Samples of at least 2^-64 differ by at least 2^-87, so the width of a bin, at least a 4096th of the range, is
    /// a normal number. Samples up to 2^40 have a mean below 2^42, and no map has enough samples for their squares,
    /// below 2^84 each, to add up to 2^127.
    static let singleNearest: Float = 0x1p-64
    static let singleFarthest: Float = 0x1p40

    /// Fact 1: the number of valid samples that can be summed in f64 in any order without rounding.
    ///
    /// A `Float` of at least `lower` is an integer multiple of the unit u in the last place of `lower`: 2^-27 for
    /// 0.1, which lies in [2^-4, 2^-3) and has 23 fraction bits. A sum of n such samples is a multiple of u and at
    /// most n * `upper`. While that is at most 2^53 u, the sum and all partial sums are exact in f64, so n <= 2^53 u
    /// / `upper`. For 0.1 m and 20 m that is 2^26 / 20 = 3,355,443.2. Rounding the quotient down one step keeps the
    /// bound safe where the division rounds up.
    static func exactSumLimit(of range: ValidRange) -> Int {
        let quotient = (0x1p53 * Double(range.lower.ulp) / Double(range.upper)).nextDown
        // A larger quotient does not fit in `Int`, and no map has that many samples.
        return quotient < Double(Int.max) ? Int(quotient) : .max
    }
}

/// Fact 7: positive floats order like their bits, so validity is two integer comparisons.
///
/// As signed 32-bit integers, negative samples (and NaN with the sign set) lie below 0, +infinity is 0x7f800000 and NaN
/// lies above it. A range that begins above 0 is therefore one interval: 0x3dcccccd...0x41a00000 for 0.1 m to 20 m. A
/// usable neighbour lies strictly above the range's lower end and below +infinity.
struct ValidityBits: Sendable {
    let lowest: Int32
    let highest: Int32
    static let infinity: Int32 = 0x7F80_0000

    /// The smallest lower end of the valid range that the kernels support.
    ///
    /// The vectors of 32-bit ARM replace subnormal numbers by 0. There, samples must be at least 2^-103: they and their
    /// differences are multiples of 2^-126, so none is subnormal. A square that is replaced loses less than 2^-126,
    /// which the guard band of ``GradientThreshold`` covers.
    private static var nearest: Float {
        #if arch(arm)
            0x1p-103
        #else
            .leastNonzeroMagnitude
        #endif
    }

    /// Returns nil unless the range begins above 0, and not below ``nearest``.
    init?(_ range: ValidRange) {
        guard range.lower >= Self.nearest, range.upper.isFinite else { return nil }
        lowest = Int32(bitPattern: range.lower.bitPattern)
        highest = Int32(bitPattern: range.upper.bitPattern)
    }

    @inline(__always)
    func contains(_ bits: Int32) -> Bool { bits >= lowest && bits <= highest }

    /// -1 in the lanes that ``ValidRange/contains(_:)`` rejects.
    @inline(__always)
    func excludes(_ bits: Bits8) -> Bits8 { BitInterval(lowest...highest).excludes(bits) }

    /// -1 in the lanes that ``ValidRange/isUsableAsNeighbour(_:)`` accepts.
    @inline(__always)
    func isUsableAsNeighbour(_ bits: Bits8) -> Bits8 {
        (bits .> Bits8(repeating: lowest)).lanes & (bits .< Bits8(repeating: Self.infinity)).lanes
    }
}

/// Fact 3: edges are found from the squares of both differences, without halving and without a square root.
struct GradientThreshold: Sendable {
    /// A pixel is an edge exactly when the f64 sum of its squared, undivided differences is at least this.
    ///
    /// Halving a difference is exact, and so is the quarter of the sum of squares: no f32 difference has a square
    /// outside the range of f64. The rounded square root is monotonic, so `sqrt(m) > t` holds from some m on; that m
    /// is near t * t and found by stepping. For 0.1 m it is 0x1.47ae147ae147dp-7, so the undivided sum must reach
    /// 0x1.47ae147ae147dp-5.
    let sumOfSquares: Double

    /// An f32 sum of squares of at least `edgeFrom` is an edge, and one below ``noEdgeBelow`` is not. Between the
    /// two, f64 decides.
    ///
    /// With u = 2^-24, each f32 operation (difference, square, sum) has a relative error of at most u, and the
    /// difference counts twice because it is squared. So the relative error of the sum is at most (1 ± u)^4, which
    /// lies inside 1 ± 5u with room for the f64 rounding. Squares that overflow become infinite and are edges;
    /// squares that underflow lose less than 2^-149, negligible beside a threshold of at least 2^-100.
    let edgeFrom: Float
    let noEdgeBelow: Float
    /// Whether both f32 bounds are usable: false for thresholds near the limits of f32.
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

    /// The client's threshold: eight f32 operations at a time give the client's bits, so there is no guard band (fact
    /// 8). Returns nil for a threshold near the limits of f32.
    ///
    /// Halving the differences is exact, and divides the squares and their sum by exactly 4 while these are normal
    /// numbers. The deciding sum lies between 2^-80 and 2^80. A subnormal square is less than half a unit in the last
    /// place there, so it cannot make an edge. How far a square exceeds the threshold is irrelevant.
    init?(inSingle threshold: Float) {
        let sum = 4 * Self.smallestSquareInSingle(above: threshold)
        guard sum > 0x1p-80, sum < 0x1p80 else { return nil }
        sumOfSquares = Double(sum)
        edgeFrom = sum
        noEdgeBelow = sum
        isF32Usable = true
    }

    /// The smallest `Float` whose rounded square root exceeds `threshold`, which must be at least 0.
    static func smallestSquareInSingle(above threshold: Float) -> Float {
        var square = threshold * threshold
        guard square.isFinite else { return .infinity }
        while square.squareRoot() > threshold { square = square.nextDown }
        while square.squareRoot() <= threshold { square = square.nextUp }
        return square
    }

    static func smallestSquare(above threshold: Double) -> Double {
        var square = threshold * threshold
        guard square.isFinite else { return .infinity }
        while square.squareRoot() > threshold { square = square.nextDown }
        while square.squareRoot() <= threshold { square = square.nextUp }
        return square
    }
}

extension Float {
    /// The nearest `Float` not below (`.up`) or not above (`.down`) a positive number inside the range of `Float`.
    init(_ value: Double, rounding rule: FloatingPointRoundingRule) {
        let nearest = Float(value)
        switch rule {
        case .up: self = Double(nearest) < value ? nearest.nextUp : nearest
        default: self = Double(nearest) > value ? nearest.nextDown : nearest
        }
    }
}

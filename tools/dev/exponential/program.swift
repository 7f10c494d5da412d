// Compares the coherences of all edge shares whose denominators, in lowest terms, are in a range. See run.
//
// usage: program fused|plain FIRST LAST
//
// The first argument names the variant of `exp` that the C library must have selected in this process; ours is compared
// with it. Compiled together with Exponential.swift and ExponentialTable.swift of Sources/DepthAnalysis. Prints one
// JSON object.

import Glibc

/// Replaces the type that the sources of `Exponential` extend.
enum DepthAnalyzer {}

/// The interior pixels of a map of 256x192 samples: the largest denominator of a share.
let interiorCount = 254 * 190
let gain = 30.0
let threshold = 0.3

@main struct Program {
    static func main() {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let ours = DepthAnalyzer.Exponential(rawValue: arguments[1]),
            let first = Int(arguments[2]), let last = Int(arguments[3]),
            1 <= first, first <= last, last <= interiorCount
        else { stop(64, "usage: program fused|plain FIRST LAST") }
        // One edge of fifty pixels is a share whose variants differ.
        let other: DepthAnalyzer.Exponential = ours == .fused ? .plain : .fused
        guard library_exp(-0.6) == ours(-0.6), library_exp(-0.6) != other(-0.6) else {
            stop(2, "the C library's exp is not the \(ours) variant in this process")
        }
        reference_prepare()
        var findings = Findings(ours: ours)
        let numerators = CoprimeNumerators()
        for denominator in first...last {
            let weight = interiorCount / denominator
            numerators.forEach(of: denominator) { findings.compare($0, of: denominator, weight: weight) }
        }
        print(findings.json)
    }

    static func stop(_ code: Int32, _ message: String) -> Never {
        let line = "error: \(message)\n"
        _ = write(STDERR_FILENO, line, line.utf8.count)
        exit(code)
    }
}

/// The comparisons of a range of shares.
struct Findings {
    let ours: DepthAnalyzer.Exponential
    var compared = Tally()
    var oursAndLibrary = Comparison<Double>()
    var fusedAndPlain = Comparison<Double>()
    var oursAndRounded = Comparison<Double>()
    var clientAndMusl = Comparison<Float>()
    var clientAndRounded = Comparison<Float>()
    var muslAndRounded = Comparison<Float>()
    /// In units in the last place of the exact value.
    var error = Largest()
    var clientError = Largest()
    var muslError = Largest()
    /// Rounded by MPFR.
    var undecidedCount = 0
    var clientUndecidedCount = 0
    /// The largest error of `reference_exp`, in every 4096th share.
    var referenceError = Largest()
    /// Shares with another coherence in the other variant, each with the lowest 8 bits of the library's coherence.
    var differing: [(numerator: Int, denominator: Int, bits: UInt64)] = []

    init(ours: DepthAnalyzer.Exponential) { self.ours = ours }

    mutating func compare(_ numerator: Int, of denominator: Int, weight: Int) {
        compared.add(weight)
        let share = Share(numerator: numerator, denominator: denominator)
        compareServer(share, weight)
        compareClient(share, weight)
    }

    private mutating func compareServer(_ share: Share, _ weight: Int) {
        let argument = -(Double(share.numerator) / Double(share.denominator)) * gain
        let (fused, plain) = (DepthAnalyzer.Exponential.fused(argument), DepthAnalyzer.Exponential.plain(argument))
        let found = ours == .fused ? fused : plain
        let library = library_exp(argument)
        let exact = reference_exp(argument)
        var isUndecided = false
        let rounded = reference_rounded(argument, exact, &isUndecided)
        if isUndecided { undecidedCount += 1 }

        oursAndLibrary.add(found, library, share, weight)
        oursAndRounded.add(found, rounded, share, weight)
        if fusedAndPlain.add(fused, plain, share, weight) {
            differing.append((share.numerator, share.denominator, coherence(library).bitPattern & 255))
        }
        error.add(abs(exact.high - found + exact.low) / exact.high.ulp, share)
        if compared.quotients % 4096 == 0 { referenceError.add(reference_error(argument, exact), share) }
    }

    private mutating func compareClient(_ share: Share, _ weight: Int) {
        let argument = -(Float(share.numerator) / Float(share.denominator)) * Float(gain)
        let (library, musl) = (library_expf(argument), musl_expf(argument))
        let exact = reference_exp(Double(argument))
        var isUndecided = false
        let rounded = reference_rounded_f32(argument, exact, &isUndecided)
        if isUndecided { clientUndecidedCount += 1 }
        clientAndMusl.add(library, musl, share, weight)
        clientAndRounded.add(library, rounded, share, weight)
        muslAndRounded.add(musl, rounded, share, weight)
        let ulp = Double(Float(exact.high).ulp)
        clientError.add(abs(exact.high - Double(library) + exact.low) / ulp, share)
        muslError.add(abs(exact.high - Double(musl) + exact.low) / ulp, share)
    }

    var json: String {
        let shares = differing.map { "[\($0.numerator),\($0.denominator),\($0.bits)]" }.joined(separator: ",")
        let (variant, library) = ("\(ours)", ours == .fused ? "glibc-fma" : "glibc-plain")
        return """
            {"compared": \(compared.json),
            "comparisons": {"\(variant) \(library)": \(oursAndLibrary.json), "fused plain": \(fusedAndPlain.json),
            "\(variant) rounded": \(oursAndRounded.json), "client \(library) musl": \(clientAndMusl.json),
            "client \(library) rounded": \(clientAndRounded.json), "client musl rounded": \(muslAndRounded.json)},
            "errors": {"\(variant)": \(error.json), "client \(library)": \(clientError.json),
            "client musl": \(muslError.json), "reference": \(referenceError.json)},
            "counts": {"undecided": \(undecidedCount), "client undecided": \(clientUndecidedCount)},
            "differing": [\(shares)]}
            """
    }
}

struct Share {
    let numerator: Int
    let denominator: Int
    var json: String { "\"\(numerator)/\(denominator)\"" }
}

/// A number of quotients, and of the pairs of edges and interior pixels that have them.
struct Tally {
    var quotients = 0
    var pairs = 0

    mutating func add(_ weight: Int) {
        quotients += 1
        pairs += weight
    }

    var json: String { "[\(quotients), \(pairs)]" }
}

struct Largest {
    var value = 0.0
    var share = Share(numerator: 0, denominator: 1)

    mutating func add(_ value: Double, _ share: Share) {
        if value > self.value { (self.value, self.share) = (value, share) }
    }

    var json: String { "[\(value), \(share.json)]" }
}

/// The differences between two ways to calculate an exponential.
struct Comparison<Scalar: ComparedScalar> {
    var exponentials = Tally()
    var coherences = Tally()
    /// Coherences that differ by more than one unit in the last place.
    var beyondOne = Tally()
    var verdicts = Tally()
    /// The largest differences of two coherences: in units in the last place, and as a number.
    var units = Largest()
    var difference = Largest()

    /// Returns whether the coherences differ.
    @discardableResult @inline(__always)
    mutating func add(_ first: Scalar, _ second: Scalar, _ share: Share, _ weight: Int) -> Bool {
        guard first != second else { return false }
        exponentials.add(weight)
        return addDifferent(coherence(first), coherence(second), share, weight)
    }

    private mutating func addDifferent(_ first: Scalar, _ second: Scalar, _ share: Share, _ weight: Int) -> Bool {
        guard first != second else { return false }
        coherences.add(weight)
        let distance = abs(first.place - second.place)
        if distance > 1 { beyondOne.add(weight) }
        units.add(Double(distance), share)
        difference.add(Double(abs(first - second)), share)
        if (first > Scalar(threshold)) != (second > Scalar(threshold)) { verdicts.add(weight) }
        return true
    }

    var json: String {
        """
        {"exp": \(exponentials.json), "coherence": \(coherences.json), "beyond one": \(beyondOne.json),
        "verdicts": \(verdicts.json), "units": \(units.json), "difference": \(difference.json)}
        """
    }
}

protocol ComparedScalar: BinaryFloatingPoint {
    /// Consecutive numbers have consecutive places. Not for negative numbers.
    var place: Int { get }
}

extension Double: ComparedScalar {
    var place: Int { Int(bitPattern) }
}

extension Float: ComparedScalar {
    var place: Int { Int(bitPattern) }
}

/// The stored coherence. The analysis also limits it to 0...1, but exponentials of shares are in that range already.
@inline(__always)
func coherence<Scalar: ComparedScalar>(_ exponential: Scalar) -> Scalar { 1 - exponential }

/// Enumerates fractions in lowest terms.
struct CoprimeNumerators {
    /// The smallest prime factor of each number.
    private let factors: [Int]

    init() {
        var factors = Array(0...interiorCount)
        for prime in 2...220 where factors[prime] == prime {
            for multiple in stride(from: prime * prime, through: interiorCount, by: prime)
            where factors[multiple] == multiple { factors[multiple] = prime }
        }
        self.factors = factors
    }

    /// Calls `body` with each numerator from 0 to `denominator` that has no factor in common with it.
    func forEach(of denominator: Int, _ body: (Int) -> Void) {
        var hasCommonFactor = [Bool](repeating: false, count: denominator + 1)
        var rest = denominator
        while rest > 1 {
            let prime = factors[rest]
            while rest % prime == 0 { rest /= prime }
            for multiple in stride(from: 0, through: denominator, by: prime) { hasCommonFactor[multiple] = true }
        }
        for numerator in 0...denominator where !hasCommonFactor[numerator] { body(numerator) }
    }
}

// Checks the edge coherence of the client with this platform's `expf`, for every share of a 256x192 map. Made for
// Apple's library, which has not been compared otherwise.
//
// usage: swiftc -O -parse-as-library client-check.swift && ./client-check [rounded]
//
// Prints one line. PASS: for each share the coherence is that of glibc and musl, within one unit in the last place
// (ULP, the tolerance of golden/manifest.json), and the verdict is the same. `rounded` checks a correctly rounded exp
// instead: it must print FAIL and 34,000 pairs. Takes ten seconds. On a phone, call `checkClientCoherence()` in an app
// or in Swift Playgrounds and show its result.
//
// Exit codes: 0 PASS, 1 FAIL.

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

func checkClientCoherence(_ exponential: (Float) -> Float = { expf($0) }) -> (passes: Bool, line: String) {
    let threshold: Float = 0.3
    var pairCount = 0
    var differenceCount = 0
    var beyondToleranceCount = 0
    var verdictCount = 0
    var largest = 0
    for interiorCount in 1...254 * 190 {
        for edgeCount in 0...interiorCount {
            let argument = -(Float(edgeCount) / Float(interiorCount)) * 30
            let found = 1 - exponential(argument)
            let expected = 1 - measuredExponential(argument)
            guard found != expected else { continue }
            differenceCount += 1
            let distance = abs(Int(found.bitPattern) - Int(expected.bitPattern))
            largest = max(largest, distance)
            if distance > 1 { beyondToleranceCount += 1 }
            if (found > threshold) != (expected > threshold) { verdictCount += 1 }
        }
        pairCount += interiorCount + 1
    }
    let passes = beyondToleranceCount == 0 && verdictCount == 0
    return (
        passes,
        """
        \(passes ? "PASS" : "FAIL"): \(pairCount) pairs, \(differenceCount) coherences differ from glibc and musl, \
        \(beyondToleranceCount) by more than 1 ULP, the largest by \(largest) ULP; \(verdictCount) verdicts differ
        """
    )
}

/// `expf` of glibc 2.36 and musl 1.2.3, which agree for every share: a table of 2^(k / 32), and a polynomial in f64.
func measuredExponential(_ exponent: Float) -> Float {
    let shift = 0x1.8p52
    let scaled = 0x1.71547652b82fep0 * 32 * Double(exponent)
    let shifted = scaled + shift
    let steps = shifted.bitPattern
    let rest = scaled - (shifted - shift)
    let scale = Double(bitPattern: powers[Int(truncatingIfNeeded: steps % 32)] &+ steps << 47)
    let high = 0x1.c6af84b912394p-5 / 32 / 32 / 32 * rest + 0x1.ebfce50fac4f3p-3 / 32 / 32
    let low = 0x1.62e42ff0c52d6p-1 / 32 * rest + 1
    return Float((high * (rest * rest) + low) * scale)
}

/// The bits of 2^(k / 32) minus (k << 52) / 32.
let powers: [UInt64] = [
    0x3ff0000000000000, 0x3fefd9b0d3158574, 0x3fefb5586cf9890f, 0x3fef9301d0125b51,
    0x3fef72b83c7d517b, 0x3fef54873168b9aa, 0x3fef387a6e756238, 0x3fef1e9df51fdee1,
    0x3fef06fe0a31b715, 0x3feef1a7373aa9cb, 0x3feedea64c123422, 0x3feece086061892d,
    0x3feebfdad5362a27, 0x3feeb42b569d4f82, 0x3feeab07dd485429, 0x3feea47eb03a5585,
    0x3feea09e667f3bcd, 0x3fee9f75e8ec5f74, 0x3feea11473eb0187, 0x3feea589994cce13,
    0x3feeace5422aa0db, 0x3feeb737b0cdc5e5, 0x3feec49182a3f090, 0x3feed503b23e255d,
    0x3feee89f995ad3ad, 0x3feeff76f2fb5e47, 0x3fef199bdd85529c, 0x3fef3720dcef9069,
    0x3fef5818dcfba487, 0x3fef7c97337b9b5f, 0x3fefa4afa2a490da, 0x3fefd0765b6e4540,
]

@main struct Program {
    static func main() {
        let isRounded = CommandLine.arguments.dropFirst().first == "rounded"
        let result = isRounded ? checkClientCoherence { Float(exp(Double($0))) } : checkClientCoherence()
        print(result.line)
        exit(result.passes ? 0 : 1)
    }
}

internal import RealModule

/// The point between two numbers at which `isBelow` changes from true to false, exact to the last bit.
private func bisected(_ lower: Double, _ upper: Double, isBelow: (Double) -> Bool) -> Double {
    var (lower, upper) = (lower, upper)
    while true {
        let middle = lower + (upper - lower) / 2
        if middle <= lower || middle >= upper { return middle }
        if isBelow(middle) { lower = middle } else { upper = middle }
    }
}

/// The scale of the axes of a DET curve.
enum NormalDeviate {
    /// The quantile of the standard normal distribution at `probability`, strictly between 0 and 1.
    ///
    /// Source: Martin et al., "The DET curve in assessment of detection task performance", Eurospeech 1997.
    static func of(_ probability: Double) -> Double {
        precondition(probability > 0 && probability < 1, "certainty has no normal deviate")
        return bisected(-40, 40) { Double.erfc(-$0 / 2.0.squareRoot()) / 2 < probability }
    }
}

/// The beta distribution, for exact binomial intervals.
enum BetaDistribution {
    /// The regularised incomplete beta function I_x(a, b), the cumulative distribution function of the beta
    /// distribution.
    ///
    /// Evaluates the continued fraction by the modified Lentz method where it converges fast (x up to about the
    /// mean), and elsewhere uses I_x(a, b) = 1 - I_{1-x}(b, a). The relative error is about 1e-13, and up to 1e-10
    /// for parameters around 10^6, where the logarithms of the gamma function cancel.
    ///
    /// Source: DLMF 8.17.22; Press et al., Numerical Recipes, 3rd ed., 6.4.
    static func cumulative(_ x: Double, _ a: Double, _ b: Double) -> Double {
        precondition(
            a > 0 && b > 0 && x >= 0 && x <= 1, "a beta distribution has positive parameters and lives on 0 to 1")
        if x == 0 || x == 1 { return x }
        if x > (a + 1) / (a + b + 2) { return 1 - cumulative(1 - x, b, a) }
        let logFactor =
            Double.logGamma(a + b) - Double.logGamma(a) - Double.logGamma(b) + a
            * Double.log(x) + b * Double.log(onePlus: -x)
        return Double.exp(logFactor) * continuedFraction(x, a, b) / a
    }

    private static func continuedFraction(_ x: Double, _ a: Double, _ b: Double) -> Double {
        let tiny = 1e-300
        func awayFromZero(_ value: Double) -> Double { abs(value) < tiny ? tiny : value }
        var c = 1.0
        var d = 1 / awayFromZero(1 - (a + b) * x / (a + 1))
        var fraction = d
        // The number of steps grows with the square root of the larger parameter.
        for m in 1...100_000 {
            let m = Double(m)
            let even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
            d = 1 / awayFromZero(1 + even * d)
            c = awayFromZero(1 + even / c)
            fraction *= d * c
            let odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
            d = 1 / awayFromZero(1 + odd * d)
            c = awayFromZero(1 + odd / c)
            let change = d * c
            fraction *= change
            if abs(change - 1) < 1e-16 { break }
        }
        return fraction
    }

    static func quantile(_ probability: Double, _ a: Double, _ b: Double) -> Double {
        bisected(0, 1) { cumulative($0, a, b) < probability }
    }

    /// The probability of more than `errors` at `rate`, plus `observed` times the probability of exactly `errors`.
    static func binomialTail(_ rate: Double, errors: Double, correct: Double, observed: Double) -> Double {
        // Without errors, or with errors only, one of the two beta distributions is a point.
        let atLeast = errors <= 0 ? 1 : correct <= 0 ? .pow(rate, errors) : cumulative(rate, errors, correct + 1)
        let more =
            correct <= 0
            ? 0 : errors <= 0 ? -.expMinusOne(correct * .log(onePlus: -rate)) : cumulative(rate, errors + 1, correct)
        return observed * atLeast + (1 - observed) * more
    }

    /// The rate at which ``binomialTail(_:errors:correct:observed:)`` is `probability`.
    static func binomialTailQuantile(
        _ probability: Double, errors: Double, correct: Double, observed: Double
    ) -> Double {
        if errors <= 0 { return -Double.expMinusOne(.log((1 - probability) / (1 - observed)) / correct) }
        if correct <= 0 { return Double.exp(.log(probability / observed) / errors) }
        return bisected(0, 1) {
            binomialTail($0, errors: errors, correct: correct, observed: observed) < probability
        }
    }
}

internal import DepthAnalysis

/// The agreement of a fingerprint with the observations. Each count is a number of values, one per field and request.
package struct CauseFit: Sendable, Hashable {
    /// Values that differ as predicted.
    package var same = 0
    /// Values that differ where predicted, but by other amounts.
    package var other = 0
    /// Values predicted to differ that do not.
    package var missing = 0
    /// Values predicted to differ that do not, in fields that differ in no answer at all.
    package var absent = 0
    /// Values of the changed fields that differ where none was predicted.
    package var unexpected = 0
    /// The part of `same` and `other` that no better cause explains.
    var newSame = 0
    var newOther = 0
    /// Whether the differences by other amounts have the same direction and order of magnitude.
    var isOfSameKind = false

    /// Predictions for fields that differ somewhere. A mistake in one of two copies of a step does not change the
    /// others.
    private var predictedCount: Int { same + other + missing }
    /// Whether this exact deviation was made, possibly with another mistake that changed some values.
    package var isExact: Bool {
        let unmet = newSame < Self.fewest ? missing + absent : missing
        return newSame > 0 && same >= 3 * other && 10 * unmet <= predictedCount && unexpected <= newSame + newOther
    }

    /// Whether there are too many exact values for a coincidence.
    var isProven: Bool { isExact && newSame >= Self.fewest }

    /// Whether a similar deviation fits: nearly all differences are predicted, and nearly all predictions differ.
    var isAlike: Bool {
        let found = newSame + newOther
        return isOfSameKind && found >= Self.fewest && 4 * (missing + absent) <= predictedCount + absent
            && 3 * unexpected <= found
    }

    /// Whether enough values are exact to cast doubt on another cause, but not to claim this one.
    var isProbable: Bool { newSame >= Self.fewest && newSame >= newOther }

    private static let fewest = 5

    var isConvincing: Bool { isExact || isAlike }

    /// Higher is better. Exact values count most; missing differences count against the fit.
    var score: Double {
        let extra = isExact ? 0 : 0.3 * Double(unexpected)
        return Double(newSame) + 0.3 * Double(newOther) - Double(missing) - 0.3 * Double(absent) - extra
    }
}

/// Whether differences by other amounts than predicted are of the same kind.
struct Likeness {
    private var contrary = 0
    private var count = 0
    /// The ratio of each number to the prediction, inverted if below 1.
    private var factors: [Double] = []

    /// Differences by a larger factor belong to another deviation.
    private static let largestFactor = 10.0
    /// Differences below this number of ULP are rounding errors, whose sign carries no information.
    private static let rounding = 1e6

    mutating func add(_ found: DifferenceMark, expected: DifferenceMark, of field: Field) {
        count += 1
        switch (found.change, expected.change) {
        case (.number(let found), .number(let expected)) where found != 0 && expected != 0:
            let factor = abs(found / expected)
            factors.append(max(factor, 1 / factor))
            let isRounding = field.isReal && max(abs(found), abs(expected)) < Self.rounding
            if (found < 0) != (expected < 0), !isRounding, !field.isList { contrary += 1 }
        case (.length(let found), .length(let expected)):
            if (found < 0) != (expected < 0) { contrary += 1 }
        case (.other, .other): break
        default: contrary += field.isList && !field.isDecision ? 0 : 1
        }
    }

    /// Whether nearly all have the same direction, and half of the numbers are near the prediction.
    var isConvincing: Bool {
        guard 4 * contrary <= count else { return false }
        guard !factors.isEmpty else { return true }
        return factors.sorted()[factors.count / 2] < Self.largestFactor
    }
}

extension Field {
    fileprivate var isReal: Bool { kind == .real || kind == .reals || kind == .quadrants }
    fileprivate var isList: Bool { kind == .reals || kind == .wholes || kind == .texts || kind == .quadrants }
}

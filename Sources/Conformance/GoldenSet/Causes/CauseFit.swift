internal import DepthAnalysis

/// How well a fingerprint fits what was observed: in values, one for each field of each question.
package struct CauseFit: Sendable, Hashable {
    /// Differ as the fingerprint says.
    package var same = 0
    /// Differ where it says, but by other amounts.
    package var other = 0
    /// Should differ, and are as stored.
    package var missing = 0
    /// The same of fields that differ in no answer at all.
    package var absent = 0
    /// Of the fields it changes, those that differ where it says they do not.
    package var unexpected = 0
    /// The part of `same` and `other` that no better cause explains.
    var newSame = 0
    var newOther = 0
    /// Whether what differs by other amounts does so in the same direction and not by wholly other ones.
    var isOfSameKind = false

    /// What it says of the fields that differ somewhere: a mistake in one of two copies of a step changes no others.
    private var predictedCount: Int { same + other + missing }
    /// Whether this very deviation was made, and not one of its kind. Another mistake may have changed some of its
    /// numbers.
    package var isExact: Bool {
        let unmet = newSame < Self.fewest ? missing + absent : missing
        return newSame > 0 && same >= 3 * other && 10 * unmet <= predictedCount && unexpected <= newSame + newOther
    }

    /// Whether no coincidence gives that many values to the last bit.
    var isProven: Bool { isExact && newSame >= Self.fewest }

    /// Whether a deviation of this kind, though not this very one, would look like it: nearly all that differs is where
    /// the fingerprint says, and nearly all it says differs.
    var isAlike: Bool {
        let found = newSame + newOther
        return isOfSameKind && found >= Self.fewest && 4 * (missing + absent) <= predictedCount + absent
            && 3 * unexpected <= found
    }

    /// Whether it gives enough values to the last bit to be doubted, though not claimed.
    var isProbable: Bool { newSame >= Self.fewest && newSame >= newOther }

    private static let fewest = 5

    var isConvincing: Bool { isExact || isAlike }

    /// More is better: values to the last bit weigh most, those that should have differed weigh against.
    var score: Double {
        let extra = isExact ? 0 : 0.3 * Double(unexpected)
        return Double(newSame) + 0.3 * Double(newOther) - Double(missing) - 0.3 * Double(absent) - extra
    }
}

/// Whether differences by other amounts than a fingerprint's are of its kind.
struct Likeness {
    private var contrary = 0
    private var count = 0
    /// By what factor each number is larger or smaller than the fingerprint's, at least 1.
    private var factors: [Double] = []

    /// A tenth of a fingerprint's differences is another deviation's, and so is its tenfold.
    private static let largestFactor = 10.0
    /// So many representable numbers are an error of rounding, whose direction says nothing.
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

    /// Whether nearly all are in the same direction, and half of the numbers are near.
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

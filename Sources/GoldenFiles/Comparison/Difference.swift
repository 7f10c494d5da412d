package import DepthAnalysis

/// One field whose answer is not the stored one.
package struct Difference: Sendable, Hashable {
    /// The field.
    package let field: Field
    /// Where in the field: the element of a list, counted from 0, or a quadrant's; nil for a single value.
    package let element: Int?
    /// The stored value, as text.
    package let expected: String
    /// The answer's value, as text.
    package let actual: String
    /// The answer less the stored value in units of the field, where both are finite numbers.
    package var delta: Double?
    /// How many representable numbers they are apart, for real numbers.
    package var ulp: UInt64?
    /// The threshold the two are on different sides of.
    package var crossed: Check?
    /// The tolerance the answer is within, although it decides otherwise; nil if it is not even that.
    package var within: Tolerance?
    /// How many more elements of the same list differ.
    package var more = 0

    init(_ field: Field, element: Int? = nil, expected: String, actual: String) {
        self.field = field
        self.element = element
        self.expected = expected
        self.actual = actual
    }

    /// The field and the element: `stages.histogram_counts[17]`.
    package var name: String { element.map { "\(field.path)[\($0)]" } ?? field.path }

    /// The unit of ``delta``.
    package var unit: String { field.unit.rawValue }

    /// How bad it is: another verdict before another decision, that before another count, that before another last bit.
    package var severity: Severity {
        if field == .status || field == .isLikelyRealScene { return Severity(rank: .verdict) }
        if crossed != nil || field.kind == .flag { return Severity(rank: .decision) }
        if field.kind != .real && field.kind != .reals { return Severity(rank: .count, size: abs(delta ?? .infinity)) }
        return Severity(rank: .number, size: ulp.map(Double.init) ?? .infinity)
    }
}

/// An order of failures: the least comes last in a report.
package struct Severity: Sendable, Hashable, Comparable {
    /// Kinds of failures, worst last.
    package enum Rank: Int, Sendable, Hashable {
        /// A number is another one.
        case number
        /// A whole number, a word or a list is another one.
        case count
        /// A value stands on the other side of a threshold.
        case decision
        /// The verdict is another one.
        case verdict
        /// There is no answer to compare.
        case noAnswer
        /// The set is not whole.
        case set
    }

    let rank: Rank
    var size = 0.0

    /// Less bad than.
    package static func < (left: Severity, right: Severity) -> Bool {
        (left.rank.rawValue, left.size) < (right.rank.rawValue, right.size)
    }
}

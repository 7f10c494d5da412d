package import DepthAnalysis
package import Support

/// One field whose answer is not the stored one.
package struct Difference: Sendable, Hashable {
    package let field: Field
    /// Where in the field: the element of a list, counted from 0, or a quadrant's; nil for a single value.
    package let element: Int?
    package let expected: String
    package let actual: String
    /// The answer less the stored value in units of the field, where both are finite numbers.
    package var delta: Double?
    package var ulp: UInt64?
    package var crossed: SceneAnalysis.Check?
    /// The tolerance the answer is within, although it decides otherwise; nil if it is not even that.
    package var within: Tolerance?
    /// How many more elements of the same list differ.
    package var more = 0
    /// How many elements more than stored a list has; nil where it has as many.
    var lengthDelta: Int?

    init(_ field: Field, element: Int? = nil, expected: String, actual: String) {
        self.field = field
        self.element = element
        self.expected = expected
        self.actual = actual
    }

    init(_ field: Field, _ element: Int?, _ expected: JSONValue, _ actual: JSONValue) {
        self.init(field, element: element, expected: expected.shortText, actual: actual.shortText)
    }

    /// The field and the element: `stages.histogram_counts[17]`.
    package var name: String { element.map { "\(field.path)[\($0)]" } ?? field.path }

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
    /// Kinds of failures, worst last: another number; another whole number, word or list; a value on the other side of
    /// a threshold; another verdict; no answer to compare; a set that is not whole.
    package enum Rank: Int, Sendable, Hashable {
        case number, count, decision, verdict, noAnswer, set
    }

    let rank: Rank
    var size = 0.0

    package static func < (left: Severity, right: Severity) -> Bool {
        (left.rank.rawValue, left.size) < (right.rank.rawValue, right.size)
    }
}

extension Sequence {
    /// The worst first, equally bad ones in the order they came.
    func worstFirst(_ severity: (Element) -> Severity) -> [Element] {
        enumerated().sorted { left, right in
            let (first, second) = (severity(left.element), severity(right.element))
            return first == second ? left.offset < right.offset : second < first
        }
        .map(\.element)
    }
}

package typealias Field = SceneAnalysis.Field

extension Field {
    /// Every field that is compared, in the order of the stages. The checks are not: they follow from the other fields.
    package static let compared: [Field] = allCases.filter { $0.kind != .checks }.enumerated()
        .sorted { ($0.element.stage, $0.offset) < ($1.element.stage, $1.offset) }.map(\.element)

    package static func named(_ path: String) -> Field? { compared.first { $0.path == path } }

    package func value(in answer: JSONValue) -> JSONValue? {
        isInStages ? answer[Self.stagesKey]?[rawValue] : answer[rawValue]
    }
}

/// The checks as goldens need them: on answers in JSON, with the constants of the specification.
extension SceneAnalysis.Check {
    package func value(in answer: JSONValue, _ profile: AnalysisProfile) -> Double? {
        value(in: profile) { field in field.value(in: answer).flatMap(profile.real) }
    }

    package func holds(_ value: Double, in profile: AnalysisProfile) -> Bool {
        outcome(value, .standard, in: profile).holds
    }

    /// The check in words: `edge_coherence > 0.3`.
    package var text: String { "\(subject) \(comparison.rawValue) \(AnalysisParameters.standard[parameter].text)" }
}

package import DepthAnalysis
package import Support

/// A field whose answer differs from the stored one.
package struct Difference: Sendable, Hashable {
    package let field: Field
    /// The index of the list element or quadrant; nil for a single value.
    package let element: Int?
    package let expected: String
    package let actual: String
    /// The answer minus the stored value, in the unit of the field, if both are finite.
    package var delta: Double?
    package var ulp: UInt64?
    /// Whether the distance in ULP carries information; it is otherwise reported as "not close".
    var isClose = true
    package var crossed: SceneAnalysis.Check?
    /// The tolerance that the answer is within, although its decision differs; nil if it is not within any.
    package var within: Tolerance?
    /// The number of further differing elements of the list.
    package var more = 0
    /// The kind of JSON, if that alone is wrong.
    var kindMistake: KindMistake?
    /// The difference in length from the stored list; nil if the lengths are equal.
    var lengthDelta: Int?

    init(_ field: Field, element: Int? = nil, expected: String, actual: String) {
        self.field = field
        self.element = element
        self.expected = expected
        self.actual = actual
    }

    init(
        _ field: Field, _ element: Int?, _ expected: JSONValue, _ actual: JSONValue, _ mistake: KindMistake? = nil
    ) {
        self.init(field, element: element, expected: expected.shortText, actual: actual.shortText)
        kindMistake = mistake
    }

    /// The field and the element: `stages.histogram_counts[17]`.
    package var name: String { element.map { "\(field.path)[\($0)]" } ?? field.path }

    package var unit: String { field.unit.rawValue }

    /// Ranks a different verdict above a different decision, then a count, then the last bits.
    package var severity: Severity {
        if field == .status || field == .isLikelyRealScene { return Severity(rank: .verdict) }
        if crossed != nil || field.kind == .flag { return Severity(rank: .decision) }
        if field.kind != .real && field.kind != .reals { return Severity(rank: .count, size: abs(delta ?? .infinity)) }
        return Severity(rank: .number, size: ulp.map(Double.init) ?? .infinity)
    }
}

/// The order of failures; the least severe is reported last.
package struct Severity: Sendable, Hashable, Comparable {
    /// Kinds of failures in rising order: a real number; a whole number, word or list; the other side of a
    /// threshold; the verdict; no answer to compare; an incomplete set.
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
    /// The compared fields, in the order of the stages. Checks are omitted because they follow from the other fields.
    package static let compared: [Field] = allCases.filter { $0.kind != .checks }.enumerated()
        .sorted { ($0.element.stage, $0.offset) < ($1.element.stage, $1.offset) }.map(\.element)

    package static func named(_ path: String) -> Field? { compared.first { $0.path == path } }

    package func value(in answer: JSONValue) -> JSONValue? {
        isInStages ? answer[Self.stagesKey]?[rawValue] : answer[rawValue]
    }
}

/// Checks on answers in JSON, with the constants of the specification.
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

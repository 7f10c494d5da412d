package import DepthAnalysis
package import Support

package struct Difference: Sendable, Hashable {
    package let field: Field
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
    package var more = 0
    var kindMistake: KindMistake?
    var lengthDelta: Int?

    init(_ field: Field, element: Int? = nil, expected: String, actual: String) {
        (self.field, self.element, self.expected, self.actual) = (field, element, expected, actual)
    }

    init(_ field: Field, _ element: Int?, _ expected: JSONValue, _ actual: JSONValue, _ mistake: KindMistake? = nil) {
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

    package var text: String { "\(subject) \(comparison.rawValue) \(AnalysisParameters.standard[parameter].text)" }
}

/// A value of another kind of JSON than the stored one, such as a number as text.
package struct KindMistake: Sendable, Hashable {
    let expected: String
    let found: String

    /// The first mistake in a value; nil if all kinds are those stored. Null is stored where a value is missing.
    static func first(in answer: JSONValue, for stored: JSONValue) -> KindMistake? {
        switch (stored, answer) {
        case (.array(let stored), .array(let answer)):
            zip(stored, answer).lazy.compactMap { first(in: $1, for: $0) }.first
        case (.object(let stored), .object):
            stored.lazy.compactMap { first(in: answer[$0.key] ?? $0.value, for: $0.value) }.first
        default:
            stored == .null || stored.kindNoun == answer.kindNoun
                ? nil : KindMistake(expected: stored.kindNoun, found: answer.kindNoun)
        }
    }
}

extension JSONValue {
    /// The kind of this value, as a noun in the plural. NaN and the infinities are numbers even as text.
    fileprivate var kindNoun: String {
        switch self {
        case .null: "null"
        case .flag: "booleans"
        case .number: "numbers"
        case .string: real == nil ? "text" : "numbers"
        case .array: "lists"
        case .object: "objects"
        }
    }

    /// This value in the kind of the stored one, if it has the same content: numbers from text, booleans from 0 and 1
    /// or text.
    func converted(to stored: JSONValue) -> JSONValue {
        switch (stored, self) {
        case (.number, .string(let text)): Double(text) == nil ? self : .number(text)
        case (.flag, .number("0")), (.flag, .string("0")): .flag(false)
        case (.flag, .number("1")), (.flag, .string("1")): .flag(true)
        case (.flag, .string(let text)): Bool(text.lowercased()).map { .flag($0) } ?? self
        case (.array(let stored), .array(let elements)):
            .array(zip(stored, elements).map { $1.converted(to: $0) } + elements.dropFirst(stored.count))
        case (.object, .object(let members)):
            .object(members.map { Member(key: $0.key, value: stored[$0.key].map($0.value.converted(to:)) ?? $0.value) })
        default: self
        }
    }
}

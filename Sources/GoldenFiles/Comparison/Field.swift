package import DepthAnalysis
package import PlainText

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
extension Check {
    package func value(in answer: JSONValue, _ profile: AnalysisProfile) -> Double? {
        value(in: profile) { field in field.value(in: answer).flatMap(profile.real) }
    }

    package func holds(_ value: Double, in profile: AnalysisProfile) -> Bool {
        outcome(value, .standard, in: profile).holds
    }

    /// The check in words: `edge_coherence > 0.3`.
    package var text: String { "\(subject) \(comparison.rawValue) \(AnalysisParameters.standard[parameter].text)" }
}

package import DepthAnalysis
package import PlainText

/// A field of a result, as goldens hold it.
package typealias Field = SceneAnalysis.Field

extension Field {
    /// Every field that is compared, in the order of the stages. The checks are not: they follow from the other fields.
    package static let compared: [Field] = allCases.filter { $0.kind != .checks }.enumerated()
        .sorted { ($0.element.stage, $0.offset) < ($1.element.stage, $1.offset) }.map(\.element)

    /// The compared field with this path, or nil if none has it.
    package static func named(_ path: String) -> Field? { compared.first { $0.path == path } }

    /// The value of this field in an answer, or nil if it is not there.
    package func value(in answer: JSONValue) -> JSONValue? {
        isInStages ? answer[Self.stagesKey]?[rawValue] : answer[rawValue]
    }
}

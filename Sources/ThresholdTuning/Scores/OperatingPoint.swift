internal import Support

/// The rule by which a system decides.
public struct OperatingPoint: Sendable, Hashable {
    /// The source of the rule.
    public enum Source: String, Sendable, CaseIterable {
        /// The thresholds of parameters.
        case parameters
        /// The decisions in the score file.
        case decisions
        /// The equal error threshold of the development set.
        case development
        /// The equal error threshold of the evaluated data, on which rates are then optimistic.
        case evaluated = "evaluated_data"
    }

    /// The source of the rule.
    public let source: Source
    /// Scores above it are accepted; nil for decisions of a score file.
    public let threshold: Double?

    /// Whether the rates are optimistic.
    var isOptimistic: Bool { source == .evaluated }

    /// The rule in words.
    var words: String {
        let number = threshold.map { NumberText.significant($0, digits: 6) } ?? ""
        return switch source {
        case .parameters: "the thresholds"
        case .decisions: "the decisions in the file"
        case .development: "score above \(number), chosen on the development set (equal errors)"
        case .evaluated: "score above \(number), chosen on the evaluated data: optimistic"
        }
    }

    static let shape = Shape<OperatingPoint> {
        Member("source", .word) { $0.source }
        Member("threshold", .number, or: .null) { $0.threshold }
        Member("optimistic", .flag) { $0.isOptimistic }
    }
}

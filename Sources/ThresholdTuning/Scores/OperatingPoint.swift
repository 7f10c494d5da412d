internal import Support

/// The rule by which a system decides.
public struct OperatingPoint: Sendable, Hashable {
    /// Where the rule is from.
    public enum Source: String, Sendable, CaseIterable {
        /// The thresholds of parameters.
        case parameters
        /// The decisions in the score file.
        case decisions
        /// The threshold of equal errors of the development set.
        case development
        /// The threshold of equal errors of the evaluated data, so the rates there are optimistic.
        case evaluated = "evaluated_data"
    }

    /// Where the rule is from.
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

package import DepthAnalysis

/// Parameters that a report marks beside those one tries.
package struct ReportMark: Sendable {
    /// Which of them.
    package enum Kind: String, Sendable {
        /// The server's.
        case present
        /// The best for the objective.
        case tuned
        /// Those of a file.
        case given
    }

    package let kind: Kind
    /// What it is called.
    package let name: String
    package let parameters: AnalysisParameters
}

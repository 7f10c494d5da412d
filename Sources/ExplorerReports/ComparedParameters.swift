package import DepthAnalysis

/// Parameters that a report offers for comparison.
package struct ComparedParameters: Sendable {
    package enum Kind: String, Sendable {
        /// The server's parameters.
        case server = "present"
        /// The optimum for the objective.
        case tuned
        /// Parameters from a file.
        case given
    }

    package let kind: Kind
    package let name: String
    package let parameters: AnalysisParameters
}

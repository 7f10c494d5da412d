package import DepthAnalysis

extension AnalysisProfile {
    /// The shortest decimal that parses to the same bits in the profile's arithmetic: f64 for the server, f32 for
    /// the client.
    package func shortestDecimal(_ number: Double) -> String {
        switch self {
        case .server: number.description
        case .client: Float(number).description
        }
    }
}

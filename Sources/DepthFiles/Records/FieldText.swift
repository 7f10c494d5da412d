package import DepthAnalysis

extension AnalysisProfile {
    /// The shortest decimal that reads back to the same bits in the profile's arithmetic: f64 for the server, f32 for
    /// the client.
    package func shortestDecimal(_ number: Double) -> String {
        switch self {
        case .server: number.description
        case .client: Float(number).description
        }
    }
}

extension FieldValue {
    /// The value as the text of one cell; numbers are the shortest decimals that read back to the same bits in the
    /// profile's arithmetic. Objects have no such text.
    package func cell(in profile: AnalysisProfile) -> String {
        switch self {
        case .text(let word): word
        case .texts(let words): words.joined(separator: " ")
        case .flag(let flag): flag.description
        case .whole(let number): number.description
        case .wholes(let numbers): numbers.map(\.description).joined(separator: " ")
        case .real(let number): profile.shortestDecimal(number)
        case .reals(let numbers): numbers.map(profile.shortestDecimal).joined(separator: " ")
        case .quadrants, .checks: preconditionFailure("objects have no cell")
        }
    }
}

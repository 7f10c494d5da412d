/// The implementation whose analysis is reproduced: the capture server's or the phone's.
///
///     let answer = DepthAnalyzer(profile: .client).analyze(map)
///
/// The server's answer is the reference. The client profile exists to measure the drift between the two.
///
/// Source: specification §1 and §12.
public enum AnalysisProfile: String, Sendable, Hashable, CaseIterable {
    /// f64 arithmetic, as in the capture backend.
    case server
    /// f32 arithmetic throughout, as in the app.
    case client
}

/// The differences between the two implementations beyond their arithmetic.
struct ProfileRules<Scalar: DepthScalar>: Sendable {
    /// Maps with a shorter side are not analysed.
    let smallestSide: Int
    /// The number reported as the smallest quadrant standard deviation when every quadrant was skipped.
    let minimumWithoutQuadrants: Scalar
}

extension ProfileRules<Double> {
    static let server = ProfileRules(smallestSide: 1, minimumWithoutQuadrants: .greatestFiniteMagnitude)
}

extension ProfileRules<Float> {
    static let client = ProfileRules(smallestSide: 3, minimumWithoutQuadrants: 0)
}

extension AnalysisProfile {
    /// Rounds an f64 number to this profile's arithmetic.
    ///
    /// Rounding the f64 difference of two f32 numbers gives the same result as subtracting in f32: the significand of
    /// f64 has more than 2 * 24 + 2 bits, so double rounding is harmless (Figueroa, SIGNUM 30:3, 1995).
    package func rounded(_ number: Double) -> Double {
        switch self {
        case .server: number
        case .client: Double(Float(number))
        }
    }
}

/// Whose analysis is carried out: the capture server's or the phone's.
///
/// The server's answer is the truth; the client's exists so that drift between the two can be measured.
///
/// Source: specification §1 and §12.
public enum AnalysisProfile: String, Sendable, Hashable, CaseIterable {
    /// f64 arithmetic, as the capture backend.
    case server
    /// f32 arithmetic throughout, as the app.
    case client
}

/// Where the two implementations differ beyond their arithmetic.
struct ProfileRules<Scalar: DepthScalar>: Sendable {
    /// Maps with a side below this are not analysed at all.
    let smallestSide: Int
    /// The smallest quadrant standard deviation reported when every quadrant was skipped.
    let minimumWithoutQuadrants: Scalar
}

extension ProfileRules<Double> {
    static let server = ProfileRules(smallestSide: 1, minimumWithoutQuadrants: .greatestFiniteMagnitude)
}

extension ProfileRules<Float> {
    static let client = ProfileRules(smallestSide: 3, minimumWithoutQuadrants: 0)
}

extension AnalysisProfile {
    /// An f64 number as this profile's arithmetic holds it.
    ///
    /// Of a difference of two of its numbers, calculated in f64, this makes the difference the arithmetic itself gives:
    /// f64 has more than twice the bits of f32 and two more, so that rounding twice rounds as once (Figueroa, SIGNUM
    /// 30:3, 1995).
    package func rounded(_ number: Double) -> Double {
        switch self {
        case .server: number
        case .client: Double(Float(number))
        }
    }
}

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

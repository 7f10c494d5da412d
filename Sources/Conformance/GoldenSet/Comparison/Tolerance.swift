package import DepthAnalysis
package import Support

/// How far an answer may lie from the stored one. Where several limits are given, meeting one of them is enough.
///
/// NaN and the infinities are near nothing: each is met only by itself, whatever the limits.
package struct Tolerance: Sendable, Hashable {
    /// Representable numbers of the profile's arithmetic.
    package var ulp: UInt64?
    package var absolute: Double?
    /// Share of the stored value's magnitude.
    package var relative: Double?

    package init(ulp: UInt64? = nil, absolute: Double? = nil, relative: Double? = nil) {
        self.ulp = ulp
        self.absolute = absolute
        self.relative = relative
    }

    /// The same bits.
    package static let exact = Tolerance()

    package var isExact: Bool { self == .exact }

    package func accepts(_ actual: Double, for expected: Double, in profile: AnalysisProfile) -> Bool {
        if profile.areSame(actual, expected) { return true }
        guard let distance = profile.ulpDistance(actual, expected) else { return false }
        if let ulp, distance <= ulp { return true }
        let difference = abs(actual - expected)
        if let absolute, difference <= absolute { return true }
        if let relative, difference <= relative * abs(expected) { return true }
        return false
    }

    /// The limits in words: `1 ULP or 0.01 absolute`.
    package var text: String {
        var limits: [String] = []
        if let ulp { limits.append("\(ulp) ULP") }
        if let absolute { limits.append("\(absolute) absolute") }
        if let relative { limits.append("\(relative) relative") }
        return limits.isEmpty ? "the same bits" : limits.joined(separator: " or ")
    }
}

/// A stored value that lies closer to a threshold than its tolerance: an answer within the tolerance may still decide
/// otherwise.
package struct KnifeEdge: Sendable, Hashable {
    package let check: SceneAnalysis.Check
    package let stored: Double
    /// The tolerance that reaches over the threshold.
    package let tolerance: Tolerance

    /// The knife edges of a stored answer. A value exactly one tolerance away from its threshold counts.
    static func all(in expected: JSONValue, tolerances: [String: Tolerance], profile: AnalysisProfile) -> [KnifeEdge] {
        SceneAnalysis.Check.allCases.compactMap { check in
            guard let stored = check.value(in: expected, profile) else { return nil }
            let threshold = check.threshold(.standard, in: profile)
            let reaching = check.fields.compactMap { tolerances[$0.path] }.first { tolerance in
                !tolerance.isExact && tolerance.accepts(threshold, for: stored, in: profile)
            }
            return reaching.map { KnifeEdge(check: check, stored: stored, tolerance: $0) }
        }
    }
}

/// Numbers of a profile's arithmetic compared bit by bit: f64 for the server, f32 for the client.
extension AnalysisProfile {
    /// The number a JSON value stands for, rounded once to this arithmetic; nil if it is none.
    package func real(_ value: JSONValue) -> Double? {
        switch self {
        case .server: value.real(as: Double.self)
        case .client: value.real(as: Float.self).map { Double($0) }
        }
    }

    /// Whether two numbers have the same bits. NaN is the same as NaN, for JSON does not carry its bits; 0 is not -0.
    package func areSame(_ left: Double, _ right: Double) -> Bool {
        left.isNaN ? right.isNaN : left.bitPattern == right.bitPattern
    }

    /// How many representable numbers lie between two finite ones, counting one end; 0 and -0 are one apart.
    ///
    /// Nil if either is NaN or infinite: no number is near those.
    package func ulpDistance(_ left: Double, _ right: Double) -> UInt64? {
        guard left.isFinite, right.isFinite else { return nil }
        let (low, high) = (rank(left), rank(right))
        return high >= low ? UInt64(bitPattern: high &- low) : UInt64(bitPattern: low &- high)
    }

    /// The place of a number among all of the arithmetic, -0 directly below 0.
    private func rank(_ number: Double) -> Int64 {
        switch self {
        case .server:
            let bits = Int64(bitPattern: number.bitPattern)
            return bits >= 0 ? bits : ~(bits & Int64.max)
        case .client:
            let bits = Int32(bitPattern: Float(number).bitPattern)
            return Int64(bits >= 0 ? bits : ~(bits & Int32.max))
        }
    }
}

package import DepthAnalysis
package import Support

/// The allowed distance of an answer from the stored one.
package struct Tolerance: Sendable, Hashable {
    /// The limit in units of the last place, in the profile's arithmetic.
    package var ulp: UInt64?
    package var absolute: Double?
    /// A share of the magnitude of the stored value.
    package var relative: Double?

    package init(ulp: UInt64? = nil, absolute: Double? = nil, relative: Double? = nil) {
        (self.ulp, self.absolute, self.relative) = (ulp, absolute, relative)
    }

    /// Requires the same bits.
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

    package var text: String {
        var limits: [String] = []
        if let ulp { limits.append("\(ulp) ULP") }
        if let absolute { limits.append("\(absolute) absolute") }
        if let relative { limits.append("\(relative) relative") }
        return limits.isEmpty ? "the same bits" : limits.joined(separator: " or ")
    }
}

/// A stored value closer to a threshold than its tolerance: an answer within the tolerance may decide differently.
package struct KnifeEdge: Sendable, Hashable {
    package let check: SceneAnalysis.Check
    package let stored: Double
    /// The tolerance that reaches across the threshold.
    package let tolerance: Tolerance

    /// The knife edges of a stored answer, including values exactly one tolerance from their threshold.
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

/// Bitwise comparison in the arithmetic of a profile: f64 for the server, f32 for the client.
extension AnalysisProfile {
    /// The value of a JSON number, rounded once to this arithmetic; nil if it is not a number.
    package func real(_ value: JSONValue) -> Double? {
        switch self {
        case .server: value.real(as: Double.self)
        case .client: value.real(as: Float.self).map { Double($0) }
        }
    }

    /// Whether two numbers have the same bits.
    package func areSame(_ left: Double, _ right: Double) -> Bool {
        left.isNaN ? right.isNaN : left.bitPattern == right.bitPattern
    }

    /// The largest distance in ULP that carries information.
    var largestDistance: UInt64 { self == .client ? 1 << 20 : 1 << 32 }

    /// The distance of two finite numbers in ULP; 0 and -0 are one apart.
    package func ulpDistance(_ left: Double, _ right: Double) -> UInt64? {
        guard left.isFinite, right.isFinite else { return nil }
        let (low, high) = (rank(left), rank(right))
        return high >= low ? UInt64(bitPattern: high &- low) : UInt64(bitPattern: low &- high)
    }

    /// The rank of a number among all representable ones, with -0 directly below 0.
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

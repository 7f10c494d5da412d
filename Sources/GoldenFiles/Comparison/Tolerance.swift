package import DepthAnalysis

/// How far an answer may lie from the stored one. Where several limits are given, meeting one of them is enough.
///
/// NaN and the infinities are near nothing: each is met only by itself, whatever the limits.
package struct Tolerance: Sendable, Hashable {
    /// Representable numbers of the profile's arithmetic.
    package var ulp: UInt64?
    /// Units of the field.
    package var absolute: Double?
    /// Share of the stored value's magnitude.
    package var relative: Double?

    /// Takes limits; none at all means the same bits.
    package init(ulp: UInt64? = nil, absolute: Double? = nil, relative: Double? = nil) {
        self.ulp = ulp
        self.absolute = absolute
        self.relative = relative
    }

    /// The same bits.
    package static let exact = Tolerance()

    /// Whether only the same bits will do.
    package var isExact: Bool { self == .exact }

    /// Whether `actual` may stand for `expected`.
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

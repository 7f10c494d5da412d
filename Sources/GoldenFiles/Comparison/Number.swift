package import DepthAnalysis
package import PlainText

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

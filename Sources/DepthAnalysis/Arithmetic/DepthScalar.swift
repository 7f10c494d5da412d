internal import RealModule

/// The floating-point type of a profile: `Double` for the server, `Float` for the client.
///
/// All arithmetic of this module is written once, over this protocol. Swift neither fuses nor re-associates
/// floating-point operations, so they are evaluated in the order written.
///
/// Source: specification, notation and §1.
protocol DepthScalar: BinaryFloatingPoint, Sendable {
    /// The initial value of a sum of samples. It affects only the sign of a zero sum.
    static var emptySum: Self { get }
    static func exponential(_ exponent: Self, _ variant: DepthAnalyzer.Exponential) -> Self
}

extension Double: DepthScalar {
    /// The server's language, Rust, sums from -0, so a sum of negative zeros is -0.
    static var emptySum: Double { -0.0 }
    /// The server's `exp`, implemented here: the same bits on every platform.
    static func exponential(_ exponent: Double, _ variant: DepthAnalyzer.Exponential) -> Double { variant(exponent) }
}

extension Float: DepthScalar {
    static var emptySum: Float { 0 }
    /// Rounded as by the platform's C library: the last bit may differ between platforms.
    static func exponential(_ exponent: Float, _: DepthAnalyzer.Exponential) -> Float { exp(exponent) }
}

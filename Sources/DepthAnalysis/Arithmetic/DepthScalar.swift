internal import RealModule

/// The floating-point type a profile calculates in: `Double` for the server, `Float` for the client.
///
/// Everything in this module that leads to a number is written once, over this protocol. Swift neither fuses nor
/// re-associates floating-point operations, so the order written is the order calculated.
///
/// Source: specification, notation and §1.
protocol DepthScalar: BinaryFloatingPoint, Sendable {
    /// What a sum of samples begins with. Only the sign of a zero sum depends on it.
    static var emptySum: Self { get }
    /// e to the power of `exponent`.
    static func exponential(_ exponent: Self, _ variant: DepthAnalyzer.Exponential) -> Self
}

extension Double: DepthScalar {
    /// The server's language adds from -0, so that a sum of negative zeros is one.
    static var emptySum: Double { -0.0 }
    /// The server's, by code of our own: the same bits on every platform.
    static func exponential(_ exponent: Double, _ variant: DepthAnalyzer.Exponential) -> Double { variant(exponent) }
}

extension Float: DepthScalar {
    /// The client adds from 0.
    static var emptySum: Float { 0 }
    /// As the C library of the platform rounds it: its last bit may differ between platforms.
    static func exponential(_ exponent: Float, _: DepthAnalyzer.Exponential) -> Float { exp(exponent) }
}

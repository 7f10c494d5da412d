public import RealModule

/// The floating-point type a profile calculates in: `Double` for the server, `Float` for the client.
///
/// Everything in this module that leads to a number is written once, over this protocol. Swift neither fuses nor
/// re-associates floating-point operations, so the order written is the order calculated.
///
/// Source: specification, notation and §1.
public protocol DepthScalar: Real, BinaryFloatingPoint, LosslessStringConvertible, Sendable {}

extension Double: DepthScalar {}
extension Float: DepthScalar {}

extension DepthScalar {
    /// e to the power of `exponent`, as the C library of the platform rounds it: its last bit may differ between platforms.
    static func exponential(_ exponent: Self) -> Self { exp(exponent) }
}

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// The functions of the C library that statistics need. Their last bit may differ between platforms; no verdict depends
/// on it.
enum MathFunctions {
    static func logarithm(_ x: Double) -> Double { log(x) }
    /// log(1 + x), exact for small x.
    static func logarithm(onePlus x: Double) -> Double { log1p(x) }
    static func exponential(_ x: Double) -> Double { exp(x) }
    /// exp(x) - 1, exact for small x.
    static func exponentialMinusOne(_ x: Double) -> Double { expm1(x) }
    /// The logarithm of the gamma function.
    static func logGamma(_ x: Double) -> Double { lgamma(x) }
    /// The share of a normal distribution above x √2 standard deviations, doubled.
    static func complementaryError(_ x: Double) -> Double { erfc(x) }
}

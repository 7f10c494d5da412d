internal import COpenBLAS

/// OpenBLAS, opened when first asked for.
///
/// No number here depends on how OpenBLAS adds up: it multiplies whole numbers only, whose sums are exact in any order
/// as long as they stay below 2^24 in f32 or 2^53 in f64.
public struct BLAS: Sendable {
    /// The library's own description: version, build and processor kernel.
    public let description: String

    /// Opens the library; later calls are free.
    ///
    /// - Throws: ``TuningError/noOpenBLAS(reason:)``.
    public init() throws(TuningError) {
        var message = Array(repeating: CChar(0), count: Int(COPENBLAS_MESSAGE_SIZE))
        guard copenblas_open(&message) == 0 else {
            let text = message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            throw .noOpenBLAS(reason: String(decoding: text, as: UTF8.self))
        }
        description = String(cString: copenblas_description())
    }

    /// `left` (rows by inner) times `right` (inner by columns), row-major, into `product`.
    func multiply(
        _ left: UnsafeBufferPointer<Float>, _ right: UnsafeBufferPointer<Float>,
        into product: UnsafeMutableBufferPointer<Float>, rows: Int, columns: Int, inner: Int
    ) {
        Self.check(left.count, right.count, product.count, rows, columns, inner)
        // SAFETY: the sizes were checked above; the library keeps none of the pointers.
        copenblas_sgemm(
            Int32(rows), Int32(columns), Int32(inner), left.baseAddress, right.baseAddress, product.baseAddress)
    }

    /// The same in f64.
    func multiply(
        _ left: UnsafeBufferPointer<Double>, _ right: UnsafeBufferPointer<Double>,
        into product: UnsafeMutableBufferPointer<Double>, rows: Int, columns: Int, inner: Int
    ) {
        Self.check(left.count, right.count, product.count, rows, columns, inner)
        // SAFETY: the sizes were checked above; the library keeps none of the pointers.
        copenblas_dgemm(
            Int32(rows), Int32(columns), Int32(inner), left.baseAddress, right.baseAddress, product.baseAddress)
    }

    private static func check(_ left: Int, _ right: Int, _ product: Int, _ rows: Int, _ columns: Int, _ inner: Int) {
        precondition(
            rows > 0 && columns > 0 && inner > 0 && max(rows, columns, inner) <= Int(Int32.max)
                && left >= rows * inner && right >= inner * columns && product >= rows * columns,
            "the matrices of a product fit each other and the library's 32-bit sizes")
    }
}

/// The two scalars OpenBLAS multiplies.
protocol BLASScalar: BinaryFloatingPoint, Sendable {
    /// Whole numbers up to this are exact, and so are their sums as long as these are.
    static var largestExactCount: Int { get }
    static func multiply(
        _ blas: BLAS, _ left: UnsafeBufferPointer<Self>, _ right: UnsafeBufferPointer<Self>,
        into product: UnsafeMutableBufferPointer<Self>, rows: Int, columns: Int, inner: Int)
}

extension Float: BLASScalar {
    static let largestExactCount = 1 << 24
    static func multiply(
        _ blas: BLAS, _ left: UnsafeBufferPointer<Float>, _ right: UnsafeBufferPointer<Float>,
        into product: UnsafeMutableBufferPointer<Float>, rows: Int, columns: Int, inner: Int
    ) {
        blas.multiply(left, right, into: product, rows: rows, columns: columns, inner: inner)
    }
}

extension Double: BLASScalar {
    static let largestExactCount = 1 << 53
    static func multiply(
        _ blas: BLAS, _ left: UnsafeBufferPointer<Double>, _ right: UnsafeBufferPointer<Double>,
        into product: UnsafeMutableBufferPointer<Double>, rows: Int, columns: Int, inner: Int
    ) {
        blas.multiply(left, right, into: product, rows: rows, columns: columns, inner: inner)
    }
}

internal import CLibraries
internal import Support

/// OpenBLAS, opened when first asked for.
///
/// No number here depends on how OpenBLAS adds up: it multiplies whole numbers only, whose sums are exact in any order
/// as long as they stay below 2^24 in f32 or 2^53 in f64.
struct BLAS: Sendable {
    /// What the library takes, and what it sets aside for each thread that multiplies. Where it does not find that, it
    /// tries again for ever.
    static func byteCount(jobs: Int) -> Int { (64 << 20) + min(jobs, 2 * Machine.processorCount) * (72 << 20) }

    /// Opens the library; later calls are free.
    ///
    /// - Throws: ``TuningError/noOpenBLAS(reason:)``.
    init() throws(TuningError) {
        var message = Array(repeating: CChar(0), count: Int(COPENBLAS_MESSAGE_SIZE))
        guard copenblas_open(&message) == 0 else {
            let text = message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            throw .noOpenBLAS(reason: String(decoding: text, as: UTF8.self))
        }
    }

    /// `left` (rows by inner) times `right` (inner by columns), row-major, into `product`.
    func multiply<Scalar: BLASScalar>(
        _ left: UnsafeBufferPointer<Scalar>, _ right: UnsafeBufferPointer<Scalar>,
        into product: UnsafeMutableBufferPointer<Scalar>, rows: Int, columns: Int, inner: Int
    ) {
        precondition(
            rows > 0 && columns > 0 && inner > 0 && max(rows, columns, inner) <= Int(Int32.max)
                && left.count >= rows * inner && right.count >= inner * columns && product.count >= rows * columns,
            "the matrices of a product fit each other and the library's 32-bit sizes")
        // SAFETY: the sizes were checked above; the library keeps none of the pointers.
        Scalar.multiply(
            Int32(rows), Int32(columns), Int32(inner), left.baseAddress, right.baseAddress, product.baseAddress)
    }
}

/// The two scalars OpenBLAS multiplies.
protocol BLASScalar: BinaryFloatingPoint, Sendable {
    /// Whole numbers up to this are exact, and so are their sums as long as these are.
    static var largestExactCount: Int { get }
    /// The library's product: rows, columns, inner, left, right, product.
    typealias Product =
        @Sendable (Int32, Int32, Int32, UnsafePointer<Self>?, UnsafePointer<Self>?, UnsafeMutablePointer<Self>?) -> Void
    static var multiply: Product { get }
}

extension Float: BLASScalar {
    static let largestExactCount = 1 << 24
    static var multiply: Product { copenblas_sgemm }
}

extension Double: BLASScalar {
    static let largestExactCount = 1 << 53
    static var multiply: Product { copenblas_dgemm }
}

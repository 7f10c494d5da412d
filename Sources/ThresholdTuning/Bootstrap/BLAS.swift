internal import CLibraries
internal import Support

/// OpenBLAS, loaded on first use.
///
/// Every factor is a whole number, so sums are exact in any order while they stay below 2^24 in f32 or 2^53 in f64.
/// Results therefore do not depend on the processor or on the number of threads.
struct BLAS: Sendable {
    /// The memory of the library, including a buffer for each multiplying thread. OpenBLAS retries forever when it
    /// cannot allocate a buffer.
    static func byteCount(jobs: Int) -> Int { (64 << 20) + min(jobs, 2 * Machine.processorCount) * (72 << 20) }

    /// Loads the library; later calls are free.
    init() throws(TuningError) {
        var message = Array(repeating: CChar(0), count: Int(COPENBLAS_MESSAGE_SIZE))
        guard copenblas_open(&message) == 0 else {
            let text = message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            throw .noOpenBLAS(reason: String(decoding: text, as: UTF8.self))
        }
    }

    /// Writes `left` (rows by inner) times `right` (inner by columns) into `product`; all are row-major.
    func multiply<Scalar: BLASScalar>(
        _ left: UnsafeBufferPointer<Scalar>, _ right: UnsafeBufferPointer<Scalar>,
        into product: UnsafeMutableBufferPointer<Scalar>, rows: Int, columns: Int, inner: Int
    ) {
        precondition(
            rows > 0 && columns > 0 && inner > 0 && max(rows, columns, inner) <= Int(Int32.max)
                && left.count >= rows * inner && right.count >= inner * columns && product.count >= rows * columns,
            "the matrices of a product fit each other and the library's 32-bit sizes")
        // SAFETY: the sizes are checked above, and the library keeps no pointer.
        Scalar.multiply(
            Int32(rows), Int32(columns), Int32(inner), left.baseAddress, right.baseAddress, product.baseAddress)
    }
}

protocol BLASScalar: BinaryFloatingPoint, Sendable {
    /// Whole numbers up to this limit are exact, and so are sums up to it.
    static var largestExactCount: Int { get }
    /// Rows, columns, inner, left, right, product.
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

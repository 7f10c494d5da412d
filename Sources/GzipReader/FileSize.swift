/// A size, count or offset that a file states: any number of up to 64 bits. It becomes an `Int` only within a limit, so
/// that no calculation with a stated size overflows. `tools/dev/checks/sizes` lists the limits.
package struct FileSize: Hashable, Comparable, Sendable {
    private let value: UInt64

    /// The largest size of a file that is read. The sum of two such sizes fits in an `Int`.
    package static let largestFile = Int.max >> 1

    package init(_ value: UInt64) { self.value = value }

    /// The actual size of something, at least 0.
    package init(_ count: Int) { value = UInt64(count) }

    /// - Parameter bytes: at most eight.
    package init(littleEndian bytes: some BidirectionalCollection<UInt8>) {
        precondition(bytes.count <= 8, "a size has at most 64 bits")
        value = bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Nil if the number needs more than 64 bits.
    package init?(bigEndian bytes: some Sequence<UInt8>) { self.init(bytes, radix: 256) { $0 } }

    /// Reads ASCII digits. Nil if there are none, if there is anything else, or if the number needs more than 64 bits.
    package init?(decimal digits: some Collection<UInt8>) {
        guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        self.init(digits, radix: 10) { $0 - 0x30 }
    }

    private init?(_ bytes: some Sequence<UInt8>, radix: UInt64, _ digit: (UInt8) -> UInt8) {
        var value: UInt64 = 0
        for byte in bytes {
            let (product, isOver) = value.multipliedReportingOverflow(by: radix)
            let (sum, isSumOver) = product.addingReportingOverflow(UInt64(digit(byte)))
            guard !isOver, !isSumOver else { return nil }
            value = sum
        }
        self.value = value
    }

    /// The number if it is at most `limit`, which must be known independently of the number; otherwise nil.
    package func int(atMost limit: Int) -> Int? { limit >= 0 && value <= UInt64(limit) ? Int(value) : nil }

    package static func < (one: FileSize, other: FileSize) -> Bool { one.value < other.value }

    /// Nil if the sum needs more than 64 bits.
    package static func + (one: FileSize, other: FileSize) -> FileSize? {
        let (sum, isOver) = one.value.addingReportingOverflow(other.value)
        return isOver ? nil : FileSize(sum)
    }

    /// Nil if the product needs more than 64 bits.
    package static func * (one: FileSize, other: FileSize) -> FileSize? {
        let (product, isOver) = one.value.multipliedReportingOverflow(by: other.value)
        return isOver ? nil : FileSize(product)
    }

    package var text: String { value.description }
}

extension FileSize: ExpressibleByIntegerLiteral { package init(integerLiteral value: UInt64) { self.value = value } }

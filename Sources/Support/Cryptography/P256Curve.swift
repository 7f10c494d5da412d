/// Constants of the curve P-256.
///
/// Source: SEC 2 §2.4.2.
package enum P256Curve {
    /// The order n: private numbers and the numbers of signatures lie in 1..<n.
    private static let order: [UInt8] = [
        0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
        0xBC, 0xE6, 0xFA, 0xAD, 0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51,
    ]

    /// Whether 32 big-endian bytes are a number in 1..<n.
    package static func hasNumber(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.count == 32 && bytes.contains { $0 != 0 } && bytes.lexicographicallyPrecedes(order)
    }
}

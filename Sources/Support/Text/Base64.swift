/// Base64 encoding (RFC 4648 §4).
package enum Base64 {
    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    package static func text(of bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let count = min(3, bytes.count - start)
            var group: UInt32 = 0
            for place in 0..<3 { group = group << 8 | (place < count ? UInt32(bytes[start + place]) : 0) }
            for place in 0..<4 {
                let letter = letters[Int(group >> UInt32(18 - 6 * place) & 63)]
                text.append(place <= count ? letter : UInt8(ascii: "="))
            }
        }
        return text
    }
}

internal import Support

/// Base64 by the server's rules: standard alphabet, full padding, zero unused bits, no other characters.
package enum StrictBase64 {
    package static func bytes(of text: String) -> [UInt8]? { bytes(of: Array(text.utf8)) }

    static func bytes(of characters: [UInt8]) -> [UInt8]? {
        guard characters.count % 4 == 0 else { return nil }
        let padding = characters.reversed().prefix(2).prefix { $0 == UInt8(ascii: "=") }.count
        var bytes: [UInt8] = []
        bytes.reserveCapacity(characters.count / 4 * 3)
        var bits: UInt32 = 0
        var bitCount = 0
        for character in characters.dropLast(padding) {
            guard let value = values[Int(character)] else { return nil }
            bits = bits << 6 | UInt32(value)
            bitCount += 6
            if bitCount >= 8 {
                bitCount -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(bitCount)))
                bits &= 1 << UInt32(bitCount) - 1
            }
        }
        return bits == 0 ? bytes : nil
    }

    package static func text(of bytes: [UInt8]) -> String { String(decoding: Base64.text(of: bytes), as: UTF8.self) }
    static func value(_ character: UInt8) -> UInt8? { values[Int(character)] }
    static func character(_ value: UInt8) -> UInt8 { alphabet[Int(value)] }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    private static let values: [UInt8?] = {
        var values = [UInt8?](repeating: nil, count: 256)
        for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
        return values
    }()
}

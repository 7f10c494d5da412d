internal import Support

/// Decoders of texts that stand for the bytes of a part. Each returns nil for other bytes.
enum WrappedText {
    /// Base64 in either alphabet, also with line breaks, without padding, in quotation marks, as a `data:` URL, or with
    /// spaces for plus signs, which decoding of a form makes of them.
    static func base64(_ bytes: [UInt8]) -> [UInt8]? {
        var text = trimmed(bytes)
        if let quote = text.first, text.count > 1, [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(quote),
            text.last == quote
        {
            text = text.dropFirst().dropLast()
        }
        if text.starts(with: "data:".utf8), let comma = text.prefix(200).firstIndex(of: UInt8(ascii: ",")) {
            text = text[(comma + 1)...]
        }
        var (decoded, bits, bitCount, digitCount) = ([UInt8](), UInt32(0), UInt32(0), 0)
        decoded.reserveCapacity(text.count / 4 * 3)
        while text.last == UInt8(ascii: "=") { text.removeLast() }
        for byte in text where !isLineEnd(byte) {
            guard let digit = base64Digit(byte) else { return nil }
            digitCount += 1
            bits = bits << 6 | digit
            bitCount += 6
            if bitCount >= 8 {
                bitCount -= 8
                decoded.append(UInt8(truncatingIfNeeded: bits >> bitCount))
                bits &= 1 << bitCount - 1
            }
        }
        return digitCount >= 4 && bits == 0 ? decoded : nil
    }

    private static func base64Digit(_ byte: UInt8) -> UInt32? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: " "): 62
        case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
        default: nil
        }
    }

    /// Hexadecimal digits, also with `0x` before them, in groups or angle brackets.
    static func hexadecimal(_ bytes: [UInt8]) -> [UInt8]? {
        var text = trimmed(bytes)
        if text.starts(with: "<".utf8), text.last == UInt8(ascii: ">") { text = text.dropFirst().dropLast() }
        if text.starts(with: "0x".utf8) || text.starts(with: "0X".utf8) { text = text.dropFirst(2) }
        guard text.count >= 4, text.allSatisfy({ Hexadecimal.digit($0) != nil || isBlank($0) }) else { return nil }
        return Hexadecimal.bytes(of: String(decoding: text.filter { !isBlank($0) }, as: UTF8.self))
    }

    /// The values of bytes, also signed, in a JSON array, in the member `data` of an object, or as the members of one.
    static func byteList(_ bytes: [UInt8]) -> [UInt8]? {
        guard [UInt8(ascii: "["), UInt8(ascii: "{")].contains(trimmed(bytes).first),
            let json = try? JSONReader.read(bytes)
        else { return nil }
        let values = json.elements ?? json["data"]?.elements ?? json.members?.map(\.value) ?? []
        let numbers = values.compactMap { value -> UInt8? in
            guard case .number(let text) = value, let number = Int16(text), (-128...255).contains(number) else {
                return nil
            }
            return UInt8(truncatingIfNeeded: number)
        }
        return numbers.isEmpty || numbers.count < values.count ? nil : numbers
    }

    static func jsonString(_ bytes: [UInt8]) -> [UInt8]? {
        guard trimmed(bytes).first == UInt8(ascii: "\""), case .string(let text)? = try? JSONReader.read(bytes, .texts)
        else { return nil }
        return Array(text.utf8)
    }

    static func percentDecoded(_ bytes: [UInt8]) -> [UInt8]? {
        guard bytes.contains(UInt8(ascii: "%")), bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
        var (decoded, rest) = ([UInt8](), bytes[...])
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                decoded.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(Hexadecimal.digit),
                let low = rest.popFirst().flatMap(Hexadecimal.digit)
            else { return nil }
            decoded.append(high << 4 | low)
        }
        return decoded
    }

    /// The low bytes of UTF-16 in either order, without its byte order mark, if all high bytes are 0.
    static func halved(_ bytes: [UInt8]) -> [UInt8]? {
        let isMarked = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
        let units = bytes.dropFirst(isMarked ? 2 : 0)
        guard units.count >= 2, units.count % 2 == 0 else { return nil }
        for offset in [1, 0] {
            let high = stride(from: units.startIndex + offset, to: units.endIndex, by: 2)
            guard high.allSatisfy({ units[$0] == 0 }) else { continue }
            return stride(from: units.startIndex + 1 - offset, to: units.endIndex, by: 2).map { units[$0] }
        }
        return nil
    }

    private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || isLineEnd(byte) }

    private static func trimmed(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
        var text = bytes.drop(while: isBlank)
        while let last = text.last, isBlank(last) { text.removeLast() }
        return text
    }
}

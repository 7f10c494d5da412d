extension Charset {
    /// Decodes to UTF-8; ill-formed sequences become U+FFFD.
    func decoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        switch self {
        case .utf8: Array(String(decoding: bytes, as: UTF8.self).utf8)
        case .utf16(let isLittleEndian): Self.utf16(bytes, isLittleEndian: isLittleEndian)
        case .replacement: bytes.isEmpty ? [] : Array("\u{FFFD}".utf8)
        case .singleByte(let table): Self.mapped(bytes) { CharsetTable.singleByte[table * 128 + Int($0) - 128] }
        case .userDefined: Self.mapped(bytes) { Unicode.Scalar(0xF700 + UInt32($0)) }
        case .iso2022JP: ISO2022JPDecoder.decoded(bytes)
        case .gb18030: SequenceDecoder(read: Self.gb18030).decoded(bytes)
        case .big5: SequenceDecoder(read: Self.big5).decoded(bytes)
        case .eucJP: SequenceDecoder(read: Self.eucJP).decoded(bytes)
        case .shiftJIS: SequenceDecoder(read: Self.shiftJIS).decoded(bytes)
        case .eucKR: SequenceDecoder(read: Self.eucKR).decoded(bytes)
        }
    }

    private static func mapped(_ bytes: ArraySlice<UInt8>, _ character: (UInt8) -> Unicode.Scalar?) -> [UInt8] {
        var text = CharsetOutput()
        for byte in bytes { text.append(byte < 0x80 ? Unicode.Scalar(byte) : character(byte)) }
        return text.bytes
    }

    private static func utf16(_ bytes: ArraySlice<UInt8>, isLittleEndian: Bool) -> [UInt8] {
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2 + 1)
        var rest = bytes
        while let first = rest.popFirst(), let second = rest.popFirst() {
            units.append(isLittleEndian ? UInt16(second) << 8 | UInt16(first) : UInt16(first) << 8 | UInt16(second))
        }
        if bytes.count % 2 == 1 {
            // A truncated unit and an unpaired lead surrogate before it give one U+FFFD.
            if let last = units.last, UTF16.isLeadSurrogate(last) { units.removeLast() }
            units.append(0xFFFD)
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }
}

internal import Support

/// The character encoding of a part, as in the Encoding Standard of WHATWG.
enum Charset: Sendable, Hashable {
    case utf8
    case utf16(isLittleEndian: Bool)
    case windows1252
    /// An encoding that is recognised by its name in the standard and not decoded.
    case other(String)

    /// Looks up a label, ignoring case and surrounding white space; nil for an unknown label.
    init?(label: String) {
        let isSpace: (UInt8) -> Bool = { [0x09, 0x0A, 0x0C, 0x0D, 0x20].contains($0) }
        let bytes = Array(label.utf8)[...].trimmed(while: isSpace)
        guard let name = Self.names[String(decoding: bytes, as: UTF8.self).lowercased()] else { return nil }
        switch name {
        case "utf-8": self = .utf8
        case "utf-16le": self = .utf16(isLittleEndian: true)
        case "utf-16be": self = .utf16(isLittleEndian: false)
        case "windows-1252": self = .windows1252
        default: self = .other(name)
        }
    }

    /// The charset of a byte order mark at the start, and the length of the mark.
    static func marked(_ bytes: [UInt8]) -> (charset: Charset, byteCount: Int)? {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
        if bytes.starts(with: [0xFF, 0xFE]) { return (.utf16(isLittleEndian: true), 2) }
        if bytes.starts(with: [0xFE, 0xFF]) { return (.utf16(isLittleEndian: false), 2) }
        return nil
    }

    /// Decodes to UTF-8; ill-formed sequences become U+FFFD.
    func decoded(_ bytes: ArraySlice<UInt8>) throws(UnmodelledBehaviour) -> [UInt8] {
        switch self {
        case .utf8: return Array(String(decoding: bytes, as: UTF8.self).utf8)
        case .utf16(let isLittleEndian): return Self.utf16(bytes, isLittleEndian: isLittleEndian)
        case .windows1252:
            let scalars = bytes.map { (0x80..<0xA0).contains($0) ? Self.above7F[Int($0) - 0x80] : Unicode.Scalar($0) }
            return scalars.flatMap { UTF8.encode($0)! }
        case .other(let name): throw .charset(name)
        }
    }

    /// The characters of windows-1252 that Latin-1 does not have, 0x80 to 0x9F.
    private static let above7F = Array("€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)

    /// The bytes that give this UTF-8 text if read as windows-1252 or Latin-1; nil for ASCII and for other characters.
    static func windows1252Bytes(ofUTF8 text: [UInt8]) -> [UInt8]? {
        guard text.contains(where: { $0 >= 0x80 }), let text = String(validating: text, as: UTF8.self)
        else { return nil }
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            if let byte = UInt8(exactly: scalar.value) {
                bytes.append(byte)
            } else if let index = above7F.firstIndex(of: scalar) {
                bytes.append(0x80 + UInt8(index))
            } else {
                return nil
            }
        }
        return bytes
    }

    private static func utf16(_ bytes: ArraySlice<UInt8>, isLittleEndian: Bool) -> [UInt8] {
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2 + 1)
        var rest = bytes
        while let first = rest.popFirst(), let second = rest.popFirst() {
            units.append(isLittleEndian ? UInt16(second) << 8 | UInt16(first) : UInt16(first) << 8 | UInt16(second))
        }
        if bytes.count % 2 == 1 {
            // A truncated unit, together with an unpaired lead surrogate before it, becomes a single U+FFFD.
            if let last = units.last, UTF16.isLeadSurrogate(last) { units.removeLast() }
            units.append(0xFFFD)
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }

    private static let names: [String: String] = {
        var names: [String: String] = [:]
        for line in labels.split(separator: "\n") {
            let words = line.split(separator: " ")
            for label in words.dropFirst() { names[String(label)] = String(words[0].dropLast()) }
        }
        return names
    }()

    private static let labels = """
        utf-8: unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf-8 utf8 x-unicode20utf8
        ibm866: 866 cp866 csibm866 ibm866
        iso-8859-2: csisolatin2 iso-8859-2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2
        iso-8859-3: csisolatin3 iso-8859-3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3
        iso-8859-4: csisolatin4 iso-8859-4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4
        iso-8859-5: csisolatincyrillic cyrillic iso-8859-5 iso-ir-144 iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988
        iso-8859-6: arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6 iso-8859-6-e
        iso-8859-6: iso-8859-6-i iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987
        iso-8859-7: csisolatingreek ecma-118 elot_928 greek greek8 iso-8859-7 iso-ir-126 iso8859-7 iso88597 iso_8859-7
        iso-8859-7: iso_8859-7:1987 sun_eu_greek
        iso-8859-8: csiso88598e csisolatinhebrew hebrew iso-8859-8 iso-8859-8-e iso-ir-138 iso8859-8 iso88598
        iso-8859-8: iso_8859-8 iso_8859-8:1988 visual
        iso-8859-8: csiso88598i iso-8859-8-i logical
        iso-8859-10: csisolatin6 iso-8859-10 iso-ir-157 iso8859-10 iso885910 l6 latin6
        iso-8859-13: iso-8859-13 iso8859-13 iso885913
        iso-8859-14: iso-8859-14 iso8859-14 iso885914
        iso-8859-15: csisolatin9 iso-8859-15 iso8859-15 iso885915 iso_8859-15 l9
        iso-8859-16: iso-8859-16
        koi8-r: cskoi8r koi koi8 koi8-r koi8_r
        koi8-u: koi8-ru koi8-u
        macintosh: csmacintosh mac macintosh x-mac-roman
        windows-874: dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 windows-874
        windows-1250: cp1250 windows-1250 x-cp1250
        windows-1251: cp1251 windows-1251 x-cp1251
        windows-1252: ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591
        windows-1252: iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii windows-1252 x-cp1252
        windows-1253: cp1253 windows-1253 x-cp1253
        windows-1254: cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 l5 latin5
        windows-1254: windows-1254 x-cp1254
        windows-1255: cp1255 windows-1255 x-cp1255
        windows-1256: cp1256 windows-1256 x-cp1256
        windows-1257: cp1257 windows-1257 x-cp1257
        windows-1258: cp1258 windows-1258 x-cp1258
        x-mac-cyrillic: x-mac-cyrillic x-mac-ukrainian
        gb18030: chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58 x-gbk
        gb18030: gb18030
        big5: big5 big5-hkscs cn-big5 csbig5 x-x-big5
        euc-jp: cseucpkdfmtjapanese euc-jp x-euc-jp
        iso-2022-jp: csiso2022jp iso-2022-jp
        shift_jis: csshiftjis ms932 ms_kanji shift-jis shift_jis sjis windows-31j x-sjis
        euc-kr: cseuckr csksc56011987 euc-kr iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601
        euc-kr: windows-949
        replacement: csiso2022kr hz-gb-2312 iso-2022-cn iso-2022-cn-ext iso-2022-kr replacement
        utf-16be: unicodefffe utf-16be
        utf-16le: csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16 utf-16le
        x-user-defined: x-user-defined
        """
}

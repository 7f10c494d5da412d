/// Finds the nonce in the extension 1.2.840.113635.100.8.2 with the rules of the server's libraries.
///
///     let nonce = NonceExtension.nonce(in: value)
///
/// Apple's form is `30 24 A1 22 04 20` and 32 bytes; others are accepted. Source: docs/CAPTURE.md; der-parser 9.0.0.
enum NonceExtension {
    /// The bytes that the server takes as the nonce, of any length; nil if there are none.
    static func nonce(in value: [UInt8]) -> [UInt8]? {
        guard let sequence = DERHeader(value[...]), sequence.tagClass == DERHeader.universal, sequence.tag == 16,
            sequence.isConstructed, let end = sequence.contentEnd
        else { return nil }
        var rest = value[sequence.contentStart..<end]
        while !rest.isEmpty {
            guard let element = Element(takenFrom: &rest), element.isWellFormed(depth: 1) else { return nil }
            if let nonce = element.nonce { return Array(nonce) }
        }
        return nil
    }

    private struct Element {
        let header: DERHeader
        let content: ArraySlice<UInt8>

        init?(takenFrom rest: inout ArraySlice<UInt8>) {
            guard let header = DERHeader(rest), let end = header.contentEnd else { return nil }
            self.header = header
            content = rest[header.contentStart..<end]
            rest = rest[end...]
        }

        /// The bytes that the server takes as the nonce; nil if it skips this element.
        var nonce: ArraySlice<UInt8>? {
            if isOpaque { return octets ?? content }
            switch header.tag {
            case Tag.octetString: return content
            case Tag.integer: return content.count >= 32 ? octets : nil
            case Tag.bitString: return content.count > 32 ? Self.octets(in: content.dropFirst()) : nil
            case let tag where Tag.strings.contains(tag): return content.count >= 32 ? octets : nil
            default: return nil
            }
        }

        /// Whether the library leaves the content unparsed: a tag class other than universal, or an opaque type.
        private var isOpaque: Bool { header.tagClass != DERHeader.universal || Tag.opaque.contains(header.tag) }

        /// The content of the OCTET STRING at the start of the content.
        private var octets: ArraySlice<UInt8>? { Self.octets(in: content) }

        private static func octets(in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
            guard let inner = DERHeader(bytes), inner.tagClass == DERHeader.universal, inner.tag == Tag.octetString,
                !inner.isConstructed, let end = inner.contentEnd
            else { return nil }
            return bytes[inner.contentStart..<end]
        }

        /// Whether the library can parse the element.
        func isWellFormed(depth: Int) -> Bool {
            guard !isOpaque else { return true }
            switch header.tag {
            case Tag.boolean: return content.count == 1 && (content.first == 0 || content.first == 0xFF)
            case Tag.integer: return !content.isEmpty
            case Tag.bitString: return content.first.map { $0 <= 7 } ?? false
            case Tag.null: return content.isEmpty
            case Tag.sequence, Tag.set:
                guard header.isConstructed, depth < 50 else { return false }
                var rest = content
                while !rest.isEmpty {
                    guard let element = Element(takenFrom: &rest), element.isWellFormed(depth: depth + 1) else {
                        return false
                    }
                }
                return true
            case Tag.numericString: return content.allSatisfy { $0 == 0x20 || (0x30...0x39).contains($0) }
            case Tag.printableString: return content.allSatisfy(Self.isPrintable)
            case Tag.asciiString: return content.allSatisfy { $0 < 0x80 }
            case Tag.visibleString: return content.allSatisfy { (0x20..<0x80).contains($0) }
            case Tag.universalString: return true
            case let tag where Tag.strings.contains(tag):
                return String(validating: content, as: UTF8.self) != nil
            default: return true
            }
        }

        private static func isPrintable(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: " '()+,-./:=?".utf8.contains(byte)
            }
        }
    }

    /// Universal tag numbers. Source: X.680 §8.4.
    private enum Tag {
        static let boolean: UInt64 = 1
        static let integer: UInt64 = 2
        static let bitString: UInt64 = 3
        static let octetString: UInt64 = 4
        static let null: UInt64 = 5
        static let sequence: UInt64 = 16
        static let set: UInt64 = 17
        static let numericString: UInt64 = 18
        static let printableString: UInt64 = 19
        static let asciiString: UInt64 = 22
        static let visibleString: UInt64 = 26
        static let universalString: UInt64 = 28
        /// Object descriptor, UTF-8, numeric, printable, T61, videotex, IA5, graphic, visible, general, universal, BMP.
        static let strings: Set<UInt64> = [7, 12, 18, 19, 20, 21, 22, 25, 26, 27, 28, 30]
        static let opaque: Set<UInt64> = [8, 9, 11, 14, 15, 29]
    }
}

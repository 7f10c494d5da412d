/// An element of BER with only the checks of the server's library (asn1-rs 0.6; docs/CAPTURE.md, REG-075 to REG-077).
struct BERElement {
    let header: DERHeader
    /// The content, without the end-of-contents element of an indefinite length.
    let content: ArraySlice<UInt8>

    private static let maximumDepth = 50

    /// Takes the first element of `rest`; nil if it is cut off, or its tag has more than five bytes after the first.
    init?(takenFrom rest: inout ArraySlice<UInt8>) {
        guard let header = DERHeader(rest), let ends = Self.ends(of: header, in: rest, depth: 0) else { return nil }
        self.header = header
        content = rest[header.contentStart..<ends.content]
        rest = rest[ends.element...]
    }

    private static func ends(
        of header: DERHeader, in bytes: ArraySlice<UInt8>, depth: Int
    ) -> (content: Int, element: Int)? {
        guard header.tagByteCount <= 6, depth < maximumDepth else { return nil }
        if let end = header.contentEnd { return (end, end) }
        guard header.isConstructed else { return nil }
        var position = header.contentStart
        while let inner = DERHeader(bytes[position...]), let ends = ends(of: inner, in: bytes, depth: depth + 1) {
            // The library ignores the tag class of the end of contents.
            if inner.tag == 0, ends.content == inner.contentStart, inner.contentEnd != nil {
                return (position, ends.element)
            }
            position = ends.element
        }
        return nil
    }

    /// The universal tag number, truncated to 32 bits; nil if the library does not look into the element.
    var tag: Tag? {
        guard header.tagClass == DERHeader.universal else { return nil }
        return Tag(rawValue: UInt32(truncatingIfNeeded: header.tag))
    }

    enum Tag: UInt32 {
        case endOfContents, boolean, integer, bitString, octetString, null, objectIdentifier, objectDescriptor
        case enumerated = 10
        case utf8String = 12
        case relativeIdentifier
        case sequence = 16
        case set, numericString, printableString, t61String, videotexString, asciiString, utcTime, generalizedTime
        case graphicString, visibleString, generalString, universalString
        case bmpString = 30
    }

    func isReadable(depth: Int) -> Bool {
        guard depth < Self.maximumDepth else { return false }
        switch tag {
        case .boolean: return header.contentEnd != nil && content.count == 1
        case .bitString: return !header.isConstructed && !content.isEmpty
        case .enumerated: return !header.isConstructed && content.drop { $0 == 0 }.count <= 4
        case .sequence, .set:
            guard header.isConstructed else { return false }
            var rest = content
            while !rest.isEmpty {
                guard let element = BERElement(takenFrom: &rest), element.isReadable(depth: depth + 1)
                else { return false }
            }
            return true
        case .utcTime: return isTime(hasCentury: false)
        case .generalizedTime: return isTime(hasCentury: true)
        case nil, .endOfContents, .integer, .octetString, .null, .objectIdentifier, .relativeIdentifier: return true
        default: return !header.isConstructed && isText
        }
    }

    private var isText: Bool {
        switch tag {
        case .numericString: return content.allSatisfy { $0 == 0x20 || (0x30...0x39).contains($0) }
        case .printableString: return content.allSatisfy(Self.isPrintable)
        case .asciiString: return content.allSatisfy { $0 < 0x80 }
        case .visibleString: return content.allSatisfy(Self.isVisible)
        case .universalString: return true
        case .bmpString where !Self.isUTF16(content): return false
        default: return String(validating: content, as: UTF8.self) != nil
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

    private static func isVisible(_ byte: UInt8) -> Bool { (0x20..<0x80).contains(byte) }

    private static func isUTF16(_ bytes: ArraySlice<UInt8>) -> Bool {
        let units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map {
            UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
        }
        return bytes.count.isMultiple(of: 2) && String(validating: units, as: UTF16.self) != nil
    }

    /// Whether the content is a time: date, hours, minutes and optional seconds. Only a time with a century can have a
    /// fraction or lack a zone.
    private func isTime(hasCentury: Bool) -> Bool {
        var rest = content
        func number() -> UInt8? {
            let digits = rest.prefix(2)
            guard digits.count == 2, digits.allSatisfy(Self.isDigit) else { return nil }
            rest = rest.dropFirst(2)
            return digits.reduce(0) { $0 * 10 + ($1 - UInt8(ascii: "0")) }
        }
        if hasCentury, number() == nil { return false }
        guard number() != nil, let month = number(), let day = number(), let hour = number(), let minute = number(),
            !rest.isEmpty, let second = rest.count < 2 ? 0 : number(),
            month <= 12, day <= 31, hour <= 23, minute <= 59, second <= 59
        else { return false }
        if hasCentury, !rest.isEmpty {
            if rest.first == UInt8(ascii: ".") || rest.first == UInt8(ascii: ",") {
                let digits = rest.dropFirst().prefix(while: Self.isDigit)
                rest = rest.dropFirst(1 + digits.count)
                if digits.count > 3 || digits.isEmpty && rest.isEmpty { return false }
            }
        }
        if rest.isEmpty { return hasCentury }
        if rest.elementsEqual("Z".utf8) { return true }
        let sign = rest.popFirst()
        return (sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-")) && rest.count == 4
            && rest.allSatisfy(Self.isDigit)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}

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
        var nonce: ArraySlice<UInt8>?
        while !rest.isEmpty {
            guard let element = BERElement(takenFrom: &rest), element.isReadable(depth: 1) else { return nil }
            nonce = nonce ?? self.nonce(in: element)
        }
        return nonce.map { Array($0) }
    }

    /// The bytes that the server takes as the nonce; nil if it skips this element.
    private static func nonce(in element: BERElement) -> ArraySlice<UInt8>? {
        let content = element.content
        switch element.tag {
        case nil: return octets(in: content) ?? content
        case .octetString: return content
        case .bitString: return content.count > 32 ? octets(in: content.dropFirst()) : nil
        case .integer, .objectDescriptor, .utf8String, .numericString, .printableString, .t61String, .videotexString,
            .asciiString, .graphicString, .visibleString, .generalString, .universalString, .bmpString:
            return content.count >= 32 ? octets(in: content) : nil
        default: return nil
        }
    }

    /// The content of the OCTET STRING at the start of the bytes.
    private static func octets(in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let inner = DERHeader(bytes), inner.tagClass == DERHeader.universal, inner.tag == 4,
            let end = inner.contentEnd
        else { return nil }
        return bytes[inner.contentStart..<end]
    }
}

internal import Support

/// The headers of an HTTP request, in order.
///
///     let headers = RequestHeaders([RequestHeaders.Field(name: "X-Device-Id", value: Array("…".utf8))])
public struct RequestHeaders: Sendable, Hashable {
    /// A header line.
    public struct Field: Sendable, Hashable {
        /// The name, verbatim.
        public let name: String
        /// The value, verbatim. Spaces and tabs at its ends are not significant.
        public let value: [UInt8]

        /// Creates a header.
        public init(name: String, value: [UInt8]) { (self.name, self.value) = (name, value) }
    }

    /// The header lines, in order.
    public var fields: [Field]

    /// Creates headers.
    public init(_ fields: [Field] = []) { self.fields = fields }

    /// The value of the first header with this name, ignoring case, without spaces and tabs at its ends.
    package func value(_ name: String) -> ArraySlice<UInt8>? {
        let wanted = name.lowercased()
        guard let field = fields.first(where: { $0.name.lowercased().utf8.elementsEqual(wanted.utf8) })
        else { return nil }
        return Self.trimmed(field)
    }

    func values(_ name: String) -> [ArraySlice<UInt8>] {
        let wanted = name.lowercased()
        return fields.filter { $0.name.lowercased() == wanted }.map(Self.trimmed)
    }

    private static func trimmed(_ field: Field) -> ArraySlice<UInt8> { field.value[...].trimmed(while: isBlank) }

    /// The value as text; nil if the header is absent, `.some(nil)` if the server's framework rejects it as text.
    package func text(_ name: String) -> String?? {
        value(name).map { value in
            value.allSatisfy { (0x20...0x7E).contains($0) || $0 == 0x09 }
                ? String(decoding: value, as: UTF8.self) : nil
        }
    }

    package var milliseconds: Int64? {
        text(SignatureHeader.timestamp.rawValue).flatMap { $0 }.flatMap { RequestJudge.milliseconds($0) }
    }

    package var signatureText: String? { text(SignatureHeader.signature.rawValue).flatMap { $0 } }
    package var signature: [UInt8]? { signatureText.flatMap { AppAttestAssertion.reading(of: $0)?.bytes } }
    package var assertion: AppAttestAssertion? { signature.flatMap { try? AppAttestAssertion(cbor: $0) } }
    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}

/// The headers that sign a request, in the order in which the server reads them.
public enum SignatureHeader: String, Sendable, CaseIterable {
    /// The device identifier, a UUID.
    case device = "X-Device-Id"
    /// The time in milliseconds since 1970.
    case timestamp = "X-Device-Timestamp"
    /// The assertion in base64.
    case signature = "X-Device-Signature"
}

package enum DeviceIdentifier {
    /// Whether the server reads a text as a UUID: 32 digits, or 8-4-4-4-12 digits, also in braces or after `urn:uuid:`.
    package static func isValid(_ text: String) -> Bool {
        let bytes = Array(text.utf8)[...]
        if bytes.count == 32 { return bytes.allSatisfy(isDigit) }
        if bytes.first == UInt8(ascii: "{"), bytes.last == UInt8(ascii: "}") {
            return isHyphenated(bytes.dropFirst().dropLast())
        }
        let prefix = Array("urn:uuid:".utf8)
        return isHyphenated(bytes.starts(with: prefix) ? bytes.dropFirst(prefix.count) : bytes)
    }

    /// The 32 digits of an identifier in lower case, which are the same for each of its forms; nil for any other text.
    package static func digits(of text: String) -> String? {
        guard isValid(text) else { return nil }
        let bytes = text.hasPrefix("urn:uuid:") ? text.utf8.dropFirst(9) : text.utf8[...]
        return String(decoding: bytes.filter(isDigit), as: UTF8.self).lowercased()
    }

    private static func isHyphenated(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.count == 36 else { return false }
        return zip(0..., bytes).allSatisfy { index, byte in
            [8, 13, 18, 23].contains(index) ? byte == UInt8(ascii: "-") : isDigit(byte)
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { Hexadecimal.digit(byte) != nil }
}

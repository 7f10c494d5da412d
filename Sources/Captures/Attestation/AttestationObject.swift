/// An App Attest attestation object, decoded by the server's rules.
///
///     let object = try AttestationObject(cbor: bytes)
///     print(object.format ?? "-", object.certificates?.count ?? 0)
///
/// A member that is absent or of another type is nil; ``AttestationVerifier`` determines which one the server
/// reports. Source: docs/CAPTURE.md; Apple, "Validating apps that connect to your server".
public struct AttestationObject: Sendable, Hashable {
    /// `fmt`, a text string.
    public let format: String?
    /// `authData`, a byte string.
    public let authenticatorData: [UInt8]?
    /// Whether `attStmt` is a map.
    public let hasStatement: Bool
    /// The byte strings in `x5c`, leaf first; nil if `x5c` is not an array. Elements of other types are dropped.
    public let certificates: [[UInt8]]?
    /// Whether the first element of `x5c` is a byte string; nil for an empty array.
    let isFirstElementBytes: Bool?
    /// `receipt`, if it is a byte string. The server ignores it.
    public let receipt: [UInt8]?

    /// The only format that the server accepts.
    public static let appleFormat = "apple-appattest"

    /// Decodes CBOR.
    ///
    /// - Throws: ``CBORFault`` if the bytes do not begin with a map that the server can read.
    public init(cbor bytes: [UInt8]) throws(CBORFault) {
        var reader = CBORReader(bytes)
        let values = try reader.values(named: ["fmt", "authData", "attStmt"])
        format = values[0]?.string
        authenticatorData = values[1]?.byteString
        guard case .map(let start)? = values[2] else {
            hasStatement = false
            (certificates, isFirstElementBytes, receipt) = (nil, nil, nil)
            return
        }
        hasStatement = true
        var statementReader = CBORReader(bytes, at: start)
        let statement = try statementReader.values(named: ["x5c", "receipt"])
        receipt = statement[1]?.byteString
        guard case .array(let start)? = statement[0] else {
            (certificates, isFirstElementBytes) = (nil, nil)
            return
        }
        var certificates: [[UInt8]] = []
        var isFirstElementBytes: Bool?
        var chainReader = CBORReader(bytes, at: start)
        try chainReader.elements { element in
            if isFirstElementBytes == nil { isFirstElementBytes = element.byteString != nil }
            if let certificate = element.byteString { certificates.append(certificate) }
        }
        self.certificates = certificates
        self.isFirstElementBytes = isFirstElementBytes
    }
}

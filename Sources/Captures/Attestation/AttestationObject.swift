/// An attestation of App Attest as it was sent: what of its members can be read, in the server's way.
///
///     let object = try AttestationObject(cbor: bytes)
///     print(object.format ?? "-", object.certificates?.count ?? 0)
///
/// A member that is absent or of another type is nil; ``AttestationVerifier`` says which of them the server misses
/// first. Source: docs/CAPTURE.md; Apple, "Validating apps that connect to your server".
public struct AttestationObject: Sendable, Hashable {
    /// `fmt`, a text.
    public let format: String?
    /// `authData`, bytes.
    public let authenticatorData: [UInt8]?
    /// Whether `attStmt` is a map.
    public let hasStatement: Bool
    /// The byte strings in `x5c`, the leaf first; nil where `x5c` is no array. Elements of other types are dropped.
    public let certificates: [[UInt8]]?
    /// Whether the first element of `x5c` is a byte string; nil for none.
    let isFirstElementBytes: Bool?
    /// `receipt`, if it is bytes. The server does not look at it.
    public let receipt: [UInt8]?

    /// The only format that the server takes.
    public static let appleFormat = "apple-appattest"

    /// Reads an object in CBOR.
    ///
    /// - Throws: ``CBORFault`` for bytes that do not begin with a map that the server reads.
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

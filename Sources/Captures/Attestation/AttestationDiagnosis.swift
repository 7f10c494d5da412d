internal import Support

/// Everything an attestation object says of itself, with or without a challenge, a key id and a time to judge it by.
///
///     let diagnosis = AttestationDiagnosis(object: bytes)
///     print(diagnosis.leafNames?.applicationIdentifier ?? "-", diagnosis.receipt?.createdAtText ?? "-")
///
/// The answer of the server is not among it; that is ``RegistrationJudgement``.
public struct AttestationDiagnosis: Sendable {
    /// The object, or why it cannot be read.
    public let object: Result<AttestationObject, CBORFault>
    /// The authenticator data, where it can be read.
    public let data: AttestedData?
    /// Each certificate; nil for one that cannot be read.
    public let certificates: [Certificate?]
    /// What the leaf says of app and system.
    public let leafNames: AppleExtensions?
    /// The receipt, where it can be read.
    public let receipt: AttestationReceipt?
    /// The nonce in the leaf, as the server finds it.
    public let nonce: [UInt8]?
    /// The key, or why it is none to the server.
    public let key: Result<COSEKey, COSEKey.Fault>?
    /// The point of the key, read as far as it can be.
    public let point: [UInt8]?
    /// What iOS 27 puts behind the key.
    public let extensionMap: ExtensionMap?
    /// How many bytes follow the key.
    public let byteCountBehindKey: Int
    /// The definitions of what the nonce covers that fit.
    public let bindings: [ChallengeBinding]

    /// Reads all of an object.
    ///
    /// - Parameter challenge: the one that it should be bound to, if it is known.
    public init(object bytes: [UInt8], challenge: [UInt8]? = nil) {
        object = Result { () throws(CBORFault) in try AttestationObject(cbor: bytes) }
        let read = try? object.get()
        let data = read?.authenticatorData.flatMap { AttestedData($0) }
        self.data = data
        certificates = read?.certificates?.map { Certificate($0) } ?? []
        let leaf = certificates.first ?? nil
        leafNames = leaf.map { AppleExtensions($0) }
        receipt = read?.receipt.flatMap { AttestationReceipt($0) }
        nonce = leaf?.extensionValue(.nonce).flatMap(NonceExtension.nonce)
        key = data.map { data in Result { () throws(COSEKey.Fault) in try COSEKey(data.keyBytes) } }
        let coordinates = data.flatMap { COSECoordinates($0.keyBytes) }
        point = coordinates?.point
        byteCountBehindKey = coordinates.flatMap { key in data.map { $0.keyBytes.count - key.end } } ?? 0
        extensionMap = data.flatMap { ExtensionMap(behindKeyIn: $0.keyBytes) }
        if let nonce, let data {
            bindings = ChallengeBinding.satisfied(by: nonce, data, challenge: challenge, receipt)
        } else {
            bindings = []
        }
    }

    /// The key id that the key has by Apple's documentation: base64 of its hash.
    public var keyID: String? { point.map { StrictBase64.text(of: SHA256Digest.bytes(of: $0)) } }

    /// Whether the key is a point of the curve.
    public var isOnCurve: Bool { point.map { P256PublicKey(sec1: $0) != nil } ?? false }

    /// Whether the app that the leaf names is the one whose hash the authenticator data begins with.
    public var isOfNamedApplication: Bool? {
        guard let name = leafNames?.applicationIdentifier, let data else { return nil }
        return SHA256Digest.bytes(of: Array(name.utf8)) == data.rpIDHash
    }
}

internal import Support

/// An assertion before it is signed and encoded.
struct AssertionDraft: Sendable {
    var application: String
    var flags: UInt8 = 0x40
    var counter: UInt32
    var further: [UInt8] = []
    var dataEdits: [@Sendable (inout [UInt8]) -> Void] = []
    var key = TestKeys.device
    var form = SigningForm.plain
    var clientEdits: [@Sendable (inout [UInt8]) -> Void] = []
    var hashCount = 1
    /// Changes to the signature, which is in DER.
    var signatureEdits: [@Sendable (inout [UInt8]) -> Void] = []
    var mapEdits: [@Sendable (inout CBORDraft) -> Void] = []
    var textEdits: [@Sendable (inout String) -> Void] = []

    func text(for clientData: [UInt8]) -> String {
        var clientData = clientData
        for edit in clientEdits { edit(&clientData) }
        for _ in 0..<hashCount { clientData = SHA256Digest.bytes(of: clientData) }
        var data = SHA256Digest.bytes(of: Array(application.utf8)) + [flags] + CBORDraft.bigEndian(counter) + further
        for edit in dataEdits { edit(&data) }
        var signature = key.reproducibleSignature(of: form.message(data, clientData))
        for edit in signatureEdits { edit(&signature) }
        var map = CBORDraft([
            (CBORWriter.text("signature"), CBORWriter.bytes(signature)),
            (CBORWriter.text("authenticatorData"), CBORWriter.bytes(data)),
        ])
        for edit in mapEdits { edit(&map) }
        var text = StrictBase64.text(of: map.bytes)
        for edit in textEdits { edit(&text) }
        return text
    }
}

extension CBORDraft {
    static func bigEndian(_ number: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    }
}

/// The keys of generated inputs. Their private numbers are public, so they protect nothing.
enum TestKeys {
    static let device = key(1)
    static let other = key(2)
    static let root = key(3)
    static let intermediate = key(4)

    private static func key(_ index: UInt8) -> P256PrivateKey {
        let number = SHA256Digest.bytes(of: Array("depthcheck test key ".utf8) + [index])
        guard let key = P256PrivateKey(number: number) else { preconditionFailure("the number is too large") }
        return key
    }

    static func compressed(_ point: [UInt8]) -> [UInt8] { [2 + point[64] % 2] + point[1...32] }
}

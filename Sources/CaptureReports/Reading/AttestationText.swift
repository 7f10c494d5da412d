internal import Captures

/// Attestation objects in files: as they are, or in base64 as engineers copy it, over several lines and with the
/// alphabet of URLs too.
enum AttestationText {
    /// The CBOR; nil for anything else.
    static func object(in bytes: [UInt8]) -> [UInt8]? {
        if isObject(bytes) { return bytes }
        // No base64 begins with what a map in CBOR begins with.
        guard bytes.count <= 1 << 24 else { return nil }
        var text: [UInt8] = []
        for byte in bytes where ![0x20, 0x09, 0x0A, 0x0D].contains(byte) {
            switch byte {
            case UInt8(ascii: "-"): text.append(UInt8(ascii: "+"))
            case UInt8(ascii: "_"): text.append(UInt8(ascii: "/"))
            case UInt8(ascii: "="): break
            default: text.append(byte)
            }
        }
        text += Array(repeating: UInt8(ascii: "="), count: (4 - text.count % 4) % 4)
        guard let object = StrictBase64.bytes(of: String(decoding: text, as: UTF8.self)), isObject(object) else {
            return nil
        }
        return object
    }

    /// Whether bytes are a map with a member that only attestations have.
    private static func isObject(_ bytes: [UInt8]) -> Bool {
        guard let first = bytes.first, (0xA0...0xBF).contains(first),
            let object = try? AttestationObject(cbor: bytes)
        else { return false }
        return object.format != nil || object.authenticatorData != nil || object.hasStatement
    }
}

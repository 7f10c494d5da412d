package import Captures
internal import Support

/// Recognises attestation objects in files: as bytes, or in base64 with line breaks or the URL alphabet. Also
/// recognises damaged objects, to report the damage.
enum AttestationText {
    enum Match {
        case object(StandaloneAttestation)
        /// A damaged object, with the bytes that the server would receive.
        case damaged([UInt8], AttestationDamage)
    }

    /// Nil for files that are unrelated to attestations.
    static func match(in bytes: [UInt8]) -> Match? {
        if isObject(bytes) { return .object(StandaloneAttestation(object: bytes)) }
        if let damage = damage(of: bytes) { return .damaged(bytes, damage) }
        // The first byte of a CBOR map is not ASCII, so base64 and JSON cannot begin with it.
        guard bytes.count <= 1 << 20, bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
        let text = bytes[...].trimmed(while: isBlank)
        if text.first == UInt8(ascii: "{") { return wrapped(bytes) }
        if text.first == UInt8(ascii: "\""), text.last == UInt8(ascii: "\""), text.count > 2 {
            return match(inText: text.dropFirst().dropLast(), of: bytes) != nil ? .damaged(bytes, .quoted) : nil
        }
        return match(inText: text, of: bytes)
    }

    /// Decodes hexadecimal or base64 in any form, without unwrapping quotation marks and JSON.
    private static func match(inText text: ArraySlice<UInt8>, of bytes: [UInt8]) -> Match? {
        for reading in Base64Reading.all(of: text) {
            let damage = damage(of: reading.bytes)
            guard damage != nil || isObject(reading.bytes) else { continue }
            if reading.differences.contains(.hexadecimal) { return .damaged(bytes, .hexadecimal) }
            if let damage { return .damaged(reading.bytes, damage) }
            if reading.differences.contains(.incomplete) { continue }
            let form = reading.isStrict ? nil : reading.name
            return .object(StandaloneAttestation(object: reading.bytes, form: form))
        }
        return nil
    }

    /// Whether the bytes are a CBOR map with a member that only attestations have.
    private static func isObject(_ bytes: [UInt8]) -> Bool {
        guard let first = bytes.first, (0xA0...0xBF).contains(first),
            let object = try? AttestationObject(cbor: bytes)
        else { return false }
        return object.format != nil || object.authenticatorData != nil || object.hasStatement
    }

    /// The damage to bytes that begin like an attestation object; nil for other bytes.
    private static func damage(of bytes: [UInt8]) -> AttestationDamage? {
        let tagCount = tagByteCount(bytes)
        let rest = bytes.dropFirst(tagCount)
        guard let first = rest.first, (0xA0...0xBF).contains(first) else { return nil }
        // In CBOR, a text follows its length.
        let start = Array(rest.prefix(64))
        let isMarked = ["fmt", "attStmt", "authData"].contains { name in
            start.firstRange(of: [0x60 + UInt8(name.utf8.count)] + Array(name.utf8)) != nil
        }
        guard isMarked else { return nil }
        if tagCount > 0 { return .tag }
        do throws(CBORFault) {
            _ = try AttestationObject(cbor: bytes)
            return nil
        } catch {
            return .cbor(error, byteCount: bytes.count)
        }
    }

    /// The number of bytes of leading CBOR tags.
    private static func tagByteCount(_ bytes: [UInt8]) -> Int {
        var count = 0
        while count < bytes.count, bytes[count] >> 5 == 6 {
            switch bytes[count] & 0x1F {
            case ..<24: count += 1
            case 24: count += 2
            case 25: count += 3
            case 26: count += 5
            default: count += 9
            }
        }
        return count
    }

    private static func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

    /// Finds an attestation object in a string of JSON.
    private static func wrapped(_ bytes: [UInt8]) -> Match? {
        guard bytes.count <= 1 << 20, let json = try? JSONReader.read(bytes, .texts) else { return nil }
        return member(of: json, depth: 3).map { .damaged(bytes, .json(member: $0)) }
    }

    /// The path of the first string that contains an object, complete or damaged.
    private static func member(of json: JSONValue, depth: Int) -> String? {
        guard depth > 0, let members = json.members else { return nil }
        for member in members {
            if let text = member.value.string.map({ Array($0.utf8) }), match(inText: text[...], of: text) != nil {
                return member.key
            }
            if let inner = Self.member(of: member.value, depth: depth - 1) { return "\(member.key).\(inner)" }
        }
        return nil
    }
}

package struct StandaloneAttestation: Sendable {
    package let object: [UInt8]
    /// The form of the text if it is not strict base64; nil for strict base64 and for raw bytes.
    package var form: String?
    /// The damage that prevents the server from decoding the object.
    package var damage: AttestationDamage?
}

/// A reason bytes are not a valid attestation object.
package enum AttestationDamage: Sendable, Hashable {
    case cbor(CBORFault, byteCount: Int)
    case tag
    case hexadecimal
    case quoted
    case json(member: String)
    case unknown(byteCount: Int)

    /// The damaged file as a noun with its article.
    var wording: String {
        switch self {
        case .cbor(.truncated, let byteCount):
            "an attestation object that is cut off after \(NumberText.count(byteCount, "byte"))"
        case .cbor(let fault, let byteCount):
            "\(NumberText.count(byteCount, "byte")) that begin like an attestation object but are not CBOR that "
                + "the server can read (\(fault.wording))"
        case .tag: "an attestation object after a CBOR tag"
        case .hexadecimal: "an attestation object in hexadecimal digits"
        case .quoted: "an attestation object in quotation marks"
        case .json(let member):
            "JSON with an attestation object as \(member.printable), which is not the body of a registration"
        case .unknown(let byteCount):
            "\(NumberText.count(byteCount, "byte")) that do not begin like an attestation object"
        }
    }

    var advice: String {
        switch self {
        case .cbor, .unknown: "copy all of what attestKey(_:clientDataHash:) returned"
        case .tag: "remove the tag: the server accepts only a map"
        case .hexadecimal: "write it in base64"
        case .quoted: "remove the quotation marks"
        case .json:
            "name a file with the object only, or write the body: platform, model, has_lidar, and attestation with "
                + "key_id, attestation_object and challenge"
        }
    }
}

extension StandaloneAttestation {
    var remarks: [AnswerReason] {
        var remarks: [AnswerReason] = []
        if let form {
            remarks.append(
                AnswerReason(
                    code: "base64_form",
                    sentence: "the file holds \(form): in a request the server would refuse it with 400 "
                        + "(\(RegistrationRule.attestationObject.rawValue)); it accepts the standard alphabet with "
                        + "padding, on one line"))
        }
        if let damage {
            remarks.append(
                AnswerReason(
                    code: "damaged_object", sentence: "the file holds \(damage.wording); \(damage.advice)"))
        }
        return remarks
    }
}

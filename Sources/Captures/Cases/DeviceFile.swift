package import Support

/// The server's record of a device in JSON. It is a device file, which `capture key` writes, or the member `device` of
/// a case.
package enum DeviceFile {
    package static let example =
        "{\"attestation_level\": \"secure_enclave\", \"public_key_hex\": \"04…\", \"assertion_counter\": 0}"

    /// An example record. Its key is the generator of P-256, which no device has.
    package static let exampleDevice = CaptureDevice(publicKey: P256Curve.generator, counter: 0)

    package struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
        package let finding: String

        package var description: String { "found \(finding); expected \(DeviceFile.example); correct it" }
        package init(finding: String) { self.finding = finding }
    }

    package enum Name: String, CaseIterable, Sendable {
        case level = "attestation_level"
        case publicKey = "public_key_hex"
        case counter = "assertion_counter"

        package var spellings: [String] {
            switch self {
            case .level: [rawValue, "level"]
            case .publicKey: [rawValue, "public_key"]
            case .counter: [rawValue, "counter"]
            }
        }

        /// Names that other programs use.
        private var others: [String] {
            switch self {
            case .level: ["device_level"]
            case .publicKey: ["key", "pub_key", "public_key_base64", "public_key_pem", "public_key_der"]
            case .counter: ["count", "sign_count", "stored_counter"]
            }
        }

        /// Whether a name resembles this one, such as `publicKey`, `pubkey` or `asertion_counter`.
        fileprivate func resembles(_ name: String) -> Bool {
            let name = Resemblance.folded(name)
            return (spellings + others).map(Resemblance.folded).contains { known in
                Resemblance.distance(name, known) <= (known.count < 5 ? 0 : known.count < 8 ? 1 : 2)
            }
        }
    }

    package static func hasInvalidKey(_ device: CaptureDevice) -> Bool {
        device.publicKey.map { P256PublicKey(sec1: $0) == nil } ?? false
    }

    /// Decodes the device of a case. A null or absent key means that none is stored. Any other key is accepted, because
    /// a case can test an invalid key.
    package static func device(_ bytes: [UInt8], level: String) throws(Fault) -> CaptureDevice {
        try device(try json(bytes), level: level)
    }

    private static func json(_ bytes: [UInt8]) throws(Fault) -> JSONValue {
        do throws(JSONError) {
            return try JSONReader.read(bytes, .texts)
        } catch {
            throw Fault(finding: error.description)
        }
    }

    /// Decodes a device file. A key in another form than the server's is an error.
    package static func device(_ bytes: [UInt8]) throws(Fault) -> CaptureDevice {
        if bytes.starts(with: "-----BEGIN ".utf8) {
            throw Fault(finding: "PEM, such as a key, not the server's record of a device")
        }
        let value = try json(bytes)
        let device = try device(value)
        if let key = device.publicKey, P256PublicKey(sec1: key) == nil, let (form, point) = point(in: key) {
            let name = keySpelling(value.members ?? [])
            throw Fault(finding: "\(name) with \(form); the digits of the key are \(Hexadecimal.text(of: point))")
        }
        return device
    }

    private static func keySpelling(_ members: [JSONValue.Member]) -> String {
        Name.publicKey.spellings.first { spelling in members.contains { $0.key == spelling } }
            ?? Name.publicKey.rawValue
    }

    /// The faults of a record that make every assertion or request fail.
    package static func notes(on device: CaptureDevice, _ bytes: [UInt8]) -> [String] {
        var notes: [String] = []
        if hasInvalidKey(device) {
            let name = keySpelling((try? JSONReader.read(bytes, .texts))?.members ?? [])
            notes.append("\(name) is not a P-256 public key, so no assertion verifies with it")
        }
        if device.counter < 0 {
            notes.append("the counter is \(device.counter), which no server stores; a new device has 0")
        }
        if !knownLevels.contains(device.attestationLevel) {
            notes.append(
                "the level \"\(device.attestationLevel.printable)\" is none that the server gives ("
                    + knownLevels.joined(separator: ", ") + ")")
        }
        return notes
    }

    private static let knownLevels = [CaptureDevice.verifiedLevel, CaptureDevice.unverifiedLevel, "strongbox", "tee"]

    package static func device(
        _ value: JSONValue, level: String = CaptureDevice.verifiedLevel
    ) throws(Fault) -> CaptureDevice {
        guard let members = value.members else {
            throw Fault(
                finding: value.elements.map { "a list of \($0.count), not the record of one device" } ?? value.kindName)
        }
        if let collection = collection(members) { throw Fault(finding: collection) }
        let counter = try counter(member(.counter, of: members))
        var device = CaptureDevice(attestationLevel: level, publicKey: nil, counter: counter)
        if let found = try member(.level, of: members), found.value != .null {
            guard let level = found.value.string
            else { throw Fault(finding: "\(found.value.kindName) as \(found.key)") }
            device.attestationLevel = level
        }
        if let found = try member(.publicKey, of: members) { device.publicKey = try publicKey(found) }
        return device
    }

    private static func collection(_ members: [JSONValue.Member]) -> String? {
        let isRecord = members.contains { member in Name.allCases.contains { $0.spellings.contains(member.key) } }
        let inner = members.filter { $0.value.members != nil || $0.value.elements != nil }
        guard !isRecord, !inner.isEmpty else { return nil }
        if inner.contains(where: { $0.key == "device" }) {
            return "an object with the record in its member device, not the record itself"
        }
        let names = inner.prefix(3).map(\.key.printable).joined(separator: ", ") + (inner.count > 3 ? ", …" : "")
        return "an object with other objects in it (\(names)), not the record of one device"
    }

    private static func member(_ name: Name, of members: [JSONValue.Member]) throws(Fault) -> JSONValue.Member? {
        let found = name.spellings.compactMap { spelling in members.first { $0.key == spelling } }
        if found.count == 2, !areEqual(found[0].value, found[1].value) {
            throw Fault(finding: "different values of \(found[0].key) and \(found[1].key)")
        }
        if found.isEmpty, let other = members.first(where: { name.resembles($0.key) }) {
            throw Fault(finding: "the member \(other.key.printable) in place of \(name.rawValue)")
        }
        return found.first
    }

    private static func areEqual(_ first: JSONValue, _ second: JSONValue) -> Bool {
        first == second || first.string.map { $0.lowercased() == second.string?.lowercased() } ?? false
    }

    private static func counter(_ member: JSONValue.Member?) throws(Fault) -> Int64 {
        guard let member else { throw Fault(finding: "no member \(Name.counter.rawValue)") }
        guard let counter = member.value.whole
        else { throw Fault(finding: "\(member.value.shownText) as \(member.key), which is not a whole number") }
        return Int64(counter)
    }

    private static func publicKey(_ member: JSONValue.Member) throws(Fault) -> [UInt8]? {
        if member.value == .null { return nil }
        guard let text = member.value.string else { throw Fault(finding: "\(member.value.kindName) as \(member.key)") }
        if let key = Hexadecimal.bytes(of: text) { return key }
        let finding = "something other than hexadecimal digits as \(member.key)"
        // Drops the first and the last line of PEM.
        let content = text.split(separator: "\n").filter { !$0.hasPrefix("-----") }.joined()
        let key = Base64Reading.all(of: content.utf8).lazy.compactMap { reading in
            point(in: reading.bytes).map { (reading, Hexadecimal.text(of: $0.point)) }
        }.first
        guard let (reading, digits) = key else { throw Fault(finding: finding) }
        let form =
            if text.contains("-----BEGIN") {
                "in PEM"
            } else {
                reading.differences.contains(.hexadecimal)
                    ? "with characters other than its hexadecimal digits" : "in \(reading.name)"
            }
        throw Fault(finding: "\(member.key) \(form); the digits of the key are \(digits)")
    }

    private static func point(in bytes: [UInt8]) -> (form: String, point: [UInt8])? {
        let (end, both) = (Array(bytes.suffix(65)), [4] + bytes)
        if P256PublicKey(sec1: end) != nil {
            if bytes == end { return ("the key", end) }
            if bytes == CertificateKey.info(p256: end) { return ("the key in DER (SubjectPublicKeyInfo)", end) }
        }
        return bytes.count == 64 && P256PublicKey(sec1: both) != nil ? ("x and y without 04 before them", both) : nil
    }

    package static let shape = Shape<CaptureDevice> {
        Member(Name.level.rawValue, .text, or: .absent) { $0.attestationLevel }.listedLast
        Member(Name.publicKey.rawValue, Shape.hexadecimal.orNull, or: .absent) { device in
            .some(device.publicKey.map { Hexadecimal.text(of: $0) })
        }.listedLast
        Member(Name.counter.rawValue, .integer) { Int($0.counter) }
    }

    /// The schema of a record with either spelling of its members, extended by other members.
    package static func schema(and others: [JSONSchema.Member] = []) -> JSONSchema {
        .anyOf(
            [\Name.spellings.first, \Name.spellings.last].map { spelling in
                func name(_ name: Name) -> String { name[keyPath: spelling] ?? name.rawValue }
                return .object(
                    [
                        JSONSchema.Member(name(.level), .string.orNull, .optional),
                        JSONSchema.Member(name(.publicKey), .hexadecimal.orNull, .optional),
                        JSONSchema.Member(name(.counter), .integer),
                    ] + others)
            })
    }
}

package import Captures
package import Support

/// The clock, the configuration and the state of a server, as JSON.
package struct SessionSettings: Sendable {
    /// Nil for the system's clock.
    package var now: CaptureTimestamp?
    package var configuration = SessionConfiguration()
    package var state = SessionState()

    package init() {}

    /// The reason why a file has no valid settings: what was found, and what was expected.
    package struct Fault: Error, Hashable, Sendable {
        package let finding: String
        package let expected: String
    }

    /// The members in the order of the document.
    private enum Member: String, CaseIterable {
        case now, config, devices, challenges
        case mediaHashes = "media_hashes"
    }

    /// - Parameter standard: The configuration if there is no `config`.
    package init(json bytes: [UInt8], or standard: SessionConfiguration = SessionConfiguration()) throws(Fault) {
        configuration = standard
        let json: JSONValue
        do throws(JSONError) { json = try JSONReader.read(bytes, .texts) } catch {
            throw Fault(finding: error.description, expected: "a JSON object")
        }
        let reader = SettingsReader(json: json, path: "")
        try reader.requireMembers(among: Member.allCases.map(\.rawValue))
        now = try reader.time(Member.now.rawValue)
        if let config = try reader.object(Member.config.rawValue) { try readConfiguration(config) }
        state = SessionState(
            challenges: try reader.elements(Member.challenges.rawValue).map(Self.challenge),
            devices: try reader.elements(Member.devices.rawValue).map(Self.device),
            mediaHashes: try reader.elements(Member.mediaHashes.rawValue).map(Self.mediaHash))
        let names = state.devices.compactMap(\.identifier)
        var seen: Set<String> = []
        if let twice = names.first(where: { !seen.insert($0).inserted }) {
            throw reader.fault("the id \(twice) of two devices", "a different id for each device")
        }
    }

    private mutating func readConfiguration(_ config: SettingsReader) throws(Fault) {
        try config.requireMembers(among: [
            "apple_team_id", "apple_bundle_id", "strict_attestation", "require_verified_devices", "root_certificate",
        ])
        let standard = CaptureApplication.standard
        configuration.application = CaptureApplication(
            teamIdentifier: try config.optional("apple_team_id", .string) ?? standard.teamIdentifier,
            bundleIdentifier: try config.optional("apple_bundle_id", .string) ?? standard.bundleIdentifier)
        configuration.isAttestationStrict = try config.optional("strict_attestation", .flag) ?? false
        configuration.requiresVerifiedDevices = try config.optional("require_verified_devices", .flag) ?? false
        if let root = try config.object("root_certificate") {
            try root.requireMembers(among: ["base64"])
            guard let certificate = AttestationCertificate(file: try root.base64("base64") ?? []) else {
                throw root.fault("no certificate", "one in base64")
            }
            configuration.root = certificate
        }
    }

    private static func challenge(_ reader: SettingsReader) throws(SessionSettings.Fault) -> SessionState.Challenge {
        try reader.requireMembers(among: ["challenge", "expires_at", "used"])
        guard let bytes = try reader.base64("challenge") else { throw reader.fault("no challenge", "one in base64") }
        guard let end = try reader.time("expires_at") else { throw reader.fault("no expires_at", "a time") }
        return SessionState.Challenge(bytes, expiresAt: end, isUsed: try reader.optional("used", .flag) ?? false)
    }

    /// A device in the form of a device file, with its identifier and key id.
    private static func device(_ reader: SettingsReader) throws(SessionSettings.Fault) -> SessionState.Device {
        try reader.requireMembers(among: ["id", "key_id"] + DeviceFile.Name.allCases.flatMap(\.spellings))
        let record: CaptureDevice
        do throws(DeviceFile.Fault) { record = try DeviceFile.device(reader.json) } catch {
            throw reader.fault(error.finding, DeviceFile.example)
        }
        var digits: String?
        if let text = try reader.optional("id", .string) {
            digits = DeviceIdentifier.digits(of: text)
            if digits == nil { throw reader.fault("\"\(text.printable)\" as id", "a UUID") }
        }
        return SessionState.Device(identifier: digits, keyID: try reader.optional("key_id", .string), record: record)
    }

    private static func mediaHash(_ reader: SettingsReader) throws(SessionSettings.Fault) -> [UInt8] {
        guard let text = reader.json.string, let bytes = Hexadecimal.bytes(of: text), bytes.count == 32 else {
            throw reader.fault("something else", "SHA-256 in 64 hexadecimal digits")
        }
        return bytes
    }
}

extension SessionSettings {
    /// Writes the settings in the form in which they are read, with the root certificate in base64.
    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            if let now = now?.millisecondText { writer.member(Member.now.rawValue, now) }
            writer.member(Member.config.rawValue) { writer in
                writer.object { writer in
                    writer.member("apple_team_id", configuration.application.teamIdentifier)
                    writer.member("apple_bundle_id", configuration.application.bundleIdentifier)
                    writer.member("strict_attestation", configuration.isAttestationStrict)
                    writer.member("require_verified_devices", configuration.requiresVerifiedDevices)
                    writer.member("root_certificate") { writer in
                        writer.object { $0.member("base64", StrictBase64.text(of: configuration.root.bytes)) }
                    }
                }
            }
            writer.objects(Member.devices.rawValue, state.devices) { device, writer in
                if let identifier = device.identifier { writer.member("id", identifier) }
                if let keyID = device.keyID { writer.member("key_id", keyID) }
                writer.member(DeviceFile.Name.level.rawValue, device.record.attestationLevel)
                writer.member(
                    DeviceFile.Name.publicKey.rawValue, device.record.publicKey.map { Hexadecimal.text(of: $0) })
                writer.member(DeviceFile.Name.counter.rawValue, Int(device.record.counter))
            }
            writer.objects(Member.challenges.rawValue, state.challenges) { challenge, writer in
                writer.member("challenge", StrictBase64.text(of: challenge.bytes))
                writer.member("expires_at", challenge.expiresAt.millisecondText)
                writer.member("used", challenge.isUsed)
            }
            writer.member(Member.mediaHashes.rawValue, state.media.keys.map { Hexadecimal.text(of: $0) }.sorted())
        }
    }

    package static var schema: JSONSchema {
        let configuration = JSONSchema.object(
            [:],
            optional: [
                "apple_team_id": .string, "apple_bundle_id": .string, "strict_attestation": .flag,
                "require_verified_devices": .flag, "root_certificate": .object(["base64": .string]),
            ])
        let device = DeviceFile.schema(and: JSONSchema.members(["id": .string, "key_id": .string], .optional))
        let challenge = JSONSchema.object(["challenge": .string, "expires_at": .string], optional: ["used": .flag])
        return .object(
            [:],
            optional: [
                "now": .string, "config": configuration, "devices": .list(of: device),
                "challenges": .list(of: challenge), "media_hashes": .strings,
            ])
    }
}

/// An object of the settings, with its place in the file for messages.
private struct SettingsReader: MemberReader {
    let json: JSONValue
    let path: String

    func fault(_ finding: String, _ expected: String) -> SessionSettings.Fault {
        SessionSettings.Fault(finding: path.isEmpty ? finding : "\(finding) in \(path)", expected: expected)
    }

    func requireMembers(among names: [String]) throws(SessionSettings.Fault) {
        guard let members = json.members else { throw fault(json.kindName, "an object") }
        if let other = members.first(where: { !names.contains($0.key) }) {
            throw fault("the member \"\(other.key.printable)\"", "only \(names.joined(separator: ", "))")
        }
    }

    func value(_ name: String) -> JSONValue? { json[name] }

    func failure(of fault: MemberFault) -> SessionSettings.Fault {
        switch fault {
        case .missing(let name): self.fault("no \(name)", "one")
        case .wrongKind(let name, let found, let expected): self.fault("\(found.kindName) as \(name)", expected)
        }
    }

    func time(_ name: String) throws(SessionSettings.Fault) -> CaptureTimestamp? {
        try optional(name, "a time such as 2025-12-01T10:00:30Z") { $0.string.flatMap { CaptureTimestamp($0) } }
    }

    func base64(_ name: String) throws(SessionSettings.Fault) -> [UInt8]? {
        try optional(name, "base64") { $0.string.flatMap(StrictBase64.bytes) }
    }

    func object(_ name: String) throws(SessionSettings.Fault) -> SettingsReader? {
        try optional(name, .object).map { SettingsReader(json: .object($0), path: place(name)) }
    }

    func elements(_ name: String) throws(SessionSettings.Fault) -> [SettingsReader] {
        let elements = try optional(name, .array) ?? []
        return zip(0..., elements).map { SettingsReader(json: $1, path: "\(place(name))[\($0)]") }
    }

    private func place(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }
}

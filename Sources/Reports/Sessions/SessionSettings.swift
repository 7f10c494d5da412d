package import Captures
package import Support

/// The contents of `session.json`: the clock, the configuration of the server, and what it knows before the first
/// request.
///
///     let settings = try SessionSettings(json: bytes) { name in try read(name) }
///     print(settings.configuration.isAttestationStrict)
package struct SessionSettings: Sendable {
    /// The name of the file in a folder.
    package static let fileName = TestSession.settingsFile

    /// The server's clock at the first request.
    package var now: CaptureTimestamp?
    package var configuration = SessionConfiguration()
    package var state = SessionState()
    /// The server's clock at single requests, by file name.
    package var times: [String: CaptureTimestamp] = [:]
    /// The file with the root certificate, which is no request.
    package var rootFile: String?

    package init() {}

    /// Why a file has no settings: what was found, and what was expected.
    package struct Fault: Error, Hashable, Sendable {
        package let finding: String
        package let expected: String
    }

    /// The members in the order of the document.
    private enum Member: String, CaseIterable {
        case now, times, config, devices, challenges
        case mediaHashes = "media_hashes"
    }

    /// - Parameter file: Reads a file of the folder.
    package init(json bytes: [UInt8], reading file: (String) throws(Fault) -> [UInt8]) throws(Fault) {
        let json: JSONValue
        do throws(JSONError) { json = try JSONReader.read(bytes, .texts) } catch {
            throw Fault(finding: error.description, expected: "a JSON object")
        }
        let reader = SettingsReader(json: json, path: "")
        try reader.requireMembers(among: Member.allCases.map(\.rawValue))
        now = try reader.time(Member.now.rawValue)
        for member in try reader.object(Member.times.rawValue)?.json.members ?? [] {
            times[String(jsonName: member.key)] = try SettingsReader.time(member.value, at: "times.\(member.key)")
        }
        if let config = try reader.object(Member.config.rawValue) {
            try readConfiguration(config, file)
        }
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

    private mutating func readConfiguration(
        _ config: SettingsReader, _ file: (String) throws(Fault) -> [UInt8]
    ) throws(Fault) {
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
            try root.requireMembers(among: ["base64", "ref"])
            rootFile = try root.optional("ref", .string).map { String(jsonName: $0) }
            if rootFile != nil, root.json["base64"] != nil { throw root.fault("both base64 and ref", "one of them") }
            let bytes = if let rootFile { try file(rootFile) } else { try root.base64("base64") ?? [] }
            guard let certificate = AttestationCertificate(file: bytes) else {
                throw root.fault("no certificate", "one in base64, or the name of its file in ref")
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

    /// A device in the form of a device file, with the identifier and the key id.
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
    package static var schema: JSONSchema {
        let certificate = JSONSchema.anyOf(["base64", "ref"].map { .object([$0: .string]) })
        let configuration = JSONSchema.object(
            [:],
            optional: [
                "apple_team_id": .string, "apple_bundle_id": .string, "strict_attestation": .flag,
                "require_verified_devices": .flag, "root_certificate": certificate,
            ])
        let device = DeviceFile.schema(and: JSONSchema.members(["id": .string, "key_id": .string], .optional))
        let challenge = JSONSchema.object(["challenge": .string, "expires_at": .string], optional: ["used": .flag])
        return .object(
            [:],
            optional: [
                "now": .string, "times": .map(of: .string), "config": configuration, "devices": .list(of: device),
                "challenges": .list(of: challenge), "media_hashes": .strings,
            ])
    }
}

/// An object of `session.json` and its place, for messages.
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

    /// A setting that is null is a mistake.
    var allowsNull: Bool { false }

    func failure(of fault: MemberFault) -> SessionSettings.Fault {
        switch fault {
        case .missing(let name): self.fault("no \(name)", "one")
        case .wrongKind(let name, let found, let expected): self.fault("\(found.kindName) as \(name)", expected)
        }
    }

    func time(_ name: String) throws(SessionSettings.Fault) -> CaptureTimestamp? {
        guard let value = json[name] else { return nil }
        return try Self.time(value, at: place(name))
    }

    static func time(_ value: JSONValue, at place: String) throws(SessionSettings.Fault) -> CaptureTimestamp {
        guard let time = value.string.flatMap({ CaptureTimestamp($0) }) else {
            throw SessionSettings.Fault(
                finding: "\(value.string.map { "\"\($0.printable)\"" } ?? value.kindName) as \(place.printable)",
                expected: "a time such as 2025-12-01T10:00:30Z")
        }
        return time
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

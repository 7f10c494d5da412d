internal import Support

/// The memory of a capture server between requests: challenges, devices with keys and counters, hashes of stored media.
package struct SessionState: Sendable, Hashable {
    package struct Challenge: Sendable, Hashable {
        package let bytes: [UInt8]
        package let expiresAt: CaptureTimestamp
        package var isUsed: Bool
        /// The number of the request that redeemed the challenge; nil if none of this session did.
        package fileprivate(set) var user: Int?

        package init(_ bytes: [UInt8], expiresAt: CaptureTimestamp, isUsed: Bool = false) {
            (self.bytes, self.expiresAt, self.isUsed) = (bytes, expiresAt, isUsed)
        }
    }

    package struct Device: Sendable, Hashable {
        /// Nil until an answer, or a request that the device signed, contains the identifier.
        package var identifier: String?
        package var keyID: String?
        package var record: CaptureDevice
        /// The number of the request that registered the device; nil if none of this session did.
        package fileprivate(set) var registration: Int?
        /// The number of the request that stored the counter; nil if none of this session did.
        package fileprivate(set) var counting: Int?

        package init(identifier: String? = nil, keyID: String? = nil, record: CaptureDevice) {
            (self.identifier, self.keyID, self.record) = (identifier, keyID, record)
        }
    }

    package private(set) var challenges: [Challenge]
    package private(set) var devices: [Device]
    /// The hashes of stored media, each with the number of the request that stored it; nil if none of this session did.
    package private(set) var media: [[UInt8]: Int?]
    /// The changes since the last ``takeChanges()``, in order.
    private var changes: [Change] = []

    package enum Change: Sendable, Hashable {
        case challenge(Challenge)
        case device(Device)
        case media([UInt8])
    }

    package init(challenges: [Challenge] = [], devices: [Device] = [], mediaHashes: [[UInt8]] = []) {
        (self.challenges, self.devices) = (challenges, devices)
        media = Dictionary(mediaHashes.map { ($0, nil) }) { first, _ in first }
    }

    package static let challengeLifetime: Int64 = 300
    package static let challengeByteCount = 32
    /// The number of seconds after a challenge expires by which the server has certainly removed it.
    private static let forgettingTime: Int64 = 60

    package mutating func issue(_ challenge: [UInt8], expiresAt: CaptureTimestamp) {
        challenges.append(Challenge(challenge, expiresAt: expiresAt))
        changes.append(.challenge(challenges[challenges.count - 1]))
    }

    package mutating func removeForgotten(at now: CaptureTimestamp) {
        challenges.removeAll { now.isAfter($0.expiresAt.adding(seconds: Self.forgettingTime)) }
    }

    /// The whole state, as changes to an empty one.
    package var everything: [Change] {
        challenges.map(Change.challenge) + devices.map(Change.device) + media.keys.map(Change.media)
    }

    /// The changes that a database has yet to store.
    package mutating func takeChanges() -> [Change] {
        defer { changes = [] }
        return changes
    }

    package func challenge(_ bytes: [UInt8]) -> Challenge? { challenges.last { $0.bytes == bytes } }

    /// The state of a challenge. It can be redeemed once, up to and including the moment at which it expires.
    package func stateOfChallenge(_ bytes: [UInt8], at now: CaptureTimestamp) -> ChallengeState {
        guard let challenge = challenge(bytes) else { return .unknown }
        let end = challenge.expiresAt
        if now.isAfter(end.adding(seconds: Self.forgettingTime)) { return .unknown }
        if challenge.isUsed { return .used }
        return now.isAfter(end) ? .expired : .issued
    }

    mutating func redeem(_ bytes: [UInt8], by request: Int) {
        guard let index = challenges.lastIndex(where: { $0.bytes == bytes }) else { return }
        (challenges[index].isUsed, challenges[index].user) = (true, request)
        changes.append(.challenge(challenges[index]))
    }

    package func device(keyID: String) -> Device? {
        devices.first { $0.keyID.map { $0.utf8.elementsEqual(keyID.utf8) } ?? false }
    }

    mutating func register(_ record: CaptureDevice, keyID: String?, by request: Int) {
        var device = Device(keyID: keyID, record: record)
        device.registration = request
        devices.append(device)
    }

    /// The effect of an answer that names a device.
    package enum Identification: Sendable, Hashable {
        case identified
        case noDevice
        case taken
    }

    /// Assigns an identifier to the last device without one.
    package mutating func identify(_ identifier: String) -> Identification {
        if let known = indexOfDevice(identifier) { return known == devices.indices.last ? .identified : .taken }
        guard DeviceIdentifier.isValid(identifier), let index = devices.lastIndex(where: { $0.identifier == nil })
        else { return .noDevice }
        assign(identifier, toDevice: index)
        return .identified
    }

    func indexOfDevice(_ identifier: String) -> Int? {
        guard let digits = DeviceIdentifier.digits(of: identifier) else { return nil }
        return devices.firstIndex { $0.identifier == digits }
    }

    mutating func assign(_ identifier: String, toDevice index: Int) {
        devices[index].identifier = DeviceIdentifier.digits(of: identifier)
        changes.append(.device(devices[index]))
    }

    mutating func store(counter: Int64, ofDevice index: Int, by request: Int) {
        guard devices[index].record.counter != counter else { return }
        (devices[index].record.counter, devices[index].counting) = (counter, request)
        changes.append(.device(devices[index]))
    }

    mutating func store(mediaHash: [UInt8], by request: Int) {
        media[mediaHash] = request
        changes.append(.media(mediaHash))
    }
}

extension CaptureTimestamp {
    package func isAfter(_ other: CaptureTimestamp) -> Bool {
        (utcSeconds, nanoseconds) > (other.utcSeconds, other.nanoseconds)
    }

    /// The time after a number of seconds, clamped to 64-bit seconds.
    package func adding(seconds: Int64) -> CaptureTimestamp {
        CaptureTimestamp(utcSeconds: Int64(clamping: Int128(utcSeconds) + Int128(seconds)), nanoseconds: nanoseconds)
    }
}

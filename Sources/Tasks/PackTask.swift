package import Captures
package import DepthAnalysis
package import DepthFiles
internal import Support

/// Packs a capture that the server accepts, and the signed request for it.
///
///     let task = try PackTask(options)
///     let packed = try await task.run(photo: photo, depthMap: depthMap, key: key)
package struct PackTask: Sendable {
    package struct Options: Sendable {
        package var at: String?
        package var model = CaptureData.usualModel
        // The coordinates of the place in degrees, given both or not at all.
        package var latitude: Double?
        package var longitude: Double?
        /// Whether to pack the hashes and the phone's own analysis instead of the media.
        package var hashOnly = false
        /// Whether there is a test key, without which the capture has no assertion.
        package var hasKey = false
        package var binding: SatisfiedBinding?
        package var counter: Int?
        package var team = CaptureApplication.standard.teamIdentifier
        package var bundle = CaptureApplication.standard.bundleIdentifier
        /// The device for which the whole request is signed; nil to pack only the body.
        package var deviceID: String?
        package var requestCounter: Int?

        package init() {}
    }

    package struct Packed: Sendable {
        package let capture: PackedCapture
        package let request: PackedRequest?
    }

    private let options: Options
    private let takenAt: CaptureTimestamp
    private let location: CaptureLocation?
    package let counter: UInt32
    package let requestCounter: UInt32

    package init(_ given: Options) throws(OptionError) {
        options = given
        takenAt = try CaptureTimestamp.ofCapture(given.at)
        try OptionError.requireModel(given.model)
        location = try given.location()
        if let deviceID = given.deviceID, !DeviceIdentifier.isValid(deviceID) {
            throw OptionError(.deviceID, text: deviceID, expected: "a UUID, as the server sent it")
        }
        if given.requestCounter != nil, given.deviceID == nil { throw .incomplete(.requestCounter, without: .deviceID) }
        counter = try OptionError.counter(.counter, given.counter ?? (given.deviceID == nil ? 1 : 2))
        let isFirst = counter == 1 && given.deviceID != nil && given.requestCounter == nil
        guard !isFirst else {
            throw OptionError(
                .counter, is: counter, expected: "2 or more, because the counter of the request must be lower")
        }
        requestCounter = try OptionError.counter(
            .requestCounter, given.requestCounter ?? max(Int(counter) - 1, 1))
        try given.requireKey()
    }

    package var endpoint: CaptureEndpoint { options.hashOnly ? .hashOnly : .full }

    package var application: CaptureApplication {
        CaptureApplication(teamIdentifier: options.team, bundleIdentifier: options.bundle)
    }

    /// The binding that the capture's assertion satisfies; nil for the binding of its endpoint.
    package var binding: SatisfiedBinding? { options.binding }

    package var deviceID: String? { options.deviceID }

    /// - Parameter key: the key, if the options say that there is one.
    package func run(
        photo: [UInt8], depthMap: PackedDepthMap, key: TestKey?
    ) async throws(TaskFailure) -> Packed {
        precondition((key != nil) == options.hasKey, "the options say whether there is a key")
        do {
            let data = try CaptureData(
                photo: photo, depthMap: depthMap, takenAt: takenAt, deviceModel: options.model, location: location)
            let packer = CapturePacker(signer: signer(key, counter), binding: options.binding?.binding)
            let capture = try await options.hashOnly ? packer.packHashOnly(data) : packer.packFull(data)
            guard let deviceID = options.deviceID, let signer = signer(key, requestCounter) else {
                return Packed(capture: capture, request: nil)
            }
            let time = CaptureTimestamp(data.metadata.capturedAt) ?? takenAt
            let request = try await PackedRequest.signed(
                capture, deviceID: deviceID, milliseconds: time.milliseconds, by: signer)
            return Packed(capture: capture, request: request)
        } catch let error as CapturePackingError {
            throw TaskFailure.packing(error)
        } catch {
            preconditionFailure("a test key signs without an error: \(error)")
        }
    }

    private func signer(_ key: TestKey?, _ counter: UInt32) -> TestKeySigner? {
        key.map {
            TestKeySigner(
                key: $0, application: application, counter: counter, form: options.binding?.form ?? .plain)
        }
    }
}

extension PackTask {
    /// A depth map in the form in which it is sent, and the file from which it was read.
    package struct DepthMapFile: Sendable {
        package let packed: PackedDepthMap
        package let file: DecodedDepthFile
    }

    package static func depthMap(in path: String, _ reading: MapReading) throws(TaskFailure) -> DepthMapFile {
        let file: DecodedDepthFile
        do throws(ReadingError) { file = try reading.reader.open(.path(path)).decoded() } catch {
            throw .reading(error)
        }
        do throws(CapturePackingError) { return DepthMapFile(packed: try PackedDepthMap(file), file: file) } catch {
            throw .packing(error)
        }
    }

    package static func depthMap(_ map: DepthMap) throws(TaskFailure) -> PackedDepthMap {
        do throws(CapturePackingError) { return try PackedDepthMap(map) } catch { throw .packing(error) }
    }

    /// A key in PEM. The message never contains the text.
    package static func key(pem: String) throws(TaskFailure) -> TestKey {
        guard let key = TestKey(pem: pem) else {
            throw TaskFailure(
                TaskFailure.invalidArgument,
                "found no P-256 private key in PEM; expected one as \(option: .key)")
        }
        return key
    }
}

extension PackTask.Options {
    fileprivate func location() throws(OptionError) -> CaptureLocation? {
        try OptionError.requireBoth(.latitude, latitude != nil, .longitude, longitude != nil)
        guard let latitude, let longitude else { return nil }
        for (option, degrees, limit) in [(TaskOption.latitude, latitude, 90), (.longitude, longitude, 180)] {
            guard abs(degrees) <= Double(limit) else {
                throw OptionError(option, is: degrees, expected: "-\(limit) to \(limit) degrees")
            }
        }
        return CaptureLocation(latitude: latitude, longitude: longitude)
    }

    fileprivate func requireKey() throws(OptionError) {
        if !hasKey {
            if deviceID != nil { throw .incomplete(.deviceID, without: .key, which: "signs the request") }
            if binding != nil { throw .incomplete(.binding, without: .key) }
            if hashOnly {
                throw .incomplete(.hashOnly, without: .key, which: "signs the assertion that the server requires")
            }
        }
        guard let binding else { return }
        let possible = AssertionBinding.packable(at: hashOnly ? .hashOnly : .full)
        guard possible.contains(binding.binding) else {
            throw OptionError(
                .binding, is: "\(binding.binding.name), \(binding.binding.definition)",
                expected: "one of \(possible.map(\.name).joined(separator: ", ")), the data that this kind of capture "
                    + "contains")
        }
    }

    package static let members = [
        "at", "model", "latitude", "longitude", "hash_only", "key", "binding", "counter", "team", "bundle", "device_id",
        "request_counter",
    ]

    package init(_ json: some JSONOptions) throws(TaskFailure) {
        self.init()
        at = try json.optional("at", .string)
        model = try json.optional("model", .string) ?? model
        latitude = try json.optional("latitude", .number)
        longitude = try json.optional("longitude", .number)
        hashOnly = try json.flag("hash_only")
        hasKey = try json.optional("key", .string) != nil
        binding = try json.optional("binding", SatisfiedBinding.expected) { value in
            value.string.flatMap { SatisfiedBinding(named: $0) }
        }
        counter = try json.optional("counter", .whole)
        team = try json.optional("team", .string) ?? team
        bundle = try json.optional("bundle", .string) ?? bundle
        deviceID = try json.optional("device_id", .string)
        requestCounter = try json.optional("request_counter", .whole)
    }
}

/// Packs the registration of a test key, which a server in its default mode accepts.
///
///     let packed = try PackRegistrationTask(options).run(key)
package struct PackRegistrationTask: Sendable {
    package struct Options: Sendable {
        /// The challenge from the server in base64.
        package var challenge: String
        package var hasKey = false
        package var at: String?
        package var model = CaptureData.usualModel
        package var team = CaptureApplication.standard.teamIdentifier
        package var bundle = CaptureApplication.standard.bundleIdentifier
        package var environment = AttestationEnvironment.production
        /// Whether to append the extension map that iOS 27 adds.
        package var extensionMap = false
        /// Whether to set the flag that announces the map. Phones leave it clear.
        package var isExtensionFlagged = false

        package init(challenge: String) { self.challenge = challenge }
    }

    package struct Packed: Sendable {
        package let attestation: TestAttestation
        package let body: [UInt8]
        /// The root certificate in DER.
        package let root: [UInt8]
    }

    private let options: Options
    private let challenge: [UInt8]
    private let time: CaptureTimestamp

    package init(_ given: Options) throws(OptionError) {
        options = given
        time = try CaptureTimestamp.ofCapture(given.at)
        try OptionError.requireModel(given.model)
        let count = SessionState.challengeByteCount
        challenge = try StrictBase64.bytes(of: .challenge, given.challenge, byteCount: count)
        if !given.hasKey { throw .incomplete(.challenge, without: .key, which: "is registered") }
    }

    package func run(_ key: TestKey) -> Packed {
        // The map as builds from the App Store and development builds have it.
        let map = AuthenticatorExtensions(
            bundleVersion: "1", validationCategory: options.environment == .production ? 4 : 3)
        var attestation = TestAttestation(
            key: key,
            application: CaptureApplication(teamIdentifier: options.team, bundleIdentifier: options.bundle),
            challenge: challenge, madeAt: time, environment: options.environment,
            extensionMap: options.extensionMap ? map : nil)
        attestation.isExtensionFlagged = options.isExtensionFlagged
        let chain = TestChain(at: time)
        return Packed(
            attestation: attestation, body: attestation.registration(by: chain, model: options.model).json,
            root: chain.root)
    }
}

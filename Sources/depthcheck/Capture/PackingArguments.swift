import ArgumentParser
import Captures
import DepthFiles
import Support

struct CaptureArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The time of the capture, such as 2025-12-01T10:00:00.123Z. [default: now]", valueName: "time"))
    var at: String?

    @Option(help: ArgumentHelp("The phone model.", valueName: "name"))
    var model = CaptureData.usualModel

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The place of the capture, in degrees. [default: no location]", valueName: "lat,lon"))
    var location: String?

    func validate() throws {
        if let at, CaptureTimestamp.named(at)?.millisecondText == nil {
            throw ValidationError("--at is \(at); expected a time such as 2025-12-01T10:00:00.123Z")
        }
        if model.allSatisfy(\.isWhitespace) {
            throw ValidationError("--model is blank; expected the name of a phone model")
        }
        if model.hasEscapedBytes {
            throw ValidationError("--model is \(model.printable); expected the name of a phone model in UTF-8")
        }
        if let location, place == nil {
            throw ValidationError(
                "--location is \(location); expected a latitude from -90 to 90 and a longitude from -180 to 180, "
                    + "such as 52.52,13.405")
        }
    }

    func data(photo: [UInt8], depthMap: PackedDepthMap) throws(PackingError) -> CaptureData {
        try CaptureData(
            photo: photo, depthMap: depthMap, takenAt: takenAt, deviceModel: model, location: place)
    }

    var takenAt: CaptureTimestamp { at.flatMap { CaptureTimestamp.named($0) } ?? .now }

    private var place: CaptureLocation? {
        let numbers = location?.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) } ?? []
        guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1], abs(latitude) <= 90,
            abs(longitude) <= 180
        else { return nil }
        return CaptureLocation(latitude: latitude, longitude: longitude)
    }
}

/// The signer of an assertion, and the signed data.
struct AssertionArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Sign with this test key, which capture key creates. [default: no assertion]", valueName: "file"),
        completion: .file(extensions: ["pem"]))
    var key: String?

    @Option(
        help: ArgumentHelp(
            "The binding to sign, by name; /nonce after it signs the way Apple's hardware does. [default: the binding "
                + "that the server checks]", valueName: "name"),
        transform: SatisfiedBinding.named)
    var binding: SatisfiedBinding?

    @Option(
        parsing: .unconditional,
        help: """
            The counter in the assertion, which must be above the one that the server stored. [default: 1; with \
            --device-id, 2]
            """)
    var counter: UInt32?

    @Option(help: "The Apple team identifier of the app in the assertion.")
    var team = CaptureApplication.standard.teamIdentifier

    @Option(help: "The bundle identifier of the app in the assertion.")
    var bundle = CaptureApplication.standard.bundleIdentifier

    var application: CaptureApplication { CaptureApplication(teamIdentifier: team, bundleIdentifier: bundle) }

    /// A device counter starts at 0, and the server requires a value above the stored one.
    func validate() throws {
        if counter == 0 {
            throw ValidationError("--counter is 0; expected 1 or more, above the counter that the server stored")
        }
    }

    var named: [NamedPath] { key.map { [NamedPath(option: "--key", path: $0)] } ?? [] }

    /// A private key has a few hundred bytes.
    private static let maximumByteCount = 1 << 16

    /// Refuses a binding that captures at this endpoint cannot have.
    func requireBinding(at endpoint: CaptureEndpoint) throws {
        guard let binding else { return }
        guard key != nil else { throw ValidationError("--binding needs --key") }
        let possible = Binding.packable(at: endpoint)
        guard possible.contains(binding.binding) else {
            throw ValidationError(
                "--binding is \(binding.binding.name), \(binding.binding.definition), which this kind of capture does "
                    + "not contain; expected one of \(possible.map(\.name).joined(separator: ", "))")
        }
    }

    /// The signer; nil without a key.
    ///
    /// - Throws: `ValidationError` for a file without a key. The message never contains the file's contents.
    func signer(counter: UInt32) throws -> TestKeySigner? {
        try testKey().map {
            TestKeySigner(key: $0, application: application, counter: counter, form: binding?.form ?? .plain)
        }
    }

    func testKey() throws -> TestKey? {
        guard let path = key else { return nil }
        let bytes: [UInt8]
        do throws(FileAccessError) {
            bytes = try FileAccess.read(path, maximumByteCount: Self.maximumByteCount)
        } catch {
            throw ExitCode.usageError(error, at: path, .none)
        }
        guard let key = TestKey(pem: String(decoding: bytes, as: UTF8.self)) else {
            throw ValidationError(
                "\(path.printable): found no P-256 private key in PEM; expected one as --key; create it with "
                    + "depthcheck capture key")
        }
        return key
    }
}

extension SatisfiedBinding {
    static func named(_ text: String) throws -> SatisfiedBinding {
        guard let binding = SatisfiedBinding(named: text) else { throw ValidationError("expected \(expected)") }
        return binding
    }
}

import ArgumentParser
import Captures
import DepthFiles
import Support
import Tasks

struct CaptureArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The time of the capture, such as 2025-12-01T10:00:00.123Z. [default: now]", valueName: "time"))
    var at: String?

    @Option(help: ArgumentHelp("The phone model.", valueName: "name"))
    var model = PackTask.Options().model

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The place of the capture, in degrees. [default: no location]", valueName: "lat,lon"))
    var location: String?

    /// The place as two numbers; their ranges are checked by the task.
    var degrees: (latitude: Double?, longitude: Double?) {
        get throws {
            guard let location else { return (nil, nil) }
            let numbers = location.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
            guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1] else {
                throw ValidationError(
                    "--location is \"\(location.printable)\"; expected a latitude and a longitude, such as "
                        + "52.52,13.405")
            }
            return (latitude, longitude)
        }
    }
}

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
    var counter: Int?

    @Option(help: "The Apple team identifier of the app in the assertion.")
    var team = PackTask.Options().team

    @Option(help: "The bundle identifier of the app in the assertion.")
    var bundle = PackTask.Options().bundle

    var named: [NamedPath] { key.map { [NamedPath(option: "--key", path: $0)] } ?? [] }

    /// A private key has a few hundred bytes.
    private static let maximumByteCount = 1 << 16

    func testKey() throws -> TestKey? {
        guard let path = key else { return nil }
        let bytes: [UInt8]
        do throws(FileAccessError) {
            bytes = try FileAccess.read(path, maximumByteCount: Self.maximumByteCount)
        } catch {
            throw ExitCode.usageError(error, at: path, .none)
        }
        let pem = String(decoding: bytes, as: UTF8.self)
        do throws(TaskFailure) { return try PackTask.key(pem: pem) } catch {
            throw ValidationError(
                "\(path.printable): \(error.text(.command)); create it with depthcheck capture key")
        }
    }
}

extension SatisfiedBinding {
    static func named(_ text: String) throws -> SatisfiedBinding {
        guard let binding = SatisfiedBinding(named: text) else { throw ValidationError("expected \(expected)") }
        return binding
    }
}

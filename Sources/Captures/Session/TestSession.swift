internal import DepthAnalysis
internal import Support

/// A valid session of a test key: a challenge, its registration, a full capture and a hash-only capture, which a server
/// records with high confidence.
///
///     let session = try await TestSession(at: now)
///     for file in session.files { try write(file.content, to: file.name) }
///
/// The chain of the registration ends at a test root, which is one of the files. The key is not kept.
package struct TestSession: Sendable {
    package struct File: Sendable {
        package let name: String
        package let content: [UInt8]
    }

    /// The files in the order of their names, with the settings at the end.
    package let files: [File]

    /// The name of the file with the settings.
    package static let settingsFile = "session.json"
    /// The name of the file with the root certificate.
    package static let rootFile = "root.der"

    /// The identifier that the server of the session assigns to the device.
    package static let deviceIdentifier = "00000000-0000-4000-8000-000000000001"

    /// The years in which a session can begin. Its certificates are valid from a year before to twenty years after its
    /// time, and their dates have years from 1950 to 9999.
    package static let years = 1951...9979

    /// Whether a session can begin at a time.
    package static func canBegin(at time: CaptureTimestamp) -> Bool {
        (-599_616_000..<252_771_148_800).contains(time.utcSeconds)
    }

    /// - Parameter time: The issue of the challenge. The last request follows within a minute.
    package init(at time: CaptureTimestamp) async throws {
        let key = TestKey()
        let chain = TestChain(at: time)
        let challenge = (0..<32).map { _ in UInt8.random(in: 0...255) }
        let attestation = TestAttestation(key: key, challenge: challenge, madeAt: time.adding(seconds: 1))
        let full = Step(file: "03-capture.http", seconds: 10, firstCounter: 1)
        let hashOnly = Step(file: "04-hash-only.http", seconds: 20, firstCounter: 3)
        var files = [
            File(
                name: "01-challenge.http",
                content: PackedRequest(method: "GET", path: "devices/challenge").bytes),
            File(
                name: "01-challenge.response.json",
                content: Self.answer([
                    ("challenge", StrictBase64.text(of: challenge)),
                    ("expires_at", time.adding(seconds: SessionState.challengeLifetime).millisecondText ?? ""),
                ])),
            File(
                name: "02-register.http",
                content: PackedRequest(
                    method: "POST", path: RegistrationRequest.endpoint, contentType: "application/json",
                    body: attestation.registration(by: chain).json
                ).bytes),
            File(
                name: "02-register.response.json",
                content: Self.answer([
                    ("device_id", Self.deviceIdentifier), ("attestation_level", CaptureDevice.verifiedLevel),
                ])),
        ]
        for step in [full, hashOnly] {
            let takenAt = time.adding(seconds: step.seconds)
            let data = try CaptureData(
                photo: Self.photo(step.file), depthMap: PackedDepthMap(Self.surfaces), takenAt: takenAt,
                deviceModel: "iPhone 15 Pro")
            let packer = CapturePacker(signer: TestKeySigner(key: key, counter: step.firstCounter + 1))
            let capture =
                step.file == full.file
                ? try await packer.packFull(data) : try await packer.packHashOnly(data)
            let request = try await PackedRequest.signed(
                capture, deviceID: Self.deviceIdentifier, milliseconds: takenAt.adding(seconds: 1).milliseconds,
                by: TestKeySigner(key: key, counter: step.firstCounter))
            files.append(File(name: step.file, content: request.bytes))
        }
        files.append(File(name: Self.rootFile, content: chain.root))
        let times = [
            ("01-challenge.http", 0), ("01-challenge.response.json", 0), ("02-register.http", 2),
            ("02-register.response.json", 2), (full.file, full.seconds + 2), (hashOnly.file, hashOnly.seconds + 2),
        ].map { ($0.0, time.adding(seconds: $0.1).millisecondText ?? "") }
        files.append(File(name: Self.settingsFile, content: Self.settings(times)))
        self.files = files
    }

    /// A capture: its file, when it is taken, and the counter of its request, which is below its own.
    private struct Step {
        let file: String
        let seconds: Int64
        let firstCounter: UInt32
    }

    /// Bytes that begin like a JPEG. A server never opens the photo, but stores each only once.
    private static func photo(_ name: String) -> [UInt8] { [0xFF, 0xD8, 0xFF, 0xE0] + Array("photo of \(name)".utf8) }

    /// Four slanted surfaces, 80 cm apart, which both profiles take for a real scene. The slopes give each surface one
    /// peak in the histogram of depths.
    private static let surfaces: DepthMap = {
        let size = MapDimensions.lidar
        let samples = (0..<size.width * size.height).map { index in
            let (y, x) = index.quotientAndRemainder(dividingBy: size.width)
            let slope = Float(x % 64) / 32 + Float(y) / 96
            return 0.8 + 0.8 * Float(x / 64) + slope / 10
        }
        return DepthMap(inferringDimensionsOf: samples)
    }()

    private static func answer(_ members: [(String, String)]) -> [UInt8] {
        var writer = JSONWriter(.indented)
        writer.object { writer in
            writer.member("data") { writer in
                writer.object { writer in for (name, text) in members { writer.member(name, text) } }
            }
        }
        return writer.bytes + [0x0A]
    }

    private static func settings(_ times: [(String, String)]) -> [UInt8] {
        var writer = JSONWriter(.indented)
        writer.object { writer in
            writer.member("times") { writer in
                writer.object { writer in for (name, time) in times { writer.member(name, time) } }
            }
            writer.member("config") { writer in
                writer.object { writer in
                    writer.member("root_certificate") { $0.object { $0.member("ref", rootFile) } }
                }
            }
        }
        return writer.bytes + [0x0A]
    }
}

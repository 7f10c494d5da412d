import Captures
import Foundation
import Support
import TestSupport

/// Captures as files in every form, with the device and the time for which they are judged.
struct CaptureFiles {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.file("device.json", Self.device.utf8)
    }

    /// A depth map that passes.
    static let room: [UInt8] = {
        let file = CommandRunner.package.appending(path: "fixtures/room-01.bin.gz")
        guard let bytes = try? Data(contentsOf: file) else { preconditionFailure("\(file.path) is not there") }
        return [UInt8](bytes)
    }()

    /// The parts of a full capture that the server records with high confidence.
    static var parts: [BodyPart] {
        TestCapture.parts.map { $0.kind == .depthMap ? TestCapture.part(.depthMap, room) : $0 }
    }

    static let device = #"{"level": "secure_enclave", "public_key": "\#(key)", "counter": 5}"#
    static let key = Hexadecimal.text(of: TestCapture.device.publicKey ?? [])

    /// The options for device, time and application.
    static let serverOptions = [
        "--device", "device.json", "--at", "2025-12-01T10:00:30Z", "--team", TestCapture.application.teamIdentifier,
        "--bundle", TestCapture.application.bundleIdentifier,
    ]

    /// A case with parts or a body; with `files`, photo and depth map are separate files.
    static func caseFile(_ request: CaptureRequest, id: String, files: Bool = false) throws -> Data {
        var object: [String: Any] = [
            "id": id, "endpoint": request.payload.endpoint.rawValue, "now": "2025-12-01T10:00:30Z",
            "config": [
                "apple_team_id": request.application.teamIdentifier,
                "apple_bundle_id": request.application.bundleIdentifier,
            ],
            "device": ["public_key_hex": key, "assertion_counter": 5],
            "request_verified": request.isRequestVerified,
        ]
        switch request.payload {
        case .full(.parts(let parts)):
            object["parts"] = parts.map { part in
                let isFile = files && part.name == CapturePart.photo.rawValue
                return [
                    "name": part.name ?? "", isFile ? "ref" : "base64": isFile ? "photo.jpg" : base64(part.content),
                ]
            }
        case .full(.multipart), .full(.request): break
        case .hashOnly(let body, let contentType):
            object["content_type"] = contentType
            object["body"] = ["text": String(decoding: body, as: UTF8.self)]
        }
        return try JSONSerialization.data(withJSONObject: object, options: [.sortedKeys])
    }

    private static func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

    /// Writes the folder of a capture, whose parts have fixed names.
    func capture(_ name: String, _ parts: [BodyPart]) throws {
        let names = ["photo": "photo.jpg", "depth_map": "depth.bin", "metadata": "metadata.json"]
        for part in parts { try folder.file("\(name)/\(names[part.name ?? ""] ?? "other")", part.content) }
    }

    func run(_ command: String, _ arguments: [String], input: Data = Data()) throws -> CommandRunner.Outcome {
        try CommandRunner.depthcheck(["capture", command] + arguments, input: input, in: folder.url)
    }

    /// Runs `capture verify` and parses the results.
    func results(_ arguments: [String]) throws -> [[String: Any]] {
        let outcome = try run("verify", arguments + ["--format", "ndjson"])
        return try outcome.output.split(separator: "\n").map { line in
            try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
        }
    }
}

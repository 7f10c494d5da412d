package import Captures
package import Foundation
package import Support
package import Testing

/// Payloads with the server's answers. They are outside the repository: in `../shared/reference/capture`, or in
/// `reference/capture` of the folder in `DEPTHCHECK_SHARED`.
package enum CaptureReference {
    package static let folder = shared.appending(path: "reference/capture")

    static let shared =
        ProcessInfo.processInfo.environment["DEPTHCHECK_SHARED"].map { URL(filePath: $0) }
        ?? CommandRunner.package.deletingLastPathComponent().appending(path: "shared")

    package static var isThere: Bool {
        FileManager.default.fileExists(atPath: folder.appending(path: "expected.json").path)
    }

    package static let comment: Comment = "needs the captures in ../shared/reference or DEPTHCHECK_SHARED"

    package static func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: folder.appending(path: name)))
    }

    package static func json(_ name: String) throws -> JSONValue { try JSONReader.read(try bytes(name)) }

    package static func members(_ name: String) throws -> [JSONValue.Member] {
        let json = try json(name)
        return try #require(json.members)
    }

    package static func elements(_ name: String) throws -> [JSONValue] {
        let json = try json(name)
        return try #require(json.elements)
    }

    /// The answers by case name.
    package static func expected() throws -> [JSONValue.Member] {
        try members("expected.json").filter { !notModelled.contains($0.key) }
    }

    /// The cases and bodies in charsets that are not modelled.
    package static let notModelled: Set = [
        "full-charset-replacement", "full-charset-shift-jis", "body-charset-replacement",
    ]

    package static func request(_ name: String) throws -> CaptureRequest {
        try CaptureCase(json: try bytes("cases/\(name).json")).request { try bytes($0) }
    }
}

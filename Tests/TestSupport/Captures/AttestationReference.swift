package import Foundation
package import Support
package import Testing

/// The registrations, signed requests and certificate chains in `reference/attestation`, with the server's answers,
/// and attestation objects and assertions of real iPhones. See ``CaptureReference``.
package enum AttestationReference {
    package static let folder = CaptureReference.shared.appending(path: "reference/attestation")

    package static var isThere: Bool {
        FileManager.default.fileExists(atPath: folder.appending(path: "expected.json").path)
    }

    package static let comment: Comment = "needs ../shared/reference/attestation or DEPTHCHECK_SHARED"

    package static func json(_ name: String) throws -> JSONValue {
        try JSONReader.read([UInt8](try Data(contentsOf: folder.appending(path: name))))
    }

    /// The answers by case name.
    package static func expected() throws -> [JSONValue.Member] {
        let json = try json("expected.json")
        return try #require(json.members)
    }

    /// The `attestations` or the `assertions` of real iPhones.
    package static func genuine(_ kind: String) throws -> [JSONValue] {
        let json = try json("genuine.json")
        return try #require(json[kind]?.elements)
    }
}

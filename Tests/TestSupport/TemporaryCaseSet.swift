import Foundation

/// A small set of cases for capture servers, which a test may change. The requests are not real ones; the answers
/// have every member that their kind requires.
package struct TemporaryCaseSet: Sendable {
    /// The folder that holds `captures` and `rules.json`.
    package let folder: TemporaryFolder

    package var path: String { folder.path + "/captures" }

    /// The expected answers by name.
    package static let answers = [
        "full-good": accepted, "hash-only-bad": refusedCapture, "register-good": registered,
        "request-replayed": request, "chain-good": chain,
    ]

    private static let expectedFiles = [
        "expected": ["full-good", "hash-only-bad"], "registrations": ["register-good"],
        "requests": ["chain-good", "request-replayed"],
    ]

    /// Five cases, one of each kind, and two rules.
    package init() throws {
        folder = try TemporaryFolder()
        try folder.file("captures/shared/body.bin", [1, 2, 3])
        try folder.file("captures/cases/full-good.json", Self.file("captures", "CAP-001", "accepted").utf8)
        try folder.file("captures/cases/hash-only-bad.json", Self.file("captures/hash-only", nil, "refused").utf8)
        try folder.file(
            "captures/registrations/register-good.json", Self.file("devices/register", "REG-001", "accepted").utf8)
        try folder.file(
            "captures/requests/request-replayed.json",
            Self.file("request-authentication", "REQ-001", "refused", headers: true).utf8)
        try folder.file(
            "captures/requests/chain-good.json", Self.file("captures", "REQ-001", "accepted", headers: true).utf8)
        for (file, names) in Self.expectedFiles {
            let answers = names.map { "\"\($0)\": \(Self.answers[$0] ?? "")" }.joined(separator: ",\n")
            try folder.file("captures/\(file).json", "{\(answers)}".utf8)
        }
        try folder.file(
            "rules.json",
            """
            {"schema": "depthcheck.rules/1", "rules": [
            {"id": "CAP-001", "text": "The photo counts.", "section": "docs/CAPTURE.md"},
            {"id": "REQ-001", "text": "The counter increases.", "section": "docs/CAPTURE.md", "bound": true}]}
            """.utf8)
    }

    /// Writes the table of known mistakes.
    package func write(mistakes: String) throws {
        try folder.file("captures/mistakes.json", "{\"mistakes\": [\(mistakes)]}".utf8)
    }

    /// Replaces text that must occur in a file of the set.
    package func replace(_ text: String, by other: String, in file: String) throws {
        let old = try folder.text(of: file)
        guard old.contains(text) else { throw MissingText(text: text, file: file) }
        try folder.file(file, old.replacing(text, with: other).utf8)
    }

    package func remove(_ file: String) throws {
        try FileManager.default.removeItem(at: folder.url.appending(path: file))
    }

    private static func file(_ endpoint: String, _ rule: String?, _ category: String, headers: Bool = false) -> String {
        """
        {"id": "other", "endpoint": "\(endpoint)", "notes": "A note.", "now": "2026-03-01T12:00:00Z",
         "config": {"apple_team_id": "ABCDE12345", "apple_bundle_id": "org.example.app"},
         "rules": [\(rule.map { "\"\($0)\"" } ?? "")], "class": "\(category)",
         \(headers ? "\"headers\": {\"X-Device-Id\": \"1\"}," : "")
         "body": {"ref": "shared/body.bin"}}
        """
    }

    private static let accepted = """
        {"answer": {"http_status": 202, "error_code": null, "stage": "processed", "reason": null},
         "assertion": {"status": "pass", "reason": null, "assertion_verified": true, "counter_valid": true,
         "new_counter": 7}, "depth_status": "pass", "confidence": "high", "bindings": ["plain"]}
        """
    private static let refusedCapture = """
        {"answer": {"http_status": 401, "error_code": "INVALID_SIGNATURE", "stage": "assertion", "reason": "counter"},
         "assertion": null, "depth_status": null, "confidence": null, "client_data_hash": "ab"}
        """
    private static let registered = """
        {"answer": {"http_status": 201, "error_code": null, "stage": "registered", "reason": null},
         "challenge_spent": true,
         "permissive": {"attestation_level": "secure_enclave", "public_key_hex": "04", "reason": null},
         "strict": {"attestation_level": "unverified", "public_key_hex": null, "reason": "chain"}}
        """
    private static let request = """
        {"permissive": {"passes": true, "request_verified": false, "new_counter": null, "reason": "counter"},
         "strict": {"http_status": 401, "error_code": "INVALID_SIGNATURE", "stage": "assertion", "reason": "counter"}}
        """
    private static let passed = """
        {"passes": true, "request_verified": true, "new_counter": 8, "reason": null}
        """
    private static let chained = accepted.dropLast() + ", \"counter_after\": 8}"
    private static let chain = """
        {"request": {"permissive": \(passed), "strict": \(passed)}, "permissive": \(chained), "strict": \(chained)}
        """
}

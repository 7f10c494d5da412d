import Captures
import Foundation
import Support
import TestSupport
import Testing

/// Attestation objects in separate files: in variants of base64, damaged, and incomplete.
@Suite struct AttestationFileTests {
    private let folder: TemporaryFolder
    private let object: [UInt8]
    private static let challenge = StrictBase64.text(of: Array(1...32))
    private static let time = "2026-03-01T12:00:00Z"

    init() throws {
        folder = try TemporaryFolder()
        let key = try #require(TestKey(number: Array(1...32)))
        let madeAt = try #require(CaptureTimestamp(Self.time))
        object = TestAttestation(key: key, challenge: Array(1...32), madeAt: madeAt).object(by: TestChain(at: madeAt))
    }

    private func verify(_ name: String, _ more: String...) throws -> CommandRunner.Outcome {
        try CommandRunner.depthcheck(["capture", "verify", name, "--at", Self.time] + more, in: folder.url)
    }

    private var text: String { StrictBase64.text(of: object) }

    /// Base64 that the server would refuse in a request is read, with a note about the difference.
    @Test func otherBase64VariantsAreNoted() throws {
        let url = text.replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
        let bare = text.trimmingCharacters(in: ["="])
        let forms = [
            (text, nil), (text + "\n", nil), (text.chunked(64).joined(separator: "\n"), "line breaks"),
            (url, url == text ? nil : "base64url"), (bare, bare == text ? nil : "without padding"),
            (text + "===", "the wrong padding"),
        ]
        for (form, note) in forms {
            try folder.file("object.txt", form.utf8)
            for outcome in [
                try verify("object.txt", "--challenge", Self.challenge),
                try CommandRunner.depthcheck(["capture", "inspect", "object.txt"], in: folder.url),
            ] {
                #expect(outcome.exitCode == 0, "\(outcome.errors)")
                let output = outcome.output.unwrapped
                #expect(output.contains("the file holds base64") == (note != nil), "\(form.prefix(70))")
                if let note { #expect(output.contains(note) && output.contains("attestation_object_base64")) }
            }
        }
    }

    /// A file that begins like an object is named as one, and with a challenge it gets the server's answer.
    @Test func malformedObjectsAreRecognised() throws {
        let hexadecimal = Hexadecimal.text(of: object)
        let cut = Array(object.dropLast(100))
        let forms: [(String, [UInt8], String)] = [
            ("cut.cbor", cut, "an attestation object that is cut off"),
            ("cut.txt", Array(StrictBase64.text(of: cut).utf8), "an attestation object that is cut off"),
            ("odd.txt", Array(text.dropLast(text.count % 4 + 3).utf8), "an attestation object that is cut off"),
            ("tag.cbor", [0xD9, 0xD9, 0xF7] + object, "an attestation object after a CBOR tag"),
            ("hex.txt", Array(hexadecimal.utf8), "an attestation object in hexadecimal digits"),
            ("hex2.txt", Array("0x\(hexadecimal.uppercased())\n".utf8), "an attestation object in hexadecimal digits"),
            ("quoted.json", Array("\"\(text)\"\n".utf8), "an attestation object in quotation marks"),
            ("body.json", Array(#"{"attestation_object":"\#(text)"}"#.utf8), "as attestation_object"),
            (
                "web.json", Array(#"{"id":"x","response":{"attestationObject":"\#(text)"}}"#.utf8),
                "as response.attestationObject"
            ),
        ]
        for (name, bytes, sentence) in forms {
            try folder.file(name, bytes)
            let outcome = try verify(name)
            #expect(outcome.exitCode == 2, "\(name): \(outcome.output)")
            #expect(outcome.errors.contains(sentence), "\(name): \(outcome.errors)")
            #expect(outcome.errors.contains("attestation object"))
            for option in ["--challenge", "--key-id"] {
                let judged = try verify(name, option, Self.challenge, "--challenge", Self.challenge)
                #expect(judged.exitCode == 0, "\(name): \(judged.errors)")
                #expect(judged.output.hasPrefix("201, registered as unverified  \(name)"), "\(judged.output)")
                #expect(judged.output.unwrapped.contains(sentence) && judged.output.contains("(invalid_cbor)"))
            }
        }
    }

    @Test func aChallengeTreatsOtherFilesAsObjects() throws {
        try folder.file("noise", [0, 1, 2])
        #expect(try verify("noise").errors.contains("no attestation object"))
        let judged = try verify("noise", "--challenge", Self.challenge)
        #expect(judged.output.unwrapped.contains("3 bytes that do not begin like an attestation object"))
    }

    @Test func emptyFoldersAndFilesAreReported() throws {
        try FileManager.default.createDirectory(
            at: folder.url.appending(path: "nothing"), withIntermediateDirectories: true)
        try folder.file("others/notes.txt", "x".utf8)
        try folder.file("empty.bin", [])
        #expect(try verify("nothing").errors.contains("found an empty folder"))
        #expect(try verify("others").errors.contains("found a folder with 1 other file"))
        for name in ["nothing", "others", "empty.bin"] {
            let outcome = try verify(name)
            #expect(outcome.exitCode == 2 && outcome.errors.contains("attestation object"), "\(outcome.errors)")
        }
        #expect(try verify("empty.bin").errors.contains("found no bytes"))
    }

    /// Nested quotation marks are not followed.
    @Test func manyQuotationMarksDoNotCrash() throws {
        try folder.file("marks", Array(repeating: UInt8(ascii: "\""), count: 1_000_000))
        let outcome = try verify("marks")
        #expect(outcome.exitCode == 2 && outcome.errors.contains("found no multipart body"), "\(outcome.errors)")
        let nested = String(repeating: "{\"a\":", count: 100_000)
        try folder.file("nested.json", nested.utf8)
        #expect(try verify("nested.json").exitCode < 65)
        #expect(try verify("nested.json", "--challenge", Self.challenge).exitCode < 65)
    }

    @Test func standardInputMayBeNamedOnlyOnce() throws {
        let outcome = try verify("-", "-")
        #expect(outcome.exitCode == 64 && outcome.errors.contains("standard input can be read only once"))
    }
}

extension String {
    /// Without line breaks.
    fileprivate var unwrapped: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }

    /// Splits into pieces of `count` characters.
    fileprivate func chunked(_ count: Int) -> [String] {
        var rest = self[...]
        var pieces: [String] = []
        while !rest.isEmpty {
            pieces.append(String(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        return pieces
    }
}

import Captures
import Foundation
import Support
import TestSupport
import Testing

@Suite struct DeviceOptionTests {
    private let files: CaptureFiles
    private let serverOptions = CaptureFiles.serverOptions

    init() throws {
        files = try CaptureFiles()
        try files.folder.file("body.bin", MultipartWriter.standard.body(of: CaptureFiles.parts))
    }

    @Test func theExampleOfADeviceFileIsOne() throws {
        let application = ["--team", "TEAM123456", "--bundle", "org.example.capture"]
        let example = try files.run("verify", ["--example-device"])
        #expect(example.exitCode == 0)
        try files.folder.file("example.json", example.output.utf8)
        let outcome = try files.run("verify", ["body.bin", "--device", "example.json"] + application)
        #expect(outcome.exitCode == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        #expect(outcome.output.contains("or was made with another key"))
    }

    @Test(arguments: [
        ("-----BEGIN PUBLIC KEY-----", "found PEM, such as a key"),
        ("[]", "found a list of 0, not the record of one device"), ("3", "found a number;"),
        ("{}", "found no member assertion_counter"),
        (#"{"counter": 1, "public_key": "0"}"#, "found something other than hexadecimal digits as public_key"),
        (#"{"counter": 1, "public_key": 4}"#, "found a number as public_key"),
        (#"{"counter": "5"}"#, "found \"5\" as counter, which is not a whole number"),
        (#"{"assertion_counter": 5.5}"#, "found 5.5 as assertion_counter, which is not a whole number"),
        (#"{"counter": 5, "assertion_counter": 6}"#, "found different values of assertion_counter and counter"),
        (#"{"counter": 5, "public_key": "04", "public_key_hex": "05"}"#, "found different values of public_key_hex"),
        (
            #"{"counter": 5, "level": "tee", "attestation_level": "unverified"}"#,
            "found different values of attestation"
        ),
        (#"{"counter": 5, "publicKey": "04"}"#, "found the member publicKey in place of public_key_hex"),
        (#"{"signCount": 5}"#, "found the member signCount in place of assertion_counter"),
        (
            #"{"counter": 5, "atestation_level": "x"}"#,
            "found the member atestation_level in place of attestation_level"
        ),
        (#"[{"counter": 5}, {"counter": 6}]"#, "found a list of 2, not the record of one device"),
        (#"{"a": {"counter": 5}, "b": {"counter": 6}}"#, "found an object with other objects in it (a, b), not the"),
        (#"{"device": {"counter": 5}}"#, "found an object with the record in its member device"),
    ])
    func anInvalidDeviceFileIsAUsageError(text: String, finding: String) throws {
        try files.folder.file("device.json", text.utf8)
        let outcome = try files.run("verify", ["body.bin"] + serverOptions)
        let start = "depthcheck: device.json: \(finding)"
        #expect(outcome.exitCode == 64 && outcome.errors.hasPrefix(start), "\(outcome.errors)")
        #expect(outcome.errors.split(separator: "\n").count == 1)
    }

    @Test func bothSpellingsOfADeviceAreTheSame() throws {
        let key = CaptureFiles.key
        for text in [
            #"{"attestation_level": "secure_enclave", "public_key_hex": "\#(key)", "assertion_counter": 5}"#,
            #"{"level": null, "public_key": "\#(key)", "public_key_hex": "\#(key.uppercased())", "counter": 5.0}"#,
        ] {
            try files.folder.file("device.json", text.utf8)
            let outcome = try files.run("verify", ["body.bin"] + serverOptions)
            #expect(outcome.exitCode == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
            #expect(outcome.output.hasPrefix("202, recorded as medium"), "\(outcome.output)")
        }
    }

    /// The public key as other programs write it: the error gives the digits.
    @Test func keysInOtherFormsAreNamed() throws {
        let point = try #require(Hexadecimal.bytes(of: CaptureFiles.key))
        let der = StrictBase64.text(of: CertificateKey.info(p256: point))
        for (text, name) in [
            (StrictBase64.text(of: point), "base64"), (der, "base64"),
            (#"\\x"# + CaptureFiles.key, "with characters other than its hexadecimal digits"),
            (#"-----BEGIN PUBLIC KEY-----\n\#(der)\n-----END-----"#, "public_key in PEM"),
            (Hexadecimal.text(of: CertificateKey.info(p256: point)), "the key in DER"),
            (Hexadecimal.text(of: point.dropFirst()), "x and y without 04"),
        ] {
            try files.folder.file("device.json", #"{"counter": 1, "public_key": "\#(text)"}"#.utf8)
            let outcome = try files.run("verify", ["body.bin"] + serverOptions)
            #expect(outcome.exitCode == 64)
            #expect(
                outcome.errors.contains("the digits of the key are \(CaptureFiles.key)")
                    && outcome.errors.contains(name),
                "\(outcome.errors)")
        }
    }

    /// The server has such keys too, so the capture is judged with it.
    @Test func deviceFilesWithInvalidKeysAreNamed() throws {
        try files.folder.file("device.json", #"{"counter": -1, "level": "Tee", "public_key": "04"}"#.utf8)
        let outcome = try files.run("verify", ["body.bin"] + serverOptions)
        #expect(outcome.exitCode == 0 && outcome.output.hasPrefix("202, recorded as suspicious"))
        #expect(outcome.errors.hasPrefix("depthcheck: note: device.json: public_key is not a P-256 public key"))
        #expect(outcome.errors.contains("the counter is -1") && outcome.errors.contains("the level \"Tee\" is none"))
    }

    /// No option raises the limits of files other than depth maps.
    @Test func oversizedFilesAreRefused() throws {
        try files.folder.file("device.json", Array(repeating: UInt8(ascii: " "), count: 1 << 20 + 1))
        let outcome = try files.run("verify", ["body.bin"] + serverOptions)
        #expect(
            outcome.exitCode == 64 && outcome.errors.contains("expected no more than the limit; name a smaller file"))
        let huge = files.folder.url.appending(path: "huge.body")
        try #require(FileManager.default.createFile(atPath: huge.path, contents: nil))
        let handle = try FileHandle(forWritingTo: huge)
        try handle.truncate(atOffset: 256 << 20 + 1)
        try handle.close()
        let inspected = try files.run("inspect", ["huge.body"])
        #expect(inspected.exitCode == 2 && inspected.errors.contains("; name a smaller file"), "\(inspected.errors)")
    }
}

import Captures
import Foundation
import Reports
import Support
import TestSupport
import Testing

/// The changes after which a signed request would verify, and the data that its signature covers instead.
@Suite struct RequestChangeTests {
    private static let folder = CommandRunner.package.appending(path: "fixtures/captures/requests")
    private static let body = Array(#"{"a":"body"}"#.utf8)
    private static let milliseconds: Int64 = 1_764_583_229_250
    private static let hash = SHA256Digest.hexadecimal(of: body)

    private func judged(
        signing text: some Sequence<UInt8>, form: SigningForm = .plain, timestamp: String = "\(milliseconds)",
        level: String = CaptureDevice.verifiedLevel, counter: UInt32 = 6, isStrict: Bool = false,
        signature: String? = nil, identifier: String = "0b9d2f6e-53c1-4a8e-9c07-1d2e3f405162",
        body: [UInt8] = body
    ) -> JudgedRequest {
        var device = TestCapture.device
        device.attestationLevel = level
        let assertion = TestCapture.assertion(
            of: SHA256Digest.bytes(of: Array(text)), counter: counter, form: form)
        let fields = [
            ("X-Device-Id", identifier), ("X-Device-Timestamp", timestamp),
            ("X-Device-Signature", signature ?? assertion),
        ]
        return JudgedRequest(
            AuthenticationRequest(
                headers: RequestHeaders(fields.map { RequestHeaders.Field(name: $0.0, value: Array($0.1.utf8)) }),
                body: .bytes(body), device: device, now: TestCapture.now, isStrict: isStrict))
    }

    private func judged(signing text: String, form: SigningForm = .plain) -> JudgedRequest {
        judged(signing: text.utf8, form: form)
    }

    @Test func theServersTextVerifies() {
        let judged = judged(signing: "\(Self.milliseconds)|\(Self.hash)")
        #expect(judged.outcome == .verified && judged.changes.isEmpty && judged.bindings == ["request/plain"])
    }

    /// Ages are in the largest unit that a reader would use.
    @Test(
        arguments: [
            (31_269_849_396, "361 days old (31269849396 ms)"), (301_000, "5 minutes old (301000 ms)"),
            (7_200_000, "2 hours old"), (-61_001, "61 seconds ahead of the server"),
            (-31_269_849_396, "361 days ahead of the server"),
        ] as [(Int64, String)])
    func agesAreReadable(age: Int64, words: String) throws {
        let milliseconds = TestCapture.now.milliseconds - age
        let judged = judged(signing: "\(milliseconds)|\(Self.hash)".utf8, timestamp: "\(milliseconds)")
        let sentence = try #require(judged.reasons.first?.sentence)
        #expect(sentence.contains("the request is \(words)"), "\(sentence)")
    }

    @Test func signaturesInAnotherFormAreNamedAndChecked() throws {
        let text = "\(Self.milliseconds)|\(Self.hash)"
        let good = TestCapture.assertion(of: SHA256Digest.bytes(of: Array(text.utf8)), counter: 6)
        let judged = judged(signing: [], signature: "Optional(\(good))")
        #expect(judged.judgement.permissive.answer?.httpStatus == 400)
        #expect(judged.reasons.first?.sentence.contains("; it is base64 inside Optional(…): the same") == true)
        #expect(judged.changes.map(\.code) == ["header"], "\(judged.changes)")
        let other = TestCapture.assertion(of: SHA256Digest.bytes(of: [1]), counter: 6)
        let wrong = self.judged(signing: [], signature: "\"\(other)\"")
        #expect(wrong.changes.map(\.code) == ["header", "signature"])
    }

    /// Each text differs from the server's in one step, or in the unit of the timestamp and one more.
    @Test(arguments: [
        ("1764583229250|HASH", "upper-hexadecimal", "upper-case hexadecimal H(body)"),
        ("1764583229250hash", "no-separator", "milliseconds since 1970 ‖ hexadecimal H(body)"),
        ("1764583229250:hash", "colon", "\":\""), ("1764583229250\nhash", "line-break", "\"\\n\""),
        ("1764583229250|hash\n", "line", "‖ \"\\n\""), ("hash|1764583229250", "reversed", "H(hexadecimal H(body) ‖"),
        ("1764583229250|base64", "base64", "base64 H(body)"), ("1764583229250|body", "raw-body", "the body itself"),
        ("1764583229250|twice", "body-hashed-twice", "hexadecimal H(H(body))"),
        ("1764583229|hash", "seconds", "seconds since 1970"),
        ("1764583229250000|hash", "microseconds", "microseconds since 1970"),
        ("1764583229.250|hash", "seconds-with-fraction", "with a fraction"),
        ("2025-12-01T10:00:29.250Z|hash", "date", "RFC 3339"),
        ("1764583229HASH", "", ""), ("1764583229|HASH", "seconds-upper-hexadecimal", "upper-case"),
        ("body", "without-time-raw-body", "H(the body itself)"),
        ("hash", "without-time", "H(hexadecimal H(body))"),
        ("1764583229250", "without-body", "H(milliseconds since 1970)"),
    ])
    func otherSignedTextsAreNamed(text: String, name: String, definition: String) throws {
        let hash = SHA256Digest.bytes(of: Self.body)
        let words = [
            ("hash", Self.hash), ("HASH", Self.hash.uppercased()), ("base64", StrictBase64.text(of: hash)),
            ("body", String(decoding: Self.body, as: UTF8.self)), ("twice", SHA256Digest.hexadecimal(of: hash)),
        ]
        let signed = words.reduce(text) { text, word in text.replacingOccurrences(of: word.0, with: word.1) }
        let judged = judged(signing: signed)
        #expect(judged.outcome == .unverified)
        let change = try #require(judged.changes.first)
        let reason = try #require(judged.reasons.first?.sentence)
        #expect(judged.changes.map(\.code) == ["signature"])
        guard !name.isEmpty else {
            // The search does not try two changes in addition to the time.
            let advice = change.sentence.description
            #expect(judged.bindings.isEmpty && advice.contains("no other definition that was tried fits"))
            return
        }
        #expect(judged.bindings == ["request-\(name)/plain"])
        #expect(change.sentence.description.contains(definition) && reason.contains(definition), "\(reason)")
    }

    /// Hashing a body of megabytes for every definition takes seconds.
    @Test(
        arguments: [
            ("1764583229250|", "request-raw-body/plain"), ("", "request-without-time-raw-body/plain"),
            ("1764583229|", nil),
        ] as [(String, String?)])
    func ofLargeBodiesTheLikeliestTextsAreTried(start: String, name: String?) {
        let body = [UInt8](repeating: 0x61, count: 300_000)
        let judged = judged(signing: Array(start.utf8) + body, body: body)
        #expect(judged.bindings == (name.map { [$0] } ?? []))
    }

    @Test(arguments: ["hashed-twice", "hash-hexadecimal-hashed", "hash-base64-hashed", "not-hashed"])
    func otherHashingsAreNamed(name: String) {
        let text = Array("\(Self.milliseconds)|\(Self.hash)".utf8)
        let hash = SHA256Digest.bytes(of: text)
        let judged =
            switch name {
            case "hashed-twice": self.judged(signing: hash)
            case "hash-hexadecimal-hashed": self.judged(signing: Hexadecimal.text(of: hash))
            case "hash-base64-hashed": self.judged(signing: StrictBase64.text(of: hash))
            default: self.judged(signing: [], signature: TestCapture.assertion(of: text))
            }
        #expect(judged.bindings == ["request-\(name)/plain"])
    }

    /// The hardware's signing form and another text at once.
    @Test func theHardwareFormIsASeparateChange() throws {
        let judged = judged(signing: "\(Self.milliseconds)|\(Self.hash.uppercased())", form: .nonce)
        #expect(judged.bindings == ["request-upper-hexadecimal/nonce"])
        #expect(judged.changes.map(\.code) == ["signature", "signing_form"])
        #expect(judged.changes.map(\.party) == [.sender, .server])
        let right = self.judged(signing: "\(Self.milliseconds)|\(Self.hash)", form: .nonce)
        #expect(right.bindings == ["request/nonce"] && right.changes.map(\.code) == ["signing_form"])
    }

    /// The unit of the header, whatever is signed.
    @Test(arguments: [
        ("1764583229", "seconds since 1970"), ("1764583229250000", "microseconds since 1970"),
        ("1764583229250000000", "nanoseconds since 1970"), ("786276029", "seconds since 2001"),
        ("1764583229.250", "seconds since 1970 with a fraction"), ("2025-12-01T10:00:29.250Z", "an RFC 3339 time"),
    ])
    func theUnitOfTheTimestampIsNamed(timestamp: String, unit: String) throws {
        let judged = judged(signing: "\(timestamp)|\(Self.hash)".utf8, timestamp: timestamp)
        #expect(judged.outcome == .refused)
        let sentence = try #require(judged.changes.first?.sentence.description)
        #expect(sentence.contains(": it is \(unit)") && sentence.contains("1764583229"), "\(sentence)")
        #expect(judged.reasons.first?.sentence.contains("\(unit); as such it is") == true)
        // The signature covers the header as sent, which is what the server checks once it can read the header.
        if Int64(timestamp) != nil { #expect(judged.changes.count == 1) }
    }

    @Test func textInPlaceOfAnAssertionIsShown() throws {
        let path = Self.folder.appending(path: "request-phone.json").path
        let result = CaptureVerifier(reader: CaptureInputReader(), serverState: ServerState()).verify(path)
        let sentence = try #require(result.reasons.first?.sentence)
        #expect(sentence.contains("the header holds the text \"POST"), "\(sentence)")
    }

    /// A new key does not change the level of an Android phone.
    @Test(arguments: ["tee", "strongbox"])
    func androidLevelsNeedAServerChange(level: String) throws {
        for isStrict in [false, true] {
            let judged = judged(
                signing: "\(Self.milliseconds)|\(Self.hash)".utf8, level: level, isStrict: isStrict)
            let change = try #require(judged.changes.first)
            #expect(judged.changes.count == 1 && change.code == "device_level" && change.party == .server)
            #expect(!change.sentence.description.contains("register a new key"))
            #expect(change.purpose == (isStrict ? .acceptance : .confidence))
        }
        let unverified = judged(signing: [], level: "unverified")
        #expect(unverified.changes.map(\.code) == ["device"] && unverified.changes.first?.party == .sender)
    }

    @Test func everyFaultOfARequestIsListedInTheServersOrder() {
        let judged = judged(
            signing: "x".utf8, timestamp: "\(Self.milliseconds - 400_000)", counter: 3, identifier: "x")
        #expect(judged.reasons.map(\.code) == ["X-Device-Id"])
        #expect(judged.changes.map(\.code) == ["header", "timestamp", "counter", "signature"])
        #expect(judged.changes.map(\.purpose) == [.acceptance, .acceptance, .confidence, .confidence])
    }

    @Test func theFirstFaultListedIsTheServersRefusal() throws {
        let folder = Self.folder.path
        let verifier = CaptureVerifier(reader: CaptureInputReader(), serverState: ServerState())
        var count = 0
        for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() {
            let result = verifier.verify("\(folder)/\(name)")
            let judged: JudgedRequest
            switch result.kind {
            case .signedRequest(let request): judged = request
            case .chain(let chain): judged = chain.request
            default:
                Issue.record("\(name) is not a request")
                continue
            }
            count += 1
            let faults = judged.judgement.failures
            #expect(faults.first == judged.judgement.strict.failure, "\(name): \(faults)")
            if let failure = judged.judgement.permissive.failure { #expect(faults.contains(failure), "\(name)") }
        }
        #expect(count >= 124)
    }
}

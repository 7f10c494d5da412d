import Captures
import Testing

@Suite struct CaptureCaseTests {
    private struct NoSuchFile: Error, Equatable { let name: String }

    private static let full = #"""
        {"id":"a","notes":null,"endpoint":"captures","now":"2025-12-01T10:00:30Z",
         "config":{"apple_team_id":"T","apple_bundle_id":"b"},
         "device":{"attestation_level":"unverified","public_key_hex":"04AB","assertion_counter":-3},
         "request_verified":true,"media_hash_already_stored":true,
         "request":{"timestamp_ms":5,"body_sha256":"\#(String(repeating: "0f", count: 32))"},
         "parts":[{"name":"photo","filename":"p","content_type":"image/jpeg","ref":"p.jpg"},{"text":"té"},
                  {"name":"x","base64":"QUI="}],"more":1}
        """#

    @Test func aCaseDescribesAWholeRequest() throws {
        let file = try CaptureCase(json: Array(Self.full.utf8))
        #expect(file.id == "a" && file.notes == nil)
        let request = file.request { $0 == "p.jpg" ? [1, 2] : [] }
        #expect(request.device == CaptureDevice(attestationLevel: "unverified", publicKey: [4, 0xAB], counter: -3))
        #expect(request.application == CaptureApplication(teamIdentifier: "T", bundleIdentifier: "b"))
        #expect(request.now == CaptureTimestamp(utcSeconds: 1_764_583_230))
        #expect(request.isRequestVerified && request.isMediaStored)
        #expect(request.signedRequest == SignedRequest(milliseconds: 5, bodyHash: Array(repeating: 0x0F, count: 32)))
        #expect(
            request.payload
                == .full(
                    .parts([
                        BodyPart(name: "photo", fileName: "p", contentType: "image/jpeg", content: [1, 2]),
                        BodyPart(name: nil, content: Array("té".utf8)), BodyPart(name: "x", content: [0x41, 0x42]),
                    ])))
    }

    @Test func missingMembersHaveTheServersDefaults() throws {
        let json =
            #"{"endpoint":"captures/hash-only","now":"1970-01-01T00:00:00Z","device":{"assertion_counter":0},"#
            + #""body":{"text":"x"}}"#
        let request = try CaptureCase(json: Array(json.utf8)).request { _ in [] }
        #expect(request.payload == .hashOnly(Array("x".utf8), contentType: nil))
        #expect(request.application == .standard)
        #expect(!request.isRequestVerified && !request.isMediaStored && request.signedRequest == nil)
        #expect(request.device?.publicKey == nil)
    }

    private static func withBody(_ members: String, endpoint: String = "captures/hash-only") throws -> CapturePayload {
        let json =
            #"{"endpoint":"\#(endpoint)","now":"1970-01-01T00:00:00Z","device":{"assertion_counter":0},"#
            + #""body":{\#(members)}}"#
        return try CaptureCase(json: Array(json.utf8)).request { Array($0.utf8) }.payload
    }

    @Test func spacesFollowTextBase64AndFiles() throws {
        let text = try Self.withBody(#""text":"{}","spaces":2"#)
        #expect(text == .hashOnly(Array("{}  ".utf8), contentType: nil))
        let base64 = try Self.withBody(#""spaces":1,"base64":"QUI=""#, endpoint: "captures")
        #expect(base64 == .full(.request(Array("AB ".utf8), contentType: nil)))
        #expect(try Self.withBody(#""ref":"name","spaces":3"#) == .hashOnly(Array("name   ".utf8), contentType: nil))
        #expect(try Self.withBody(#""text":"x","spaces":0"#) == .hashOnly(Array("x".utf8), contentType: nil))
    }

    @Test func theNumberOfSpacesHasALimit() throws {
        let most = try Self.withBody(#""text":"x","spaces":67108864"#)
        guard case .hashOnly(let body, _) = most else {
            Issue.record("not a hash-only capture: \(most)")
            return
        }
        #expect(body.count == 67_108_865 && body.last == 0x20)
        #expect(throws: CaptureCaseError.tooManySpaces(member: "body")) {
            try Self.withBody(#""text":"x","spaces":67108865"#)
        }
        #expect(throws: CaptureCaseError.wrongType(member: "body.spaces", expected: "a whole number from 0")) {
            try Self.withBody(#""text":"x","spaces":-1"#)
        }
        #expect(throws: CaptureCaseError.self) { try Self.withBody(#""text":"x","spaces":"1""#) }
    }

    @Test func errorsFromReadingCaseFilesAreRethrown() throws {
        let file = try CaptureCase(json: Array(Self.full.utf8))
        #expect(throws: NoSuchFile(name: "p.jpg")) {
            try file.request { (name) throws(NoSuchFile) in throw NoSuchFile(name: name) }
        }
    }

    @Test(
        arguments: [
            ("\"captures\"", "\"videos\"", .unknownEndpoint("videos")),
            ("2025-12-01T10:00:30Z", "now", .notTimestamp(found: "now")),
            (#""parts""#, #""peaces""#, .missing("parts")),
            (#""ref":"p.jpg""#, #""ref":null"#, .noSingleContent(member: "parts[0]")),
            (#""text":"té""#, #""text":"té","base64":"""#, .noSingleContent(member: "parts[1]")),
            ("QUI=", "QUI", .notBase64(member: "parts[2]")),
            ("0f0f0f0f", "0f", .notHexadecimal(member: "request.body_sha256")),
            (#""captures""#, #""captures/hash-only""#, .missing("body")),
        ] as [(String, String, CaptureCaseError)])
    func invalidCasesAreRefusedWithTheReason(_ row: (from: String, to: String, error: CaptureCaseError)) {
        let json = Self.full.replacing(row.from, with: row.to, maxReplacements: 1)
        #expect(throws: row.error) { try CaptureCase(json: Array(json.utf8)) }
    }

    @Test func devicesHaveTwoSpellings() throws {
        let short = Self.full.replacing("attestation_level", with: "level").replacing(
            "public_key_hex", with: "public_key"
        )
        .replacing("assertion_counter", with: "counter")
        for json in [Self.full, short] {
            let request = try CaptureCase(json: Array(json.utf8)).request { _ in [1] }
            #expect(
                request.device
                    == CaptureDevice(attestationLevel: "unverified", publicKey: [4, 0xAB], counter: -3))
        }
        let wrong = Self.full.replacing("04AB", with: "4AB")
        #expect(
            throws: CaptureCaseError.device(
                DeviceFile.Fault(finding: "something other than hexadecimal digits as public_key_hex"))
        ) { try CaptureCase(json: Array(wrong.utf8)) }
    }

    @Test func malformedCasesNameTheExpectedShape() {
        #expect(throws: CaptureCaseError.json(.shape(.missingMember("endpoint"), offset: 1))) {
            try CaptureCase(json: Array("{}".utf8))
        }
        #expect(throws: CaptureCaseError.json(.grammar(.endOfText, offset: 0))) { try CaptureCase(json: []) }
    }
}

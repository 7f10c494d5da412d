import Captures
import DepthFiles
import Reports
import Support
import TestSupport
import Testing

@Suite struct DamageChangeTests {
    private func judged(
        photo: [UInt8] = TestCapture.photo, depthMap: [UInt8] = CaptureFiles.room,
        metadata: [UInt8] = TestCapture.metadata(assertion: TestCapture.fullAssertion)
    ) -> JudgedCapture {
        JudgedCapture(
            TestCapture.request([
                TestCapture.part(.photo, photo), TestCapture.part(.depthMap, depthMap),
                TestCapture.part(.metadata, metadata),
            ]))
    }

    private func gzip(_ bytes: [UInt8]) -> [UInt8] { DepthFileWriter.pack(bytes, as: .gzip) }
    private func base64(_ bytes: [UInt8]) -> [UInt8] { Array(StrictBase64.text(of: bytes).utf8) }

    /// The damaged photo's hash is never advised, and the signature, which covers the right hash, stays.
    @Test func aDamagedPhotoIsNotMadeOfficial() throws {
        let end = Array("\r\n".utf8)
        let damaged: [(photo: [UInt8], cause: String, reason: String)] = [
            (
                TestCapture.photo + end, "line_ends_behind",
                "the photo has 2 bytes too many behind it (CR LF): without them, it has the stated hash"
            ),
            (
                TestCapture.photo + [0x0A], "line_ends_behind",
                "the photo has 1 byte too many behind it (LF): without it, it has the stated hash"
            ),
            (
                end + TestCapture.photo, "line_ends_before",
                "the photo has 2 bytes too many before it (CR LF): without them, it has the stated hash"
            ),
            (base64(TestCapture.photo), "base64", "the photo is base64: decoded, it has the stated hash"),
            (
                base64(gzip(TestCapture.photo)), "base64+gzip",
                "the photo is base64 of gzip: decoded and inflated, it has the stated hash"
            ),
            (
                base64(base64(TestCapture.photo)), "base64+base64",
                "the photo is base64 in base64: decoded twice, it has the stated hash"
            ),
            (
                [0xFF, 0xD8, 0xFF], "cut",
                "the photo is not the one that was hashed: it begins like a JPEG file but has no end (FF D9)"
            ),
            (
                Array("[object Blob]".utf8), "text",
                #"the photo is not the one that was hashed: it is text that begins with "[object Blob]""#
            ),
            ([0xFF, 0xD8, 0xFF, 0xD9], "other_photo", "photo_hash is"),
        ]
        for (photo, cause, reason) in damaged {
            let judged = judged(photo: photo)
            let changes = judged.changes
            #expect(changes.map(\.code) == ["photo_hash"] && changes.first?.cause == cause)
            #expect(judged.reasons.map(\.code) == ["photo_hash"])
            #expect(judged.reasons.first?.sentence.hasPrefix(reason) == true, "\(judged.reasons)")
            let sentence = try #require(changes.first?.sentence)
            let words = ["send the ", "end the photo right before", "begin the photo right behind", "do not compress"]
            #expect(words.contains { sentence.contains($0) }, "\(sentence)")
            #expect(!sentence.contains(SHA256Digest.hexadecimal(of: photo)))
        }
    }

    @Test func lineEndsInEachPartAreCalledSo() throws {
        let end = Array("\r\n".utf8)
        let judged = judged(
            photo: TestCapture.photo + end, depthMap: CaptureFiles.room + end,
            metadata: TestCapture.metadata(assertion: TestCapture.fullAssertion) + end)
        let changes = judged.changes
        #expect(changes.map(\.code) == ["photo_hash"])
        #expect(
            changes.first?.sentence
                == "end each part right before the CR LF of the boundary; each part has 2 bytes too many behind it (CR "
                + "LF): without them, the photo has the stated hash")
    }

    /// A hash of something else was signed, so the right one needs another signature.
    @Test func theHashOfBase64IsReplaced() {
        let hash = SHA256Digest.hexadecimal(of: base64(TestCapture.photo))
        let changes = judged(metadata: TestCapture.metadata(assertion: nil, [TestCapture.photoHash: hash])).changes
        #expect(changes.first?.cause == "hash_of_base64")
        #expect(changes.first?.sentence == "hash the bytes of the photo: photo_hash is the hash of the photo's base64")
    }

    @Test func exchangedPartsNeedOnlyTheirNames() {
        let changes = judged(photo: CaptureFiles.room, depthMap: TestCapture.photo).changes
        #expect(changes.map(\.code) == ["photo_hash"])
        #expect(
            changes.first?.sentence == "exchange the names of two parts: the parts photo and depth_map are exchanged")
    }

    /// The sent bytes may have lost the LF, so the signature may be right.
    @Test func aHashedLineFeedIsSentRatherThanSignedAgain() {
        let hash = SHA256Digest.hexadecimal(of: TestCapture.photo + [0x0A])
        let changes = judged(metadata: TestCapture.metadata(assertion: nil, [TestCapture.photoHash: hash])).changes
        #expect(
            changes.first?.sentence
                == "send the bytes that were hashed: photo_hash is the hash of the photo and an LF: the photo lost it, "
                + "or it was hashed by mistake")
    }

    @Test func otherContainersAreInflatedFirst() {
        let zlib = DepthFileWriter.pack([UInt8](repeating: 7, count: 48), as: .zlib)
        let rows: [([UInt8], String)] = [
            (zlib, "inflate the depth map"), (Array("PK\u{3}\u{4}".utf8) + zlib, "decode the depth map"),
            (DepthFileWriter.pack(CaptureFiles.room, as: .zlib), "do not compress the depth map with zlib"),
        ]
        for (depthMap, words) in rows {
            let sentence = judged(depthMap: depthMap).changes.first?.sentence ?? ""
            #expect(sentence.hasPrefix(words), "\(sentence)")
        }
    }

    @Test func aDamagedDepthMapIsNotCompressedAgain() throws {
        let damaged: [([UInt8], String, String)] = [
            (gzip(CaptureFiles.room), "gzip", "the depth map is gzip in gzip: inflated, it has"),
            (base64(CaptureFiles.room), "base64", "the depth map is base64 of gzip: decoded, it has"),
            (
                gzip(base64(CaptureFiles.room)), "gzip+base64",
                "the depth map is gzip of base64 of gzip: inflated and decoded, it has"
            ),
            (
                Array("\n".utf8) + base64(CaptureFiles.room) + Array("\n".utf8), "base64",
                "the depth map is base64 of gzip: decoded, it has"
            ),
            (
                Array("\n".utf8) + CaptureFiles.room, "line_ends_before",
                "the depth map has 1 byte too many before it (LF): without it, it has"
            ),
        ]
        for (depthMap, cause, words) in damaged {
            let judged = judged(depthMap: depthMap)
            #expect(judged.judgement.answer?.httpStatus == 202)
            let change = try #require(judged.changes.first)
            #expect(judged.changes.map(\.code) == ["depth_container"])
            #expect(change.cause == cause)
            #expect(change.sentence.contains(words), "\(change.sentence)")
            #expect(!change.sentence.contains("compress the depth map with gzip"))
            #expect(judged.reasons.first?.sentence.hasPrefix(words) == true, "\(judged.reasons)")
        }
    }

    @Test func wrappedMetadataAreNamed() {
        let metadata = TestCapture.metadata(assertion: TestCapture.fullAssertion)
        let wrapped: [([UInt8], String)] = [
            (base64(metadata), "base64"), (gzip(metadata), "gzip"),
        ]
        for (content, cause) in wrapped {
            let judged = judged(metadata: content)
            let change = judged.changes.first
            #expect(change?.code == "metadata_json" && change?.cause == cause)
            let reason = judged.reasons.first?.sentence ?? ""
            #expect(reason.hasPrefix("the part metadata is ") && change?.sentence.contains(reason) == true)
        }
    }

    /// A boundary without CR LF before it makes the next part disappear; only the cause is listed.
    @Test func aSwallowedPartIsExplainedByItsBoundary() throws {
        let body = MultipartWriter.standard.body(of: CaptureFiles.parts)
        let place = try #require(body.firstRange(of: Array("\r\n--Boundary".utf8)))
        var request = TestCapture.request([])
        request.payload = .full(.multipart(Array(body[..<place.lowerBound] + body[(place.lowerBound + 2)...])))
        let judged = JudgedCapture(request)
        #expect(judged.changes.map(\.code) == ["multipart"])
        #expect(judged.changes.first?.cause == "no_line_end_before_boundary")
        let words = "the next boundary (byte \(place.lowerBound)) has no CR LF before it"
        #expect(judged.reasons.first?.sentence == "there is no part depth_map: \(words)")
        #expect(judged.changes.first?.sentence.contains(words) == true)
    }

    /// Only a capture without any photo is told that another photo needs another hash.
    @Test func aMisnamedPhotoNeedsNoOtherHash() {
        func sentence(_ name: String?) -> String? {
            let parts = name.map { [BodyPart(name: $0, content: TestCapture.photo)] } ?? []
            return JudgedCapture(TestCapture.request(parts + CaptureFiles.parts.dropFirst())).changes.first?.sentence
        }
        #expect(
            sentence("Photo")
                == #"send the part photo: there is a part "Photo": names are case-sensitive; name it "photo""#)
        #expect(
            sentence(nil)
                == "send the part photo; a photo other than the hashed one needs a new hash and a new signature")
    }

    @Test func causesHaveSentencesOfTheirOwn() {
        let body = String(decoding: MultipartWriter(boundary: "B").body(of: [TestCapture.parts[0]]), as: UTF8.self)
        func reason(_ body: String, _ boundary: String = "B") -> String {
            var request = TestCapture.request([])
            request.payload = .full(
                .request(Array(body.utf8), contentType: "multipart/form-data; boundary=\"\(boundary)\""))
            return JudgedCapture(request).reasons.first?.sentence ?? ""
        }
        func replacing(_ old: String, _ new: String) -> String {
            body.split(separator: old, omittingEmptySubsequences: false).joined(separator: new)
        }
        let reasons = [
            reason(replacing("\r\n", "\n")), reason(replacing("\r\n", "\r")),
            reason(replacing("photo\r\n--B", "photo--B")), reason(replacing("--B--\r\n", "")),
            reason(replacing("--B--", "--B")), reason(replacing("--B", "--C")),
            reason(body, "--B"), reason(replacing("--B", "B")), reason(""), reason("{}"),
            reason(replacing("Type: ", "Type ")),
            reason(String(decoding: base64(Array(body.utf8)), as: UTF8.self)),
        ]
        #expect(Set(reasons).count == reasons.count && !reasons.contains(""), "\(reasons)")
    }
}

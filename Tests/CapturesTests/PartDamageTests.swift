import Captures
import DepthFiles
import Support
import TestSupport
import Testing

/// A way in which a part is damaged, and the code of its repair.
struct Damaging: CustomTestStringConvertible, Sendable {
    let code: String
    let damage: @Sendable ([UInt8]) -> [UInt8]
    var testDescription: String { code }

    init(_ code: String, _ damage: @escaping @Sendable ([UInt8]) -> [UInt8]) {
        (self.code, self.damage) = (code, damage)
    }

    static let all = [
        Damaging("line_ends_behind") { $0 + Array("\r\n".utf8) },
        Damaging("line_ends_behind") { $0 + Array("\n".utf8) },
        Damaging("line_ends_behind") { $0 + Array("\r\n\r\n\n".utf8) },
        Damaging("line_ends_before") { Array("\r\n".utf8) + $0 },
        Damaging("line_ends_before") { Array("\r".utf8) + $0 },
        Damaging("line_ends_behind+line_ends_before") { Array("\n".utf8) + $0 + Array("\r\n".utf8) },
        Damaging("byte_order_mark") { [0xEF, 0xBB, 0xBF] + $0 }, Damaging("gzip") { gzip($0) },
        Damaging("zlib") { DepthFileWriter.pack($0, as: .zlib) },
        Damaging("gzip+gzip") { gzip(gzip($0)) }, Damaging("base64") { base64($0) },
        Damaging("base64") { lines(base64($0), "\n") }, Damaging("base64") { lines(base64($0), "\r\n") },
        Damaging("base64") { [UInt8(ascii: "\"")] + base64($0) + [UInt8(ascii: "\"")] },
        Damaging("base64") { base64($0).map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 } },
        Damaging("base64") {
            base64($0).filter { $0 != UInt8(ascii: "=") }.map {
                $0 == UInt8(ascii: "+") ? UInt8(ascii: "-") : $0 == UInt8(ascii: "/") ? UInt8(ascii: "_") : $0
            }
        },
        Damaging("base64+gzip") { base64(gzip($0)) }, Damaging("gzip+base64") { gzip(base64($0)) },
        Damaging("base64+base64") { base64(base64($0)) },
        Damaging("hexadecimal") { Array(Hexadecimal.text(of: $0).utf8) },
        Damaging("hexadecimal") { Array("0x\(Hexadecimal.text(of: $0).uppercased())".utf8) },
        Damaging("hexadecimal") { Array("<\(Hexadecimal.text(of: $0))>".utf8) },
        Damaging("utf8") { latin1($0) }, Damaging("utf8+utf8") { latin1(latin1($0)) },
        Damaging("line_ends_behind+utf8") { latin1($0 + Array("\n".utf8)) },
    ]

    static func gzip(_ bytes: [UInt8]) -> [UInt8] { DepthFileWriter.pack(bytes, as: .gzip) }
    static func base64(_ bytes: [UInt8]) -> [UInt8] { Array(StrictBase64.text(of: bytes).utf8) }
    static func latin1(_ bytes: [UInt8]) -> [UInt8] {
        Array(String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) })).utf8)
    }

    static func lines(_ text: [UInt8], _ end: String) -> [UInt8] {
        stride(from: 0, to: text.count, by: 76).flatMap { text[$0..<min($0 + 76, text.count)] + Array(end.utf8) }
    }
}

@Suite struct PartDamageTests {
    /// Bytes like those of a JPEG file.
    private static let photo: [UInt8] = {
        var random = SplitMix64(seed: 7)
        let noise = (0..<6000).map { _ in UInt8(random.below(256)) }.replacing([0x0D, 0x0A], with: [])
        return [0xFF, 0xD8, 0xFF, 0xE0] + noise.prefix(2000) + [0x0D, 0x0A] + noise.dropFirst(2000) + [0xFF, 0xD9]
    }()
    private static let hash = SHA256Digest.bytes(of: photo)

    private func mismatch(_ photo: [UInt8], _ hash: [UInt8] = hash, others: [BodyPart] = []) -> PhotoMismatch {
        PhotoMismatch(photo: photo, claimed: hash, parts: [TestCapture.part(.photo, photo)] + others)
    }

    @Test(arguments: Damaging.all) func theStatedHashDecidesHowAPhotoIsRepaired(_ damaging: Damaging) throws {
        let mismatch = mismatch(damaging.damage(Self.photo))
        guard case .repair(let repair, _) = mismatch else {
            Issue.record("\(mismatch.code)")
            return
        }
        #expect(repair.code == damaging.code)
        #expect(repair.bytes == Self.photo)
    }

    @Test(arguments: Damaging.all) func inflationDecidesHowADepthMapIsRepaired(_ damaging: Damaging) throws {
        var random = SplitMix64(seed: 8)
        let samples = (0..<6000).map { _ in UInt8(random.below(256)) }
        let map = Damaging.gzip(samples)
        // Without CR LF or before bytes that the server ignores, the map is as it was.
        let sent = damaging.damage(map)
        guard sent != map, !sent.starts(with: map) else { return }
        for (width, height) in [(50, 30), (0, 0), (9, 9)] {
            let repair = DepthMapRepair(of: sent, width: width, height: height)
            #expect(repair?.repair.code == damaging.code)
            #expect(repair?.sampleCount == 1500)
            #expect(repair?.isGzip == true)
        }
        #expect(DepthMapRepair(of: map, width: 50, height: 30) == nil)
        #expect(DepthMapRepair(of: samples, width: 50, height: 30) == nil)
    }

    @Test func bareSamplesAreRecognisedByTheirDimensions() {
        let samples = [UInt8](repeating: 7, count: 48)
        let repair = DepthMapRepair(of: Damaging.base64(samples), width: 4, height: 3)
        #expect(repair?.repair.code == "base64" && repair?.isGzip == false && repair?.sampleCount == 12)
        #expect(DepthMapRepair(of: Damaging.base64(samples), width: 4, height: 4) == nil)
    }

    @Test func lineEndsAtEachPartAreRecognised() {
        let end = Array("\r\n".utf8)
        func isInEachPart(_ others: [BodyPart]) -> Bool? {
            guard case .repair(_, let isInEachPart) = mismatch(Self.photo + end, others: others) else { return nil }
            return isInEachPart
        }
        #expect(isInEachPart([TestCapture.part(.metadata, Array("{}\r\n".utf8))]) == true)
        #expect(isInEachPart([TestCapture.part(.metadata, Array("{}\n".utf8))]) == false)
        #expect(isInEachPart([TestCapture.part(.metadata, Array("{}".utf8))]) == false)
    }

    private static let irreparable = [
        Damaging("replacement_characters") { Array(String(decoding: $0, as: UTF8.self).utf8) },
        Damaging("text") { _ in Array("[object Object]".utf8) }, Damaging("cut") { Array($0.dropLast(5)) },
        Damaging("bytes_behind") { $0 + [1, 2] }, Damaging("no_picture") { [0, 0] + $0 },
        Damaging("other_photo") { Array($0.prefix(99)) + [$0[99] ^ 1] + Array($0[100...]) },
        Damaging("other_photo") { _ in [0, 0, 0, 24] + Array("ftypheic".utf8) + [0x80] },
    ]

    @Test(arguments: irreparable) func aPhotoThatCannotBeRepairedIsDescribed(_ damaging: Damaging) {
        #expect(mismatch(damaging.damage(Self.photo)).code == damaging.code)
    }

    @Test func exchangedPartsAreRecognised() {
        let map = Damaging.gzip([1, 2, 3, 4])
        let parts = [TestCapture.part(.depthMap, Self.photo)]
        #expect(mismatch(map, others: parts) == .exchangedParts)
        // Damage on the way does not hide the exchange.
        #expect(mismatch(map, [0], others: parts) == .exchangedParts)
        let maps = [TestCapture.part(.depthMap, map)]
        #expect(mismatch(Self.photo, SHA256Digest.bytes(of: map), others: maps) == .hashOf(.depthMap))
    }

    @Test func theHashOfSomethingElseIsNamed() {
        let depthMap = TestCapture.part(.depthMap, [5, 6])
        let hashed: [(String, [UInt8])] = [
            ("hash_of_base64", Damaging.base64(Self.photo)), ("hash_of_hash", Self.hash),
            ("hash_of_hash_text", Array(Hexadecimal.text(of: Self.hash).utf8)),
            ("hash_of_hexadecimal", Array(Hexadecimal.text(of: Self.photo).utf8)), ("hash_of_depth_map", [5, 6]),
            ("hash_of_photo_and_depth_map", Self.photo + [5, 6]),
            ("hash_of_utf8_text", Array(String(decoding: Self.photo, as: UTF8.self).utf8)),
            ("hash_of_photo_and_line_feed", Self.photo + [0x0A]), ("hash_of_nothing", []),
        ]
        for (code, data) in hashed {
            #expect(mismatch(Self.photo, SHA256Digest.bytes(of: data), others: [depthMap]).code == code)
        }
    }

    /// Damage of any kind never traps, and repairs have the stated hash.
    @Test func anyBytesAreDiagnosed() {
        var random = SplitMix64(seed: 9)
        for _ in 0..<300 {
            var bytes = Damaging.all[random.below(Damaging.all.count)].damage(Array(Self.photo.prefix(200)))
            for _ in 0..<random.below(4) { bytes[random.below(bytes.count)] = UInt8(random.below(256)) }
            bytes.removeLast(random.below(bytes.count))
            let mismatch = mismatch(bytes, SHA256Digest.bytes(of: Array(Self.photo.prefix(200))))
            if case .repair(let repair, _) = mismatch { #expect(repair.bytes == Array(Self.photo.prefix(200))) }
            _ = DepthMapRepair(of: bytes, width: 5, height: 5)
        }
    }
}

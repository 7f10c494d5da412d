import DepthAnalysis
import TestSupport
import Testing

@testable import DepthFiles

private let hasLibrary: Bool = {
    if case .storedNeedsLibrary = read([0x76, 0x2F, 0x31, 1]).error { return false }
    return true
}()

@Suite(.enabled(if: hasLibrary, "OpenEXRCore is missing: install libopenexr-dev")) struct OpenEXRTests {
    private static func fixture(_ name: String) throws -> FormatFixture {
        try #require(try FormatFixture.all(in: "exr").first { $0.description == "exr/\(name).exr" })
    }

    @Test(arguments: try FormatFixture.all(in: "exr"))
    func everyFixtureYieldsItsExpectedMap(fixture: FormatFixture) {
        let reading = read(fixture.bytes)
        // OpenEXRCore decompresses DWA from version 3.2 on.
        if fixture.description.contains("dwa"), case .success(let file) = reading.result {
            #expect(file.map.width == 43 && file.map.height == 29)
        } else {
            #expect(FormatFixture.outcome(of: reading.result) == fixture.expectation)
        }
        #expect(reading.serverReading == .unavailable(.notGzip(found: .stored(.openEXR))))
    }

    @Test(arguments: try FormatFixture.all(in: "exr"))
    func damageEndsInAnErrorOrAMapWithinTheLimit(fixture: FormatFixture) { fixture.expectDamageIsHandled() }

    @Test func otherContentIsNamed() throws {
        let found = [
            "whole-numbers": "whole numbers in the depth channel, among channels Z",
            "deep": "an OpenEXR file of deep samples, with any number per pixel",
        ]
        for (name, found) in found {
            #expect(read(try Self.fixture(name).bytes).error == .storedNotDepth(.openEXR, found: found))
        }
    }

    /// The library quotes an attribute name that is too long, whatever bytes it contains.
    @Test func quotedFileTextIsPrintable() throws {
        let name = Array("ab\n\u{1B}[31m".utf8) + [UInt8](repeating: UInt8(ascii: "n"), count: 248)
        let start = try Self.fixture("f32-lines-none").bytes.prefix(8)
        let error = try #require(read(start + name + [0]).error)
        #expect(error.code == "exr_damaged" && error.message.contains("ab\\u{A}\\u{1B}[31mnn"), "\(error)")
        #expect(error.message.unicodeScalars.allSatisfy { $0.value >= 0x20 })
    }

    /// OpenEXRCore 3.1.5 writes to null when it separates channels in this order.
    @Test func unsortedChannelsDoNotCrash() throws {
        var bytes = try Self.fixture("colours").bytes
        let green = try #require(bytes.indices.first { Array(bytes[$0...].prefix(3)) == [0x47, 0, 1] })
        bytes[green] = UInt8(ascii: "Z")
        #expect(try read(bytes).result.get().map.width == 43)
    }

    @Test func theLimitCountsAllChannels() throws {
        let bytes = try Self.fixture("depth-beside-colours").bytes
        let byteCount = (4 + 3 * 2) * 43 * 29
        try #require(bytes.count < byteCount)
        _ = try read(bytes, ReadingOptions(maximumByteCount: byteCount)).result.get()
        let error = read(bytes, ReadingOptions(maximumByteCount: byteCount - 1)).error
        #expect(error == .tooLarge(container: .none, limit: byteCount - 1))
    }

    @Test func furtherPartsAreNoted() throws {
        let file = try read(try Self.fixture("two-parts").bytes).result.get()
        #expect(file.notes == [.furtherPicturesIgnored(.openEXR, count: 1)] && file.format == .openEXR)
        #expect(try read(try Self.fixture("window-elsewhere-tiles").bytes).result.get().notes.isEmpty)
    }

    @Test func filesAreReadConcurrently() async throws {
        let fixtures = try FormatFixture.all(in: "exr").filter { !$0.description.contains("dwa") }
        await withTaskGroup { group in
            for _ in 0..<4 {
                group.addTask {
                    for fixture in fixtures {
                        #expect(FormatFixture.outcome(of: read(fixture.bytes).result) == fixture.expectation)
                    }
                }
            }
        }
    }
}

import DepthAnalysis
import TestSupport
import Testing

@testable import DepthFiles

private let hasLibrary: Bool = {
    if case .storedNeedsLibrary = read([0x49, 0x49, 0x2A, 0]).error { return false }
    return true
}()

@Suite(.enabled(if: hasLibrary, "libtiff is missing: install libtiff6")) struct TIFFTests {
    private static func fixture(_ name: String) throws -> FormatFixture {
        try #require(try FormatFixture.all(in: "tiff").first { $0.description == "tiff/\(name).tif" })
    }

    @Test(arguments: try FormatFixture.all(in: "tiff"))
    func everyFixtureYieldsItsExpectedMap(fixture: FormatFixture) {
        let reading = read(fixture.bytes)
        #expect(FormatFixture.outcome(of: reading.result) == fixture.expectation)
        #expect(reading.serverReading == .unavailable(.notGzip(found: .stored(.tiff))))
    }

    @Test(arguments: try FormatFixture.all(in: "tiff"))
    func damageEndsInAnErrorOrAMapWithinTheLimit(fixture: FormatFixture) { fixture.expectDamageIsHandled() }

    @Test func otherContentIsNamed() throws {
        let found = [
            "u8": "8-bit unsigned samples in a TIFF", "i16": "16-bit signed samples in a TIFF",
            "complex": "64-bit complex samples in a TIFF", "rgb-f32": "an RGB TIFF with 3 samples per pixel",
            "two-planes": "a grey TIFF with 2 samples per pixel", "lzma": "a TIFF compressed with LZMA",
        ]
        for (name, found) in found {
            #expect(read(try Self.fixture(name).bytes).error == .storedNotDepth(.tiff, found: found))
        }
    }

    @Test func additionalFileContentIsNoted() throws {
        func notes(_ name: String) throws -> [ReadingNote] {
            try read(try Self.fixture(name).bytes, ReadingOptions(unitsPerMetre: 1000)).result.get().notes
        }
        #expect(try notes("three-pages") == [.furtherPicturesIgnored(.tiff, count: 2)])
        #expect(try notes("ring-of-directories").isEmpty && notes("gdal-no-data").isEmpty && notes("f64-big").isEmpty)
        let steps = try read(try Self.fixture("u16-big").bytes).result.get()
        #expect(steps.notes == [.unitsAssumed(.tiff, unitsPerMetre: 1000)] && steps.format == .tiff)
    }

    @Test func theLimitCountsStoredSampleBytes() throws {
        for (name, byteCount) in [("f64-little", 8 * 32 * 24), ("f32-little", 4 * 43 * 29)] {
            let bytes = try Self.fixture(name).bytes
            // The file must be within the limit too.
            let limit = max(byteCount, bytes.count)
            _ = try read(bytes, ReadingOptions(maximumByteCount: limit)).result.get()
        }
        let packed = try Self.fixture("one-tile-larger-than-the-map").bytes
        let tile = 4 * 64 * 64
        _ = try read(packed, ReadingOptions(maximumByteCount: tile)).result.get()
        let error = read(packed, ReadingOptions(maximumByteCount: tile - 1)).error
        #expect(error == .tooLarge(container: .none, limit: tile - 1))
    }

    /// libtiff takes quadratic time for tags that it does not know.
    @Test func tagCountsAreLimited() throws {
        var bytes = try Self.fixture("f32-little").bytes
        // A copy of the directory behind the file, with further tags.
        let first = Int(bytes[4])
        let usual = Int(bytes[first])
        let entries = Array(bytes[first + 2..<first + 2 + 12 * usual])
        let place = bytes.count
        func numbers<Number: FixedWidthInteger>(_ values: Number...) -> [UInt8] {
            values.flatMap { withUnsafeBytes(of: $0.littleEndian, Array.init) }
        }
        bytes.replaceSubrange(4..<8, with: numbers(UInt32(place)))
        func file(tags count: Int) -> [UInt8] {
            let unknown = (0..<count - usual).flatMap { numbers(UInt16(51_000 + $0), 4) + numbers(UInt32(1), 1) }
            return bytes + numbers(UInt16(count)) + entries + unknown + numbers(UInt32(0))
        }
        _ = try read(file(tags: 1024)).result.get()
        let found = "1025 tags in a TIFF, more than 1024"
        #expect(read(file(tags: 1025)).error == .storedNotDepth(.tiff, found: found))
    }

    @Test func manyDirectoriesAreCountedQuickly() throws {
        // Directories without entries, each linked to the next, after a valid one.
        var bytes = try Self.fixture("f32-little").bytes
        func number(_ value: Int) -> [UInt8] { withUnsafeBytes(of: UInt32(value).littleEndian, Array.init) }
        let first = Int(bytes[4])
        let link = first + 2 + 12 * Int(bytes[first])
        bytes.replaceSubrange(link..<link + 4, with: number(bytes.count))
        for _ in 0..<60_000 { bytes += [0, 0] + number(bytes.count + 6) }
        let file = try read(bytes).result.get()
        #expect(file.notes == [.furtherPicturesIgnored(.tiff, count: 60_000)])
    }

    @Test func filesAreReadConcurrently() async throws {
        let fixtures = try FormatFixture.all(in: "tiff")
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

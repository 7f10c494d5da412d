import DepthAnalysis
import TestSupport
import Testing

@testable import DepthFiles

private enum SampleFault: Error { case read(String) }

/// Formats whose files contain the dimensions of the map, tested with files of other programs.
@Suite struct StoredFormatTests {
    private static let formats: [DepthFileFormat] = [.npy, .pfm]

    private static func fixtures() throws -> [FormatFixture] {
        let all = try formats.flatMap { try FormatFixture.all(in: $0.rawValue) }
        try #require(all.count > 30)
        return all
    }

    @Test func everyFixtureYieldsItsExpectedMap() throws {
        for fixture in try Self.fixtures() {
            #expect(FormatFixture.outcome(of: read(fixture.bytes).result) == fixture.expectation, "\(fixture)")
        }
    }

    @Test func theServerReadsNoStoredFormat() throws {
        for format in Self.formats {
            for fixture in try FormatFixture.all(in: format.rawValue) {
                let answer = read(fixture.bytes).serverReading
                #expect(answer == .unavailable(.notGzip(found: .stored(format))), "\(fixture)")
            }
        }
    }

    /// The server reads compressed contents as float32, whatever they are.
    @Test func packedStoredFormatsAreReadUnlikeOnTheServer() throws {
        for fixture in try Self.fixtures() {
            for container in [DepthContainer.gzip, .zlib, .deflate] {
                let reading = read(DepthFileWriter.pack(fixture.bytes, as: container))
                if container == .gzip, let file = try? reading.result.get(), file.format == .float32 {
                    // A file that breaks the rules of its format only resembles it, so the server's format takes
                    // precedence.
                    #expect(file.notes.first?.code == "resembles_other_format", "\(fixture)")
                    guard case .error(let code) = fixture.expectation else {
                        throw SampleFault.read(fixture.description)
                    }
                    #expect(code.hasSuffix("_damaged") || code.hasSuffix("_truncated"), "\(fixture)")
                    #expect(reading.serverReading == .sameMap, "\(fixture)")
                    continue
                }
                #expect(FormatFixture.outcome(of: reading.result) == fixture.expectation, "\(fixture) \(container)")
                guard container == .gzip else { continue }
                let floats = DepthMap(inferringDimensionsOf: float32Samples(of: fixture.bytes))
                let expected: ServerReading =
                    fixture.bytes.count % 4 == 0
                    ? .otherMap(floats) : .unavailable(.notWholeSamples(byteCount: fixture.bytes.count))
                #expect(reading.serverReading == expected, "\(fixture)")
            }
        }
    }

    @Test func filesCutAtAnyByteAreTruncated() throws {
        for fixture in try Self.fixtures() {
            guard case .map = fixture.expectation else { continue }
            let places = Array(4..<min(fixture.bytes.count, 200)) + [fixture.bytes.count - 1]
            for count in places {
                let code = read(Array(fixture.bytes.prefix(count))).error?.code ?? ""
                #expect(code.hasSuffix("_truncated"), "\(fixture) truncated after \(count): \(code)")
            }
        }
    }

    @Test func changedBytesNeverCrash() throws {
        for fixture in try Self.fixtures() {
            for place in 0..<min(fixture.bytes.count, 160) {
                for value: UInt8 in [0, 0x20, 0x39, 0x7F, 0xFF] {
                    var bytes = fixture.bytes
                    bytes[place] = value
                    let limit = 1 << 16
                    if case .success(let file) = read(bytes, ReadingOptions(maximumByteCount: limit)).result {
                        #expect(file.map.samples.count <= limit / 2)
                    }
                }
            }
        }
    }

    @Test func optionsAreCheckedAgainstTheFile() throws {
        for name in ["npy/f4-little.npy", "pfm/opencv.pfm"] {
            let fixture = try #require(try Self.fixtures().first { $0.description == name })
            let format = try #require(Self.formats.first { name.hasPrefix($0.rawValue) })
            let own = try read(fixture.bytes).result.get().map
            let used = MapDimensions(width: own.width, height: own.height)
            let given = MapDimensions(width: 8, height: 8)
            let odd = ReadingOptions(dimensions: given, bytesPerRow: 32)
            #expect(
                try read(fixture.bytes, odd).result.get().notes == [
                    .storedDimensionsUsed(format, given: given, used: used),
                    .rowLengthIgnored(format, bytesPerRow: 32),
                ])
            var strict = ReadingOptions(dimensions: given, isStrict: true)
            #expect(
                read(fixture.bytes, strict).error == .storedDimensionsDiffer(format, given: given, found: used))
            strict = ReadingOptions(dimensions: used, bytesPerRow: 4 * used.width, isStrict: true)
            #expect(
                read(fixture.bytes, strict).error
                    == .storedHasNoRowLength(format, bytesPerRow: 4 * used.width))
            let trailing = TrailingBytes(after: format.noun, [1, 2])
            #expect(try read(fixture.bytes + [1, 2]).result.get().notes == [.bytesAfterEndIgnored(trailing)])
            #expect(
                read(fixture.bytes + [1, 2], ReadingOptions(isStrict: true)).error == .bytesAfterEnd(trailing))
            let none = ReadingOptions(dimensions: MapDimensions(width: 0, height: 3))
            #expect(
                read(fixture.bytes, none).error == .dimensionsNotPositive(MapDimensions(width: 0, height: 3)))
        }
    }

    @Test func invalidValuesAndUnitsApplyToStoredNumbers() throws {
        let all = try Self.fixtures()
        let floats = try #require(all.first { $0.description == "npy/f4-little.npy" })
        let plain = try read(floats.bytes).result.get().map
        let masked = try read(floats.bytes, ReadingOptions(unitsPerMetre: 5000, invalidValues: [0.75])).result.get()
        #expect(masked.map.samples.count(where: \.isNaN) == plain.samples.count { $0 == 0.75 })
        #expect(zip(masked.map.samples, plain.samples).allSatisfy { $0 == $1 || $0.isNaN }, "metres stay metres")
        let steps = try #require(all.first { $0.description == "npy/u2-big.npy" })
        let thousandths = try read(steps.bytes).result.get()
        #expect(thousandths.notes == [.unitsAssumed(.npy, unitsPerMetre: 1000)])
        let fifths = try read(steps.bytes, ReadingOptions(unitsPerMetre: 200, invalidValues: [750])).result.get()
        #expect(fifths.notes.isEmpty)
        for (fifth, thousandth) in zip(fifths.map.samples, thousandths.map.samples) {
            #expect(thousandth == 0.75 ? fifth.isNaN : abs(fifth - 5 * thousandth) < 1e-5)
        }
    }

    @Test func additionalFileContentIsNoted() throws {
        let all = try Self.fixtures()
        let rounded = try #require(all.first { $0.description == "npy/f8-rounded.npy" })
        #expect(try read(rounded.bytes).result.get().notes == [.roundedToFloat32(count: 768, infinite: 0, total: 768)])
        let exact = try #require(all.first { $0.description == "npy/f8-little.npy" })
        #expect(try read(exact.bytes).result.get().notes.isEmpty)
        let scaled = try #require(all.first { $0.description == "pfm/scaled.pfm" })
        #expect(try read(scaled.bytes).result.get().notes == [.scaleIgnored(.pfm, scale: 0.5)])
    }

    @Test func quotedFileTextIsPrintable() {
        let header = Array("{'descr': '<i8\n\u{1B}[31m', 'fortran_order': False, 'shape': (2, 2), }\n".utf8)
        let bytes = NumPyHeader.signature + [1, 0, UInt8(header.count), 0] + header
        #expect(read(bytes).error == .storedNotDepth(.npy, found: "an array of <i8[31m"))
    }

    /// The limit applies to the size in the header before memory is reserved.
    @Test func headersClaimingTooMuchAreRefused() {
        func array(_ shape: String, length: Int? = nil) -> [UInt8] {
            let header = Array("{'descr': '<f4', 'fortran_order': False, 'shape': \(shape), }\n".utf8)
            let length = length ?? header.count
            return [0x93] + Array("NUMPY".utf8) + [1, 0, UInt8(length & 0xFF), UInt8(length >> 8)] + header
        }
        for shape in ["(100000, 100000)", "(2147483647, 2147483647)"] {
            #expect(read(array(shape)).error == .tooLarge(container: .none, limit: 256 << 20), "\(shape)")
        }
        for shape in ["(9223372036854775808, 1)", "(-1, 2)", "(1.5, 2)", "(True, 2)", "7", "((((((((((2))))))))))"] {
            #expect(read(array(shape)).error?.code == "npy_damaged", "\(shape)")
        }
        #expect(read(array("(2, 2)")).error == .storedTruncated(.npy, byteCount: array("(2, 2)").count))
        #expect(read(array("(2, 2)", length: 9)).error?.code == "npy_damaged")
        let promise = Array("Pf\n2147483647 2147483647\n-1\n".utf8)
        #expect(read(promise).error == .tooLarge(container: .none, limit: 256 << 20))
        #expect(
            read(Array("Pf\n#".utf8) + [UInt8](repeating: 0x20, count: 5000)).error
                == .storedDamaged(.pfm, detail: "a header of more than 4096 bytes"))
    }

    @Test func float16BitPatternsHaveTheirValues() {
        #expect(Float(halfBits: 0x3C00) == 1 && Float(halfBits: 0xC000) == -2 && Float(halfBits: 0x7BFF) == 65504)
        #expect(Float(halfBits: 0x0001) == 0x1p-24 && Float(halfBits: 0x03FF) == 1023 * 0x1p-24)
        #expect(Float(halfBits: 0x8000).sign == .minus && Float(halfBits: 0x7C00) == .infinity)
        #expect(Float(halfBits: 0xFE01).bitPattern == 0xFFC0_2000)
        #if arch(arm64) || os(Linux)
            for bits in UInt16.min ... .max where !Float(halfBits: bits).isNaN {
                #expect(Float(halfBits: bits) == Float(Float16(bitPattern: bits)))
            }
        #endif
    }
}

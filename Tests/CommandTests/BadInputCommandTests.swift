import DepthAnalysis
import DepthFiles
import Foundation
import TestSupport
import Testing

@Suite struct BadInputCommandTests {
    /// Runs `analyze` on one file and expects one error in the exit code, on standard error and in the result.
    private func expectError(
        _ contents: [UInt8], _ message: String, server: String, _ arguments: [String] = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("map.bin", contents).path
        try expectError(file, message, server: server, arguments, sourceLocation: sourceLocation)
    }

    private func expectError(
        _ file: String, _ message: String, server: String, _ arguments: [String] = [], sourceLocation: SourceLocation
    ) throws {
        let outcome = try CommandRunner.depthcheck(["analyze", file, "--format", "json"] + arguments)
        #expect(outcome.exitCode == 2, sourceLocation: sourceLocation)
        #expect(outcome.errors == "depthcheck: \(file): \(message)\n", sourceLocation: sourceLocation)
        let result: [String: Any] = try parse(outcome.output)
        #expect(result["status"] as? String == "unavailable", sourceLocation: sourceLocation)
        #expect(result["error"] as? String == message, sourceLocation: sourceLocation)
        #expect(result["server_would_answer"] as? String == server, sourceLocation: sourceLocation)
    }

    private static let map = DepthFileWriter.float32Bytes(
        of: .make(width: 16, height: 12) { column, row in 1 + Float(column) / 8 + Float(row) / 64 })
    private static let gzip = DepthFileWriter.pack(map, as: .gzip)
    private static let grey16 = TestPNG.grey16(width: 8, height: 8, [UInt16](repeating: 900, count: 64)).bytes

    @Test func anEmptyFileIsAnError() throws {
        try expectError(
            [], "found an empty file; expected a depth map; check how the file was written",
            server: "unavailable: an empty file; the server reads only gzip")
    }

    @Test func aTruncatedGzipIsAnError() throws {
        let count = Self.gzip.count / 2
        let outcome = try CommandRunner.depthcheck(
            ["analyze", "-", "--format", "json"], input: Data(Self.gzip.prefix(count)))
        let error = try #require(try parse(outcome.output, as: [String: Any].self)["error"] as? String)
        #expect(outcome.exitCode == 2)
        #expect(error.hasPrefix("found a gzip stream that is cut off after \(count) bytes ("))
    }

    @Test func aWrongChecksumIsAnError() throws {
        var damaged = Self.gzip
        damaged[damaged.count - 8] ^= 1
        let finding = "a gzip stream whose checksum does not match its contents"
        try expectError(
            damaged, "found \(finding); expected matching checksums; copy the file again",
            server: "unavailable: \(finding)")
    }

    @Test func trailingGarbageIsIgnoredWithANote() throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("map.bin.gz", Self.gzip + [1, 2, 3]).path
        let outcome = try CommandRunner.depthcheck(["analyze", file, "--format", "json"])
        let result: [String: Any] = try parse(outcome.output)
        #expect(outcome.exitCode == 0)
        #expect(result["notes"] as? [String] == ["3 bytes after the end of the gzip member ignored"])
        #expect(result["server_would_answer"] as? String == result["status"] as? String)
    }

    @Test func trailingGarbageIsAnErrorWhenStrict() throws {
        try expectError(
            Self.gzip + [1, 2, 3],
            "found 3 bytes after the end of the gzip member; expected the end of the file there; "
                + "truncate the file there, or copy it again",
            server: "fail", ["--strict"])
    }

    @Test func aLengthNotDivisibleByFourIsAnError() throws {
        try expectError(
            DepthFileWriter.pack(Array(Self.map.dropLast()), as: .gzip),
            "found 767 bytes inflated; expected a multiple of 4, the size of a float32 sample; "
                + "check that the file is complete and holds float32 samples",
            server: "unavailable: 767 bytes inflated, not a multiple of 4")
    }

    @Test func aDecompressionBombIsAnError() throws {
        let zeros = [UInt8](repeating: 0, count: 1 << 22)
        try expectError(
            DepthFileWriter.pack(zeros, as: .gzip),
            "found a gzip stream that inflates to more than 1048576 bytes; expected no more than the limit; "
                + "raise it with --max-bytes if the file is a depth map",
            server: "unknown: it inflates to more than 1048576 bytes", ["--max-bytes", "1048576"])
    }

    @Test func wrongDimensionsAreInferredWithANote() throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("map.bin.gz", Self.gzip).path
        for given in [["100", "100"], ["2147483647", "2147483647"]] {
            let dimensions = ["--width", given[0], "--height", given[1]]
            let outcome = try CommandRunner.depthcheck(["analyze", file, "--format", "json"] + dimensions)
            let result: [String: Any] = try parse(outcome.output)
            #expect(outcome.exitCode == 0 && result["width"] as? Int == 16 && result["height"] as? Int == 12)
            #expect(
                result["notes"] as? [String] == [
                    "given dimensions \(given[0])x\(given[1]) do not fit 192 samples; "
                        + "used 16x12, as inferred by the server"
                ])
        }
    }

    @Test func wrongDimensionsAreAnErrorWhenStrict() throws {
        try expectError(
            Self.gzip,
            "found 192 samples; expected 100x100 samples as given, or a whole number of such maps; "
                + "correct --width and --height or omit them to have them inferred",
            server: "fail", ["--strict", "--width", "100", "--height", "100"])
    }

    @Test func onlySixteenBitGreyPicturesAreRead() throws {
        let server = "unavailable: PNG; the server reads only gzip"
        let expected = "expected 16-bit greyscale; export the depth as 16-bit greyscale"
        let grey8 = TestPNG(width: 4, height: 4, bitDepth: 8) { _, _ in [7] }
        try expectError(grey8.bytes, "found 8-bit greyscale PNG; \(expected)", server: server)
        let rgb8 = TestPNG(width: 4, height: 4, bitDepth: 8, colourType: 2) { _, _ in [1, 2, 3] }
        try expectError(rgb8.bytes, "found 8-bit RGB PNG; \(expected)", server: server)
    }

    @Test func aTruncatedPictureIsAnError() throws {
        let count = Self.grey16.count - 20
        try expectError(
            Array(Self.grey16.prefix(count)),
            "found a PNG that is cut off after \(count) bytes; expected a complete PNG; copy the file again",
            server: "unavailable: PNG; the server reads only gzip")
    }

    @Test func picturesAreReadInTheGivenUnit() throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("map.png", Self.grey16).path
        for (arguments, depth) in [([], Float(900) / 1000), (["--units-per-metre", "5000"], Float(900) / 5000)] {
            let outcome = try CommandRunner.depthcheck(["analyze", file, "--format", "json"] + arguments)
            let result = try JSONDecoder().decode(SceneAnalysis.self, from: Data(outcome.output.utf8))
            #expect(result.minimumDepth == Double(depth) && result.width == 8)
        }
    }

    @Test func aFolderWithoutDepthFilesIsAnError() throws {
        let folder = try TemporaryFolder()
        try folder.file("notes.txt", Array("nothing here".utf8))
        let outcome = try CommandRunner.depthcheck(["analyze", folder.path, "fixtures/room-01.bin.gz"])
        #expect(outcome.exitCode == 2)
        let finding = "found no depth file in the folder (1 file skipped); expected files named *.bin"
        #expect(outcome.errors.contains("\(folder.path): \(finding)"))
        #expect(outcome.output.contains("PASS  fixtures/room-01.bin.gz"))
    }

    @Test func aMissingFileIsAnError() throws {
        try expectError(
            "/no/such/map.bin", "found no such file or folder; expected an existing one; check the path",
            server: "unavailable: there is nothing to read", sourceLocation: #_sourceLocation)
    }

    @Test(.disabled(if: getuid() == 0, "the superuser may read everything")) func anUnreadableFileIsAnError() throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("map.bin", Self.map).path
        try #require(chmod(file, 0) == 0)
        try expectError(
            file, "found no permission; expected an accessible file or folder; change its permissions",
            server: "unknown: the file was not read", sourceLocation: #_sourceLocation)
    }

    @Test func aMapOfNaNIsAnalysedAsUnavailable() throws {
        let folder = try TemporaryFolder()
        let nans = DepthFileWriter.float32Bytes(of: .constant(.nan, width: 16, height: 12))
        let file = try folder.file("nan.bin", nans).path
        let json = try CommandRunner.depthcheck(["analyze", file, "--format", "json"])
        let result: [String: Any] = try parse(json.output)
        #expect(json.exitCode == 0 && result["status"] as? String == "unavailable")
        #expect(result["reasons"] as? [String] == ["no_valid_sample"] && result["total_count"] as? Int == 192)
        let text = try CommandRunner.depthcheck(["analyze", file])
        #expect(text.output.contains("no sample is finite and from 0.1 m to 20.0 m"))
    }
}

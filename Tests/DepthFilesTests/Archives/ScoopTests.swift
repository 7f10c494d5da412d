import DepthAnalysis
import Foundation
import TestSupport
import Testing

@testable import DepthFiles

/// Recordings of the Scoop data set, written by tools/dev/formats/make.
@Suite struct ScoopTests {
    private static let folder = CommandRunner.package.appending(path: "Tests/DepthFilesTests/Archives/formats/scoop")

    private static func expected() throws -> [String: [String: FormatFixture.Expectation]] {
        let bytes = try Data(contentsOf: folder.appending(path: "expected.json"))
        return try JSONDecoder().decode([String: [String: FormatFixture.Expectation]].self, from: bytes)
    }

    private static func path(_ name: String) -> String { folder.appending(path: name).path(percentEncoded: false) }

    private static func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(filePath: path(name))))
    }

    /// The outcomes of inputs by their names.
    private static func outcomes(_ inputs: some Sequence<DepthInput>) -> [String: FormatFixture.Expectation] {
        var found: [String: FormatFixture.Expectation] = [:]
        for input in inputs {
            for file in DepthFileReader().maps(in: input) { found[file.path] = outcome(of: file) }
        }
        return found
    }

    private static func outcome(of file: MapFile) -> FormatFixture.Expectation {
        do throws(ReadingError) {
            return FormatFixture.outcome(of: .success(try file.decoded()))
        } catch {
            return .error(code: error.code)
        }
    }

    @Test func everyFileYieldsItsFramesOrItsError() throws {
        let expected = try Self.expected()
        #expect(expected.count == 17)
        for (name, maps) in expected {
            let path = Self.path(name)
            let inputs = ArchivePaths().inputs(at: path, options: ReadingOptions()) ?? [.file(.path(path))]
            let found = Self.outcomes(inputs)
            #expect(found.count == inputs.count)
            let parent = Self.folder.path(percentEncoded: false) + "/"
            #expect(
                found == Dictionary(uniqueKeysWithValues: maps.map { (parent + $0.key, $0.value) }), "\(name)")
        }
    }

    /// A recording in a tar or zip archive is read from its bytes.
    @Test func framesReadFromBytesAreTheSame() throws {
        for (name, maps) in try Self.expected() where maps.count > 1 {
            let bytes = try Self.bytes(name)
            let member = DepthFileMember(name: name, in: DepthFileMember.inTar) { bytes }
            #expect(Self.outcomes([DepthInput.member(member)]) == maps, "\(name)")
            let frames = DepthInput.member(member).frames(ReadingOptions())
            #expect(frames.map(\.name) == (0..<3).map { "\(name)/\($0)" } && Self.outcomes(frames) == maps)
            let dimensions = MapDimensions(width: 16, height: 12)
            #expect(read(bytes).error == .severalMaps(count: 3, dimensions))
            let numbered = try #require(DepthFileReader.numbered(member, "1", ReadingOptions()))
            #expect(Self.outcomes([DepthInput.member(numbered)]) == maps.filter { $0.key == "\(name)/1" })
        }
    }

    @Test func framesAreReadOneByOneByNumber() throws {
        let path = Self.path("walk.idep")
        let frame = try #require(ArchivePaths().inputs(at: path + "/2", options: ReadingOptions()))
        #expect(frame.map(\.name) == [path + "/2"])
        let expected = try #require(try Self.expected()["walk.idep"]?["walk.idep/2"])
        #expect(Self.outcomes(frame) == [path + "/2": expected])
        #expect(Self.outcome(of: DepthFileReader().open(contentsOf: path + "/2")) == expected)
        #expect(Self.outcome(of: DepthFileReader().open(contentsOf: path + "/3")) == .error(code: "no_such_map"))
        let none = try #require(ArchivePaths().inputs(at: path + "/3", options: ReadingOptions()))
        #expect(Self.outcomes(none) == [path + "/3": .error(code: "missing")])
        guard case .member(let member) = frame[0] else {
            Issue.record("expected a member")
            return
        }
        #expect(member.byteCount == 17 + 16 + 2 * 16 * 12, "the memory of one frame")
        #expect(try member.bytes().count == member.byteCount)
    }

    @Test func samplesWithoutAReadingAreNaN() throws {
        let file = try read(Self.bytes("one-frame.idep")).result.get()
        #expect(file.format == .scoop && file.storage == "float16" && file.notes.isEmpty)
        #expect(file.map.samples.count(where: \.isNaN) == 7)
        #expect(file.map.samples[0].isNaN && file.map.samples[1] == 2 + 1 / 64 && file.map.samples[52] == 0.75)
    }

    @Test func messagesNameWhatWasFound() throws {
        let messages = [
            ("platform-3.idep", "platform 3; 1 is an iPhone, 2 an Android phone"),
            ("no-width.idep", "0x12 as dimensions, not from 1 to 16384"),
            ("absurd-height.idep", "16x4294967295 as dimensions"),
            ("four-bytes.idep", "found a Scoop recording with samples of 4 bytes; expected an iPhone's recording"),
            ("short-header.idep", "found a Scoop recording that is cut off after 9 bytes"),
            ("android.idep", "found an Android phone's Scoop recording (.adep)"),
            ("phone.adep", "name an iPhone's recording (.idep), or save its frames with numpy.save in metres"),
        ]
        for (name, part) in messages {
            var message = ""
            do throws(ReadingError) {
                _ = try DepthFileReader().open(contentsOf: Self.path(name)).decoded()
            } catch { message = error.message }
            #expect(message.contains(part), "\(name): \(message)")
        }
    }

    /// The limit applies to a frame, not to the recording.
    @Test func aFrameLargerThanTheLimitIsRefused() throws {
        let path = Self.path("walk.idep")
        for (limit, code) in [(417, nil), (416, "too_large")] {
            let options = ReadingOptions(maximumByteCount: limit)
            let inputs = DepthArchive(path: path, name: "a").inputs(options: options)
            #expect(inputs.count == 3)
            for input in inputs {
                var found: String?
                do throws(ReadingError) {
                    _ = try DepthFileReader(options: options).open(input).decoded()
                } catch { found = error.code }
                #expect(found == code)
            }
        }
        let many = [1, 1, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 30, 0, 0, 0] + [UInt8](repeating: 0, count: 18 * 1_000_001)
        #expect(read(many).error == .storedDamaged(.scoop, detail: "1000001 frames; at most 1000000 are read"))
        #expect(read(Array(many.dropLast(18))).error?.code == "several_maps")
    }

    @Test func patternsSelectFrames() {
        var skipped: [String] = []
        let selection = FileSelection(include: [FileNamePattern("[12]")])
        let archive = DepthArchive(path: Self.path("walk.idep"), name: "w")
        let inputs = archive.inputs(selection: selection) { skipped.append($0.name) }
        #expect(inputs.map(\.name) == ["w/1", "w/2"] && skipped == ["w/0"])
        let none = archive.inputs(selection: FileSelection(include: [FileNamePattern("9")]))
        guard case .unusable(.unusableMember("w", .noDepthFiles(skippedCount: 3)))? = none.first else {
            Issue.record("expected an error without frames: \(none)")
            return
        }
    }

    /// A changed recording is not read with the header of the old one.
    @Test func aRecordingChangedAfterListingIsAnError() throws {
        let temporary = try TemporaryFolder()
        let path = try temporary.file("a.idep", Self.bytes("walk.idep")).path
        let inputs = DepthArchive(path: path, name: "a.idep").inputs()
        try Data(Self.bytes("one-frame.idep")).write(to: URL(filePath: path))
        #expect(Self.outcomes(inputs).values.allSatisfy { $0 == .error(code: "changed_while_read") })
        #expect(inputs.count == 3)
    }

    @Test func foldersListRecordingsOfPhonesThatAreRead() throws {
        let found = try DepthFileList.files(below: Self.folder.path(percentEncoded: false))
        #expect(found.files.contains { $0.hasSuffix("/walk.idep") } && found.files.contains { $0.hasSuffix(".IDEP") })
        #expect(found.unknownExtensions.contains { $0.hasSuffix("/phone.adep") })
    }

    @Test func changedBytesNeverCrash() throws {
        for name in try Self.expected().keys {
            let whole = try Self.bytes(name)
            for place in 0..<min(whole.count, 60) {
                for value: UInt8 in [0, 1, 2, 0x7F, 0xFF] {
                    var bytes = whole
                    bytes[place] = value
                    for number in [nil, 0, 2] {
                        var options = ReadingOptions(maximumByteCount: 1 << 16)
                        options.mapNumber = number
                        if case .success(let file) = read(bytes, options).result {
                            #expect(file.map.samples.count <= 1 << 15)
                        }
                    }
                }
            }
        }
    }

    /// The header could be that of samples only if the first three were below 1e-38 metres.
    @Test func headersAreNotPlausibleSamples() throws {
        let header = try Array(Self.bytes("walk.idep").prefix(12))
        #expect(float32Samples(of: header).allSatisfy { abs($0) < 1e-38 })
        #expect(!ScoopRecording.isHeader(Array(try Self.bytes("walk.idep").prefix(16))))
    }
}

import DepthAnalysis
import DepthFiles
import Foundation
import TestSupport
import Testing

@testable import ThresholdTuning

/// Record3D captures in a shard; the metadata may precede or follow the frames.
@Suite struct TarRecordingTests {
    private typealias Member = (name: String, bytes: [UInt8])

    private static let samples = (0..<600).map { 1 + Float($0 % 20) / 32 }
    private static let depth = DepthFileWriter.pack(
        DepthFileWriter.float32Bytes(of: DepthMap(inferringDimensionsOf: samples)), as: .lzfse)
    private static let confidence = DepthFileWriter.pack((0..<600).map { UInt8($0 % 20 < 5 ? 0 : 2) }, as: .lzfse)
    private static let metadata = Array(#"{"dw": 20, "dh": 30}"#.utf8)

    private static func capture(_ folder: String) -> [Member] {
        [
            ("\(folder)metadata", metadata), ("\(folder)rgbd/0.conf", confidence), ("\(folder)rgbd/0.depth", depth),
            ("\(folder)rgbd/0.jpg", [0xFF, 0xD8]), ("\(folder)rgbd/1.depth", depth),
        ]
    }

    /// The size and notes of each map, or its error code, and the skipped members.
    private static func results(
        _ members: [Member], _ options: ReadingOptions = ReadingOptions(),
        _ selection: FileSelection = FileSelection(), part: CorpusPart? = nil
    ) throws -> (maps: [String: String], skipped: [String]) {
        let folder = try TemporaryFolder()
        let shard = members.flatMap { TestTar.member($0.name, $0.bytes) } + TestTar.end
        let path = try folder.file("s.tar", shard).path(percentEncoded: false)
        let reader = DepthFileReader(options: options)
        var skipped: [String] = []
        var maps: [String: String] = [:]
        let inputs = ArchiveInputs(
            [NamedArchive(path: path, name: "s")], options: options, selection: selection,
            leaveOut: { skipped.append($0.name) }, isWanted: part?.contains)
        for input in inputs {
            #expect(maps[input.name] == nil)
            switch reader.open(input).result {
            case .success(let file):
                let notes = file.notes.map(\.code)
                maps[input.name] = (["\(file.map.width)x\(file.map.height)"] + notes).joined(separator: " ")
            case .failure(let error): maps[input.name] = error.code
            }
        }
        return (maps, skipped.sorted())
    }

    @Test(arguments: ["", "top/", "a/top/"], [false, true])
    func framesUseTheirMetadataFromAnyPosition(folder: String, isBehind: Bool) throws {
        var members = Self.capture(folder)
        if isBehind { members.append(members.removeFirst()) }
        let found = try Self.results(members)
        #expect(found.maps == ["s/\(folder)rgbd/0.depth": "20x30", "s/\(folder)rgbd/1.depth": "20x30"])
        #expect(found.skipped == ["s/\(folder)rgbd/0.jpg"], "files that are read with frames are not skipped")
        let sure = try Self.results(members, ReadingOptions(minimumConfidence: .high))
        #expect(sure.maps["s/\(folder)rgbd/0.depth"] == "20x30 confidence_masked")
        #expect(sure.maps["s/\(folder)rgbd/1.depth"] == "20x30 no_confidence")
    }

    @Test func eachCaptureHasItsOwnMetadata() throws {
        let other: [Member] = [("b/rgbd/0.depth", Self.depth), ("b/metadata", Array(#"{"dw": 30, "dh": 20}"#.utf8))]
        let found = try Self.results(Self.capture("a/") + other)
        #expect(found.maps["s/a/rgbd/0.depth"] == "20x30" && found.maps["s/b/rgbd/0.depth"] == "30x20")
        let unusable = try Self.results([("metadata", Array("{}".utf8)), ("rgbd/0.depth", Self.depth)])
        #expect(unusable.maps == ["s/rgbd/0.depth": "side_file_unusable"])
    }

    /// Without metadata these are ordinary maps, and members that belong to no frame are skipped or read on request.
    @Test func partsWithoutACaptureAreOrdinaryMembers() throws {
        let members: [Member] = [
            ("rgbd/0.depth", Self.depth), ("rgbd/5.conf", Self.confidence), ("elsewhere/metadata", Self.metadata),
        ]
        let found = try Self.results(members)
        #expect(found.maps.keys.sorted() == ["s/rgbd/0.depth"] && found.maps["s/rgbd/0.depth"] != "20x30")
        #expect(found.skipped == ["s/elsewhere/metadata", "s/rgbd/5.conf"])
        let all = try Self.results(members, ReadingOptions(), FileSelection(takesAll: true))
        #expect(all.maps.count == 3 && all.skipped.isEmpty)
    }

    @Test func metadataAfterTooManyFramesIsAnError() throws {
        let many = (0..<40).map { Member("rgbd/\($0).depth", Self.depth) } + [("metadata", Self.metadata)]
        let late = try Self.results(many, ReadingOptions(maximumByteCount: max(2400, 2 * Self.depth.count)))
        #expect(late.maps["s/metadata"] == "side_file_late" && late.maps.count == 41, "\(late.maps)")
    }

    @Test func shardsTogetherMeasureEveryFrame() throws {
        let members = Self.capture("top/")
        var maps: [String: String] = [:]
        for index in 1...3 {
            let part = try Self.results(members, part: CorpusPart("\(index)/3"))
            maps.merge(part.maps) { first, _ in first }
        }
        #expect(maps == ["s/top/rgbd/0.depth": "20x30", "s/top/rgbd/1.depth": "20x30"])
    }
}

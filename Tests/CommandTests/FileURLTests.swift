#if Foundation
    import DepthAnalysis
    import DepthFiles
    import Foundation
    import Support
    import TestSupport
    import Testing
    import ThresholdTuning

    /// URLs in place of paths.
    @Suite struct FileURLTests {
        private let fixtures = CommandRunner.package.appending(path: "fixtures")
        private let remote = URL(string: "https://example.com/room.bin.gz")!

        @Test func aFileURLIsReadLikeItsPath() async throws {
            let room = fixtures.appending(path: "room-01.bin.gz")
            let map = try DepthMap(contentsOf: room.path)
            #expect(try DepthMap(contentsOf: room) == map)
            #expect(try await DepthMap.load(contentsOf: room) == map)
            let analyzer = FileAnalyzer(analyzer: DepthAnalyzer())
            #expect(analyzer.analyze(room) == analyzer.analyze(room.path))
            #expect(try FileStamp(ofFileAt: room) == FileStamp(ofFileAt: room.path))
        }

        @Test func namesWithSpacesAndLettersBeyondASCIIAreDecoded() throws {
            let folder = try TemporaryFolder()
            let samples = [Float](repeating: 1, count: 12).withUnsafeBytes { Array($0) }
            let file = try folder.file("a %C3 ö.bin", samples)
            let address = try #require(URL(string: file.absoluteString))
            #expect(address.absoluteString.contains("%20"))
            #expect(try DepthMap(contentsOf: address).samples.count == 12)
            let parent = file.deletingLastPathComponent()
            #expect(try DepthFileList.files(below: parent).files.count == 1)
            #expect(try DepthFileCorpus([parent]).entries.map(\.file) == ["a %C3 ö.bin"])
            #expect(throws: CorpusError.outsideRoot(path: file.path, root: fixtures.path)) {
                try DepthFileCorpus([file], root: fixtures)
            }
        }

        @Test func rowsAreWrittenToAFileURL() throws {
            let folder = try TemporaryFolder()
            let measurer = CorpusMeasurer(analyzer: DepthAnalyzer(), options: ReadingOptions())
            let entry = try #require(try DepthFileCorpus([fixtures.appending(path: "room-01.bin.gz")]).entries.first)
            let row = try measurer.measure(entry)
            let table = try folder.file("m.csv")
            let journal = try MeasurementJournal(
                url: table, format: .csv, provenance: measurer.provenance, isResumed: false)
            try journal.append(row)
            #expect(try MeasurementTable(Array(Data(contentsOf: table)), name: "m.csv").rows == [row])
            let kept = try KeptMeasurements(
                folder: table.deletingLastPathComponent(), provenance: measurer.provenance, of: [row])
            try kept.append(row)
        }

        @Test func anotherURLIsRefused() throws {
            let error = FileAccessError(remote.absoluteString, .notFileURL)
            #expect(throws: ReadingError.inaccessible(error)) { try DepthMap(contentsOf: remote) }
            #expect(
                error.description == "https://example.com/room.bin.gz: found a URL that names no file; expected a file "
                    + "URL; make it with URL(filePath:)")
            #expect(FileAnalyzer(analyzer: DepthAnalyzer()).analyze(remote).error == .inaccessible(error))
            #expect(throws: error) { try DepthFileList.files(below: remote) }
            #expect(throws: error) { try FileStamp(ofFileAt: remote) }
            let refused = CorpusError.system(path: remote.absoluteString, text: error.message)
            #expect(throws: refused) { try DepthFileCorpus([remote]) }
            // Its path is not UTF-8.
            let other = try #require(URL(string: "file:///tmp/%FF"))
            #expect(throws: FileAccessError(other.absoluteString, .notFileURL)) { try FileStamp(ofFileAt: other) }
        }
    }
#endif

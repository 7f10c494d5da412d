import DepthAnalysis
import Foundation
import TestSupport
import Testing

@testable import DepthFiles

/// Five maps of 20x24 in one stream.
@Suite struct MapResultsTests {
    private let folder: TemporaryFolder
    private let path: String
    private let reader: DepthFileReader

    init() throws {
        folder = try TemporaryFolder()
        let samples = (0..<5).flatMap { number in (0..<480).map { Float(number + 1) + Float($0) / 1024 } }
        path = try folder.file("depth.bin", DepthFileWriter.pack(try float32(samples), as: .zlib)).path
        reader = DepthFileReader(options: ReadingOptions(dimensions: MapDimensions(width: 24, height: 20)))
    }

    private func results(_ count: Int, _ log: Log = Log()) -> MapResults<String> {
        MapResults(in: .file(.path(path)), reader, countAtOnce: count) { [path] file in
            log.add(file.path)
            let first = (try? file.decoded().map.samples[0]).map { Int($0) }
            return file.path.dropFirst(path.count) + "=" + (first?.description ?? "error")
        }
    }

    /// The names of the maps in the order in which their results are made.
    private final class Log: @unchecked Sendable {
        // SAFETY: used by one thread.
        private(set) var names: [String] = []
        func add(_ name: String) { names.append(name) }
    }

    @Test(arguments: [1, 2, 4, 5, 6, 4096])
    func allMapsHaveAResultInOrder(count: Int) {
        let results = results(count)
        #expect(results.first.count == min(count, 5))
        for _ in 0..<2 { #expect(Array(results) == ["/0=1", "/1=2", "/2=3", "/3=4", "/4=5"]) }
    }

    @Test func furtherResultsAreMadeWhenTheyAreRead() {
        let log = Log()
        let results = results(2, log).makeIterator()
        #expect(log.names.count == 2)
        for made in [2, 2, 3, 4, 5] {
            _ = results.next()
            #expect(log.names.count == made)
        }
        #expect(results.next() == nil && log.names.count == 5)
    }

    @Test func aFileOfOneMapHasOneResult() throws {
        let one = try folder.file("one.bin", float32([Float](repeating: 1, count: 480))).path
        for path in [one, folder.path + "/missing"] {
            let results = MapResults(in: .file(.path(path)), reader, countAtOnce: 1) { $0.path }
            #expect(Array(results) == [path])
        }
    }

    /// Maps are never silently missing.
    @Test func aFileThatLosesMapsMeanwhileIsAnError() throws {
        let results = results(2)
        try folder.file("depth.bin", try float32([Float](repeating: 1, count: 960)))
        #expect(Array(results) == ["/0=1", "/1=2", "=error"])
        try FileManager.default.removeItem(atPath: path)
        #expect(Array(results) == ["/0=1", "/1=2", "=error"])
    }
}

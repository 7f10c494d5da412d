import DepthAnalysis
import DepthFiles
import Foundation
import Support
import TestSupport
import Testing

/// Reads a map from a path in one call, blocking and away from the caller's actor.
@Suite struct DepthMapFileTests {
    let folder: TemporaryFolder
    init() throws { folder = try TemporaryFolder() }

    /// The map that both calls return.
    private func map(
        _ path: String, _ options: ReadingOptions = ReadingOptions()
    ) async throws(ReadingError) -> DepthMap {
        let direct = Result { () throws(ReadingError) in try DepthMap(contentsOf: path, options: options) }
        let waited: Result<DepthMap, ReadingError>
        do throws(ReadingError) { waited = .success(try await DepthMap.load(contentsOf: path, options: options)) } catch
        {
            waited = .failure(error)
        }
        #expect(waited == direct)
        return try direct.get()
    }

    @Test(arguments: DepthContainer.allCases) func everyContainerIsRead(container: DepthContainer) async throws {
        let room = try roomMap(width: 40, height: 30, seed: 3)
        let bytes = DepthFileWriter.pack(DepthFileWriter.float32Bytes(of: room), as: container)
        #expect(try await map(folder.file("room", bytes).path) == room)
    }

    @Test func readingOptionsAreApplied() async throws {
        let wide = try DepthMap(width: 6, height: 2, samples: (1...12).map(Float.init))
        let path = try folder.file("wide.bin", DepthFileWriter.float32Bytes(of: wide)).path
        #expect(try await map(path, ReadingOptions(dimensions: MapDimensions(width: 6, height: 2))) == wide)
        #expect(try await map(path).width == 4)
    }

    @Test func inaccessibleFilesAreReportedByName() async throws {
        let path = folder.path + "/none.bin"
        let error = await #expect(throws: ReadingError.inaccessible(FileAccessError(path, .missing))) {
            try await map(path)
        }
        #expect(
            error?.description == "\(path): found no such file or folder; expected an existing one; check the path")
    }

    @Test func undecodableFilesAreReportedByName() async throws {
        let path = try folder.file("five.bin.gz", DepthFileWriter.pack([1, 2, 3, 4, 5], as: .gzip)).path
        await #expect(
            throws: ReadingError.undecodable(path: path, .notWholeSamples(container: .gzip, byteCount: 5))
        ) {
            try await map(path)
        }
        await #expect(throws: ReadingError.inaccessible(FileAccessError(path, .tooLarge(limit: 3)))) {
            try await map(path, ReadingOptions(maximumByteCount: 3))
        }
    }

    @MainActor @Test func readingDoesNotBlockTheMainActor() async throws {
        // The turn is enqueued on the main actor before the map is awaited, so it runs only if the wait frees the
        // actor.
        let room = try roomMap(width: 8, height: 6, seed: 1)
        let path = try folder.file("room.bin", DepthFileWriter.float32Bytes(of: room)).path
        let turn = Turn()
        let taking = Task { @MainActor in turn.isTaken = true }
        let map = try await DepthMap.load(contentsOf: path)
        #expect(turn.isTaken && map == room)
        await taking.value
    }
}

@MainActor private final class Turn {
    var isTaken = false
}

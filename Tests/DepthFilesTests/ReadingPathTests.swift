import DepthAnalysis
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import DepthFiles

/// The way from bytes to a map: bytes, decoded once, with the notes of what lies beside them.
@Suite struct ReadingPathTests {
    private final class Counter: Sendable {
        let count = Mutex(0)

        /// A reader of NumPy arrays that counts how often one is decoded.
        var reader: DepthFileReader {
            var reader = DepthFileReader()
            reader.formats = [
                StoredFormat(.npy, signatures: [NumPyHeader.signature], holdsSeveralMaps: true) {
                    [self] (bytes, request) throws(DepthFileError) in
                    count.withLock { $0 += 1 }
                    return try NumPyArray.map(in: bytes, request)
                }
            ]
            return reader
        }

        func decodes(_ times: Int, _ work: (DepthFileReader) throws -> Void) rethrows -> Bool {
            count.withLock { $0 = 0 }
            try work(reader)
            return count.withLock { $0 } == times
        }
    }

    private func array(_ sides: MapDimensions) -> [UInt8] {
        NumPyArray.bytes(of: Decoder.map(sides, (0..<sides.width * sides.height).map { 1 + Float($0) / 100 }))
    }

    private func stack(of count: Int) -> [UInt8] {
        let header = "{'descr': '<f4', 'fortran_order': False, 'shape': (\(count), 16, 16), }"
        let padded = header + String(repeating: " ", count: 117 - header.utf8.count) + "\n"
        return NumPyHeader.signature + [1, 0, 118, 0] + Array(padded.utf8)
            + float32Bytes(of: [Float](repeating: 1, count: 256 * count))
    }

    @Test func eachMapIsDecodedOnce() throws {
        let (folder, counter) = (try TemporaryFolder(), Counter())
        let map = array(MapDimensions(width: 16, height: 12))
        // A few rows are decoded before it is known that they are a matrix.
        for (name, bytes) in [("map.npy", map), ("matrix.npy", array(MapDimensions(width: 4, height: 4)))] {
            let path = try folder.file(name, bytes).path
            #expect(counter.decodes(1) { _ = $0.open(contentsOf: path) })
            #expect(counter.decodes(1) { _ = $0.open(.member(DepthFileMember(name: name, bytes: bytes))) })
        }
        let described = try folder.file("described.npy", map).path
        _ = try folder.file("described.npy.json", #"{"units_per_metre": 500}"#.utf8)
        #expect(try counter.decodes(1) { _ = try $0.open(contentsOf: described).decoded() })
        #expect(counter.decodes(1) { _ = $0.read(map) })
    }

    /// The first attempt reads the header of the stack, which has the number of maps.
    @Test func theMapsOfAStackAreDecodedOnceEach() throws {
        let (folder, counter) = (try TemporaryFolder(), Counter())
        let path = try folder.file("stack.npy", stack(of: 3)).path
        var names: [String] = []
        #expect(counter.decodes(4) { names = Array($0.maps(inFileAt: path)).map(\.path) })
        #expect(names == (0..<3).map { "\(path)/\($0)" })
        #expect(counter.decodes(1) { _ = $0.open(contentsOf: path + "/2") })
    }
}

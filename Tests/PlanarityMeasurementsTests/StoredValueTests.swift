import DepthAnalysis
import DepthFiles
import Foundation
import Support
import TestSupport
import Testing

@testable import PlanarityMeasurements

/// Stored values of the candidates in `values.csv`, which every build and processor reproduces bit for bit. Values
/// that change require a new ``SceneCandidates/version``.
///
/// `DEPTHCHECK_WRITE_DOCS=1 swift test --filter StoredValueTests` writes them.
@Suite struct StoredValueTests {
    private static let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "values.csv")

    @Test func candidatesHaveTheStoredBits() throws {
        let header = "map,candidates_version," + CandidateMeasurement.allCases.map(\.rawValue).joined(separator: ",")
        let lines =
            try [header]
            + Self.maps().map { name, map in
                let candidates = SceneCandidates(of: map)
                let values = CandidateMeasurement.allCases.map { candidates[$0].map { "\($0)" } ?? "" }
                return ([name, SceneCandidates.version] + values).joined(separator: ",")
            }
        if ProcessInfo.processInfo.environment["DEPTHCHECK_WRITE_DOCS"] == "1" {
            try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: Self.file)
        }
        let stored = try String(contentsOf: Self.file, encoding: .utf8).split(separator: "\n").map(String.init)
        #expect(stored.count == lines.count)
        for (found, expected) in zip(lines, stored) { #expect(found == expected) }
    }

    /// The fixtures that have candidates, and synthetic maps.
    private static func maps() throws -> [(name: String, map: DepthMap)] {
        let folder = CommandRunner.package.appending(path: "fixtures")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        var maps: [(name: String, map: DepthMap)] = []
        for file in files where file.hasSuffix(".bin.gz") {
            let map = try DepthMap(contentsOf: folder.appending(path: file).path)
            if SceneCandidates(of: map) != .unavailable { maps.append((file, map)) }
        }
        var generator = SeededGenerator(seed: 16)
        for kind in MapKind.allCases {
            for (width, height) in [(256, 192), (130, 20)] {
                let map = kind.map(width: width, height: height, using: &generator)
                maps.append(("\(kind) \(width)x\(height)", map))
            }
        }
        return maps
    }
}

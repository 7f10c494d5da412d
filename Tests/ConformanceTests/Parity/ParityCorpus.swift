import DepthAnalysis
import DepthFiles
import Foundation
import Support
import TestSupport
import Testing

/// The maps on which the third profile is tested.
enum ParityCorpus {
    struct Entry {
        let name: String
        let map: DepthMap

        /// Whether a debug build can analyse it many times within seconds.
        var isQuick: Bool { !ParityCorpus.isDebug || map.samples.count < 10_000 }
    }

    static var isDebug: Bool {
        #if DEBUG
            true
        #else
            false
        #endif
    }

    /// The fixtures that both profiles can analyse.
    static func fixtures() throws -> [Entry] {
        try answeredFixtures().filter { DepthAnalyzer(profile: .client).analyze($0.map).status != .unavailable }
    }

    /// The fixtures that have a server's golden, with their original dimensions.
    static func answeredFixtures() throws -> [Entry] {
        let goldens = CommandRunner.package.appending(path: "golden/server")
        let names = try FileManager.default.contentsOfDirectory(atPath: goldens.path).filter { $0.hasSuffix(".json") }
        try #require(names.count >= 55)
        return try names.sorted().map { file in
            let object = try JSONSerialization.jsonObject(with: Data(contentsOf: goldens.appending(path: file)))
            let golden = try #require(object as? [String: Any])
            let input = try #require(golden["input"] as? [String: Any])
            var options = ReadingOptions()
            if let width = input["given_width"] as? Int, let height = input["given_height"] as? Int {
                options.dimensions = MapDimensions(width: width, height: height)
            }
            let name = String(file.dropLast(".json".count))
            let path = CommandRunner.package.appending(path: "fixtures/\(name).bin.gz").path
            let bytes = try FileAccess.read(path, maximumByteCount: 1 << 28)
            return Entry(name: name, map: try DepthFileReader(options: options).read(bytes).result.get().map)
        }
    }

    static func flips() throws -> [Entry] {
        try fixtures().filter { $0.name.hasPrefix("flip-") }
    }

    static func synthetic() -> [Entry] {
        var generator = SeededGenerator(seed: 33)
        return MapKind.allCases.flatMap { kind in
            (0..<6).compactMap { number in
                let map = kind.map(width: 40 + number, height: 30, using: &generator)
                guard DepthAnalyzer(profile: .client).analyze(map).status != .unavailable else { return nil }
                return Entry(name: "\(kind)-\(number)", map: map)
            }
        }
    }

    /// 44 frames of real sensors. They are outside the repository: in `../shared/real`, or in `real` of the folder
    /// in `DEPTHCHECK_SHARED`.
    static let realFolder =
        (ProcessInfo.processInfo.environment["DEPTHCHECK_SHARED"].map { URL(filePath: $0) }
        ?? CommandRunner.package.deletingLastPathComponent().appending(path: "shared")).appending(path: "real")
    static var hasReal: Bool {
        FileManager.default.fileExists(atPath: realFolder.appending(path: "reference.json").path)
    }

    static func real() throws -> [Entry] {
        let object = try JSONSerialization.jsonObject(
            with: Data(contentsOf: realFolder.appending(path: "reference.json")))
        let frames = try #require(object as? [[String: Any]])
        return try frames.map { frame in
            let input = try #require(frame["input"] as? String)
            var options = ReadingOptions()
            options.unitsPerMetre = Float(try #require(frame["units_per_metre"] as? Int))
            let bytes = try FileAccess.read(
                realFolder.appending(path: input).path, maximumByteCount: 1 << 28)
            return Entry(name: input, map: try DepthFileReader(options: options).read(bytes).result.get().map)
        }
    }
}

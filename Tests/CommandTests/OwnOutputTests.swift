import DepthAnalysis
import DepthFiles
import DepthTestSupport
import Foundation
import Testing

/// What convert writes is read back without options, whatever it is called.
@Suite struct OwnOutputTests {
    /// Every ending that convert knows, and formats under the names of others.
    private static let names: [(name: String, format: String?)] =
        [
            "bin.gz", "bin", "f32", "raw", "depth", "zlib", "zz", "z", "deflate", "dfl", "lzfse", "depth.zlib", "npy",
            "npz", "pfm", "png",
        ].map { ("map.\($0)", nil) }
        + ["bin.gz", "bin", "zlib", "deflate", "lzfse", "depth.zlib", "npy", "pfm", "png"].map { ("map.data", $0) }

    /// Sides that are inferred rightly, of a smooth room with holes.
    @Test(arguments: [(256, 192), (320, 240), (640, 480), (40, 30)])
    func everyFormatIsReadBackByItsName(width: Int, height: Int) throws {
        let folder = try TemporaryFolder()
        let samples = (0..<width * height).map { place -> Float in
            let (column, row) = (Float(place % width) / Float(width), Float(place / width) / Float(height))
            return place % 41 == 0 ? 0 : (1000 * (1.2 + 2 * column * column + row)).rounded() / 1000
        }
        let map = try DepthMap(width: width, height: height, samples: samples)
        try folder.file("map-in.npy", try DepthFileWriter.encode(map, as: .npy).bytes)
        for (name, format) in Self.names {
            let made = try CommandRunner.depthcheck(
                ["convert", "map-in.npy", "-o", name] + (format.map { ["--to", $0] } ?? []), in: folder.url)
            #expect(made.exitCode == 0 && !made.output.contains("--sample-type"), "\(name): \(made.errors)")
            let read = try CommandRunner.depthcheck(["info", name, "--format", "ndjson"], in: folder.url)
            let found = try #require(
                try JSONSerialization.jsonObject(with: Data(read.output.utf8)) as? [String: Any], "\(read.errors)")
            #expect(found["width"] as? Int == width && found["height"] as? Int == height, "\(name) \(format ?? "")")
            #expect(found["valid_count"] as? Int == samples.count { $0 != 0 }, "\(name) \(format ?? "")")
            let nearest = try #require(found["min_depth"] as? Double)
            #expect(abs(nearest - 1.2) < 0.002, "\(name) \(format ?? ""): \(nearest)")
        }
    }

    /// Samples that do not continue each other are not told from float32, and convert says so.
    @Test func whatIsAmbiguousIsSaid() throws {
        let folder = try TemporaryFolder()
        var generator = SeededGenerator(seed: 3)
        let samples = (0..<192).map { _ in Float.random(in: 0.2...15, using: &generator) }
        try folder.file(
            "map.npy", try DepthFileWriter.encode(DepthMap(width: 16, height: 12, samples: samples), as: .npy).bytes)
        let made = try CommandRunner.depthcheck(
            ["convert", "map.npy", "-o", "noise.data", "--to", "depth.zlib"], in: folder.url)
        #expect(made.output.contains("without --sample-type float16 it is read as float32"), "\(made.output)")
        let named = try CommandRunner.depthcheck(["convert", "map.npy", "-o", "noise.depth.zlib"], in: folder.url)
        #expect(!named.output.contains("--sample-type"), "the name says it: \(named.output)")
    }
}

import Foundation
import TestSupport
import Testing

/// Files with the layouts, units and containers of real users. They are outside the repository: in
/// `../shared/cases`, or in `cases` of the folder in `DEPTHCHECK_SHARED`.
@Suite struct SharedCaseTests {
    private static let folder: URL = {
        if let shared = ProcessInfo.processInfo.environment["DEPTHCHECK_SHARED"] {
            return URL(filePath: shared).appending(path: "cases")
        }
        return CommandRunner.package.deletingLastPathComponent().appending(path: "shared/cases")
    }()

    private static var isThere: Bool {
        FileManager.default.fileExists(atPath: folder.appending(path: "03-big-endian-gzip-passes-no-hint").path)
    }

    private func results(_ folder: String, _ arguments: [String]) throws -> [[String: Any]] {
        let outcome = try CommandRunner.depthcheck(
            ["analyze", "--format", "ndjson"] + arguments, in: Self.folder.appending(path: folder))
        return try outcome.output.split(separator: "\n").compactMap {
            try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
        }
    }

    @Test(.enabled(if: isThere, "needs ../shared/cases or DEPTHCHECK_SHARED"))
    func implausibleDistancesAreNoted() throws {
        let cases: [(folder: String, files: [String])] = [
            (
                "03-big-endian-gzip-passes-no-hint",
                ["big-endian.bin", "big-endian.bin.gz", "uint16-mm.bin.gz", "millimetres.npy", "millimetres.exr"]
            ),
            ("05-implausible-numbers-pass", ["byte-swapped.png", "disparity.pfm", "relative-inverse-16bit.png"]),
        ]
        for (folder, files) in cases {
            for result in try results(folder, files) {
                let codes = result["note_codes"] as? [String] ?? []
                #expect(codes.contains("few_plausible_samples"), "\(result["input"] ?? "")")
            }
        }
        let right = try results("05-implausible-numbers-pass", ["right.png"])
        #expect(right.first?["note_codes"] as? [String] == ["units_assumed"])
    }

    @Test(.enabled(if: isThere, "needs ../shared/cases or DEPTHCHECK_SHARED"))
    func capturesGetTheAnswersOfTheOriginalServer() throws {
        let verified = ["010101", "03020961", "050178", "0200", "308005000000"]
        for folder in ["02", "03", "04", "11", "12", "14", "15"] {
            let place = Self.folder.appending(path: "38-original/\(folder)")
            let outcome = try CommandRunner.depthcheck(["capture", "verify", ".", "--format", "ndjson"], in: place)
            for line in outcome.output.split(separator: "\n") {
                let result = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
                let name = result["input"] as? String ?? ""
                let isVerified = folder == "15" || verified.contains { name.hasSuffix("-\($0).json") }
                let expected =
                    switch folder {
                    case "02": "suspicious"
                    case "03", "04": "refused"
                    default: isVerified ? "verified" : "unverified"
                    }
                #expect(result["outcome"] as? String == expected, "\(folder)/\(name)")
            }
        }
    }

    @Test(.enabled(if: isThere, "needs ../shared/cases or DEPTHCHECK_SHARED"))
    func layoutsAreReadAsTheirWritersIntended() throws {
        func sides(_ folder: String, _ arguments: [String]) throws -> [String] {
            try results(folder, arguments).map { "\($0["width"] ?? "")x\($0["height"] ?? "") \($0["status"] ?? "")" }
        }
        let recorded = try sides("01-record3d-unzipped", ["capture", "capture.r3d", "capture/rgbd/0.depth"])
        #expect(recorded == Array(repeating: "192x256 fail", count: 3))
        let own = try sides("02-own-depth-zlib-misread", ["room.depth.zlib", "room.npy"])
        #expect(own == ["256x192 pass", "256x192 pass"])
        let size = ["--width", "256", "--height", "192"]
        #expect(try sides("04-many-frames-in-one-stream", ["depth.bin", "scan.depth.zlib"] + size).count == 6)
        #expect(try sides("06-matrices-measured-as-maps", ["frame.npz"]) == ["320x240 pass"])
        #expect(try sides("06-matrices-measured-as-maps", ["--tar", "shard.tar"]).count == 1)
        let raw = try sides("09-raw-uint16", ["Depth.raw", "depth-u16.zlib", "--width", "320", "--height", "240"])
        #expect(raw == ["320x240 pass", "320x240 pass"])
        let headed = try sides("10-headers-not-recognised", ["newline-header.pgm"])
        #expect(headed == ["160x120 pass"], "\(headed)")
    }
}

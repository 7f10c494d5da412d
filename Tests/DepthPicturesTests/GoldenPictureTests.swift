import DepthAnalysis
import DepthPictures
import Foundation
import TestSupport
import Testing

/// Pictures of fixtures that were inspected and approved, compared pixel by pixel.
///
/// After an intended change, `DEPTHCHECK_WRITE_PICTURES=1 swift test --filter picturesMatchTheStoredOnes` writes them:
/// inspect each before committing it.
@Suite struct GoldenPictureTests {
    struct Golden: Sendable, CustomTestStringConvertible {
        let file: String
        let fixture: String
        var overlays: Overlays = []
        var map = ColourMap.turbo
        var isPlain = false
        var range: DepthRange?

        var testDescription: String { file }
    }

    static let all = [
        Golden(file: "room-all", fixture: "room-01", overlays: .all),
        Golden(file: "screen-band", fixture: "screen-01", overlays: [.init(.band), .init(.histogram)], map: .viridis),
        Golden(file: "room-edges-plain", fixture: "room-03", overlays: .init(.edges), map: .plasma, isPlain: true),
        Golden(file: "room-range", fixture: "room-02", map: .thermal, range: DepthRange(nearest: 1, farthest: 3)),
        Golden(file: "room-capture", fixture: "room-04", map: .capture, isPlain: true),
        Golden(
            file: "odd-size-quadrants", fixture: "quadrant-odd-size", overlays: [.init(.quadrants), .init(.layers)]),
        Golden(file: "all-invalid", fixture: "all-invalid", overlays: .all),
    ]

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "pictures")

    @Test(arguments: all) func picturesMatchTheStoredOnes(golden: Golden) throws {
        let name = "fixtures/\(golden.fixture).bin.gz"
        let picture = DepthPicture.of(try .fixture(golden.fixture), golden.overlays, named: name) {
            $0.colourMap = golden.map
            $0.isPlain = golden.isPlain
            $0.range = golden.range
        }
        let file = Self.folder.appending(path: "\(golden.file).png")
        if ProcessInfo.processInfo.environment["DEPTHCHECK_WRITE_PICTURES"] == "1" {
            try Data(#require(picture.image.png)).write(to: file)
        }
        let stored = try PalettePNG(Array(Data(contentsOf: file)))
        let drawn = PalettePNG(picture.image)
        #expect((stored.width, stored.height) == (drawn.width, drawn.height))
        let different = zip(stored.colours, drawn.colours).count { $0 != $1 }
        #expect(different == 0, "\(different) pixels differ")
    }

    @Test func noUnusedPictureIsStored() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).sorted()
        #expect(names == Self.all.map { $0.file + ".png" }.sorted())
    }
}

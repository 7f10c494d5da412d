import DepthAnalysis
import TestSupport
import Testing

@testable import DepthFiles

private let hasLibrary: Bool = {
    if case .storedNeedsLibrary = read([0x76, 0x2F, 0x31, 1]).error { return false }
    return true
}()

/// The choice of the depth channel of an OpenEXR file.
@Suite(.enabled(if: hasLibrary, "OpenEXRCore is missing: install libopenexr-dev")) struct OpenEXRChannelTests {
    private static let depth: [Float] = (0..<12).map { 1 + Float($0) / 8 }
    private static let other: [Float] = (0..<12).map { 0.25 * Float($0) }

    private func file(_ parts: [[(String, [Float])]]) -> [UInt8] {
        TestEXR(width: 4, height: 3, parts: parts.map { $0.map { (name: $0.0, samples: $0.1) } }).bytes
    }

    private func samples(_ bytes: [UInt8], channel: String? = nil) throws -> [Float] {
        try read(bytes, ReadingOptions(channel: channel)).result.get().map.samples
    }

    @Test(arguments: ["Z", "ViewLayer.Depth.Z", "ViewLayer.Depth", "a.b.depth"])
    func theOnlyChannelNamedAfterDepthIsUsed(name: String) throws {
        let channels = [("View.A", Self.other), ("View.B", Self.other), (name, Self.depth)].sorted { $0.0 < $1.0 }
        #expect(try samples(file([channels])) == Self.depth)
    }

    @Test func severalDepthChannelsRequireAChoice() throws {
        let bytes = file([[("a.Z", Self.other), ("b.Z", Self.depth)]])
        let error = try #require(read(bytes).error)
        #expect(error == .storedNotDepth(.openEXR, found: "channels a.Z b.Z"))
        #expect(error.message.contains("name a channel with ReadingOptions.channel"))
        #expect(try samples(bytes, channel: "b.Z") == Self.depth)
        #expect(try samples(bytes, channel: "a.Z") == Self.other)
        let missing = read(bytes, ReadingOptions(channel: "Z")).error
        #expect(missing == .storedNotDepth(.openEXR, found: "channels a.Z b.Z, none of them named Z"))
    }

    @Test func depthInALaterPartIsFound() throws {
        let bytes = file([[("B", Self.other), ("G", Self.depth), ("R", Self.other)], [("Z", Self.depth)]])
        let file = try read(bytes).result.get()
        #expect(file.map.samples == Self.depth)
        #expect(file.notes == [.furtherPicturesIgnored(.openEXR, count: 1)])
        #expect(try samples(bytes, channel: "G") == Self.depth)
    }

    /// The Z of a normal or a position is no distance, alone or beside X and Y.
    @Test(arguments: [
        ["normal.X", "normal.Y", "normal.Z"], ["L.Position.X", "L.Position.Y", "L.Position.Z"], ["normal.Z"],
        ["X", "Y", "Z"], ["N.Z", "P.Z"], ["left.X", "left.Y", "left.Z"],
    ])
    func vectorChannelsAreNotDepth(names: [String]) throws {
        let bytes = file([names.map { ($0, Self.other) }])
        let channels = names.joined(separator: " ")
        #expect(read(bytes).error == .storedNotDepth(.openEXR, found: "channels \(channels)"))
        #expect(try samples(bytes, channel: names[0]) == Self.other)
        // A depth channel beside them is found, in the same part or in another.
        let beside = (names + ["View.Depth.Z"]).sorted().map { ($0, $0 == "View.Depth.Z" ? Self.depth : Self.other) }
        #expect(try samples(file([beside])) == Self.depth)
        #expect(try samples(file([names.map { ($0, Self.other) }, [("Z", Self.depth)]])) == Self.depth)
    }

    @Test func channelsOfLaterPartsArePrefixedWithThePart() throws {
        let views = file([[("Z", Self.other)], [("Z", Self.depth)], [("A", Self.other), ("Y", Self.depth)]])
        #expect(try samples(views) == Self.other)
        #expect(try samples(views, channel: "part1.Z") == Self.depth)
        #expect(try samples(views, channel: "Y") == Self.depth)
        #expect(
            read(views, ReadingOptions(channel: "part2.Z")).error
                == .storedNotDepth(
                    .openEXR, found: "channels part0.Z part1.Z part2.A part2.Y, none of them named part2.Z")
        )
    }

    @Test func equalChannelsAreReadAsOne() throws {
        let equal = file([[("B", Self.depth), ("G", Self.depth), ("R", Self.depth)]])
        let found = try read(equal).result.get()
        #expect(found.map.samples == Self.depth && found.notes == [.equalChannels])
        var last = Self.depth
        last[11] = last[11].nextUp
        for (green, red) in [(last, Self.depth), (Self.depth, last)] {
            let colours = file([[("B", Self.depth), ("G", green), ("R", red)]])
            #expect(read(colours).error == .storedNotDepth(.openEXR, found: "channels B G R"))
        }
    }
}

import Testing

@testable import Support

@Suite struct FilePathsTests {
    private static let paths = ["b/room.bin", "", "a", "\u{E9}", "e\u{301}", String(fileBytes: [0x61, 0xFF]), "a"]

    @Test func pathsEqualTheAddedOnes() {
        let paths = FilePaths(Self.paths)
        #expect(paths.count == 7 && Array(paths).map { Array($0.utf8) } == Self.paths.map { Array($0.utf8) })
        #expect(Array(paths.reversed()) == Self.paths.reversed() && paths[0] == "b/room.bin" && paths[1].isEmpty)
        #expect(FilePaths().isEmpty && FilePaths([""]).count == 1 && Array(FilePaths([""])) == [""])
    }

    /// `ab`, `c` and `a`, `bc` have the same bytes in total, and Swift compares the two spellings of `\u{E9}` as equal.
    @Test func listsAreComparedByteByByte() {
        #expect(FilePaths(["ab", "c"]) == ["ab", "c"] && FilePaths(["ab", "c"]) != ["a", "bc"])
        #expect(FilePaths(["\u{E9}"]) != ["e\u{301}"] && FilePaths() != [""])
    }

    @Test func listsAreAppended() {
        for split in Self.paths.indices {
            var paths = FilePaths(Self.paths[..<split])
            paths += FilePaths(Self.paths[split...])
            #expect(paths == FilePaths(Self.paths))
            paths.append("c")
            #expect(paths == FilePaths(Self.paths + ["c"]))
        }
    }

    @Test func namesAreAppendedToTheirFolder() {
        var paths = FilePaths()
        for name: [UInt8] in [[0x61], [0x61, 0xFF], [0xF4, 0x8F, 0xBF, 0xBF], [0xC3, 0xA9], []] {
            name.withUnsafeBufferPointer { paths.append(prefix: "\u{E9}/", fileBytes: $0) }
            #expect(paths[paths.count - 1].fileBytes == Array("\u{E9}/".utf8) + name)
        }
    }

    @Test func pickedPathsKeepTheRequestedOrder() {
        let paths = FilePaths(Self.paths)
        #expect(paths.picking([6, 0, 0]) == ["a", "b/room.bin", "b/room.bin"] && paths.picking([]).isEmpty)
    }

    /// Names around the eight bytes of a sort key, from small alphabets with many ties to a large one.
    @Test func sortingComparesBytes() {
        var state: UInt64 = 1
        for alphabet in [2, 3, 26] {
            for length in [1, 7, 8, 9, 20] {
                let names = (0..<300).map { _ in
                    (0..<length).map { _ -> UInt8 in
                        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                        return 0x61 + UInt8((state >> 33) % UInt64(alphabet))
                    }
                }
                var paths = FilePaths(names.map { String(fileBytes: $0) })
                paths.sortExactly()
                let isSorted = paths.map(\.fileBytes) == names.sorted { $0.lexicographicallyPrecedes($1) }
                #expect(isSorted, "\(length) of \(alphabet)")
                let sorted = paths
                paths.sortExactly()
                #expect((paths == sorted) as Bool)
            }
        }
    }
}

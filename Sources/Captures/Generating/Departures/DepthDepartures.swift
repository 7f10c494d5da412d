internal import Support

extension Departure {
    static let depthMaps: [Departure] = [
        Departure("depth-members", "CAP-070", "bytes after the first gzip member", .full) { draft, random in
            let wall = DepthPart(content: DepthPart.bytes(of: Array(repeating: 2, count: DepthPart.steps.count)))
            let more = random.bytes([[0], wall.bytes, [0x1F, 0x8B], Array(repeating: 0, count: 512)])
            draft.depthMap.edits.append { $0 += more }
        },
        Departure("depth-before", "CAP-071", "bytes before the gzip member", .full) { draft, random in
            let bytes = random.bytes([[0], [0x0A], [0x1F]] as [[UInt8]])
            draft.depthMap.edits.append { $0 = bytes + $0 }
        },
        Departure("depth-zlib", "CAP-071", "a depth map in zlib", .full) { draft, _ in draft.depthMap.wrapping = .zlib
        },
        Departure("depth-raw", "CAP-071", "a depth map in raw DEFLATE or not packed", .full) { draft, random in
            draft.depthMap.wrapping = random.pick([.deflate, .none])
        },
        Departure("depth-cut", "CAP-072", "gzip that is cut off", .full) { draft, random in
            let count = random.pick([1, 3, 4, 5, 7, 8, 9, 100, 1740])
            draft.depthMap.edits.append { $0 = $0.dropLast(count) }
        },
        Departure("depth-checksum", "CAP-072", "a wrong checksum or length of gzip", .full) { draft, random in
            let place = 1 + random.below(8)
            draft.depthMap.edits.append { if $0.count >= place { $0[$0.count - place] ^= 1 } }
        },
        Departure("depth-head", "CAP-070 CAP-071", "a changed byte in the head of gzip", .full) { draft, random in
            let (place, value): (Int, UInt8) = random.pick([
                (0, 0x1E), (1, 0x8C), (2, 7), (2, 9), (3, 1), (3, 0x20), (3, 0x80), (8, 2), (8, 0x7F), (9, 0),
                (4, 0xFF),
            ])
            draft.depthMap.edits.append { if $0.count > place { $0[place] = value } }
        },
        Departure("depth-fields", "CAP-070", "further fields in the head of gzip", .full) { draft, random in
            let heads: [(UInt8, [UInt8])] = [
                (4, [2, 0, 0x41, 0x42]), (8, Array("depth.bin\0".utf8)), (16, Array("a comment\0".utf8)), (1, []),
                (28, [0, 0] + Array("a\0b\0".utf8)), (4, [0xFF, 0xFF]), (8, Array("no end".utf8)),
            ]
            let (flags, fields) = random.pick(heads)
            draft.depthMap.flags = flags
            draft.depthMap.fields = fields
            let isRight = random.below(2) == 0
            if random.below(3) == 0 {
                // A checksum of the header.
                draft.depthMap.flags |= 2
                let checksum = draft.depthMap.headerChecksum
                draft.depthMap.fields += isRight ? checksum : checksum.map { $0 ^ 1 }
            }
        },
        Departure("depth-block", "CAP-072", "a changed block of DEFLATE", .full) { draft, random in
            let (place, value): (Int, UInt8) = random.pick([
                (10, 0), (10, 2), (10, 4), (10, 6), (11, 0), (13, 0), (15, 0),
            ])
            draft.depthMap.edits.append { if $0.count > place { $0[place] = value } }
        },
        content(
            "depth-size", "CAP-073", "a content of another size",
            [
                [], [0], DepthPart.bytes(of: DepthPart.steps).dropLast(),
                DepthPart.bytes(of: DepthPart.steps) + [0, 0],
                DepthPart.bytes(of: [1.5]), DepthPart.bytes(of: DepthPart.steps) + DepthPart.bytes(of: DepthPart.steps),
            ]),
        content(
            "depth-format", "CAP-074", "a content that looks like another format",
            [
                [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + DepthPart.bytes(of: DepthPart.steps).dropFirst(8),
                [0x1F, 0x8B, 0x08, 0x00] + DepthPart.bytes(of: DepthPart.steps).dropFirst(4),
                DepthPart.bytes(of: DepthPart.steps).reversed(),
            ]),
        content(
            "depth-samples", "CAP-076 CAP-085", "other samples",
            [
                samples { _ in 2 }, samples { _ in .nan }, samples { _ in 0 },
                samples { index in index % 2 == 0 ? .nan : 1 },
                samples { index in DepthPart.steps[index] * 1000 }, samples { _ in .infinity },
                samples { index in -DepthPart.steps[index] }, samples { index in Float(index % 24) / 24 },
                samples { index in index == 0 ? .signalingNaN : DepthPart.steps[index] },
            ]),
    ]

    private static func content(_ id: String, _ rules: String, _ text: String, _ contents: [[UInt8]]) -> Departure {
        Departure(id, rules, text, .full) { draft, random in draft.depthMap.content = random.pick(contents) }
    }

    private static func samples(_ sample: (Int) -> Float) -> [UInt8] {
        DepthPart.bytes(of: DepthPart.steps.indices.map(sample))
    }
}

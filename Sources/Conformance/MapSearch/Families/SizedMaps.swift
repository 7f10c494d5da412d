internal import DepthAnalysis
internal import DepthFiles
internal import Support

extension MapFamily {
    /// Samples that are cheap to make and to pack, with a step in depth every `length` samples.
    private static func stripes(_ count: Int, every length: Int, depths: Int) -> [Float] {
        (0..<count).map { 1 + Float($0 / length % depths) * 0.5 }
    }

    static func dimensions(_ random: inout SplitMix64) -> MapInput? {
        let (columns, rows) = (random.integer(1...20), random.integer(1...20))
        let count = columns * rows
        let samples = stripes(count, every: random.integer(1...5), depths: random.integer(1...5))
        let others = [
            (columns + 1, rows), (columns, rows + 1), (columns - 1, rows), (columns, rows - 1), (2 * columns, rows),
            (columns, 2 * rows), (count, count), (1, 1), (256, 192), (192, 256), (640, 480),
            // Products that equal the number of samples after overflow in 32 and in 16 bits.
            (1 << 30 + count / 4, 4), (1 << 14 + count / 4, 4),
        ].map { MapDimensions(width: $0.0, height: $0.1) }
            .filter { $0.width > 0 && $0.height > 0 && !$0.fit(sampleCount: count) }
        switch random.below(6) {
        case 0: return MapInput(samples, columns: columns)
        // Other dimensions with the same product.
        case 1: return MapInput(samples, columns: random.one(of: [1, count, rows]))
        case 2, 3: return MapInput(samples, columns: columns, given: .none)
        default: return MapInput(samples, columns: columns, given: .other(random.one(of: others)))
        }
    }

    /// The sizes of common sensors and pictures.
    private static let sizes = [
        (256, 192), (320, 240), (640, 480), (160, 120), (192, 144), (256, 144), (320, 180), (480, 270), (640, 360),
        (224, 172), (176, 144), (240, 180), (352, 288), (512, 384), (512, 512), (256, 256), (128, 96), (80, 60),
        (768, 576), (800, 600), (960, 540), (1024, 768), (1280, 720), (582, 437), (518, 392), (384, 288), (640, 576),
        (1920, 1080),
    ]

    private static let ratios = [(4, 3), (3, 2), (16, 9), (16, 10), (5, 4), (1, 1), (2, 1), (21, 9), (7, 5), (16, 12)]

    static func inferredSize(_ random: inout SplitMix64) -> MapInput? {
        var count: Int
        switch random.below(10) {
        case 0:
            let known = MapDimensions.recognised.map { ($0.width, $0.height) }
            let size = random.one(of: random.below(3) == 0 ? known : sizes)
            count = size.0 * size.1
        case 1...3:
            let ratio = random.one(of: ratios)
            let unit = random.integer(1...12) * random.one(of: [1, 1, 2, 4])
            count = ratio.0 * ratio.1 * unit * unit
        case 4:
            // The first number of samples at which a height is inferred: a slightly wrong ratio gives another height.
            let height = random.integer(60...620)
            count = (4 * height * height + 2) / 3
        default:
            let height = random.integer(1...60)
            count = (4 * height * height + 2) / 3
        }
        count = max(1, count + random.one(of: [0, 0, -1, -1, 1]))
        let samples = stripes(count, every: max(1, count / 30), depths: random.integer(1...5))
        let turned = MapDimensions(width: 192, height: 256)
        let given: MapInput.Given = random.below(4) == 0 && !turned.fit(sampleCount: count) ? .other(turned) : .none
        return MapInput(samples, columns: 1, given: given)
    }

    /// Limits of buffers and counters, in samples. 512 x 512 has quadrants of 65,536 samples.
    private static let counts = [
        65_536, 131_072, 262_144, 262_144, 700_000, 786_432, 1_000_000, 1_048_576, 1_048_576, 1_200_000,
    ]

    static func large(_ random: inout SplitMix64) -> MapInput? {
        let isLargest = random.below(8) == 0
        let limit = isLargest ? random.one(of: [4_000_000, 4_194_304]) : random.one(of: counts)
        let columns = random.one(of: [512, 1000, 1024])
        let rows = limit / columns + random.one(of: [0, 1, 1, -1, limit / columns / 16])
        let count = columns * rows
        // The kinds differ in how well they pack. The largest maps have few valid samples, which cost programs time.
        let kind = isLargest ? 3 : random.one(of: [0, 0, 1, 2, 3])
        var samples: [Float]
        switch kind {
        case 0: samples = Array(repeating: 1, count: count)
        case 1: samples = (0..<count).map { _ in Float(random.integer(100...4000)) / 1000 }
        case 2: samples = (0..<count).map { Float(1 + $0 % 50) / 50 + Float($0 % columns / 300) }
        default: samples = (0..<count).map { $0 % 11 == 0 ? Float(1 + $0 % 7) : 0 }
        }
        if kind == 0 { samples[random.below(count)] = 3 }
        var input = MapInput(samples, columns: columns, given: random.below(3) == 0 ? .none : .fitting)
        if random.below(2) == 0 { input.departures = [.level(random.one(of: [0, 1, 9]))] }
        return input
    }

    static func file(_ random: inout SplitMix64) -> MapInput? {
        var input = MapInput(stripes(24 * random.integer(0...8), every: 1, depths: random.integer(2...6)), columns: 6)
        let count = random.below(8) == 0 ? 0 : random.below(3) == 0 ? 2 : 1
        input.departures = (0..<count).map { _ in departure(&random) }
        // A header has each field at most once.
        let kinds = Set(input.departures.map { $0.text.prefix(8) })
        return kinds.count == count ? input : nil
    }

    private static func departure(_ random: inout SplitMix64) -> FileDeparture {
        let field = random.one(of: [0, 1, 127, 128, 255, 256, 4095, 4096, 32_767, 32_768, 65_534, 65_535])
        // The longest text that the server accepts has 65,535 bytes.
        let text = random.one(of: [field, 65_535, 65_536, 65_537, 70_000])
        let bytes = (0..<random.one(of: [1, 3, 4, 7, 8, 10, 511, 4096])).map { _ in
            random.one(of: [0, 0, 0x1F, 0x8B, 0xFF, UInt8(ascii: "\n")] as [UInt8])
        }
        switch random.below(21) {
        case 0: return .time(random.one(of: [1, 0x7FFF_FFFF, 0x8000_0000, .max]))
        case 1: return .system(random.one(of: [0, 3, 7, 13, 254]))
        case 2: return .extraFlags(random.one(of: [1, 2, 4, 255]))
        case 3: return .textFlag
        case 4: return .method(random.one(of: [0, 7, 9, 255]))
        case 5: return .reservedFlag(random.integer(5...7))
        case 6: return .extra(field)
        case 7: return .name(text)
        case 8: return .comment(text)
        case 9, 10: return .headerChecksum(isRight: random.below(2) == 0)
        case 11: return .level(random.one(of: [0, 1, 9]))
        case 12: return .surplus(random.integer(1...4))
        case 13: return .checksum
        case 14: return .length
        case 15: return .cut(random.one(of: [1, 4, 7, 8, 9, 12, 20, 1000]))
        case 16: return .trailing(bytes)
        case 17: return .member
        case 18: return .leading(bytes)
        case 19: return .container(random.one(of: [.none, .zlib, .deflate]))
        default: return .twice
        }
    }
}

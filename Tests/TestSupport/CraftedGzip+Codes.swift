/// Streams with dynamic codes.
extension CraftedGzip {
    /// A complete code of `a` to `d`, the end of the block, and lengths 3, 4 and 258.
    private static let literals = DeflateWriter.lengths(
        [97: 3, 98: 3, 99: 3, 100: 3, 256: 3, 257: 3, 258: 3, 285: 3])
    /// A complete code of distances 1 and 4.
    private static let twoDistances = DeflateWriter.lengths([0: 1, 3: 1])

    /// A block with these codes: `abcd`, then what `more` writes before the end of the block.
    private static func coded(
        _ description: String, _ readers: Readers, literals: [Int] = literals, distances: [Int] = twoDistances,
        then rest: [UInt8] = [], more: (inout DeflateWriter) -> Void = { _ in }
    ) -> CraftedGzip {
        CraftedGzip(description, readers, Array("abcd".utf8) + rest) {
            $0.begin(.dynamic)
            $0.codes(literals: literals, distances: distances)
            for byte in "abcd".utf8 { $0.symbol(Int(byte), of: literals) }
            more(&$0)
            $0.symbol(256, of: literals)
        }
    }

    static var codeCounts: [CraftedGzip] {
        let zeros = { (count: Int) in [Int](repeating: 0, count: count) }
        return [
            coded("286 literal and length codes", .both),
            coded("287 literal and length codes", .neither, literals: literals + zeros(1)),
            coded("288 literal and length codes", .neither, literals: literals + zeros(2)),
            coded("30 distance codes", .both, distances: twoDistances + zeros(26)),
            coded("31 distance codes", .neither, distances: twoDistances + zeros(27)),
            coded("32 distance codes", .neither, distances: twoDistances + zeros(28)),
        ]
    }

    static var completeness: [CraftedGzip] {
        // A complete code of all nineteen lengths; then one length longer, one shorter, and all equal.
        var longer = DeflateWriter.codeLengthLengths
        longer[18] = 6
        var shorter = DeflateWriter.codeLengthLengths
        shorter[18] = 4
        let withLengths = { (description: String, readers: Readers, lengths: [Int]) in
            CraftedGzip(description, readers) {
                $0.begin(.dynamic)
                $0.counts(literals: literals.count, distances: 4, codeLengthLengths: lengths)
                for length in literals + twoDistances { $0.symbol(length, of: lengths) }
                for symbol in [97, 98, 99, 100, 256] { $0.symbol(symbol, of: literals) }
            }
        }
        var incomplete = literals
        incomplete[285] = 0
        var oversubscribed = literals
        oversubscribed[285] = 2
        return [
            withLengths("complete code of code lengths", .both, DeflateWriter.codeLengthLengths),
            withLengths("incomplete code of code lengths", .neither, longer),
            withLengths("over-subscribed code of code lengths", .neither, shorter),
            loneCodeLength,
            coded("incomplete literal code", .neither, literals: incomplete),
            coded("over-subscribed literal code", .neither, literals: oversubscribed),
            coded("complete distance code", .both, distances: [2, 2, 1]),
            coded("incomplete distance code", .neither, distances: [2, 2]),
            coded("over-subscribed distance code", .neither, distances: [1, 1, 1]),
        ]
    }

    /// All literals have code length 9 and nothing follows, so only the code of code lengths is wrong.
    private static var loneCodeLength: CraftedGzip {
        CraftedGzip("one code length alone", .neither) {
            $0.stored(Array("abcd".utf8), isLast: false)
            $0.begin(.dynamic)
            $0.counts(literals: 257, distances: 1, codeLengthLengths: DeflateWriter.lengths([9: 1], count: 19))
            $0.bits(0, 300)
        }
    }

    static var loneCodes: [CraftedGzip] { (1...15).flatMap { loneDistances(length: $0) + loneEnds(length: $0) } }

    /// A single code, for distance 4, consisting of zeros. Leaving that path is an error, except after ten zeros,
    /// where the server reads symbol 0, distance 1.
    private static func loneDistances(length: Int) -> [CraftedGzip] {
        let distances = DeflateWriter.lengths([3: length])
        let readers: Readers = length == 1 ? .both : .serverOnly
        let name = "lone distance code of \(length) bits"
        let left = (0..<length).map { place in
            let isRead = place >= 10
            return coded(
                "\(name), left at bit \(place)", isRead ? .serverOnly : .neither, distances: distances,
                then: Array((isRead ? "ddd" : "abc").utf8)
            ) {
                $0.symbol(257, of: literals)
                $0.bits(1 << place, place + 1)
            }
        }
        return left + [
            coded("\(name), not used", readers, distances: distances),
            coded(name, readers, distances: distances, then: Array("abc".utf8)) {
                $0.symbol(257, of: literals)
                $0.symbol(3, of: distances)
            },
        ]
    }

    /// A single code, for the end of the block. Leaving its path after ten zeros gives symbol 0, a zero byte.
    private static func loneEnds(length: Int) -> [CraftedGzip] {
        let lone = DeflateWriter.lengths([256: length])
        func file(_ name: String, _ readers: Readers, _ contents: [UInt8], leavingAt place: Int?) -> CraftedGzip {
            CraftedGzip(name, readers, contents) {
                $0.begin(.dynamic, isLast: false)
                $0.codes(literals: lone, distances: [0])
                if let place { $0.bits(1 << place, place + 1) }
                $0.bits(0, length)
                $0.stored(Array("abcd".utf8))
            }
        }
        let name = "lone end of block of \(length) bits"
        return (0..<length).map { place in
            file(
                "\(name), left at bit \(place)", place >= 10 ? .serverOnly : .neither, [0] + Array("abcd".utf8),
                leavingAt: place)
        } + [file(name, length == 1 ? .both : .serverOnly, Array("abcd".utf8), leavingAt: nil)]
    }

    static var missingCodes: [CraftedGzip] {
        let withoutEnd = DeflateWriter.lengths([97: 2, 98: 2, 99: 2, 100: 2], count: 257)
        return [
            coded("no distance code, none used", .both, distances: [0]),
            coded("no distance code, one used", .neither, distances: [0], then: Array("ddd".utf8)) {
                $0.symbol(257, of: literals)
                $0.bits(0, 1)
            },
            CraftedGzip("no end of block", .neither) {
                $0.begin(.dynamic)
                $0.codes(literals: withoutEnd, distances: [0])
                for byte in "abcd".utf8 { $0.symbol(Int(byte), of: withoutEnd) }
            },
            CraftedGzip("no literal code at all", .neither, []) {
                $0.begin(.dynamic)
                $0.codes(literals: [Int](repeating: 0, count: 257), distances: [0])
                $0.bits(0, 16)
            },
        ]
    }

    /// Code lengths of `abcd` and the end of the block, written with repeats; the last repeat ends at the last
    /// length or `beyond` it.
    private static func repeating(_ description: String, _ readers: Readers, beyond: Int, by symbol: Int) -> CraftedGzip
    {
        let lengths = DeflateWriter.codeLengthLengths
        let codes = DeflateWriter.lengths([97: 3, 98: 3, 99: 3, 100: 3, 256: 1])
        return CraftedGzip(description, readers) {
            $0.begin(.dynamic)
            $0.counts(literals: 257, distances: 11)
            $0.symbol(18, of: lengths)
            $0.bits(97 - 11, 7)
            $0.symbol(3, of: lengths)
            $0.symbol(16, of: lengths)
            $0.bits(0, 2)
            for count in [138, 17] {
                $0.symbol(18, of: lengths)
                $0.bits(count - 11, 7)
            }
            $0.symbol(1, of: lengths)
            // Eleven unused distances: those before the last repeat are written one by one.
            let (base, bits, count) = symbol == 16 ? (3, 2, 5) : symbol == 17 ? (3, 3, 6) : (11, 7, 11)
            for _ in 0..<(11 - count) { $0.symbol(0, of: lengths) }
            $0.symbol(symbol, of: lengths)
            $0.bits(count + beyond - base, bits)
            for symbol in [97, 98, 99, 100, 256] { $0.symbol(symbol, of: codes) }
        }
    }

    static var repeats: [CraftedGzip] {
        let lengths = DeflateWriter.codeLengthLengths
        return [16, 17, 18].flatMap { symbol in
            [
                repeating("repeat \(symbol) to the end", .both, beyond: 0, by: symbol),
                repeating("repeat \(symbol) past the end", .neither, beyond: 1, by: symbol),
            ]
        } + [
            CraftedGzip("a repeat with nothing before it", .neither) {
                $0.begin(.dynamic)
                $0.counts(literals: 257, distances: 1)
                $0.symbol(16, of: lengths)
                $0.bits(0, 2)
                $0.bits(0, 300)
            },
            CraftedGzip("a repeat from literals into distances", .both) {
                let codes = DeflateWriter.lengths([97: 3, 98: 3, 99: 3, 100: 3, 255: 2, 256: 2])
                $0.begin(.dynamic)
                $0.counts(literals: 257, distances: 4)
                for length in codes.dropLast() { $0.symbol(length, of: lengths) }
                $0.symbol(16, of: lengths)
                $0.bits(2, 2)
                for symbol in [97, 98, 99, 100, 256] { $0.symbol(symbol, of: codes) }
            },
        ]
    }

    static var distances: [CraftedGzip] {
        func file(_ name: String, _ readers: Readers, symbol: Int, extra: Int, bits: Int, _ rest: [UInt8])
            -> CraftedGzip
        {
            coded(name, readers, distances: DeflateWriter.lengths([0: 1, symbol: 1]), then: rest) {
                $0.symbol(258, of: literals)
                $0.symbol(symbol, of: DeflateWriter.lengths([0: 1, symbol: 1]))
                $0.bits(extra, bits)
            }
        }
        return [
            file("distance to the start", .both, symbol: 3, extra: 0, bits: 0, Array("abcd".utf8)),
            file("distance one before the start", .serverOnly, symbol: 4, extra: 0, bits: 1, [0] + Array("abc".utf8)),
            file("distance four before the start", .serverOnly, symbol: 5, extra: 1, bits: 1, [0, 0, 0, 0]),
            file("farthest distance", .serverOnly, symbol: 29, extra: 8191, bits: 13, [0, 0, 0, 0]),
            CraftedGzip("farthest distance, nothing written", .serverOnly, [0, 0, 0]) {
                $0.begin(.fixed)
                $0.symbol(257, of: DeflateWriter.fixedLiterals)
                $0.symbol(29, of: DeflateWriter.fixedDistances)
                $0.bits(8191, 13)
                $0.symbol(256, of: DeflateWriter.fixedLiterals)
            },
        ]
    }

    static var ends: [CraftedGzip] {
        let sound = coded("padding of zeros", .both)
        return [
            sound,
            CraftedGzip("padding of ones", .both) {
                $0.begin(.fixed)
                for symbol in [97, 98, 99, 100, 256] { $0.symbol(symbol, of: DeflateWriter.fixedLiterals) }
                $0.padWithOnes()
            },
            sound.with("wrong checksum", .neither) { $0[$0.count - 8] ^= 1 },
            sound.with("wrong length", .neither) { $0[$0.count - 4] ^= 1 },
            sound.with("anything after the member", .both) { $0 += [1, 2, 3] },
            sound.with("a second member", .both) { $0 += $0 },
        ]
            + (0..<sound.bytes.count).map { length in
                sound.with("cut at \(length)", .neither) { $0.removeLast($0.count - length) }
            }
    }
}

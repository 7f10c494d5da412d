/// The symbols of a DEFLATE stream (RFC 1951, 3.2.5 and 3.2.6).
enum DeflateSymbols {
    static let endOfBlock = 256
    static let firstLength = 257
    /// The numbers of valid literal/length symbols and distance symbols. The fixed codes have two more of each kind;
    /// libdeflate accepts these as a length of 258 and as the last distances.
    static let literalCount = 286
    static let distanceCount = 30

    /// The numbers that a symbol encodes: `base` plus the value of the extra bits.
    struct Span {
        let base: Int
        let extraBits: Int
    }

    /// The lengths of the symbols from ``firstLength`` on. The last symbol has no extra bits because a length of 258
    /// is frequent.
    static let lengths =
        spans(from: 3, extraBits: [0, 0, 0, 0, 0, 0, 0, 0] + (1...5).flatMap { [$0, $0, $0, $0] })
        + [Span(base: 258, extraBits: 0)]

    static let distances = spans(from: 1, extraBits: [0, 0] + (0...13).flatMap { [$0, $0] })

    private static func spans(from first: Int, extraBits: [Int]) -> [Span] {
        var base = first
        return extraBits.map { bits in
            defer { base += 1 << bits }
            return Span(base: base, extraBits: bits)
        }
    }

    /// The code lengths of a block with fixed codes.
    static let fixedLiteralLengths =
        Array(repeating: 8, count: 144) + Array(repeating: 9, count: 112) + Array(repeating: 7, count: 24)
        + Array(repeating: 8, count: 8)
    static let fixedDistanceLengths = Array(repeating: 5, count: 32)
    /// The order in which a block stores the lengths of its code length codes.
    static let codeLengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
}

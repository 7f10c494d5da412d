/// What the symbols of a DEFLATE stream mean (RFC 1951, 3.2.5 and 3.2.6).
enum DeflateSymbols {
    static let endOfBlock = 256
    /// The first symbol that is a length.
    static let firstLength = 257

    /// How many literal and length symbols, and distance symbols, mean anything. The fixed codes have two more of each,
    /// which libdeflate takes for a length of 258 and for the last distances.
    static let literalCount = 286
    static let distanceCount = 30

    /// The numbers from `base` on that a symbol stands for; the extra bits behind it tell which.
    struct Span {
        let base: Int
        let extraBits: Int
    }

    /// Of the symbols from ``firstLength`` on. The last has no extra bits, for a length of 258 is frequent.
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

    /// The lengths of the codes in a block that brings none of its own.
    static let fixedLiteralLengths =
        Array(repeating: 8, count: 144) + Array(repeating: 9, count: 112) + Array(repeating: 7, count: 24)
        + Array(repeating: 8, count: 8)
    static let fixedDistanceLengths = Array(repeating: 5, count: 32)

    /// The order in which a block tells the lengths of the codes of code lengths.
    static let codeLengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
}

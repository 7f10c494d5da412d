/// Writes DEFLATE streams bit by bit, including streams that no compressor produces.
///
///     var writer = DeflateWriter()
///     writer.begin(.dynamic)
///     writer.codes(literals: DeflateWriter.lengths([97: 1, 256: 1]), distances: [0])
///     writer.symbol(97, of: …)
package struct DeflateWriter {
    package enum BlockType: Int {
        case stored, fixed, dynamic, reserved
    }

    package private(set) var bytes: [UInt8] = []
    private var bitCount = 0

    package init() {}

    package static let fixedLiterals =
        Array(repeating: 8, count: 144) + Array(repeating: 9, count: 112) + Array(repeating: 7, count: 24)
        + Array(repeating: 8, count: 8)
    package static let fixedDistances = Array(repeating: 5, count: 32)
    /// A complete code of all nineteen code lengths.
    package static let codeLengthLengths = Array(repeating: 4, count: 13) + Array(repeating: 5, count: 6)

    /// The given code lengths, and 0 elsewhere.
    package static func lengths(_ lengths: [Int: Int], count: Int? = nil) -> [Int] {
        (0..<(count ?? lengths.keys.max()! + 1)).map { lengths[$0] ?? 0 }
    }

    /// Appends a number, lowest bit first.
    package mutating func bits(_ value: Int, _ count: Int) {
        for bit in 0..<count {
            if bitCount % 8 == 0 { bytes.append(0) }
            bytes[bytes.count - 1] |= UInt8(value >> bit & 1) << UInt8(bitCount % 8)
            bitCount += 1
        }
    }

    package mutating func begin(_ type: BlockType, isLast: Bool = true) {
        bits(isLast ? 1 : 0, 1)
        bits(type.rawValue, 2)
    }

    /// A stored block; `error` is the bit difference of its complement.
    package mutating func stored(_ contents: [UInt8], isLast: Bool = true, error: Int = 0) {
        begin(.stored, isLast: isLast)
        bitCount = bytes.count * 8
        bits(contents.count, 16)
        bits(contents.count ^ 0xFFFF ^ error, 16)
        bytes += contents
        bitCount = bytes.count * 8
    }

    /// Appends the code of a symbol, highest bit first.
    package mutating func symbol(_ symbol: Int, of lengths: [Int]) {
        var code = 0
        for length in 1...lengths[symbol] {
            code <<= 1
            for other in lengths.indices where lengths[other] == length {
                if length == lengths[symbol], other == symbol {
                    for bit in (0..<length).reversed() { bits(code >> bit & 1, 1) }
                    return
                }
                code += 1
            }
        }
    }

    /// The codes of a dynamic block, without repeats.
    package mutating func codes(literals: [Int], distances: [Int]) {
        counts(literals: literals.count, distances: distances.count)
        for length in literals + distances { symbol(length, of: Self.codeLengthLengths) }
    }

    /// The numbers of codes, and the code of code lengths.
    package mutating func counts(literals: Int, distances: Int, codeLengthLengths: [Int] = Self.codeLengthLengths) {
        bits(literals - 257, 5)
        bits(distances - 1, 5)
        bits(15, 4)
        for symbol in [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15] {
            bits(codeLengthLengths[symbol], 3)
        }
    }

    /// Fills the last byte with ones.
    package mutating func padWithOnes() {
        while bitCount % 8 != 0 { bits(1, 1) }
    }
}

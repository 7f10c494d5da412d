/// Reads the opcodes of a `bvxn` block.
///
/// An opcode gives the number of literals that follow it, and the length and distance of a match:
///
///     LLMMMDDD DDDDDDDD             small distance, whose first three bits are neither 110 nor 111
///     101LLMMM DDDDDDMM DDDDDDDD    medium distance; the second byte has the lowest bits of length and distance
///     LLMMM111 DDDDDDDD DDDDDDDD    large distance, lower byte first
///     LLMMM110                      the previous distance; not with LL = 00
///     1110LLLL, 11100000 LLLLLLLL   only literals: 1 to 15, 16 to 271
///     1111MMMM, 11110000 MMMMMMMM   only a match: 1 to 15, 16 to 271, at the previous distance
///     00001110, 00010110            no operation
///     00000110 and seven bytes      the end
///
/// The length of a match is MMM plus three. 0111xxxx, 1101xxxx and the remaining opcodes with LL = 00 and 110 are
/// undefined.
struct LZVNReader {
    private let bytes: UnsafeRawBufferPointer
    private(set) var position: Int
    /// The end of the payload, or of the stream if that comes first.
    private let end: Int
    private let isCut: Bool
    private var distance: UInt32 = 0
    private static let endLength = 8

    /// `end` may be beyond the bytes.
    init(_ bytes: UnsafeRawBufferPointer, from start: Int, to end: Int) {
        self.bytes = bytes
        position = start
        self.end = min(end, bytes.count)
        isCut = end > bytes.count
    }

    /// Reads the next step and appends its literals; nil at the end of the block.
    mutating func next(literals: inout [UInt8]) throws(LZFSEFault) -> LZFSEStep? {
        while true {
            let opcode = try byte(0)
            switch (opcode >> 4, opcode & 0b111) {
            case (0b1110, _):
                let count = opcode & 15
                if count > 0 { return try step(1, count, length: 0, &literals) }
                return try step(2, 16 + byte(1), length: 0, &literals)
            case (0b1111, _):
                let length = opcode & 15
                if length > 0 { return try step(1, 0, length: length, &literals) }
                return try step(2, 0, length: 16 + byte(1), &literals)
            case (0b1010, _), (0b1011, _):
                let (second, third) = (try byte(1), try byte(2))
                distance = third << 6 | second >> 2
                return try step(
                    3, opcode >> 3 & 0b11, length: 3 + ((opcode & 0b111) << 2 | second & 0b11), &literals)
            case (0b0111, _), (0b1101, _):
                throw .damaged(.opcode)
            case (_, 0b111):
                distance = try byte(1) | byte(2) << 8
                return try step(3, opcode, &literals)
            case (0b0000...0b0011, 0b110):
                if opcode == 0b0000_0110 {
                    _ = try byte(Self.endLength - 1)
                    position += Self.endLength
                    return nil
                }
                guard opcode == 0b0000_1110 || opcode == 0b0001_0110 else { throw .damaged(.opcode) }
                position += 1
            case (_, 0b110): return try step(1, opcode, &literals)
            default:
                distance = (opcode & 0b111) << 8 | (try byte(1))
                return try step(2, opcode, &literals)
            }
        }
    }

    private func byte(_ offset: Int) throws(LZFSEFault) -> UInt32 {
        guard offset < end - position else { throw isCut ? .truncated : .damaged(.blockEnd) }
        // SAFETY: position + offset < end <= bytes.count.
        return UInt32(bytes[position + offset])
    }

    private mutating func step(
        _ opcodeLength: Int, _ opcode: UInt32, _ literals: inout [UInt8]
    ) throws(LZFSEFault) -> LZFSEStep {
        try step(opcodeLength, opcode >> 6, length: 3 + (opcode >> 3 & 0b111), &literals)
    }

    private mutating func step(
        _ opcodeLength: Int, _ literalCount: UInt32, length: UInt32, _ literals: inout [UInt8]
    ) throws(LZFSEFault) -> LZFSEStep {
        let start = position + opcodeLength
        let (wanted, left) = (Int(literalCount), end - start)
        guard wanted <= left else { throw isCut ? .truncated : .damaged(.blockEnd) }
        literals.append(contentsOf: bytes[start..<(start + wanted)])
        position = start + wanted
        return LZFSEStep(literalCount: literalCount, matchLength: length, distance: distance)
    }
}

/// The meaning of the next bits, packed into 32 bits so that one look-up returns everything.
///
///     bits 0 to 7     the number of bits to consume: the code and its extra bits
///     bits 8 to 11    the number of code bits; for a second table, the number of its index bits
///     bits 12 to 15   the kind (flags below)
///     bits 16 to 31   the literal, the base of a length or distance, or the start of a second table
struct DecodedSymbol {
    private let bits: UInt32

    private static let literalFlag: UInt32 = 1 << 15
    /// Neither a literal nor a number. Without other flags: a reserved symbol.
    private static let exceptionFlag: UInt32 = 1 << 14
    private static let tableFlag: UInt32 = 1 << 13
    private static let endFlag: UInt32 = 1 << 12

    static let meaningless = DecodedSymbol(bits: exceptionFlag)
    static let endOfBlock = DecodedSymbol(bits: exceptionFlag | endFlag)

    static func literal(_ byte: Int) -> Self { Self(bits: literalFlag | UInt32(byte) << 16) }

    static func number(_ span: DeflateSymbols.Span) -> Self {
        Self(bits: UInt32(span.base) << 16 | UInt32(span.extraBits))
    }

    /// A symbol of the code length code.
    static func plain(_ symbol: Int) -> Self { Self(bits: UInt32(symbol) << 16) }

    static func secondTable(at start: Int, indexBits: Int, after firstBits: Int) -> Self {
        Self(bits: UInt32(start) << 16 | exceptionFlag | tableFlag | UInt32(indexBits) << 8 | UInt32(firstBits))
    }

    /// The same symbol, encoded by a code of `codeBits` bits.
    @inline(__always)
    func behind(codeBits: Int) -> Self { Self(bits: bits &+ UInt32(truncatingIfNeeded: codeBits) &* 0x101) }
    @inline(__always) var isLiteral: Bool { bits & Self.literalFlag != 0 }
    @inline(__always) var isException: Bool { bits & Self.exceptionFlag != 0 }
    @inline(__always) var isSecondTable: Bool { bits & Self.tableFlag != 0 }
    @inline(__always) var isEndOfBlock: Bool { bits & Self.endFlag != 0 }
    @inline(__always) var value: Int { Int(bits &>> 16) }
    @inline(__always) var byte: UInt8 { UInt8(truncatingIfNeeded: bits &>> 16) }
    @inline(__always) var indexBits: UInt64 { UInt64(bits &>> 8 & 15) }
    /// The number of bits to consume, in the lowest eight bits; higher bits are undefined.
    @inline(__always) var bitCount: UInt64 { UInt64(bits) }

    /// The length or distance: the base plus the extra bits, which follow the code in `held`.
    @inline(__always) func number(in held: UInt64) -> Int {
        value &+ Int(truncatingIfNeeded: (held & ~(~0 &<< bitCount)) &>> indexBits)
    }
}

/// The header of a member of a tar archive: one block of 512 bytes.
///
///     let header = try TarHeader(block)
///     print(header.name, header.byteCount)
///
/// Read as POSIX ustar, GNU and old tar write it. Every field may hold anything.
struct TarHeader {
    /// How many bytes a block has; headers and contents begin with one.
    static let blockByteCount = 512
    /// The most bytes a member can claim: those that can be counted, padding included.
    static let mostBytes = Int.max >> 1

    /// The types of headers that say something of those behind them: GNU's long names and targets of links, the records
    /// of pax, those of Sun's tar, and those for all members.
    static let longName = UInt8(ascii: "L")
    static let longLink = UInt8(ascii: "K")
    static let globalRecords = UInt8(ascii: "g")
    static let descriptions: Set = [longName, longLink, globalRecords, UInt8(ascii: "x"), UInt8(ascii: "X")]

    /// The bytes of its name as it stands here; ``TarReader`` knows of longer ones.
    let name: [UInt8]
    let byteCount: Int
    /// The letter that says what it is.
    let type: UInt8

    /// Why a block is no header.
    enum Fault: Error, Hashable {
        /// Its checksum is not that of its bytes.
        case wrongChecksum
        /// Its size is no number, is negative or more than can be counted.
        case badSize
    }

    private enum Field {
        static let name = 0..<100
        static let size = 124..<136
        static let checksum = 148..<156
        static let type = 156
        static let magic = 257..<263
        static let prefix = 345..<500
    }

    /// Reads a block of ``blockByteCount`` bytes.
    init(_ block: [UInt8]) throws(Fault) {
        guard Self.hasRightChecksum(block) else { throw .wrongChecksum }
        guard let byteCount = Self.number(block[Field.size]), (0...Self.mostBytes).contains(byteCount) else {
            throw .badSize
        }
        self.byteCount = byteCount
        type = block[Field.type]
        let name = Self.text(block[Field.name])
        // GNU keeps times where ustar has the first part of a long name; it ends the magic with spaces.
        let isUstar = block[Field.magic].elementsEqual("ustar\0".utf8)
        let prefix = isUstar ? Self.text(block[Field.prefix]) : []
        self.name = prefix.isEmpty ? name : prefix + [UInt8(ascii: "/")] + name
    }

    /// Whether the sum of all bytes, those of the checksum counted as spaces, is what the block says. Some old programs
    /// added them up as signed numbers.
    private static func hasRightChecksum(_ block: [UInt8]) -> Bool {
        let field = block[Field.checksum]
        guard field.contains(where: isOctalDigit), let claimed = octal(field) else { return false }
        let spaces = field.count * Int(UInt8(ascii: " "))
        var (sum, signedSum) = (spaces, spaces)
        for (index, byte) in block.enumerated() where !Field.checksum.contains(index) {
            sum += Int(byte)
            signedSum += Int(Int8(bitPattern: byte))
        }
        return claimed == sum || claimed == signedSum
    }

    /// The bytes before the first zero, or all of them.
    private static func text(_ field: ArraySlice<UInt8>) -> [UInt8] { Array(field.prefix { $0 != 0 }) }

    /// A number as octal digits, or, with the first bit set, as GNU writes large ones: big-endian in two's complement.
    /// Nil for anything else, for negative numbers, and for what is too large for an `Int`.
    private static func number(_ field: ArraySlice<UInt8>) -> Int? {
        guard let first = field.first, first & 0x80 != 0 else { return octal(field) }
        guard first & 0x40 == 0 else { return nil }
        var number = Int(first & 0x3F)
        for byte in field.dropFirst() {
            guard number <= Int.max >> 8 else { return nil }
            number = number << 8 | Int(byte)
        }
        return number
    }

    /// Digits with spaces before them and spaces or zeros behind; 0 where there are none.
    private static func octal(_ field: ArraySlice<UInt8>) -> Int? {
        let digits = field.drop { $0 == UInt8(ascii: " ") }
        let number = digits.prefix(while: isOctalDigit)
        guard digits.dropFirst(number.count).allSatisfy({ $0 == 0 || $0 == UInt8(ascii: " ") }) else { return nil }
        // Twelve digits have 36 bits.
        return number.reduce(0) { $0 << 3 | Int($1 & 7) }
    }

    private static func isOctalDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(byte) }
}

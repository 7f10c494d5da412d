import GzipReader

/// The untrusted header of a tar member, one block of 512 bytes: POSIX ustar, GNU or old tar.
struct TarHeader {
    static let blockByteCount = 512
    /// Types of headers that describe the following members: GNU's long names and long links, the records of pax and of
    /// Sun's tar, and global records.
    static let longName = UInt8(ascii: "L")
    static let longLink = UInt8(ascii: "K")
    static let globalRecords = UInt8(ascii: "g")
    static let descriptions: Set = [longName, longLink, globalRecords, UInt8(ascii: "x"), UInt8(ascii: "X")]

    /// The name in this header; ``TarReader`` handles longer ones.
    let name: [UInt8]
    let byteCount: Int
    let type: UInt8

    enum Fault: Error, Hashable {
        case wrongChecksum
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

    init(_ block: [UInt8]) throws(Fault) {
        guard Self.hasRightChecksum(block) else { throw .wrongChecksum }
        // Sizes up to this limit do not overflow when padding is added.
        guard let byteCount = Self.number(block[Field.size])?.int(atMost: FileSize.largestFile) else { throw .badSize }
        self.byteCount = byteCount
        type = block[Field.type]
        let name = Self.text(block[Field.name])
        // GNU tar stores times in the prefix field of ustar. Its magic ends in spaces.
        let isUstar = block[Field.magic].elementsEqual("ustar\0".utf8)
        let prefix = isUstar ? Self.text(block[Field.prefix]) : []
        self.name = prefix.isEmpty ? name : prefix + [UInt8(ascii: "/")] + name
    }

    /// Accepts the sum of unsigned bytes, and that of signed bytes, which some old programs wrote.
    private static func hasRightChecksum(_ block: [UInt8]) -> Bool {
        let field = block[Field.checksum]
        guard field.contains(where: isOctalDigit) else { return false }
        let spaces = field.count * Int(UInt8(ascii: " "))
        var (sum, signedSum) = (spaces, spaces)
        for (index, byte) in block.enumerated() where !Field.checksum.contains(index) {
            sum += Int(byte)
            signedSum += Int(Int8(bitPattern: byte))
        }
        let claimed = octal(field)?.int(atMost: sum)
        return claimed == sum || claimed == signedSum
    }

    private static func text(_ field: ArraySlice<UInt8>) -> [UInt8] { Array(field.prefix { $0 != 0 }) }

    /// Octal digits or, with the first bit set, GNU's big-endian two's complement; nil if negative or above 64 bits.
    private static func number(_ field: ArraySlice<UInt8>) -> FileSize? {
        guard let first = field.first, first & 0x80 != 0 else { return octal(field) }
        guard first & 0x40 == 0 else { return nil }
        return FileSize(bigEndian: [first & 0x3F] + field.dropFirst())
    }

    /// Octal digits between leading spaces and trailing spaces or zero bytes; 0 without digits.
    private static func octal(_ field: ArraySlice<UInt8>) -> FileSize? {
        let digits = field.drop { $0 == UInt8(ascii: " ") }
        let number = digits.prefix(while: isOctalDigit)
        guard digits.dropFirst(number.count).allSatisfy({ $0 == 0 || $0 == UInt8(ascii: " ") }) else { return nil }
        // Twelve digits have 36 bits.
        return FileSize(number.reduce(UInt64(0)) { $0 << 3 | UInt64($1 & 7) })
    }

    private static func isOctalDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(byte) }
}

/// Pax records, `LENGTH KEY=VALUE\n`, which describe the following members. Only those that locate contents are kept.
struct PaxRecords: Equatable {
    var path: [UInt8]?
    /// The name of a sparse file, whose ``path`` is synthetic.
    var sparseName: [UInt8]?
    var byteCount: Int?
    var isSparse = false

    /// Adds records, whose values replace earlier ones. Returns false if they are malformed: then nothing is certain
    /// about the next member.
    mutating func add(_ contents: [UInt8]) -> Bool {
        var rest = contents[...]
        // Some programs pad with zeros.
        while let first = rest.first, first != 0 {
            guard let space = rest.prefix(20).firstIndex(of: UInt8(ascii: " ")),
                let length = FileSize(decimal: rest[..<space])?.int(atMost: rest.count),
                rest.startIndex + length > space + 1
            else { return false }
            let end = rest.startIndex + length
            guard rest[end - 1] == UInt8(ascii: "\n") else { return false }
            let record = rest[(space + 1)..<(end - 1)]
            guard let equals = record.firstIndex(of: UInt8(ascii: "=")),
                store(key: record[..<equals], value: record[(equals + 1)...])
            else { return false }
            rest = rest[end...]
        }
        return true
    }

    private mutating func store(key: ArraySlice<UInt8>, value: ArraySlice<UInt8>) -> Bool {
        switch String(decoding: key, as: UTF8.self) {
        case "path":
            guard !value.contains(0) else { return false }
            path = value.isEmpty ? nil : Array(value)
        case "size":
            guard !value.isEmpty else {
                byteCount = nil
                return true
            }
            guard let number = FileSize(decimal: value)?.int(atMost: FileSize.largestFile) else { return false }
            byteCount = number
        case "GNU.sparse.name":
            guard !value.contains(0) else { return false }
            (sparseName, isSparse) = (Array(value), true)
        case let key where key.hasPrefix("GNU.sparse."): isSparse = true
        default: break
        }
        return true
    }

    /// These records, with missing ones taken from `others`.
    func over(_ others: PaxRecords) -> PaxRecords {
        PaxRecords(
            path: path ?? others.path, sparseName: sparseName ?? others.sparseName,
            byteCount: byteCount ?? others.byteCount, isSparse: isSparse || others.isSparse)
    }
}

/// What the header and the directory say of a member that is written.
struct WrittenZipMember {
    let name: [UInt8]
    let method: Int
    let checksum: UInt32
    let byteCount: Int
    let compressedByteCount: Int
    /// Of the header in the file.
    let offset: Int

    private var hasWideSizes: Bool { max(byteCount, compressedByteCount) >= ZipNumber.wide }

    /// What stands before the contents.
    var localHeader: [UInt8] {
        // Here both sizes stand among the wide numbers, or none.
        let wide = hasWideSizes ? [byteCount, compressedByteCount] : []
        return ZipRecord.localHeader + description(wide) + name + ZipNumber.extraField(wide)
    }

    /// What stands in the directory.
    var directoryEntry: [UInt8] {
        let wide = (hasWideSizes ? [byteCount, compressedByteCount] : []) + (offset >= ZipNumber.wide ? [offset] : [])
        let noCommentDiskOrAttributes = [UInt8](repeating: 0, count: 10)
        return ZipRecord.directoryEntry + ZipNumber.bytes(ZipNumber.version(wide), 2) + description(wide)
            + noCommentDiskOrAttributes + ZipNumber.narrowBytes(offset) + name + ZipNumber.extraField(wide)
    }

    /// What both say: from the version that is needed to the length of the extra field.
    private func description(_ wide: [Int]) -> [UInt8] {
        let sizes = hasWideSizes ? [ZipNumber.wide, ZipNumber.wide] : [compressedByteCount, byteCount]
        return ZipNumber.bytes(ZipNumber.version(wide), 2) + ZipNumber.bytes(flags, 2) + ZipNumber.bytes(method, 2)
            + Self.firstDay + ZipNumber.bytes(Int(checksum), 4) + ZipNumber.bytes(sizes[0], 4)
            + ZipNumber.bytes(sizes[1], 4) + ZipNumber.bytes(name.count, 2)
            + ZipNumber.bytes(ZipNumber.extraField(wide).count, 2)
    }

    /// Midnight of 1980-01-01, the first that these dates have: two bytes of time, two of date.
    private static let firstDay: [UInt8] = [0, 0, 0x21, 0]

    /// Names that are not plain ASCII are told to be UTF-8, if they are.
    private var flags: Int {
        let isUTF8 = String(validating: name, as: UTF8.self) != nil
        return isUTF8 && name.contains { $0 >= 0x80 } ? 1 << 11 : 0
    }
}

/// The records that end an archive.
struct WrittenZipEnd {
    let memberCount: Int
    let directoryOffset: Int
    let directoryByteCount: Int

    /// Those of 64 bits too, where a number needs more than the last record has.
    var bytes: [UInt8] {
        let needsWide =
            memberCount >= 0xFFFF || directoryOffset >= ZipNumber.wide || directoryByteCount >= ZipNumber.wide
        let count = ZipNumber.bytes(min(memberCount, 0xFFFF), 2)
        return (needsWide ? wideRecords : []) + ZipRecord.end + [0, 0, 0, 0] + count + count
            + ZipNumber.narrowBytes(directoryByteCount) + ZipNumber.narrowBytes(directoryOffset) + [0, 0]
    }

    private var wideRecords: [UInt8] {
        let version = ZipNumber.bytes(ZipNumber.wideVersion, 2)
        let count = ZipNumber.bytes(memberCount, 8)
        let record =
            version + version + [UInt8](repeating: 0, count: 8) + count + count
            + ZipNumber.bytes(directoryByteCount, 8) + ZipNumber.bytes(directoryOffset, 8)
        let recordOffset = directoryOffset + directoryByteCount
        return ZipRecord.end64 + ZipNumber.bytes(record.count, 8) + record + ZipRecord.end64Locator + [0, 0, 0, 0]
            + ZipNumber.bytes(recordOffset, 8) + ZipNumber.bytes(1, 4)
    }
}

/// How numbers are written.
enum ZipNumber {
    /// From here on a number stands elsewhere, in 64 bits, and this in its place.
    static let wide = 0xFFFF_FFFF
    /// Version 4.5 of the format has numbers of 64 bits, 2.0 DEFLATE.
    static let wideVersion = 45

    static func version(_ wide: [Int]) -> Int { wide.isEmpty ? 20 : wideVersion }

    /// Little-endian, in `count` bytes.
    static func bytes(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    /// In four bytes, or that it stands elsewhere.
    static func narrowBytes(_ number: Int) -> [UInt8] { bytes(min(number, wide), 4) }

    /// The numbers that need 64 bits; nothing where none does.
    static func extraField(_ numbers: [Int]) -> [UInt8] {
        numbers.isEmpty ? [] : bytes(1, 2) + bytes(8 * numbers.count, 2) + numbers.flatMap { bytes($0, 8) }
    }
}

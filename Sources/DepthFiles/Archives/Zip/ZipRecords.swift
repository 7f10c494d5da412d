import GzipReader
import Support

/// The records of a zip archive. Each begins with `PK` and two specific bytes; numbers are little-endian.
enum ZipRecord {
    static let localHeader: [UInt8] = [0x50, 0x4B, 3, 4]
    static let directoryEntry: [UInt8] = [0x50, 0x4B, 1, 2]
    /// Follows the entries of some directories.
    static let digitalSignature: [UInt8] = [0x50, 0x4B, 5, 5]
    static let end: [UInt8] = [0x50, 0x4B, 5, 6]
    static let end64: [UInt8] = [0x50, 0x4B, 6, 6]
    static let end64Locator: [UInt8] = [0x50, 0x4B, 6, 7]

    static let maximumNameBytes = 0xFFFF

    static let stored = 0
    static let deflated = 8
    static let encryptedFlag = 1
    /// The flag that the checksum and the sizes follow the contents.
    static let descriptorFlag = 8
}

extension Collection<UInt8> where Index == Int {
    /// The little-endian size in `count` bytes, which must exist.
    func size(_ offset: Int, _ count: Int) -> FileSize {
        let start = startIndex + offset
        return FileSize(littleEndian: (start..<start + count).map { self[$0] })
    }

    func number(_ offset: Int) -> Int { Int(self[startIndex + offset]) | Int(self[startIndex + offset + 1]) << 8 }
    func checksum(_ offset: Int) -> UInt32 { UInt32(number(offset)) | UInt32(number(offset + 2)) << 16 }
}

/// Sizes and offsets, which have 32 bits in a header or, if these are all ones, 64 bits in an extra field.
struct ZipSizes {
    var byteCount: FileSize
    var compressedByteCount: FileSize
    var offset: FileSize = 0
    var disk: FileSize = 0

    private static let extraField = 1

    /// Replaces numbers that are all ones by those in the extra fields, in the order of the properties.
    mutating func extend(from extraFields: ArraySlice<UInt8>) {
        var rest = extraFields
        while rest.count >= 4 {
            let (kind, length) = (rest.number(0), rest.number(2))
            rest = rest.dropFirst(4)
            if kind == Self.extraField {
                var field = rest.prefix(length)
                Self.widen(&byteCount, 4, 8, from: &field)
                Self.widen(&compressedByteCount, 4, 8, from: &field)
                Self.widen(&offset, 4, 8, from: &field)
                Self.widen(&disk, 2, 4, from: &field)
                return
            }
            rest = rest.dropFirst(length)
        }
    }

    private static func widen(
        _ number: inout FileSize, _ narrow: Int, _ wide: Int, from field: inout ArraySlice<UInt8>
    ) {
        guard number == FileSize(1 << (8 * narrow) - 1 as UInt64), field.count >= wide else { return }
        number = field.size(0, wide)
        field = field.dropFirst(wide)
    }
}

struct ZipLocalHeader {
    var flags: Int
    var method: Int
    var checksum: UInt32
    var sizes: ZipSizes
    var name: [UInt8]
    var end: Int

    static let fixedByteCount = 30

    /// Nil if there is no complete header.
    static func find(at offset: Int, in source: ByteSource) throws(ZipError) -> ZipLocalHeader? {
        let fixed = try source.bytes(at: offset, count: fixedByteCount)
        guard fixed.count == fixedByteCount, fixed.starts(with: ZipRecord.localHeader) else { return nil }
        let (nameCount, extraCount) = (fixed.number(26), fixed.number(28))
        let rest = try source.bytes(at: offset + fixedByteCount, count: nameCount + extraCount)
        guard rest.count == nameCount + extraCount else { return nil }
        var sizes = ZipSizes(byteCount: fixed.size(22, 4), compressedByteCount: fixed.size(18, 4))
        sizes.extend(from: rest[nameCount...])
        return ZipLocalHeader(
            flags: fixed.number(6), method: fixed.number(8), checksum: fixed.checksum(14), sizes: sizes,
            name: Array(rest[..<nameCount]), end: offset + fixedByteCount + rest.count)
    }
}

extension ByteSource {
    func bytes(at offset: Int, count: Int) throws(ZipError) -> [UInt8] {
        do throws(FileAccessError) { return try read(at: offset, count: count) } catch { throw .inaccessible(error) }
    }
}

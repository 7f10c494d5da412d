package import Support

/// Writes a zip archive member by member, all dated 1980-01-01. Only the directory is kept in memory; after an error
/// the archive cannot be finished. Source: PKWARE, APPNOTE.TXT 6.3.10.
package struct ZipWriter {
    private let sink: Sink
    private var offset: Int
    private var directory: [UInt8] = []
    private var names: Set<[UInt8]> = []

    /// `offset` is the position of the archive in its file. Offsets in the archive count from the start of the file.
    package init(at offset: Int = 0, into sink: @escaping Sink) { (self.offset, self.sink) = (offset, sink) }

    /// Adds a member. The name must be unique, but need not be UTF-8. DEFLATE is used only if the result is smaller.
    package mutating func add(_ contents: [UInt8], named name: String, compresses: Bool) throws(ZipWritingError) {
        let nameBytes = name.fileBytes
        guard !nameBytes.isEmpty, nameBytes.count <= ZipRecord.maximumNameBytes, !nameBytes.contains(0)
        else { throw .unusableName(name) }
        guard names.insert(nameBytes).inserted else { throw .duplicateName(name) }
        // The limit of a single zlib call.
        let packed =
            compresses && contents.count <= UInt32.max ? deflate(contents, framing: .raw, level: 6) : contents
        let isSmaller = packed.count < contents.count
        let member = WrittenZipMember(
            name: nameBytes, method: isSmaller ? ZipRecord.deflated : ZipRecord.stored,
            checksum: contents.withUnsafeBytes(fastChecksum), byteCount: contents.count,
            compressedByteCount: isSmaller ? packed.count : contents.count, offset: offset)
        directory += member.directoryEntry
        try put(member.localHeader)
        try put(isSmaller ? packed : contents)
    }

    package mutating func finish() throws(ZipWritingError) {
        let end = WrittenZipEnd(
            memberCount: names.count, directoryOffset: offset, directoryByteCount: directory.count)
        try put(directory)
        try put(end.bytes)
    }

    private mutating func put(_ bytes: [UInt8]) throws(ZipWritingError) {
        do throws(FileAccessError) { try sink(bytes[...]) } catch { throw .inaccessible(error) }
        offset += bytes.count
    }
}

extension ZipWriter { package typealias Sink = (_ bytes: ArraySlice<UInt8>) throws(FileAccessError) -> Void }

package enum ZipWritingError: Error, Hashable, Sendable {
    case inaccessible(FileAccessError)
    case duplicateName(String)
    /// The name is empty, too long, or contains a zero byte.
    case unusableName(String)

    /// One line: "found …; expected …; …". The caller prefixes the name of the archive.
    package var message: String {
        switch self {
        case .inaccessible(let error): error.message
        case .duplicateName(let name):
            "found two members named \(Printable.form(of: name)); expected unique names; rename one"
        case .unusableName(let name):
            "found a member name of \(byteText(name.fileBytes.count)); expected 1 to "
                + "\(ZipRecord.maximumNameBytes) without a zero byte; choose another name"
        }
    }
}

struct WrittenZipMember {
    let name: [UInt8]
    let method: Int
    let checksum: UInt32
    let byteCount: Int
    let compressedByteCount: Int
    let offset: Int

    private var hasWideSizes: Bool { max(byteCount, compressedByteCount) >= ZipNumber.wide }

    var localHeader: [UInt8] {
        // A local header has either both sizes in 64 bits or neither.
        let wide = hasWideSizes ? [byteCount, compressedByteCount] : []
        return ZipRecord.localHeader + description(wide) + name + ZipNumber.extraField(wide)
    }

    var directoryEntry: [UInt8] {
        let wide = (hasWideSizes ? [byteCount, compressedByteCount] : []) + (offset >= ZipNumber.wide ? [offset] : [])
        let noCommentDiskOrAttributes = [UInt8](repeating: 0, count: 10)
        return ZipRecord.directoryEntry + ZipNumber.bytes(ZipNumber.version(wide), 2) + description(wide)
            + noCommentDiskOrAttributes + ZipNumber.narrowBytes(offset) + name + ZipNumber.extraField(wide)
    }

    /// The fields common to header and directory entry, from the required version to the length of the extra field.
    private func description(_ wide: [Int]) -> [UInt8] {
        let sizes = hasWideSizes ? [ZipNumber.wide, ZipNumber.wide] : [compressedByteCount, byteCount]
        return ZipNumber.bytes(ZipNumber.version(wide), 2) + ZipNumber.bytes(flags, 2) + ZipNumber.bytes(method, 2)
            + Self.firstDay + ZipNumber.bytes(Int(checksum), 4) + ZipNumber.bytes(sizes[0], 4)
            + ZipNumber.bytes(sizes[1], 4) + ZipNumber.bytes(name.count, 2)
            + ZipNumber.bytes(ZipNumber.extraField(wide).count, 2)
    }

    /// 1980-01-01 00:00, the earliest date of the format: two bytes of time, two of date.
    private static let firstDay: [UInt8] = [0, 0, 0x21, 0]

    /// Sets the UTF-8 flag for valid UTF-8 names that are not plain ASCII.
    private var flags: Int {
        let isUTF8 = String(validating: name, as: UTF8.self) != nil
        return isUTF8 && name.contains { $0 >= 0x80 } ? 1 << 11 : 0
    }
}

struct WrittenZipEnd {
    let memberCount: Int
    let directoryOffset: Int
    let directoryByteCount: Int

    /// The end record, preceded by the 64-bit records if a number does not fit.
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

enum ZipNumber {
    /// From this value on, a number is stored elsewhere in 64 bits, with this value as a placeholder.
    static let wide = 0xFFFF_FFFF
    /// Format version 4.5 introduced 64-bit numbers, 2.0 DEFLATE.
    static let wideVersion = 45

    static func version(_ wide: [Int]) -> Int { wide.isEmpty ? 20 : wideVersion }

    static func bytes(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    /// Four bytes: the number, or the placeholder for one stored elsewhere.
    static func narrowBytes(_ number: Int) -> [UInt8] { bytes(min(number, wide), 4) }

    /// The extra field with the 64-bit numbers; empty if there are none.
    static func extraField(_ numbers: [Int]) -> [UInt8] {
        numbers.isEmpty ? [] : bytes(1, 2) + bytes(8 * numbers.count, 2) + numbers.flatMap { bytes($0, 8) }
    }
}

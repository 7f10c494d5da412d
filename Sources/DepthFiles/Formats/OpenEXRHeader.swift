import GzipReader

/// Counts the channels in the header of an OpenEXR file before the library reads it, because the library takes time
/// quadratic in the number of channels.
///
///     try OpenEXRHeader.checkChannelCounts(in: bytes)
///
/// Source: "OpenEXR File Layout", headers and attributes.
struct OpenEXRHeader {
    /// The limit of channels in a part. Layered pictures have some hundreds; the library needs 2 ms for 1,024.
    static let maximumChannels = 1024

    /// - Throws: an error if a part has more channels. Truncated or damaged headers are left to the library.
    static func checkChannelCounts(in bytes: UnsafeBufferPointer<UInt8>) throws(DepthFileError) {
        guard bytes.count > 8 else { return }
        let hasParts = bytes[5] & 0x10 != 0
        var header = OpenEXRHeader(bytes: bytes, position: 8)
        repeat {
            while let name = header.readText(), !name.isEmpty {
                guard header.readText() != nil, let stated = header.readNumber(),
                    let byteCount = stated.int(atMost: bytes.count - header.position)
                else { return }
                let end = header.position + byteCount
                if name.count == 8, name.elementsEqual("channels".utf8) {
                    let count = header.countChannels(before: end)
                    guard count <= maximumChannels else {
                        throw .storedNotDepth(
                            .openEXR, found: "\(count) channels in an OpenEXR file, more than \(maximumChannels)")
                    }
                }
                header.position = end
            }
            // An empty name ends a header; in a file with several parts, another one ends the last header.
        } while hasParts && header.position < bytes.count && bytes[header.position] != 0
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    private var position: Int

    /// A channel list has a name and 16 bytes for each channel, and ends with an empty name.
    private mutating func countChannels(before end: Int) -> Int {
        var count = 0
        while position < end, let name = readText(), !name.isEmpty {
            count += 1
            position += 16
        }
        return count
    }

    /// Takes the bytes up to the next zero and skips the zero; nil if there is none.
    private mutating func readText() -> Slice<UnsafeBufferPointer<UInt8>>? {
        let start = position
        while position < bytes.count, bytes[position] != 0 { position += 1 }
        guard position < bytes.count else { return nil }
        defer { position += 1 }
        return bytes[start..<position]
    }

    /// Takes a little-endian 32-bit integer; nil if fewer bytes are left.
    private mutating func readNumber() -> FileSize? {
        guard bytes.count - position >= 4 else { return nil }
        defer { position += 4 }
        return FileSize(littleEndian: bytes[position..<position + 4])
    }
}

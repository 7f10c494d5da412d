/// The lists of channels in the header of an OpenEXR file, counted before the library sees them: the time that it takes
/// to put one together is quadratic in the number of channels.
///
///     try OpenEXRHeader.checkChannelCounts(in: bytes)
///
/// Source: "OpenEXR File Layout", headers and attributes.
struct OpenEXRHeader {
    /// The most channels of a part. Layered pictures have some hundreds; 1,024 take the library 2 ms.
    static let mostChannels = 1024

    /// - Throws: an error for a part of more channels. A header that is cut off or damaged is left to the library.
    static func checkChannelCounts(in bytes: UnsafeBufferPointer<UInt8>) throws(DepthFileError) {
        guard bytes.count > 8 else { return }
        let hasParts = bytes[5] & 0x10 != 0
        var header = OpenEXRHeader(bytes: bytes, position: 8)
        repeat {
            while let name = header.takeText(), !name.isEmpty {
                guard header.takeText() != nil, let byteCount = header.takeNumber() else { return }
                let end = header.position + byteCount
                guard end <= bytes.count else { return }
                if name.count == 8, name.elementsEqual("channels".utf8) {
                    let count = header.countChannels(before: end)
                    guard count <= mostChannels else {
                        throw .storedNotDepth(
                            .openEXR, found: "\(count) channels in an OpenEXR file, more than \(mostChannels)")
                    }
                }
                header.position = end
            }
            // An empty name ends a header; where there are several parts, another one ends the last.
        } while hasParts && header.position < bytes.count && bytes[header.position] != 0
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    private var position: Int

    /// A list of channels is, for each, a name and 16 bytes of its kind, and an empty name behind the last.
    private mutating func countChannels(before end: Int) -> Int {
        var count = 0
        while position < end, let name = takeText(), !name.isEmpty {
            count += 1
            position += 16
        }
        return count
    }

    /// The bytes up to the next zero, which is left behind too; nil where there is none.
    private mutating func takeText() -> Slice<UnsafeBufferPointer<UInt8>>? {
        let start = position
        while position < bytes.count, bytes[position] != 0 { position += 1 }
        guard position < bytes.count else { return nil }
        defer { position += 1 }
        return bytes[start..<position]
    }

    /// A whole number of four bytes; nil where there are fewer.
    private mutating func takeNumber() -> Int? {
        guard bytes.count - position >= 4 else { return nil }
        defer { position += 4 }
        return (0..<4).reduce(0) { $0 | Int(bytes[position + $1]) << (8 * $1) }
    }
}

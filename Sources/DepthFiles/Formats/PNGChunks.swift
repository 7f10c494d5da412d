import GzipReader
import Support

/// The chunks of a PNG, checked before libpng sees any. A chunk longer than the file is refused before memory is
/// allocated for it. Ancillary chunks are dropped, because unpacking them can take any time and memory.
struct PNGChunks {
    /// The signature and the critical chunks, which are all that libpng needs.
    let needed: [UInt8]
    /// The length of the PNG; bytes after it are not part of it.
    let byteCount: Int
    private let packedByteCount: Int

    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    /// The length, type and checksum of a chunk.
    private static let frameByteCount = 12
    private static let header = Array("IHDR".utf8)
    private static let headerByteCount = 13
    private static let packedPixels = Array("IDAT".utf8)
    private static let end = Array("IEND".utf8)

    init(_ bytes: [UInt8]) throws(DepthFileError) {
        var walk = Walk(bytes: bytes)
        while try walk.nextChunk() {}
        byteCount = walk.position
        packedByteCount = walk.packedByteCount
        // Most pictures have nothing to drop and are not copied.
        needed = walk.neededByteCount == bytes.count ? bytes : try walk.copyNeeded()
    }

    /// Whether the packed pixels can inflate to this size: DEFLATE expands a byte to at most 1032.
    func canHold(byteCount: Int) -> Bool { byteCount / 1032 <= packedByteCount }

    private struct Walk {
        let bytes: [UInt8]
        private(set) var position = 0
        private(set) var packedByteCount = 0
        private(set) var neededByteCount = 0
        /// Whether packed pixels were found, and whether the previous chunk contained some.
        private var pixels: (areMet: Bool, areUnderWay: Bool) = (false, false)

        init(bytes: [UInt8]) { self.bytes = bytes }

        mutating func nextChunk() throws(DepthFileError) -> Bool {
            if position == 0 {
                guard bytes.count >= PNGChunks.signature.count
                else { throw .storedTruncated(.png16, byteCount: bytes.count) }
                position = PNGChunks.signature.count
                neededByteCount = PNGChunks.signature.count
            }
            let (name, length) = try chunk(at: position)
            let isFirst = position == PNGChunks.signature.count
            guard isFirst == (name == PNGChunks.header), !isFirst || length == PNGChunks.headerByteCount
            else { throw .storedDamaged(.png16, detail: "the header is misplaced or has the wrong length") }
            let isOfPixels = name == PNGChunks.packedPixels
            if isOfPixels {
                guard !pixels.areMet || pixels.areUnderWay
                else { throw .storedDamaged(.png16, detail: "other chunks are between the image data chunks") }
                packedByteCount += length
                pixels.areMet = true
            }
            pixels.areUnderWay = isOfPixels
            if Self.isNeeded(name) { neededByteCount += PNGChunks.frameByteCount + length }
            position += PNGChunks.frameByteCount + length
            return name != PNGChunks.end
        }

        private func chunk(at position: Int) throws(DepthFileError) -> (name: [UInt8], length: Int) {
            guard bytes.count - position >= 8 else { throw .storedTruncated(.png16, byteCount: bytes.count) }
            let name = Array(bytes[position + 4..<position + 8])
            let stated = FileSize(bigEndian: bytes[position..<position + 4])
            guard name.allSatisfy({ (0x41...0x5A).contains($0 & 0xDF) }),
                let length = stated?.int(atMost: Int(Int32.max))
            else { throw .storedDamaged(.png16, detail: "no chunk begins after \(byteText(position))") }
            guard bytes.count - position - PNGChunks.frameByteCount >= length
            else { throw .storedTruncated(.png16, byteCount: bytes.count) }
            return (name, length)
        }

        /// The types of critical chunks begin with a capital letter.
        private static func isNeeded(_ name: [UInt8]) -> Bool { name[0] & 0x20 == 0 }

        func copyNeeded() throws(DepthFileError) -> [UInt8] {
            var copy: [UInt8] = []
            copy.reserveCapacity(neededByteCount)
            copy += PNGChunks.signature
            var start = PNGChunks.signature.count
            while start < position {
                let (name, length) = try chunk(at: start)
                let end = start + PNGChunks.frameByteCount + length
                if Self.isNeeded(name) { copy += bytes[start..<end] }
                start = end
            }
            return copy
        }
    }
}

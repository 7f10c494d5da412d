import Support

/// The chunks of a PNG, walked before libpng sees any of them.
///
/// A chunk that says it is longer than what is left of the file is refused here, before anybody makes room for it.
/// Chunks that a picture can do without, such as texts and colour profiles, are left out: what is in them changes no
/// pixel, and unpacking them may take any time and memory. Source: PNG specification §5.
struct PNGChunks {
    /// The signature and the chunks no picture can do without, with everything libpng needs.
    let needed: [UInt8]
    /// Length of the PNG; what follows it in the file is not part of it.
    let byteCount: Int
    /// Bytes of packed pixels.
    private let packedByteCount: Int

    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    /// Length, name and checksum.
    private static let frameByteCount = 12
    private static let header = Array("IHDR".utf8)
    private static let headerByteCount = 13
    private static let packedPixels = Array("IDAT".utf8)
    private static let end = Array("IEND".utf8)

    /// Walks the chunks of a file that begins with the signature, or with as much of it as it has.
    init(_ bytes: [UInt8]) throws(DepthFileError) {
        var walk = Walk(bytes: bytes)
        while try walk.takeChunk() {}
        byteCount = walk.position
        packedByteCount = walk.packedByteCount
        // Most pictures have nothing to leave out, and are not copied.
        needed = walk.neededByteCount == bytes.count ? bytes : try walk.copyNeeded()
    }

    /// Whether the packed pixels can be those of a picture: DEFLATE makes at most 1032 bytes of one.
    func canHold(byteCount: Int) -> Bool { byteCount / 1032 <= packedByteCount }

    private struct Walk {
        let bytes: [UInt8]
        private(set) var position = 0
        private(set) var packedByteCount = 0
        private(set) var neededByteCount = 0
        /// Whether packed pixels were met, and whether the chunk before this one was of them.
        private var pixels: (areMet: Bool, areUnderWay: Bool) = (false, false)

        init(bytes: [UInt8]) { self.bytes = bytes }

        /// Takes the next chunk; false for the last one.
        mutating func takeChunk() throws(DepthFileError) -> Bool {
            if position == 0 {
                guard bytes.count >= PNGChunks.signature.count else {
                    throw .storedTruncated(.png16, byteCount: bytes.count)
                }
                position = PNGChunks.signature.count
                neededByteCount = PNGChunks.signature.count
            }
            let (name, length) = try chunk(at: position)
            let isFirst = position == PNGChunks.signature.count
            guard isFirst == (name == PNGChunks.header), !isFirst || length == PNGChunks.headerByteCount else {
                throw .storedDamaged(.png16, detail: "the header is not where it should be, or of another length")
            }
            let isOfPixels = name == PNGChunks.packedPixels
            if isOfPixels {
                guard !pixels.areMet || pixels.areUnderWay else {
                    throw .storedDamaged(.png16, detail: "other chunks stand between those of the pixels")
                }
                packedByteCount += length
                pixels.areMet = true
            }
            pixels.areUnderWay = isOfPixels
            if Self.isNeeded(name) { neededByteCount += PNGChunks.frameByteCount + length }
            position += PNGChunks.frameByteCount + length
            return name != PNGChunks.end
        }

        /// The name and the length of the chunk that begins at `position`, all of which is there.
        private func chunk(at position: Int) throws(DepthFileError) -> (name: [UInt8], length: Int) {
            guard bytes.count - position >= 8 else { throw .storedTruncated(.png16, byteCount: bytes.count) }
            let name = Array(bytes[position + 4..<position + 8])
            let length = bytes[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
            guard name.allSatisfy({ (0x41...0x5A).contains($0 & 0xDF) }), length <= Int(Int32.max) else {
                throw .storedDamaged(.png16, detail: "no chunk begins after \(byteText(position))")
            }
            guard bytes.count - position - PNGChunks.frameByteCount >= length else {
                throw .storedTruncated(.png16, byteCount: bytes.count)
            }
            return (name, length)
        }

        /// A capital letter begins the names of chunks that no picture can do without.
        private static func isNeeded(_ name: [UInt8]) -> Bool { name[0] & 0x20 == 0 }

        /// The needed part of what was walked.
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

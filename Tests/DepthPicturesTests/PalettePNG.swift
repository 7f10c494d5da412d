import CCompression
import DepthPictures
import Foundation
import Testing

/// A palette PNG, parsed without the library that wrote it: chunks, inflation, filters.
struct PalettePNG: Equatable {
    let width: Int
    let height: Int
    /// 0xRRGGBB of each pixel, row by row.
    let colours: [UInt32]

    init(_ bytes: [UInt8]) throws {
        try #require(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
        var chunks: [String: [UInt8]] = [:]
        var position = 8
        while position < bytes.count {
            let length = Self.number(bytes, position)
            let name = String(decoding: bytes[position + 4..<position + 8], as: UTF8.self)
            let checked = Array(bytes[position + 4..<position + 8 + length])
            let sum = Int(checked.withUnsafeBufferPointer { crc32(0, $0.baseAddress, uInt($0.count)) })
            try #require(sum == Self.number(bytes, position + 8 + length), "checksum of \(name)")
            chunks[name, default: []] += checked.dropFirst(4)
            position += 12 + length
        }
        let header = try #require(chunks["IHDR"])
        try #require(header[8...] == [8, 3, 0, 0, 0])
        let (width, height) = (Self.number(header, 0), Self.number(header, 4))
        let packed = try #require(chunks["IDAT"])
        var rows = [UInt8](repeating: 0, count: height * (width + 1))
        var count = uLong(rows.count)
        try #require(uncompress(&rows, &count, packed, uLong(packed.count)) == Z_OK)
        try #require(Int(count) == rows.count)
        let palette = try #require(chunks["PLTE"])
        var colours: [UInt32] = []
        for row in 0..<height {
            let start = row * (width + 1)
            try #require(rows[start] == 0, "row \(row) is filtered")
            colours += rows[start + 1...start + width].map { place in
                palette[3 * Int(place)..<3 * Int(place) + 3].reduce(0) { $0 << 8 | UInt32($1) }
            }
        }
        (self.width, self.height, self.colours) = (width, height, colours)
    }

    init(_ image: IndexedImage) {
        width = image.width
        height = image.height
        colours = image.pixels.map { image.palette.colours[Int($0)] }
    }

    private static func number(_ bytes: [UInt8], _ place: Int) -> Int {
        bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
    }
}

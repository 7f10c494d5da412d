import CInflate
import DepthAnalysis
import DepthFiles

/// A map as 16-bit greyscale PNG in millimetres, without filters.
func png(of map: DepthMap) -> [UInt8] {
    var rows: [UInt8] = []
    for row in 0..<map.height {
        rows.append(0)
        for column in 0..<map.width {
            let millimetres = UInt16(map.samples[row * map.width + column] * 1000)
            rows += [UInt8(millimetres >> 8), UInt8(millimetres & 0xFF)]
        }
    }
    let header = bigEndian(UInt32(map.width)) + bigEndian(UInt32(map.height)) + [16, 0, 0, 0, 0]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header)
        + chunk("IDAT", DepthFileWriter.pack(rows, as: .zlib)) + chunk("IEND", [])
}

private func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + bytes
    return bigEndian(UInt32(bytes.count)) + body + bigEndian(UInt32(crc32(0, body, UInt32(body.count))))
}

private func bigEndian(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
}

import Reports

extension FuzzTarget {
    /// Headers of JPEGs, of which only the segments are read.
    static let photos = FuzzTarget(name: "photos", words: ["Exif\0\0II", "Exif\0\0MM"]) { bytes in
        guard let header = JPEGHeader(bytes) else {
            promise(!bytes.starts(with: [0xFF, 0xD8, 0xFF]), "bytes that begin like a JPEG have a header")
            return
        }
        promise((header.width == nil) == (header.height == nil), "width and height are found together")
        promise(header.width.map { $0 < 1 << 16 } ?? true, "a width has 16 bits")
        guard header.width != nil else { return }
        promise(JPEGHeader(bytes + [0xFF, 0xC0]) == header, "bytes after a frame header are ignored")
    }
}

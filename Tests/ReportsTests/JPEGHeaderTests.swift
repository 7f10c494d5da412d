import Reports
import Testing

@Suite struct JPEGHeaderTests {
    private static let frame: [UInt8] = [0xFF, 0xC0, 0, 17, 8, 1, 2, 3, 4, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]
    private static let start: [UInt8] = [0xFF, 0xD8]

    private static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        [0xFF, marker, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 0xFF)] + content
    }

    /// Exif data with one entry before the orientation.
    private static func exif(_ orientation: UInt8, isLittleEndian: Bool) -> [UInt8] {
        func number(_ value: Int, _ count: Int) -> [UInt8] {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
            return isLittleEndian ? bytes : bytes.reversed()
        }
        let other = number(0x10F, 2) + number(2, 2) + number(4, 4) + [65, 66, 67, 0]
        let entry = number(0x112, 2) + number(3, 2) + number(1, 4) + number(Int(orientation), 2) + [0, 0]
        let directory = number(2, 2) + other + entry + number(0, 4)
        let tiff = Array((isLittleEndian ? "II" : "MM").utf8) + number(42, 2) + number(10, 4) + [0, 0] + directory
        return segment(0xE1, Array("Exif\0\0".utf8) + tiff)
    }

    @Test func sizeAndOrientationAreRead() {
        for isLittleEndian in [true, false] {
            for orientation in PictureOrientation.allCases {
                let exif = Self.exif(UInt8(orientation.rawValue), isLittleEndian: isLittleEndian)
                let header = JPEGHeader(Self.start + exif + Self.segment(0xDB, [0, 1]) + Self.frame)
                #expect(header?.width == 0x304 && header?.height == 0x102)
                #expect(header?.orientation == orientation)
            }
        }
    }

    @Test func tablesAreNotFrames() {
        let header = JPEGHeader(Self.start + Self.segment(0xC4, Array(repeating: 9, count: 20)) + Self.frame)
        #expect(header?.width == 0x304)
    }

    @Test func aFrameCutAfterTheHeightHasNoSize() {
        let header = JPEGHeader(Self.start + Self.segment(0xC0, [8, 1, 2]))
        #expect(header != nil && header?.width == nil && header?.height == nil)
    }

    @Test func fillBytesAndStandaloneMarkersAreSkipped() {
        let header = JPEGHeader(Self.start + [0xFF, 0xFF, 0xD0, 0xFF, 0x01, 0xFF] + Self.frame)
        #expect(header?.height == 0x102)
    }

    @Test func invalidOrientationsAreIgnored() {
        let bytes = Self.start + Self.exif(9, isLittleEndian: true) + Self.frame
        #expect(JPEGHeader(bytes)?.orientation == nil && JPEGHeader(bytes)?.width == 0x304)
    }

    @Test func segmentsAfterTheScanStartAreIgnored() {
        let header = JPEGHeader(Self.start + Self.segment(0xDA, [1]) + Self.frame)
        #expect(header != nil && header?.width == nil)
    }

    @Test func otherSignaturesAreRejected() {
        for bytes in [[], [0xFF], [0xFF, 0xD8], [0x89, 0x50, 0x4E, 0x47]] as [[UInt8]] {
            #expect(JPEGHeader(bytes) == nil)
        }
    }

    /// Truncated anywhere, or with any byte set to an extreme, the header is read without a trap.
    @Test func anyBytesAreParsedWithoutACrash() {
        let whole = Self.start + Self.exif(6, isLittleEndian: true) + Self.frame
        for end in 3...whole.count { #expect(JPEGHeader(Array(whole[..<end])) != nil) }
        for place in 3..<whole.count {
            for byte: UInt8 in [0, 0x7F, 0x80, 0xFF] {
                var bytes = whole
                bytes[place] = byte
                #expect(JPEGHeader(bytes) != nil)
            }
        }
    }
}

import DepthAnalysis
import TestSupport
import Testing

@testable import DepthFiles

/// MATLAB 5 files, written as MATLAB and SciPy do.
@Suite struct MATLABTests {
    private static let header =
        Array("MATLAB 5.0 MAT-file".utf8) + [UInt8](repeating: 0x20, count: 105) + [0, 1, 0x49, 0x4D]

    private static func bytes<Number: FixedWidthInteger>(_ numbers: [Number]) -> [UInt8] {
        numbers.flatMap { number in withUnsafeBytes(of: number.littleEndian) { Array($0) } }
    }

    private static func element(_ type: UInt32, _ data: [UInt8]) -> [UInt8] {
        bytes([type, UInt32(data.count)]) + data + [UInt8](repeating: 0, count: (8 - data.count % 8) % 8)
    }

    /// An array of a class, whose numbers are of an element type.
    private static func array(
        _ name: String, class arrayClass: UInt32, rows: UInt32, columns: UInt32, type: UInt32, _ numbers: [UInt8]
    ) -> [UInt8] {
        element(
            14,
            element(6, bytes([arrayClass, 0])) + element(5, bytes([rows, columns])) + element(1, Array(name.utf8))
                + element(type, numbers))
    }

    private static func packed(_ element: [UInt8]) -> [UInt8] {
        let data = DepthFileWriter.pack(element, as: .zlib)
        return bytes([15, UInt32(data.count)]) + data
    }

    private static let camera = array(
        "K", class: 6, rows: 3, columns: 3, type: 9, bytes([UInt64](repeating: (1.5 as Double).bitPattern, count: 9)))
    /// 12 rows of 16, column by column.
    private static let numbers: [Int] = (0..<192).map { place in
        let (row, column) = (place % 12, place / 12)
        return row * 100 + column
    }
    private static let depth = array(
        "depth", class: 11, rows: 12, columns: 16, type: 4, bytes(numbers.map { UInt16($0) }))
    private static let metres = array(
        "metres", class: 7, rows: 12, columns: 16, type: 7, bytes(numbers.map { Float($0).bitPattern }))

    private func read(_ parts: [UInt8], _ options: ReadingOptions = ReadingOptions()) throws -> DecodedDepthFile {
        try DepthFileReader(options: options).read(Self.header + parts).result.get()
    }

    @Test func theOnlyLargeArrayIsTheMap() throws {
        for parts in [Self.depth, Self.packed(Self.depth), Self.camera + Self.packed(Self.depth)] {
            let file = try read(parts)
            #expect(file.map.dimensions == MapDimensions(width: 16, height: 12))
            #expect(file.map.samples[5 * 16 + 3] == Float(503) / 1000)
            #expect(file.notes.map(\.code) == ["units_assumed"])
        }
    }

    @Test func aMatrixIsReadOnlyIfNamed() throws {
        #expect(throws: DepthFileError.self) { try read(Self.camera) }
        var options = ReadingOptions()
        options.array = "K"
        #expect(try read(Self.camera, options).map.dimensions == MapDimensions(width: 3, height: 3))
        // Labels and cameras beside pictures are not errors of a folder.
        #expect(!DepthFileList.isDepthFile("seg.mat"))
    }

    @Test func oneOfSeveralArraysIsNamed() throws {
        let parts = Self.depth + Self.packed(Self.metres)
        let message = DepthFileReader(options: ReadingOptions()).read(Self.header + parts)
        #expect(throws: DepthFileError.self) { try message.result.get() }
        var options = ReadingOptions()
        options.array = "metres"
        #expect(try read(parts, options).map.samples[5 * 16 + 3] == 503)
        #expect(ReadingOptions(canonicalText: options.canonicalText)?.array == "metres")
        options.array = "depths"
        #expect(throws: DepthFileError.self) { try read(parts, options) }
    }

    @Test func damagedFilesAreErrors() throws {
        // Integers as float64, of which none is one.
        let numbers = Self.bytes([UInt64](repeating: Double.nan.bitPattern, count: 192))
        let odd = Self.array("depth", class: 11, rows: 12, columns: 16, type: 9, numbers)
        #expect(throws: DepthFileError.self) { try read(odd) }
        for count in stride(from: 0, to: Self.depth.count, by: 7) {
            #expect(throws: DepthFileError.self) { try read(Array(Self.depth.prefix(count))) }
        }
        // Parts that are within the limit only one by one.
        let zeros = Self.packed(
            Self.array("a", class: 7, rows: 64, columns: 64, type: 7, [UInt8](repeating: 0, count: 1 << 14)))
        let limit = ReadingOptions(maximumByteCount: 40_000)
        #expect(throws: DepthFileError.tooLarge(container: .zlib, limit: 40_000)) {
            try read(zeros + zeros + zeros, limit)
        }
    }
}

import DepthAnalysis
import GzipReader
import Support

extension FormatDefinition {
    static let matlab = FormatDefinition(
        noun: "MATLAB 5 file", codeStart: "matlab", extensions: ["mat"],
        content: "one two-dimensional array of single, double or uint16",
        remedy: "save one with numpy.save, in metres",
        stored: StoredFormat(.matlab, signatures: [Array("MATLAB 5.0 MAT-file".utf8)], isCompressed: true) {
            (bytes, request) throws(DepthFileError) in
            try MATLABFile(bytes, request).map()
        })
}

/// Reads MATLAB 5 files: elements of a type, a byte count and data, some of them packed with zlib. Arrays are stored
/// column by column. Version 7.3 is HDF5 (``ForeignFormat/matlab``).
///
/// Source: MathWorks, "MAT-File Format", level 5.
struct MATLABFile {
    private let bytes: [UInt8]
    private let request: StoredRequest
    private let isBigEndian: Bool

    /// One part of a file: a tag with type and byte count, then data.
    private struct Element {
        var type: Int
        var data: ArraySlice<UInt8>
        /// The index of the next element.
        var next: Int
    }

    private enum ElementKind {
        static let (matrix, compressed) = (14, 15)
    }

    /// A numeric array of two dimensions.
    private struct Matrix {
        var name: String
        /// The class: 6 is double, 7 single, 11 uint16.
        var arrayClass: Int
        var dimensions: MapDimensions
        var numbers: Element
    }

    init(_ bytes: [UInt8], _ request: StoredRequest) throws(DepthFileError) {
        guard bytes.count >= 128 else { throw .storedTruncated(.matlab, byteCount: bytes.count) }
        (self.bytes, self.request) = (bytes, request)
        switch (bytes[126], bytes[127]) {
        case (UInt8(ascii: "I"), UInt8(ascii: "M")): isBigEndian = false
        case (UInt8(ascii: "M"), UInt8(ascii: "I")): isBigEndian = true
        default: throw .storedDamaged(.matlab, detail: "no byte order in its header")
        }
    }

    /// The only array that can be a map, or the one of the requested name.
    func map() throws(DepthFileError) -> StoredMap {
        var found: [Matrix] = []
        var names: [String] = []
        var place = 128
        // All parts together, because each may hold the map.
        var inflatedCount = 0
        while place < bytes.count {
            let element = try element(in: bytes[...], at: place)
            place = element.next
            var part = element
            if element.type == ElementKind.compressed {
                let inflation = inflate(
                    Array(element.data), framing: .zlib, limit: request.limit - inflatedCount,
                    reservation: request.reservation)
                inflatedCount += inflation.output.count
                if let error = inflation.error(in: .zlib, inputCount: element.data.count, limit: request.limit) {
                    throw error
                }
                part = try self.element(in: inflation.output[...], at: 0)
            }
            guard part.type == ElementKind.matrix, let (name, matrix) = try matrix(in: part.data) else { continue }
            names.append(name)
            guard let matrix, request.array == nil || request.array == name else { continue }
            found.append(matrix)
        }
        let isPicture = { (matrix: Matrix) in
            min(matrix.dimensions.width, matrix.dimensions.height) > NumPyHeader.maximumMatrixSide
        }
        // Calibration matrices beside a map are not candidates.
        if request.array == nil, found.count > 1 { found = found.filter(isPicture) }
        guard let matrix = found.first, found.count == 1 else {
            let list = (found.isEmpty ? names : found.map(\.name)).prefix(8)
                .map { Printable.form(of: $0) }.joined(separator: ", ")
            let kind = found.isEmpty ? "no two-dimensional array" : "\(found.count) two-dimensional arrays"
            throw .storedNotDepth(
                .matlab,
                found: "a MATLAB file with \(kind) of single, double or uint16"
                    + (request.array.map { " named \(Printable.form(of: $0))" } ?? "")
                    + (list.isEmpty ? "" : " (\(list))"))
        }
        return try map(of: matrix)
    }

    private func map(of matrix: Matrix) throws(DepthFileError) -> StoredMap {
        let (width, height) = (matrix.dimensions.width, matrix.dimensions.height)
        let (count, overflows) = width.multipliedReportingOverflow(by: height)
        guard !overflows, count <= request.limit / 8 else { throw .tooLarge(container: .none, limit: request.limit) }
        let isSteps = matrix.arrayClass == 11
        let type = matrix.numbers.type
        guard let size = Self.byteCounts[type], !isSteps || type < 7, matrix.numbers.data.count >= count * size else {
            throw .storedDamaged(.matlab, detail: "numbers that do not fill the array \(matrix.name)")
        }
        request.reservation?.reserve(8 * count)
        let start = matrix.numbers.data.startIndex
        func number(_ place: Int) -> Double {
            // Column by column.
            let index = place % width * height + place / width
            return double(matrix.numbers.data[start + index * size..<start + (index + 1) * size], type)
        }
        let numbers: StoredNumbers
        var notes: [ReadingNote] = []
        if isSteps {
            numbers = .steps((0..<count).map { UInt16(clamping: Int(number($0))) })
        } else {
            var (rounded, infinite) = (0, 0)
            numbers = .metres(
                (0..<count).map { place in
                    let exact = number(place)
                    let sample = Float(exact)
                    if !exact.isNaN, Double(sample) != exact {
                        rounded += 1
                        if sample.isInfinite { infinite += 1 }
                    }
                    return sample
                })
            if rounded > 0 { notes = [.roundedToFloat32(count: rounded, infinite: infinite, total: count)] }
        }
        let typeName = isSteps ? "uint16" : matrix.arrayClass == 6 ? "float64" : "float32"
        return StoredMap(
            dimensions: matrix.dimensions, numbers: numbers, byteCount: bytes.count, notes: notes,
            storage: typeName + ", column by column")
    }

    /// The bytes of a number of each element type that arrays use: int8, uint8, int16, uint16, int32, uint32, single
    /// and double.
    private static let byteCounts = [1: 1, 2: 1, 3: 2, 4: 2, 5: 4, 6: 4, 7: 4, 9: 8]

    private func double(_ bytes: ArraySlice<UInt8>, _ type: Int) -> Double {
        var bits: UInt64 = 0
        for byte in isBigEndian ? Array(bytes) : bytes.reversed() { bits = bits << 8 | UInt64(byte) }
        return switch type {
        case 1: Double(Int8(truncatingIfNeeded: bits))
        case 3: Double(Int16(truncatingIfNeeded: bits))
        case 5: Double(Int32(truncatingIfNeeded: bits))
        case 7: Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
        case 9: Double(bitPattern: bits)
        default: Double(bits)
        }
    }

    /// The name of an array, and the array if it can be a map; nil for an empty element.
    private func matrix(in data: ArraySlice<UInt8>) throws(DepthFileError) -> (name: String, matrix: Matrix?)? {
        guard !data.isEmpty else { return nil }
        let flags = try element(in: data, at: data.startIndex)
        let sides = try element(in: data, at: flags.next)
        let name = try element(in: data, at: sides.next)
        let text = String(decoding: name.data, as: UTF8.self)
        guard flags.data.count >= 8, let word = integer(flags.data.prefix(4)) else {
            throw .storedDamaged(.matlab, detail: "an array without flags")
        }
        let lengths = stride(from: sides.data.startIndex, to: sides.data.endIndex - 3, by: 4)
            .compactMap { integer(sides.data[$0..<$0 + 4]) }
        // Complex numbers have a flag, which depth never has.
        guard [6, 7, 11].contains(word & 0xFF), word & 0x800 == 0, lengths.count == 2,
            lengths.allSatisfy({ $0 >= 1 && $0 <= ReadingOptions.largestDimension })
        else { return (text, nil) }
        return (
            text,
            Matrix(
                name: text, arrayClass: word & 0xFF, dimensions: MapDimensions(width: lengths[1], height: lengths[0]),
                numbers: try element(in: data, at: name.next))
        )
    }

    /// The element at an index. Small ones have the byte count and up to four bytes in the tag.
    private func element(in bytes: ArraySlice<UInt8>, at place: Int) throws(DepthFileError) -> Element {
        guard place + 8 <= bytes.endIndex, let word = integer(bytes[place..<place + 4]) else {
            throw .storedTruncated(.matlab, byteCount: self.bytes.count)
        }
        if word > 0xFFFF {
            let count = word >> 16
            guard count <= 4 else { throw .storedDamaged(.matlab, detail: "a small element of \(count) bytes") }
            return Element(type: word & 0xFFFF, data: bytes[place + 4..<place + 4 + count], next: place + 8)
        }
        guard let count = integer(bytes[place + 4..<place + 8]), count <= bytes.endIndex - place - 8 else {
            throw .storedTruncated(.matlab, byteCount: self.bytes.count)
        }
        let end = place + 8 + count
        // All but packed elements are padded to eight bytes.
        let padding = word == ElementKind.compressed ? 0 : (8 - count % 8) % 8
        return Element(type: word, data: bytes[place + 8..<end], next: min(end + padding, bytes.endIndex))
    }

    private func integer(_ bytes: ArraySlice<UInt8>) -> Int? {
        FileSize(littleEndian: (isBigEndian ? Array(bytes.reversed()) : Array(bytes))[...]).int(atMost: Int(UInt32.max))
    }
}

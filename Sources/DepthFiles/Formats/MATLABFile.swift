import DepthAnalysis
import Support

extension FormatDefinition {
    static let matlab = FormatDefinition(
        noun: "MATLAB 5 file", codeStart: "matlab",
        content: "one two-dimensional array of single, double or uint16 with more than 8 rows and columns",
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
        static let (matrix, compressed) = (14, 15)
        /// The bytes of a number of each type: int8, uint8, int16, uint16, int32, uint32, single, double.
        static let byteCounts = [1: 1, 2: 1, 3: 2, 4: 2, 5: 4, 6: 4, 7: 4, 9: 8]

        var type: Int
        var data: ArraySlice<UInt8>
        /// The index of the next element.
        var next: Int
    }

    /// A numeric array of two dimensions.
    private struct Matrix {
        static let types = [6: "float64", 7: "float32", 11: "uint16"]

        var name: String
        var typeName: String
        var dimensions: MapDimensions
        var numbers: Element

        var isPicture: Bool { min(dimensions.width, dimensions.height) > NumPyHeader.maximumMatrixSide }
    }

    init(_ bytes: [UInt8], _ request: StoredRequest) throws(DepthFileError) {
        guard bytes.count >= 128 else { throw .storedTruncated(.matlab, byteCount: bytes.count) }
        let order = bytes[126..<128]
        guard order.elementsEqual("IM".utf8) || order.elementsEqual("MI".utf8) else {
            throw .storedDamaged(.matlab, detail: "no byte order in its header")
        }
        (self.bytes, self.request, isBigEndian) = (bytes, request, order.first == UInt8(ascii: "M"))
    }

    /// The only array that can be a map, or the one of the requested name.
    func map() throws(DepthFileError) -> StoredMap {
        var (found, names): ([Matrix], [String]) = ([], [])
        var place = 128
        // All parts together, because each may hold the map.
        var inflatedCount = 0
        while place < bytes.count {
            var part = try element(in: bytes[...], at: place)
            place = part.next
            if part.type == Element.compressed {
                let inflation = inflate(
                    Array(part.data), framing: .zlib, limit: request.limit - inflatedCount,
                    reservation: request.reservation)
                inflatedCount += inflation.output.count
                if let error = inflation.error(in: .zlib, inputCount: part.data.count, limit: request.limit) {
                    throw error
                }
                part = try element(in: inflation.output[...], at: 0)
            }
            guard part.type == Element.matrix, let (name, matrix) = try matrix(in: part.data) else { continue }
            names.append(name)
            if let matrix, request.array == nil || request.array == name { found.append(matrix) }
        }
        // Calibration matrices beside a map are not candidates.
        if request.array == nil { found = found.filter(\.isPicture) }
        if let matrix = found.first, found.count == 1 { return try map(of: matrix) }
        let list = (found.isEmpty ? names : found.map(\.name)).prefix(8).map { Printable.form(of: $0) }
        let kind = found.isEmpty ? "no two-dimensional array" : "\(found.count) two-dimensional arrays"
        throw .storedNotDepth(
            .matlab,
            found: "a MATLAB file with \(kind) of single, double or uint16"
                + (request.array.map { " named \(Printable.form(of: $0))" } ?? "")
                + (list.isEmpty ? "" : " (\(list.joined(separator: ", ")))"))
    }

    private func map(of matrix: Matrix) throws(DepthFileError) -> StoredMap {
        let (width, height) = (matrix.dimensions.width, matrix.dimensions.height)
        guard let count = matrix.dimensions.area, count <= request.limit / 8 else {
            throw .tooLarge(container: .none, limit: request.limit)
        }
        let (type, data, isSteps) = (matrix.numbers.type, matrix.numbers.data, matrix.typeName == "uint16")
        guard let size = Element.byteCounts[type], !isSteps || type < 7, data.count >= count * size else {
            throw .storedDamaged(.matlab, detail: "numbers that do not fill the array \(matrix.name)")
        }
        request.reservation?.reserve(8 * count)
        func number(_ place: Int) -> Double {
            let column = data.startIndex + place % width * height * size
            return Self.number(bits(in: data, at: column + place / width * size, size), type)
        }
        var map = StoredMap(
            dimensions: matrix.dimensions, numbers: .steps([]), byteCount: bytes.count,
            storage: matrix.typeName + ", column by column")
        if isSteps {
            map.numbers = .steps((0..<count).map { UInt16(clamping: Int(number($0))) })
            return map
        }
        var (rounded, infinite) = (0, 0)
        let metres = (0..<count).map { place in
            let exact = number(place)
            let sample = Float(exact)
            if !exact.isNaN, Double(sample) != exact {
                rounded += 1
                if sample.isInfinite { infinite += 1 }
            }
            return sample
        }
        map.numbers = .metres(metres)
        if rounded > 0 { map.notes = [.roundedToFloat32(count: rounded, infinite: infinite, total: count)] }
        return map
    }

    private static func number(_ bits: UInt64, _ type: Int) -> Double {
        switch type {
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
        guard flags.data.count >= 8 else { throw .storedDamaged(.matlab, detail: "an array without flags") }
        let word = integer(in: flags.data, at: flags.data.startIndex)
        let lengths = stride(from: sides.data.startIndex, to: sides.data.endIndex - 3, by: 4)
            .map { integer(in: sides.data, at: $0) }
        // Complex numbers have a flag, which depth never has.
        guard let typeName = Matrix.types[word & 0xFF], word & 0x800 == 0, lengths.count == 2,
            lengths.allSatisfy({ (1...ReadingOptions.largestDimension).contains($0) })
        else { return (text, nil) }
        let numbers = try element(in: data, at: name.next)
        let dimensions = MapDimensions(width: lengths[1], height: lengths[0])
        return (text, Matrix(name: text, typeName: typeName, dimensions: dimensions, numbers: numbers))
    }

    /// The element at an index. Small ones have the byte count and up to four bytes in the tag.
    private func element(in bytes: ArraySlice<UInt8>, at place: Int) throws(DepthFileError) -> Element {
        guard place + 8 <= bytes.endIndex else { throw .storedTruncated(.matlab, byteCount: self.bytes.count) }
        let word = integer(in: bytes, at: place)
        if word > 0xFFFF {
            let count = word >> 16
            guard count <= 4 else { throw .storedDamaged(.matlab, detail: "a small element of \(count) bytes") }
            return Element(type: word & 0xFFFF, data: bytes[(place + 4)...].prefix(count), next: place + 8)
        }
        let count = integer(in: bytes, at: place + 4)
        guard count <= bytes.endIndex - place - 8 else { throw .storedTruncated(.matlab, byteCount: self.bytes.count) }
        // All but packed elements are padded to eight bytes.
        let padding = word == Element.compressed ? 0 : (8 - count % 8) % 8
        let next = min(place + 8 + count + padding, bytes.endIndex)
        return Element(type: word, data: bytes[(place + 8)...].prefix(count), next: next)
    }

    private func integer(in bytes: ArraySlice<UInt8>, at place: Int) -> Int { Int(bits(in: bytes, at: place, 4)) }

    private func bits(in bytes: ArraySlice<UInt8>, at place: Int, _ size: Int) -> UInt64 {
        (0..<size).reduce(0) { $0 << 8 | UInt64(bytes[place + (isBigEndian ? $1 : size - 1 - $1)]) }
    }
}

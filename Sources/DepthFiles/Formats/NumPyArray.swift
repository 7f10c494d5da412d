import DepthAnalysis
import GzipReader
import Support

extension FormatDefinition {
    static let numPyArray = FormatDefinition(
        noun: "NumPy array", extensions: ["npy"],
        content: "rows by columns of float16, float32, float64 or uint16",
        remedy: "save one map with numpy.save, as metres with array.astype(numpy.float32)",
        stored: StoredFormat(.npy, signatures: [NumPyHeader.signature], holdsSeveralMaps: true) {
            (bytes, request) throws(DepthFileError) in try NumPyArray.map(in: bytes, request)
        },
        encode: { (map, _) in NumPyArray.bytes(of: map) })
}

/// Reads NumPy arrays of rows by columns, in C or Fortran order. Other axes of length 1 are ignored. Floats are metres;
/// the unit of uint16 is not stated. Source: `numpy.lib.format`, versions 1.0 to 3.0.
enum NumPyArray {
    static func map(in bytes: [UInt8], _ request: StoredRequest) throws(DepthFileError) -> StoredMap {
        let limit = request.limit
        let header = try NumPyHeader(bytes)
        guard let element = header.element
        else { throw .storedNotDepth(.npy, found: "an array of \(Printable.form(of: header.typeName))") }
        if let stack = header.stack {
            return try map(stack.count, stack.dimensions, of: element, in: bytes, header, request)
        }
        guard let dimensions = header.dimensions
        else { throw .storedNotDepth(.npy, found: "an array of shape \(header.shapeText)") }
        guard header.isColumnsFirst else {
            return try StoredMap.decoding(
                dimensions, of: element, in: bytes, from: header.byteCount, .npy, limit: limit)
        }
        let (width, height) = (dimensions.width, dimensions.height)
        var map = try StoredMap.decoding(
            dimensions, of: element, in: bytes, from: header.byteCount, .npy, limit: limit
        ) { place in place % width * height + place / width }
        map.storage += ", column by column"
        return map
    }

    /// Reads one map of a stack of `count`.
    private static func map(
        _ count: Int, _ dimensions: MapDimensions, of element: ElementType, in bytes: [UInt8], _ header: NumPyHeader,
        _ request: StoredRequest
    ) throws(DepthFileError) -> StoredMap {
        guard !header.isColumnsFirst
        else { throw .storedNotDepth(.npy, found: "a stack of shape \(header.shapeText) in Fortran order") }
        guard let number = request.mapNumber else { throw .severalMaps(count: count, dimensions) }
        guard number < count else { throw .noSuchMap(number: number, count: count) }
        let (area, overflows) = dimensions.width.multipliedReportingOverflow(by: dimensions.height)
        let (size, sizeOverflows) = area.multipliedReportingOverflow(by: element.kind.byteCount)
        let (all, allOverflow) = size.multipliedReportingOverflow(by: count)
        guard !overflows, !sizeOverflows, !allOverflow, bytes.count - header.byteCount >= all
        else { throw .storedTruncated(.npy, byteCount: bytes.count) }
        var map = try StoredMap.decoding(
            dimensions, of: element, in: bytes, from: header.byteCount + number * size, .npy, limit: request.limit)
        map.byteCount = header.byteCount + all
        return map
    }
}

struct NumPyHeader {
    static let signature = [0x93] + Array("NUMPY".utf8)
    /// NumPy refuses longer dictionaries by default.
    private static let longestDictionary = 65_536

    let byteCount: Int
    /// NumPy's name of the element type, such as `<f4`; "a structure" for structured types.
    let typeName: String
    let shape: [Int]
    /// Whether numbers are in Fortran order, column by column.
    let isColumnsFirst: Bool

    init(_ bytes: [UInt8]) throws(DepthFileError) {
        let versionEnd = Self.signature.count + 2
        guard bytes.count >= versionEnd else { throw .storedTruncated(.npy, byteCount: bytes.count) }
        let version = (bytes[versionEnd - 2], bytes[versionEnd - 1])
        let lengthByteCount: Int
        switch version {
        case (1, 0): lengthByteCount = 2
        case (2, 0), (3, 0): lengthByteCount = 4
        default: throw .storedDamaged(.npy, detail: "unknown format version \(version.0).\(version.1)")
        }
        let start = versionEnd + lengthByteCount
        guard bytes.count >= start else { throw .storedTruncated(.npy, byteCount: bytes.count) }
        let stated = FileSize(littleEndian: bytes[versionEnd..<start])
        guard let length = stated.int(atMost: Self.longestDictionary)
        else { throw .storedDamaged(.npy, detail: "a header of \(stated.text) bytes") }
        guard bytes.count - start >= length else { throw .storedTruncated(.npy, byteCount: bytes.count) }
        byteCount = start + length
        let text = String(decoding: bytes[start..<byteCount].lazy.filter { $0 > 0x20 }, as: UTF8.self)
        func value(_ key: String) -> Substring? {
            let found = ["'", "\""].lazy.compactMap { text.firstRange(of: $0 + key + $0 + ":") }.first
            return found.map { text[$0.upperBound...] }
        }
        guard text.hasPrefix("{"), text.hasSuffix("}"), let type = value("descr"), let order = value("fortran_order"),
            order.hasPrefix("True") || order.hasPrefix("False"), let axes = value("shape"),
            let end = axes.firstIndex(of: axes.hasPrefix("[") ? "]" : ")"), axes.hasPrefix("(") || axes.hasPrefix("[")
        else { throw .storedDamaged(.npy, detail: "its header lacks descr, fortran_order or shape") }
        isColumnsFirst = order.hasPrefix("True")
        let isText = type.hasPrefix("'") || type.hasPrefix("\"")
        typeName = isText ? String(type.dropFirst().prefix { $0 != type.first }) : "a structure"
        var shape: [Int] = []
        for axis in axes[..<end].dropFirst().split(separator: ",") {
            // Python 2 appended L to long integers.
            guard let length = Int(axis.hasSuffix("L") ? axis.dropLast() : axis), length >= 0
            else { throw .storedDamaged(.npy, detail: "its shape is not made of whole numbers") }
            shape.append(length)
        }
        self.shape = shape
    }

    var element: ElementType? {
        let (order, kind) = (typeName.utf8.first, typeName.dropFirst())
        guard order == UInt8(ascii: "<") || order == UInt8(ascii: ">") else { return nil }
        let kinds: [String: ElementType.Kind] = ["f2": .float16, "f4": .float32, "f8": .float64, "u2": .uint16]
        return kinds[String(kind)].map { ElementType($0, isBigEndian: order == UInt8(ascii: ">")) }
    }

    /// The size of a stack of maps (N, rows, columns); nil for a picture with channels last, or for small matrices.
    var stack: (count: Int, dimensions: MapDimensions)? {
        let sides = shape.drop { $0 == 1 }
        guard sides.count == 3, let count = sides.first, let rows = sides.dropFirst().first, let columns = sides.last,
            count > 1, rows > Self.maximumMatrixSide, columns > Self.maximumMatrixSide,
            count <= ReadingOptions.largestDimension,
            rows <= ReadingOptions.largestDimension, columns <= ReadingOptions.largestDimension
        else { return nil }
        return (count, MapDimensions(width: columns, height: rows))
    }

    static let maximumMatrixSide = 8

    /// Whether the shape is that of a picture or a stack of them, with sides longer than those of a matrix.
    var isPicture: Bool {
        if stack != nil { return true }
        guard let dimensions else { return false }
        return min(dimensions.width, dimensions.height) > Self.maximumMatrixSide
    }

    var dimensions: MapDimensions? {
        var sides = shape[...]
        // Drops axes of length 1 at both ends, such as a batch of one or a single channel, until two axes remain.
        while sides.count > 2, sides.first == 1 { sides.removeFirst() }
        while sides.count > 2, sides.last == 1 { sides.removeLast() }
        guard sides.count == 2, sides.allSatisfy({ (1...ReadingOptions.largestDimension).contains($0) })
        else { return nil }
        return MapDimensions(width: sides[sides.startIndex + 1], height: sides[sides.startIndex])
    }

    var shapeText: String {
        "(" + shape.map { $0.description }.joined(separator: ", ") + (shape.count == 1 ? ",)" : ")")
    }
}

extension NumPyArray {
    static func bytes(of map: DepthMap) -> [UInt8] {
        header(rows: map.height, columns: map.width) + float32Bytes(of: map.samples)
    }

    /// A header like NumPy's: room for the first axis to grow to 21 digits, then padding to a multiple of 64 bytes.
    private static func header(rows: Int, columns: Int) -> [UInt8] {
        let maximumDigits = 21
        let alignment = 64
        var dictionary = Array("{'descr': '<f4', 'fortran_order': False, 'shape': (\(rows), \(columns)), }".utf8)
        dictionary += [UInt8](repeating: UInt8(ascii: " "), count: maximumDigits - rows.description.utf8.count)
        let start = NumPyHeader.signature + [1, 0]
        let unpadded = start.count + 2 + dictionary.count + 1
        dictionary += [UInt8](repeating: UInt8(ascii: " "), count: alignment - unpadded % alignment)
        dictionary.append(UInt8(ascii: "\n"))
        return start + [UInt8(dictionary.count & 0xFF), UInt8(dictionary.count >> 8)] + dictionary
    }
}

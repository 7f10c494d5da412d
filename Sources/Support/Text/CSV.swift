/// CSV as in RFC 4180, with every cell quoted where necessary.
package enum CSV {
    /// A row without its newline. Cells are in their printable form, which ``CSVRecords`` reverses.
    package static func row(_ fields: [String]) -> String {
        fields.map { quoted($0.printable) }.joined(separator: ",")
    }

    private static func quoted(_ field: String) -> String {
        guard field.utf8.contains(where: { [0x2C, 0x22, 0x0A, 0x0D].contains($0) }) else { return field }
        return "\"" + field.replacingScalars(["\"": "\"\""]) + "\""
    }
}

/// Reads CSV as in RFC 4180. A record is complete only with its line end, which reveals the last complete record of an
/// interrupted file. (SwiftCSV needs all of Foundation and does not report where records end.)
package struct CSVRecords: Sequence, IteratorProtocol {
    private let bytes: [UInt8]
    private var position = 0
    package private(set) var completeByteCount = 0
    /// The first line of the last record returned, counted from 1.
    package private(set) var line = 0
    private var nextLine = 1
    /// More than any table has; a field takes sixteen times the memory of its comma.
    package static let maximumFieldCount = 10_000

    /// - Parameter bytes: the table. Bytes that are not UTF-8 are preserved, and printable forms are reversed.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    /// The next record. Of too many fields, it has the first ``maximumFieldCount`` and the last. An empty line is a
    /// record with one empty field.
    package mutating func next() -> [String]? {
        guard position < bytes.count else { return nil }
        var fields: [String] = []
        var field: [UInt8] = []
        var isQuoted = false
        // The number of quoted bytes: a carriage return among them does not belong to the line end.
        var quotedCount = 0
        line = nextLine
        func text(_ field: [UInt8]) -> String { Printable.text(of: String(fileBytes: field)) }
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if byte == UInt8(ascii: "\n") { nextLine += 1 }
            switch byte {
            case UInt8(ascii: "\"") where isQuoted:
                if position < bytes.count, bytes[position] == UInt8(ascii: "\"") {
                    field.append(byte)
                    position += 1
                } else {
                    isQuoted = false
                    quotedCount = field.count
                }
            case _ where isQuoted: field.append(byte)
            case UInt8(ascii: "\"") where field.isEmpty: isQuoted = true
            case UInt8(ascii: ","):
                if fields.count < Self.maximumFieldCount { fields.append(text(field)) }
                field.removeAll(keepingCapacity: true)
                quotedCount = 0
            case UInt8(ascii: "\n"):
                if field.count > quotedCount, field.last == UInt8(ascii: "\r") { field.removeLast() }
                fields.append(text(field))
                completeByteCount = position
                return fields
            default:
                let end = bytes[position...].firstIndex { $0 == 0x2C || $0 == 0x22 || $0 == 0x0A } ?? bytes.count
                field += bytes[position - 1..<end]
                position = end
            }
        }
        fields.append(text(field))
        return fields
    }
}

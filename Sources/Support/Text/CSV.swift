/// CSV as RFC 4180 quotes it, with every cell in its printable form.
package enum CSV {
    /// One row without its newline: fields that need it are quoted.
    package static func row(_ fields: [String]) -> String {
        fields.map(quoted).joined(separator: ",")
    }

    private static func quoted(_ field: String) -> String {
        let field = field.printable
        guard field.utf8.contains(where: { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") }) else { return field }
        return "\"" + field.replacingScalars(["\"": "\"\""]) + "\""
    }
}

/// Reads CSV as RFC 4180 writes it: fields may be quoted, and quoted ones hold commas, doubled quotes and line ends.
///
/// Lines end with LF or CR LF. A record is complete only when its line end is there, so a file torn by an interrupted
/// writer shows where its last whole record ends. (SwiftCSV would do the parsing, but needs all of Foundation, which
/// costs the command its start-up time, and does not tell where a record ends.)
package struct CSVRecords: Sequence, IteratorProtocol {
    private let bytes: [UInt8]
    private var position = 0
    /// Where the last whole record ends: the number of bytes up to and including its line end.
    package private(set) var completeByteCount = 0
    /// The line on which the record returned last begins, counted from 1.
    package private(set) var line = 0
    private var nextLine = 1
    /// The fields of a record that are kept; no table has as many columns. A field takes sixteen times the memory of
    /// its comma.
    package static let maximumFieldCount = 10_000

    /// - Parameter bytes: the table. What is no UTF-8 in it is kept, and what stands in its printable form is read.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    /// The fields of the next record, or nil at the end: its last and at most ``maximumFieldCount`` before it. A record
    /// whose line end is missing is returned like any other, but ``completeByteCount`` stays before it. An empty line
    /// is a record of one empty field.
    package mutating func next() -> [String]? {
        guard position < bytes.count else { return nil }
        var fields: [String] = []
        var field: [UInt8] = []
        var isQuoted = false
        // So many bytes of the field stood in quotes: a carriage return among them is no part of the line end.
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
            default: field.append(byte)
            }
        }
        fields.append(text(field))
        return fields
    }
}

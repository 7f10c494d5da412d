/// Reads JSON as serde_json 1.0 does, in one pass; throws the first problem in reading order. Nesting is unlimited: the
/// server's limit of 128 levels counts only values that it decodes, and no type here nests that deep.
package struct ServerJSONReader {
    let bytes: [UInt8]
    var position = 0
    var path: [String] = []
    package private(set) var notedNumbers: [NotedNumber] = []
    /// Whether ``binary64()`` and ``binary32()`` note the numbers they read.
    package var notesNumbers = false
    /// Whether a skipped string or name contains U+0000.
    var hasSkippedNul = false

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    package mutating func end() throws(ServerJSONError) {
        skipWhitespace()
        guard position == bytes.count else { throw grammar(.textAfterValue) }
    }

    package mutating func string() throws(ServerJSONError) -> String {
        guard try nextByte() == UInt8(ascii: "\"") else { throw try wrongKind(.notString) }
        return try stringContent()
    }

    /// A string, and the range of its text between the quotes.
    package mutating func stringAndRange() throws(ServerJSONError) -> (string: String, range: Range<Int>) {
        skipWhitespace()
        let start = position
        let string = try string()
        return (string, start + 1..<position - 1)
    }

    package mutating func boolean() throws(ServerJSONError) -> Bool {
        switch try nextByte() {
        case UInt8(ascii: "t"):
            try word("true")
            return true
        case UInt8(ascii: "f"):
            try word("false")
            return false
        default: throw try wrongKind(.notBoolean)
        }
    }

    package mutating func optional<Value>(
        _ read: (inout ServerJSONReader) throws(ServerJSONError) -> Value
    ) throws(ServerJSONError) -> Value? {
        guard try nextByte() == UInt8(ascii: "n") else { return try read(&self) }
        try word("null")
        return nil
    }

    mutating func note(_ number: NotedNumber) { if notesNumbers { notedNumbers.append(number) } }

    fileprivate mutating func forEachName(_ body: (String) -> Void) throws(ServerJSONError) {
        guard try nextByte() == UInt8(ascii: "{") else { return }
        position += 1
        while try nextByte() == UInt8(ascii: "\"") {
            body(try stringContent())
            guard try nextByte() == UInt8(ascii: ":") else { return }
            position += 1
            try skipValue()
            guard try nextByte() == UInt8(ascii: ",") else { return }
            position += 1
        }
    }
}

// Primitives for the other files of the reader.
extension ServerJSONReader {
    var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    mutating func consume(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        position += 1
        return true
    }

    mutating func skipWhitespace() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    /// Skips white space; returns the next byte without consuming it.
    mutating func nextByte() throws(ServerJSONError) -> UInt8 {
        skipWhitespace()
        guard let byte = peek else { throw grammar(.endOfText) }
        return byte
    }

    mutating func word(_ word: StaticString) throws(ServerJSONError) {
        for index in 0..<word.utf8CodeUnitCount {
            guard let byte = peek else { throw grammar(.endOfText) }
            guard byte == word.utf8Start[index] else { throw grammar(.unknownWord) }
            position += 1
        }
    }

    func grammar(_ fault: ServerJSONError.GrammarFault) -> ServerJSONError { .grammar(fault, offset: position) }

    /// The error for a value of another kind. A grammar error within a literal, number or string takes precedence.
    mutating func wrongKind(_ fault: ServerJSONError.ShapeFault) throws(ServerJSONError) -> ServerJSONError {
        let error = ServerJSONError.shape(fault, offset: position)
        switch try nextByte() {
        case UInt8(ascii: "n"): try word("null")
        case UInt8(ascii: "t"): try word("true")
        case UInt8(ascii: "f"): try word("false")
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): _ = try number()
        case UInt8(ascii: "\""): _ = try stringContent()
        case UInt8(ascii: "["), UInt8(ascii: "{"): break
        default: throw grammar(.noValue)
        }
        return error
    }
}

/// The member names of the outermost object, even of malformed text. They identify the kind of a file.
package enum JSONMemberNames {
    package static func names(in bytes: [UInt8]) -> [String] {
        var reader = ServerJSONReader(bytes)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.position = 3 }
        var names: [String] = []
        _ = try? reader.forEachName { names.append($0) }
        return names
    }
}

/// Reads JSON as the server does, walking the bytes once: whoever asks says which type comes next.
///
///     var reader = ServerJSONReader(bytes)
///     let payload = try HashOnlyPayload(from: &reader)
///     try reader.end()
///
/// The first problem in reading order is the one that is thrown. What nobody asked for is only skipped, see
/// ``skipValue()``. Nothing is limited in how deep it may be nested, as at the server: its limit of 128 is one of
/// values inside each other that are asked for, and no type here comes near it; skipping does not recurse.
///
/// Source: docs/CAPTURE.md; serde_json 1.0, whose control flow this follows where it decides which problem is first.
package struct ServerJSONReader {
    let bytes: [UInt8]
    var position = 0
    /// The members that lead to where the reader is.
    var path: [String] = []
    /// The numbers that were read since ``notesNumbers`` was set.
    package private(set) var notedNumbers: [NotedNumber] = []
    /// Whether numbers are noted as they are read.
    package var notesNumbers = false

    /// Whether U+0000 was in a text that was skipped, names apart.
    var hasSkippedNul = false

    /// Starts at the first byte.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Makes sure that nothing but white space is left.
    package mutating func end() throws(ServerJSONError) {
        skipWhitespace()
        guard position == bytes.count else { throw grammar(.textAfterValue) }
    }

    /// A string.
    package mutating func string() throws(ServerJSONError) -> String {
        guard try nextByte() == UInt8(ascii: "\"") else { throw try wrongKind(.notString) }
        return try stringContent()
    }

    /// A string, and where it stands between its quotes.
    package mutating func stringAndRange() throws(ServerJSONError) -> (string: String, range: Range<Int>) {
        skipWhitespace()
        let start = position
        let string = try string()
        return (string, start + 1..<position - 1)
    }

    /// A boolean.
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

    /// What `read` reads, or nil for `null`.
    package mutating func optional<Value>(
        _ read: (inout ServerJSONReader) throws(ServerJSONError) -> Value
    ) throws(ServerJSONError) -> Value? {
        guard try nextByte() == UInt8(ascii: "n") else { return try read(&self) }
        try word("null")
        return nil
    }

    /// A string, or nil for `null`.
    package mutating func optionalString() throws(ServerJSONError) -> String? {
        try optional { (reader) throws(ServerJSONError) in try reader.string() }
    }

    mutating func note(_ number: NotedNumber) {
        if notesNumbers { notedNumbers.append(number) }
    }
}

// What the other files of the reader are made of.
extension ServerJSONReader {
    /// The byte at the reader, or nil at the end.
    var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    mutating func take(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        position += 1
        return true
    }

    mutating func skipWhitespace() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    /// The first byte that is no white space, at which the reader then is.
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

    /// The error for a value of another kind than asked for. A word, number or string is read to its end first: where
    /// it breaks the grammar, that is the first problem. Arrays and objects are not looked into.
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

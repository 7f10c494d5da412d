/// Collects decoded text as UTF-8.
struct CharsetOutput {
    private(set) var bytes: [UInt8] = []

    /// Appends a character, or U+FFFD for nil.
    mutating func append(_ character: Unicode.Scalar?) {
        bytes += UTF8.encode(character ?? "\u{FFFD}") ?? UTF8.encodedReplacementCharacter
    }
}

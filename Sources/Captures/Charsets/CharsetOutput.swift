/// Text that is being decoded, in UTF-8.
struct CharsetOutput {
    private(set) var bytes: [UInt8] = []

    /// Adds a character, or U+FFFD for what is ill-formed.
    mutating func append(_ character: Unicode.Scalar?) {
        bytes += UTF8.encode(character ?? "\u{FFFD}") ?? UTF8.encodedReplacementCharacter
    }
}

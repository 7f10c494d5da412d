internal import Support

/// JSON as it is returned: a C string, to be given back with `depthcheck_free`.
func returnedJSON(_ write: (inout JSONWriter) -> Void) -> UnsafeMutablePointer<CChar> {
    var writer = JSONWriter(.compact)
    writer.object { write(&$0) }
    return returned(writer.bytes)
}

/// A text as it is returned.
func returned(_ text: String) -> UnsafeMutablePointer<CChar> { returned(Array(text.utf8)) }

private func returned(_ bytes: [UInt8]) -> UnsafeMutablePointer<CChar> {
    let text = UnsafeMutableBufferPointer<CChar>.allocate(capacity: bytes.count + 1)
    for (place, byte) in bytes.enumerated() { text.initializeElement(at: place, to: CChar(bitPattern: byte)) }
    text.initializeElement(at: bytes.count, to: 0)
    // SAFETY: the text has room for the zero at its end at least.
    return text.baseAddress!
}

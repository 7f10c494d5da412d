internal import Support

/// JSON as a C string to return; freed with `depthcheck_free`.
func returnedJSON(_ write: (inout JSONWriter) -> Void) -> UnsafeMutablePointer<CChar> {
    var writer = JSONWriter(.compact)
    writer.object { write(&$0) }
    return returned(writer.bytes)
}

func returned(_ text: String) -> UnsafeMutablePointer<CChar> { returned(Array(text.utf8)) }

private func returned(_ bytes: [UInt8]) -> UnsafeMutablePointer<CChar> {
    let text = UnsafeMutableBufferPointer<CChar>.allocate(capacity: bytes.count + 1)
    for (place, byte) in bytes.enumerated() { text.initializeElement(at: place, to: CChar(bitPattern: byte)) }
    text.initializeElement(at: bytes.count, to: 0)
    // SAFETY: the buffer holds at least the final zero.
    return text.baseAddress!
}

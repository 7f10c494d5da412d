import CDeflate

// The one file that knows libdeflate.

/// Inflates a whole gzip member at once, about twice as fast as zlib does, or returns nil: then zlib has to look.
///
/// libdeflate says that something is wrong but hardly what, and does not tell a stream that ends early from a broken
/// one. So only a complete member with the right checksum and length is given out, whatever the bytes behind it are.
/// Nil is also the answer where libdeflate is more lenient than zlib: it does not look at a checksum of the header.
///
/// - Parameters:
///   - input: the member, and whatever follows it.
///   - capacity: the bytes that the trailer promises, one more at most; what comes out has to fit.
func inflateWholeGzip(_ input: [UInt8], capacity: Int) -> Inflation? {
    let headerChecksumFlag: UInt8 = 0x02
    guard input.count >= 18, input[3] & headerChecksumFlag == 0 else { return nil }
    guard let decompressor = libdeflate_alloc_decompressor() else { return nil }
    defer { libdeflate_free_decompressor(decompressor) }

    var consumed = 0
    var isComplete = false
    let output = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
        // SAFETY: libdeflate reads `input.count` bytes of the input, writes at most `capacity` bytes of the output,
        // keeps neither pointer, and sets both counts if it succeeds.
        let result = input.withUnsafeBytes { bytes in
            libdeflate_gzip_decompress_ex(
                decompressor, bytes.baseAddress, bytes.count, buffer.baseAddress, capacity, &consumed, &count)
        }
        isComplete = result == LIBDEFLATE_SUCCESS
        if !isComplete { count = 0 }
    }
    return isComplete ? Inflation(output: output, consumed: consumed, end: .complete) : nil
}

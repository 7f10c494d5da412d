import CInflate

/// Inflates a valid gzip member with libdeflate and returns the number of bytes.
@Sendable func inflateWithLibdeflate(_ input: [UInt8]) -> Int {
    let size = input.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    let decompressor = libdeflate_alloc_decompressor()
    defer { libdeflate_free_decompressor(decompressor) }
    let output = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    defer { output.deallocate() }
    var count = 0
    let result = libdeflate_gzip_decompress(decompressor, input, input.count, output, size, &count)
    precondition(result == LIBDEFLATE_SUCCESS)
    return count
}

/// Inflates a gzip member with zlib and returns the number of bytes.
@Sendable func inflateWithZlib(_ input: [UInt8]) -> Int {
    let size = input.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    let output = UnsafeMutablePointer<UInt8>.allocate(capacity: size)
    defer { output.deallocate() }
    var stream = z_stream()
    inflateInit2_(&stream, MAX_WBITS + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    defer { inflateEnd(&stream) }
    return input.withUnsafeBufferPointer { bytes in
        stream.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
        stream.avail_in = UInt32(bytes.count)
        stream.next_out = output
        stream.avail_out = UInt32(size)
        precondition(inflate(&stream, Z_FINISH) == Z_STREAM_END)
        return Int(stream.total_out)
    }
}

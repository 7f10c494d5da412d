import CCompression

// The only file that imports libdeflate.

/// The CRC-32 of gzip (RFC 1952, 8), three times faster than zlib's.
///
/// Nothing else of libdeflate is used: its inflater accepts streams that the server refuses (specification §10).
package func fastChecksum(of bytes: UnsafeRawBufferPointer) -> UInt32 {
    // SAFETY: libdeflate reads `bytes.count` bytes and keeps no pointer.
    libdeflate_crc32(0, bytes.baseAddress, bytes.count)
}

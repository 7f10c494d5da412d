/// The first member of a gzip file, inflated exactly as the server inflates it.
///
/// The code follows RFC 1951 and 1952; comments mark where the server is stricter or more lenient than the RFCs. A
/// faster decoder may accept only input that this one accepts, and must give the same bytes.
package struct GzipMember: Sendable {
    package let bytes: [UInt8]
    /// The length of the member in the input, from header to trailer. The server ignores everything after it.
    package let byteCount: Int

    /// Memory use is proportional to the number of inflated bytes, not to a length that the input states.
    package init(_ input: [UInt8], limit: Int) throws(GzipRefusal) {
        let header = try GzipHeader(input)
        var stream = DeflateStream(BitReader(input, from: header.byteCount), limit: limit)
        try stream.inflate()
        var trailer = stream.reader
        let checksum = try trailer.word()
        let length = try trailer.word()
        guard checksum == CRC32.checksum(of: stream.output[...]) else { throw .wrongChecksum }
        guard length == UInt32(truncatingIfNeeded: stream.output.count) else { throw .wrongLength }
        self.init(bytes: stream.output, byteCount: trailer.position)
    }

    package init(bytes: [UInt8], byteCount: Int) { (self.bytes, self.byteCount) = (bytes, byteCount) }
}

/// The first member of a gzip file, inflated exactly as the server inflates it: the judge of what the server would do.
///
///     do throws(GzipRefusal) {
///         let member = try GzipMember(bytes, limit: 256 << 20)
///         print(member.bytes.count, bytes.count - member.byteCount)
///     } catch { print("the server refuses it: \(error)") }
///
/// It reads like RFC 1951 and 1952; where the server is stricter or more lenient than they are, a comment says so.
/// Anything faster may accept only what this accepts, with the same bytes.
package struct GzipMember: Sendable {
    /// What was inflated.
    package let bytes: [UInt8]
    /// How many bytes of the input the member has, from header to trailer. What follows it means nothing to the server.
    package let byteCount: Int

    /// Inflates the member that `input` begins with.
    ///
    /// - Parameters:
    ///   - input: the member, and whatever follows it.
    ///   - limit: the most bytes that may come out. Memory use follows what comes out.
    /// - Throws: ``GzipRefusal``.
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

    /// A member that was inflated elsewhere.
    package init(bytes: [UInt8], byteCount: Int) {
        self.bytes = bytes
        self.byteCount = byteCount
    }
}

internal import Inflating

// The server's gzip reader for other languages: what it would get out of the bytes of a file.

/// Inflates the gzip member that a file begins with, as the server does.
///
/// - Parameters:
///   - input: the bytes of the file.
///   - count: how many.
///   - limit: the most bytes that may come out.
/// - Returns: numbers as of `depthcheck_analyze`, five of them: the number of the refusal in the description, from 0,
///   or -1 for none; the address of the inflated bytes, or 0; how many they are; how many bytes of the file the member
///   has; the limit of a refusal that has one. The numbers and the bytes are to be given back with `depthcheck_free`.
@c(depthcheck_inflate) public func depthcheckInflate(
    _ input: UnsafePointer<UInt8>, _ count: UInt32, _ limit: UInt32
) -> UnsafeMutableRawPointer? {
    // SAFETY: the caller says how many bytes there are.
    let input = Array(UnsafeBufferPointer(start: input, count: Int(count)))
    do throws(GzipRefusal) {
        let member: GzipMember
        if let sound = GzipMember(soundInput: input, limit: Int(limit)) {
            member = sound
        } else {
            member = try GzipMember(input, limit: Int(limit))
        }
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: max(member.bytes.count, 1), alignment: 16)
        bytes.copyBytes(from: member.bytes)
        return returned([
            -1, Double(UInt(bitPattern: bytes.baseAddress)), Double(member.bytes.count), Double(member.byteCount), 0,
        ])
    } catch {
        let number = GzipRefusal.kinds.firstIndex(of: error.kind) ?? GzipRefusal.kinds.count
        return returned([Double(number), 0, 0, 0, Double(error.limit ?? 0)])
    }
}

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

internal import CDepthcheck
internal import GzipReader

// Exports the reimplementation of the server's gzip reader to other languages.

@c @implementation public func depthcheck_inflate(
    _ input: UnsafePointer<UInt8>, _ count: Int, _ limit: Int
) -> UnsafeMutablePointer<Double> {
    // SAFETY: the caller guarantees that `input` has `count` elements.
    let input = Array(UnsafeBufferPointer(start: input, count: count))
    // A negative number is a `size_t` above `Int.max`.
    let limit = limit < 0 ? .max : limit
    do throws(GzipRefusal) {
        let member: GzipMember
        if let sound = GzipMember(soundInput: input, limit: limit) {
            member = sound
        } else {
            member = try GzipMember(input, limit: limit)
        }
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: max(member.bytes.count, 1), alignment: 16)
        bytes.copyBytes(from: member.bytes)
        let address = Double(UInt(bitPattern: bytes.baseAddress))
        return NumberRecord([-1, address, Double(member.bytes.count), Double(member.byteCount), 0]).allocatedCopy
    } catch {
        let number = GzipRefusal.kinds.firstIndex(of: error.kind) ?? GzipRefusal.kinds.count
        return NumberRecord([Double(number), 0, 0, 0, Double(error.limit ?? 0)]).allocatedCopy
    }
}

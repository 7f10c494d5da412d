@testable import DepthFiles
@testable import GzipReader

extension FuzzTarget {
    /// A gzip member; and a raw DEFLATE stream in gzip and zlib frames with correct checksums, which a fuzzer does
    /// not find, and without which little of a decoder is reached.
    static let inflating = FuzzTarget(
        name: "inflating", decoded: { inflatedAsBytes($0, limit: inflatedLimit) }
    ) { bytes in
        promiseMember(bytes)
        promiseStream(bytes)
    }
}

/// Slightly more than the window; larger bombs take as long as many inputs.
private let inflatedLimit = 40_000

/// Whatever the fast inflater or zlib inflates, the server's inflater inflates to the same bytes.
@discardableResult
private func promiseMember(_ bytes: [UInt8]) -> GzipMember? {
    let judged = try? GzipMember(bytes, limit: inflatedLimit)
    if let fast = GzipMember(soundInput: bytes, limit: inflatedLimit, checksum: fastChecksum) {
        promise(
            judged.map { same($0, fast.bytes, fast.byteCount) } == true, "the fast inflater agrees with the server's")
    }
    let found = inflate(bytes, framing: .gzip, limit: inflatedLimit)
    promise(found.output.count <= inflatedLimit && found.consumed <= bytes.count, "zlib stays within the input")
    // zlib accepts names and comments of any length, but none is longer than an input.
    if found.end == .complete {
        promise(
            judged.map { same($0, found.output, found.consumed) } == true,
            "the server's inflater accepts what zlib accepts")
    }
    return judged
}

/// The frame around a stream does not change its output.
private func promiseStream(_ bytes: [UInt8]) {
    var stream = DeflateStream(BitReader(bytes), limit: inflatedLimit)
    let isJudgedWhole = (try? stream.inflate()) != nil
    promise(stream.output.count <= inflatedLimit, "the output is within the limit")
    let raw = inflate(bytes, framing: .raw, limit: inflatedLimit)
    if raw.end == .complete {
        promise(
            isJudgedWhole && raw.output == stream.output && raw.consumed == stream.reader.position,
            "the server's inflater accepts the streams that zlib accepts")
    }
    let (output, end) = (stream.output, isJudgedWhole ? stream.reader.position : bytes.count)
    let member = gzipHeader + bytes[..<end] + gzipTrailer(of: output)
    let judged = promiseMember(bytes.count.isMultiple(of: 2) ? member : member + [0x55])
    promise((judged != nil) == isJudgedWhole, "a member is complete if its stream is")
    if let judged { promise(same(judged, output, member.count), "the gzip frame changes nothing") }
    if isJudgedWhole, (1...1000).contains(output.count) {
        promise((try? GzipMember(member, limit: output.count)) != nil, "data of exactly the limit is returned")
        promise((try? GzipMember(member, limit: output.count - 1)) == nil, "data beyond the limit is refused")
    }
    let packed = [0x78, 0x9C] + bytes[..<end] + Checksums.adler32(output[...]).bigEndianBytes
    let found = inflate(packed, framing: .zlib, limit: inflatedLimit)
    promise((found.end == .complete) == (raw.end == .complete), "zlib accepts a stream in its own frame: \(found.end)")
}

private func same(_ member: GzipMember, _ bytes: [UInt8], _ byteCount: Int) -> Bool {
    member.byteCount == byteCount && member.bytes == bytes
}

private let gzipHeader: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]

private func gzipTrailer(of output: [UInt8]) -> [UInt8] {
    Checksums.crc32(output[...]).bigEndianBytes.reversed()
        + UInt32(truncatingIfNeeded: output.count).bigEndianBytes.reversed()
}

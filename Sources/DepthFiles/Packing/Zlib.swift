import CCompression
package import Support

// The only file that imports zlib and libdeflate.

/// Inflates one stream from the start of the input. Memory grows with the actual bytes, not with the size in a header.
/// The server may decide differently about gzip, see ``inflateGzip(_:limit:)``.
package func inflate(
    _ input: [UInt8], framing: DeflateFraming, limit: Int, reservation: ByteReservation? = nil
) -> Inflation {
    var stream = z_stream()
    let status = inflateInit2_(&stream, framing.windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    if status == Z_MEM_ERROR { return Inflation(output: [], consumed: 0, end: .notEnoughMemory(byteCount: windowSize)) }
    precondition(status == Z_OK, "built against another zlib")
    defer { inflateEnd(&stream) }

    // One byte above the limit distinguishes a stream that is too long from one that just fits.
    let capacityLimit = max(0, limit) == .max ? .max : max(0, limit) + 1
    var output: [UInt8] = []
    var capacity = min(capacityLimit, firstCapacity(for: input))
    var consumed = 0
    while true {
        // The old buffer exists until it has been copied.
        reservation?.reserve(capacity)
        let copied = output.count
        let outcome = extend(&output, to: capacity, from: input, consumed: &consumed, with: &stream)
        reservation?.release(copied)
        if output.count > limit { return Inflation(output: [], consumed: consumed, end: .overLimit) }
        switch outcome {
        case Z_STREAM_END:
            return Inflation(output: output, consumed: consumed, end: .complete)
        case Z_NEED_DICT:
            return Inflation(output: output, consumed: consumed, end: .needsDictionary)
        case Z_DATA_ERROR:
            let detail = stream.msg.map { String(cString: $0) } ?? "invalid data"
            let end: InflationEnd =
                switch detail {
                case "incorrect data check": .wrongChecksum
                case "incorrect length check": .wrongLength
                default: .corrupt(detail: detail)
                }
            return Inflation(output: output, consumed: consumed, end: end)
        case Z_OK, Z_BUF_ERROR:
            if output.count < capacity {
                // There was room for more, so the input has ended.
                return Inflation(output: output, consumed: consumed, end: .truncated)
            }
            capacity = capacity > capacityLimit / 2 ? capacityLimit : capacity * 2
        case Z_MEM_ERROR:
            return Inflation(output: [], consumed: consumed, end: .notEnoughMemory(byteCount: windowSize))
        default:
            preconditionFailure("zlib was called wrongly: \(outcome)")
        }
    }
}

private let windowSize = 1 << MAX_WBITS

/// Inflates until `output` has `capacity` bytes, or the stream or the input ends; returns zlib's last status.
private func extend(
    _ output: inout [UInt8], to capacity: Int, from input: [UInt8], consumed: inout Int, with stream: inout z_stream
) -> Int32 {
    var status = Z_OK
    var used = consumed
    let done = output
    output = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
        count = buffer.initialize(fromContentsOf: done)
        input.withUnsafeBufferPointer { bytes in
            // zlib counts in 32 bits, so long buffers are passed in parts.
            repeat {
                let inputPart = min(bytes.count - used, 1 << 30)
                let outputPart = min(capacity - count, 1 << 30)
                // SAFETY: `used` <= bytes.count and `count` < capacity, so both pointers are within their buffers,
                // followed by the given number of bytes. zlib only reads the input (its type lacks the const), only
                // writes the output, and keeps neither pointer beyond the next call, which sets both again.
                stream.next_in = bytes.baseAddress.map { UnsafeMutablePointer(mutating: $0 + used) }
                stream.avail_in = UInt32(inputPart)
                stream.next_out = buffer.baseAddress! + count
                stream.avail_out = UInt32(outputPart)
                status = CCompression.inflate(&stream, Z_NO_FLUSH)
                used += inputPart - Int(stream.avail_in)
                count += outputPart - Int(stream.avail_out)
            } while status == Z_OK && count < capacity && used < bytes.count
        }
    }
    consumed = used
    return status
}

/// The first buffer size, whatever a header states; small, because most bytes tried as raw DEFLATE are no stream.
private func firstCapacity(for input: [UInt8]) -> Int { max(4096, min(input.count, 1 << 20) * 4) }

/// Compresses bytes. Deterministic: a gzip header has no time, name or system. Level 0 stores, 9 compresses best.
package func deflate(_ bytes: [UInt8], framing: DeflateFraming, level: Int) -> [UInt8] {
    precondition((0...9).contains(level), "a compression level is 0 to 9")
    precondition(bytes.count <= UInt32.max, "more than 4 GiB are not packed in one piece")
    var stream = z_stream()
    begin(&stream, framing, level: level)
    defer { deflateEnd(&stream) }
    var header = plainHeader
    return withUnsafeMutablePointer(to: &header) { header in
        if framing == .gzip {
            // SAFETY: zlib reads the header during deflate() below, within the life of this pointer.
            deflateSetHeader(&stream, header)
        }
        let bound = Int(deflateBound(&stream, UInt(bytes.count)))
        return [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
            bytes.withUnsafeBufferPointer { bytes in
                // SAFETY: zlib only reads the input, and deflateBound guarantees that `bound` bytes suffice for one
                // call.
                stream.next_in = bytes.baseAddress.map { UnsafeMutablePointer(mutating: $0) }
                stream.avail_in = UInt32(bytes.count)
                stream.next_out = buffer.baseAddress!
                stream.avail_out = UInt32(clamping: bound)
                let status = CCompression.deflate(&stream, Z_FINISH)
                precondition(status == Z_STREAM_END, "deflateBound was too small: \(status)")
                count = Int(stream.total_out)
            }
        }
    }
}

package final class GzipStream {
    // SAFETY: zlib keeps the addresses of both, so both are allocated separately and live until `deinit`.
    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private let header = UnsafeMutablePointer<gz_header>.allocate(capacity: 1)
    private static let partByteCount = 1 << 16

    package init() {
        stream.initialize(to: z_stream())
        header.initialize(to: plainHeader)
        begin(&stream.pointee, .gzip, level: Int(Z_DEFAULT_COMPRESSION))
        deflateSetHeader(stream, header)
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
        header.deallocate()
    }

    package func pack(_ bytes: [UInt8]) -> [UInt8] {
        // zlib counts in 32 bits.
        precondition(bytes.count <= UInt32.max, "a piece has at most 4 GiB")
        return bytes.withUnsafeBufferPointer { bytes in
            // SAFETY: zlib only reads the input, and `run` consumes all of it.
            stream.pointee.next_in = bytes.baseAddress.map { UnsafeMutablePointer(mutating: $0) }
            stream.pointee.avail_in = UInt32(bytes.count)
            return run(Z_NO_FLUSH)
        }
    }

    package func finish() -> [UInt8] {
        stream.pointee.avail_in = 0
        return run(Z_FINISH)
    }

    private func run(_ flush: Int32) -> [UInt8] {
        var output: [UInt8] = []
        var isFull = true
        while isFull {
            output += [UInt8](unsafeUninitializedCapacity: Self.partByteCount) { buffer, count in
                // SAFETY: zlib writes at most `avail_out` bytes, the capacity.
                stream.pointee.next_out = buffer.baseAddress
                stream.pointee.avail_out = UInt32(buffer.count)
                let status = CCompression.deflate(stream, flush)
                precondition(status != Z_STREAM_ERROR, "a finished stream takes nothing more")
                isFull = stream.pointee.avail_out == 0
                count = buffer.count - Int(stream.pointee.avail_out)
            }
        }
        return output
    }
}

/// Inflates a gzip file piece by piece, as the gzip program does (a depth file is inflated as the server does).
package final class GunzipStream {
    // SAFETY: zlib keeps the address, so the stream is allocated separately and lives until `deinit`.
    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private static let partByteCount = 1 << 18
    package private(set) var isInsideMember = false
    /// Damage found after valid output; the output is returned first.
    private var damage: Damage?

    package struct Damage: Error { package let detail: String }

    package init() {
        stream.initialize(to: z_stream())
        let status = inflateInit2_(
            stream, DeflateFraming.gzip.windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        precondition(status == Z_OK, "zlib could not be set up: out of memory, or built against another zlib")
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    /// Returns at most 256 KiB; nothing if the input was only padding or incomplete. Call it again while there is
    /// input, and then without input until the result is empty.
    package func inflate(_ input: [UInt8], from position: inout Int) throws(Damage) -> [UInt8] {
        if let damage { throw damage }
        if !isInsideMember {
            while position < input.count, input[position] == 0 { position += 1 }
            if position == input.count { return [] }
            isInsideMember = true
        }
        var (status, taken) = (Z_OK, 0)
        let output = [UInt8](unsafeUninitializedCapacity: Self.partByteCount) { buffer, count in
            input[position...].withUnsafeBufferPointer { rest in
                // SAFETY: zlib only reads the input and writes at most `avail_out` bytes, the capacity. Both
                // pointers are set again before the next call. A piece of a file has less than 4 GiB.
                stream.pointee.next_in = rest.baseAddress.map { UnsafeMutablePointer(mutating: $0) }
                stream.pointee.avail_in = UInt32(rest.count)
                stream.pointee.next_out = buffer.baseAddress
                stream.pointee.avail_out = UInt32(buffer.count)
                status = CCompression.inflate(stream, Z_NO_FLUSH)
                taken = rest.count - Int(stream.pointee.avail_in)
                count = buffer.count - Int(stream.pointee.avail_out)
            }
        }
        position += taken
        switch status {
        case Z_OK, Z_BUF_ERROR: break
        case Z_STREAM_END:
            isInsideMember = false
            inflateReset(stream)
        default:
            let damage = Damage(detail: stream.pointee.msg.map { String(cString: $0) } ?? "invalid data")
            if output.isEmpty { throw damage }
            self.damage = damage
        }
        return output
    }
}

private var plainHeader: gz_header {
    var header = gz_header()
    header.os = 255
    return header
}

private func begin(_ stream: inout z_stream, _ framing: DeflateFraming, level: Int) {
    let status = deflateInit2_(
        &stream, Int32(level), Z_DEFLATED, framing.windowBits, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
        Int32(MemoryLayout<z_stream>.size))
    precondition(status == Z_OK, "zlib could not be set up: out of memory, or built against another zlib")
}

extension DeflateFraming {
    fileprivate var windowBits: Int32 {
        switch self {
        case .gzip: MAX_WBITS + 16
        case .zlib: MAX_WBITS
        case .raw: -MAX_WBITS
        }
    }
}

/// The CRC-32 of gzip, three times faster than zlib's. libdeflate's inflater is not used: it accepts streams that the
/// server refuses (specification §10).
package func fastChecksum(of bytes: UnsafeRawBufferPointer) -> UInt32 {
    // SAFETY: libdeflate reads `bytes.count` bytes and keeps no pointer.
    libdeflate_crc32(0, bytes.baseAddress, bytes.count)
}

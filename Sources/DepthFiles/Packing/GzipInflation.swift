import GzipReader
import Support

/// The result of inflating the first gzip member, here and on the server: zlib refuses a few streams that the server
/// accepts, and accepts longer texts in the header.
enum GzipInflation {
    /// The server inflates it to these bytes; `fault` is zlib's error, if any.
    case inflated(GzipMember, fault: DepthFileError?)
    /// zlib inflates it to these bytes, but the server refuses it.
    case refusedByServer(GzipMember, ServerRefusal)
    /// Neither inflates it, or its output exceeds the limit.
    case failed(DepthFileError, ServerReading)
}

/// Intact members take a fast path. Otherwise ``GzipMember/init(_:limit:)`` decides as the server does, and zlib
/// supplies the error message, because it diagnoses streams best.
func inflateGzip(_ input: [UInt8], limit: Int, reservation: ByteReservation? = nil) -> GzipInflation {
    let promised = GzipMember.neededByteCount(input, limit: limit)
    reservation?.reserve(promised)
    if let member = GzipMember(soundInput: input, limit: limit, checksum: fastChecksum) {
        return .inflated(member, fault: nil)
    }
    reservation?.release(promised)
    switch inflateAsServer(input, limit: limit, reservation) {
    case .success(let member):
        let found = inflate(input, framing: .gzip, limit: limit, reservation: reservation)
        if case .notEnoughMemory(let byteCount) = found.end { return withoutMemory(byteCount, limit: limit) }
        return .inflated(member, fault: found.error(in: .gzip, inputCount: input.count, limit: limit))
    case .failure(let refusal): return refused(refusal, input, limit: limit, reservation)
    }
}

/// `GzipMember` has no memory budget, so it gets little room at first and is restarted with more as needed.
private func inflateAsServer(
    _ input: [UInt8], limit: Int, _ reservation: ByteReservation?
) -> Result<GzipMember, GzipRefusal> {
    var room = min(limit, 1 << 22)
    while true {
        // The current output exists until it has been copied to a buffer of twice the size.
        let neededByteCount = 3 * room
        reservation?.reserve(neededByteCount)
        do throws(GzipRefusal) {
            let member = try GzipMember(input, limit: room)
            reservation?.release(neededByteCount - member.bytes.count)
            return .success(member)
        } catch {
            reservation?.release(neededByteCount)
            guard case .tooLarge = error, room < limit else { return .failure(error) }
            room = room > limit / 4 ? limit : 4 * room
        }
    }
}

private func withoutMemory(_ byteCount: Int, limit: Int) -> GzipInflation {
    .failed(.notEnoughMemory(byteCount: byteCount), .unknown(byteLimit: limit))
}

private func refused(
    _ refusal: GzipRefusal, _ input: [UInt8], limit: Int, _ reservation: ByteReservation?
) -> GzipInflation {
    if case .tooLarge = refusal {
        return .failed(.tooLarge(container: .gzip, limit: limit), .unknown(byteLimit: limit))
    }
    let found = inflate(input, framing: .gzip, limit: limit, reservation: reservation)
    if case .notEnoughMemory(let byteCount) = found.end { return withoutMemory(byteCount, limit: limit) }
    let error = found.error(in: .gzip, inputCount: input.count, limit: limit)
    let serverRefusal: ServerRefusal =
        if case .textTooLong(let limit) = refusal {
            .headerTextTooLong(limit: limit)
        } else {
            .damagedGzip(
                error ?? .corrupt(container: .gzip, detail: refusal.words, inflated: found.output.count))
        }
    if let error { return .failed(error, .unavailable(serverRefusal)) }
    return .refusedByServer(GzipMember(bytes: found.output, byteCount: found.consumed), serverRefusal)
}

package enum DeflateFraming {
    case gzip
    case zlib
    case raw
}

package enum InflationEnd: Equatable {
    case complete
    case truncated
    case corrupt(detail: String)
    /// The stream is complete, but the checksum differs.
    case wrongChecksum
    /// The stream is complete, but the length in the gzip trailer differs.
    case wrongLength
    case needsDictionary
    case overLimit
    case notEnoughMemory(byteCount: Int)
}

package struct Inflation {
    /// The bytes up to the end or the fault, at most the limit.
    package var output: [UInt8]
    package var consumed: Int
    package var end: InflationEnd

    func error(in container: DepthContainer, inputCount: Int, limit: Int) -> DepthFileError? {
        switch end {
        case .complete: nil
        case .truncated: .truncated(container: container, byteCount: inputCount, inflated: output.count)
        case .corrupt(let detail): .corrupt(container: container, detail: detail, inflated: output.count)
        case .wrongChecksum: .wrongChecksum(container: container)
        case .wrongLength: .wrongLength(inflated: output.count)
        case .needsDictionary: .needsDictionary
        case .overLimit: .tooLarge(container: container, limit: limit)
        case .notEnoughMemory(let byteCount): .notEnoughMemory(byteCount: byteCount)
        }
    }
}

import GzipReader
import Support

/// What came of inflating the first gzip member of a file, here and at the server. They may part: zlib, which other
/// programs use, refuses a few streams that the server accepts, and accepts longer texts in the header.
///
///     switch inflateGzip(bytes, limit: limit) { case .inflated(let member, let fault): …
enum GzipInflation {
    /// The server inflates it to these bytes; `fault` is what zlib has to say against it, if anything.
    case inflated(GzipMember, fault: DepthFileError?)
    /// zlib inflates it to these bytes, the server refuses it.
    case refusedByServer(GzipMember, ServerRefusal)
    /// Neither inflates it, or not within the limit.
    case failed(DepthFileError, ServerReading)
}

/// Inflates the member that `input` begins with.
///
/// What is sound is inflated fast. About all else the judge decides, ``GzipMember/init(_:limit:)``, and zlib, which
/// knows best what is wrong with a stream, words it.
///
/// - Parameter reservation: takes the bytes that come out before there is room for them.
func inflateGzip(_ input: [UInt8], limit: Int, reservation: ByteReservation? = nil) -> GzipInflation {
    let promised = GzipMember.neededByteCount(input, limit: limit)
    reservation?.take(promised)
    if let member = GzipMember(soundInput: input, limit: limit, checksum: fastChecksum) {
        return .inflated(member, fault: nil)
    }
    reservation?.giveBack(promised)
    switch judge(input, limit: limit, reservation) {
    case .success(let member):
        let found = inflate(input, framing: .gzip, limit: limit, reservation: reservation)
        if case .notEnoughMemory(let byteCount) = found.end { return withoutMemory(byteCount, limit: limit) }
        return .inflated(member, fault: found.error(in: .gzip, inputCount: input.count, limit: limit))
    case .failure(let refusal):
        return refused(refusal, input, limit: limit, reservation)
    }
}

/// What the judge says. It knows no bounds of memory: it gets little room at first, and begins again with more while
/// that is too little.
private func judge(
    _ input: [UInt8], limit: Int, _ reservation: ByteReservation?
) -> Result<GzipMember, GzipRefusal> {
    var room = min(limit, 1 << 22)
    while true {
        // The bytes so far are kept until they have been copied to where twice as many find room.
        let neededByteCount = 3 * room
        reservation?.take(neededByteCount)
        do throws(GzipRefusal) {
            let member = try GzipMember(input, limit: room)
            reservation?.giveBack(neededByteCount - member.bytes.count)
            return .success(member)
        } catch {
            reservation?.giveBack(neededByteCount)
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

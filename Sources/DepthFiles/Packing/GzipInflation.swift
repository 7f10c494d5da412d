import Inflating

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
func inflateGzip(_ input: [UInt8], limit: Int) -> GzipInflation {
    if let member = GzipMember(soundInput: input, limit: limit, checksum: fastChecksum) {
        return .inflated(member, fault: nil)
    }
    do throws(GzipRefusal) {
        let member = try GzipMember(input, limit: limit)
        let found = inflate(input, framing: .gzip, limit: limit)
        return .inflated(member, fault: found.error(in: .gzip, inputCount: input.count, limit: limit))
    } catch {
        return refused(error, input, limit: limit)
    }
}

private func refused(_ refusal: GzipRefusal, _ input: [UInt8], limit: Int) -> GzipInflation {
    if case .tooLarge = refusal {
        return .failed(.tooLarge(container: .gzip, limit: limit), .unknown(byteLimit: limit))
    }
    let found = inflate(input, framing: .gzip, limit: limit)
    let error = found.error(in: .gzip, inputCount: input.count, limit: limit)
    let serverRefusal: ServerRefusal =
        if case .textTooLong(let limit) = refusal {
            .headerTextTooLong(limit: limit)
        } else {
            .damagedGzip(
                error ?? .corrupt(container: .gzip, detail: "\(refusal)", inflated: found.output.count))
        }
    if let error { return .failed(error, .unavailable(serverRefusal)) }
    return .refusedByServer(GzipMember(bytes: found.output, byteCount: found.consumed), serverRefusal)
}

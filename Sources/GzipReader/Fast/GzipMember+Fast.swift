extension GzipMember {
    /// Inflates the member that `input` begins with many times faster, if it is a sound one of the length that the last
    /// four bytes of the input promise; nil where the judge, ``init(_:limit:)``, has to look.
    ///
    ///     let member = try GzipMember(soundInput: bytes, limit: limit, checksum: fastChecksum)
    ///         ?? GzipMember(bytes, limit: limit)
    ///
    /// Whatever this accepts the judge accepts, with the same bytes.
    ///
    /// - Parameters:
    ///   - input: the member.
    ///   - limit: the most bytes that may come out.
    ///   - checksum: the CRC-32 of bytes, by something faster than the judge's.
    package init?(soundInput input: [UInt8], limit: Int, checksum: (UnsafeRawBufferPointer) -> UInt32 = CRC32.checksum)
    {
        guard let promised = Self.promisedByteCount(input), promised <= limit, let header = try? GzipHeader(input)
        else { return nil }
        var end: Int?
        let output = [UInt8](unsafeUninitializedCapacity: promised + FastInflater.slack) { buffer, count in
            end = input.withUnsafeBytes { input in
                let output = UnsafeMutableRawBufferPointer(buffer)
                var inflater = FastInflater()
                guard
                    let inflated = inflater.inflate(
                        input, from: header.byteCount, to: output, capacity: promised),
                    inflated.written == promised, inflated.end + Self.trailerByteCount <= input.count,
                    // SAFETY: the trailer lies within the input.
                    input.loadUnaligned(fromByteOffset: inflated.end + 4, as: UInt32.self).littleEndian == promised,
                    input.loadUnaligned(fromByteOffset: inflated.end, as: UInt32.self).littleEndian
                        == checksum(UnsafeRawBufferPointer(rebasing: output[..<promised]))
                else { return nil }
                return inflated.end + Self.trailerByteCount
            }
            // Initialised as far as it was written, which is all of it where there is an end.
            count = end == nil ? 0 : promised
        }
        guard let end else { return nil }
        self.init(bytes: output, byteCount: end)
    }

    private static let trailerByteCount = 8

    /// How much memory ``init(soundInput:limit:checksum:)`` takes for what comes out.
    package static func neededByteCount(_ input: [UInt8], limit: Int) -> Int {
        guard let promised = promisedByteCount(input), promised <= limit else { return 0 }
        return promised + FastInflater.slack
    }

    /// What the last four bytes promise to come out, if that can be believed: DEFLATE makes at most 1032 bytes of one.
    private static func promisedByteCount(_ input: [UInt8]) -> Int? {
        let promised = input.suffix(4).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return Int(exactly: promised).flatMap { $0 / 1032 <= input.count ? $0 : nil }
    }
}

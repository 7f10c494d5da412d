extension GzipMember {
    /// Inflates a valid member whose length is stored in the last four bytes of the input; nil if the reference,
    /// ``init(_:limit:)``, has to decide. The reference accepts all that this accepts, with the same bytes.
    package init?(soundInput input: [UInt8], limit: Int, checksum: (UnsafeRawBufferPointer) -> UInt32 = CRC32.checksum)
    {
        guard let promised = Self.promisedByteCount(input, limit), let header = try? GzipHeader(input)
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
            // `end` is set only if the whole output is initialised.
            count = end == nil ? 0 : promised
        }
        guard let end else { return nil }
        self.init(bytes: output, byteCount: end)
    }

    private static let trailerByteCount = 8

    /// The memory that ``init(soundInput:limit:checksum:)`` takes for its output.
    package static func neededByteCount(_ input: [UInt8], limit: Int) -> Int {
        promisedByteCount(input, limit).map { $0 + FastInflater.slack } ?? 0
    }

    /// The length stored in the last four bytes, if it is plausible: DEFLATE expands a byte to at most 1032 bytes.
    private static func promisedByteCount(_ input: [UInt8], _ limit: Int) -> Int? {
        guard let promised = FileSize(littleEndian: input.suffix(4)).int(atMost: limit),
            promised / 1032 <= input.count
        else { return nil }
        return promised
    }
}

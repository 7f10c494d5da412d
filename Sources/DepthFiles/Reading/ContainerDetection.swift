import GzipReader
import Support

/// Detects the container of a file and unpacks it.
///
/// The rules, in order. Bytes "fit" if dimensions were given and match their number exactly.
///
/// 1. The signature of a ``StoredFormat``, such as PNG: that format. Four or more bytes of a signature are a truncated
///    file of the format, unless they fit. Bytes unpacked by the rules below are checked in the same way.
/// 2. A gzip header: gzip, even if the stream is damaged. Only the first member counts, as for the server. The
///    first four bytes of an LZFSE block: LZFSE, unless the bytes fit.
/// 3. A zlib header: zlib, if the stream is complete, its checksum is right and nothing follows. Otherwise rules 4 to 6
///    are tried, and if they fail, the zlib error is reported. One uncompressed map in a thousand begins like a zlib
///    header by chance. Such a map is still read if it fits, or if its samples are plausible (``PlausibleSamples``) and
///    it contains no complete stream.
/// 4. Raw DEFLATE has no header. It counts only if it ends exactly at the last byte and its output either has the
///    length of a map or begins like a ``StoredFormat``. If the bytes fit unchanged but the inflated bytes do not, the
///    file is uncompressed.
/// 5. Anything clearly of another format (``ForeignFormat``) is not a depth map, unless the bytes fit.
/// 6. Anything else is uncompressed if its length can be that of a map, unless it is a damaged raw DEFLATE stream:
///    inflating consumed ``longRun`` bytes or exceeded the limit, the bytes do not fit, and the samples are not
///    plausible.
enum ContainerDetection {
    /// The number of bytes that a damaged raw DEFLATE stream must inflate before it is recognised as one.
    ///
    /// By chance, 1 in 200,000 generated maps inflated this far (eight kinds, 40,000 to 400,000 maps each). But 1.4 %
    /// of the constant maps inflate without a fault at any length, so the run length alone decides nothing.
    static let longRun = 128

    /// Whether the bytes are a gzip header, or a prefix of one if there are fewer than four. The flags' reserved bits
    /// are 0, so the float32 is below 2^-63: no map whose first sample is valid, NaN or infinite begins like this.
    static func looksLikeGzip(_ bytes: some Collection<UInt8>) -> Bool {
        let start = Array(bytes.prefix(4))
        guard !start.isEmpty, [0x1F, 0x8B, 0x08].starts(with: start.prefix(3)) else { return false }
        return start.count < 4 || start[3] & 0xE0 == 0
    }

    /// Whether the bytes begin with an LZFSE block. As a float32, these letters are below a micrometre.
    static func looksLikeLZFSE(_ bytes: [UInt8]) -> Bool {
        bytes.count >= 4 && bytes.starts(with: Array("bvx".utf8)) && "-n2$".utf8.contains(bytes[3])
    }

    /// Whether the bytes begin with a zlib header: method 8, a window of at most 32 KiB, divisible by 31.
    static func looksLikeZlib(_ bytes: [UInt8]) -> Bool {
        guard bytes.count >= 2 else { return false }
        return bytes[0] & 0x0F == 8 && bytes[0] >> 4 <= 7 && (Int(bytes[0]) << 8 | Int(bytes[1])) % 31 == 0
    }

    static func unpack(
        _ bytes: [UInt8], _ rule: LengthRule, limit: Int, reservation: ByteReservation? = nil
    ) throws(UnpackingFailure) -> Unpacked {
        if looksLikeGzip(bytes) {
            return try unpackGzip(bytes, limit: limit, reservation)
        }
        if looksLikeLZFSE(bytes), !rule.givenFit(byteCount: bytes.count) {
            return try unpackLZFSE(bytes, limit: limit, reservation)
        }
        guard looksLikeZlib(bytes)
        else { return try unpackWithoutHeader(bytes, rule, limit: limit, reservation, zlibError: nil) }
        let inflation = inflate(bytes, framing: .zlib, limit: limit, reservation: reservation)
        if case .notEnoughMemory(let byteCount) = inflation.end { throw withoutMemory(byteCount, limit: limit) }
        if let error = inflation.error(in: .zlib, inputCount: bytes.count, limit: limit) {
            return try unpackWithoutHeader(bytes, rule, limit: limit, reservation, zlibError: error)
        }
        guard inflation.consumed == bytes.count else {
            let trailing = TrailingBytes(after: "zlib stream", bytes[inflation.consumed...])
            return try unpackWithoutHeader(
                bytes, rule, limit: limit, reservation, zlibError: .bytesAfterEnd(trailing))
        }
        return Unpacked(container: .zlib, bytes: inflation.output)
    }

    static func withoutMemory(_ byteCount: Int, limit: Int) -> UnpackingFailure {
        UnpackingFailure(error: .notEnoughMemory(byteCount: byteCount), serverReading: .unknown(byteLimit: limit))
    }

    private static func unpackGzip(
        _ bytes: [UInt8], limit: Int, _ reservation: ByteReservation?
    ) throws(UnpackingFailure) -> Unpacked {
        switch inflateGzip(bytes, limit: limit, reservation: reservation) {
        case .inflated(let member, let fault): return unpacked(member, of: bytes, gzipFault: fault)
        case .refusedByServer(let member, let refusal): return unpacked(member, of: bytes, refusal: refusal)
        case .failed(let error, let serverReading): throw UnpackingFailure(error: error, serverReading: serverReading)
        }
    }

    private static func unpacked(
        _ member: GzipMember, of bytes: [UInt8], gzipFault: DepthFileError? = nil, refusal: ServerRefusal? = nil
    ) -> Unpacked {
        let rest = bytes[member.byteCount...]
        return Unpacked(
            container: .gzip, bytes: member.bytes,
            trailing: rest.isEmpty ? nil : TrailingBytes(after: "gzip member", rest), gzipFault: gzipFault,
            refusal: refusal)
    }

    /// Rules 4 to 6. `zlibError` is set if the bytes begin like a zlib stream that is unusable.
    private static func unpackWithoutHeader(
        _ bytes: [UInt8], _ rule: LengthRule, limit: Int, _ reservation: ByteReservation?, zlibError: DepthFileError?
    ) throws(UnpackingFailure) -> Unpacked {
        let inflation = inflate(bytes, framing: .raw, limit: limit, reservation: reservation)
        if case .notEnoughMemory(let byteCount) = inflation.end { throw withoutMemory(byteCount, limit: limit) }
        let fits = rule.givenFit(byteCount: bytes.count)
        let endsAtEnd = inflation.end == .complete && inflation.consumed == bytes.count
        if endsAtEnd,
            rule.accepts(byteCount: inflation.output.count)
                || StoredFormat.recognised(in: inflation.output, rule) != nil
        {
            // If both fit, float32 is likelier than two-byte samples.
            let inflatedFits =
                rule.givenFitFloat32(byteCount: inflation.output.count)
                || rule.givenFit(byteCount: inflation.output.count) && !rule.givenFitFloat32(byteCount: bytes.count)
            if !fits || inflatedFits { return Unpacked(container: .deflate, bytes: inflation.output) }
        }
        let uncompressed = Unpacked(container: .none, bytes: bytes, dropped: zlibError)
        if fits || zlibError == nil && ShortHeader(bytes, rule) != nil { return uncompressed }
        if zlibError == nil, let error = rule.headerError(byteCount: bytes.count), inflation.consumed < longRun {
            throw UnpackingFailure(kind: .uncompressed, error: error)
        }
        if let format = ForeignFormat(bytes) {
            throw UnpackingFailure(kind: .foreign(format), error: .otherFormat(format, container: .none))
        }
        let canBeMap = rule.accepts(byteCount: bytes.count)
        // Evaluated only when needed, because it visits every sample.
        func isPlausible() -> Bool { canBeMap && PlausibleSamples(in: lazyFloat32Samples(of: bytes)).areMost }
        if let zlibError {
            if isPlausible() && !zlibError.showsCompleteStream { return uncompressed }
            throw UnpackingFailure(kind: .zlib, error: zlibError)
        }
        let deflateError =
            inflation.error(in: .deflate, inputCount: bytes.count, limit: limit)
            ?? endError(of: inflation, bytes, rule)
        // Output beyond the limit is a bomb, whatever the samples: a bomb is mostly zeros, which are no evidence.
        let isBomb = inflation.end == .overLimit
        if endsAtEnd && !canBeMap || isBomb || inflation.consumed >= longRun && !isPlausible() {
            throw UnpackingFailure(kind: .deflate, error: deflateError)
        }
        if !canBeMap { throw UnpackingFailure(kind: .uncompressed, error: rule.error(.none, byteCount: bytes.count)) }
        return uncompressed
    }

    /// The error of a complete raw DEFLATE stream that does not count.
    private static func endError(of inflation: Inflation, _ bytes: [UInt8], _ rule: LengthRule) -> DepthFileError {
        inflation.consumed < bytes.count
            ? .bytesAfterEnd(TrailingBytes(after: "raw DEFLATE stream", bytes[inflation.consumed...]))
            : rule.error(.deflate, byteCount: inflation.output.count)
    }
}

struct Unpacked {
    var container: DepthContainer
    var bytes: [UInt8]
    var trailing: TrailingBytes?
    /// The reason why bytes that begin like a zlib stream were not inflated.
    var dropped: DepthFileError?
    /// The fault that other programs find in a gzip member that the server inflates.
    var gzipFault: DepthFileError?
    var refusal: ServerRefusal?
}

struct UnpackingFailure: Error {
    var error: DepthFileError
    var serverReading: ServerReading
}

extension UnpackingFailure {
    init(kind: ServerRefusal.OtherKind, error: DepthFileError) {
        self.init(error: error, serverReading: .unavailable(.notGzip(found: kind)))
    }
}

extension DepthFileError {
    /// Whether a stream was inflated to its end before the error was found.
    var showsCompleteStream: Bool {
        switch self {
        case .wrongChecksum, .wrongLength, .bytesAfterEnd: true
        default: false
        }
    }

    /// Whether the error can mean that the bytes only resemble the format.
    var isResemblance: Bool {
        switch self {
        case .storedDamaged, .storedTruncated, .pngTooHigh: true
        case .tooLarge(.none, _): true
        default: false
        }
    }
}

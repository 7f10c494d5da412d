import GzipReader
import Support

/// Finds out how a file is packed, and unpacks it.
///
/// The rules, in order. "Fits" means that dimensions were given and the bytes are exactly what they ask for.
///
/// 1. The signature of a ``StoredFormat``, such as a PNG's: that format. Four or more bytes that begin like one are a
///    truncated one, unless they fit. What is unpacked by the rules below is looked at in the same way.
/// 2. A gzip header: gzip, whatever becomes of it. Only the first member counts, as for the server.
///    The first four bytes of an LZFSE block: LZFSE, unless they fit. `DMP0`: zlib that begins in the next 60 bytes.
/// 3. A zlib header: zlib, if the stream is complete, its checksum right and nothing follows. Else rules 4 to 6 are
///    tried; if neither holds, the zlib error does. One uncompressed map in a thousand begins like a zlib header by
///    chance. It is still read, if it fits or if its samples are plausible (``PlausibleSamples``) and no complete
///    stream stands in it.
/// 4. Raw DEFLATE has no header to know it by. It counts only if it ends exactly at the last byte and its length can be
///    that of a map, or begin like one of a ``StoredFormat``. Where the bytes fit as they are and the
///    inflated ones do not, they are uncompressed.
/// 5. What is clearly of another format (``ForeignFormat``) is no depth map, unless the bytes fit.
/// 6. Anything else is uncompressed, if its length can be that of a map, unless it is a damaged raw DEFLATE stream:
///    inflating got ``longRun`` bytes far or beyond the limit, the bytes do not fit and the samples are not plausible.
enum ContainerDetection {
    /// How many bytes inflating must get far before a raw DEFLATE stream is believed in that does not end well.
    ///
    /// Found by experiment: of 40,000 to 400,000 generated float32 maps of each of eight kinds (constant, planes,
    /// planes in millimetres, noise, holes, two halves, negative), inflating as raw DEFLATE ran through 128 bytes of
    /// about 1 in 200,000, but for maps of repeated values: 1.4 % of the constant ones inflate without a fault however
    /// long they are, a third of them to more bytes than went in. That is why the length of the run alone decides
    /// nothing.
    static let longRun = 128

    /// Whether the bytes begin with a gzip header; fewer than four need only not contradict one.
    ///
    /// The upper three bits of the fourth byte, the flags, are reserved and 0. In a little-endian float32 those are the
    /// sign and the upper exponent bits: zero, they make it less than 2^-63. So no map whose first sample is valid, or
    /// NaN, or infinite, begins like this.
    static func looksLikeGzip(_ bytes: some Collection<UInt8>) -> Bool {
        let start = Array(bytes.prefix(4))
        guard !start.isEmpty, [0x1F, 0x8B, 0x08].starts(with: start.prefix(3)) else { return false }
        return start.count < 4 || start[3] & 0xE0 == 0
    }

    /// Whether the bytes begin with a block of LZFSE. As float32 these letters are less than a micrometre.
    static func looksLikeLZFSE(_ bytes: [UInt8]) -> Bool {
        bytes.count >= 4 && bytes.starts(with: Array("bvx".utf8)) && "-n12$".utf8.contains(bytes[3])
    }

    /// Whether the bytes begin with a zlib header: method 8, a window of at most 32 KiB, divisible by 31.
    static func looksLikeZlib(_ bytes: [UInt8]) -> Bool {
        guard bytes.count >= 2 else { return false }
        return bytes[0] & 0x0F == 8 && bytes[0] >> 4 <= 7 && (Int(bytes[0]) << 8 | Int(bytes[1])) % 31 == 0
    }

    /// Unpacks bytes that are not of a ``StoredFormat`` themselves.
    ///
    /// - Parameter reservation: takes what comes out before there is room for it.
    static func unpack(
        _ bytes: [UInt8], _ rule: LengthRule, limit: Int, reservation: ByteReservation? = nil
    ) throws(UnpackingFailure) -> Unpacked {
        if looksLikeGzip(bytes) {
            return try unpackGzip(bytes, limit: limit, reservation)
        }
        if looksLikeLZFSE(bytes), !rule.givenFit(byteCount: bytes.count) {
            return try unpackLZFSE(bytes, limit: limit, reservation)
        }
        if let unpacked = unpackDMP(bytes, limit: limit, reservation) { return unpacked }
        guard looksLikeZlib(bytes) else {
            return try unpackWithoutHeader(bytes, rule, limit: limit, reservation, zlibError: nil)
        }
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

    /// The halves in a file of Scaniverse: four letters, a header of which nothing is published, and a zlib stream to
    /// the end. Nil for anything else; as float32 the letters are less than a nanometre.
    private static func unpackDMP(
        _ bytes: [UInt8], limit: Int, _ reservation: ByteReservation?
    ) -> Unpacked? {
        guard bytes.starts(with: Array("DMP0".utf8)) else { return nil }
        for start in 4..<min(64, max(4, bytes.count)) {
            let stream = Array(bytes[start...])
            guard looksLikeZlib(stream) else { continue }
            let inflation = inflate(stream, framing: .zlib, limit: limit, reservation: reservation)
            if inflation.end == .complete, inflation.consumed == stream.count {
                return Unpacked(container: .zlib, bytes: inflation.output, holdsHalves: true)
            }
        }
        return nil
    }

    /// Nothing can be said of a file for which there is too little memory.
    static func withoutMemory(_ byteCount: Int, limit: Int) -> UnpackingFailure {
        UnpackingFailure(error: .notEnoughMemory(byteCount: byteCount), serverReading: .unknown(byteLimit: limit))
    }

    private static func unpackGzip(
        _ bytes: [UInt8], limit: Int, _ reservation: ByteReservation?
    ) throws(UnpackingFailure) -> Unpacked {
        switch inflateGzip(bytes, limit: limit, reservation: reservation) {
        case .inflated(let member, let fault): return unpacked(member, of: bytes, gzipFault: fault)
        case .refusedByServer(let member, let refusal): return unpacked(member, of: bytes, refusal: refusal)
        case .failed(let error, let serverReading):
            throw UnpackingFailure(error: error, serverReading: serverReading)
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

    /// Rules 4 to 6. `zlibError` is set if the bytes begin like a zlib stream and are none that can be used.
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
            // Where both fit, float32 is likelier than samples of two bytes.
            let inflatedFits =
                rule.givenFitFloat32(byteCount: inflation.output.count)
                || rule.givenFit(byteCount: inflation.output.count) && !rule.givenFitFloat32(byteCount: bytes.count)
            if !fits || inflatedFits {
                return Unpacked(container: .deflate, bytes: inflation.output)
            }
        }
        let uncompressed = Unpacked(container: .none, bytes: bytes, dropped: zlibError)
        if fits {
            return uncompressed
        }
        if zlibError == nil, let error = rule.headerError(byteCount: bytes.count), inflation.consumed < longRun {
            throw UnpackingFailure(kind: .uncompressed, error: error)
        }
        if let format = ForeignFormat(bytes) {
            throw UnpackingFailure(kind: .foreign(format), error: .otherFormat(format, container: .none))
        }
        let canBeMap = rule.accepts(byteCount: bytes.count)
        // Asked only where it decides: each sample is looked at.
        func isPlausible() -> Bool { canBeMap && PlausibleSamples(in: lazyFloat32Samples(of: bytes)).areMost }
        if let zlibError {
            if isPlausible() && !zlibError.showsCompleteStream { return uncompressed }
            throw UnpackingFailure(kind: .zlib, error: zlibError)
        }
        let deflateError =
            inflation.error(in: .deflate, inputCount: bytes.count, limit: limit)
            ?? endError(of: inflation, bytes, rule)
        // Beyond the limit it is a bomb, whatever its bytes look like: a bomb is mostly zeros, which speak for nothing.
        let isBomb = inflation.end == .overLimit
        if endsAtEnd && !canBeMap || isBomb || inflation.consumed >= longRun && !isPlausible() {
            throw UnpackingFailure(kind: .deflate, error: deflateError)
        }
        if !canBeMap {
            throw UnpackingFailure(kind: .uncompressed, error: rule.error(.none, byteCount: bytes.count))
        }
        return uncompressed
    }

    /// What is wrong with a complete raw DEFLATE stream that does not count.
    private static func endError(of inflation: Inflation, _ bytes: [UInt8], _ rule: LengthRule) -> DepthFileError {
        inflation.consumed < bytes.count
            ? .bytesAfterEnd(TrailingBytes(after: "raw DEFLATE stream", bytes[inflation.consumed...]))
            : rule.error(.deflate, byteCount: inflation.output.count)
    }
}

/// Bytes that were taken out of their container.
struct Unpacked {
    var container: DepthContainer
    var bytes: [UInt8]
    /// What follows the first gzip member, or the LZFSE stream.
    var trailing: TrailingBytes?
    /// Why the bytes were not inflated, although they begin like a zlib stream.
    var dropped: DepthFileError?
    /// What other programs find wrong with a gzip member that the server inflates.
    var gzipFault: DepthFileError?
    /// Why the server does not inflate a gzip member that other programs do.
    var refusal: ServerRefusal?
    /// Whether the samples are known to be of two bytes.
    var holdsHalves = false
}

/// Why a file could not be unpacked, and what the server would get out of it.
struct UnpackingFailure: Error {
    var error: DepthFileError
    var serverReading: ServerReading

    init(error: DepthFileError, serverReading: ServerReading) {
        self.error = error
        self.serverReading = serverReading
    }

    /// Of a file that is not gzip.
    init(kind: ServerRefusal.OtherKind, error: DepthFileError) {
        self.init(error: error, serverReading: .unavailable(.notGzip(found: kind)))
    }
}

extension DepthFileError {
    /// Whether a stream was inflated to its very end before this was found.
    var showsCompleteStream: Bool {
        switch self {
        case .wrongChecksum, .wrongLength, .bytesAfterEnd: true
        default: false
        }
    }
}

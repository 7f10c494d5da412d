internal import DepthFiles
internal import GzipReader
internal import Support

/// A known change that a part suffers on its way, which can be undone.
///
/// The raw value is a stable code.
package enum PartDamage: String, Sendable, Hashable, CaseIterable {
    /// CR and LF after the part.
    case lineEndsBehind = "line_ends_behind"
    /// CR and LF before the part.
    case lineEndsBefore = "line_ends_before"
    case byteOrderMark = "byte_order_mark"
    case gzip, zlib
    /// DEFLATE without the header of gzip or zlib.
    case deflate
    // The texts of ``Base64Reading``.
    case base64, hexadecimal
    case byteList = "byte_list"
    case jsonString = "json_string"
    case percentEncoding = "percent_encoding"
    /// Each byte was read as a character of Latin-1 or Windows-1252 and written as UTF-8.
    case utf8
    /// Each byte was written as two.
    case utf16
    /// Each LF became CR LF.
    case carriageReturnsAdded = "carriage_returns_added"
    /// Each CR LF became LF.
    case carriageReturnsLost = "carriage_returns_lost"

    /// The bytes that a part may have had before; empty if it does not look damaged in this way.
    func undone(_ bytes: [UInt8]) -> [[UInt8]] {
        switch self {
        case .lineEndsBehind:
            let count = bytes.reversed().prefix(Self.maximumLineEndByteCount).prefix(while: Self.isLineEnd).count
            return count == 0 ? [] : (1...count).map { Array(bytes.dropLast($0)) }
        case .lineEndsBefore:
            let count = bytes.prefix(Self.maximumLineEndByteCount).prefix(while: Self.isLineEnd).count
            return count == 0 ? [] : (1...count).map { Array(bytes.dropFirst($0)) }
        case .byteOrderMark:
            return bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? [Array(bytes.dropFirst(3))] : []
        case .gzip: return Self.inflated(bytes).map { [$0] } ?? []
        case .zlib: return Self.inflated(bytes, .zlib).map { [$0] } ?? []
        case .deflate: return Self.inflated(bytes, .raw).map { [$0] } ?? []
        case .base64: return Base64Reading.readings(of: bytes, in: .base64).map(\.bytes)
        case .hexadecimal: return Base64Reading.readings(of: bytes, in: .hexadecimal).map(\.bytes)
        case .byteList: return Base64Reading.readings(of: bytes, in: .numbers).map(\.bytes)
        case .jsonString: return Self.jsonString(bytes).map { [$0] } ?? []
        case .percentEncoding: return Self.percentDecoded(bytes).map { [$0] } ?? []
        case .utf8: return Charset.windows1252Bytes(ofUTF8: bytes).map { [$0] } ?? []
        case .utf16: return Self.halved(bytes).map { [$0] } ?? []
        case .carriageReturnsAdded:
            var (undone, count) = ([UInt8](), 0)
            undone.reserveCapacity(bytes.count)
            for byte in bytes {
                if byte == Self.lineFeed {
                    guard undone.last == Self.carriageReturn else { return [] }
                    undone.removeLast()
                    count += 1
                }
                undone.append(byte)
            }
            return count == 0 ? [] : [undone]
        case .carriageReturnsLost:
            return Self.bareLineFeeds(bytes).isEmpty ? [] : [Self.withCarriageReturns(bytes)]
        }
    }

    /// Line ends before or behind a part beyond this count are not tried.
    private static let maximumLineEndByteCount = 8
    /// The largest part that is inflated.
    static let inflationLimit = 16 << 20
    static let carriageReturn = UInt8(ascii: "\r")
    static let lineFeed = UInt8(ascii: "\n")

    private static func isLineEnd(_ byte: UInt8) -> Bool { byte == carriageReturn || byte == lineFeed }

    /// The content of a gzip member that spans the bytes; nil for other bytes.
    static func inflated(_ bytes: [UInt8]) -> [UInt8]? {
        guard bytes.starts(with: [0x1F, 0x8B]) else { return nil }
        return GzipMember(soundInput: bytes, limit: inflationLimit)?.bytes
    }

    /// The content of a stream without gzip's header that spans the bytes; nil for other bytes.
    private static func inflated(_ bytes: [UInt8], _ framing: DeflateFraming) -> [UInt8]? {
        let inflation = inflate(bytes, framing: framing, limit: inflationLimit)
        guard case .complete = inflation.end, inflation.consumed == bytes.count else { return nil }
        return inflation.output
    }

    private static func jsonString(_ bytes: [UInt8]) -> [UInt8]? {
        let text = bytes.drop { $0 == 0x20 || $0 == 0x09 || isLineEnd($0) }
        guard text.first == UInt8(ascii: "\""), case .string(let content)? = try? JSONReader.read(bytes, .texts) else {
            return nil
        }
        return Array(content.utf8)
    }

    private static func percentDecoded(_ bytes: [UInt8]) -> [UInt8]? {
        bytes.allSatisfy { $0 < 0x80 } ? Base64Reading.percentDecoded(bytes[...]) : nil
    }

    /// The low bytes of UTF-16 in either order, without its byte order mark, if all high bytes are 0.
    private static func halved(_ bytes: [UInt8]) -> [UInt8]? {
        let isMarked = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
        let units = bytes.dropFirst(isMarked ? 2 : 0)
        guard units.count >= 2, units.count % 2 == 0 else { return nil }
        for offset in [1, 0] {
            let high = stride(from: units.startIndex + offset, to: units.endIndex, by: 2)
            guard high.allSatisfy({ units[$0] == 0 }) else { continue }
            return stride(from: units.startIndex + 1 - offset, to: units.endIndex, by: 2).map { units[$0] }
        }
        return nil
    }

    /// The indices of each LF; empty if one has a CR before it, which a loss of CR excludes.
    static func bareLineFeeds(_ bytes: [UInt8]) -> [Int] {
        var places: [Int] = []
        for (index, byte) in bytes.enumerated() where byte == lineFeed {
            if index > 0, bytes[index - 1] == carriageReturn { return [] }
            places.append(index)
        }
        return places
    }

    /// The bytes with a CR before each LF.
    private static func withCarriageReturns(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + bytes.count / 64)
        for byte in bytes {
            if byte == lineFeed { result.append(carriageReturn) }
            result.append(byte)
        }
        return result
    }
}

/// The damage of a part, proved by a property of the bytes without it.
///
///     let repair = PartRepair(of: photo) { SHA256Digest.bytes(of: $0) == claimed }
///     print(repair?.steps.map(\.damage.rawValue) ?? [])
package struct PartRepair: Sendable, Hashable {
    /// The undone damage, outermost first.
    package let steps: [Step]
    package let bytes: [UInt8]

    package struct Step: Sendable, Hashable {
        package let damage: PartDamage
        /// The line ends that were removed; empty for other damage.
        package let removed: [UInt8]
    }

    /// The most bytes that are given to the test of a repair: the hashes of 32 MiB take some 20 ms.
    private static let testedByteLimit = 32 << 20

    /// Undoes one damage, then two. Nil if no result passes the test.
    ///
    /// - Parameter isText: Whether the part is text, which may have any number of CR LF.
    package init?(of bytes: [UInt8], isText: Bool = false, _ isRight: ([UInt8]) -> Bool) {
        var budget = Self.testedByteLimit
        func passes(_ candidate: PartRepair) -> Bool {
            budget -= candidate.bytes.count
            return budget >= 0 && isRight(candidate.bytes)
        }
        var layer = [PartRepair(steps: [], bytes: bytes)]
        for _ in 0..<2 {
            var next: [PartRepair] = []
            for candidate in layer {
                for damage in PartDamage.allCases where budget > 0 {
                    // A change and its opposite undo nothing.
                    for repair in candidate.undoing(damage) where repair.bytes != bytes {
                        if passes(repair) {
                            self = repair
                            return
                        }
                        next.append(repair)
                    }
                }
            }
            layer = next
        }
        if isText { return nil }
        // Other files have few CR LF: the one that lost its CR is sought among all LF.
        let unconverted = PartDamage.carriageReturnsAdded.undone(bytes).first
        let start = PartRepair(
            steps: unconverted == nil ? [] : [Step(damage: .carriageReturnsAdded, removed: [])],
            bytes: unconverted ?? bytes)
        let places = PartDamage.bareLineFeeds(start.bytes)
        // In a larger file more than one CR LF is likely.
        guard places.count * start.bytes.count <= budget else { return nil }
        for place in places {
            let candidate = PartRepair(
                steps: start.steps + [Step(damage: .carriageReturnsLost, removed: [])],
                bytes: start.bytes[..<place] + [PartDamage.carriageReturn] + start.bytes[place...])
            if passes(candidate) {
                self = candidate
                return
            }
        }
        return nil
    }

    private init(steps: [Step], bytes: [UInt8]) {
        (self.steps, self.bytes) = (steps, bytes)
    }

    private func undoing(_ damage: PartDamage) -> [PartRepair] {
        // One removal tries every number of line ends.
        if let last = steps.last, last.damage == damage, !last.removed.isEmpty { return [] }
        return damage.undone(bytes).map { undone in
            let count = bytes.count - undone.count
            let removed: [UInt8] =
                switch damage {
                case .lineEndsBehind: bytes.suffix(count)
                case .lineEndsBefore: Array(bytes.prefix(count))
                default: []
                }
            return PartRepair(steps: steps + [Step(damage: damage, removed: removed)], bytes: undone)
        }
    }

    /// A stable code, such as `base64` or `base64+gzip`.
    package var code: String { steps.map(\.damage.rawValue).joined(separator: "+") }
}

/// A depth map that is right without known damage.
package struct DepthMapRepair: Sendable, Hashable {
    package let repair: PartRepair
    package let sampleCount: Int
    /// Whether the samples are compressed, as the server requires.
    package let isGzip: Bool

    /// Nil if the part is not damaged, or the damage is not known.
    ///
    /// A repair is right if a gzip member with the right checksum or, with known dimensions, bare samples remain.
    ///
    /// - Parameter dimensions: Those of the metadata, if known. A map of this size is preferred.
    package init?(of part: [UInt8], width: Int, height: Int) {
        let expected = width * height * 4
        var attempts: [([UInt8]) -> Bool] = [{ Self.isWhole($0) }]
        if expected > 0 {
            // The server finds the right number of samples, or bare ones need no repair before compression.
            if PartDamage.inflated(part)?.count == expected || part.count == expected { return nil }
            attempts.insert({ PartDamage.inflated($0)?.count == expected || $0.count == expected }, at: 0)
        }
        // A sound map of another size needs no repair. The server ignores bytes behind it.
        if Self.isWhole(part) { return nil }
        if let member = try? GzipMember(part, limit: PartDamage.inflationLimit),
            Self.isWhole(Array(part.prefix(member.byteCount)))
        {
            return nil
        }
        guard let repair = attempts.lazy.compactMap({ PartRepair(of: part, $0) }).first else { return nil }
        let inflated = PartDamage.inflated(repair.bytes)
        (self.repair, isGzip) = (repair, inflated != nil)
        sampleCount = (inflated ?? repair.bytes).count / 4
    }

    /// Whether the bytes are gzip of whole samples, not of something that is gzip or text itself.
    private static func isWhole(_ bytes: [UInt8]) -> Bool {
        guard let inflated = PartDamage.inflated(bytes), !inflated.isEmpty else { return false }
        return inflated.count % 4 == 0 && !inflated.starts(with: [0x1F, 0x8B]) && !DamageSign.isText(inflated)
    }
}

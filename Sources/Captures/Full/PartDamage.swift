internal import DepthFiles
internal import GzipReader
internal import Support

/// A known, reversible change to a part on its way to the server.
package enum PartDamage: String, Sendable, Hashable, CaseIterable {
    /// CR and LF after the part.
    case lineEndsBehind = "line_ends_behind"
    case lineEndsBefore = "line_ends_before"
    case byteOrderMark = "byte_order_mark"
    case gzip, zlib
    // Encodings that ``Base64Reading`` reads.
    case base64, hexadecimal
    /// Each byte was read as a character of Latin-1 or Windows-1252 and written as UTF-8.
    case utf8

    /// The bytes that a part may have had before; empty if it does not look damaged in this way.
    func undone(_ bytes: [UInt8]) -> [[UInt8]] {
        switch self {
        case .lineEndsBehind:
            let count = bytes.reversed().prefix(Self.maximumLineEndByteCount).prefix(while: Self.isLineEnd).count
            return count == 0 ? [] : (1...count).map { Array(bytes.dropLast($0)) }
        case .lineEndsBefore:
            let count = bytes.prefix(Self.maximumLineEndByteCount).prefix(while: Self.isLineEnd).count
            return count == 0 ? [] : (1...count).map { Array(bytes.dropFirst($0)) }
        case .byteOrderMark: return bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? [Array(bytes.dropFirst(3))] : []
        case .gzip: return Self.inflated(bytes).map { [$0] } ?? []
        case .zlib:
            let inflation = inflate(bytes, framing: .zlib, limit: Self.inflationLimit)
            guard case .complete = inflation.end, inflation.consumed == bytes.count else { return [] }
            return [inflation.output]
        case .base64: return Base64Reading.readings(of: bytes, in: .base64).map(\.bytes)
        case .hexadecimal: return Base64Reading.readings(of: bytes, in: .hexadecimal).map(\.bytes)
        case .utf8: return Charset.windows1252Bytes(ofUTF8: bytes).map { [$0] } ?? []
        }
    }

    /// The largest number of line-end bytes that are removed before or after a part.
    private static let maximumLineEndByteCount = 8
    static let inflationLimit = 16 << 20
    static let carriageReturn = UInt8(ascii: "\r")
    static let lineFeed = UInt8(ascii: "\n")

    private static func isLineEnd(_ byte: UInt8) -> Bool { byte == carriageReturn || byte == lineFeed }

    static func inflated(_ bytes: [UInt8]) -> [UInt8]? {
        guard bytes.starts(with: [0x1F, 0x8B]) else { return nil }
        return GzipMember(soundInput: bytes, limit: inflationLimit)?.bytes
    }

}

/// The damage of a part, proved by a property of the repaired bytes.
package struct PartRepair: Sendable, Hashable {
    /// The undone damage, outermost first.
    package let steps: [Step]
    package let bytes: [UInt8]

    package struct Step: Sendable, Hashable {
        package let damage: PartDamage
        package let removed: [UInt8]
    }

    /// The largest total size of the repairs that are tested: hashing 32 MiB takes some 20 ms.
    private static let testedByteLimit = 32 << 20

    /// Undoes each damage, then each pair, until `isRight` accepts the bytes; nil if none are accepted in the budget.
    package init?(of bytes: [UInt8], _ isRight: ([UInt8]) -> Bool) {
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
                    // Two changes that lead back to the sent bytes repair nothing.
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
        return nil
    }

    private init(steps: [Step], bytes: [UInt8]) { (self.steps, self.bytes) = (steps, bytes) }

    private func undoing(_ damage: PartDamage) -> [PartRepair] {
        // A single step already tries each number of line ends.
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

package struct DepthMapRepair: Sendable, Hashable {
    package let repair: PartRepair
    package let sampleCount: Int
    package let isGzip: Bool

    /// A repair is right if it gives samples of the stated dimensions, bare or in gzip, or else gzip of whole samples.
    package init?(of part: [UInt8], width: Int, height: Int) {
        let expected = width * height * 4
        var attempts: [([UInt8]) -> Bool] = [{ Self.isWhole($0) }]
        if expected > 0 {
            // A part with the right number of samples needs no repair. If they are bare, they only need compression.
            if PartDamage.inflated(part)?.count == expected || part.count == expected { return nil }
            attempts.insert({ PartDamage.inflated($0)?.count == expected || $0.count == expected }, at: 0)
        }
        // Sound gzip of another number of samples needs no repair either. The server ignores bytes after it.
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

    /// Whether the bytes are gzip of whole samples. Content that is itself gzip or text does not count.
    private static func isWhole(_ bytes: [UInt8]) -> Bool {
        guard let inflated = PartDamage.inflated(bytes), !inflated.isEmpty else { return false }
        return inflated.count % 4 == 0 && !inflated.starts(with: [0x1F, 0x8B]) && !DamageSign.isText(inflated)
    }
}

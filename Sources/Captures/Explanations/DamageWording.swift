internal import Support

// The sentences about parts that were damaged or wrapped on their way.

extension PhotoMismatch {
    /// The instruction. It never asks to hash a photo that is damaged.
    var instruction: String {
        switch self {
        case .repair(let repair, let isInEachPart):
            "\(repair.advice(isInEachPart ? "each part" : "the photo")); \(finding ?? "")"
        case .exchangedParts: "exchange the names of two parts: \(finding ?? "")"
        case .hashOf(.photoAndLineFeed), .hashOf(.photoAndLineEnd): "send the bytes that were hashed: \(finding ?? "")"
        case .hashOf: "hash the bytes of the photo: \(finding ?? "")"
        case .damage(let sign): "send the photo that was hashed, byte for byte: \(sign.wording(of: "the photo"))"
        case .otherPhoto:
            "send the photo that was hashed, byte for byte: the bytes that were sent are damaged, encoded again or of "
                + "another photo; hash and sign another photo before it is sent"
        }
    }

    var finding: String? {
        switch self {
        case .repair(let repair, let isInEachPart):
            repair.finding("the photo", isInEachPart: isInEachPart, "has the stated hash")
        case .exchangedParts: "the parts photo and depth_map are exchanged"
        case .hashOf(let data): "photo_hash is the hash of \(data.wording)"
        case .damage(let sign): "the photo is not the one that was hashed: \(sign.wording(of: "it"))"
        case .otherPhoto: nil
        }
    }
}

extension DepthMapRepair {
    private static let noun = "the depth map"

    var instruction: String {
        // If the samples are already compressed, the advice does not ask for gzip.
        let isCompressed = isGzip || repair.steps.contains { $0.damage == .gzip }
        return "\(repair.advice(Self.noun, isCompressed: isCompressed)); \(finding)"
            + (isCompressed ? "" : "; compress the samples with gzip")
    }

    var finding: String {
        repair.finding(Self.noun, isCompressed: isGzip, "has \(NumberText.count(sampleCount, "sample"))")
    }
}

extension PartRepair {
    private static let metadata = "the part metadata"

    var metadataInstruction: String { "\(advice(Self.metadata)); \(metadataFinding)" }
    var metadataFinding: String { finding(Self.metadata, "is JSON that the server can read") }

    fileprivate func advice(_ noun: String, isCompressed: Bool = false) -> String {
        var advice: [String] = []
        for words in steps.map({ $0.words(noun, isCompressed: isCompressed) }) where !advice.contains(words.advice) {
            advice.append(words.advice)
        }
        return advice.joined(separator: "; ")
    }

    fileprivate func finding(
        _ noun: String, isInEachPart: Bool = false, isCompressed: Bool = false, _ result: String
    ) -> String {
        let words = steps.map { $0.words(noun) }
        let undone = words.map(\.undone)
        let isRepeated = undone.count > 1 && Set(undone).count == 1
        return "\(isInEachPart ? "each part" : noun) \(Self.state(words.map(\.state), isCompressed)): "
            + "\(isRepeated ? "\(undone[0]) twice" : undone.joined(separator: " and ")), "
            + "\(isInEachPart ? noun : "it") \(result)"
    }

    /// The states of a part, outermost first: `is base64 of gzip`, `is gzip in gzip`, `has … and is base64`.
    private static func state(_ states: [String], _ isCompressed: Bool) -> String {
        var (text, last) = (states[0], states[0])
        let isEncoded = states.last?.hasPrefix("is ") ?? false
        for state in states.dropFirst() + (isCompressed && isEncoded ? ["is gzip"] : []) {
            let isNested = last.hasPrefix("is ") && state.hasPrefix("is ")
            text += isNested ? " \(state == last ? "in" : "of") \(state.dropFirst(3))" : " and \(state)"
            last = state
        }
        return text
    }
}

extension PartRepair.Step {
    /// Three phrases: the state (after the part's noun), how to undo it (before "it has"), and the sender's change.
    fileprivate func words(
        _ noun: String, isCompressed: Bool = false
    ) -> (state: String, undone: String, advice: String) {
        let surplus = "\(NumberText.count(removed.count, "byte")) too many"
        let names = removed.map { $0 == 0x0D ? "CR" : "LF" }.joined(separator: " ")
        let without = removed.count == 1 ? "without it" : "without them"
        let (bytes, asBytes) = ("send the bytes of \(noun)", "write \(noun) as bytes, never as text")
        return switch damage {
        case .lineEndsBehind:
            ("has \(surplus) behind it (\(names))", without, "end \(noun) right before the CR LF of the boundary")
        case .lineEndsBefore:
            ("has \(surplus) before it (\(names))", without, "begin \(noun) right behind the empty line")
        case .byteOrderMark: ("has a byte order mark before it (EF BB BF)", "without it", asBytes)
        case .gzip: ("is gzip", "inflated", isCompressed ? "compress \(noun) once" : "do not compress \(noun)")
        case .zlib: ("is zlib", "inflated", "do not compress \(noun) with zlib")
        case .base64: ("is base64", "decoded", bytes)
        case .hexadecimal: ("is hexadecimal digits", "decoded", bytes)
        case .utf8: ("has each byte as a character of Latin-1 in UTF-8", "with one byte for each", asBytes)
        }
    }
}

extension HashedData {
    fileprivate var wording: String {
        switch self {
        case .base64: "the photo's base64"
        case .hexadecimal: "the photo's hexadecimal digits"
        case .hash: "the photo's hash (hashed twice)"
        case .hashText: "the hexadecimal digits of the photo's hash (hashed twice)"
        case .depthMap: "the depth map"
        case .photoAndDepthMap: "photo and depth map together"
        case .utf8Text: "a string that was decoded from the bytes as UTF-8, which loses bytes"
        case .photoAndLineFeed: "the photo and an LF: the photo lost it, or it was hashed by mistake"
        case .photoAndLineEnd: "the photo and a CR LF: the photo lost it, or it was hashed by mistake"
        case .nothing: "no bytes at all"
        }
    }
}

extension DamageSign {
    func wording(of noun: String) -> String {
        switch self {
        case .replacementCharacters(let count):
            "\(noun) has EF BF BD (U+FFFD) \(count) times, so it was read as UTF-8 text, which loses bytes"
        case .text(let start): "\(noun) is text that begins with \"\(start.printable)\""
        case .cut: "\(noun) begins like a JPEG file but has no end (FF D9), so it was cut"
        case .bytesBehind(let bytes):
            "\(NumberText.count(bytes.count, "byte")) (\(Self.digits(bytes))) follow the end of the JPEG file (FF D9)"
        case .start(let bytes): "\(noun) begins with \(Self.digits(bytes)), like no picture"
        }
    }

    private static func digits(_ bytes: [UInt8]) -> String {
        bytes.prefix(4).map { Hexadecimal.text(of: [$0]).uppercased() }.joined(separator: " ")
            + (bytes.count > 4 ? " …" : "")
    }
}

internal import Captures
internal import Support

// The sentences about parts that were damaged or wrapped on their way.

extension PhotoMismatch {
    /// The instruction. A photo with a wrong hash is never a reason to hash what is damaged.
    var instruction: String {
        switch self {
        case .repair(let repair, let isInEachPart):
            repair.instruction("the photo", "has the stated hash") { $0.cause(isInEachPart: isInEachPart) }
        case .hashOf(let data):
            "hash the bytes of the photo: photo_hash is the hash of \(data.wording)"
        case .damage(let sign):
            "send the photo that was hashed, byte for byte: \(sign.wording(of: "the photo"))"
        case .otherPhoto:
            "send the photo that was hashed, or hash the bytes that are sent and make the assertion again: it is "
                + "another photo, with no sign of damage; one that is encoded again has other bytes"
        }
    }
}

extension DepthMapRepair {
    var instruction: String {
        let samples = NumberText.count(sampleCount, "sample")
        return repair.instruction("the depth map", isGzip ? "is gzip of \(samples)" : "has \(samples)") { step in
            switch step.damage {
            case .gzip: isGzip ? "gzip in gzip: compress once" : step.cause()
            case .base64: "base64 of \(isGzip ? "gzip" : "samples"): send the bytes"
            default: step.cause()
            }
        } + (isGzip ? "" : "; compress it with gzip")
    }
}

extension PartRepair {
    /// The instruction for metadata that are not JSON.
    var metadataInstruction: String {
        instruction("the metadata", "are JSON that the server can read", pronoun: "they") { $0.cause() }
    }

    fileprivate func instruction(
        _ noun: String, _ result: String, pronoun: String = "it", _ cause: (Step) -> String
    ) -> String {
        var causes: [String] = []
        for cause in steps.map(cause) where !causes.contains(cause) { causes.append(cause) }
        let undoing = steps.map(\.undoing)
        let isRepeated = undoing.count > 1 && Set(undoing).count == 1
        return "send \(noun) \(isRepeated ? "\(undoing[0]) twice" : undoing.joined(separator: ", then ")): "
            + "\(pronoun) then \(result); \(causes.joined(separator: "; "))"
    }
}

extension PartRepair.Step {
    /// The step from the sent bytes to the right ones, after the noun.
    fileprivate var undoing: String {
        switch damage {
        case .lineEndsBehind: "without its last \(NumberText.count(removed.count, "byte")) (\(Self.name(removed)))"
        case .lineEndsBefore: "without its first \(NumberText.count(removed.count, "byte")) (\(Self.name(removed)))"
        case .byteOrderMark: "without its first 3 bytes (EF BB BF)"
        case .gzip: "inflated from gzip"
        case .base64: "decoded from base64"
        case .hexadecimal: "decoded from hexadecimal digits"
        case .byteList: "as the bytes that the list has in decimal digits"
        case .jsonString: "decoded from the JSON string"
        case .percentEncoding: "decoded from percent encoding"
        case .utf8: "with one byte for each character of its UTF-8"
        case .utf16: "without every second byte, which is 0"
        case .carriageReturnsAdded: "with LF for each CR LF"
        case .carriageReturnsLost: "with CR LF for LF"
        }
    }

    /// The cause, with what the sender does instead.
    fileprivate func cause(isInEachPart: Bool = false) -> String {
        let subject = isInEachPart ? "each part" : "it"
        return switch damage {
        case .lineEndsBehind: "\(subject) has \(Self.count(removed)) too many before the boundary"
        case .lineEndsBefore: "\(subject) has \(Self.count(removed)) too many between headers and content"
        case .byteOrderMark: "a byte order mark was written as for text: write bytes"
        case .gzip: "it was compressed, and the server inflates only the depth map, once"
        case .base64: "base64 of the bytes: send the bytes"
        case .hexadecimal: "hexadecimal digits of the bytes: send the bytes"
        case .byteList: "a list of numbers: send the bytes"
        case .jsonString: "JSON encoded twice: encode once"
        case .percentEncoding: "it was encoded as for a URL: multipart has no such encoding"
        case .utf8: "its bytes were read as Latin-1 text and written as UTF-8: never make a string of bytes"
        case .utf16: "it was written as UTF-16: never make a string of bytes"
        case .carriageReturnsAdded: "each LF became CR LF, as for text: write bytes in binary mode"
        case .carriageReturnsLost: "CR LF became LF, as for text: write bytes in binary mode"
        }
    }

    private static func name(_ lineEnds: [UInt8]) -> String {
        lineEnds.map { $0 == 0x0D ? "CR" : "LF" }.joined(separator: " ")
    }

    /// Line ends as a number of equal ones: `one CR LF`.
    private static func count(_ lineEnds: [UInt8]) -> String {
        let name = name(lineEnds)
        for (unit, length) in [("CR LF", 2), ("LF", 1), ("CR", 1)] where lineEnds.count % length == 0 {
            let count = lineEnds.count / length
            if Array(repeating: unit, count: count).joined(separator: " ") == name {
                return "\(count == 1 ? "one" : count.description) \(unit)"
            }
        }
        return name
    }
}

extension HashedData {
    fileprivate var wording: String {
        switch self {
        case .base64: "its base64"
        case .base64URL: "its base64 in the URL alphabet"
        case .dataURL: "a data: URL of it"
        case .hexadecimal: "its hexadecimal digits"
        case .capitalHexadecimal: "its hexadecimal digits in capitals"
        case .hash: "its hash (hashed twice)"
        case .hashText: "the hexadecimal digits of its hash (hashed twice)"
        case .depthMap: "the depth map"
        case .photoAndDepthMap: "photo and depth map together"
        case .latin1Text: "a string with a character for each byte, in UTF-8"
        case .utf8Text: "a string that was decoded from the bytes as UTF-8, which loses bytes"
        case .photoAndLineFeed: "the photo and an LF"
        case .photoAndLineEnd: "the photo and a CR LF"
        case .nothing: "no bytes at all"
        }
    }
}

extension DamageSign {
    /// - Parameter noun: the part.
    func wording(of noun: String) -> String {
        switch self {
        case .replacementCharacters(let count):
            "\(noun) has EF BF BD (U+FFFD) \(count) times, so it was read as UTF-8 text, which loses bytes"
        case .text(let start): "\(noun) is text that begins with \"\(start.printable)\""
        case .lineFeeds(let count): "\(noun) has CR before each of its \(count) LF, as text has"
        case .missingByte(let byte):
            "\(noun) has no byte \(Self.digits([byte])), so bytes were removed or replaced as in text"
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

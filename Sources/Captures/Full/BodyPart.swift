internal import Support

/// A part of a multipart body.
///
///     let part = BodyPart(name: "photo", fileName: "photo.jpg", contentType: "image/jpeg", content: photo)
public struct BodyPart: Sendable, Hashable {
    /// The form field name. The server ignores a part without one.
    public var name: String?
    /// The file name, which the server ignores.
    public var fileName: String?
    /// The content type. The server uses only its charset, in the parts `metadata` and `detection`.
    public var contentType: String?
    /// The content.
    public var content: [UInt8]

    /// Creates a part.
    public init(name: String?, fileName: String? = nil, contentType: String? = nil, content: [UInt8]) {
        (self.name, self.fileName, self.contentType, self.content) = (name, fileName, contentType, content)
    }
}

/// The required parts of a full capture.
///
/// The server's limits of 10 MiB for the photo and 5 MiB for the depth map never apply, because the body limit,
/// ``CapturePayload/byteLimit``, is lower.
public enum CapturePart: String, Sendable, CaseIterable {
    /// The photo, whose SHA-256 the metadata states.
    case photo
    /// The depth map, for which the server expects gzip of f32 samples.
    case depthMap = "depth_map"
    /// The metadata, a JSON object.
    case metadata
}

extension BodyPart {
    /// The kind of the part; nil if it is not a required part.
    package var kind: CapturePart? {
        name.flatMap { name in CapturePart.allCases.first { $0.rawValue.utf8.elementsEqual(name.utf8) } }
    }
}

package enum PartFault: Error, Sendable, Hashable {
    case json(ServerJSONError)
    case notModelled(UnmodelledBehaviour)
}

extension BodyPart {
    package var metadata: Result<CaptureMetadata, PartFault> {
        Result { () throws(PartFault) in
            try decoded { (json) throws(ServerJSONError) in try CaptureMetadata(json: json) }
        }
    }

    var detection: Result<CaptureDetection, PartFault> {
        Result { () throws(PartFault) in
            try decoded { (json) throws(ServerJSONError) in try CaptureDetection(json: json) }
        }
    }

    private func decoded<Value>(_ decode: ([UInt8]) throws(ServerJSONError) -> Value) throws(PartFault) -> Value {
        let json: [UInt8]
        do throws(UnmodelledBehaviour) { json = try utf8 } catch { throw .notModelled(error) }
        do throws(ServerJSONError) { return try decode(json) } catch { throw .json(error) }
    }

    /// The text in UTF-8. A byte order mark is removed and overrules the charset. An unknown charset means UTF-8, and
    /// ill-formed bytes become U+FFFD.
    package var utf8: [UInt8] {
        get throws(UnmodelledBehaviour) {
            if let mark = Charset.marked(content) { return try mark.charset.decoded(content[mark.byteCount...]) }
            let label = contentType.flatMap { MediaType($0) }?.parameter("charset")
            return try (label.flatMap { Charset(label: $0) } ?? .utf8).decoded(content[...])
        }
    }
}

struct PartHeader {
    /// Lower case.
    let name: String
    let value: ArraySlice<UInt8>

    /// Nil for a malformed line. httparse 1 rejects white space before the colon and folded lines.
    init?(_ line: ArraySlice<UInt8>) {
        let name = line.prefix { $0 != UInt8(ascii: ":") }
        guard !name.isEmpty, name.count < line.count, name.allSatisfy(MediaType.isTokenByte) else { return nil }
        let value = line.dropFirst(name.count + 1).trimmed { $0 == 0x20 || $0 == 0x09 }
        guard value.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else { return nil }
        self.name = String(decoding: name, as: UTF8.self).lowercased()
        self.value = value
    }

    func apply(to part: inout BodyPart) {
        switch name {
        case "content-disposition":
            part.name = Self.parameter("name", in: value)
            part.fileName = Self.parameter("filename", in: value)
        case "content-type": part.contentType = String(decoding: value, as: UTF8.self)
        default: break
        }
    }

    /// The search takes the first word that begins with the name, even inside a quoted value. It ends if no equals sign
    /// follows that word. A file name that contains ` name` therefore hides the part name. Source: multer 3.1.
    private static func parameter(_ name: String, in value: ArraySlice<UInt8>) -> String? {
        let search = ByteSearch(name)
        var rest = value
        while let place = search.firstIndex(in: rest) {
            let isWord = place == rest.startIndex || isBlank(rest[place - 1]) || rest[place - 1] == UInt8(ascii: ";")
            rest = rest[(place + name.utf8.count)...]
            guard isWord else { continue }
            rest = rest.drop(while: isBlank)
            guard rest.popFirst() == UInt8(ascii: "=") else { return nil }
            return content(rest.drop(while: isBlank)).flatMap { String(validating: $0, as: UTF8.self) }
        }
        return nil
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    /// A quoted value, or the text up to a semicolon or space; nil if the closing quote is missing.
    private static func content(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        guard text.first == UInt8(ascii: "\"")
        else { return Array(text.prefix { $0 != UInt8(ascii: ";") && $0 != 0x20 }) }
        var content: [UInt8] = []
        for byte in text.dropFirst() {
            // A backslash escapes only a quote, and it does so even after another backslash.
            let isEscaped = content.last == UInt8(ascii: "\\")
            if byte == UInt8(ascii: "\"") {
                guard isEscaped else { return content }
                content.removeLast()
            }
            content.append(byte)
        }
        return nil
    }
}

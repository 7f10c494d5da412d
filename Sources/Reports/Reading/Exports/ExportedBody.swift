internal import Captures
internal import Support

/// A body that an export holds as text.
///
/// Programs write bytes as UTF-8 (for JSON), as one character per byte, or in base64. Few of them state which, so the
/// size that the request states determines it.
struct ExportedBody {
    let text: String
    let headers: RequestHeaders
    var isBase64 = false
    /// The size of the body according to the export, which can be the size of the text instead.
    var exportedSize: Int?

    func bytes() throws(ExportFault) -> [UInt8] {
        let stated = headers.contentLength
        if isBase64 {
            guard let bytes = Base64Reading.complete(text.utf8)?.bytes else { throw .notBase64 }
            guard let stated, stated != bytes.count else { return bytes }
            throw .size(found: bytes.count, stated: stated)
        }
        if text.isEmpty {
            guard stated ?? exportedSize ?? 0 == 0 else { throw .noBody }
            return []
        }
        let isForm = headers.mediaType?.type == "multipart"
        let forms = [isForm && text.contains("\u{FFFD}") ? nil : Array(text.utf8), singleBytes, base64]
        if let stated {
            if let form = forms.first(where: { $0?.count == stated }), let form { return form }
            throw isASCII ? .size(found: text.utf8.count, stated: stated) : .textBody
        }
        if isForm, !text.hasPrefix("--"), let base64 { return base64 }
        if isASCII { return Array(text.utf8) }
        if let single = singleBytes, single.count == exportedSize { return single }
        guard !isForm, !text.contains("\u{FFFD}") else { throw .textBody }
        return Array(text.utf8)
    }

    private var isASCII: Bool { text.utf8.allSatisfy { $0 < 0x80 } }

    private var singleBytes: [UInt8]? {
        guard text.unicodeScalars.allSatisfy({ $0.value < 0x100 }) else { return nil }
        return text.unicodeScalars.map { UInt8($0.value) }
    }

    private var base64: [UInt8]? { isASCII ? Base64Reading.complete(text.utf8)?.bytes : nil }
}

extension RequestHeaders {
    var contentLength: Int? { value("Content-Length").flatMap { Int(String(decoding: $0, as: UTF8.self)) } }

    var mediaType: MediaType? { value("Content-Type").flatMap { MediaType(String(decoding: $0, as: UTF8.self)) } }
}

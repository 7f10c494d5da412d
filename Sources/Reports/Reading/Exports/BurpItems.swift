internal import Captures
internal import Support

/// Items that Burp Suite saves as XML ("Save items"), with or without base64.
///
/// Source: the document type in the files themselves.
extension RequestExport {
    static let burp = RequestExport(
        name: "burp", noun: "items of Burp Suite",
        recognises: { file in
            guard file.text.first == UInt8(ascii: "<") else { return false }
            var scanner = XMLScanner(file.text)
            return if case .start(let name, _)? = scanner.nextTag() { name == "items" } else { false }
        }
    ) { (file, requests) throws(ExportDamage) in
        var scanner = XMLScanner(file.text)
        var time: CaptureTimestamp?
        var count = 0
        while let tag = scanner.nextTag() {
            guard case .start(let name, let attributes) = tag else { continue }
            switch name {
            case "item":
                time = nil
                count += 1
                guard count <= itemLimit else { throw ExportDamage(finding: "more than \(itemLimit) items") }
            case "time": time = CaptureTimestamp(javaDate: String(decoding: scanner.content(), as: UTF8.self))
            case "request":
                let content = scanner.content()
                let isBase64 = ["base64=\"true\"", "base64='true'"].contains { attributes.range(of: $0) != nil }
                let bytes = isBase64 ? Base64Reading.complete(content)?.bytes ?? [] : BurpText(content).bytes
                try requests.add(http: bytes, time: time, isText: !isBase64)
            case "response": _ = scanner.content()
            default: break
            }
        }
        if scanner.isCutOff { throw ExportDamage(finding: "an element that does not end") }
    }
}

/// The largest number of items. A session of hours has thousands.
private let itemLimit = 100_000

/// A request as text: the characters of a body stand for its bytes.
private struct BurpText {
    let content: [UInt8]

    init(_ content: [UInt8]) { self.content = content }

    /// The request with the body in the form that has the stated size, or else unchanged.
    var bytes: [UInt8] {
        guard let end = content[...].range(of: "\r\n\r\n"),
            let text = String(validating: content[end.upperBound...], as: UTF8.self),
            let headers = try? HTTPRequestMessage.headers(of: content[...]),
            let body = try? ExportedBody(text: text, headers: headers).bytes()
        else { return content }
        return content[..<end.upperBound] + body
    }
}

/// The tags and the text of XML, without its grammar: enough for files that a known program writes.
private struct XMLScanner {
    enum Tag {
        case start(name: String, attributes: ArraySlice<UInt8>)
        case end(name: String)
    }

    private var rest: ArraySlice<UInt8>
    /// Whether the text ended within a tag or a section.
    private(set) var isCutOff = false

    init(_ text: ArraySlice<UInt8>) { rest = text }

    /// The next tag. Text, comments, CDATA sections, declarations and instructions are passed over.
    mutating func nextTag() -> Tag? {
        while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[start...]
            if let (opening, closing) = Self.sections.first(where: { rest.starts(with: $0.0.utf8) }) {
                _ = text(from: opening, to: closing)
                continue
            }
            if rest.starts(with: "<!".utf8) {
                // A document type with declarations ends with a bracket.
                let isList = rest.first { [UInt8(ascii: "["), UInt8(ascii: ">")].contains($0) } == UInt8(ascii: "[")
                _ = text(from: "<!", to: isList ? "]>" : ">")
                continue
            }
            guard let tag = text(from: "<", to: ">") else { return nil }
            let words = tag.split(maxSplits: 1) { [0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: "/")].contains($0) }
            let name = String(decoding: words.first ?? [], as: UTF8.self)
            return tag.first == UInt8(ascii: "/")
                ? .end(name: name) : .start(name: name, attributes: words.count > 1 ? words[1] : [])
        }
        return nil
    }

    /// The text up to the next tag, with that of CDATA sections, and without references.
    mutating func content() -> [UInt8] {
        var content: [UInt8] = []
        while true {
            let plain = rest.prefix { $0 != UInt8(ascii: "<") }
            rest = rest[plain.endIndex...]
            // Programs that indent the file put blanks around a section.
            if !plain.allSatisfy({ [0x20, 0x09, 0x0A, 0x0D].contains($0) }) {
                content += Self.withoutReferences(plain)
            }
            guard rest.starts(with: "<![CDATA[".utf8) else { break }
            content += text(from: "<![CDATA[", to: "]]>") ?? []
        }
        return content
    }

    private static let sections = [("<![CDATA[", "]]>"), ("<!--", "-->"), ("<?", "?>")]

    private mutating func text(from opening: String, to closing: String) -> ArraySlice<UInt8>? {
        let inside = rest.dropFirst(opening.utf8.count)
        guard let end = inside.range(of: closing) else {
            isCutOff = true
            rest = []
            return nil
        }
        rest = rest[end.upperBound...]
        return inside[..<end.lowerBound]
    }

    private static let references = ["&lt;": "<", "&gt;": ">", "&amp;": "&", "&quot;": "\"", "&apos;": "'"]

    private static func withoutReferences(_ text: ArraySlice<UInt8>) -> [UInt8] {
        guard text.contains(UInt8(ascii: "&")) else { return Array(text) }
        var (result, rest) = ([UInt8](), text)
        while let start = rest.firstIndex(of: UInt8(ascii: "&")) {
            result += rest[..<start]
            rest = rest[start...]
            let found = references.first { rest.starts(with: $0.key.utf8) }
            result += Array((found?.value ?? "&").utf8)
            rest = rest.dropFirst(found?.key.utf8.count ?? 1)
        }
        return result + rest
    }
}

extension CaptureTimestamp {
    /// A date as Java prints it, such as `Tue Nov 25 10:30:00 UTC 2025`; nil in another zone, whose name is ambiguous.
    fileprivate init?(javaDate: String) {
        let words = javaDate.split { " \r\n\t".contains($0) }
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        guard words.count == 6, ["UTC", "GMT", "Z"].contains(words[4]),
            let month = months.firstIndex(of: String(words[1]))
        else { return nil }
        let day = String(words[2]).zeroPadded(to: 2)
        self.init("\(words[5])-\(String(month + 1).zeroPadded(to: 2))-\(day)T\(words[3])Z")
    }
}

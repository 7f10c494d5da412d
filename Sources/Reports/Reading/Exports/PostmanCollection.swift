internal import Captures
internal import Support

/// Postman collections, with the requests of their saved responses. An item without one has its own request.
///
/// Source: https://schema.postman.com/collection/json/v2.1.0/draft-07/docs/index.html.
extension RequestExport {
    static let postman = RequestExport(
        name: "postman", noun: "a Postman collection",
        recognises: { file in
            file.names.isSuperset(of: ["info", "item"])
                || file.names.contains("collection") && file.text.range(of: "\"item\"") != nil
        }
    ) { (file, requests) throws(ExportDamage) in
        let json = try file.json()
        let collection = json["item"] == nil ? json["collection"] ?? json : json
        guard let items = collection["item"]?.elements else { throw ExportDamage(finding: "no array as item") }
        let variables = PostmanVariables(collection["variable"])
        try PostmanRequest.add(items, variables, to: &requests)
    }
}

/// The variables of a collection, which stand for text as `{{name}}`.
private struct PostmanVariables {
    private let values: [String: String]

    init(_ json: JSONValue?) {
        values = Dictionary(
            (json?.elements ?? []).compactMap { variable in
                guard let name = (variable["key"] ?? variable["id"])?.string, let value = variable["value"]?.string
                else { return nil }
                return (name, value)
            }, uniquingKeysWith: { $1 })
    }

    /// The longest replacement: each use of a variable repeats its value.
    private static func limit(of text: String) -> Int { 8 * text.utf8.count + 4096 }

    func resolved(_ text: String) -> String {
        guard text.contains("{{") else { return text }
        var result: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let name = Self.next(&rest, appendingTo: &result) {
            result += values[name].map { Array($0.utf8) } ?? Array("{{\(name)}}".utf8)
            if result.count > Self.limit(of: text) { return text }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// The first variable in a text.
    static func first(in text: String) -> String? {
        guard text.contains("{{") else { return nil }
        var (rest, before) = (Array(text.utf8)[...], [UInt8]())
        return next(&rest, appendingTo: &before)
    }

    /// Moves the text before the next variable, and returns its name; nil after the last one.
    private static func next(_ rest: inout ArraySlice<UInt8>, appendingTo text: inout [UInt8]) -> String? {
        let (open, close) = (UInt8(ascii: "{"), UInt8(ascii: "}"))
        while let start = rest.firstIndex(of: open) {
            text += rest[..<start]
            rest = rest[start...]
            let name = rest.dropFirst(2).prefix(65).prefix { isName($0) }
            let end = rest.dropFirst(2 + name.count).prefix(2)
            if rest.dropFirst().first == open, !name.isEmpty, end.elementsEqual([close, close]) {
                rest = rest[end.endIndex...]
                return String(decoding: name, as: UTF8.self)
            }
            text.append(open)
            rest = rest.dropFirst()
        }
        text += rest
        rest = []
        return nil
    }

    private static func isName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: [UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "$")].contains(byte)
        }
    }
}

private struct PostmanRequest {
    let json: JSONValue
    let variables: PostmanVariables

    /// Adds the requests of items and of the folders among them.
    static func add(
        _ items: [JSONValue], _ variables: PostmanVariables, to requests: inout ExportedRequests
    ) throws(ExportDamage) {
        for item in items {
            if let inner = item["item"]?.elements { try add(inner, variables, to: &requests) }
            let sent = (item["response"]?.elements ?? []).compactMap { $0["originalRequest"] }
            for json in sent.isEmpty ? [item["request"]].compactMap(\.self) : sent {
                let request = PostmanRequest(json: json, variables: variables)
                try requests.add(
                    method: json["method"]?.string?.uppercased() ?? "GET", target: request.target,
                    headers: { request.headers },
                    body: { (headers) throws(ExportFault) in try request.body(headers) })
            }
        }
    }

    /// The path of the URL, whose scheme and host can be variables.
    private var target: String {
        let url = json["url"] ?? json
        if let path = url["path"]?.elements, url["raw"] == nil {
            return "/" + path.map { variables.resolved($0.string ?? "") }.joined(separator: "/")
        }
        var rest = Array(variables.resolved((url["raw"] ?? url).string ?? "").utf8)[...]
        if let scheme = rest.range(of: "://") { rest = rest[scheme.upperBound...] }
        return String(decoding: rest.drop { $0 != UInt8(ascii: "/") }, as: UTF8.self)
    }

    private var headers: [RequestHeaders.Field] {
        let stated = (json["header"]?.elements ?? []).compactMap { header -> RequestHeaders.Field? in
            guard header["disabled"]?.flag != true, let name = header["key"]?.string else { return nil }
            let value = variables.resolved(header["value"]?.string ?? "")
            return RequestHeaders.Field(name: name, value: Array(value.utf8))
        }
        // Postman adds this header when it sends, and does not save it.
        guard RequestHeaders(stated).value("Content-Type") == nil, json["body"]?["mode"]?.string == "raw" else {
            return stated
        }
        let isJSON = json["body"]?["options"]?["raw"]?["language"]?.string == "json"
        return stated + [
            RequestHeaders.Field(name: "Content-Type", value: Array((isJSON ? "application/json" : "text/plain").utf8))
        ]
    }

    private func body(_ headers: RequestHeaders) throws(ExportFault) -> [UInt8] {
        for name in SignatureHeader.allCases.map(\.rawValue) + ["Content-Type"] {
            let value = headers.value(name).map { String(decoding: $0, as: UTF8.self) } ?? ""
            if let name = PostmanVariables.first(in: value) { throw .variable(name: name) }
        }
        let body = json["body"]
        switch body?["mode"]?.string {
        case "raw":
            let text = variables.resolved(body?["raw"]?.string ?? "")
            if let name = PostmanVariables.first(in: text) { throw .variable(name: name) }
            return try ExportedBody(text: text, headers: headers).bytes()
        case "file":
            if let text = body?["file"]?["content"]?.string {
                return try ExportedBody(text: text, headers: headers).bytes()
            }
            throw body?["file"]?["src"]?.string.map { .otherFile(name: $0) } ?? .noBody
        case "formdata":
            let names = (body?["formdata"]?.elements ?? []).compactMap { $0["src"]?.string }
            throw names.first.map { .otherFile(name: $0) } ?? .fields
        case nil where json["method"]?.string?.uppercased() != "POST": return []
        case nil: throw .noBody
        default: throw .fields
        }
    }
}

internal import Captures
internal import Support

/// HTTP archives, which browsers and proxies export.
///
/// Source: HAR 1.2, http://www.softwareishard.com/blog/har-12-spec. For base64, proxies also write
/// `postData.encoding`, which HAR 1.2 does not define.
extension RequestExport {
    static let har = RequestExport(
        name: "har", noun: "a HAR (HTTP archive)",
        recognises: { $0.names.contains("log") && $0.text.range(of: "\"entries\"") != nil }
    ) { (file, requests) throws(ExportDamage) in
        guard let entries = try file.json()["log"]?["entries"]?.elements else {
            throw ExportDamage(finding: "no array as log.entries")
        }
        for entry in entries {
            guard let request = entry["request"], let url = request["url"]?.string else { continue }
            try requests.add(
                method: request["method"]?.string?.uppercased() ?? "GET", target: url,
                time: entry["startedDateTime"]?.string.flatMap { CaptureTimestamp($0) },
                headers: { HARRequest(json: request).headers },
                body: { (headers) throws(ExportFault) in try HARRequest(json: request).body(headers) })
        }
    }
}

private struct HARRequest {
    let json: JSONValue

    var headers: [RequestHeaders.Field] {
        (json["headers"]?.elements ?? []).compactMap { header in
            guard let name = header["name"]?.string, let value = header["value"]?.string else { return nil }
            return RequestHeaders.Field(name: name, value: Array(value.utf8))
        }
    }

    func body(_ headers: RequestHeaders) throws(ExportFault) -> [UInt8] {
        let size = json["bodySize"]?.whole.flatMap { $0 > 0 ? $0 : nil }
        let data = json["postData"]
        guard let text = data?["text"]?.string, !text.isEmpty || data?["params"]?.elements?.isEmpty != false else {
            if let parameters = data?["params"]?.elements, !parameters.isEmpty {
                return try form(parameters, headers)
            }
            // Browsers drop the bodies of files, and state the size 0 for them.
            let isSent = json["method"]?.string?.uppercased() == "POST" && headers.contentLength != 0
            guard !isSent, size == nil else { throw .noBody }
            return []
        }
        let encoding = (data?["encoding"] ?? data?["_encoding"])?.string?.lowercased()
        return try ExportedBody(
            text: text, headers: headers, isBase64: encoding == "base64", exportedSize: size
        ).bytes()
    }

    /// The body in the form that most clients write. It is accepted only if it has the stated size.
    private func form(_ parameters: [JSONValue], _ headers: RequestHeaders) throws(ExportFault) -> [UInt8] {
        guard let boundary = headers.mediaType?.formBoundary, headers.contentLength != nil else { throw .fields }
        var text = ""
        for parameter in parameters {
            text += "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(parameter["name"]?.string ?? "")\""
            if let name = parameter["fileName"]?.string { text += "; filename=\"\(name)\"" }
            if let type = parameter["contentType"]?.string, !type.isEmpty { text += "\r\nContent-Type: \(type)" }
            text += "\r\n\r\n\(parameter["value"]?.string ?? "")\r\n"
        }
        do throws(ExportFault) {
            return try ExportedBody(text: text + "--\(boundary)--\r\n", headers: headers).bytes()
        } catch {
            throw .fields
        }
    }
}

import Captures
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import Reports
import Support
import Tasks

/// The page, and the paths below `/_depthcheck`. Pages of other sites can neither read nor call them.
struct AdminPages: Sendable {
    let desk: Desk
    let hosts: Set<String>

    /// The largest body of a request to these paths.
    private static let bodyLimit = 8 << 20

    func respond(to request: Request, path: String) async throws -> Response {
        guard isLocal(request.head.authority),
            request.headers[.origin].map({ isLocal(Self.host(ofOrigin: $0)) }) ?? true
        else { return text(.forbidden, "found a foreign Host or Origin; expected this server's own") }
        let parts = path.split(separator: "/").dropFirst()
        switch (request.method, parts.first, parts.dropFirst().first, parts.count) {
        case (.get, nil, _, _): return page(await desk.records, selected: selected(request))
        case (.get, "fragment", nil, _):
            return html(RequestPage(records: await desk.records, selected: selected(request)).main)
        case (.get, "openapi.json", nil, _): return json(Array(OpenAPIDocument.text.utf8))
        case (.get, "requests", nil, _):
            var writer = JSONWriter(.compact, .texts)
            let records = await desk.records
            writer.array(isInline: false) { for record in records { RequestRecord.shape.write(record, to: &$0) } }
            return json(writer.bytes)
        case (.get, "requests", let name?, 2):
            let head = name.prefix { $0 != "." }
            let number = head == "latest" ? await desk.records.last?.number : Int(head)
            guard let number, let record = await desk.record(number) else { break }
            let export = RequestExport(record: record, isRedacted: request.uri.queryParameters["redact"] == "1")
            if name.hasSuffix(".http") { return bytes(export.message, "application/octet-stream") }
            if name.hasSuffix(".case") {
                guard let file = export.caseFile else { break }
                return json(file)
            }
            if name.hasSuffix(".png") {
                guard let picture = record.picture else { break }
                return bytes(picture, "image/png")
            }
            var writer = JSONWriter(.indented, .texts)
            RequestRecord.shape.write(record, to: &writer)
            return json(writer.bytes)
        case (.put, "clock", nil, _): return try await setClock(request)
        case (.get, "state", nil, _): return json(await desk.state)
        case (.put, "state", nil, _):
            var request = request
            let body = try await request.collectBody(upTo: Self.bodyLimit)
            do {
                try await desk.setState(Array(body.readableBytesView))
            } catch let error as TaskFailure {
                return text(.badRequest, error.text(.server))
            }
            return Response(status: .noContent)
        case (.post, "reset", nil, _):
            try await desk.reset()
            return Response(status: .noContent)
        case (.post, "cases", nil, _):
            var request = request
            let body = Array(try await request.collectBody(upTo: Self.bodyLimit).readableBytesView)
            guard let value = try? JSONReader.read(body, .texts), value["endpoint"] != nil else {
                return text(.badRequest, "found no JSON object with the member endpoint; expected a case")
            }
            // A client must not read files of this machine.
            if value.namesFile { return text(.badRequest, "found a member ref, which names a file; expected base64") }
            let result = CheckTask.verifier.verify(body, named: "case.json")
            var writer = JSONWriter(.compact, .texts)
            writer.value(result.json)
            return json(writer.bytes, result.error == nil ? .ok : .badRequest)
        default: break
        }
        return text(.notFound, "found no such path; expected one of \(OpenAPIDocument.adminPaths)")
    }

    private func setClock(_ request: Request) async throws -> Response {
        var request = request
        let body = try await request.collectBody(upTo: 1000)
        let value = try? JSONReader.read(Array(body.readableBytesView), .texts)
        guard let time = value?["now"]?.string else {
            return text(
                .badRequest, "found no time; expected {\"now\": \"2025-12-01T10:00:00Z\"} or {\"now\": \"now\"}")
        }
        do throws(OptionError) {
            try await desk.setClock(time)
        } catch {
            return text(.badRequest, error.wording.text(.server))
        }
        return Response(status: .noContent)
    }

    private func selected(_ request: Request) -> Int? { request.uri.queryParameters["request"].flatMap { Int($0) } }

    /// Whether a host is this server; its port does not matter.
    private func isLocal(_ authority: String?) -> Bool {
        guard let authority else { return false }
        let host =
            authority.hasPrefix("[")
            ? authority.prefix { $0 != "]" } + "]" : authority.prefix { $0 != ":" }
        return hosts.contains(host.lowercased())
    }

    private static func host(ofOrigin origin: String) -> String? {
        origin.hasPrefix("http://") ? String(origin.dropFirst(7)) : nil
    }

    private func page(_ records: [RequestRecord], selected: Int?) -> Response {
        html(RequestPage(records: records, selected: selected).document)
    }

    private func html(_ text: String) -> Response {
        var response = bytes(Array(text.utf8), "text/html; charset=utf-8")
        if let name = HTTPField.Name("Content-Security-Policy") {
            response.headers[name] =
                "default-src 'none'; style-src 'sha256-\(RequestPage.styleHash)'; "
                + "script-src 'sha256-\(RequestPage.scriptHash)'; connect-src 'self'; img-src 'self'; "
                + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        }
        return response
    }

    private func text(_ status: HTTPResponse.Status, _ text: String) -> Response {
        bytes(Array("\(text)\n".utf8), "text/plain; charset=utf-8", status)
    }

    private func json(_ body: [UInt8], _ status: HTTPResponse.Status = .ok) -> Response {
        bytes(body, "application/json", status)
    }

    private func bytes(_ body: [UInt8], _ type: String, _ status: HTTPResponse.Status = .ok) -> Response {
        var headers = HTTPFields()
        headers[.contentType] = type
        headers[.cacheControl] = "no-store"
        headers[.xContentTypeOptions] = "nosniff"
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
    }
}

extension JSONValue {
    /// Whether a member names a file, at any depth.
    fileprivate var namesFile: Bool {
        switch self {
        case .object(let members): members.contains { $0.key == "ref" || $0.value.namesFile }
        case .array(let elements): elements.contains(where: \.namesFile)
        default: false
        }
    }
}

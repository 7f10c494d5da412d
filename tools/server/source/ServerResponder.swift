import Captures
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import Reports
import Support
import Tasks

/// A connection, which gives the address of the client and can be closed.
struct ConnectionContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
    }
}

/// Answers the endpoints of the capture server, and those below `/_depthcheck`.
struct ServerResponder: HTTPResponder {
    typealias Context = ConnectionContext

    let desk: Desk
    let asServer: Bool
    let faults: InjectedFaults
    /// The hosts under which the explanations are shown.
    let hosts: Set<String>

    /// The time in which a request must arrive.
    private static let patience = Duration.seconds(60)

    func respond(to request: Request, context: ConnectionContext) async throws -> Response {
        let path = HTTPRequestMessage.path(of: request.uri.string)
        if path == "/" || path.hasPrefix("/_depthcheck/") {
            return try await AdminPages(desk: desk, hosts: hosts).respond(to: request, path: path)
        }
        // Browsers request this path on their own.
        if path == "/favicon.ico" { return Response(status: .noContent) }
        guard let body = try await body(of: request, path, context) else { return Response(status: .requestTimeout) }
        if let delay = faults.delay { try await Task.sleep(for: delay.duration) }
        if await desk.failsNext(faults.failure), let failure = faults.failure {
            return Response(status: .init(code: failure.status))
        }
        let fields = request.headers.map {
            RequestHeaders.Field(name: $0.name.rawName, value: Array($0.value.utf8))
        }
        let host = request.head.authority.map { [RequestHeaders.Field(name: "Host", value: Array($0.utf8))] } ?? []
        let message: HTTPRequestMessage
        do throws(HTTPRequestMessage.Fault) {
            message = try HTTPRequestMessage(
                method: request.method.rawValue, target: request.uri.string, headers: RequestHeaders(host + fields),
                body: body)
        } catch {
            return Response(status: .badRequest)
        }
        let address = context.channel.remoteAddress?.ipAddress ?? "unknown"
        return response(of: try await desk.answer(message, from: address))
    }

    private func response(of record: RequestRecord) -> Response {
        let answer = record.reply.response
        var headers = HTTPFields()
        headers[.contentType] = answer.contentType
        if !asServer {
            if !record.rules.isEmpty, let name = HTTPField.Name("X-Depthcheck-Reason") {
                headers[name] = record.rules.joined(separator: ", ")
            }
            if let name = HTTPField.Name("Link") {
                headers[name] = "</_depthcheck/requests/\(record.number)>; rel=\"describedby\""
            }
        }
        return Response(
            status: .init(code: answer.status), headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: answer.body)))
    }

    /// The body, at most one byte above the limit of its endpoint; nil if it did not arrive in time.
    private func body(of request: Request, _ path: String, _ context: ConnectionContext) async throws -> [UInt8]? {
        let isSigned = path.hasPrefix("/api/v1/captures")
        let limit = isSigned ? AuthenticationRequest.byteLimit : CapturePayload.byteLimit
        let end = ContinuousClock.now + Self.patience
        var bytes: [UInt8] = []
        for try await buffer in request.body {
            // The buffer is appended at once: byte by byte, a debug build would need a minute for 20 MiB.
            buffer.withUnsafeReadableBytes { bytes.append(contentsOf: $0.prefix(limit + 1 - bytes.count)) }
            if let drop = faults.dropAfter, bytes.count >= drop.count { try await context.channel.close() }
            if bytes.count > limit { break }
            if ContinuousClock.now > end { return nil }
        }
        return bytes
    }
}

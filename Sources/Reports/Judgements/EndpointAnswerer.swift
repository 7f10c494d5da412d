internal import Captures
package import Conformance
internal import Support

/// An HTTP request that a client program sends.
package struct HTTPTransfer: Sendable {
    package enum Body: Sendable {
        case none
        case text(String)
        /// Standard input.
        case input
    }

    package typealias Client = @Sendable ([HTTPTransfer]) -> [String]

    package let method: String
    package let address: String
    package let headers: [String]
    package let body: Body

    init(_ method: String, _ address: String, _ headers: [String], _ body: Body) {
        (self.method, self.address, self.headers, self.body) = (method, address, headers, body)
    }

    /// After the body of each response, a client prints these bytes, the status and a line end.
    package static let ending: [UInt8] = [0x0A, 0x1E]
}

/// Gets answers to cases from the endpoints of a capture server, by HTTP.
///
/// The state of a case is set with `PUT /_depthcheck/state`, and the case is sent as the request of a phone. Counters,
/// keys and challenges are read from the state afterwards. Members that no response shows, such as the confidence, are
/// read from the server's explanation if it has one.
///
///     let answerer = EndpointAnswerer("http://127.0.0.1:8787", timeout: 10, curl)
///     print(answerer.answer(to: testCase))
package struct EndpointAnswerer: Sendable {
    /// The address of the server, without a slash at the end.
    private let address: String
    private let timeout: Double
    private let client: HTTPTransfer.Client

    /// - Parameter client: Returns the command line of a program that makes the transfers.
    package init(_ address: String, timeout: Double, _ client: @escaping HTTPTransfer.Client) {
        self.address = String(address.reversed().drop { $0 == "/" }.reversed())
        (self.timeout, self.client) = (timeout, client)
    }

    /// Whether an address names a server without a path.
    package static func isServer(_ address: String) -> Bool {
        let place = address.split(separator: "/", omittingEmptySubsequences: true)
        return place.count == 2
    }

    package func answer(to testCase: ConformanceCase) -> Answer {
        var answer = JSONValue.object([])
        do throws(ProgramFailure) {
            let message = try CaseMessage(testCase)
            for isStrict in testCase.kind.hasModes ? [false, true] : [false] {
                let exchange = try exchange(message, isStrict: isStrict)
                exchange.complete(&answer, testCase.kind, isStrict ? "strict" : "permissive")
            }
        } catch {
            return .failure(error)
        }
        return .success(answer)
    }

    /// Sets the state, sends the request, and reads the state and the explanation, all with one process.
    private func exchange(_ message: CaseMessage, isStrict: Bool) throws(ProgramFailure) -> CaseExchange {
        var writer = JSONWriter(.compact, .texts)
        writer.value(message.state(isStrict: isStrict))
        let (own, reading) = ("\(address)/_depthcheck/", HTTPTransfer.Body.none)
        let transfers = [
            HTTPTransfer("PUT", own + "state", ["Content-Type: application/json"], .text(writer.text)),
            HTTPTransfer("POST", "\(address)/api/v1/\(message.path)", message.headerLines, .input),
            HTTPTransfer("GET", own + "state", [], reading), HTTPTransfer("GET", own + "requests/latest", [], reading),
        ]
        let run = ProgramRun(words: client(transfers), timeout: timeout, input: message.body, task: .serverAnswer)
        var output = try run.output().get()[...]
        func response() throws(ProgramFailure) -> (status: Int, body: JSONValue?) {
            guard let range = output.firstRange(of: HTTPTransfer.ending) else { throw .withoutAnswer }
            let body = output[..<range.lowerBound]
            let digits = output[range.upperBound...].prefix { $0 != 0x0A }
            output = output[range.upperBound...].dropFirst(digits.count + 1)
            return (
                Int(String(decoding: digits, as: UTF8.self)) ?? 0, try? JSONReader.read(Array(body), .texts)
            )
        }
        let accepted = try response().status
        guard accepted == 204 else {
            throw .refused("PUT /_depthcheck/state answered \(accepted); expected 204, because a case sets the state")
        }
        let answer = try response()
        let (state, explanation) = (try response().body, try response())
        return CaseExchange(
            status: answer.status, body: answer.body, state: state ?? .null,
            explanation: explanation.status == 200 ? explanation.body?["explanation"] : nil, message: message)
    }
}

extension ConformanceCase {
    /// The reason the case cannot be sent by HTTP; nil if it can.
    package var obstacleInHTTP: String? {
        for (name, value) in sentHeaders {
            if value.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) {
                return "a control character in \(name)"
            }
            if String(validating: value, as: UTF8.self) == nil { return "bytes in \(name) that are not UTF-8" }
            let isOutside = [value.first, value.last].contains { [0x20, 0x09].contains($0) }
            // The server itself removes blanks around the headers of a signature.
            if isOutside, name == CaseMessage.contentType { return "blanks around \(name), which HTTP removes" }
        }
        return nil
    }

    private var sentHeaders: [(name: String, value: [UInt8])] {
        func bytes(_ value: JSONValue?) -> [UInt8] {
            value?.string.map { Array($0.utf8) } ?? value?["base64"]?.string.flatMap(StrictBase64.bytes) ?? []
        }
        let headers = request["headers"]
        let pairs = (headers?.elements ?? []).compactMap(\.elements).map { ($0.first?.string ?? "", bytes($0.last)) }
        let type = request["content_type"]?.string.map { [(CaseMessage.contentType, Array($0.utf8))] } ?? []
        return (headers?.members ?? []).map { ($0.key, bytes($0.value)) } + pairs + type
    }

    /// The case as it is sent by HTTP. A capture without headers is sent in a request whose signature does not verify,
    /// because the case has no key; this caps the expected confidence.
    ///
    /// Source: docs/CAPTURE.md, CAP-081.
    package var sentInHTTP: ConformanceCase {
        guard kind == .full, expected["confidence"]?.string == "high" else { return self }
        var sent = self
        sent.expected = expected.with(.string("medium"), at: ["confidence"])
        return sent
    }
}

extension ConformanceCase.Kind {
    /// Whether the answer depends on the mode of the server.
    fileprivate var hasModes: Bool { self != .full && self != .hashOnly }
}

/// A server's answer to a case, and the server's state and explanation after it.
private struct CaseExchange {
    let status: Int
    let body: JSONValue?
    let state: JSONValue
    let explanation: JSONValue?
    let message: CaseMessage

    private var errorCode: JSONValue { body?["error"]?["code"] ?? .null }
    private var counter: JSONValue? { state["devices"]?.elements?.first?["assertion_counter"] }
    /// The counter; null if the request did not change it.
    private var newCounter: JSONValue { counter.map { $0.isSame(as: message.counter) ? .null : $0 } ?? .null }

    /// Adds the members that this exchange shows in one mode of the server.
    func complete(_ answer: inout JSONValue, _ kind: ConformanceCase.Kind, _ mode: String) {
        let response = JSONValue.object([
            .init(key: "http_status", value: .number("\(status)")), .init(key: "error_code", value: errorCode),
        ])
        switch kind {
        case .registration:
            if answer["answer"] == nil || answer["answer"] != response { answer.set(response, at: ["answer"]) }
            let challenge = state["challenges"]?.elements?.first
            answer.set(
                .flag(message.isChallengeIssued && challenge?["used"]?.flag == true), at: ["challenge_spent"])
            let device = status == 201 ? state["devices"]?.elements?.last : nil
            let explained = explanation?[mode]
            let level = body?["data"]?["attestation_level"] ?? explained?["attestation_level"]
            let key = device?["public_key_hex"] ?? explained?["public_key_hex"]
            if let level { answer.set(level, at: [mode, "attestation_level"]) }
            if let key { answer.set(key, at: [mode, "public_key_hex"]) }
        case .request:
            // If the signature passes, the endpoint refuses the request for its content type, in plain text.
            let passes = status == 400 && errorCode == .null
            answer.set(.flag(passes), at: [mode, "passes"])
            answer.set(.flag(passes && newCounter != .null), at: [mode, "request_verified"])
            answer.set(newCounter, at: [mode, "new_counter"])
            guard !passes else { return }
            for member in ["http_status", "error_code"] { answer.set(response[member] ?? .null, at: [mode, member]) }
        case .full, .hashOnly:
            answer = explanation?[mode] ?? .object([])
            answer.set(response, at: ["answer"])
            if case .object? = answer["assertion"] { answer.set(newCounter, at: ["assertion", "new_counter"]) }
        case .chain:
            if let explained = explanation?["request"]?[mode] { answer.set(explained, at: ["request", mode]) }
            answer.set(explanation?[mode] ?? .object([]), at: [mode])
            answer.set(response, at: [mode, "answer"])
            // The case has a device record even if the server does not know the device.
            answer.set(counter ?? message.counter, at: [mode, "counter_after"])
        }
    }
}

extension JSONValue {
    fileprivate mutating func set(_ value: JSONValue, at path: [String]) { self = with(value, at: path[...]) }

    fileprivate func with(_ value: JSONValue, at path: ArraySlice<String>) -> JSONValue {
        guard let name = path.first else { return value }
        let inner = (self[name] ?? .object([])).with(value, at: path.dropFirst())
        let others = members ?? []
        let index = others.firstIndex { $0.key == name } ?? others.endIndex
        var members = others
        members.replaceSubrange(
            index..<min(index + 1, others.endIndex), with: [JSONValue.Member(key: name, value: inner)])
        return .object(members)
    }
}

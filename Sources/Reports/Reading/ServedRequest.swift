package import Captures

/// A request, classified by the way in which a server that keeps its state answers it.
package enum ServedRequest: Sendable {
    case challenge
    case simulated(SessionRequest)
    /// A signed request to an endpoint that is not simulated.
    case signed(SessionRequest)
    case other

    package init(_ message: HTTPRequestMessage) {
        let target = RequestTarget(message)
        if message.method == "GET", message.path == "/api/v1/devices/challenge" {
            self = .challenge
        } else if target == .registration {
            self = .simulated(.registration(.http(message.body, contentType: message.contentType)))
        } else if let payload = target?.payload(of: message) {
            self = .simulated(.capture(payload, headers: message.headers))
        } else {
            self = target == .signed ? .signed(.signed(body: message.body, headers: message.headers)) : .other
        }
    }
}

extension SessionAnswer {
    /// The answer with its explanation.
    package func judged(path: String) -> JudgedInput { JudgedInput(path: path, kind: judgedKind) }

    private var judgedKind: JudgedInput.Kind {
        switch kind {
        case .registration(let request, _): .registration(JudgedRegistration(request, isCase: true))
        case .chain(let chain, let judgement): .chain(JudgedChain(chain, judgement))
        case .capture(let request, let judgement): .capture(JudgedCapture(request, judgement))
        case .signed(let request, let judgement): .signedRequest(JudgedRequest(request, judgement))
        }
    }
}

package import Captures
internal import Support

/// A request with all state that its judgement depends on.
package enum ServerRequest: Sendable {
    case capture(CaptureRequest)
    case registration(RegistrationRequest)
    case signedRequest(AuthenticationRequest)
    case chain(CaptureChain)
}

extension CaptureInput {
    /// Combines the input with the state of the server. If no clock is given, one is assumed.
    package func request(
        with serverState: ServerState
    ) throws(CaptureInputError) -> (request: ServerRequest, clock: Assumption?) {
        if form == .caseFile, serverState.refusesCases, !serverState.given.isEmpty {
            throw .unusedOptions(
                path: path,
                serverState.given.map { option in
                    let reason = option.member(of: contents).map { "its member \($0)" }
                    return "\(option: option) (\(reason ?? "nothing in it depends on that"))"
                })
        }
        if serverState.now == nil, let time = origin?.request?.time {
            var serverState = serverState
            serverState.now = time
            return (try request(with: serverState).request, .clock(time, source: .export))
        }
        switch contents {
        case .request(let request): return (.capture(request), nil)
        case .requestCase(let contents): return (serverState.switches(of: contents), nil)
        case .payload(let payload): return serverState.capture(payload)
        case .registrationBody(let body): return serverState.registration(.http(body, contentType: "application/json"))
        case .attestationObject(let attestation):
            return serverState.registration(.members(serverState.registration.body(attestation.object)))
        case .message(let message):
            guard let target = RequestTarget(message) else {
                throw .otherTarget(path: path, method: message.method, target: message.path)
            }
            return serverState.request(message, to: target)
        }
    }

    var attestationObject: [UInt8]? {
        if case .attestationObject(let attestation) = contents { return attestation.object }
        return registrationBody?.readableObject
    }

    /// Notes about the input that the judgement does not depend on.
    var remarks: [AnswerReason] {
        switch contents {
        case .attestationObject(let attestation): attestation.remarks
        case .message(let message): RequestTarget.remark(about: message).map { [$0] } ?? []
        default: misnamedFiles.map { AnswerReason(code: "misnamed_file", sentence: $0.wording) }
        }
    }

    var challenge: [UInt8]? { registrationBody?.readableChallenge }

    var keyID: String? { registrationBody?.keyID }

    private var registrationBody: RegistrationBody? {
        switch contents {
        case .requestCase(.registration(let request)): request.content.body
        case .registrationBody(let body): try? RegistrationBody(json: body)
        case .message(let message) where RequestTarget(message) == .registration:
            try? RegistrationBody(json: message.body)
        default: nil
        }
    }
}

enum RequestTarget: Equatable {
    case registration
    case capture(CaptureEndpoint)
    /// Any other endpoint that requires a signed request.
    case signed

    init?(_ message: HTTPRequestMessage) { self.init(method: message.method, path: message.path) }

    init?(method: String, path: String) {
        let root = "/api/v1/"
        guard path.hasPrefix(root) else { return nil }
        let name = String(path.dropFirst(root.count))
        let isPost = method == "POST"
        if isPost, name == RegistrationRequest.endpoint {
            self = .registration
        } else if isPost, let endpoint = CaptureEndpoint(rawValue: name) {
            self = .capture(endpoint)
        } else if name == CaptureEndpoint.full.rawValue || name.hasPrefix("\(CaptureEndpoint.full.rawValue)/") {
            self = .signed
        } else {
            return nil
        }
    }

    /// A note about a request that almost has the method and path of a capture.
    static func remark(about message: HTTPRequestMessage) -> AnswerReason? {
        var path = message.path
        while path.last == "/" { path.removeLast() }
        guard RequestTarget(message) == .signed, ["POST", "PUT", "PATCH"].contains(message.method),
            case .capture? = RequestTarget(method: "POST", path: path)
        else { return nil }
        return AnswerReason(
            code: "no_capture_request",
            sentence: "\(message.method) \(message.path.printable) is not the method and path of a capture, which "
                + "are POST \(path): the body was not checked as one")
    }

    func payload(of message: HTTPRequestMessage) -> CapturePayload? {
        switch self {
        case .capture(.full): .full(.request(message.body, contentType: message.contentType))
        case .capture(.hashOnly): .hashOnly(message.body, contentType: message.contentType)
        case .registration, .signed: nil
        }
    }
}

extension ServerState {
    /// The server's clock, or the time that the input states, as an assumption.
    private func clock(
        or stated: (time: CaptureTimestamp, source: Assumption.Clock)?
    ) -> (now: CaptureTimestamp, assumption: Assumption?) {
        if let now { return (now, nil) }
        let (time, source) = stated ?? (.now, .machine)
        return (time, .clock(time, source: source))
    }

    fileprivate func capture(_ payload: CapturePayload) -> (request: ServerRequest, clock: Assumption?) {
        let (now, assumption) = clock(or: payload.statedTime.map { ($0, .capture) })
        // The server compares only the time of a full capture with its clock.
        return (.capture(captureRequest(payload, now)), payload.endpoint == .full ? assumption : nil)
    }

    private func captureRequest(_ payload: CapturePayload, _ now: CaptureTimestamp) -> CaptureRequest {
        CaptureRequest(
            payload: payload, device: device, application: application, now: now,
            isRequestVerified: isRequestVerified)
    }

    fileprivate func registration(
        _ content: RegistrationRequest.Content
    ) -> (request: ServerRequest, clock: Assumption?) {
        let stated = content.usableTime.flatMap { CaptureTimestamp($0.text) }
        let (now, assumption) = clock(or: stated.map { ($0, .attestation) })
        let request = RegistrationRequest(
            content: content, application: application, now: now, root: registration.root,
            challengeState: registration.challengeState, isKeyRegistered: registration.isKeyRegistered,
            isStrict: isAttestationStrict)
        return (.registration(request), assumption)
    }

    fileprivate func request(
        _ message: HTTPRequestMessage, to target: RequestTarget
    ) -> (request: ServerRequest, clock: Assumption?) {
        if target == .registration { return registration(.http(message.body, contentType: message.contentType)) }
        let stated = message.headers.milliseconds.map { CaptureTimestamp(milliseconds: $0) }
        let (now, assumption) = clock(or: stated.map { ($0, .request) })
        if let payload = target.payload(of: message) {
            let chain = CaptureChain(
                capture: captureRequest(payload, now), headers: message.headers, isStrict: requiresVerifiedDevices)
            return (.chain(chain), assumption)
        }
        let request = AuthenticationRequest(
            headers: message.headers, body: .bytes(message.body), device: device, isDeviceGiven: device != nil,
            now: now, isStrict: requiresVerifiedDevices)
        return (.signedRequest(request), assumption)
    }

    /// Applies the modes of the server, which case files do not include.
    fileprivate func switches(of contents: RequestCase.Contents) -> ServerRequest {
        switch contents {
        case .registration(var request):
            request.isStrict = isAttestationStrict
            return .registration(request)
        case .signedRequest(var request):
            request.isStrict = requiresVerifiedDevices
            return .signedRequest(request)
        case .chain(var chain):
            chain.isStrict = requiresVerifiedDevices
            return .chain(chain)
        }
    }
}

extension RegistrationState {
    /// Wraps a lone object as the app does: in the nested form, or in the flat form if there is no challenge.
    fileprivate func body(_ object: [UInt8]) -> RegistrationBody {
        let keyID = keyID ?? AttestationDiagnosis(object: object).keyID ?? "unknown"
        let text = StrictBase64.text(of: object)
        guard let challenge else { return RegistrationBody(deviceID: keyID, attestationObject: text, challenge: nil) }
        return RegistrationBody(
            attestation: RegistrationBody.Attestation(
                keyID: keyID, attestationObject: text, challenge: StrictBase64.text(of: challenge)))
    }
}

extension RegistrationRequest.Content {
    var usableTime: AttestationTime? { body?.readableObject.flatMap { AttestationDiagnosis(object: $0).usableTime } }
}

extension CapturePayload {
    fileprivate var statedTime: CaptureTimestamp? {
        guard case .full(let body) = self else { return nil }
        let metadata = body.readableParts.parts.last { $0.kind == .metadata }.flatMap { try? $0.metadata.get() }
        return metadata.flatMap { CaptureTimestamp($0.capturedAt) }
    }
}

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
    /// Combines the input with the state of the server.
    package func request(
        with serverState: ServerState
    ) throws(CaptureInputError) -> ServerRequest {
        if form == .caseFile, serverState.refusesCases, !serverState.given.isEmpty {
            throw .unusedOptions(
                path: path,
                serverState.given.map { option in
                    let reason = option.member(of: contents).map { "its member \($0)" }
                    return "\(option: option) (\(reason ?? "nothing in it depends on that"))"
                })
        }
        switch contents {
        case .request(let request): return .capture(request)
        case .payload(let payload):
            return .capture(try captureRequest(payload, serverState))
        case .requestCase(let contents): return serverState.switches(of: contents)
        case .registrationBody(let body):
            return .registration(
                try registration(.http(body, contentType: "application/json"), serverState))
        case .attestationObject(let attestation):
            return .registration(
                try registration(.members(serverState.registration.body(attestation.object)), serverState))
        case .message(let message): return try serverRequest(message, serverState)
        }
    }

    private func captureRequest(
        _ payload: CapturePayload, _ serverState: ServerState
    ) throws(CaptureInputError) -> CaptureRequest {
        let (device, now) = try serverState.deviceAndTime(path: path, form: form)
        return CaptureRequest(
            payload: payload, device: device, application: serverState.application, now: now,
            isRequestVerified: serverState.isRequestVerified)
    }

    private func registration(
        _ content: RegistrationRequest.Content, _ serverState: ServerState
    ) throws(CaptureInputError) -> RegistrationRequest {
        guard let now = serverState.now else {
            throw .timeMissing(path: path, offer: content.usableTime)
        }
        let registration = serverState.registration
        return RegistrationRequest(
            content: content, application: serverState.application, now: now, root: registration.root,
            challengeState: registration.challengeState, isKeyRegistered: registration.isKeyRegistered,
            isStrict: serverState.isAttestationStrict)
    }

    private func serverRequest(
        _ message: HTTPRequestMessage, _ serverState: ServerState
    ) throws(CaptureInputError) -> ServerRequest {
        guard let target = RequestTarget(message) else {
            throw .otherTarget(path: path, method: message.method, target: message.path)
        }
        if target == .registration {
            return .registration(
                try registration(.http(message.body, contentType: message.contentType), serverState))
        }
        if let payload = target.payload(of: message) {
            return .chain(
                CaptureChain(
                    capture: try captureRequest(payload, serverState), headers: message.headers,
                    isStrict: serverState.requiresVerifiedDevices))
        }
        let (device, now) = try serverState.deviceAndTime(path: path, form: form)
        return .signedRequest(
            AuthenticationRequest(
                headers: message.headers, body: .bytes(message.body), device: device, now: now,
                isStrict: serverState.requiresVerifiedDevices))
    }

    /// The attestation object in the input; nil if there is none or it is not base64.
    var attestationObject: [UInt8]? {
        if case .attestationObject(let attestation) = contents { return attestation.object }
        return registrationBody?.attestationBytes
    }

    /// Notes about the encoding of the file.
    var remarks: [JudgedInput.Reason] {
        if case .attestationObject(let attestation) = contents { attestation.remarks } else { [] }
    }

    /// The challenge in a registration.
    var challenge: [UInt8]? { registrationBody?.challengeBytes }

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
    /// Any other endpoint behind the request signature.
    case signed

    init?(_ message: HTTPRequestMessage) {
        let root = "/api/v1/"
        guard message.path.hasPrefix(root) else { return nil }
        let name = String(message.path.dropFirst(root.count))
        let isPost = message.method == "POST"
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

    func payload(of message: HTTPRequestMessage) -> CapturePayload? {
        switch self {
        case .capture(.full): .full(.request(message.body, contentType: message.contentType))
        case .capture(.hashOnly): .hashOnly(message.body, contentType: message.contentType)
        case .registration, .signed: nil
        }
    }
}

extension ServerState {
    fileprivate func deviceAndTime(
        path: String, form: CaptureInput.Form
    ) throws(CaptureInputError) -> (CaptureDevice, CaptureTimestamp) {
        guard let device, let now else {
            throw .serverStateMissing(
                path: path, form: form, lacksDevice: device == nil, lacksTime: now == nil)
        }
        return (device, now)
    }

    /// Applies the server's switches, which case files do not include.
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
    /// Wraps a lone object as the app does: the nested form, or the flat form if there is no challenge.
    fileprivate func body(_ object: [UInt8]) -> RegistrationBody {
        let keyID = keyID ?? AttestationDiagnosis(object: object).keyID ?? "unknown"
        let text = StrictBase64.text(of: object)
        guard let challenge else {
            return RegistrationBody(deviceID: keyID, attestationObject: text, challenge: nil)
        }
        return RegistrationBody(
            attestation: RegistrationBody.Attestation(
                keyID: keyID, attestationObject: text, challenge: StrictBase64.text(of: challenge)))
    }
}

extension RegistrationRequest.Content {
    /// A time at which the attestation can be judged.
    var usableTime: AttestationTime? {
        body?.attestationBytes.flatMap { AttestationDiagnosis(object: $0).usableTime }
    }
}

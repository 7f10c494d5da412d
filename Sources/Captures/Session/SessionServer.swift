internal import Support

/// A simulated capture server. It is a value: answering a request reads no clock and changes only this value.
package struct SessionServer: Sendable {
    package var configuration: SessionConfiguration
    package var state: SessionState
    /// The number of requests answered, which is the number of the next one.
    package private(set) var answerCount = 0
    private let judge: CaptureJudge

    package init(
        configuration: SessionConfiguration = SessionConfiguration(), state: SessionState = SessionState(),
        judge: CaptureJudge = CaptureJudge()
    ) {
        (self.configuration, self.state, self.judge) = (configuration, state, judge)
    }

    package mutating func answer(to request: SessionRequest, at now: CaptureTimestamp) -> SessionAnswer {
        answer(to: request, at: now) { _ in }
    }

    /// Answers a request and keeps its effects.
    ///
    /// - Parameter store: Stores the counter of a verified request before its capture is judged.
    package mutating func answer(
        to request: SessionRequest, at now: CaptureTimestamp, store: (inout SessionState) throws -> Void
    ) rethrows -> SessionAnswer {
        defer { answerCount += 1 }
        switch request {
        case .registration(let content): return register(content, at: now)
        case .capture(let payload, let headers?): return try receive(payload, headers, at: now, store)
        case .capture(let payload, nil): return receive(payload, at: now)
        case .signed(let body, let headers): return authenticate(body, headers, at: now)
        }
    }

    private mutating func register(_ content: RegistrationRequest.Content, at now: CaptureTimestamp) -> SessionAnswer {
        let body = content.body
        let challenge = body?.challengeBytes
        let registered = body?.keyID.flatMap { state.device(keyID: $0) }
        var request = RegistrationRequest(
            content: content, application: configuration.application, now: now, root: configuration.root,
            challengeState: challenge.map { state.stateOfChallenge($0, at: now) } ?? .unknown,
            isKeyRegistered: registered != nil, isStrict: configuration.isAttestationStrict)
        var judgement = RegistrationJudge().judge(request)
        if let testRoot = configuration.testRoot, judgement.strict?.isChainToAnotherRoot == true {
            let first = (request, judgement)
            request.root = testRoot
            judgement = RegistrationJudge().judge(request)
            if judgement.strict?.isChainToAnotherRoot == true { (request, judgement) = first }
        }
        var causes: [SessionCause] = []
        if judgement.verdict?.failure == .challenge(.used), let challenge {
            causes += state.challenge(challenge)?.user.map { [.challengeRedeemed(by: $0)] } ?? []
        }
        if judgement.refusal == .keyRegistered {
            causes += registered?.registration.map { [.keyRegistered(by: $0)] } ?? []
        }
        if judgement.isChallengeSpent == true, let challenge { state.redeem(challenge, by: answerCount) }
        if let stored = judgement.stored { state.register(stored, keyID: body?.keyID, by: answerCount) }
        return SessionAnswer(kind: .registration(request, judgement), causes: causes)
    }

    private mutating func receive(
        _ payload: CapturePayload, _ headers: RequestHeaders, at now: CaptureTimestamp,
        _ store: (inout SessionState) throws -> Void
    ) rethrows -> SessionAnswer {
        var chain = CaptureChain(
            capture: capture(payload, of: nil, at: now), headers: headers,
            isStrict: configuration.requiresVerifiedDevices)
        let index = indexOfDevice(headers, chain.body, payload, at: now)
        chain.capture = capture(payload, of: index, at: now)
        chain.isDeviceKnown = index != nil
        let device = index.map { state.devices[$0] }
        let request = RequestJudge().judge(chain.signedRequest)
        if let index, let counter = request.outcome.newCounter {
            state.store(counter: counter, ofDevice: index, by: answerCount)
            try store(&state)
        }
        let judge = CaptureChainJudge(judge)
        var judgement = judge.judge(chain, in: request)
        if let hash = judgement.outcome.capture?.judgement.mediaHash, state.media[hash] != nil {
            chain.capture.isMediaStored = true
            judgement = judge.judge(chain, in: request)
        }
        let outcome = judgement.outcome
        let causes =
            self.causes(of: request.outcome.failure?.fault, device)
            + (outcome.capture.map { self.causes(of: $0.judgement, device) } ?? [])
        if let index, let counter = outcome.counterAfter {
            state.store(counter: counter, ofDevice: index, by: answerCount)
        }
        if let capture = outcome.capture?.judgement { keepMedia(of: capture) }
        return SessionAnswer(kind: .chain(chain, judgement), causes: causes.withoutRepetitions)
    }

    /// Judges only the signature of a request. If it verifies, its counter is stored.
    private mutating func authenticate(
        _ body: [UInt8], _ headers: RequestHeaders, at now: CaptureTimestamp
    ) -> SessionAnswer {
        let index = indexOfDevice(headers, body, nil, at: now)
        let request = AuthenticationRequest(
            headers: headers, body: .bytes(body), device: index.map { state.devices[$0].record }, now: now,
            isStrict: configuration.requiresVerifiedDevices)
        let judgement = RequestJudge().judge(request)
        let causes = self.causes(of: judgement.outcome.failure?.fault, index.map { state.devices[$0] })
        if let index, let counter = judgement.outcome.newCounter {
            state.store(counter: counter, ofDevice: index, by: answerCount)
        }
        return SessionAnswer(kind: .signed(request, judgement), causes: causes)
    }

    /// The device that signed a request. A device whose registration answer is not known has no identifier; it gets the
    /// identifier in the first request that its key signed.
    private mutating func indexOfDevice(
        _ headers: RequestHeaders, _ body: [UInt8], _ payload: CapturePayload?, at now: CaptureTimestamp
    ) -> Int? {
        guard let name = headers.text(SignatureHeader.device.rawValue).flatMap({ $0 }), DeviceIdentifier.isValid(name)
        else { return nil }
        if let index = state.indexOfDevice(name) { return index }
        let index = state.devices.indices.first { index in
            state.devices[index].identifier == nil
                && (hasSigned(headers, body, device: index)
                    || payload.map { hasSigned($0, device: index, at: now) } ?? false)
        }
        if let index { state.assign(name, toDevice: index) }
        return index
    }

    private func hasSigned(_ headers: RequestHeaders, _ body: [UInt8], device index: Int) -> Bool {
        guard let assertion = headers.assertion, let milliseconds = headers.milliseconds else { return false }
        var material = BindingMaterial()
        material.requestText = SignedRequest(milliseconds: milliseconds).text(body: body)
        let key = state.devices[index].record.publicKey
        return !AssertionBinding.satisfied(by: assertion, material, publicKey: key, verified: nil).isEmpty
    }

    private func hasSigned(_ payload: CapturePayload, device index: Int, at now: CaptureTimestamp) -> Bool {
        state.devices[index].record.publicKey != nil
            && !judge.judge(capture(payload, of: index, at: now)).bindings.isEmpty
    }

    /// Judges a capture of which only the body is known, as if the last device had sent it.
    private mutating func receive(_ payload: CapturePayload, at now: CaptureTimestamp) -> SessionAnswer {
        let index = state.devices.indices.last
        var request = capture(payload, of: index, at: now)
        var judgement = judge.judge(request)
        if let hash = judgement.mediaHash, state.media[hash] != nil {
            request.isMediaStored = true
            judgement = judge.judge(request)
        }
        let causes = self.causes(of: judgement, index.map { state.devices[$0] })
        if let index, let counter = judgement.assertion?.newCounter {
            state.store(counter: counter, ofDevice: index, by: answerCount)
        }
        keepMedia(of: judgement)
        return SessionAnswer(kind: .capture(request, judgement), causes: causes)
    }

    private func capture(_ payload: CapturePayload, of index: Int?, at now: CaptureTimestamp) -> CaptureRequest {
        let device = index.map { state.devices[$0].record } ?? CaptureDevice(publicKey: nil, counter: 0)
        return CaptureRequest(payload: payload, device: device, application: configuration.application, now: now)
    }

    private mutating func keepMedia(of judgement: CaptureJudgement) {
        guard judgement.answer?.httpStatus == 202, let hash = judgement.mediaHash else { return }
        state.store(mediaHash: hash, by: answerCount)
    }
}

extension SessionServer {
    private func causes(of failure: RequestFailure?, _ device: SessionState.Device?) -> [SessionCause] {
        guard let failure, let device else { return [] }
        switch failure {
        case .unverifiedDevice: return registration(of: device)
        case .assertion(let failure): return causes(of: failure, device)
        default: return []
        }
    }

    private func causes(of judgement: CaptureJudgement, _ device: SessionState.Device?) -> [SessionCause] {
        if judgement.refusal == .mediaStored, let hash = judgement.mediaHash {
            return (state.media[hash] ?? nil).map { [.mediaStored(by: $0)] } ?? []
        }
        guard let failure = judgement.assertion?.failure, let device else { return [] }
        return causes(of: failure, device)
    }

    private func causes(of failure: AssertionFailure, _ device: SessionState.Device) -> [SessionCause] {
        switch failure {
        case .counterNotIncreasing(let found, _):
            // Otherwise the counter is too low only because the server has already stored the request's own counter.
            guard Int64(found) <= device.record.counter else { return [] }
            return device.counting.map { [.counterStored(by: $0)] } ?? []
        case .missingPublicKey: return registration(of: device)
        default: return []
        }
    }

    private func registration(of device: SessionState.Device) -> [SessionCause] {
        device.registration.map { [.deviceUnverified(by: $0)] } ?? []
    }
}

extension CaptureJudgement {
    package var mediaHash: [UInt8]? {
        (metadata?.trimmedPhotoHash ?? payload?.mediaHash).flatMap { Hexadecimal.bytes(of: $0) }
    }
}

extension AttestationVerdict {
    /// Whether the attestation fails because its chain ends at another root than the expected one.
    fileprivate var isChainToAnotherRoot: Bool {
        [.chain(.intermediateIssuer), .chain(.intermediateSignature)].contains(failure)
    }
}

extension [SessionCause] {
    fileprivate var withoutRepetitions: [SessionCause] { reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }
}

import Captures
import Reports
import Support
import Tasks

/// Answers HTTP requests like the capture server, and keeps its state from one request to the next.
///
///     var task = try ServeTask(options, testRoot: nil, state: state)
///     let reply = try task.answer(to: message, from: "127.0.0.1") { changes, now in try store(changes, now) }
struct ServeTask: Sendable {
    struct Options: Sendable {
        // The app that the server expects.
        var team: String?
        var bundle: String?
        /// Whether the server runs with STRICT_ATTESTATION.
        var strictAttestation = false
        /// Whether the server runs with REQUIRE_VERIFIED_DEVICES.
        var requireVerified = false
        /// The server's clock; nil for the system's.
        var at: String?

        init() {}
    }

    /// The response to a request, with its explanation.
    struct Reply: Sendable {
        let response: ServerResponse
        /// Nil for a request that the server does not judge, such as a request for a challenge.
        let judged: JudgedInput?
        /// The effects of earlier requests that make this one fail.
        let causes: [SessionCause]
        let time: CaptureTimestamp
    }

    private var server: SessionServer
    /// The configuration that the options give; ``givenClock`` is their clock.
    private let given: SessionConfiguration
    private var givenClock: CaptureTimestamp?
    /// The clock that was set; nil for the system's.
    private var clock: CaptureTimestamp?
    private var issuedChallenges: [String: [ContinuousClock.Instant]] = [:]

    /// The largest number of challenges for one address in a minute.
    private static let challengeLimit = 10

    /// Validates the options.
    ///
    /// - Parameter testRoot: A root that strict servers accept besides Apple's.
    init(
        _ options: Options, testRoot: AttestationCertificate?, state: SessionState
    ) throws(OptionError) {
        let standard = CaptureApplication.standard
        var configuration = SessionConfiguration(
            application: CaptureApplication(
                teamIdentifier: options.team ?? standard.teamIdentifier,
                bundleIdentifier: options.bundle ?? standard.bundleIdentifier),
            isAttestationStrict: options.strictAttestation, requiresVerifiedDevices: options.requireVerified)
        configuration.testRoot = testRoot
        given = configuration
        server = SessionServer(configuration: configuration, state: state)
        if let at = options.at { try setClock(at) }
        givenClock = clock
    }

    /// Stops the clock at a time; `now` sets it to the system's clock.
    mutating func setClock(_ text: String) throws(OptionError) {
        clock = text == "now" ? nil : try CaptureTimestamp.ofCapture(text)
    }

    var now: CaptureTimestamp { clock ?? .now }
    /// The number of the next judged request in ``SessionCause``.
    var requestNumber: Int { server.answerCount }
    var configuration: SessionConfiguration { server.configuration }

    /// Sets the clock, the configuration and the state. Without `config`, the configuration remains. Without `now`, the
    /// clock is the system's.
    ///
    /// - Returns: The state as changes to an empty one.
    mutating func setState(_ json: [UInt8]) throws(TaskFailure) -> [SessionState.Change] {
        do throws(SessionSettings.Fault) {
            let settings = try SessionSettings(json: json, or: server.configuration)
            (server.state, server.configuration, clock) = (settings.state, settings.configuration, settings.now)
        } catch {
            throw TaskFailure(TaskFailure.invalidArgument, "found \(error.finding); expected \(error.expected)")
        }
        while server.state.identify(RandomIdentifier.uuid()) == .identified {}
        _ = server.state.takeChanges()
        return server.state.everything
    }

    /// The clock, the configuration and the state as ``setState(_:)`` reads them.
    func write(to writer: inout JSONWriter) {
        var settings = SessionSettings()
        (settings.now, settings.configuration, settings.state) = (clock, server.configuration, server.state)
        settings.write(to: &writer)
    }

    /// Forgets everything, and returns to the configuration and the clock of the options.
    mutating func reset() {
        (server.state, server.configuration, clock) = (SessionState(), given, givenClock)
        issuedChallenges = [:]
    }

    /// - Parameters:
    ///   - address: The address of the client.
    ///   - store: Stores changes: the counter of a verified request before its capture is judged, and everything else
    ///     before the reply is returned.
    mutating func answer(
        to message: HTTPRequestMessage, from address: String,
        store: ([SessionState.Change], CaptureTimestamp) throws -> Void
    ) rethrows -> Reply {
        let now = self.now
        let reply = try answer(to: message, from: address, at: now) { try store($0.takeChanges(), now) }
        try store(server.state.takeChanges(), now)
        return reply
    }

    private mutating func answer(
        to message: HTTPRequestMessage, from address: String, at now: CaptureTimestamp,
        _ store: (inout SessionState) throws -> Void
    ) rethrows -> Reply {
        switch ServedRequest(message) {
        case .challenge: return reply(challenge(for: address, at: now), at: now)
        case .simulated(let request): return try answer(to: request, at: now, store)
        case .signed(let request):
            var reply = try answer(to: request, at: now, store)
            if reply.judged?.answer == nil {
                reply = Reply(
                    response: .unsimulated("depthcheck-server does not simulate this endpoint"), judged: reply.judged,
                    causes: reply.causes, time: now)
            }
            return reply
        case .other: return reply(ServerResponse(status: 404), at: now)
        }
    }

    private func reply(_ response: ServerResponse, at now: CaptureTimestamp) -> Reply {
        Reply(response: response, judged: nil, causes: [], time: now)
    }

    private mutating func answer(
        to request: SessionRequest, at now: CaptureTimestamp, _ store: (inout SessionState) throws -> Void
    ) rethrows -> Reply {
        server.state.removeForgotten(at: now)
        let answer = try server.answer(to: request, at: now, store: store)
        let judged = answer.judged(path: request.path)
        var device: String?
        if case .registration(_, let judgement) = answer.kind, judgement.stored != nil {
            let identifier = RandomIdentifier.uuid()
            _ = server.state.identify(identifier)
            device = identifier
        }
        return Reply(
            response: ServerResponse(judged, device: device, at: now), judged: judged, causes: answer.causes, time: now)
    }

    private mutating func challenge(for address: String, at now: CaptureTimestamp) -> ServerResponse {
        let instant = ContinuousClock.now
        issuedChallenges = issuedChallenges.compactMapValues { times in
            let recent = times.filter { instant - $0 < .seconds(60) }
            return recent.isEmpty ? nil : recent
        }
        guard issuedChallenges[address, default: []].count < Self.challengeLimit else {
            return .error(429, code: ServerResponse.tooManyRequests, "Too many requests", at: now)
        }
        issuedChallenges[address, default: []].append(instant)
        let challenge = RandomIdentifier.bytes(SessionState.challengeByteCount)
        let end = now.adding(seconds: SessionState.challengeLifetime)
        server.state.issue(challenge, expiresAt: end)
        return .success(200, at: now) { writer in
            writer.member("challenge", StrictBase64.text(of: challenge))
            writer.member("expires_at", end.millisecondText)
        }
    }
}

extension SessionRequest {
    /// Method and path, for reports.
    fileprivate var path: String {
        switch self {
        case .registration: "POST /api/v1/\(RegistrationRequest.endpoint)"
        case .capture(let payload, _): "POST /api/v1/\(payload.endpoint.rawValue)"
        case .signed: "/api/v1/\(CaptureEndpoint.full.rawValue)"
        }
    }
}

enum RandomIdentifier {
    static func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8.random(in: 0...255) } }

    /// A UUID of version 4.
    static func uuid() -> String {
        var bytes = bytes(16)
        (bytes[6], bytes[8]) = (bytes[6] & 0x0F | 0x40, bytes[8] & 0x3F | 0x80)
        let digits = Hexadecimal.text(of: bytes)
        var (text, rest) = ("", digits[...])
        for length in [8, 4, 4, 4, 12] {
            text += (text.isEmpty ? "" : "-") + rest.prefix(length)
            rest = rest.dropFirst(length)
        }
        return text
    }
}

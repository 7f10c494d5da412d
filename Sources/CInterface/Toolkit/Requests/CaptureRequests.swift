internal import Captures
internal import DepthFiles
internal import Reports
internal import Support
internal import Tasks

extension Request {
    /// Judges the capture at `path`, or the one in the first input, with the JSON of `depthcheck capture verify`.
    ///
    /// Members: `path` or `name`, `boundary`; the server's state: `device` (the object of a device file), `at`, `team`,
    /// `bundle`, `request_verified`, `strict_attestation`, `require_verified`; of a registration: `challenge`,
    /// `key_id`, `root` (the place of an input), `challenge_state`, `key_registered`.
    func verifyCapture() throws(TaskFailure) -> String {
        try requireCryptography()
        let (challenge, keyID) = (try string("challenge"), try string("key_id"))
        let reader = CaptureInputReader(
            boundary: try string("boundary"), isAttestationExpected: challenge != nil || keyID != nil)
        let verifier = CaptureVerifier(reader: reader, serverState: try serverState())
        let result =
            if let path = try string("path") {
                verifier.verify(path)
            } else {
                verifier.verify(try input(0), named: try string("name") ?? "capture")
            }
        return json(.texts) { writer in writer.member("result") { JudgedInput.shape.write(result, to: &$0) } }
    }

    /// Lists the contents of the capture at `path`, or of the one in the first input, with the JSON of
    /// `depthcheck capture inspect`.
    func inspectCapture() throws(TaskFailure) -> String {
        try requireCryptography()
        let inspector = CaptureInspector(reader: CaptureInputReader(boundary: try string("boundary")))
        let inspection =
            if let path = try string("path") {
                inspector.inspect(path)
            } else {
                inspector.inspect(try input(0), named: try string("name") ?? "capture")
            }
        return json(.texts) { writer in writer.member("result") { CaptureInspection.shape.write(inspection, to: &$0) } }
    }

    /// Compares the phone's analysis in a hash-only payload at `path`, or in the first input, with the depth map at
    /// `depth`, with the JSON of `depthcheck capture audit`.
    func auditCapture() throws(TaskFailure) -> String {
        try requireCryptography()
        guard let depth = try string("depth") else { throw .missing("depth") }
        let auditor = CaptureAuditor(
            reader: CaptureInputReader(), depthReader: DepthFileReader(options: try readingOptions()))
        let (path, name) = (try string("path"), try string("name") ?? "payload")
        let bytes = path == nil ? try input(0) : []
        do throws(CaptureAuditor.Failure) {
            let audit =
                if let path {
                    try auditor.audit(path, depth: depth)
                } else {
                    try auditor.audit(bytes, named: name, depth: depth)
                }
            let text = AuditReport.text(of: audit, format: .json, style: .plain, width: 80)
            return json { $0.member("result", json: text) }
        } catch {
            switch error {
            case .payload(let error): throw .capture(error)
            case .depthMap(let error): throw .reading(error)
            }
        }
    }

    /// The app that signs, and that the server expects.
    func application() throws(TaskFailure) -> CaptureApplication {
        let standard = CaptureApplication.standard
        return CaptureApplication(
            teamIdentifier: try string("team") ?? standard.teamIdentifier,
            bundleIdentifier: try string("bundle") ?? standard.bundleIdentifier)
    }

    private func serverState() throws(TaskFailure) -> ServerState {
        var state = ServerState(
            device: try device(), application: try application(),
            now: try member("at", "a time such as 2025-12-01T10:00:30Z") { $0.string.flatMap { CaptureTimestamp($0) } },
            isRequestVerified: try flag("request_verified"), registration: try registration(),
            isAttestationStrict: try flag("strict_attestation"),
            requiresVerifiedDevices: try flag("require_verified"))
        for option in TaskOption.ofServerState { if try isGiven(option) { state.given.append(option) } }
        state.refusesCases = !state.given.isEmpty
        return state
    }

    private func isGiven(_ option: TaskOption) throws(TaskFailure) -> Bool {
        switch option {
        case .boundary: false
        case .requestVerified, .keyRegistered: try flag(option.name(separator: "_"))
        default: try member(option.name(separator: "_"), "a value") { $0 } != nil
        }
    }

    private func device() throws(TaskFailure) -> CaptureDevice? {
        guard let value = try member("device", "an object", { $0.members == nil ? nil : $0 }) else { return nil }
        var writer = JSONWriter(.compact, .texts)
        writer.value(value)
        do throws(DeviceFile.Fault) { return try DeviceFile.device(writer.bytes) } catch {
            throw .badState("device", finding: error.finding, expected: DeviceFile.example)
        }
    }

    private func registration() throws(TaskFailure) -> RegistrationState {
        var state = RegistrationState()
        state.challenge = try member("challenge", "padded base64, as the server sent it") {
            $0.string.flatMap { StrictBase64.bytes(of: $0) }
        }
        state.keyID = try string("key_id")
        state.challengeState = try word("challenge_state", ChallengeState.self) ?? .issued
        state.isKeyRegistered = try flag("key_registered")
        if let place = try whole("root") {
            guard let certificate = Certificate(file: try input(place)) else {
                throw .badState("root", finding: "no certificate", expected: "a root certificate in DER or PEM")
            }
            state.root = certificate
        }
        return state
    }
}

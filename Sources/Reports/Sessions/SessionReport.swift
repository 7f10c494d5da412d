internal import Captures
package import Support

/// Formats the answers to a session.
package enum SessionReport {
    package enum Format: String, Sendable, CaseIterable {
        case text, json
    }

    /// Ends with a newline.
    ///
    /// - Parameter isBrief: Whether text has only the lines of the requests.
    package static func text(
        of session: JudgedSession, format: Format, isBrief: Bool, namesRules: Bool, style: Style, width: Int
    ) -> String {
        switch format {
        case .text:
            page(session, JudgementText(style: style, width: width, namesRules: namesRules), isBrief, style) + "\n"
        case .json: shape.text(of: session, .texts, style.names) + "\n"
        }
    }

    private static func page(
        _ session: JudgedSession, _ text: JudgementText, _ isBrief: Bool, _ style: Style
    ) -> String {
        let times = session.entries.map { time(of: $0) }
        let width = (times.map(\.count).max() ?? 0) + 2
        var lines = zip(session.entries, times).map { entry, time in
            "\(time.padded(to: width))\(line(entry, text, style))"
                + entry.notes.map { "; note: \($0.sentence)" }.joined()
        }
        if isBrief { return lines.joined(separator: "\n") }
        lines += session.skipped.map { "note: \($0.printable) is no part of the session, and is skipped" }
        lines += ["", summary(session, style)]
        guard let first = session.firstFailure, let result = first.result else { return lines.joined(separator: "\n") }
        lines += ["", text.page(result)]
        if !first.causes.isEmpty {
            lines += ["", style.bold("earlier in the session:")] + first.causes.map { " - \($0.sentence)" }
        }
        return lines.joined(separator: "\n")
    }

    private static func time(of entry: JudgedSession.Entry) -> String {
        guard let text = entry.time?.millisecondText else { return "time unknown" }
        return entry.isTimeStated ? text : "\(text) (assumed)"
    }

    /// A request to an endpoint that is not simulated.
    private static func line(
        _ name: String, _ request: String, _ result: JudgedInput?, _ style: Style
    ) -> String {
        let start = style.warning("not simulated")
        guard let result, case .signedRequest(let judged) = result.kind else {
            return "\(start)  \(name)  (\(request))"
        }
        let outcome = judged.judgement.outcome
        if let counter = outcome.newCounter {
            return "\(start), its request verified; counter \(counter) stored  \(name)  (\(request))"
        }
        let reasons = result.reasons.map(\.sentence).joined(separator: "; ").sanitisedLine
        return "\(start), \(style.bad("its request \(outcome.answer == nil ? "not verified" : "refused")"))  "
            + "\(name)  (\(request): \(reasons))"
    }

    private static func line(_ entry: JudgedSession.Entry, _ text: JudgementText, _ style: Style) -> String {
        let name = entry.name.printable
        switch entry.kind {
        case .request(let result):
            let causes = entry.causes.map(\.sentence)
            return text.line(result) + (causes.isEmpty ? "" : "; \(causes.joined(separator: "; "))")
        case .challengeRequest: return "challenge requested  \(name)"
        case .challenge(let end):
            return "challenge issued  \(name)  (good until \(end.millisecondText ?? "an unknown time"))"
        case .device(let identifier): return "device named  \(name)  (\(identifier.printable))"
        case .answer: return "answer  \(name)  (no later request depends on it)"
        case .other(let method, let target, let result):
            return line(name, "\(method.printable) \(target.printable)", result, style)
        case .unreadable(let error):
            return "\(style.warning("unreadable"))  \(name)  (\(error.text(style.names).sanitisedLine))"
        }
    }

    private static func summary(_ session: JudgedSession, _ style: Style) -> String {
        let modes = [
            (session.configuration.isAttestationStrict, "STRICT_ATTESTATION"),
            (session.configuration.requiresVerifiedDevices, "REQUIRE_VERIFIED_DEVICES"),
        ].filter(\.0).map(\.1)
        let mode = modes.isEmpty ? "default mode" : modes.joined(separator: " and ")
        let count = NumberText.count(session.requestCount, "request")
        let unreadable = session.unreadable.count
        let rest = unreadable == 0 ? "" : "; \(NumberText.count(unreadable, "file")) could not be read"
        guard let first = session.firstFailure else {
            guard session.isSimulated else { return style.warning("no request was simulated") + rest }
            return style.good("\(count) in \(mode): all accepted and trusted") + rest
        }
        return style.bad("\(count) in \(mode): \(session.failureCount) went wrong") + rest
            + "; the first is \(first.name.printable)\(first.result == nil ? "" : ":")"
    }
}

extension SessionReport {
    private static let shape = shape(.none)

    /// The output of `capture session`.
    ///
    /// - Parameter codes: for the schema.
    package static func shape(_ codes: ReadingCodes) -> Shape<JudgedSession> {
        Shape {
            Member("input", .text) { $0.path.jsonName }
            Member("trusted", .flag) { $0.isTrusted }
            Member("requests", .count) { $0.requestCount }
            Member("failures", .count) { $0.failureCount }
            Member("first_failure", .text, or: .null) { $0.firstFailure?.name.jsonName }
            Member("strict_attestation", .flag) { $0.configuration.isAttestationStrict }
            Member("require_verified_devices", .flag) { $0.configuration.requiresVerifiedDevices }
            Member("files", .list(of: file(codes))) { $0.entries }
            Member("skipped", .texts) { $0.skipped.map(\.jsonName) }
        }
    }

    private static func file(_ codes: ReadingCodes) -> Shape<JudgedSession.Entry> {
        let other = Shape<(method: String, target: String)> {
            Member("method", .text) { $0.method }
            Member("target", .text) { $0.target }
        }
        let signed = Shape<(method: String, target: String, result: JudgedInput)> {
            other.members { ($0.method, $0.target) }
            Member("result", JudgedInput.shape(codes)) { $0.result }
        }
        let unreadable = Shape<CaptureInputError> {
            Member("error", .message) { $0.wording }
            Member("error_code", .words(codes.errors + CaptureInputError.codes)) { $0.code }
        }
        return Shape(anyOf: [
            file("request", Shape<JudgedInput> { Member("result", JudgedInput.shape(codes)) { $0 } }) {
                if case .request(let result) = $0 { result } else { nil }
            },
            file("challenge_request", Shape<Void> {}) { if case .challengeRequest = $0 { () } else { nil } },
            file(
                "challenge", Shape<CaptureTimestamp> { Member("expires_at", .text, or: .null) { $0.millisecondText } }
            ) {
                if case .challenge(let end) = $0 { end } else { nil }
            },
            file("device", Shape<String> { Member("device_id", .text) { $0 } }) {
                if case .device(let identifier) = $0 { identifier } else { nil }
            },
            file("answer", Shape<Void> {}) { if case .answer = $0 { () } else { nil } },
            file("other", other) { if case .other(let method, let target, nil) = $0 { (method, target) } else { nil } },
            file("other", signed) {
                if case .other(let method, let target, let result?) = $0 { (method, target, result) } else { nil }
            },
            file("unreadable", unreadable) { if case .unreadable(let error) = $0 { error } else { nil } },
        ])
    }

    /// A file of one kind.
    ///
    /// - Parameter part: the source of the members that only this kind has; nil for a file of another kind.
    private static func file<Part>(
        _ kind: String, _ members: Shape<Part>, _ part: @escaping @Sendable (JudgedSession.Kind) -> Part?
    ) -> Alternative<JudgedSession.Entry> {
        let note = Shape<SessionNote> {
            Member("code", .words(SessionNote.codes)) { $0.code }
            Member("sentence", .text) { $0.sentence }
        }
        let cause = Shape<JudgedSession.Cause> {
            Member("effect", .words(SessionCause.codes)) { $0.cause.code }
            Member("file", .text) { $0.name.jsonName }
        }
        return Shape<(entry: JudgedSession.Entry, part: Part)> {
            Member("file", .text) { $0.entry.name.jsonName }
            Member("time", .text, or: .null) { $0.entry.time?.millisecondText }
            Member("time_stated", .flag) { $0.entry.isTimeStated }
            Member("kind", .words([kind])) { _ in kind }
            Member("notes", .list(of: note)) { $0.entry.notes }
            Member("earlier", .list(of: cause)) { $0.entry.causes }
            members.members { $0.part }
        }.when { entry in part(entry.kind).map { (entry, $0) } }
    }
}

extension JudgedSession.Cause {
    /// The effect, without a period.
    var sentence: String {
        let name = name.printable
        return switch cause {
        case .challengeRedeemed: "\(name) redeemed the challenge"
        case .keyRegistered: "\(name) registered the key"
        case .deviceUnverified: "\(name) registered the device without verifying it"
        case .counterStored: "\(name) stored the counter"
        case .mediaStored: "\(name) stored media with this hash"
        }
    }
}

extension SessionCause {
    /// A stable code for this kind of effect.
    package var code: String {
        switch self {
        case .challengeRedeemed: "challenge_redeemed"
        case .keyRegistered: "key_registered"
        case .deviceUnverified: "device_unverified"
        case .counterStored: "counter_stored"
        case .mediaStored: "media_stored"
        }
    }

    static let codes = [
        SessionCause.challengeRedeemed(by: 0), .keyRegistered(by: 0), .deviceUnverified(by: 0), .counterStored(by: 0),
        .mediaStored(by: 0),
    ].map(\.code)
}

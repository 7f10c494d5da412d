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
        case .json: json(session)
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
            return "\(style.warning("unreadable"))  \(name)  (\(error.message.sanitisedLine))"
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

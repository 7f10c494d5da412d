internal import Captures
internal import Conformance
package import Support

/// Formats judgements as text. Lines with file names or other long words can exceed the width.
package struct JudgementText {
    let style: Style
    private let width: Int
    private let namesRules: Bool

    package init(style: Style, width: Int, namesRules: Bool) {
        self.style = style
        self.width = min(max(width, 60), 120)
        self.namesRules = namesRules
    }

    package func line(_ result: JudgedInput) -> String {
        let reasons = result.error.map { [$0.text(style.names)] } ?? result.reasons.map(\.sentence)
        let explanation =
            reasons + (result.differences ?? []).map { "differs: \($0.wording)" }
            + conclusions(result)
        let details = explanation.isEmpty ? [] : ["(\(explanation.joined(separator: "; ")))".sanitisedLine]
        return style.result("\(answer(of: result))  \(result.path.printable)", details)
    }

    /// The parties that must change something, and the assumption that explains the cause.
    private func conclusions(_ result: JudgedInput) -> [String] {
        let parties = result.parties.map(\.wording).joined(separator: " and ")
        // If the device is not given, only the user can complete the result, whatever else the sender can improve.
        let isOpen = result.outcome == .unknown && result.assumptions.contains(.unknownDevice)
        return (parties.isEmpty || isOpen ? [] : ["\(parties) must change it"])
            + result.assumptions.compactMap { $0.remark?.text(style.names) }
    }

    /// A line with the answer, its cause and the parties that must change something; then all reasons, the checks, the
    /// signed text and the required changes.
    package func page(_ result: JudgedInput) -> String {
        var cause = result.reasons.first?.sentence ?? ""
        if result.reasons.count > 1 { cause += "; \(NumberText.count(result.reasons.count - 1, "more reason"))" }
        let explanation = ([cause] + conclusions(result)).filter { !$0.isEmpty }.joined(separator: "; ")
        let head = "\(answer(of: result))  \(style.bold(result.path.printable))"
        var lines = [explanation.isEmpty ? head : style.result("\(head):", [explanation.sanitisedLine], gap: " ")]
        if let origin = result.origin { lines += paragraph(origin.wording, first: 6, rest: 8) }
        if let error = result.error {
            lines += ["error: \(error.text(style.names))".sanitisedLine].flatMap { $0.wrapped(width: width, indent: 2) }
        }
        if case .capture(let judged) = result.kind {
            lines += reasons(judged.reasons, isReported: judged.disclosesReason)
            lines += [""] + CaptureCheckTable(judged, style: style, width: width).lines
            let isClockAssumed = result.assumptions.contains { $0.code == .clock }
            lines += [""] + evidence(judged.judgement, isClockAssumed: isClockAssumed)
            lines += [""] + signatures(judged) + consequences(judged.consequences) + changes(judged.changes)
        }
        lines += RequestText(page: self, style: style, width: width, namesRules: namesRules).lines(result)
        if !result.assumptions.isEmpty {
            lines += ["", style.bold("not given:")]
            lines += result.assumptions.flatMap { assumption in
                paragraph("- \(assumption.sentence.text(style.names))", first: 1, rest: 3)
            }
        }
        lines += differences(result)
        return lines.joined(separator: "\n")
    }

    /// The server's answer, such as `202, recorded as suspicious`.
    private func answer(of result: JudgedInput) -> String {
        let text: String
        switch result.kind {
        case .unreadable: return style.warning("unreadable")
        case .capture(let judged): text = judged.answerText
        case .registration, .signedRequest, .chain: text = RequestText.answer(of: result)
        }
        return switch result.outcome {
        case .high, .verified: style.good(text)
        case .medium, .low, .unverified, .unknown, .notModelled, .unreadable: style.warning(text)
        case .suspicious, .refused: style.bad(text)
        }
    }

    /// The list of reasons.
    func reasons(_ reasons: [AnswerReason], isReported: Bool) -> [String] {
        let notice = isReported ? "" : " (not reported by the server)"
        switch reasons.count {
        case 0: return ["      no objection"]
        case 1 where !namesRules: return isReported ? [] : ["      the server does not report this reason"]
        default:
            return ["      why\(notice):"]
                + reasons.flatMap { paragraph($0.item(namingRules: namesRules), first: 6, rest: 8) }
        }
    }

    func evidence(_ judgement: CaptureJudgement, isClockAssumed: Bool) -> [String] {
        func word(_ flag: Bool) -> String { flag ? "yes" : "no" }
        var lines: [String] = []
        if let assertion = judgement.assertion {
            let counter = assertion.newCounter.map { ", stores counter \($0)" } ?? ""
            lines += labelled(
                "assertion",
                assertion.status == .unknown
                    ? "not checked: the device is not known"
                    : "\(assertion.status.rawValue); assertion_verified \(word(assertion.isMarkedVerified)), "
                        + "counter_valid \(word(assertion.isCounterMarkedValid))\(counter)")
        }
        if let depth = judgement.depth {
            let believed = judgement.endpoint == .hashOnly ? ", as claimed by the phone" : ""
            lines += labelled("depth", depth.status.rawValue + believed)
        }
        if let metadata = judgement.metadataEvidence {
            let time =
                isClockAssumed
                ? "not checked" : "\(word(metadata.isTimestampValid)) (\(metadata.timestampDelta) s)"
            let place = metadata.coarseLocation.map { " (\($0.printable))" } ?? ""
            lines += labelled(
                "metadata",
                "not counted: time \(time), "
                    + "model \(word(metadata.isModelVerified)) (\"\(metadata.modelName.printable)\"), "
                    + "size \(word(metadata.isResolutionValid)), "
                    + "location \(word(metadata.isLocationAvailable))\(place)")
        }
        if lines.isEmpty {
            lines = labelled("evidence", "none: nothing is recorded for a capture refused at this stage")
        }
        return lines
    }

    private func signatures(_ judged: JudgedCapture) -> [String] {
        let wanted = judged.judgement.endpoint.binding
        let bindings = judged.judgement.readableBindings
        var lines = bindings.flatMap { signed in
            labelled("signed", "\(signed.name): \(signed.binding.definition); used by \(signed.binding.users)")
        }
        if let text = judged.signedText {
            lines = labelled("signed", text.wording(wanted))
        } else if bindings.isEmpty {
            lines = labelled("signed", judged.missingBindingWording)
        }
        if !bindings.contains(SatisfiedBinding(wanted, .plain)) {
            lines += labelled("expected", "\(wanted.name)/plain: \(wanted.definition)")
        }
        return lines
    }

    func consequences(_ consequences: [AnswerReason]) -> [String] {
        guard !consequences.isEmpty else { return [] }
        return ["", style.bold("consequences:")]
            + consequences.flatMap { paragraph("- \($0.sentence)", first: 1, rest: 3) }
    }

    func changes(_ changes: [RequiredChange]) -> [String] {
        guard !changes.isEmpty else { return [] }
        var lines = ["", style.bold("required changes, in order:")]
        for (index, change) in changes.enumerated() {
            let number = "\(index + 1). ".aligned(to: 4)
            let sentence = change.message.text(style.names)
            let purpose = change.purpose == .record ? "for the record, " : ""
            lines += paragraph("\(number)\(purpose)\(change.party.wording): \(sentence)", first: 1, rest: 6)
        }
        return lines
    }

    private func differences(_ result: JudgedInput) -> [String] {
        guard let differences = result.differences else { return [] }
        if differences.isEmpty { return ["", style.good("as expected")] }
        return ["", style.bad("not as expected:")]
            + differences.flatMap { paragraph("- \($0.wording)", first: 2, rest: 4) }
    }

    func labelled(_ label: String, _ text: String) -> [String] {
        let lines = paragraph(text, first: 11, rest: 11)
        guard let first = lines.first else { return [] }
        return [label.padded(to: 11) + first.dropFirst(11)] + lines.dropFirst()
    }

    func paragraph(_ text: String, first: Int, rest: Int) -> [String] {
        text.sanitisedLine.wrapped(width: width, indent: rest, firstIndent: first)
    }
}

extension JudgedCapture {
    /// Whether the response discloses the reason, if there is one. Responses with status 202, 401 and 500 do not.
    fileprivate var disclosesReason: Bool {
        judgement.answer.map { [400, 413, 415, 422].contains($0.httpStatus) } ?? true
    }

    /// The reason why no binding is listed.
    fileprivate var missingBindingWording: String {
        switch assertion {
        case nil: "nothing: there is no assertion"
        case .failure?: "not tried: the assertion cannot be read"
        case .success?:
            switch request.device {
            case nil: "not tried: the device is not known"
            case .some(let device) where device.publicKey == nil: "not tried: the device has no public key"
            case .some: "none of the known definitions"
            }
        }
    }
}

extension JudgedCapture {
    var answerText: String { judgement.answerText }
}

extension CaptureOutcome {
    var wording: String {
        switch self {
        case .high, .medium, .low, .suspicious, .unknown: CaptureConfidence(rawValue: rawValue).recording
        case .verified, .unverified: rawValue
        case .notModelled: CaptureAnswer.notModelled
        case .refused, .unreadable: rawValue
        }
    }
}

extension AnswerReason {
    fileprivate func item(namingRules: Bool) -> String {
        namingRules && !rules.isEmpty ? "- \(sentence) (\(rules.joined(separator: ", ")))" : "- \(sentence)"
    }
}

extension RequiredChange.Party {
    var wording: String {
        switch self {
        case .sender: "the sender"
        case .server: "the server"
        }
    }
}

extension AnswerDifference {
    fileprivate var wording: String {
        guard let expected else {
            return field.isEmpty
                ? "found no expected answer of this name"
                : "\(field): expected no such member, found \(found?.plainText ?? "nothing")"
        }
        return "\(field): expected \(expected.plainText), found \(found?.plainText ?? "nothing")"
    }
}

extension JSONValue {
    /// Compact JSON, truncated if it exceeds 60 characters.
    fileprivate var plainText: String {
        var writer = JSONWriter(.compact, .texts)
        writer.value(self)
        let text = writer.text
        return text.count > 60 ? text.prefix(57) + "…" : text
    }
}

extension ResultStream<JudgedInput> {
    package init(_ format: ResultFormat, isList: Bool, isBrief: Bool, text: JudgementText) {
        self.init(
            format, isList: isList, isTight: isBrief, text.style.names, .rows, .texts, shape: JudgedInput.shape
        ) { isBrief ? text.line($0) : text.page($0) }
    }
}

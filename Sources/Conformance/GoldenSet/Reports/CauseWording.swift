internal import DepthAnalysis
internal import Support

// The wording of causes.

enum Count {
    static func goldens(_ count: Int) -> String { of(count, "golden") }

    /// The end of a headline.
    static func known(_ ids: [String]) -> String { ids.isEmpty ? "" : ", \(of(ids.count, "known failure"))" }

    static func of(_ count: Int, _ word: String) -> String { "\(count) \(word)\(count == 1 ? "" : "s")" }
}

extension FailureGroup {
    /// The failure that all members share, in one line.
    var title: Message {
        switch reason {
        case .cause(let cause): "\(cause.isKnown ? "looks like \(cause.title)" : cause.doubt)"
        case .unknown(let stage): "no known cause, first diverged: \(stage.name)"
        case .failure(let failure): failure.groupTitle
        }
    }

    /// The confidence in the cause, its alternatives and its consequences; one sentence each.
    var remarks: [String] {
        var remarks = cause?.remarks ?? []
        let verdicts = verdictCount
        if verdicts > 0 {
            remarks.append("the verdict of \(Count.goldens(verdicts)) \(verdicts == 1 ? "changes" : "change")")
        }
        return remarks
    }

    /// The failure of a member, without repeating the title of the group.
    func lines(of member: Member, _ names: OptionNaming) -> [String] {
        if let sample = member.sample {
            return ["look at \(sample.text(in: member.entry.input))"] + member.differences.flatMap(\.lines)
        }
        // The first divergence of the golden may belong to another cause.
        if cause != nil { return member.differences.flatMap(\.lines) }
        return (member.failure.headline == title ? [] : [member.failure.headline.text(names)]) + member.failure.details
    }
}

extension Cause {
    /// The cause with its exact detail if no other fits, or else with the alternatives.
    var title: String {
        guard !equals.isEmpty else { return fit.isExact ? fingerprint.title : fingerprint.kindTitle }
        let siblings = equals.filter { $0.cause == fingerprint.cause && !$0.detail.isEmpty }.map(\.detail)
        let others = Set(equals.filter { $0.cause != fingerprint.cause }.map(\.kindTitle)).sorted()
        let isDetailed = fit.isExact && !fingerprint.detail.isEmpty && siblings.count < 3
        let details = isDetailed ? ": " + ([fingerprint.detail] + siblings).joined(separator: ", or ") : ""
        return ([fingerprint.kindTitle + details] + others.prefix(3)).joined(separator: ", or ")
            + (others.count > 3 ? ", or \(others.count - 3) others" : "")
    }

    /// The possible causes, if there is more than one.
    fileprivate var doubt: String {
        let kinds = [fingerprint.kindTitle] + rivals.prefix(2).map(\.kindTitle)
        let left = rivals.count - 2
        let all = left > 0 ? kinds + ["\(left) \(left == 1 ? "other" : "others")"] : kinds
        guard all.count > 1 else { return "no known cause; changes what \(all[0]) changes" }
        return "no known cause; changes what \(all.dropLast().joined(separator: ", ")) and \(all[all.count - 1]) change"
    }

    fileprivate var remarks: [String] {
        guard isKnown else { return ["no known cause gives the differing values"] }
        return [fit.sentence] + (runnerUp.map { ["runner-up: \($0.fingerprint.title): \($0.fit.comparison)"] } ?? [])
    }
}

extension Fingerprint {
    var kindTitle: String { "\(cause) (\(rule))" }
}

extension CauseFit {
    fileprivate var sentence: String {
        let found = same + other
        let known =
            isExact
            ? (other == 0
                ? "it gives \(found == 1 ? "the differing value" : "all \(found) differing values")"
                : "it gives \(same) of the \(found) differing values where it changes them")
            : "\(found) values differ where it changes them, but by other amounts: a related cause"
        return [known, missingText, absentText, unexpectedText].compactMap(\.self).joined(separator: "; ")
    }

    fileprivate var comparison: String {
        let given = newSame == 0 ? "gives none of these values" : "gives \(newSame) of these values"
        let others = newOther == 0 ? nil : "\(newOther) \(newOther == 1 ? "differs" : "differ") otherwise"
        return [given, others, missingText].compactMap(\.self).joined(separator: ", ")
    }

    private var missingText: String? {
        missing == 0 ? nil : "\(missing) it would change \(missing == 1 ? "is" : "are") as stored"
    }

    private var absentText: String? {
        absent == 0 ? nil : "\(absent) more it would change \(absent == 1 ? "is" : "are") in fields without differences"
    }

    private var unexpectedText: String? {
        unexpected == 0 || isExact
            ? nil : "\(unexpected) more \(unexpected == 1 ? "differs" : "differ") in these fields"
    }
}

extension FailureGroup.Tally {
    /// The largest difference in the field's unit and in ULP.
    var allDistances: String { largest.distances.joined(separator: ", ") }
    /// The largest difference in one of them.
    var distance: String { largest.distances.last ?? "" }
}

extension SampleChange {
    func text(in input: GoldenInput?) -> String {
        let isGrid = input.map { $0.used.width * $0.used.height == $0.sampleCount } ?? false
        let pixel = PixelName(index: index, dimensions: isGrid ? input?.used : nil)
        return "\(pixel) = \(depth) m: \(name(of: stored)) as stored, \(name(of: answered)) as answered"
    }

    private func name(of value: Int) -> String {
        switch kind {
        case .valid: value == 1 ? "valid" : "not valid"
        case .interior: value == 1 ? "counted as interior" : "not counted as interior"
        case .edge: value == 1 ? "an edge" : "not an edge"
        case .band: value == 1 ? "inside the band" : "outside the band"
        case .bin: value < 0 ? "in no bin" : "in bin \(value)"
        case .quadrant:
            value < 0 ? "in no quadrant" : "in the \(QuadrantName.all[value % QuadrantName.all.count]) quadrant"
        }
    }
}

extension CheckReport {
    /// The summary: `FAIL  84 of 131 goldens, 2 causes`.
    var headline: Message {
        let failedCount = entries.count { !$0.failures.isEmpty }
        if isGood { return "PASS  \(Count.goldens(entries.count))\(Count.known(knownFailures))" }
        if entries.isEmpty, groups.isEmpty, !skipped.isEmpty { return "FAIL  nothing was compared" }
        if entries.isEmpty, groups.count == 1 { return "FAIL  \(groups[0].title)" }
        var parts: [String] = []
        if !entries.isEmpty { parts.append("\(failedCount) of \(Count.goldens(entries.count))") }
        if !setFailures.isEmpty { parts.append(Count.of(setFailures.count, "failure") + " of the set") }
        if failedCount > 0 || groups.count > 1 { parts.append(Count.of(groups.count, "cause")) }
        return "FAIL  \(parts.joined(separator: ", "))\(Count.known(knownFailures))"
    }
}

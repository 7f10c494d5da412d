internal import DepthAnalysis
internal import Support

enum Count {
    static func goldens(_ count: Int) -> String { of(count, "golden") }

    static func known(_ ids: [String]?) -> String {
        ids.map { $0.isEmpty ? "" : ", \(of($0.count, "known failure"))" } ?? ""
    }

    static func of(_ count: Int, _ word: String) -> String { "\(count) \(word)\(count == 1 ? "" : "s")" }
}

extension FailureGroup {
    var title: Message {
        switch reason {
        case .cause(let cause): "looks like \(cause.title)"
        case .kind(let mistake): "\(mistake.expected) are given as \(mistake.found)"
        case .renaming(let renaming): "\(renaming.text)"
        case .unknown(let stage): "no known cause, first diverged: \(stage.name)"
        case .failure(let failure): failure.groupTitle
        }
    }

    var remarks: [String] {
        var remarks = cause?.remarks(of: members.map(\.differences.count).reduce(0, +)) ?? []
        let verdicts = verdictCount
        if verdicts > 0 {
            remarks.append(
                verdicts == 1 ? "the verdict of 1 golden changes" : "the verdicts of \(Count.goldens(verdicts)) change")
        }
        return remarks
    }

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
        guard !equals.isEmpty else { return fingerprint.title }
        let siblings = equals.filter { $0.cause == fingerprint.cause && !$0.detail.isEmpty }.map(\.detail)
        let others = Set(equals.filter { $0.cause != fingerprint.cause }.map(\.kindTitle)).sorted()
        let isDetailed = !fingerprint.detail.isEmpty && siblings.count < 3
        let details = isDetailed ? ": " + ([fingerprint.detail] + siblings).joined(separator: ", or ") : ""
        return ([fingerprint.kindTitle + details] + others.prefix(3)).joined(separator: ", or ")
            + (others.count > 3 ? ", or \(others.count - 3) others" : "")
    }

    fileprivate func remarks(of count: Int) -> [String] {
        let given = count == 1 ? "the differing value" : "all \(count) differing values"
        let others = otherCount == 0 ? "" : "; another cause changes \(otherCount) more as well"
        let missing = missingCount == 0 ? "" : "; as stored although it would change them: \(missingCount)"
        return ["it gives \(given)\(others)\(missing)"]
    }
}

extension Fingerprint {
    var kindTitle: String { "\(cause) (\(rule))" }
}

extension Renaming {
    fileprivate var text: String {
        let more = names.count > 4 ? ", and \(names.count - 4) more" : ""
        return "\(field.path): \(names.prefix(4).map(\.text).joined(separator: ", "))\(more)"
    }
}

extension FailureGroup.Tally {
    var allDistances: String { largest.distances.joined(separator: ", ") }
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
    var headline: Message {
        let failedCount = entries.count { !$0.failures.isEmpty }
        let accepted: Message =
            switch otherwiseAcceptedCount {
            case 0: ""
            case let count: ", \(count) of them \(count == 1 ? "differs" : "differ") where the server itself may"
            }
        let end: Message = "\(Count.known(knownFailures))\(accepted)"
        let share = passedCount == entries.count ? "" : "\(passedCount) of "
        if isGood { return "PASS  \(share)\(Count.of(entries.count, unit))\(end)" }
        if entries.isEmpty, groups.isEmpty, !skipped.isEmpty { return "FAIL  nothing was compared" }
        if entries.isEmpty, groups.count == 1 { return "FAIL  \(groups[0].title)" }
        var parts: [String] = []
        if !entries.isEmpty { parts.append("\(failedCount) of \(Count.of(entries.count, unit))") }
        if !setFailures.isEmpty { parts.append(Count.of(setFailures.count, "failure") + " of the set") }
        if failedCount > 0 || groups.count > 1 { parts.append(Count.of(groups.count, "cause")) }
        return "FAIL  \(parts.joined(separator: ", "))\(end)"
    }
}

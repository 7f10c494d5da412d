package import Captures

/// The criteria of the stories, measured in a session or in a single capture.
///
///     let checklist = Checklist(of: JudgedSession(try SessionFolder.read("session/")))
///     for item in checklist.items { print(item.criterion.rawValue, item.status) }
package struct Checklist: Sendable {
    package let path: String
    /// The criteria, in the order of ``ChecklistCriterion``.
    package let items: [Item]
    /// The files that could not be read, in which nothing is measured.
    package let unreadable: [(name: String, error: CaptureInputError)]

    package enum Status: String, Sendable, CaseIterable {
        case met
        case notMet = "not_met"
        case notMeasurable = "not_measurable"
        /// The criterion is not met because genuine data cannot meet it.
        case contradictsReality = "contradicts_reality"
    }

    package struct Item: Sendable {
        package let criterion: ChecklistCriterion
        package let status: Status
        /// Why the criterion cannot be measured, or what it contradicts.
        package let remark: String?
        package let findings: [Finding]
    }

    /// A measured value.
    package struct Finding: Sendable, Hashable {
        package let file: String
        package let value: String
        package let status: Status
    }

    /// Whether at least one criterion is met, and none is violated that genuine data can meet.
    package var isMet: Bool {
        items.allSatisfy { $0.status != .notMet } && items.contains { $0.status == .met }
    }

    /// The checklist of a session.
    package init(of session: JudgedSession) {
        let captures = session.entries.compactMap { ChecklistCapture($0) }
        let registrations = session.entries.compactMap { entry -> Finding? in
            guard case .registration(let judged)? = entry.result?.kind else { return nil }
            return Finding(
                file: entry.name, value: judged.registrationWording,
                status: judged.outcome == .verified ? .met : .notMet)
        }
        self.init(path: session.path, captures, registrations, unreadable: session.unreadable)
    }

    /// The checklist of one capture.
    ///
    /// - Parameter device: The server's record of the device; nil if it is not known.
    package init(of payload: CapturePayload, path: String, device: CaptureDevice?) {
        self.init(path: path, [ChecklistCapture(payload, path: path, device: device)], [], unreadable: [])
    }

    private init(
        path: String, _ captures: [ChecklistCapture], _ registrations: [Finding],
        unreadable: [(name: String, error: CaptureInputError)]
    ) {
        self.path = path
        self.unreadable = unreadable
        items = ChecklistCriterion.allCases.map { criterion in
            let findings =
                criterion == .registration
                ? registrations
                : captures.flatMap { capture in
                    capture.findings(of: criterion, among: captures).map {
                        Finding(file: capture.file, value: $0.value, status: $0.status)
                    }
                }
            return Item(criterion, findings)
        }
    }
}

extension Checklist.Item {
    fileprivate init(_ criterion: ChecklistCriterion, _ findings: [Checklist.Finding]) {
        (self.criterion, self.findings) = (criterion, findings)
        let statuses = findings.map(\.status)
        if statuses.isEmpty {
            (status, remark) = (.notMeasurable, criterion.missing)
        } else if statuses.contains(.notMet) {
            (status, remark) = (.notMet, nil)
        } else if statuses.contains(.contradictsReality) {
            let genuine = "genuine assertions have 140 to 204 bytes, so no phone meets this criterion"
            (status, remark) = (.contradictsReality, genuine)
        } else {
            (status, remark) = (.met, nil)
        }
    }
}

extension JudgedRegistration {
    fileprivate var registrationWording: String {
        let level = judgement.stored?.attestationLevel
        return ([level ?? "not registered"] + reasons.map(\.sentence)).joined(separator: ": ")
    }
}

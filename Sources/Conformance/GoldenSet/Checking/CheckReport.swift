internal import DepthAnalysis
package import Support

/// What a check found: the record every report is made from.
package struct CheckReport: Sendable {
    package struct Entry: Sendable {
        /// The golden's folder and name; for failures of the set the file or folder.
        package let id: String
        /// Which rule it guards; nil for failures of the set.
        package let guards: String?
        package let path: String
        /// The golden's input; nil for failures of the set.
        var input: GoldenInput?
        /// Which question was answered, and what was seen of the answer; nil where none was compared.
        var question: Fingerprint.Question?
        var observation = Observation()
        package var seconds: Double = 0
        package var failures: [Failure] = []
        package var notReported: [String] = []
        package var knifeEdges: [KnifeEdge] = []
        /// The fields in which the answer is another one that the server itself may give, with the reason.
        package var otherwiseAccepted: [(field: Field, why: String)] = []
    }

    package let set: String
    package let subject: String
    /// In the order of their ids.
    package var entries: [Entry] = []
    package var setFailures: [Entry] = []
    /// The failures by their causes, in the order of the report.
    package internal(set) var groups: [FailureGroup] = []
    /// The goldens that were not asked for, because this answerer cannot answer them.
    private(set) var skipped: [(id: String, path: String)] = []
    private(set) var skipReason = ""
    /// What a reader should know, such as that orphans were not looked for.
    package var notes: [String] = []
    package var seconds: Double = 0

    package var failed: [Entry] {
        (setFailures + entries).filter { !$0.failures.isEmpty }
            .worstFirst { $0.failures.map(\.severity).max() ?? Severity(rank: .number) }
    }

    /// Leaves goldens of whole files out, for one reason.
    mutating func skip(_ goldens: [(id: String, path: String)], because reason: String) {
        skipped = goldens
        skipReason = reason
    }

    package var passedCount: Int { entries.count { $0.failures.isEmpty } }

    /// Whether nothing failed, and there was something to fail.
    package var isGood: Bool { failed.isEmpty && !entries.isEmpty }

    /// Why the unpacked samples for a program could not be written: then the check ended early, and its other results
    /// mean nothing. Nil if they could.
    package var missingSamples: FileAccessError? { entries.lazy.compactMap(\.missingSamples).first }

    /// 0 when all is well, 2 when something could not be read, else 1.
    package var exitCode: Int32 {
        if failed.contains(where: { $0.failures.contains(where: \.isUnreadable) }) { return 2 }
        return isGood ? 0 : 1
    }

    package var notReportedCounts: [(field: String, count: Int)] {
        var counts: [String: Int] = [:]
        for field in entries.flatMap(\.notReported) { counts[field, default: 0] += 1 }
        return Field.compared.compactMap { field in counts[field.path].map { (field.path, $0) } }
    }
}

extension CheckReport.Entry {
    /// Why the program that was asked could not get its samples; nil if it could.
    var missingSamples: FileAccessError? {
        failures.lazy.compactMap { if case .noAnswer(.withoutSamples(let error)) = $0 { error } else { nil } }.first
    }
}

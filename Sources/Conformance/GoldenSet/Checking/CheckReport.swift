internal import DepthAnalysis
package import Support

package struct CheckReport: Sendable {
    package struct Entry: Sendable {
        /// The folder and name of the golden; for failures of the set, the file or folder.
        package let id: String
        package let guards: String?
        package let path: String
        var input: GoldenInput?
        /// The question and the observation of its answer; nil if no answer was compared.
        var question: Fingerprint.Question?
        var observation = Observation()
        package var seconds: Double = 0
        package var failures: [Failure] = []
        var isKnownFailure = false
        var compared: Set<Field> = []
        package var notReported: [Field] = []
        var words: [Field: [WordPair]] = [:]
        package var knifeEdges: [KnifeEdge] = []
        /// Fields whose different value the server itself gives on other machines, with the reason.
        package var otherwiseAccepted: [(field: Field, why: String)] = []
    }

    var check = "golden check"
    var unit = "golden"
    package let set: String
    package let subject: String
    package var entries: [Entry] = []
    package var setFailures: [Entry] = []
    package internal(set) var groups: [FailureGroup] = []
    private(set) var skipped: [(id: String, path: String)] = []
    private(set) var skipReason = ""
    package var notes: [String] = []
    package var seconds: Double = 0

    package var failed: [Entry] {
        (setFailures + entries).filter { !$0.failures.isEmpty }
            .worstFirst { $0.failures.map(\.severity).max() ?? Severity(rank: .number) }
    }

    mutating func skip(_ goldens: [(id: String, path: String)], because reason: String) {
        skipped = goldens
        skipReason = reason
    }

    package var passedCount: Int { entries.count { $0.failures.isEmpty && !$0.isKnownFailure } }

    package var knownFailures: [String]? { entries.isEmpty ? nil : entries.filter(\.isKnownFailure).map(\.id) }

    package var isGood: Bool { failed.isEmpty && !entries.isEmpty }

    /// The reason why samples for a program could not be written; nil if they could.
    package var missingSamples: FileAccessError? { entries.lazy.compactMap(\.missingSamples).first }
}

extension CheckReport.Entry: ComparedEntry {
    /// The reason why the program could not get its samples; nil if it could.
    var missingSamples: FileAccessError? {
        failures.lazy.compactMap { if case .noAnswer(.withoutSamples(let error)) = $0 { error } else { nil } }.first
    }
}

extension Failure: ComparedFailure {
    var isOfUnasked: Bool { if case .noAnswer(.notAsked) = self { true } else { false } }
}

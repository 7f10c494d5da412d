internal import DepthAnalysis
internal import DepthFiles
internal import Support

/// The pending files of a set, which can be accepted or rejected.
package struct Review: Sendable {
    package struct Pending: Sendable {
        package let id: String
        package let path: String
        package let changes: [String]
        /// The reason why the file cannot be accepted; nil if it can.
        package let refusal: String?
    }

    private let set: GoldenSet

    package init(_ set: GoldenSet) {
        self.set = set
    }

    /// The pending files that match a name or pattern, or all without filters. Filters that match nothing are an
    /// error.
    package func pending(_ filters: [String] = []) throws(RecordingError) -> [Pending] {
        let files = set.pending.filter { Pattern.any(filters, match: [$0.name, $0.id]) }
        if files.isEmpty, !filters.isEmpty { throw .nothingMatches(filters) }
        return files.map(describe)
    }

    private func describe(_ file: GoldenSet.PendingFile) -> Pending {
        do throws(GoldenFormatError) {
            let fresh = try set.golden(file)
            guard let stored = set.cases.first(where: { $0.id.isExactly(file.id) }) else {
                let status = fresh.expected["status"]?.string ?? ""
                return Pending(
                    id: file.id, path: file.path,
                    changes: ["new golden: \(status), answered by \(fresh.provenance.implementation)"], refusal: nil)
            }
            var changes: [String] = []
            if stored.input != fresh.input { changes.append("the input: \(fresh.input.file), \(fresh.input.sha256)") }
            if stored.provenance.implementation != fresh.provenance.implementation {
                changes.append(
                    "answered by: \(stored.provenance.implementation) before, \(fresh.provenance.implementation) now")
            }
            let comparison = AnswerComparison(
                expected: stored.expected, actual: fresh.expected, profile: stored.profile)
            changes += comparison.differences.map(\.line)
            changes += comparison.notReported.map { "\($0.path): no longer present" }
            let added = Field.compared.filter {
                $0.value(in: stored.expected) == nil && $0.value(in: fresh.expected) != nil
            }
            if !added.isEmpty { changes.append("new fields: \(added.map(\.path).joined(separator: ", "))") }
            return Pending(
                id: file.id, path: file.path, changes: changes, refusal: Recording.refusal(to: stored, by: fresh))
        } catch {
            return Pending(id: file.id, path: file.path, changes: [], refusal: error.finding)
        }
    }

    /// Accepts all matching files, or none if one of them cannot be accepted. Returns their ids.
    package func accept(_ filters: [String], isCI: Bool) throws(RecordingError) -> [String] {
        guard !isCI else { throw .refusedInCI }
        let pending = try pending(filters)
        guard !pending.isEmpty else { throw .nothingPending }
        for file in pending {
            if let refusal = file.refusal { throw .unacceptable(id: file.id, reason: refusal) }
        }
        for file in pending {
            do throws(FileAccessError) { try FileAccess.rename(file.path, to: set.goldenPath(file.id)) } catch {
                throw .file(error)
            }
        }
        return pending.map(\.id)
    }

    /// Removes the matching files and returns their ids.
    package func reject(_ filters: [String]) throws(RecordingError) -> [String] {
        let pending = try pending(filters)
        guard !pending.isEmpty else { throw .nothingPending }
        for file in pending {
            do throws(FileAccessError) { try FileAccess.removeFile(file.path) } catch { throw .file(error) }
        }
        return pending.map(\.id)
    }
}

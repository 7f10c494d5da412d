internal import DepthAnalysis
internal import Support

/// Checks that each folder of a set has a golden for every input, and that every excuse is needed.
struct SetCheck {
    let set: GoldenSet
    let options: GoldenCheck.Options

    /// The failures of the set; missing goldens are reported only without a filter.
    func failures(selected: [GoldenCase]) -> [CheckReport.Entry] {
        var entries = set.unreadable.map { entry($0.path, .unreadableGolden($0.error)) }
        if set.cases.isEmpty, set.unreadable.isEmpty {
            entries.append(entry(set.path, .emptySet))
        } else if selected.isEmpty {
            let profiles = options.profiles.count == AnalysisProfile.allCases.count ? [] : options.profiles
            let asked: [Message] =
                options.filters.map { "\($0)" } + profiles.map { "\(option: .profile) \($0.rawValue)" }
                + options.excluded.map { "\(option: .exclude) \($0)" }
            entries.append(entry(set.path, .nothingMatches(filter: asked.joined(separator: ", "))))
        }
        guard options.filters.isEmpty else { return entries }
        let folders = set.manifest.folders.filter { options.profiles.contains($0.profile) }
        return entries + unlisted + folders.flatMap { missing(in: $0) + staleExcuses(in: $0) }
    }

    /// Folders missing from the manifest: their goldens could disappear unnoticed.
    private var unlisted: [CheckReport.Entry] {
        let folders = self.set.cases.map(\.folder).exactTexts.sorted().map(\.text)
        return folders.filter { set.manifest.folder($0) == nil }.map { entry("\(set.path)/\($0)", .unlistedFolder($0)) }
    }

    private func missing(in folder: Manifest.Folder) -> [CheckReport.Entry] {
        let stored = (set.cases.map { set.goldenPath($0.id) } + set.unreadable.map(\.path)).exactTexts
        return set.inputFiles(of: folder).compactMap { file in
            let id = "\(folder.name)/\(Self.name(of: file))"
            let path = set.goldenPath(id)
            guard isExpected(file, in: folder), !stored.contains(ExactText(path)) else { return nil }
            return entry(path, .inputWithoutGolden(input: file, folder: folder.name), id: id)
        }
    }

    private func isExpected(_ file: String, in folder: Manifest.Folder) -> Bool {
        guard folder.withoutGolden[ExactText(Self.name(of: file))] == nil else { return false }
        guard let completed = folder.completes else { return true }
        return set.cases.contains {
            $0.folder.isExactly(completed) && $0.input.file.isExactly(file) && !$0.hasStages
        }
    }

    private func staleExcuses(in folder: Manifest.Folder) -> [CheckReport.Entry] {
        let answered = set.cases.filter { $0.folder.isExactly(folder.name) }.map(\.name).exactTexts
        let inputs = set.inputFiles(of: folder).map(Self.name).exactTexts
        return folder.withoutGolden.keys.sorted().compactMap { name in
            guard answered.contains(name) || !inputs.contains(name) else { return nil }
            return entry(
                "\(set.path)/\(Manifest.fileName)", .staleExcuse(hasInput: inputs.contains(name)),
                id: "\(folder.name)/\(name.text)")
        }
    }

    private static func name(of file: String) -> String { GoldenSet.inputName(file.lastPathPart) }

    private func entry(_ path: String, _ failure: Failure, id: String? = nil) -> CheckReport.Entry {
        CheckReport.Entry(id: id ?? path, guards: nil, path: path, failures: [failure])
    }
}

internal import DepthAnalysis

/// Whether a set is whole: that it has goldens, that each input has them, that nothing is excused for nothing.
struct SetCheck {
    private let set: GoldenSet
    private let options: GoldenCheck.Options

    init(_ set: GoldenSet, _ options: GoldenCheck.Options) {
        self.set = set
        self.options = options
    }

    /// What is wrong; orphans are looked for only without a filter.
    func failures(selected: [GoldenCase]) -> [CheckReport.Entry] {
        var entries = set.unreadable.map { entry($0.path, .unreadableGolden(finding: $0.finding)) }
        guard !set.cases.isEmpty || !set.unreadable.isEmpty else { return entries + [entry(set.path, .emptySet)] }
        if selected.isEmpty {
            let asked = options.filters + options.profiles.map { "--profile \($0.rawValue)" }
            entries.append(entry(set.path, .nothingMatches(filter: asked.joined(separator: ", "))))
        }
        if options.filters.isEmpty { entries += orphans }
        return entries
    }

    private var orphans: [CheckReport.Entry] {
        options.profiles.flatMap { profile in
            let excused = set.manifest.rules(profile).withoutGolden
            let answered = Set(set.cases.filter { $0.profile == profile }.map(\.input.file))
            let missing = set.inputFiles.filter { !answered.contains($0) && excused[GoldenSet.inputName($0)] == nil }
            let names = Dictionary(set.inputFiles.map { (GoldenSet.inputName($0), $0) }) { first, _ in first }
            let useless = excused.keys.sorted().compactMap { name -> CheckReport.Entry? in
                let finding: String
                switch names[name] {
                case nil: finding = "there is no input of this name"
                case let file? where answered.contains(file): finding = "it has a golden"
                default: return nil
                }
                return entry(name, .uselessException(profile: profile.rawValue, finding: finding))
            }
            return missing.map { entry(set.inputPath($0), .inputWithoutGolden(profile: profile.rawValue)) } + useless
        }
    }

    private func entry(_ path: String, _ failure: Failure) -> CheckReport.Entry {
        var entry = CheckReport.Entry(id: path, guards: nil, path: path)
        entry.failures = [failure]
        return entry
    }
}

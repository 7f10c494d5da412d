import ArgumentParser
import DepthFiles
import Support
import ThresholdTuning

/// A unit of work for `measure`: a file of a corpus or a member of a tar shard, with the rows of an earlier run.
enum MeasuredItem: Sendable {
    case file(DepthFileCorpus.Entry, earlier: EarlierRows = EarlierRows())
    /// - Parameter hasCrashed: whether its earlier row is that of a crash, which is kept.
    case member(DepthInput, earlier: EarlierRows = EarlierRows(), hasCrashed: Bool = false)

    /// The name in its row.
    var name: String {
        switch self {
        case .file(let entry, _): entry.file
        case .member(let input, _, _): input.name
        }
    }

    /// Measures the item. If that crashes the process, the table gets a row in this format.
    func measure(
        with measurer: CorpusMeasurer, _ format: MeasurementFormat
    ) throws(FileAccessError) -> [CorpusMeasurer.MeasuredMember] {
        switch self {
        case .file(let entry, let earlier):
            let row = format.line(measurer.rowOfCrash(name, entry))
            return try CrashReport.naming(entry.path, row: row) { () throws(FileAccessError) in
                try measurer.measureMaps(of: entry, unless: earlier)
            }
        case .member(_, _, hasCrashed: true): return [.kept(file: name)]
        case .member(let input, let earlier, hasCrashed: false):
            // A table has at most one row of each name.
            let row = earlier.hasRow(of: name) ? "" : format.line(measurer.rowOfCrash(name))
            return try CrashReport.naming(name, row: row) { () throws(FileAccessError) in
                try measurer.measureMaps(in: input, unless: earlier)
            }
        }
    }
}

/// The members of the tar shards, and the rows of an earlier run that belong to them.
struct ShardMembers {
    private let shards: [NamedArchive]
    private let measurer: CorpusMeasurer
    private let part: CorpusPart?
    /// The arrays to read from archives among the members.
    private let arrays: [String]
    private let selection: FileSelection
    private let skipped: SkippedFiles
    /// The names of files measured in addition to the shards.
    private let files: Set<ExactText>
    private let earlier: EarlierRows
    /// The names of members and shards that crashed the last time.
    private let crashed: Set<ExactText>
    /// The rows by the member that they belong to.
    private let rowsByMember: [ExactText: [String]]
    /// Rows of members that their archive no longer has.
    let vanished: Set<ExactText>

    /// - Throws: `ValidationError` if a file of the corpus has the name of a shard.
    init(
        _ shards: [NamedArchive], besides corpus: DepthFileCorpus, part: CorpusPart?, arrays: [String],
        selection: FileSelection,
        skipped: SkippedFiles, _ rows: [MapMeasurement], _ measurer: CorpusMeasurer
    ) throws {
        self.selection = selection
        self.skipped = skipped
        self.shards = shards
        self.measurer = measurer
        self.part = part
        self.arrays = arrays
        files = shards.isEmpty ? [] : corpus.entries.map(\.file).exactTexts
        for shard in shards where files.contains(ExactText(shard.name)) {
            throw ValidationError(
                CorpusError.sameName(file: shard.name, first: "a file", second: shard.path)
                    .text(.command))
        }
        let theirs = shards.isEmpty ? [] : rows.filter { row in shards.contains { $0.holds(row.file) } }
        earlier = EarlierRows(theirs)
        crashed = theirs.filter(measurer.hasCrashed).map(\.file).exactTexts
        vanished = Self.vanished(theirs.map(\.file), from: shards)
        rowsByMember = theirs.filter(\.error.isEmpty).map(\.file).reduce(into: [:]) { found, file in
            found[ExactText(file), default: []].append(file)
            if let member = file.nameBeforeNumber { found[member, default: []].append(file) }
        }
    }

    /// The rows of members that their archive no longer has. Tar archives are not listed, because they may be pipes.
    /// Archives that cannot be listed completely are skipped.
    private static func vanished(_ rows: [String], from shards: [NamedArchive]) -> Set<ExactText> {
        var vanished: Set<ExactText> = []
        for shard in shards {
            guard case .archive(maps: nil, _) = shard.kind else { continue }
            let held = rows.filter(shard.holds)
            guard !held.isEmpty else { continue }
            let inputs = DepthArchive(path: shard.path, name: shard.name)
                .inputs(selection: FileSelection(takesAll: true))
            let names = (inputs.map(\.name) + inputs.map(\.mapsName)).exactTexts
            guard !names.contains(ExactText(shard.name)), !names.contains(ExactText(shard.path)) else { continue }
            for row in held where !names.contains(ExactText(row)) {
                if row.nameBeforeNumber.map({ !names.contains($0) }) ?? true { vanished.insert(ExactText(row)) }
            }
        }
        return vanished
    }

    /// The rows of an earlier run for a member that are not among the rows measured now.
    func vanished(from member: String, measured: [String]) -> [String] {
        guard let rows = rowsByMember[ExactText(member)] else { return [] }
        let measured = measured.exactTexts
        return rows.filter { !measured.contains(ExactText($0)) && !vanished.contains(ExactText($0)) }
    }

    var isEmpty: Bool { shards.isEmpty }

    /// Whether a row is stale even before the shards are read, because it has an error, which may be fixed by now.
    /// Other rows can be checked only as their members arrive, because a pipe can be read only once.
    func isStale(_ row: MapMeasurement) -> Bool {
        !row.error.isEmpty && !measurer.hasCrashed(row) && shards.contains { $0.holds(row.file) }
            && !files.contains(ExactText(row.file)) && part?.contains(row.file) ?? true
    }

    /// The members, read on demand; nil without shards. A shard that crashed the last time is not read.
    func items(_ format: MeasurementFormat) -> AnySequence<MeasuredItem>? {
        guard !shards.isEmpty else { return nil }
        let members = ArchiveInputs(
            shards.filter { !crashed.contains(ExactText($0.name)) }, options: measurer.options, arrays: arrays,
            selection: selection, taken: files, leaveOut: { [skipped] in skipped.add($0) },
            rowOfCrash: { [measurer] in format.line(measurer.rowOfCrash($0.name)) }, isWanted: part?.contains)
        return AnySequence(
            members.lazy.map { [earlier, crashed] in
                .member($0, earlier: earlier, hasCrashed: crashed.contains(ExactText($0.name)))
            })
    }
}

import ArgumentParser
import DepthFiles
import Support
import ThresholdTuning

/// A corpus and its measuring, with the messages and exit codes of every command that measures one.
struct CorpusMeasuring {
    let corpus: DepthFileCorpus
    /// The archives, whose members are found when they are read.
    let shards: [NamedArchive]
    let measurer: CorpusMeasurer
    let skipped = SkippedFiles()
    /// The words for a map that is not measured, such as "no row is written".
    let consequence: String

    /// Lists the files.
    ///
    /// - Throws: `ValidationError` for files with equal names, or outside the root.
    init(
        _ corpora: [String], _ input: CorpusArguments, _ measurer: CorpusMeasurer, part: CorpusPart? = nil,
        consequence: String
    ) throws {
        corpus = try input.corpus(corpora, part: part, measurer.options)
        shards = corpus.archives + (try input.tar.shards(below: input.root))
        self.measurer = measurer
        self.consequence = consequence
    }

    /// Exits if a named file is missing: this is the caller's mistake, which rows would hide.
    func requireFound(_ consequence: String) throws {
        guard !corpus.missing.isEmpty else { return }
        for error in corpus.missing { Self.printError(error, consequence) }
        throw ExitCode.unreadableInput
    }

    /// Prints the folders that could not be listed, and the files that are not maps.
    func reportFound() {
        for failure in corpus.failures { Terminal.report("\(failure.path.printable): \(failure.text(.command))") }
        for path in corpus.irregularFiles { skipped.add(.notRegular(path)) }
        skipped.add(corpus.skipped)
    }

    /// The members of the archives.
    ///
    /// - Parameters:
    ///   - arrays: the arrays to read from archives.
    ///   - inherited: the rows of an earlier run.
    func members(
        _ input: CorpusArguments, part: CorpusPart? = nil, arrays: [String], inherited: [MapMeasurement] = []
    ) throws -> ShardMembers {
        try ShardMembers(
            shards, besides: corpus, part: part, arrays: arrays, selection: input.selection.selection,
            skipped: skipped, inherited, measurer)
    }

    /// Measures items and prints the error of each that cannot be read.
    ///
    /// - Parameters:
    ///   - format: the format of rows for files that crash the process.
    ///   - repeatsErrors: whether to print the errors in rows.
    ///   - consume: receives the items in order, each with its rows, or without rows after an error that is not about
    ///     the file.
    ///   - finish: called after the last item, when the progress bar is removed.
    func measure(
        _ items: BatchItems<MeasuredItem>, _ format: MeasurementFormat, jobs: Int, showsProgress: Bool,
        repeatsErrors: Bool = true,
        consume: (MeasuredItem, [CorpusMeasurer.MeasuredMember]) throws -> Void, finish: () throws -> Void = {}
    ) throws -> ExitCode {
        let batch = Batch(items: items, jobs: jobs, showsProgress: showsProgress, name: nil) { [measurer] item in
            (item: item, result: Result { () throws(FileAccessError) in try item.measure(with: measurer, format) })
        }
        return try batch.run(
            exitCode: { (_, result) in
                switch result {
                case .success(let measured):
                    var code = ExitCode.success
                    for case .row(let row, _) in measured where !row.error.isEmpty {
                        if repeatsErrors { Terminal.report("\(row.file.printable): \(row.error)") }
                        code = .unreadableInput
                    }
                    return code
                case .failure(let error):
                    Self.printError(error, consequence)
                    return .unreadableInput
                }
            }, consume: { (item, result) in try consume(item, (try? result.get()) ?? []) }, finish: finish)
    }

    /// The paths of the maps, by the names of their rows.
    var paths: CorpusPaths { CorpusPaths(files: CorpusIndex(corpus.entries), archives: shards) }

    static func printError(_ error: FileAccessError, _ consequence: String) {
        Terminal.report("\(error.path.printable): \(error.text(.command)); \(consequence)")
    }
}

/// The paths of the maps of a corpus.
struct CorpusPaths {
    let files: CorpusIndex
    let archives: [NamedArchive]

    /// The path of the map that a row is about; nil for a member of a tar archive, which has no path.
    subscript(row: String) -> String? {
        func path(_ container: String, _ name: String) -> String {
            container + String(Substring(row.utf8.dropFirst(name.utf8.count)))
        }
        if let entry = files.entry(withRow: row) { return path(entry.path, entry.file) }
        guard let archive = archives.first(where: { $0.holds(row) }), archive.kind != .tar else { return nil }
        return path(archive.path, archive.name)
    }
}

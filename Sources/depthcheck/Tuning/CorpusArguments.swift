import ArgumentParser
import DepthFiles
import Support
import ThresholdTuning

/// The options that name and select the maps of a corpus.
struct CorpusArguments: ParsableArguments {
    @OptionGroup var selection: SelectionArguments
    @OptionGroup var manifest: ManifestOption
    @OptionGroup var tar: TarOptions

    @Option(
        help: ArgumentHelp(
            "Name files relative to this folder, which must contain every corpus. [default: their corpus]",
            valueName: "folder"),
        completion: .directory)
    var root: String?

    /// Whether neither a manifest nor shards name maps.
    var namesNothing: Bool { manifest.path == nil && tar.isEmpty }

    /// Refuses a command that names no maps, or names them in contradictory ways.
    func requireSome(or corpora: [String]) throws {
        if corpora.isEmpty, namesNothing {
            throw ValidationError("found no corpus; expected folders, files, --tar or --manifest")
        }
        if manifest.path == "-", tar.readsStandardInput {
            throw ValidationError("standard input can be read only once")
        }
        if manifest.path != nil, !corpora.isEmpty || root != nil {
            throw ValidationError("--manifest names the files; expected neither a corpus nor --root beside it")
        }
    }

    /// Lists the files.
    ///
    /// - Parameter options: the defaults for options that a row of the manifest omits.
    /// - Throws: `ValidationError` for files with equal names, or outside the root.
    func corpus(_ corpora: [String], part: CorpusPart? = nil, _ options: ReadingOptions) throws -> DepthFileCorpus {
        let manifest = try manifest.read(options)
        return try asUsageError { () throws(CorpusError) in
            if let manifest {
                try DepthFileCorpus(manifest, part: part)
            } else {
                try DepthFileCorpus(corpora, root: root, part: part, selection: selection.selection)
            }
        }
    }

    /// All files that are named or found.
    func named(_ corpus: DepthFileCorpus) -> [NamedPath] {
        let option = manifest.path == nil ? "<corpus>" : "--manifest"
        let found = (corpus.entries.map(\.path) + corpus.archives.map(\.path))
        return manifest.named + found.map { NamedPath(option: option, path: $0) } + tar.named
    }
}

import ArgumentParser
import DepthFiles
import Reports
import Support
import ThresholdTuning

struct ManifestOption: ParsableArguments {
    @Option(
        name: .customLong("manifest"),
        help: ArgumentHelp(
            """
            Read the files listed in this CSV. Columns: file (relative to the CSV) and any of width, height, \
            row_bytes, units_per_metre, sample_type, invalid. For an empty cell, the option applies.
            """, valueName: "file"),
        completion: .file(extensions: ["csv"]))
    private(set) var path: String?

    var named: [NamedPath] { path.map { [NamedPath(option: "--manifest", path: $0)] } ?? [] }

    /// Enough for ten million rows.
    private static let maximumByteCount = 1 << 30

    /// The files of the manifest; none if no manifest was named.
    ///
    /// - Parameter options: the defaults for options that a row omits.
    /// - Throws: `ValidationError` for an unusable manifest.
    func items(_ options: ReadingOptions) throws -> [AnalysisRun.Item] {
        try read(options)?.entries.map { .init(input: .file(.path($0.path)), known: .init($0.options)) } ?? []
    }

    /// The manifest; nil if no file was named.
    ///
    /// - Parameter options: the defaults for options that a row omits.
    /// - Throws: `ValidationError` for an unusable manifest.
    func read(_ options: ReadingOptions) throws -> DepthFileManifest? {
        guard let path else { return nil }
        let bytes: [UInt8]
        do throws(FileAccessError) {
            bytes = try FileAccess.readNamed(path, maximumByteCount: Self.maximumByteCount)
        } catch {
            throw ExitCode.usageError(error, at: path)
        }
        return try asUsageError { () throws(CorpusError) in
            try DepthFileManifest(bytes, path: path, options: options)
        }
    }
}

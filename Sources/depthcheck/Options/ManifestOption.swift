import ArgumentParser
import DepthFiles
import Reports
import Support
import ThresholdTuning

/// Files of which different things are known.
struct ManifestOption: ParsableArguments {
    @Option(
        name: .customLong("manifest"),
        help: ArgumentHelp(
            """
            CSV of files with what is known of each: columns file (relative to the CSV) and any of width, height, \
            row_bytes, units_per_metre, sample_type, invalid. An empty cell means what the options say.
            """, valueName: "file"),
        completion: .file(extensions: ["csv"]))
    private(set) var path: String?

    /// What is read.
    var named: [NamedPath] { path.map { [NamedPath(option: "--manifest", path: $0)] } ?? [] }

    /// Ten million rows.
    private static let maximumByteCount = 1 << 30

    /// The manifest; nil where none was named.
    ///
    /// - Parameter options: what is known of all files, for what a row leaves out.
    /// - Throws: `ValidationError` for a manifest that cannot be used.
    func read(_ options: ReadingOptions) throws -> DepthFileManifest? {
        guard let path else { return nil }
        let bytes: [UInt8]
        do throws(FileAccessError) {
            bytes = try FileAccess.readNamed(path, maximumByteCount: Self.maximumByteCount)
        } catch {
            throw ValidationError("\(path): \(error.message(naming: .command))")
        }
        return try asUsageError { () throws(CorpusError) in
            try DepthFileManifest(bytes, path: path, options: options)
        }
    }
}

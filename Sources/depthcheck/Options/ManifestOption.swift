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
            CSV of files with what is known of each: columns file (relative to the CSV) and any of width, height, \
            row_bytes, units_per_metre, sample_type, invalid. An empty cell means what the options say.
            """, valueName: "file"),
        completion: .file(extensions: ["csv"]))
    private(set) var path: String?

    var named: [NamedPath] { path.map { [NamedPath(option: "--manifest", path: $0)] } ?? [] }

    /// Ten million rows.
    private static let maximumByteCount = 1 << 30

    /// The manifest; nil if none was named.
    ///
    /// - Parameter options: the defaults for options that a row omits.
    /// - Throws: `ValidationError` for an unusable manifest.
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

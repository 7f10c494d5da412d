import ArgumentParser
import DepthFiles
import Support
import ThresholdTuning

struct TarOptions: ParsableArguments {
    @Option(
        name: .customLong("tar"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            """
            Read the depth files in this tar archive, compressed with gzip or not; - is standard input. Results name \
            them shard.tar/member. Repeatable.
            """, valueName: "shard"),
        completion: .file())
    private var paths: [String] = []

    @Option(
        name: .customLong("tar-name"),
        help: ArgumentHelp("The name of the archive on standard input in results. [default: -]", valueName: "name"))
    private var nameOfStandardInput: String?

    /// - Throws: `ValidationError` for an invalid name, or if stdin is named twice.
    func validate() throws {
        if paths.contains("") { throw ValidationError("--tar is empty; expected the name of an archive") }
        if paths.count(where: { $0 == "-" }) > 1 { throw ValidationError("standard input can be read only once") }
        if let name = nameOfStandardInput {
            guard readsStandardInput else { throw ValidationError("--tar-name needs --tar -") }
            guard !name.pathParts.isEmpty else {
                throw ValidationError("--tar-name is \"\(name.printable)\"; expected a name such as shard.tar")
            }
        }
    }

    var isEmpty: Bool { paths.isEmpty }

    var readsStandardInput: Bool { paths.contains("-") }

    var named: [NamedPath] { paths.map { NamedPath(option: "--tar", path: $0) } }

    /// The shards as named in results: exactly as given.
    var shards: [NamedArchive] { paths.map { NamedArchive(path: $0, name: standsFor($0) ?? $0) } }

    /// The shards as named in rows: by their last path component, or relative to a common root.
    func shards(below root: String?) throws -> [NamedArchive] {
        try asUsageError { () throws(CorpusError) in
            try NamedArchive.named(paths, root: root) { standsFor($0) }
        }
    }

    private func standsFor(_ path: String) -> String? {
        path == FileAccess.standardInputName ? nameOfStandardInput ?? path : nil
    }
}

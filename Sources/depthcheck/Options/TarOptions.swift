import ArgumentParser
import Support
import ThresholdTuning

/// Tar shards whose members are worked on like files.
struct TarOptions: ParsableArguments {
    @Option(
        name: .customLong("tar"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            """
            A tar archive, packed with gzip or not, or - for standard input: its depth files are read as they come, \
            and called shard.tar/member. Can be given several times.
            """, valueName: "shard"),
        completion: .file())
    private var paths: [String] = []

    @Option(
        name: .customLong("tar-name"),
        help: ArgumentHelp("What the archive on standard input is called in results. [default: -]", valueName: "name"))
    private var nameOfStandardInput: String?

    /// - Throws: `ValidationError` for what no archive can be called, and where standard input is named twice.
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

    /// Whether nothing was named.
    var isEmpty: Bool { paths.isEmpty }

    /// Whether standard input is read.
    var readsStandardInput: Bool { paths.contains("-") }

    /// What is read.
    var named: [NamedPath] { paths.map { NamedPath(option: "--tar", path: $0) } }

    /// The shards as results name them: as they were named here.
    var shards: [TarShard] { paths.map { TarShard(path: $0, name: standsFor($0) ?? $0) } }

    /// The shards as rows name them: by their last part, or relative to a folder above all of them.
    func shards(below root: String?) throws -> [TarShard] {
        try asUsageError { () throws(CorpusError) in
            try TarShard.named(paths, root: root) { standsFor($0) }
        }
    }

    private func standsFor(_ path: String) -> String? {
        path == FileAccess.standardInputName ? nameOfStandardInput ?? path : nil
    }
}

import ArgumentParser
import Corpora
import PlainText
import Platform

/// Tar shards whose members are worked on like files.
struct TarOptions: ParsableArguments {
    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            """
            A tar archive, packed with gzip or not, or - for standard input: its depth files are read as they come, \
            and called shard.tar/member. Can be given several times.
            """, valueName: "shard"),
        completion: .file())
    var tar: [String] = []

    @Option(
        help: ArgumentHelp("What the archive on standard input is called in results. [default: -]", valueName: "name"))
    var tarName: String?

    func validate() throws {
        if tar.contains("") { throw ValidationError("--tar is empty; expected the name of an archive") }
        if tar.count(where: { $0 == "-" }) > 1 { throw ValidationError("standard input can be read only once") }
        if let tarName {
            guard tar.contains("-") else { throw ValidationError("--tar-name needs --tar -") }
            guard !tarName.pathParts.isEmpty else {
                throw ValidationError("--tar-name is \"\(tarName.printable)\"; expected a name such as shard.tar")
            }
        }
    }

    /// Whether nothing was named.
    var isEmpty: Bool { tar.isEmpty }

    /// Whether standard input is read.
    var readsStandardInput: Bool { tar.contains("-") }

    /// What is read.
    var named: [NamedPath] { tar.map { NamedPath(option: "--tar", path: $0) } }

    /// The shards as results name them: as they were named here.
    var shards: [TarShard] { tar.map { TarShard(path: $0, name: standsFor($0) ?? $0) } }

    /// The shards as rows name them: by their last part, or relative to a folder above all of them.
    func shards(below root: String?) throws -> [TarShard] {
        try asUsageError { () throws(CorpusError) in
            try TarShard.named(tar, root: root) { standsFor($0) }
        }
    }

    private func standsFor(_ path: String) -> String? {
        path == FileAccess.standardInputName ? tarName ?? path : nil
    }
}

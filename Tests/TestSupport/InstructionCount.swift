package import Foundation

/// Counts the instructions of a run of `depthcheck`, which do not depend on other load.
///
///     let count = try InstructionCount().ofDepthcheck(["capture", "verify", "body.bin"], in: folder)
package struct InstructionCount: Sendable {
    private static let valgrind = URL(filePath: "/usr/bin/valgrind")
    private static let strip = URL(filePath: "/usr/bin/strip")

    package static var isAvailable: Bool {
        [valgrind, strip].allSatisfy { FileManager.default.isExecutableFile(atPath: $0.path) }
    }

    package struct Failure: Error { let errors: String }

    private let folder: TemporaryFolder
    private var binary: URL { folder.url.appending(path: "depthcheck") }

    /// Copies the command without its debug information, which valgrind cannot read.
    package init() throws {
        folder = try TemporaryFolder()
        let outcome = try CommandRunner.run(
            Self.strip, ["--strip-debug", "-o", binary.path, CommandRunner.binary.path], in: folder.url)
        guard outcome.exitCode == 0 else { throw Failure(errors: outcome.errors) }
    }

    package func ofDepthcheck(_ arguments: [String], in folder: URL) throws -> Int {
        let outcome = try CommandRunner.run(
            Self.valgrind,
            ["--tool=callgrind", "--callgrind-out-file=/dev/null", binary.path] + arguments, in: folder,
            // Otherwise hash seeds, and with them the collisions in tables, differ between runs.
            environment: ["SWIFT_DETERMINISTIC_HASHING": "1"])
        let lines = outcome.errors.split(separator: "\n")
        guard let line = lines.last(where: { $0.contains("Collected : ") }),
            let count = Int(line.split(separator: " ").last ?? "")
        else { throw Failure(errors: outcome.errors) }
        return count
    }
}

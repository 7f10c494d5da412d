import DepthFiles
import Foundation
import TestSupport
import Testing

/// The part of `--experimental-dump-help` that lists options with numbers.
private struct CommandDump: Decodable {
    struct Argument: Decodable {
        struct Name: Decodable { let name: String }
        let kind: String
        let names: [Name]?
        let valueName: String?
        let allValues: [String]?
    }
    let commandName: String
    let arguments: [Argument]?
    let subcommands: [CommandDump]?

    /// The value names that are not numbers; every other value name counts as a number.
    private static let texts: Set = [
        "file", "folder", "dir", "list", "command", "pattern", "sentence", "name", "version",
    ]

    /// Each option that takes a number, with its command.
    func numericOptions(of parent: [String]) -> [(command: [String], option: String)] {
        (arguments ?? []).compactMap { argument in
            let isText = argument.allValues != nil || Self.texts.contains(argument.valueName ?? "")
            guard argument.kind == "option", !isText, let name = argument.names?.last?.name else { return nil }
            return (parent, name)
        } + (subcommands ?? []).flatMap { $0.numericOptions(of: parent + [$0.commandName]) }
    }
}

private struct Dump: Decodable { let command: CommandDump }

/// Numbers that no option expects, and some that are valid for a few.
private let hostileNumbers = ["0", "-1", "9223372036854775807", "1e20", "nan", ""]

/// Such numbers in options that accept several.
private let hostileTexts = [
    "shard": ["1/0", "0/9223372036854775807", "9223372036854775807/9223372036854775807"],
    "sweep": ["near=1e20:1e30:1e-30", "histogramBins=0:9223372036854775807:1", "gradientThreshold=nan,inf"],
]

@Suite struct NumericOptionTests {
    /// Creates the inputs of the commands, and knows the other arguments that each needs.
    private struct CommandInputs {
        let folder: TemporaryFolder
        let measurements: String
        let labels: String
        let map: String

        init() throws {
            folder = try TemporaryFolder()
            let corpus = folder.url.appending(path: "corpus")
            try FileManager.default.createDirectory(at: corpus, withIntermediateDirectories: false)
            let names = [
                "bin-edges-02.bin.gz", "coherence-above.bin.gz", "coherence-below.bin.gz", "bin-edges-01.bin.gz",
            ]
            for name in names {
                try FileManager.default.copyItem(
                    at: StoredAnswer.fixtures.appending(path: name), to: corpus.appending(path: name))
            }
            map = corpus.appending(path: "coherence-above.bin.gz").path
            measurements = folder.url.appending(path: "m.csv").path
            let measured = try CommandRunner.depthcheck(["measure", corpus.path, "-o", measurements])
            try #require(measured.exitCode == 0, "\(measured.errors)")
            let rows = names.enumerated().map { "\($1),\($0 % 2 == 0 ? "real" : "monitor_full"),s\($0)\n" }
            let table = Data(("file,label,subject\n" + rows.joined()).utf8)
            labels = try folder.file("labels.csv", table).path
        }

        func arguments(of command: [String], for option: String) -> [String] {
            let corpus = folder.url.appending(path: "corpus").path
            return switch command.joined(separator: " ") {
            case "analyze", "parity": [map, "--width", "64", "--height", "48"]
            case "render": [map, "--width", "64", "--height", "48", "-o", folder.url.appending(path: "map.png").path]
            case "measure": [corpus, "--width", "64", "--height", "48"]
            case "tune":
                [measurements, "--labels", labels, "--replicates", "0"]
                    + (option == "sweep" || option == "refine" ? ["--corpus", corpus] : [])
            case "evaluate": [measurements, "--labels", labels]
            case "plan":
                (option == "species" ? [] : ["--species", "2"]) + (option == "limit" ? [] : ["--limit", "0.3"])
                    + (option == "correlation" ? ["--captures-per-group", "3"] : [])
            case "report":
                [measurements, "--labels", labels, "--maps", corpus, "-o", folder.url.appending(path: "r.html").path]
            case "golden check": ["--run", "true", "--filter", "coherence-above"]
            case "golden record":
                [
                    map, "--set", folder.url.appending(path: "set").path, "--run", "true", "--width", "4", "--height",
                    "4",
                ]
            default: []
            }
        }
    }

    @Test func noNumberCrashesAnyCommand() async throws {
        let dump = try CommandRunner.depthcheck(["--experimental-dump-help"])
        let options = try JSONDecoder().decode(Dump.self, from: Data(dump.output.utf8)).command.numericOptions(of: [])
        // A lower bound, so that a changed dump cannot leave nothing to test.
        try #require(options.count >= 35)
        let inputs = try CommandInputs()
        let known: Set<Int32> = [0, 1, 2, 3, 64, 71, 74]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (command, option) in options {
                group.addTask {
                    for number in hostileTexts[option] ?? hostileNumbers {
                        let outcome = try CommandRunner.depthcheck(
                            command + inputs.arguments(of: command, for: option) + ["--\(option)", number])
                        #expect(
                            known.contains(outcome.exitCode),
                            "\(command.joined(separator: " ")) --\(option) '\(number)': \(outcome.errors.prefix(300))")
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func negativeNumbersAreReportedAsOutOfRange() throws {
        let inputs = try CommandInputs()
        let tune = ["tune", inputs.measurements, "--labels", inputs.labels]
        let cases: [([String], String)] = [
            (tune + ["--replicates", "-1"], "--replicates is -1; expected 0 to 1000000"),
            (["analyze", inputs.map, "--jobs", "-1"], "--jobs is -1; expected at least 1"),
        ]
        for (arguments, message) in cases {
            let outcome = try CommandRunner.depthcheck(arguments)
            #expect(outcome.exitCode == 64 && outcome.errors.contains(message), "\(outcome.errors)")
        }
    }

    /// A sparse file larger than any memory; --max-bytes admits it.
    @Test func filesLargerThanMemoryFailAlone() throws {
        let inputs = try CommandInputs()
        let large = try inputs.folder.file("large.bin", Data())
        try FileHandle(forWritingTo: large).truncate(atOffset: 1 << 42)
        let outcome = try CommandRunner.depthcheck(
            ["analyze", inputs.map, large.path, inputs.map, "--max-bytes", "\(1 << 43)", "--format", "ndjson"])
        let lines = outcome.output.split(separator: "\n")
        #expect(outcome.exitCode == 2 && lines.count == 3 && lines[0] == lines[2], "\(outcome.errors)")
        #expect(lines[1].contains("\"too_large\""))
    }

    /// Small files that inflate to more than the process may allocate.
    @Test(arguments: [
        (DepthContainer.gzip, isDamaged: false), (.gzip, isDamaged: true), (.zlib, isDamaged: false),
        (.deflate, isDamaged: false),
    ])
    func filesInflatingBeyondMemoryFailAlone(_ container: DepthContainer, isDamaged: Bool) throws {
        let inputs = try CommandInputs()
        var packed = DepthFileWriter.pack([UInt8](repeating: 0, count: 640 << 20), as: container)
        // Close enough to the end that nearly everything inflates first.
        if isDamaged { packed[packed.count - 40] ^= 0xFF }
        try inputs.folder.file("bomb", Data(packed))
        let script = """
            ulimit -v 3000000
            "$0" analyze '\(inputs.map)' bomb '\(inputs.map)' --max-bytes \(1 << 30) --jobs 1 --format ndjson
            """
        let outcome = try CommandRunner.run(
            URL(filePath: "/bin/bash"), ["-c", script, CommandRunner.binary.path], in: inputs.folder.url)
        let lines = outcome.output.split(separator: "\n")
        #expect(outcome.exitCode == 2 && lines.count == 3 && lines.first == lines.last, "\(outcome.errors)")
        #expect(lines.dropFirst().first?.contains("\"too_large\"") == true, "\(outcome.errors)")
    }
}

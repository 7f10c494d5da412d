import Foundation
import TestSupport
import Testing

/// A command that reads one file through an option or argument, and its output options.
private struct Call: CustomTestStringConvertible, Sendable {
    let command: String
    /// The option or argument that names the file, as messages print it.
    let input: String
    /// The file, in the folder of ``Material``.
    let file: String
    /// The arguments that make the command read the file, without outputs.
    let arguments: [String]
    let outputs: [String]

    var testDescription: String { "\(command) \(input)" }
}

/// A folder with every kind of file that commands read.
private struct Material {
    let folder: TemporaryFolder

    private static let captureCase = """
        {"endpoint": "captures", "now": "2025-12-01T10:00:30Z", "device": {"assertion_counter": 0},
         "parts": [{"name": "depth_map", "ref": "map.bin.gz"}]}
        """

    init() throws {
        folder = try TemporaryFolder()
        let map = try Data(contentsOf: StoredAnswer.fixtures.appending(path: "size-3x3.bin.gz"))
        try folder.file("map.bin.gz", map)
        try folder.file("s.tar", TestTar.member("map.bin.gz", Array(map)))
        try folder.file("list.txt", "map.bin.gz\n".utf8)
        try folder.file("manifest.csv", "file,width,height\nmap.bin.gz,3,3\n".utf8)
        // Parameters under names that `measure` accepts for its output.
        for name in ["p.json", "p.csv"] { try folder.file(name, "{\"coherenceThreshold\": 0.25}".utf8) }
        try folder.file("labels.csv", "file,label\nmap.bin.gz,attack\n".utf8)
        try folder.file("case.json", Self.captureCase.utf8)
        try folder.file("device.json", "{\"counter\": 0}".utf8)
        try folder.file("expected.json", "{\"answer\": {}}".utf8)
        try folder.file("payload.json", "{}".utf8)
        try folder.file("root.der", "no certificate".utf8)
        try folder.file("photo.jpg", "no picture".utf8)
        try folder.file("capture/photo.jpg", "no picture".utf8)
        try folder.file("answers.ndjson", "{\"name\": \"size-3x3\", \"status\": \"fail\"}\n".utf8)
        try folder.file("known.txt", "server/size-3x3\n".utf8)
        for (name, options) in [("m.csv", []), ("other.csv", ["--parameters", "p.json"])] {
            let measured = try CommandRunner.depthcheck(
                ["measure", "map.bin.gz", "-o", name] + options, in: folder.url)
            #expect(measured.exitCode == 0, "\(measured.errors)")
        }
        let made = try CommandRunner.depthcheck(
            ["capture", "key", "--output", "test.pem", "--device", "device.json"], in: folder.url)
        #expect(made.exitCode == 0, "\(made.errors)")
    }

    /// - Parameter command: with the set that it reads.
    init(for command: String) throws {
        try self.init()
        let (set, names) =
            switch command {
            case "golden check", "golden requests":
                (try TemporarySet(["server/size-3x3"]).folder, ["golden", "fixtures"])
            case "capture check", "capture requests": (try TemporaryCaseSet().folder, ["captures", "rules.json"])
            default: (folder, [])
            }
        for name in names {
            try FileManager.default.copyItem(
                at: set.url.appending(path: name), to: folder.url.appending(path: name))
        }
    }

    func contents() throws -> [String: Data] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        return try names.reduce(into: [:]) { contents, name in
            let file = folder.url.appending(path: name)
            if (try? file.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile == true {
                contents[name] = try Data(contentsOf: file)
            }
        }
    }
}

private let reports = ["--output", "--junit", "--markdown", "--json"]
private let tables = ["--output", "--curves", "--operating-points", "--sweep-table", "--save-folds"]
private let development = ["--development", "other.csv", "--development-labels", "p.csv"]
private let tuning = ["--replicates", "0", "--sweep", "histogramBins=20", "--corpus", "."]

private let packing = ["--photo", "photo.jpg", "--depth", "map.bin.gz", "--key", "test.pem"]
private let registering = ["--challenge", "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=", "--key", "test.pem"]

private let checks = [("golden check", "golden"), ("capture check", "captures")].flatMap { command, set in
    [("--answers", "answers.ndjson"), ("--known-failures", "known.txt")].map { input, file in
        Call(command: command, input: input, file: file, arguments: [set, input, file], outputs: reports)
    }
}

private let calls = checks + others
private let others = [
    Call(
        command: "analyze", input: "<file>", file: "map.bin.gz", arguments: ["map.bin.gz"],
        outputs: ["--output", "--summary-json"]),
    Call(
        command: "analyze", input: "--files-from", file: "list.txt", arguments: ["--files-from", "list.txt"],
        outputs: ["--output", "--summary-json"]),
    Call(
        command: "analyze", input: "--tar", file: "s.tar", arguments: ["--tar", "s.tar"],
        outputs: ["--output", "--summary-json"]),
    Call(
        command: "parity", input: "--tar", file: "s.tar", arguments: ["--tar", "s.tar"], outputs: ["--output"]),
    Call(
        command: "measure", input: "--tar", file: "s.tar", arguments: ["--tar", "s.tar"], outputs: ["--output"]),
    Call(
        command: "analyze", input: "--manifest", file: "manifest.csv", arguments: ["--manifest", "manifest.csv"],
        outputs: ["--output", "--summary-json"]),
    Call(
        command: "analyze", input: "--parameters", file: "p.json", arguments: ["map.bin.gz", "--parameters", "p.json"],
        outputs: ["--output", "--summary-json"]),
    Call(
        command: "info", input: "<file>", file: "map.bin.gz", arguments: ["map.bin.gz"], outputs: ["--output"]),
    Call(
        command: "info", input: "--files-from", file: "list.txt", arguments: ["--files-from", "list.txt"],
        outputs: ["--output"]),
    Call(
        command: "info", input: "--tar", file: "s.tar", arguments: ["--tar", "s.tar"], outputs: ["--output"]),
    Call(
        command: "convert", input: "<file>", file: "map.bin.gz", arguments: ["map.bin.gz"], outputs: ["--output"]),
    Call(
        command: "convert", input: "--files-from", file: "list.txt", arguments: ["--files-from", "list.txt"],
        outputs: ["--output"]),
    Call(
        command: "convert", input: "--tar", file: "s.tar", arguments: ["--tar", "s.tar"], outputs: ["--output"]),
    Call(
        command: "convert", input: "--manifest", file: "manifest.csv", arguments: ["--manifest", "manifest.csv"],
        outputs: ["--output"]),
    Call(
        command: "render", input: "<file>", file: "map.bin.gz", arguments: ["map.bin.gz"], outputs: ["--output"]),
    Call(
        command: "render", input: "--files-from", file: "list.txt", arguments: ["--files-from", "list.txt"],
        outputs: ["--output"]),
    Call(
        command: "render", input: "--parameters", file: "p.json", arguments: ["map.bin.gz", "--parameters", "p.json"],
        outputs: ["--output"]),
    Call(
        command: "parity", input: "<file>", file: "map.bin.gz", arguments: ["map.bin.gz"], outputs: ["--output"]
    ),
    Call(
        command: "parity", input: "--files-from", file: "list.txt", arguments: ["--files-from", "list.txt"],
        outputs: ["--output"]),
    Call(
        command: "parity", input: "--parameters", file: "p.json",
        arguments: ["map.bin.gz", "--parameters", "p.json"],
        outputs: ["--output"]),
    Call(
        command: "measure", input: "<corpus>", file: "map.bin.gz", arguments: ["map.bin.gz"], outputs: ["--output"]),
    Call(
        command: "measure", input: "--manifest", file: "manifest.csv", arguments: ["--manifest", "manifest.csv"],
        outputs: ["--output"]),
    Call(
        command: "measure", input: "--parameters", file: "p.csv",
        arguments: ["map.bin.gz", "--parameters", "p.csv"], outputs: ["--output"]),
    Call(
        command: "tune", input: "<measurements>", file: "m.csv",
        arguments: ["m.csv", "--labels", "labels.csv"] + tuning, outputs: tables),
    Call(
        command: "tune", input: "--labels", file: "labels.csv",
        arguments: ["m.csv", "--labels", "labels.csv"] + tuning, outputs: tables),
    Call(
        command: "tune", input: "--parameters", file: "p.json",
        arguments: ["other.csv", "--labels", "labels.csv", "--parameters", "p.json"] + tuning, outputs: tables),
    Call(
        command: "tune", input: "--corpus", file: "map.bin.gz",
        arguments: ["m.csv", "--labels", "labels.csv"] + tuning, outputs: tables),
    Call(
        command: "evaluate", input: "<table>", file: "m.csv",
        arguments: ["m.csv", "--labels", "labels.csv", "--parameters", "p.json"], outputs: ["--output"]),
    Call(
        command: "evaluate", input: "--labels", file: "labels.csv",
        arguments: ["m.csv", "--labels", "labels.csv", "--parameters", "p.json"], outputs: ["--output"]),
    Call(
        command: "evaluate", input: "--parameters", file: "p.json",
        arguments: ["m.csv", "--labels", "labels.csv", "--parameters", "p.json"], outputs: ["--output"]),
    Call(
        command: "evaluate", input: "--against", file: "p.json",
        arguments: ["m.csv", "--labels", "labels.csv", "--against", "p.json"], outputs: ["--output"]),
    Call(
        command: "evaluate", input: "--against-measurements", file: "other.csv",
        arguments: [
            "m.csv", "--labels", "labels.csv", "--against", "p.json", "--against-measurements", "other.csv",
        ], outputs: ["--output"]),
    Call(
        command: "evaluate", input: "--tuned-on", file: "other.csv",
        arguments: ["m.csv", "--labels", "labels.csv", "--parameters", "p.json", "--tuned-on", "other.csv"],
        outputs: ["--output"]),
    Call(
        command: "evaluate", input: "--development", file: "other.csv",
        arguments: ["m.csv", "--labels", "labels.csv", "--parameters", "p.json"] + development, outputs: ["--output"]),
    Call(
        command: "evaluate", input: "--development-labels", file: "p.csv",
        arguments: ["m.csv", "--labels", "labels.csv", "--parameters", "p.json"] + development, outputs: ["--output"]),
    Call(
        command: "plan", input: "--sizes", file: "labels.csv",
        arguments: ["--rate", "bpcer", "--limit", "0.2", "--sizes", "labels.csv"], outputs: ["--output"]),
    Call(
        command: "report", input: "<corpus>", file: "m.csv", arguments: ["m.csv"], outputs: ["--output"]),
    Call(
        command: "report", input: "<corpus>", file: "map.bin.gz", arguments: ["map.bin.gz"], outputs: ["--output"]),
    Call(
        command: "report", input: "--manifest", file: "manifest.csv", arguments: ["--manifest", "manifest.csv"],
        outputs: ["--output"]),
    Call(
        command: "report", input: "--tar", file: "s.tar", arguments: ["--tar", "s.tar"], outputs: ["--output"]),
    Call(
        command: "report", input: "--labels", file: "labels.csv", arguments: ["m.csv", "--labels", "labels.csv"],
        outputs: ["--output"]),
    Call(
        command: "report", input: "--parameters", file: "p.json", arguments: ["m.csv", "--parameters", "p.json"],
        outputs: ["--output"]),
    Call(
        command: "report", input: "--maps", file: "map.bin.gz", arguments: ["m.csv", "--maps", "."],
        outputs: ["--output"]),
    Call(
        command: "capture pack", input: "--photo", file: "photo.jpg", arguments: packing, outputs: ["--output"]),
    Call(
        command: "capture pack", input: "--depth", file: "map.bin.gz", arguments: packing, outputs: ["--output"]),
    Call(
        command: "capture pack", input: "--key", file: "test.pem", arguments: packing, outputs: ["--output"]),
    Call(
        command: "capture pack", input: "--key", file: "test.pem", arguments: registering, outputs: ["--output"]),
    Call(
        command: "capture pack", input: "--key", file: "test.pem", arguments: registering + ["-o", "new"],
        outputs: ["--root"]),
    Call(
        command: "golden check", input: "<dir>", file: "golden/manifest.json", arguments: ["golden"],
        outputs: reports + ["--write-known-failures"]),
    Call(
        command: "golden requests", input: "<dir>", file: "fixtures/size-3x3.bin.gz", arguments: ["golden"],
        outputs: ["--output"]),
    Call(
        command: "capture check", input: "<dir>", file: "rules.json", arguments: ["captures"],
        outputs: reports + ["--write-known-failures"]),
    // A file that a case names.
    Call(
        command: "capture check", input: "<dir>", file: "captures/shared/body.bin", arguments: ["captures"],
        outputs: reports),
    Call(
        command: "capture requests", input: "<dir>", file: "captures/expected.json", arguments: ["captures"],
        outputs: ["--output"]),
    Call(
        command: "capture verify", input: "<path>", file: "case.json", arguments: ["case.json"],
        outputs: ["--output", "--summary-json"]),
    // A file that a case names.
    Call(
        command: "capture verify", input: "<path>", file: "map.bin.gz", arguments: ["case.json"],
        outputs: ["--output", "--summary-json"]),
    Call(
        command: "capture verify", input: "--device", file: "device.json",
        arguments: ["case.json", "--device", "device.json"], outputs: ["--output", "--summary-json"]),
    Call(
        command: "capture verify", input: "--root", file: "root.der", arguments: ["case.json", "--root", "root.der"],
        outputs: ["--output", "--summary-json"]),
    Call(
        command: "capture verify", input: "--expect", file: "expected.json",
        arguments: ["case.json", "--expect", "expected.json"], outputs: ["--output", "--summary-json"]),
    Call(
        command: "capture verify", input: "--files-from", file: "list.txt",
        arguments: ["case.json", "--files-from", "list.txt"],
        outputs: ["--output", "--summary-json"]),
    Call(
        command: "capture inspect", input: "--files-from", file: "list.txt",
        arguments: ["case.json", "--files-from", "list.txt"],
        outputs: ["--output"]),
    Call(
        command: "capture inspect", input: "<path>", file: "case.json", arguments: ["case.json"],
        outputs: ["--output"]),
    Call(
        command: "capture audit", input: "<payload>", file: "payload.json",
        arguments: ["payload.json", "--depth", "map.bin.gz"], outputs: ["--output"]),
    Call(
        command: "capture audit", input: "--depth", file: "map.bin.gz",
        arguments: ["payload.json", "--depth", "map.bin.gz"], outputs: ["--output"]),
]

@Suite("Outputs and inputs") struct FilesInUseTests {
    /// Options that name folders in which the command chooses file names; separate tests cover them.
    private static let folders: Set<String> = [
        "golden requests --unpacked", "tune --sweep-folder", "measure --root",
        "report --root", "evaluate --tables", "evaluate --figures", "capture fuzz --save",
        "golden fuzz --save", "golden init <dir>", "golden init --fixtures",
    ]
    /// Options that take the set that `golden check` reads.
    private static let sets: Set<String> = ["golden record --set"]

    /// Outputs of commands that read nothing; separate tests cover them.
    private static let withoutInput: Set<String> = [
        "capture key --output", "capture key --device", "capture fuzz --output", "capture fuzz --json",
        "capture fuzz --junit", "capture fuzz --markdown", "golden fuzz --output", "golden fuzz --json",
        "golden fuzz --junit", "golden fuzz --markdown",
    ]

    /// Each input under its own name, through a link and under another hard link.
    @Test(arguments: calls) private func outputsNeverReplaceInputs(call: Call) throws {
        let material = try Material(for: call.command)
        try material.folder.link("link", to: call.file)
        try FileManager.default.linkItem(
            at: material.folder.url.appending(path: call.file), to: material.folder.url.appending(path: "hard"))
        let before = try material.contents()
        for output in call.outputs {
            for path in ["./" + call.file, "link", "hard"] {
                let arguments = call.command.split(separator: " ").map(String.init) + call.arguments + [output, path]
                let outcome = try CommandRunner.depthcheck(arguments, in: material.folder.url)
                #expect(outcome.exitCode == 64, "\(arguments): \(outcome.errors)")
                #expect(outcome.errors.contains("depthcheck: error: \(output) "), "\(arguments): \(outcome.errors)")
                let set = call.command.hasPrefix("golden") ? "the golden set" : "the set of cases"
                let named = call.input == "<dir>" ? set : call.input
                #expect(outcome.errors.contains("\(named)"), "\(arguments): \(outcome.errors)")
                #expect(try material.contents() == before, "\(arguments)")
            }
        }
    }

    @Test(arguments: calls.filter { $0.outputs.count > 1 }) private func twoOutputsNeverShareAFile(call: Call) throws {
        let material = try Material(for: call.command)
        let before = try material.contents()
        for (first, second) in zip(call.outputs, call.outputs.dropFirst()) {
            let arguments =
                call.command.split(separator: " ").map(String.init) + call.arguments + [first, "new", second, "./new"]
            let outcome = try CommandRunner.depthcheck(arguments, in: material.folder.url)
            #expect(outcome.exitCode == 64, "\(arguments): \(outcome.errors)")
            #expect(try material.contents() == before, "\(arguments)")
        }
    }

    @Test func standardOutputNeverReplacesAnInput() throws {
        let material = try Material()
        let before = try material.contents()
        let outcome = try CommandRunner.run(
            URL(filePath: "/bin/bash"),
            ["-c", "exec \"$0\" analyze map.bin.gz >> map.bin.gz", CommandRunner.binary.path],
            in: material.folder.url)
        #expect(outcome.exitCode == 64, "\(outcome.errors)")
        #expect(try material.contents() == before)
    }

    /// An option that names a file but is missing from the table fails here.
    @Test func theTableListsEveryFileOption() throws {
        let help = try CommandRunner.depthcheck(["--experimental-dump-help"])
        let described = try JSONDecoder().decode(Help.self, from: Data(help.output.utf8))
        var known = Self.folders.union(Self.sets).union(Self.withoutInput)
        for call in calls {
            for name in [call.input] + call.outputs { known.insert("\(call.command) \(name)") }
        }
        #expect(Set(described.command.namesOfFiles(after: [])) == known)
    }

    private struct Help: Decodable {
        let command: Command

        struct Command: Decodable {
            let commandName: String
            let subcommands: [Command]?
            let arguments: [Argument]?

            func namesOfFiles(after words: [String]) -> [String] {
                let own = (arguments ?? []).filter(\.namesFile).map { (words + [$0.shown]).joined(separator: " ") }
                return own + (subcommands ?? []).flatMap { $0.namesOfFiles(after: words + [$0.commandName]) }
            }
        }

        struct Argument: Decodable {
            struct Completion: Decodable {
                struct Kind: Decodable {}
                let file: Kind?
                let directory: Kind?
            }
            struct Name: Decodable {
                let kind: String
                let name: String
            }
            let valueName: String?
            let names: [Name]?
            let completionKind: Completion?

            var namesFile: Bool { completionKind?.file != nil || completionKind?.directory != nil }
            var shown: String {
                names?.first { $0.kind == "long" }.map { "--" + $0.name } ?? "<\(valueName ?? "")>"
            }
        }
    }
}

import Foundation
import TestSupport
import Testing

@testable import depthcheck

/// The help of all commands, and the messages that replace it.
@Suite struct HelpTests {
    private struct Command: Decodable {
        struct Argument: Decodable {
            let sectionTitle: String?
            let abstract: String?
        }
        let commandName: String
        let arguments: [Argument]?
        let subcommands: [Command]?

        /// The words of this command and of all subcommands.
        func paths(after words: [String] = []) -> [[String]] {
            [words] + (subcommands ?? []).flatMap { $0.paths(after: words + [$0.commandName]) }
        }

        /// The arguments of this command and of all subcommands, except the parser's own `help`.
        var allArguments: [Argument] {
            (arguments ?? []) + (subcommands ?? []).filter { $0.commandName != "help" }.flatMap(\.allArguments)
        }
    }

    private struct Dump: Decodable { let command: Command }

    private static func root() throws -> Command {
        let dump = try CommandRunner.depthcheck(["--experimental-dump-help"])
        return try JSONDecoder().decode(Dump.self, from: Data(dump.output.utf8)).command
    }

    @Test func theHelpOfEveryCommandFitsIn80Columns() throws {
        let paths = try Self.root().paths().filter { $0 != ["help"] }
        try #require(paths.count >= 20)
        for path in paths {
            let help = try CommandRunner.depthcheck(["help"] + path)
            #expect(help.exitCode == 0 && help.output.contains("USAGE: depthcheck"), "\(path)")
            for line in help.output.split(separator: "\n") { #expect(line.count <= 80, "\(path): \(line)") }
        }
    }

    @Test func everyOptionHasAHelpText() throws {
        for argument in try Self.root().allArguments { #expect(argument.abstract?.isEmpty == false) }
    }

    @Test func theShortHelpHasAtMostTenOptions() throws {
        for path in try Self.root().paths() where path != ["help"] {
            let arguments = path + ["-h"]
            let help = try CommandRunner.depthcheck(arguments, environment: ["COLUMNS": "60"])
            let lines = help.output.split(separator: "\n")
            #expect(help.exitCode == 0 && help.output.contains("\nUSAGE: depthcheck"), "\(path)")
            #expect(lines.last == "--help lists all options.", "\(path)")
            #expect(lines.count { $0.hasPrefix("  -") } <= 10 && lines.contains { $0.hasPrefix("  ") }, "\(path)")
            for line in lines { #expect(line.count <= 60, "\(path): \(line)") }
        }
        let analyze = try CommandRunner.depthcheck(["analyze", "-h"]).output
        #expect(analyze.contains("\n  --width <width>         Samples per row; needs --height\n"))
        #expect(analyze.split(separator: "\n").count { $0.hasPrefix("  -") } == 10)
    }

    @Test func theShortHelpNamesOptionsThatExist() throws {
        let all = try CommandRunner.depthcheck(["--experimental-dump-help"]).output
        for option in ShortHelp.common { #expect(all.contains("\"name\" : \"\(option.dropFirst(2))\""), "\(option)") }
    }

    @Test func completionsAreNamed() throws {
        let help = try CommandRunner.depthcheck(["--help"]).output
        for shell in ["--generate-completion-script", "bash", "zsh", "fish"] { #expect(help.contains(shell)) }
    }

    @Test(arguments: ["fixtures/room-01.bin.gz", "fixtures"])
    func anInputInPlaceOfACommandIsToBeAnalysed(name: String) throws {
        let outcome = try CommandRunner.depthcheck([name])
        #expect(outcome.exitCode == 64)
        #expect(outcome.errors.contains("found no command \(name); did you mean analyze \(name)?\n"))
    }

    @Test func optionsOfAnalyzeAreGrouped() throws {
        let help = try CommandRunner.depthcheck(["help", "analyze"]).output
        let titles = help.split(separator: "\n").filter { $0.hasSuffix(":") && $0 == $0.uppercased() }
        #expect(titles == ["INPUT:", "READING:", "ANALYSIS:", "OUTPUT:", "EXIT CODE:", "OPTIONS:"])
        #expect(help.split(separator: "\n").count { $0.hasPrefix("  depthcheck analyze ") } == 3)
    }

    @Test(arguments: [
        (["anlyze", "x"], "anlyze", "analyze"), (["Render"], "Render", "render"), (["conv", "-h"], "conv", "convert"),
        (["golden", "chekc"], "golden chekc", "golden check"),
        (["help", "capture", "verfy"], "capture verfy", "capture verify"),
    ])
    func aMistypedCommandGetsASuggestion(arguments: [String], name: String, suggestion: String) throws {
        let outcome = try CommandRunner.depthcheck(arguments)
        #expect(outcome.exitCode == 64 && outcome.output.isEmpty)
        let start = "depthcheck: error: found no command \(name); did you mean \(suggestion)?\nCommands: "
        #expect(outcome.errors.hasPrefix(start), "\(outcome.errors)")
        for line in outcome.errors.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
    }

    @Test func anUnknownCommandGetsTheList() throws {
        let outcome = try CommandRunner.depthcheck(["room-01.bin.gz\u{1B}[31m"])
        #expect(outcome.exitCode == 64 && outcome.output.isEmpty)
        #expect(
            outcome.errors == """
                depthcheck: error: found no command room-01.bin.gz\\u{1B}[31m; expected one of those below
                Commands: analyze, info, convert, render, golden, parity, measure, tune,
                          evaluate, plan, report, capture, help
                  See 'depthcheck --help' for more information.

                """)
    }

    @Test func withoutArgumentsTheCommonCommandsAreShown() throws {
        let outcome = try CommandRunner.depthcheck([])
        #expect(outcome.exitCode == 0 && outcome.errors.isEmpty)
        let lines = outcome.output.split(separator: "\n")
        #expect((3...6).contains(lines.count) && lines.allSatisfy { $0.count <= 80 }, "\(outcome.output)")
        #expect(outcome.output.contains("depthcheck analyze ") && outcome.output.contains("depthcheck help"))
    }
}

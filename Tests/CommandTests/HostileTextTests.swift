import Foundation
import Support
import TestSupport
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// Sends a hostile text through every writer of every command: as the name of files, folders, archive members, columns,
/// labels, groups, species, goldens and cases, and in the contents of captures and the output of programs.
///
/// No stream and no file gets a control character from it, and it adds no row, cell or element to a document.
@Suite struct HostileTextTests {
    private struct Command: CustomTestStringConvertible, Sendable {
        let exitCode: Int32
        let arguments: String

        init(_ exitCode: Int32, _ arguments: String) {
            self.exitCode = exitCode
            self.arguments = arguments
        }

        var testDescription: String { arguments }
        var words: [Substring] { arguments.split(separator: " ") }
        /// Whether the command prints text, which can have colours.
        var hasColors: Bool {
            !arguments.contains("--format") && !["measure", "plan", "report"].contains(words[0])
                && !["requests", "key", "pack"].contains(words[1])
        }
    }

    private static let tune = "tune m.csv --labels labels.csv --replicates 0"
    private static let evaluate = #"evaluate m.csv --labels labels.csv --parameters "p$H/$H.json""#
    private static let verify = "capture verify v/[!s]*"
    private static let atServer = verify + " --device device.json --at 2026-03-01T12:00:20Z"
    /// Answers of programs: a program that fails, one that answers with the text, and stored answers.
    private static let sources = [
        #"--run "sh failing {input}""#, #"--run-once "sh failing""#, #"--run-once "sh lying""#, "--answers answers",
    ]

    /// The shell has the text as `$H` and a folder for outputs as `$o`.
    private static let commands: [Command] =
        [
            Command(0, "analyze e"), Command(0, "analyze e --verbose --summary --summary-json $o/s.json"),
            Command(0, "analyze e --format csv"), Command(0, "analyze e --format json"),
            Command(0, "analyze e --format ndjson"), Command(0, #"analyze e --format csv -o "$o/$H.csv""#),
            Command(74, #"analyze e --format csv -o "no$H/x""#), Command(2, #"analyze "no$H""#),
            Command(2, "analyze b e"), Command(64, #"analyze e --dataset "$H""#),
            Command(2, "analyze z.zip --verbose"), Command(2, "analyze z.zip --format csv"),
            Command(2, "analyze z.zip --format json"), Command(2, "analyze --tar t.tar"),
            Command(2, #"analyze --tar - --tar-name "$H.tar" --format csv < t.tar"#),
            Command(2, "info b e"), Command(2, "info z.zip --format json"), Command(0, "info e --format ndjson"),
            Command(0, "measure e -o $o/m.csv"), Command(2, "measure b z.zip --format csv"),
            Command(2, "measure b z.zip --format ndjson"),
            Command(2, #"convert b e --to npy -o "$o/$H/""#),
            Command(2, "convert z.zip --to pfm --format ndjson -o $o/"),
            Command(0, #"convert e --to npz -o "$o/$H.npz""#),
            Command(2, "render b e --all -o $o/ --format svg"), Command(0, #"render e --plain -o "$o/$H/""#),
            Command(2, "parity b e"), Command(2, "parity b e --format csv"), Command(2, "parity b e --format json"),
            Command(3, tune), Command(3, tune + " --format json"), Command(3, tune + " --leave-out species"),
            Command(3, tune + #" --leave-out "$H" --save-folds $o/f.csv"#),
            Command(64, tune + #" --leave-out "no$H""#), Command(64, tune + #" --map "gr$H=x""#),
            Command(64, "tune m.csv --labels bad.csv --replicates 0"),
            Command(3, tune + #" --parameters "p$H/$H.json" --force -o "$o/$H.json""#),
            Command(0, evaluate), Command(0, evaluate + " --format json"),
            Command(0, evaluate + #" --per "$H" --decide any --tuned-on labels.csv"#),
            Command(64, evaluate + #" --per "no$H" --decide any"#),
            Command(
                0,
                evaluate + " --development m.csv --development-labels labels.csv --tables $o/t --figures $o/f"),
            Command(64, #"plan --species "$H" --limit 0.1"#),
            Command(0, #"report m.csv --labels labels.csv --maps e -o "$o/$H.html""#),
            Command(2, "golden requests g/golden"), Command(64, #"golden check g/golden --engine "$H""#),
            Command(2, #"golden check "no$H""#),
            Command(0, "capture requests k"), Command(1, #"capture requests k --filter "no$H""#),
            Command(2, verify), Command(2, atServer), Command(2, atServer + " --format json"),
            Command(2, atServer + " --format ndjson --summary-json $o/s.json"),
            Command(2, atServer + " --expect expected.json"), Command(64, verify + #" --at "$H""#),
            Command(64, verify + #" --device "no$H" --at now"#),
            Command(2, "capture inspect v/[!s]*"), Command(2, "capture inspect v/[!s]* --format json"),
            Command(1, #"capture audit v/hash --depth "e/${H}1.bin.gz""#),
            Command(1, #"capture audit v/hash --depth "e/${H}1.bin.gz" --format json"#),
            Command(0, #"capture key -o "$o/$H.pem""#),
            Command(
                0,
                #"capture pack --photo "e/${H}1.bin.gz" --depth "e/${H}1.bin.gz" --model "$H" -o "$o/$H.body""#),
        ]
        + ["csv", "md", "tex", "json"].map { ending in
            Command(
                3,
                tune + " --curves $o/c.\(ending) --operating-points $o/p.\(ending) --folds 2 --corpus e"
                    + " --sweep histogramBins=40,50 --sweep-table $o/s.\(ending) --save-folds $o/f.csv")
        }
        + sources.flatMap { source in
            let ofCase = source.replacing(" {input}", with: "")
            let both = [Command(2, "golden check g/golden \(source)"), Command(1, "capture check k \(ofCase)")]
            let formats = ["", " --all", " --format json", " --format junit", " --format github", " --format markdown"]
            return both.flatMap { command in formats.map { Command(command.exitCode, command.arguments + $0) } }
        }

    private static let inputs = Result { try HostileInputs() }

    @Test(arguments: commands) private func noStreamOrFileGetsControlCharacters(command: Command) throws {
        let (outcome, files) = try run(command.arguments)
        #expect(outcome.exitCode == command.exitCode, "\(outcome.output) \(outcome.errors)")
        expectHarmless(outcome.errors, "standard error")
        let format = command.arguments.firstMatch(of: /--format (\w+)/).map { String($0.output.1) } ?? "text"
        let isWritten = command.arguments.contains(" -o ")
        expectHarmless(outcome.output, "standard output")
        try expectWhole(outcome.output, format: isWritten ? "text" : format)
        for (name, text) in files {
            #expect(name.hasPrefix(HostileInputs.text) || !name.unicodeScalars.contains { $0.value < 0x20 }, "\(name)")
            let ending = String(name.split(separator: ".").last ?? "")
            guard ["csv", "json", "md", "tex", "svg", "html", "txt"].contains(ending) else { continue }
            expectHarmless(text, name)
            try expectWhole(text, format: ending)
        }
        let all = ([outcome.output, outcome.errors] + files.map(\.text)).joined()
        #expect(all.contains("u{1B}") || all.contains(#"\u001b"#))
        // A private character is no byte.
        #expect(all.contains("u{10FFE9}") || all.contains(#"\udbff\udfe9"#))
        #expect(!all.contains(#"\xE9"#) && !all.contains(#"\xF4"#), "\(all)")
    }

    /// Colours are those of depthcheck only.
    @Test(arguments: commands.filter(\.hasColors)) private func noColorIsOfTheText(command: Command) throws {
        let (outcome, _) = try run(command.arguments + " --color always")
        let plain = (outcome.output + outcome.errors).replacing(/\u{1B}\[(?:0|1|2|31|32|33)m/, with: "")
        expectHarmless(plain, "text")
        #expect(!plain.contains(#"a\u{1B}]0"#), "\(plain)")
    }

    private func run(_ arguments: String) throws -> (CommandRunner.Outcome, [(name: String, text: String)]) {
        let inputs = try Self.inputs.get()
        let outputs = try TemporaryFolder()
        let outcome = try CommandRunner.run(
            URL(filePath: "/bin/bash"),
            ["-c", "H=$1 o=$2; '\(CommandRunner.binary.path)' \(arguments)", "bash", HostileInputs.text, outputs.path],
            in: inputs.folder.url, environment: ["LC_ALL": "C.UTF-8"])
        let names = FileManager.default.enumerator(atPath: outputs.path)?.compactMap { $0 as? String } ?? []
        let files = names.compactMap { name in
            FileManager.default.contents(atPath: outputs.path + "/" + name).map {
                (name: String(name.split(separator: "/").last ?? ""), text: String(decoding: $0, as: UTF8.self))
            }
        }
        return (outcome, files)
    }

    /// No control characters except the line feeds of the format, and no direction marks.
    private func expectHarmless(_ text: String, _ name: String) {
        let found = text.unicodeScalars.filter {
            $0 != "\n" && [.control, .format, .privateUse].contains($0.properties.generalCategory)
        }
        #expect(found.isEmpty, "\(name): \(text.debugDescription)")
        // The text has a line feed after this character.
        #expect(!text.contains("u{202E}\n"), "\(name): \(text)")
    }

    /// The document has the rows, cells and elements that depthcheck wrote.
    private func expectWhole(_ text: String, format: String) throws {
        if text.isEmpty { return }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        switch format {
        case "csv":
            let rows = Array(CSVRecords(Array(text.utf8)))
            #expect(rows.count == lines.count - 1 && Set(rows.map(\.count)).count == 1, "\(text)")
        case "md", "markdown": expectWholeMarkdown(lines.map(String.init))
        case "tex":
            var bars: Int?
            for line in lines {
                if line.hasPrefix("\\begin{tabular}") { bars = -1 }
                if line == "\\end{tabular}" { bars = nil }
                guard let expected = bars, line.contains(" & ") else { continue }
                let count = line.replacing("\\&", with: "").count { $0 == "&" }
                #expect(line.hasSuffix(" \\\\") && (expected == -1 || count == expected), "\(line) in \(text)")
                bars = count
            }
        case "json": _ = try JSONSerialization.jsonObject(with: Data(text.utf8))
        case "ndjson":
            for line in lines.dropLast() { _ = try JSONSerialization.jsonObject(with: Data(line.utf8)) }
        case "junit", "svg": #expect(XMLParser(data: Data(text.utf8)).parse(), "\(text)")
        case "github":
            #expect(lines.dropLast(2).allSatisfy { $0.hasPrefix("::error ") || $0.hasPrefix("::notice ") }, "\(text)")
        default: break
        }
    }

    /// Each table has rows of one length, and a code block ends where its section ends.
    private func expectWholeMarkdown(_ lines: [String]) {
        var fence: String?
        var bars: Int?
        for (line, next) in zip(lines, lines.dropFirst() + [""]) {
            if let open = fence {
                let end = line.drop { $0 == " " }
                guard end.count >= open.count, end.allSatisfy({ $0 == "~" }) else { continue }
                #expect(end == open && next.isEmpty, "\(lines)")
                fence = nil
            } else if line.hasPrefix("~~~~") {
                fence = String(line.prefix { $0 == "~" })
            } else {
                let count = line.replacing(/\\./, with: "").count { $0 == "|" }
                if line.hasPrefix("|") { #expect(count == bars ?? count, "\(line)") }
                bars = line.hasPrefix("|") ? count : nil
            }
        }
        #expect(fence == nil, "\(lines)")
    }
}

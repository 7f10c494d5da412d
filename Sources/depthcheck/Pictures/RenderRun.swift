import ArgumentParser
import DepthAnalysis
import DepthFiles
import DepthPictures
import Reports
import Support

struct RenderRun {
    struct Item: Sendable {
        let input: DepthInput
        let picture: String?
        /// Whether the name was derived from the map's, so that the output must not be a pipe or device.
        var isInFolder = false
        var nameFault: String?
    }

    let items: [Item]
    let artist: PictureArtist
    let lines: PictureLines
    let skipped: SkippedFiles
    let jobs: Int

    private struct Answer: Sendable {
        let result: FileAnalysis
        let outcome: Outcome
    }

    private enum Outcome: Sendable {
        /// The picture was drawn; `bytes` is empty unless it goes to stdout.
        case drawn(at: String?, bytes: [UInt8])
        case unreadable(String)
        case notWritten(FileAccessError)
    }

    /// Draws all maps.
    func run() throws {
        let report = TextReport(
            ResultWording(parameters: artist.analyzer.analyzer.parameters), style: lines.destination.style,
            width: lines.destination.width)
        let batch = Batch(
            items: items, jobs: jobs, showsProgress: lines.destination.showsProgress, name: { $0.input.name }
        ) { [artist] item in
            Self.answer(to: item, by: artist)
        }
        let code = try batch.run { answer in
            exitCode(of: answer)
        } consume: { answer in
            if case .notWritten = answer.outcome { throw ExitCode.outputFailed }
            guard case .drawn(let path, let bytes) = answer.outcome else { return }
            if path == nil { try Output.reporting { try Terminal.write(bytes, to: .output) } }
            try lines.write("\((path ?? Terminal.Stream.output.name).printable): \(report.line(answer.result))")
        }
        skipped.report()
        try code.leave()
    }

    private static func answer(to item: Item, by artist: PictureArtist) -> Answer {
        let (result, picture) = artist.draw(item.input)
        if result.error == nil, let fault = item.nameFault {
            return Answer(result: result, outcome: .unreadable(fault))
        }
        switch picture {
        case nil:
            let reason = result.error?.text(.command) ?? ""
            return Answer(result: result, outcome: .unreadable(reason))
        case .failure(let failure): return Answer(result: result, outcome: .unreadable(failure.message))
        case .success(let bytes):
            guard let path = item.picture else { return Answer(result: result, outcome: .drawn(at: nil, bytes: bytes)) }
            do throws(FileAccessError) {
                let file = try OutputFile(path, mustBeFile: item.isInFolder)
                try file.write(bytes)
                try file.commit()
                return Answer(result: result, outcome: .drawn(at: path, bytes: []))
            } catch {
                return Answer(result: result, outcome: .notWritten(error))
            }
        }
    }

    private func exitCode(of answer: Answer) -> ExitCode {
        switch answer.outcome {
        case .drawn: return .success
        case .unreadable(let reason):
            Terminal.report("\(answer.result.input.printable): \(reason)")
            return .unreadableInput
        case .notWritten(let error):
            Terminal.report("\(error.path.printable): \(error.message)")
            return .outputFailed
        }
    }
}

/// One line per picture on stdout, or on stderr if a picture goes to stdout.
struct PictureLines {
    let destination: Destination
    let isBeside: Bool

    /// Writes a line. A closed stdout is ignored, because the pictures are still wanted.
    func write(_ line: String) throws {
        if destination.isQuiet { return }
        guard !isBeside else {
            Terminal.report(line)
            return
        }
        let text = Printable.sanitised(line + "\n", isColored: destination.style.isColored)
        do { try Output.reporting { try Terminal.write(Array(text.utf8), to: .output) } } catch is StandardOutputClosed
        {}
    }
}

struct RenderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "render",
        abstract: "Draw depth maps in colour, with the measurements behind the verdict.",
        usage: "depthcheck render [<options>] <file> ... --output <file>",
        discussion: """
            Writes one PNG or SVG for each map. Everything drawn over or beside a map comes from its analysis. A file \
            that cannot be read is reported, and the others are drawn.
            """)

    @OptionGroup(title: "Input") var input: InputArguments
    @OptionGroup(title: "Picture") var picture: PictureArguments
    @OptionGroup(title: "Analysis") var analysis: AnalysisOptions
    @OptionGroup(title: "Reading") var reading: ReadingArguments
    @OptionGroup(title: "Output") var output: PictureOutputArguments
    @OptionGroup var jobs: JobsOption

    func validate() throws {
        try input.requireSome()
        _ = try analysis.makeAnalyzer()
    }

    func run() throws {
        let found = try input.resolved()
        let skipped = SkippedFiles()
        skipped.add(found)
        var inUse = OutputConflictGuard(reads: input.named(found) + analysis.parameters.file.named)
        try inUse.requireDistinct([Destination(named: output.output)])
        let reader = try reading.reader
        let inputs = try found.spread(reading, input.selection, skipped).flatMap { $0.frames(reader.options) }
        let target = try output.target(of: inputs)
        let items = target.items(for: inputs)
        inUse.folders = target.foldersToKeep(of: input)
        try inUse.requireDistinct(items.compactMap { $0.picture.map { Destination(named: $0) } })
        let analyzer = FileAnalyzer(analyzer: try analysis.makeAnalyzer(), reader: reader)
        let run = RenderRun(
            items: items, artist: PictureArtist(analyzer: analyzer, options: picture.options, format: target.format),
            lines: output.lines(beside: target), skipped: skipped,
            jobs: jobs.count)
        try Output.creatingFolders(target.folders) { try run.run() }
    }
}

/// Unique names for pictures in one folder, derived from the input paths. The same paths always give the same names.
enum PictureNames {
    /// The name of each file, prefixed with as many parent folders as make it unique, or else with a number appended.
    static func names(for paths: [String], extension ending: String) -> [String] {
        let parts = paths.map(Self.parts)
        // A frame is named after its recording too, because its number alone identifies nothing.
        var depths = paths.map { DepthArchive.isFrameName($0) ? 2 : 1 }
        var names = zip(parts, depths).map(name)
        while true {
            var isChanged = false
            for group in Self.alike(names) {
                for index in group where depths[index] < parts[index].count {
                    depths[index] += 1
                    names[index] = name(parts[index], depths[index])
                    isChanged = true
                }
            }
            if !isChanged { break }
        }
        var taken = Set(names.map(ExactText.init))
        for group in Self.alike(names) {
            var number = 2
            for index in group.dropFirst() {
                while taken.contains(ExactText("\(names[index])-\(number)")) { number += 1 }
                names[index] += "-\(number)"
                taken.insert(ExactText(names[index]))
            }
        }
        return names.map { "\($0).\(ending)" }
    }

    private static func parts(of path: String) -> [String] {
        if path == FileAccess.standardInputName { return ["standard-input"] }
        let parts = OutputName.sanitised(path).utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
        return parts.filter { $0 != "." }
    }

    private static func name(_ parts: [String], _ depth: Int) -> String {
        parts.suffix(depth).joined(separator: "_")
    }

    private static func alike(_ names: [String]) -> [[Int]] {
        Dictionary(grouping: names.indices) { ExactText(names[$0]) }.values.filter { $0.count > 1 }
            .sorted { $0[0] < $1[0] }
    }
}

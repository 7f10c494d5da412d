import ArgumentParser
import DepthAnalysis
import DepthFiles
import DepthPictures
import Support

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
        let inputs = found.spread(reading, input.selection, skipped).flatMap { $0.frames(reading.reader.options) }
        let target = try output.target(of: inputs)
        let items = target.items(for: inputs)
        inUse.folders = target.foldersToKeep(of: input)
        try inUse.requireDistinct(items.compactMap { $0.picture.map { Destination(named: $0) } })
        let analyzer = FileAnalyzer(analyzer: try analysis.makeAnalyzer(), reader: reading.reader)
        let run = RenderRun(
            items: items, artist: PictureArtist(analyzer: analyzer, options: picture.options, format: target.format),
            lines: output.lines(beside: target), skipped: skipped,
            jobs: jobs.count)
        try Output.creatingFolders(target.folders) { try run.run() }
    }
}

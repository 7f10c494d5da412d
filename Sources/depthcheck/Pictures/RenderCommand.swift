import ArgumentParser
import DepthAnalysis
import DepthFiles
import DepthPictures
import Support

struct RenderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "render",
        abstract: "Draws depth maps: depths as colours, and what the verdict was made of.",
        discussion: """
            Writes one picture for each map, PNG or SVG. Everything drawn over a map, and the histogram beside it, is \
            what the analysis found. A file that cannot be read is reported and the rest drawn.
            """)

    @OptionGroup var input: InputArguments
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
        let inputs = found.spread(reading, input.selection, skipped)
        let target = try output.target(of: inputs)
        let items = target.items(for: inputs)
        inUse.folders = target.foldersToKeep(of: input)
        try inUse.requireDistinct(items.compactMap { $0.picture.map { Destination(named: $0) } })
        try target.createFolder()
        let analyzer = FileAnalyzer(analyzer: try analysis.makeAnalyzer(), reader: reading.reader)
        let run = RenderRun(
            items: items, artist: PictureArtist(analyzer: analyzer, options: picture.options, format: target.format),
            lines: output.lines(beside: target), skipped: skipped,
            jobs: jobs.count)
        try run.run()
    }
}

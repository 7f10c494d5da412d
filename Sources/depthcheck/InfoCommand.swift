import ArgumentParser
import DepthArchives
import DepthFiles
import DepthReports
import PlainText
import Platform

struct InfoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info",
        abstract: "Says what files are: format, size, units, range, what is odd about them.",
        discussion: """
            Of an archive every map is told. A file that cannot be read is told by its error, and the rest goes on.
            """)

    /// How it is written.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, json, ndjson
    }

    @OptionGroup var input: InputArguments
    @OptionGroup var tar: TarOptions
    @OptionGroup(title: "Reading") var reading: ReadingArguments
    @OptionGroup(title: "Output") var output: OutputArguments

    @Option(help: "How it is written.")
    var format = Format.text

    @OptionGroup var jobs: JobsOption

    func validate() throws { try input.files.requireSome(or: tar.archives) }

    @MainActor
    func run() async throws {
        let destination = output.destination
        let found = try input.files.found()
        let isList = !found.isSingleFile || found.isArchive || !tar.archives.isEmpty
        let stream = try destination.open(besides: input.files.named(found) + tar.archives.named)
        let reader = reading.reader
        let batch = Batch(
            items: reading.items(found, tar.archives), jobs: jobs.count, isProgressWanted: destination.isProgressWanted
        ) { input in
            FileInformation(of: input, reader: reader)
        }
        var isFirst = true
        if isList, format == .json { try stream.write("[") }
        let code = try await batch.run { information in
            guard case .failure(let error) = information.result else { return .success }
            if format != .text || !destination.isTerminal {
                Terminal.remark("error: \(information.input.printable): \(error.message(naming: .command))")
            }
            return .unreadableInput
        } consume: { information in
            defer { isFirst = false }
            switch format {
            case .text:
                let text = information.text(style: destination.style, width: destination.width)
                try stream.write((isFirst ? "" : "\n") + text + "\n")
            case .ndjson: try stream.write(information.json(layout: .compact) + Array("\n".utf8))
            case .json where isList:
                try stream.write(isFirst ? "\n  " : ",\n  ")
                try stream.write(information.json(layout: .indented, outerDepth: 1))
            case .json: try stream.write(information.json(layout: .indented) + Array("\n".utf8))
            }
        } finish: {
            if isList, format == .json { try stream.write(isFirst ? "]\n" : "\n]\n") }
            try stream.commit()
        }
        try code.leave()
    }
}

import ArgumentParser
import DepthFiles
import Reports
import Support

struct InfoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info",
        abstract: "Describe depth files: format, size, units, range and anything unusual.",
        usage: "depthcheck info [<options>] <file> ...",
        discussion: """
            Describes every map in an archive. A file that cannot be read is reported, and the others are described.
            """)

    @OptionGroup(title: "Input") var input: InputArguments
    @OptionGroup(title: "Input") var tar: TarOptions
    @OptionGroup(title: "Reading") var reading: ReadingArguments
    @OptionGroup(title: "Output") var output: OutputArguments

    @Option(help: "The format of the descriptions.")
    var format = ResultFormat.text

    @OptionGroup var jobs: JobsOption

    func validate() throws { try input.requireSome(or: tar) }

    /// Describes the files with the fewest open files and threads possible.
    func run() throws {
        let isSinglePath = input.isSinglePath && tar.isEmpty
        if !isSinglePath { try DescriptorNeed.require() }
        let found = try input.resolved()
        let skipped = SkippedFiles()
        skipped.add(found)
        let isOfOneFile = isSinglePath && found.isSingleFile && !found.isArchive
        if isSinglePath, !isOfOneFile { try DescriptorNeed.require() }
        let destination = output.destination
        let stream = try destination.open(besides: input.named(found) + tar.named)
        let reader = try reading.reader
        // Only reading shows whether one file contains several maps.
        let items = try reading.items(found, tar, input.selection, skipped)
        let one = items.makeIterator()
        let single = isOfOneFile ? one.next().map { FileInformation.all(in: $0, reader: reader) } : nil
        let isList = single?.first.count != 1
        let batch = Batch(
            items: items, jobs: isOfOneFile ? 1 : jobs.count,
            showsProgress: destination.showsProgress, name: nil
        ) { input in
            single ?? FileInformation.all(in: input, reader: reader)
        }
        var report = ResultStream<FileInformation>(
            format, isList: isList, style: destination.style, width: destination.width)
        try stream.write(report.opening)
        var code = ExitCode.success
        _ = try batch.run { several in
            for information in several {
                if case .failure(let error) = information.result {
                    if !destination.isReadWithErrors {
                        Terminal.report("\(information.input.printable): \(error.text(.command))")
                    }
                    code = .unreadableInput
                }
                try stream.write(report.entry(information))
            }
        } finish: {
            try stream.write(report.closing)
            try stream.commit()
        }
        skipped.report()
        try code.leave()
    }
}

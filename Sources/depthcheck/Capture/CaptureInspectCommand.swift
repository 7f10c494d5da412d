import ArgumentParser
import DepthFiles
import Reports
import Support
import Tasks

struct CaptureInspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Show everything in captures; no key is needed.",
        usage: "depthcheck capture inspect [<options>] <path> ...",
        discussion: """
            Shows the parts and their sizes, the metadata or payload as the server reads them, the fields of the \
            assertion, the compression and analysis of the depth map, the numbers that the server writes \
            differently, and the text whose hash must be signed.
            """)

    @OptionGroup var input: CaptureInputArguments
    @OptionGroup(title: "Output") var output: OutputArguments

    @Option(help: "The format of the report.")
    var format = ResultFormat.text

    @OptionGroup var jobs: JobsOption

    func validate() throws {
        try input.requirePaths()
        _ = try task()
    }

    private func task() throws -> InspectTask {
        try validated(InspectTask.init, input.boundary)
    }

    func run() throws {
        try CryptographyNeed.require()
        let destination = output.destination
        let found = try input.resolved()
        let stream = try destination.open(besides: input.named(found, besides: [destination]))
        let inspector = try task().inspector
        var report = ResultStream(
            format, isList: !found.isSingle,
            text: InspectionText(style: destination.style, width: destination.width))
        let batch = Batch(
            items: found.inputs, jobs: jobs.count, showsProgress: destination.showsProgress, name: \.name
        ) { inspector.inspections(of: $0) }
        let code = try batch.run { inspections in
            var code = ExitCode.success
            for inspection in inspections {
                guard case .failure(let error) = inspection.result else { continue }
                if !destination.isReadWithErrors {
                    Terminal.report("\(inspection.path.printable): \(error.text(.command))")
                }
                code = .unreadableInput
            }
            return code
        } consume: { inspections in
            try stream.write(report.entries(inspections, areList: inspections.contains { $0.origin?.request != nil }))
        } finish: {
            try stream.write((report.isEmpty ? report.opening : "") + report.closing)
            try stream.commit()
        }
        try code.leave()
    }
}

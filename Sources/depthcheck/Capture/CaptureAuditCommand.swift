import ArgumentParser
import Conformance
import DepthFiles
public import Reports
import Support
import Tasks

extension AuditReport.Format: ExpressibleByArgument {}

struct CaptureAuditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit",
        abstract: "Check the phone's analysis in a hash-only payload against its depth map.",
        usage: "depthcheck capture audit [<options>] <payload> --depth <file>",
        discussion: """
            Analyses the map with the phone's arithmetic and compares each field of the payload: numbers must agree \
            within 0.01, layers and verdict exactly. Exits with 1 if they do not. The server checks none of this.
            """)

    @Argument(
        help: ArgumentHelp("The hash-only payload, or a case file with one.", valueName: "payload"),
        completion: .file())
    var payload: String

    @Option(help: ArgumentHelp("The depth map.", valueName: "file"), completion: .file())
    var depth: String

    @OptionGroup(title: "Reading") var reading: ReadingArguments
    @OptionGroup(title: "Output") var output: OutputArguments

    @Option(help: "The format of the report.")
    var format = AuditReport.Format.text

    func validate() throws {
        if payload.isEmpty || depth.isEmpty { throw ValidationError("found an empty file name; expected a file") }
    }

    func run() throws {
        try CryptographyNeed.require()
        let destination = output.destination
        let stream = try destination.open(besides: [
            NamedPath(option: "<payload>", path: payload), NamedPath(option: "--depth", path: depth),
        ])
        let audit = try audit()
        try stream.finish(
            AuditReport.text(of: audit, format: format, style: destination.style, width: destination.width))
        if !audit.agrees { throw ExitCode.conditionHolds }
    }

    private func audit() throws -> CaptureAudit {
        let task = AuditTask(try reading.reading)
        do throws(TaskFailure) { return try task.run(.path(payload), depth: depth) } catch {
            throw ExitCode.unreadable(error)
        }
    }
}

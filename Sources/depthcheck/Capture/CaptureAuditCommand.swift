import ArgumentParser
public import CaptureReports
import Conformance
import DepthFiles
import Reports
import Support

extension AuditReport.Format: ExpressibleByArgument {}

struct CaptureAuditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit",
        abstract: "Whether the phone's analysis in a hash-only payload is that of the depth map it claims.",
        discussion: """
            Analyses the map with the phone's arithmetic and holds each field of the payload to it: numbers within \
            0.01, layers and verdict equal. Exit code 1 if it does not agree. The server checks none of this.
            """)

    @Argument(
        help: ArgumentHelp("The hash-only payload, or a case file of one.", valueName: "payload"), completion: .file())
    var payload: String

    @Option(help: ArgumentHelp("The depth map.", valueName: "file"), completion: .file())
    var depth: String

    @OptionGroup(title: "Reading") var reading: ReadingArguments
    @OptionGroup(title: "Output") var output: OutputArguments

    @Option(help: "How it is written.")
    var format = AuditReport.Format.text

    func validate() throws {
        if payload.isEmpty || depth.isEmpty { throw ValidationError("a file name is empty") }
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

    /// - Throws: `ExitCode.unreadableInput`, after printing the error.
    private func audit() throws -> CaptureAudit {
        do throws(CaptureAuditor.Failure) {
            return try CaptureAuditor(depthReader: reading.reader).audit(payload, depth: depth)
        } catch .payload(let error) {
            Terminal.report("error: \(error.path.printable): \(error.message(naming: .command))")
        } catch .depthMap(let error) {
            Terminal.report("error: \(error.path.printable): \(error.message(naming: .command))")
        }
        throw ExitCode.unreadableInput
    }
}

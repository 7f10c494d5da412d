import ArgumentParser
import Captures
public import Reports
import Support

extension ChecklistReport.Format: ExpressibleByArgument {}

struct ParityChecklistCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "checklist",
        abstract: "Show which criteria of the stories hold for a session or a capture.",
        usage: "depthcheck parity checklist [<options>] <folder>",
        discussion: """
            Measures the criteria of the stories that a program can check: registration, depth part, metadata, \
            assertion, counter, headers, and the analysis of the phone against that of the server. The folder is one \
            of capture session, or one with photo.jpg, depth.bin and metadata.json. Exits with 1 if a criterion is not \
            met or none can be measured, and with 2 if a file cannot be read. docs/CAPTURE.md explains the criteria.
            """)

    @Argument(
        help: ArgumentHelp("The folder of a session or of a capture.", valueName: "folder"), completion: .directory)
    var folder: String

    @Option(
        help: ArgumentHelp(
            "For a capture, the server's record of the device, as capture key writes it. [default: not known]",
            valueName: "file"),
        completion: .file(extensions: ["json"]))
    var device: String?

    @OptionGroup(title: "Output") var output: OutputArguments

    @Option(help: "The format of the report.")
    var format = ChecklistReport.Format.text

    func validate() throws {
        if folder.isEmpty { throw ValidationError("found an empty name; expected a folder") }
    }

    func run() throws {
        try CryptographyNeed.require()
        let destination = output.destination
        let others = device.map { [NamedPath(option: "--device", path: $0)] } ?? []
        let stream = try OutputConflictGuard(reading: folder, and: others).open([destination])[0]
        let checklist = try checklist()
        try stream.finish(
            ChecklistReport.text(
                of: checklist, format: format, isBrief: destination.isQuiet, style: destination.style,
                width: destination.width))
        for (name, error) in checklist.unreadable {
            Terminal.report("\((folder.asFolderPrefix + name).printable): \(error.text(.command))")
        }
        if !checklist.unreadable.isEmpty { throw ExitCode.unreadableInput }
        if !checklist.isMet { throw ExitCode.conditionHolds }
    }

    /// - Throws: `ExitCode.unreadableInput`, after printing the error.
    private func checklist() throws -> Checklist {
        let isCapture = !CaptureInputReader.partFiles(inFolder: folder).isEmpty
        if !isCapture, device != nil {
            throw ValidationError("--device is for a capture; state the devices of a session in session.json")
        }
        let device = try device.map(ServerStateArguments.device)
        let reader = CaptureInputReader()
        do throws(CaptureInputError) {
            guard isCapture, let payload = try reader.read(folder).payload else {
                return Checklist(of: JudgedSession(try SessionFolder.read(folder, by: reader)))
            }
            return Checklist(of: payload, path: folder, device: device)
        } catch {
            Terminal.report("\(error.path.printable): \(error.text(.command))")
            throw ExitCode.unreadableInput
        }
    }
}

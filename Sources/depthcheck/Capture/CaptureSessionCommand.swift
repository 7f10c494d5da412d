import ArgumentParser
import Captures
import DepthFiles
public import Reports
import Support
import Tasks

extension SessionReport.Format: ExpressibleByArgument {}

struct CaptureSessionCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "session",
        abstract: "Answer the requests in a folder in order, as the server does; or make such a folder.",
        usage: """
            depthcheck capture session [<options>] <folder>
            depthcheck capture session --make [--at <time>] <folder>
            """,
        discussion: """
            Reads the files whose names begin with a digit, in order: *.http is an HTTP/1.1 request, *.json the body \
            of a registration or of a hash-only capture, *.response.json an answer of the server, which states a \
            challenge or the identifier of a device. Challenges, keys, counters and photo hashes are carried from one \
            request to the next. session.json can state the clock, the configuration of the server, and devices and \
            challenges known before. Exits with 1 if a request is refused or not fully trusted, or a recorded answer \
            contradicts the simulation, and with 2 if a file cannot be read or no request was simulated. \
            docs/CAPTURE.md describes the files.
            """)

    @Argument(help: ArgumentHelp("The folder of requests.", valueName: "folder"), completion: .directory)
    var folder: String

    @Flag(
        help: """
            Make a valid session in this folder, with a new test key: a challenge, a registration, a full and a \
            hash-only capture. Nothing is overwritten.
            """)
    var make = false

    @Option(
        help: ArgumentHelp(
            "With --make, the time of the first request, such as 2025-12-01T10:00:00Z. [default: now]",
            valueName: "time"))
    var at: String?

    @OptionGroup(title: "Output") var output: OutputArguments
    @OptionGroup(title: "Output") var rules: RulesOption

    @Option(help: "The format of the report. [default: text]")
    var format: SessionReport.Format?

    func validate() throws {
        if folder.isEmpty { throw ValidationError("found an empty name; expected a folder") }
        if make, format != nil { throw ValidationError("--format is for a report; omit it with --make") }
        if make, rules.verbose { throw ValidationError("--verbose is for a report; omit it with --make") }
        if make, output.quiet { throw ValidationError("--quiet is for a report; omit it with --make") }
        guard let at else { return }
        guard make else { throw ValidationError("--at needs --make; state the clock of a session in session.json") }
        let time = try time()
        if !TestSession.canBegin(at: time) {
            let years = TestSession.years
            throw ValidationError(
                "--at is \(at.printable); expected a year from \(years.lowerBound) to \(years.upperBound), in which "
                    + "the certificates of the session can be dated")
        }
    }

    private func time() throws -> CaptureTimestamp {
        try validated(CaptureTimestamp.ofCapture, at)
    }

    func run() async throws {
        try CryptographyNeed.require()
        if make { return try await makeSession() }
        let destination = output.destination
        let stream = try OutputConflictGuard(reading: folder).open([destination])[0]
        let session = try session()
        try stream.finish(
            SessionReport.text(
                of: session, format: format ?? .text, isBrief: destination.isQuiet,
                namesRules: rules.verbose, style: destination.style, width: destination.width))
        if !destination.isReadWithErrors {
            for (name, error) in session.unreadable {
                Terminal.report("\((folder.asFolderPrefix + name).printable): \(error.text(.command))")
            }
        }
        if !session.isSimulated { Terminal.report("\(folder.printable): no request was simulated") }
        if session.entries.contains(where: { $0.result?.outcome == .notModelled }) { throw ExitCode.notModelled }
        if !session.unreadable.isEmpty || !session.isSimulated { throw ExitCode.unreadableInput }
        if session.firstFailure != nil { throw ExitCode.conditionHolds }
    }

    /// - Throws: `ExitCode.unreadableInput`, after printing the error.
    private func session() throws -> JudgedSession {
        do throws(CaptureInputError) {
            return JudgedSession(try SessionFolder.read(folder, by: CaptureInputReader()))
        } catch {
            Terminal.report("\(error.path.printable): \(error.text(.command))")
            throw ExitCode.unreadableInput
        }
    }

    private func makeSession() async throws {
        let session = try await TestSession(at: time())
        // Every name is checked before anything is written.
        if let names = try? FileAccess.names(inFolder: folder), let name = names.first {
            Terminal.report(
                "\(folder.printable): found \(name.printable) in it; expected an empty folder or none, because nothing "
                    + "is overwritten; name another folder")
            throw ExitCode.validationFailure
        }
        let destination = output.destination
        // A folder that does not exist yet has no place, so names are compared too.
        if let file = destination.file,
            FileAccess.isBelow(file, folder: folder) || (file + "/").hasPrefix(folder.asFolderPrefix)
        {
            throw ValidationError(
                "\(destination.option) is \(file.printable), in the folder of the session; name another file")
        }
        var report: Output?
        try Output.creatingFolders([folder]) {
            let places = session.files.map { file in
                var place = Destination(named: folder.asFolderPrefix + file.name)
                place.mustBeFile = true
                return place
            }
            // All outputs are opened before one is written.
            var outputs = try OutputConflictGuard(reads: []).open(places + [destination])
            report = outputs.removeLast()
            for (output, file) in zip(outputs, session.files) { try output.write(file.content) }
            for output in outputs { try output.commit() }
        }
        try report?.finish(
            """
            \(folder.printable): a session of \(session.files.count) files, signed by a new test key, not a device
            note: register such a key only with your own server: its chain ends at \(TestSession.rootFile), not at Apple

            """)
    }
}

extension OutputConflictGuard {
    /// Guards a folder, the argument `<folder>`, and every file in it.
    ///
    /// - Parameter others: Other files that are read.
    init(reading folder: String, and others: [NamedPath] = []) {
        let names = (try? FileAccess.names(inFolder: folder)) ?? []
        let files = names.map { NamedPath(option: "<folder>", path: folder.asFolderPrefix + $0) }
        self.init(reads: files + others, folders: [NamedPath(option: "<folder>", path: folder)])
    }
}

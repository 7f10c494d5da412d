import ArgumentParser
import Conformance
import DepthAnalysis
import DepthFiles
import Reports
import Support

struct GoldenRequestsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "requests",
        abstract: "Write requests for another program, one JSON object per line.",
        usage: "depthcheck golden requests [<options>] [<dir>]",
        discussion: """
            Each line names an input, the profile and the dimensions. Answer it with the analysis as one JSON object \
            on a line, with the same name and profile, and check the answers with golden check --answers.
            """)

    @OptionGroup var set: GoldenSetArgument
    @OptionGroup var selection: GoldenSelection

    @Option(
        help: ArgumentHelp(
            "Write the samples of each input to this folder, as uncompressed little-endian float32, and name these "
                + "files in the requests. [default: name the files of the set]",
            valueName: "folder"),
        completion: .directory)
    var unpacked: String?

    @Option(
        name: [.short, .long],
        help: ArgumentHelp(
            "Write to this file, which appears when it is complete. [default: -, standard output]", valueName: "file"),
        completion: .file())
    var output: String?

    func run() throws {
        try CryptographyNeed.require()
        let set = try set.read()
        try OutputConflictGuard(reads: GoldenSetArgument.named(set)).requireDistinct([Destination(named: output)])
        var isAllRead = GoldenSetArgument.remarkUnreadable(set)
        var cases = set.cases(
            matching: selection.filters, excluding: selection.excluded,
            of: selection.profiles(or: AnalysisProfile.allCases))
        if selection.maps { cases.removeAll(where: \.input.isWholeFile) }
        guard !cases.isEmpty || !isAllRead else {
            let asked = selection.filters.isEmpty ? "the profile" : selection.filters.joined(separator: ", ")
            Terminal.report("\(set.path.printable): found no golden that matches \(asked); expected at least one")
            throw ExitCode.conditionHolds
        }
        var requests = AnswerRequest.all(for: cases, of: set)
        let askedCount = requests.count
        if unpacked != nil { requests.removeAll(where: \.isWholeFileRequest) }
        let skipped = askedCount - requests.count
        if skipped > 0 {
            Terminal.report(
                "note: skipped \(skipped) requests about whole files, which samples alone cannot answer")
        }
        let files = unpacked.map { folder in Set(requests.map { Self.path(of: $0, in: folder) }).sorted() } ?? []
        let inUse = OutputConflictGuard(
            reads: GoldenSetArgument.named(set), folders: [NamedPath(option: "the golden set", path: set.path)])
        let destination = Destination(named: output)
        try inUse.requireDistinct([destination] + files.map { Destination(named: $0, option: "--unpacked") })
        let stream = try inUse.open([destination])[0]
        if let unpacked {
            let asked = requests.count
            requests = try Self.unpack(requests, into: unpacked)
            isAllRead = isAllRead && requests.count == asked
        }
        try stream.finish(requests.map { $0.line + "\n" }.joined())
        if !isAllRead { throw ExitCode.unreadableInput }
    }

    private static func path(of request: AnswerRequest, in folder: String) -> String {
        "\(folder)/\(request.id.name).f32"
    }

    /// Writes the samples of each request to a file in the folder, and returns requests that name these files.
    private static func unpack(_ requests: [AnswerRequest], into folder: String) throws -> [AnswerRequest] {
        do {
            try FileAccess.createFolder(folder)
            // Keyed by input, since several requests may share one.
            var written: [ExactText: String?] = [:]
            return try requests.compactMap { request in
                let input = ExactText(request.file)
                let file = try written[input] ?? unpack(request, into: folder)
                written[input] = file
                return file.map { file in
                    var unpacked = request
                    unpacked.file = file
                    return unpacked
                }
            }
        } catch let error as FileAccessError {
            Terminal.report("\(error.path.printable): \(error.text(.command))")
            throw ExitCode.outputFailed
        }
    }

    /// Writes the samples of a request and returns their path; nil, after printing the error, if they cannot be read.
    private static func unpack(_ request: AnswerRequest, into folder: String) throws(FileAccessError) -> String? {
        let map: DepthMap
        do throws(ReadingError) { map = try DepthMap(contentsOf: request.file) } catch {
            Terminal.report("\(request.file.printable): \(error.text(.command))")
            return nil
        }
        let file = path(of: request, in: folder)
        try FileAccess.write(DepthFileWriter.float32Bytes(of: map), to: file)
        return file
    }
}

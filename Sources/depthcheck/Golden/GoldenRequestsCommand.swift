import ArgumentParser
import Conformance
import DepthAnalysis
import DepthFiles
import Reports
import Support

struct GoldenRequestsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "requests",
        abstract: "Writes what is to be answered, one JSON object a line, for answers that are made elsewhere.",
        discussion: """
            Each line names an input, the profile and the dimensions. Answer it with the analysis as one JSON object \
            on a line, with the same name and profile, and hold the answers to the set with golden check --answers.
            """)

    @OptionGroup var set: GoldenSetArgument
    @OptionGroup var selection: GoldenSelection

    @Option(
        help: ArgumentHelp(
            "Write the samples of each input to this folder, unpacked little-endian float32, and name those files in "
                + "the requests.",
            valueName: "folder"),
        completion: .directory)
    var unpacked: String?

    @Option(
        name: [.short, .long],
        help: ArgumentHelp(
            "Write to this file, whole or not at all; - is standard output, the default.", valueName: "file"),
        completion: .file())
    var output: String?

    func run() throws {
        try CryptographyNeed.require()
        let set = try set.read()
        try OutputConflictGuard(reads: GoldenSetArgument.named(set)).requireDistinct([Destination(named: output)])
        var isAllRead = GoldenSetArgument.remarkUnreadable(set)
        let cases = set.cases(matching: selection.filters, of: selection.profiles(or: AnalysisProfile.allCases))
        guard !cases.isEmpty || !isAllRead else {
            let asked = selection.filters.isEmpty ? "the profile" : selection.filters.joined(separator: ", ")
            Terminal.report("error: \(set.path.printable): found no golden of \(asked); nothing is to be answered")
            throw ExitCode.conditionHolds
        }
        var requests = AnswerRequest.all(for: cases, of: set)
        let askedCount = requests.count
        if unpacked != nil { requests.removeAll(where: \.isWholeFileRequest) }
        let leftOut = askedCount - requests.count
        if leftOut > 0 {
            Terminal.report(
                "note: \(leftOut) requests are about whole files and left out: their samples alone do not answer them")
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
    /// Prints and omits inputs that cannot be read.
    ///
    /// - Throws: `ExitCode.outputFailed`, after printing the error.
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
            Terminal.report("error: \(error.path.printable): \(error.message(naming: .command))")
            throw ExitCode.outputFailed
        }
    }

    /// Writes the samples of a request and returns their path; nil, after printing the error, if they cannot be read.
    private static func unpack(_ request: AnswerRequest, into folder: String) throws(FileAccessError) -> String? {
        let map: DepthMap
        do throws(ReadingError) { map = try DepthMap(contentsOf: request.file) } catch {
            Terminal.report("error: \(request.file.printable): \(error.message(naming: .command))")
            return nil
        }
        let file = path(of: request, in: folder)
        try FileAccess.write(DepthFileWriter.float32Bytes(of: map), to: file)
        return file
    }
}

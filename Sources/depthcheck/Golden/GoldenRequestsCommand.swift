import ArgumentParser
import DepthAnalysis
import DepthFiles
import DepthReports
import GoldenFiles
import Platform

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
        let set = try set.read()
        let cases = set.cases(matching: selection.filters, of: selection.profiles(or: AnalysisProfile.allCases))
        guard !cases.isEmpty else {
            let asked = selection.filters.isEmpty ? "the profile" : selection.filters.joined(separator: ", ")
            Terminal.remark("error: \(set.path): found no golden of \(asked); nothing is to be answered")
            throw ExitCode.conditionHolds
        }
        var requests = AnswerRequest.all(for: cases, of: set)
        let files = unpacked.map { folder in Set(requests.map { Self.path(of: $0, in: folder) }).sorted() } ?? []
        let inUse = FilesInUse(reads: GoldenSetArgument.named(set))
        let destination = Destination(named: output)
        try inUse.requireApart([destination] + files.map { Destination(named: $0, option: "--unpacked") })
        let stream = try inUse.open([destination])[0]
        if let unpacked { requests = try Self.unpack(requests, into: unpacked) }
        try stream.finish(requests.map { $0.line + "\n" }.joined())
    }

    private static func path(of request: AnswerRequest, in folder: String) -> String {
        "\(folder)/\(request.id.name).f32"
    }

    /// Writes the samples of each request to a file in the folder, and returns requests that name these files.
    private static func unpack(_ requests: [AnswerRequest], into folder: String) throws -> [AnswerRequest] {
        do {
            try FileAccess.createFolder(folder)
            var written: [ExactText: String] = [:]
            return try requests.map { request in
                var unpacked = request
                if let path = written[ExactText(request.file)] {
                    unpacked.file = path
                    return unpacked
                }
                let map = try DepthMap(contentsOf: request.file)
                unpacked.file = path(of: request, in: folder)
                try FileAccess.write(DepthFileWriter.float32Bytes(of: map), to: unpacked.file)
                written[ExactText(request.file)] = unpacked.file
                return unpacked
            }
        } catch let error as FileAccessError {
            Terminal.remark("error: \(error.path): \(error.message(naming: .command))")
            throw ExitCode.outputFailed
        } catch let error as ReadingError {
            Terminal.remark("error: \(error.message(naming: .command))")
            throw ExitCode.unreadableInput
        }
    }
}

internal import CaptureReports
internal import Captures
internal import Conformance
internal import DepthFiles
internal import Support
internal import Tasks

// Checks of other capture servers, like `depthcheck capture check`.

extension Request {
    /// Checks the answers in the first input, or those of depthcheck without one, with the JSON of
    /// `depthcheck capture check`.
    func checkAnswers() throws(TaskFailure) -> String {
        try requireCryptography()
        let set = try conformanceSet()
        let subject = try string("subject") ?? "answers"
        let answerer: CaseAnswerer
        if let place = try place("answers") {
            answerer = .file(AnswerFile(try input(place), path: subject, to: .serverAnswer))
        } else {
            answerer = .verifier(
                CaptureVerifier(
                    reader: CaptureInputReader(naming: .python, readingNames: .command), serverState: ServerState()))
        }
        var options = ServerCheck.Options()
        options.filters = try strings("filters")
        options.comparesFurther = try flag("reasons")
        let check = ServerCheck(set, answerer: answerer, subject: subject, options: options)
        let report = CallingThread.run { await check.run() }
        return json { writer in writer.member("report", json: report.json) }
    }

    /// Lists the requests that another server answers, like `depthcheck capture requests`.
    func listRequests() throws(TaskFailure) -> String {
        let set = try conformanceSet()
        if let (path, finding) = set.unreadable.first { throw .unusableCase(path: path, finding: finding) }
        let cases = set.cases(matching: try strings("filters"))
        guard !cases.isEmpty else { throw .noCases(set: set.path) }
        return json { $0.member("requests", json: "[" + cases.map(\.line).joined(separator: ",") + "]") }
    }

    private func conformanceSet() throws(TaskFailure) -> ConformanceSet {
        guard let path = try string("set") else { throw .missing("set") }
        do throws(FileAccessError) { return try ConformanceSet(path) } catch { throw .unreadable(error) }
    }
}

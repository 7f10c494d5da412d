/// The outputs of tuning. All are opened before the work, so that errors are reported early. The files appear
/// together, after the report.
struct TuningOutputs<Result> {
    struct File {
        let destination: Destination
        /// Nil if the result has no contents for this file.
        let text: (Result) -> String?

        init(
            _ option: String, _ file: String, mustBeFile: Bool = false, _ text: @escaping (Result) -> String?
        ) {
            var destination = Destination(named: file, option: option)
            destination.mustBeFile = mustBeFile
            self.destination = destination
            self.text = text
        }
    }

    private let report: Output
    private let files: [(file: File, output: Output)]

    init(report: Destination, files: [File], in inUse: OutputConflictGuard) throws {
        let outputs = try inUse.open([report] + files.map(\.destination))
        self.report = outputs[0]
        self.files = Array(zip(files, outputs.dropFirst()))
    }

    /// - Parameters:
    ///   - text: the report.
    ///   - result: the result that the files are derived from.
    ///   - options: the options whose files are withheld.
    func finish(_ text: String, _ result: Result, withholding options: Set<String> = []) throws {
        try report.finish(text)
        let wanted = files.filter { !options.contains($0.file.destination.option) }
            .compactMap { file, output in file.text(result).map { (output, $0) } }
        for (output, text) in wanted { try ignoringGoneReader { try output.write(document: text) } }
        for (output, _) in wanted { try ignoringGoneReader { try output.commit() } }
    }

    private func ignoringGoneReader(_ body: () throws -> Void) throws {
        do { try body() } catch is StandardOutputClosed {}
    }
}

import ArgumentParser
import DepthAnalysis
import DepthFiles
import Reports
import Support

/// The report on converted maps: one line each on stdout, or on stderr if a map goes to stdout.
struct ConversionReport {
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case text, ndjson
    }

    let format: Format
    let destination: Destination
    let isBeside: Bool

    func exitCode(of map: ConvertedMap) -> ExitCode {
        guard let failure = map.failure else { return .success }
        var path = map.input
        var isInLine = format == .ndjson && !destination.isQuiet
        if case .notWritten(let error) = map.outcome { (path, isInLine) = (error.path, false) }
        if !isInLine || !isBeside && !destination.isReadWithErrors {
            Terminal.report("\(path.printable): \(failure.message)")
        }
        return failure.exitCode
    }

    /// Reports a map. A closed stdout is ignored, because the files are still wanted.
    func write(_ map: ConvertedMap, to target: ConversionTarget) throws {
        if destination.isQuiet { return }
        let line: [UInt8]
        switch format {
        case .text:
            guard let text = map.text(in: target) else { return }
            guard !isBeside else { return Terminal.report(text) }
            line = Array(Printable.sanitised(text + "\n", isColored: destination.style.isColored).utf8)
        case .ndjson:
            line = map.json(in: target) + Array("\n".utf8)
            guard !isBeside else { return Terminal.report(String(decoding: line.dropLast(), as: UTF8.self)) }
        }
        do { try Output.reporting { try Terminal.write(line, to: .output) } } catch is StandardOutputClosed {}
    }
}

extension ConversionTarget {
    fileprivate var sampleType: String { (format == .float16 ? SampleType.float16 : .float32).rawValue }
}

extension ConvertedMap {
    fileprivate var failure: (message: String, code: String, exitCode: ExitCode)? {
        switch outcome {
        case .converted: nil
        case .unreadable(let error): (error.text(.command), error.code, .unreadableInput)
        case .refused(let loss):
            (
                "found a map that cannot be kept in this format (\(loss)); expected one of which nothing is lost; "
                    + "choose npy or bin.gz, or leave out --lossless", "loss", .conditionHolds
            )
        case .notEncoded(let error): (error.message, error.code, .unreadableInput)
        case .notWritten(let error): (error.text(.command), error.code, .outputFailed)
        case .overInput(let path):
            (
                "found that \(path.printable), where it would go, is a file that is read; "
                    + "expected another; name another folder", "output_is_input", .outputFailed
            )
        case .unusableName(let fault): (fault, "output_name_unusable", .unreadableInput)
        }
    }

    private func place(in target: ConversionTarget) -> String {
        switch target {
        case .standardOutput: Terminal.Stream.output.name
        case .archive(let path): "\(path)/\(arrayName)"
        case .file, .folder: path ?? ""
        }
    }

    fileprivate func text(in target: ConversionTarget) -> String? {
        guard case .converted(let map) = outcome else { return nil }
        var text = "\(place(in: target).printable): \(map.dimensions.width)x\(map.dimensions.height) of "
        text += "\(input.printable), \(map.loss)"
        if let description = map.descriptionPath {
            text += "; described by \(description.printable)"
        } else {
            if let inferred = map.inferred {
                text += "; note: without --width and --height it is read as \(inferred.width)x\(inferred.height)"
            }
            if let misread = map.misread {
                text += "; note: without --sample-type \(target.sampleType) it is read as \(misread.rawValue)"
            }
        }
        for note in map.notes { text += "; note: \(note.wording.text(.command).sanitisedLine)" }
        return text
    }

    fileprivate func json(in target: ConversionTarget) -> [UInt8] {
        var writer = JSONWriter(.compact, .names, .command)
        Self.shape(.none).write((self, target), to: &writer)
        return writer.bytes
    }

    static func shape(_ codes: ReadingCodes) -> Shape<(of: ConvertedMap, target: ConversionTarget)> {
        let input = Shape<ConvertedMap> { Member("input", .text) { $0.input } }
        let converted = Shape<(of: ConvertedMap, target: ConversionTarget, map: Conversion)> {
            input.members { $0.of }
            Member("output", .text) { $0.of.place(in: $0.target) }
            Member("format", .word) { $0.target.format }
            Member("width", .count) { $0.map.dimensions.width }
            Member("height", .count) { $0.map.dimensions.height }
            Member("file_bytes", .count) { $0.map.byteCount }
            Member("changed_count", .count) { $0.map.loss.changedCount }
            Member("largest_error", .number) { $0.map.loss.largestError }
            Member("lost_reading_count", .count) { $0.map.loss.lostReadingCount }
            Member("changed_kind_count", .count) { $0.map.loss.changedKindCount }
            Member("inferred_width", .count, or: .null) { $0.map.inferred?.width }
            Member("inferred_height", .count, or: .null) { $0.map.inferred?.height }
            Member("misread_as", .word, or: .null) { $0.map.misread }
            Member("description", .text, or: .null) { $0.map.descriptionPath }
            Member("notes", .list(of: .message)) { $0.map.notes.map(\.wording) }
            Member("note_codes", .list(of: .words(codes.notes))) { $0.map.notes.map(\.code) }
        }
        // Errors of writing have their codes in `error_code`.
        let failed = Shape<(of: ConvertedMap, message: String, code: String)> {
            input.members { $0.of }
            Member("error", .text) { $0.message }
            Member("error_code", .text) { $0.code }
        }
        return Shape(anyOf: [
            converted.when { if case .converted(let map) = $0.of.outcome { ($0.of, $0.target, map) } else { nil } },
            failed.when { report in report.of.failure.map { (report.of, $0.message, $0.code) } },
        ])
    }
}

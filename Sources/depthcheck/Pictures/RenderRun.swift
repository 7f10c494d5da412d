import ArgumentParser
import DepthAnalysis
import DepthFiles
import Reports
import Support

struct RenderRun {
    /// A map and the path of its picture; nil for stdout.
    struct Item: Sendable {
        let input: DepthInput
        let picture: String?
        /// Whether the name was derived from the map's, so that the output must not be a pipe or device.
        var isInFolder = false
        /// The reason why the name derived from the map is not a valid file name.
        var nameFault: String?
    }

    let items: [Item]
    let artist: PictureArtist
    let lines: PictureLines
    let skipped: SkippedFiles
    let jobs: Int

    private struct Answer: Sendable {
        let result: FileAnalysis
        let outcome: Outcome
    }

    private enum Outcome: Sendable {
        /// The picture was drawn; `bytes` is empty unless it goes to stdout.
        case drawn(at: String?, bytes: [UInt8])
        case unreadable(String)
        case notWritten(FileAccessError)
    }

    /// Draws all maps. Pictures are written as soon as they are drawn, and lines about them in the order of the maps.
    ///
    /// - Throws: an `ExitCode` other than 0.
    func run() throws {
        let report = TextReport(
            parameters: artist.analyzer.analyzer.parameters, style: lines.destination.style,
            width: lines.destination.width)
        let batch = Batch(
            items: items, jobs: jobs, showsProgress: lines.destination.showsProgress, name: { $0.input.name }
        ) { [artist] item in
            Self.answer(to: item, by: artist)
        }
        let code = try batch.run { answer in
            exitCode(of: answer)
        } consume: { answer in
            if case .notWritten = answer.outcome { throw ExitCode.outputFailed }
            guard case .drawn(let path, let bytes) = answer.outcome else { return }
            if path == nil { try Output.reporting { try Terminal.write(bytes, to: .output) } }
            try lines.write("\((path ?? Terminal.Stream.output.name).printable): \(report.line(answer.result))")
        }
        skipped.report()
        try code.leave()
    }

    private static func answer(to item: Item, by artist: PictureArtist) -> Answer {
        let (result, picture) = artist.draw(item.input)
        if result.error == nil, let fault = item.nameFault {
            return Answer(result: result, outcome: .unreadable(fault))
        }
        switch picture {
        case nil:
            let reason = result.errorMessage ?? ""
            return Answer(result: result, outcome: .unreadable(reason))
        case .failure(let failure): return Answer(result: result, outcome: .unreadable(failure.message))
        case .success(let bytes):
            guard let path = item.picture else { return Answer(result: result, outcome: .drawn(at: nil, bytes: bytes)) }
            do throws(FileAccessError) {
                let file = try OutputFile(path, mustBeFile: item.isInFolder)
                try file.write(bytes)
                try file.commit()
                return Answer(result: result, outcome: .drawn(at: path, bytes: []))
            } catch {
                return Answer(result: result, outcome: .notWritten(error))
            }
        }
    }

    /// The exit code of one map, after printing its error.
    private func exitCode(of answer: Answer) -> ExitCode {
        switch answer.outcome {
        case .drawn: return .success
        case .unreadable(let reason):
            Terminal.report("\(answer.result.input.printable): \(reason)")
            return .unreadableInput
        case .notWritten(let error):
            Terminal.report("\(error.path.printable): \(error.message)")
            return .outputFailed
        }
    }
}

/// One line per picture on stdout, or on stderr if a picture goes to stdout.
struct PictureLines {
    let destination: Destination
    let isBeside: Bool

    /// Writes a line. A closed stdout is ignored, because the pictures are still wanted.
    func write(_ line: String) throws {
        if destination.isQuiet { return }
        guard !isBeside else {
            Terminal.report(line)
            return
        }
        let text = Printable.sanitised(line + "\n", isColored: destination.style.isColored)
        do { try Output.reporting { try Terminal.write(Array(text.utf8), to: .output) } } catch is StandardOutputClosed
        {}
    }
}

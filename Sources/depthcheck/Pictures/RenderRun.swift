import ArgumentParser
import DepthAnalysis
import DepthFiles
import Reports
import Support

/// What `render` does once it is known what is asked for: files in, pictures out, one exit code.
struct RenderRun {
    /// A map and where its picture goes; nil for standard output.
    struct Item: Sendable {
        let input: DepthInput
        let picture: String?
        /// Whether the name was made of the map's: then it must be a file, and not a pipe.
        var isInFolder = false
        /// Why no file can have the name that was made of the map's.
        var nameFault: String?
    }

    let items: [Item]
    let artist: PictureArtist
    let lines: PictureLines
    let skipped: SkippedFiles
    let jobs: Int

    /// What came of one map.
    private struct Answer: Sendable {
        let result: FileAnalysis
        let outcome: Outcome
    }

    private enum Outcome: Sendable {
        /// There is a picture; its bytes, where they go to standard output.
        case drawn(at: String?, bytes: [UInt8])
        case unreadable(String)
        case notWritten(FileAccessError)
    }

    /// Draws all maps, writes each picture as soon as it is drawn, and a line about it in the order of the maps.
    ///
    /// - Throws: an `ExitCode` other than 0.
    func run() throws {
        let report = TextReport(
            parameters: artist.analyzer.analyzer.parameters, style: lines.destination.style,
            width: lines.destination.width)
        let batch = Batch(items: items, jobs: jobs, isProgressWanted: lines.destination.isProgressWanted) {
            [artist] item in
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
        skipped.remark()
        try code.leave()
    }

    private static func answer(to item: Item, by artist: PictureArtist) -> Answer {
        let (result, picture) = artist.draw(item.input)
        if result.error == nil, let fault = item.nameFault {
            return Answer(result: result, outcome: .unreadable(fault))
        }
        switch picture {
        case nil:
            let reason = result.error?.message(naming: .command) ?? ""
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

    /// The exit code that what came of a map asks for, after saying what went wrong.
    private func exitCode(of answer: Answer) -> ExitCode {
        switch answer.outcome {
        case .drawn: return .success
        case .unreadable(let reason):
            Terminal.remark("error: \(answer.result.input.printable): \(reason)")
            return .unreadableInput
        case .notWritten(let error):
            Terminal.remark("error: \(error.path.printable): \(error.message)")
            return .outputFailed
        }
    }
}

/// A line for each picture: on standard output, or on standard error beside a picture.
struct PictureLines {
    let destination: Destination
    /// Whether the picture itself goes to standard output.
    let isBeside: Bool

    /// Whoever does not read on still wants the pictures.
    func write(_ line: String) throws {
        if destination.isQuiet { return }
        guard !isBeside else {
            Terminal.remark(line)
            return
        }
        let text = Printable.harmless(line + "\n", isColored: destination.style.isColored)
        do { try Output.reporting { try Terminal.write(Array(text.utf8), to: .output) } } catch is ReaderIsGone {}
    }
}

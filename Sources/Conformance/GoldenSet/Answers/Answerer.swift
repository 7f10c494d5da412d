package import DepthAnalysis
internal import DepthFiles
internal import Reports
package import Support

/// The source of the answers that are compared with a golden set.
package enum Answerer: Sendable {
    /// This program: an analyzer for the profile of each golden.
    case analyzer(@Sendable (AnalysisProfile) -> DepthAnalyzer)
    /// Another program, started for each input.
    case program(AskedProgram)
    /// Another program, started once. It reads a request and prints an answer, one line each, within `timeout` seconds.
    case session(SessionCommand, timeout: Double)
    /// A file of answers that were made elsewhere.
    case file(AnswerFile)
    /// Answers that are known already.
    case known([AnswerRequest.ID: TimedAnswer])

    /// This program with its default options.
    package static let depthcheck = Answerer.analyzer { DepthAnalyzer(profile: $0) }

    /// Asks a session all requests at once.
    ///
    /// - Returns: an answerer with those answers, and what was wrong with the end of a session.
    func prepared(for requests: [AnswerRequest]) async -> (answerer: Answerer, ending: ProgramFailure?) {
        switch self {
        case .session(let command, let timeout):
            let session = await ProgramSession(words: command.words, timeout: timeout).answers(to: requests)
            let answers = Dictionary(uniqueKeysWithValues: zip(requests.map(\.id), session.answers))
            return (.known(answers), session.ending)
        case .analyzer, .program, .file, .known: return (self, nil)
        }
    }

    /// The profiles that are checked by default. For a program only the server's: its answers are the reference, and
    /// few programs have both profiles.
    package var defaultProfiles: [AnalysisProfile] {
        switch self {
        case .analyzer, .known: AnalysisProfile.allCases
        case .program, .session: [.server]
        case .file(let file): file.profiles.isEmpty ? [.server] : file.profiles
        }
    }

    func answer(to golden: GoldenCase, _ material: InputMaterial) async -> TimedAnswer {
        switch self {
        case .known(let answers):
            return answers[golden.requestID] ?? TimedAnswer(answer: .failure(.notInFile))
        case .file(let file):
            return TimedAnswer(answer: file[golden.requestID] ?? .failure(.notInFile))
        case .session:
            preconditionFailure("a session is asked before its answers are used")
        case .analyzer(let make):
            return await timed {
                material.ownAnswer(make(golden.profile)).map(Answer.success)
                    ?? .failure(.refused("the file inflates to more than depthcheck follows"))
            }
        case .program(let program):
            return await timed { await program.answer(to: golden, material) }
        }
    }

    /// Why goldens of whole files are skipped; nil if they are not.
    func reasonToSkip(_ wholeFiles: [GoldenCase]) -> String? {
        switch self {
        case .program(let program) where !program.getsInput:
            "the program gets samples, not files ({f32} without {input})"
        case .file(let file) where !wholeFiles.contains(where: { file[$0.requestID] != nil }):
            "none is answered in \(file.path)"
        case .analyzer, .program, .session, .file, .known: nil
        }
    }

    private func timed(_ ask: () async -> Answer) async -> TimedAnswer {
        let start = ContinuousClock.now
        let answer = await ask()
        return TimedAnswer(answer: answer, seconds: (ContinuousClock.now - start) / .seconds(1))
    }
}

/// A program that is started for each input, with a time limit.
///
///     let answerer = Answerer.program(try AskedProgram(CommandTemplate("./port {input}"), timeout: 10))
package struct AskedProgram: Sendable {
    private let command: CommandTemplate
    private let timeout: Double
    /// The folder for the unpacked samples it reads; nil if it reads none.
    private let samples: PrivateFolder?

    /// - Parameter timeout: seconds for each input.
    /// - Throws: ``FileAccessError`` if no folder for its unpacked samples can be made.
    package init(_ command: CommandTemplate, timeout: Double) throws(FileAccessError) {
        self.command = command
        self.timeout = timeout
        samples = command.needsSamples ? try PrivateFolder() : nil
    }

    /// Whether it reads the input files themselves.
    fileprivate var getsInput: Bool { command.getsInput }

    fileprivate func answer(to golden: GoldenCase, _ material: InputMaterial) async -> Answer {
        let file: PrivateFolder.File?
        do throws(FileAccessError) {
            let bytes = material.map.map(DepthFileWriter.float32Bytes)
            file = try samples?.write(
                bytes ?? [], ending: "\(golden.folder)-\(golden.name).f32")
        } catch {
            return .failure(.withoutSamples(error))
        }
        defer { file?.remove() }
        let words = command.words([
            .input: material.path, .f32: file?.path ?? "", .width: "\(golden.input.used.width)",
            .height: "\(golden.input.used.height)", .givenWidth: "\(golden.input.given?.width ?? 0)",
            .givenHeight: "\(golden.input.given?.height ?? 0)",
        ])
        return await ProgramRun(words: words, timeout: timeout).answer()
    }
}

/// An answer to one input, or why there is none.
package typealias Answer = Result<JSONValue, ProgramFailure>

/// Why a program gave no answer that could be compared.
package enum ProgramFailure: Error, Sendable, Hashable {
    case notStarted(String)
    case timedOut(seconds: Double)
    case crashed(signal: Int32, standardError: String)
    case wrongExit(code: Int32, standardError: String)
    case notJSON(finding: String, output: String)
    case tooMuchOutput(limit: Int)
    /// The file of unpacked samples for it could not be written. This ends a check: the program was not asked.
    case withoutSamples(FileAccessError)
    /// It answered that it has no answer, and why.
    case refused(String)
    /// A session ended before it answered this request.
    case endedEarly
    /// A session closed its standard output before it answered this request, and did not end.
    case closedOutput
    /// It printed an object without a status.
    case withoutStatus
    /// It answered another request.
    case otherAnswer(found: String)
    /// It printed more than one line for a request.
    case moreThanOneLine
    /// It answered all requests, and did not end when its input ended.
    case stillRunning
    /// The session was given up before this request.
    case notAsked
    /// The file of answers has no answer to this request.
    case notInFile
}

extension SceneAnalysis {
    /// The analysis as a reader of the command's JSON gets it: printed and read back.
    var answer: JSONValue {
        var writer = JSONWriter(.compact)
        writer.object { $0.fields(of: self) }
        do {
            return try JSONReader.read(writer.bytes)
        } catch {
            preconditionFailure("the JSON of a result can be read: \(error)")
        }
    }
}

/// An input of the set, read once for all goldens of it.
struct InputMaterial: Sendable {
    let path: String
    /// The map in it; nil where the question is of the whole file.
    let map: DepthMap?
    let input: GoldenInput
    private let wholeFile: [UInt8]

    private static let maximumByteCount = 256 << 20

    /// Reads an input of a set, or says with ``Failure`` what is wrong with it.
    init(_ file: String, of set: GoldenSet, given: MapDimensions?, isWholeFile: Bool = false) throws(Failure) {
        path = set.inputPath(file)
        guard !isWholeFile else {
            do throws(FileAccessError) {
                wholeFile = try FileAccess.readFile(path, maximumByteCount: Self.maximumByteCount)
            } catch {
                if error.reason == .missing { throw .goldenWithoutInput(path: path) }
                throw .unreadableInput(path: path, finding: error.message(naming: .command))
            }
            map = nil
            // Which map the server has of it, if any, is what is asked.
            input = GoldenInput(
                file: file, isWholeFile: true, sha256: SHA256Digest.hexadecimal(of: wholeFile), given: given,
                used: MapDimensions(width: 0, height: 0), sampleCount: 0)
            return
        }
        wholeFile = []
        let map: DepthMap
        let options = ReadingOptions(dimensions: given, maximumByteCount: Self.maximumByteCount)
        do throws(ReadingError) {
            map = try DepthMap(contentsOf: path, options: options)
        } catch {
            if case .inaccessible(let error) = error, error.reason == .missing {
                throw .goldenWithoutInput(path: path)
            }
            throw .unreadableInput(path: path, finding: error.message(naming: .command))
        }
        self.map = map
        input = GoldenInput(
            file: file, sha256: SHA256Digest.hexadecimal(ofSamples: map.samples), given: given,
            used: MapDimensions(width: map.width, height: map.height), sampleCount: map.samples.count)
    }

    /// What depthcheck answers; of a whole file what the server makes of it, nil where that is not known.
    func ownAnswer(_ analyzer: DepthAnalyzer) -> JSONValue? {
        if let map { return analyzer.analyze(map).answer }
        let reader = DepthFileReader(
            options: ReadingOptions(dimensions: input.given, maximumByteCount: Self.maximumByteCount))
        return FileAnalyzer(analyzer: analyzer, reader: reader).serverAnalysis(wholeFile, input: path)?.answer
    }
}

package import DepthAnalysis
internal import DepthFiles
package import Support

package enum Answerer: Sendable {
    /// This program: an analyzer for the profile of each golden.
    case analyzer(@Sendable (AnalysisProfile) -> DepthAnalyzer)
    /// Another program, started for each input.
    case program(AskedProgram)
    /// Another program, started once.
    case session(SessionCommand, timeout: Double, startTimeout: Double? = nil)
    case file(AnswerFile)
    case known([RequestID: TimedAnswer])

    package static let depthcheck = Answerer.analyzer { DepthAnalyzer(profile: $0) }

    /// The answers of a session to requests in this order, and the failure at its end; nil for other sources.
    func sessionAnswers(to requests: [AnswerRequest]) async -> (answers: [TimedAnswer], ending: ProgramFailure?)? {
        guard case .session(let command, let timeout, let startTimeout) = self else { return nil }
        var copies: [PrivateFolder.File] = []
        defer { for copy in copies { copy.remove() } }
        var sent: [ProgramRequest] = []
        do throws(FileAccessError) {
            let folder = try PrivateFolder()
            // The end of the folder removes the copies.
            defer { withExtendedLifetime(folder) {} }
            for var request in requests {
                // An input that cannot be read is reported when its golden is checked.
                if let bytes = try? InputMaterial.sentBytes(
                    of: request.file, isWholeFile: request.isWholeFileRequest, given: request.given)
                {
                    copies.append(try folder.write(bytes, ending: AnswerRequest.packedEnding))
                    request.file = copies[copies.count - 1].path
                }
                sent.append(ProgramRequest(id: request.id, line: request.line))
            }
            return await ProgramSession(words: command.words, timeout: timeout, startTimeout: startTimeout)
                .answers(to: sent)
        } catch {
            return (requests.map { _ in TimedAnswer(answer: .failure(.withoutSamples(error))) }, nil)
        }
    }

    /// The profiles checked by default.
    package var defaultProfiles: [AnalysisProfile] {
        switch self {
        case .analyzer, .known: AnalysisProfile.allCases
        case .program, .session: [.server]
        case .file(let file): file.profiles.isEmpty ? [.server] : file.profiles
        }
    }

    func answer(to golden: GoldenCase, _ material: InputMaterial) async -> TimedAnswer {
        switch self {
        case .known(let answers): return answers[golden.requestID] ?? TimedAnswer(answer: .failure(.notInFile))
        case .file(let file):
            return TimedAnswer(answer: golden.answerIDs.lazy.compactMap { file[$0] }.first ?? .failure(.notInFile))
        case .session: preconditionFailure("a session is asked before its answers are used")
        case .analyzer(let make):
            return await timed {
                material.ownAnswer(make(golden.profile)).map(Answer.success)
                    ?? .failure(.refused("the file inflates beyond the limit of depthcheck"))
            }
        case .program(let program): return await timed { await program.answer(to: golden, material) }
        }
    }

    /// The reason for skipping goldens of whole files; nil if they are not skipped.
    func reasonToSkip(_ wholeFiles: [GoldenCase]) -> String? {
        switch self {
        case .program(let program) where !program.getsInput:
            "the program gets samples, not files ({f32} without {input})"
        case .file(let file) where !wholeFiles.flatMap(\.answerIDs).contains(where: { file[$0] != nil }):
            "\(file.path) answers none"
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
package struct AskedProgram: Sendable {
    private let command: CommandTemplate
    private let timeout: Double
    /// The folder for copies of its inputs, whose names reveal nothing.
    private let inputs: PrivateFolder

    package init(_ command: CommandTemplate, timeout: Double) throws(FileAccessError) {
        (self.command, self.timeout) = (command, timeout)
        inputs = try PrivateFolder()
    }

    fileprivate var getsInput: Bool { command.getsInput }

    fileprivate func answer(to golden: GoldenCase, _ material: InputMaterial) async -> Answer {
        var packed, unpacked: PrivateFolder.File?
        defer { for file in [packed, unpacked] { file?.remove() } }
        do throws(FileAccessError) {
            if command.getsInput {
                let bytes = try InputMaterial.sentBytes(
                    of: material.path, isWholeFile: golden.input.isWholeFile, given: golden.input.given)
                packed = try inputs.write(bytes, ending: AnswerRequest.packedEnding)
            }
            if command.needsSamples {
                let bytes = material.map.map(DepthFileWriter.float32Bytes)
                unpacked = try inputs.write(bytes ?? [], ending: AnswerRequest.unpackedEnding)
            }
        } catch {
            return .failure(.withoutSamples(error))
        }
        let words = command.words([
            .input: packed?.path ?? "", .f32: unpacked?.path ?? "", .width: "\(golden.input.used.width)",
            .height: "\(golden.input.used.height)", .givenWidth: "\(golden.input.given?.width ?? 0)",
            .givenHeight: "\(golden.input.given?.height ?? 0)",
        ])
        return await ProgramRun(words: words, timeout: timeout).answer()
    }
}

struct InputMaterial: Sendable {
    let path: String
    /// The map of the input; nil if the request is about the whole file.
    let map: DepthMap?
    let input: GoldenInput
    private let wholeFile: [UInt8]

    static let maximumByteCount = 256 << 20

    /// The bytes that a program gets: those of the file or, for a map that is not gzip, its samples in gzip.
    static func sentBytes(
        of path: String, isWholeFile: Bool, given: MapDimensions?
    ) throws(FileAccessError) -> [UInt8] {
        let bytes = try FileAccess.readFile(path, maximumByteCount: maximumByteCount)
        guard !isWholeFile, !bytes.starts(with: [0x1F, 0x8B]) else { return bytes }
        let options = ReadingOptions(dimensions: given, maximumByteCount: maximumByteCount)
        guard let map = try? DepthMap(contentsOf: path, options: options) else { return bytes }
        return DepthFileWriter.pack(DepthFileWriter.float32Bytes(of: map), as: .gzip)
    }

    /// Reads an input of a set; throws a ``Failure`` for an unusable input.
    init(_ file: String, of set: GoldenSet, given: MapDimensions?, isWholeFile: Bool = false) throws(Failure) {
        path = set.inputPath(file)
        guard !isWholeFile else {
            do throws(FileAccessError) {
                wholeFile = try FileAccess.readFile(path, maximumByteCount: Self.maximumByteCount)
            } catch {
                if error.reason == .missing { throw .goldenWithoutInput(path: path) }
                throw .unreadableInput(.inaccessible(error))
            }
            map = nil
            // Whether and how the server reads a map from the file is the question itself.
            input = GoldenInput(
                file: file, isWholeFile: true, sha256: SHA256Digest.hexadecimal(of: wholeFile), given: given,
                used: MapDimensions(width: 0, height: 0), sampleCount: 0)
            return
        }
        wholeFile = []
        let map: DepthMap
        let options = ReadingOptions(dimensions: given, maximumByteCount: Self.maximumByteCount)
        do throws(ReadingError) { map = try DepthMap(contentsOf: path, options: options) } catch {
            if case .inaccessible(let error) = error, error.reason == .missing {
                throw .goldenWithoutInput(path: path)
            }
            throw .unreadableInput(error)
        }
        self.map = map
        input = GoldenInput(
            file: file, sha256: SHA256Digest.hexadecimal(ofSamples: map.samples), given: given,
            used: MapDimensions(width: map.width, height: map.height), sampleCount: map.samples.count)
    }

    /// The answer of depthcheck. For a whole file, the answer of the server's reader; nil if that is unknown.
    func ownAnswer(_ analyzer: DepthAnalyzer) -> JSONValue? {
        if let map { return analyzer.analyze(map).answer }
        let reader = DepthFileReader(
            options: ReadingOptions(dimensions: input.given, maximumByteCount: Self.maximumByteCount))
        return FileAnalyzer(analyzer: analyzer, reader: reader).serverAnalysis(wholeFile, input: path)?.answer
    }
}

package import DepthAnalysis
internal import DepthFiles
internal import DepthReports
internal import Digests
package import PlainText
internal import Platform

/// Who is held against a set.
package enum Answerer: Sendable {
    /// This very program: an analyzer for the profile of each golden.
    case analyzer(@Sendable (AnalysisProfile) -> DepthAnalyzer)
    /// Somebody else's program, which gets `timeout` seconds for each input.
    case program(CommandTemplate, timeout: Double)

    /// This very program as it analyses by default.
    package static let depthcheck = Answerer.analyzer { DepthAnalyzer(profile: $0) }

    func answer(to golden: GoldenCase, _ material: InputMaterial) async -> Answer {
        switch self {
        case .analyzer(let make):
            return .success(material.ownAnswer(make(golden.profile)))
        case .program(let command, let timeout):
            var samples: String?
            if command.needsSamples {
                let path = Machine.temporaryPath(ending: "\(golden.folder)-\(golden.name).f32")
                do throws(FileAccessError) {
                    try FileAccess.write(DepthFileWriter.float32Bytes(of: material.map), to: path)
                } catch {
                    return .failure(.notStarted("\(error.path): \(error.message)"))
                }
                samples = path
            }
            defer { if let samples { FileAccess.remove(samples) } }
            let words = command.words([
                .input: material.path, .f32: samples ?? "", .width: "\(golden.input.used.width)",
                .height: "\(golden.input.used.height)", .givenWidth: "\(golden.input.given?.width ?? 0)",
                .givenHeight: "\(golden.input.given?.height ?? 0)",
            ])
            return await ProgramRun(words: words, timeout: timeout).answer()
        }
    }
}

/// What came of asking for an answer to one input.
package typealias Answer = Result<JSONValue, ProgramFailure>

/// Why a program gave no answer that could be compared.
package enum ProgramFailure: Error, Sendable, Hashable {
    case notStarted(String)
    case timedOut(seconds: Double)
    case crashed(signal: Int32, standardError: String)
    case wrongExit(code: Int32, standardError: String)
    case notJSON(finding: String, output: String)
    case tooMuchOutput(limit: Int)
}

extension SceneAnalysis {
    /// The analysis as whoever reads the command's JSON gets it: printed and read back.
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
    let map: DepthMap
    let input: GoldenInput

    private static let maximumByteCount = 256 << 20

    /// Reads an input of a set, or says with ``Failure`` what is wrong with it.
    init(_ file: String, of set: GoldenSet, given: MapDimensions?) throws(Failure) {
        path = set.inputPath(file)
        let options = ReadingOptions(dimensions: given, maximumByteCount: Self.maximumByteCount)
        do throws(ReadingError) {
            map = try DepthMap(contentsOf: path, options: options)
        } catch {
            if case .inaccessible(let error) = error, error.reason == .missing {
                throw .goldenWithoutInput(path: path)
            }
            throw .unreadableInput(path: path, finding: error.message(naming: .command))
        }
        input = GoldenInput(
            file: file, sha256: SHA256Digest.hexadecimal(ofSamples: map.samples), given: given,
            used: MapDimensions(width: map.width, height: map.height), sampleCount: map.samples.count)
    }

    func ownAnswer(_ analyzer: DepthAnalyzer) -> JSONValue { analyzer.analyze(map).answer }
}

internal import DepthAnalysis
internal import DepthFiles
internal import DepthReports
internal import Digests
internal import PlainText
internal import Platform

/// An input of the set, read once for all goldens of it.
struct InputMaterial: Sendable {
    let path: String
    let map: DepthMap
    /// What a golden of this input says of it.
    let input: GoldenInput

    private static let maximumByteCount = 256 << 20

    /// Reads an input of a set.
    ///
    /// - Throws: ``InputFailure``.
    init(_ file: String, of set: GoldenSet, given: MapDimensions?) throws(InputFailure) {
        path = set.inputPath(file)
        let options = ReadingOptions(dimensions: given, maximumByteCount: Self.maximumByteCount)
        do throws(ReadingError) {
            map = try DepthMap(contentsOf: path, options: options)
        } catch {
            if case .inaccessible(let error) = error, error.reason == .missing { throw .missing }
            throw .unreadable(error.message(naming: .command))
        }
        input = GoldenInput(
            file: file, sha256: SHA256Digest.hexadecimal(ofSamples: map.samples), given: given,
            used: MapDimensions(width: map.width, height: map.height), sampleCount: map.samples.count)
    }

    /// depthcheck's own answer, as whoever reads the command's JSON gets it: printed and read back.
    func ownAnswer(_ analyzer: DepthAnalyzer) -> JSONValue {
        analyzer.analyze(map).answer
    }
}

/// Why there is no input to a golden.
enum InputFailure: Error {
    case missing
    case unreadable(String)
}

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
    let input: GoldenInput

    private static let maximumByteCount = 256 << 20

    /// Reads an input of a set, or says with ``Failure`` what is wrong with it.
    init(_ file: String, of set: GoldenSet, given: MapDimensions?) throws(Failure) {
        path = set.inputPath(file)
        let options = ReadingOptions(dimensions: given, maximumByteCount: Self.maximumByteCount)
        let bytes: [UInt8]
        do throws(FileAccessError) {
            bytes = try FileAccess.read(path, maximumByteCount: Self.maximumByteCount)
        } catch {
            if error.reason == .missing { throw .goldenWithoutInput(path: path) }
            throw .unreadableInput(path: path, finding: error.message(naming: .command))
        }
        do throws(DepthFileError) {
            map = try DepthFileReader(options: options).read(bytes).result.get().map
        } catch {
            throw .unreadableInput(path: path, finding: error.message(naming: .command))
        }
        input = GoldenInput(
            file: file, sha256: SHA256Digest.hexadecimal(ofSamples: map.samples), given: given,
            used: MapDimensions(width: map.width, height: map.height), sampleCount: map.samples.count)
    }

    func ownAnswer(_ analyzer: DepthAnalyzer) -> JSONValue { analyzer.analyze(map).answer }
}

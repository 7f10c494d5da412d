internal import DepthAnalysis
internal import DepthFiles
internal import DepthReports
internal import Digests
internal import PlainText
internal import Platform

/// An input of the set as it lies on the disk.
struct InputMaterial: Sendable {
    let path: String
    let bytes: [UInt8]
    let map: DepthMap
    /// SHA-256 of the unpacked samples.
    let sha256: String

    private static let maximumByteCount = 256 << 20

    /// Reads an input.
    ///
    /// - Throws: ``InputFailure``.
    init(path: String, given: MapDimensions?) throws(InputFailure) {
        do throws(FileAccessError) {
            bytes = try FileAccess.read(path, maximumByteCount: Self.maximumByteCount)
        } catch {
            throw error.reason == .missing ? .missing : .unreadable(error.message(naming: .command))
        }
        do throws(DepthFileError) {
            map = try Self.reader(given).read(bytes).result.get().map
        } catch {
            throw .unreadable(error.message(naming: .command))
        }
        self.path = path
        sha256 = SHA256Digest.hexadecimal(of: DepthFileWriter.float32Bytes(of: map))
    }

    static func reader(_ given: MapDimensions?) -> DepthFileReader {
        DepthFileReader(options: ReadingOptions(dimensions: given, maximumByteCount: maximumByteCount))
    }

    /// depthcheck's own answer.
    func ownAnswer(given: MapDimensions?, analyzer: DepthAnalyzer) -> JSONValue {
        FileAnalyzer(analyzer: analyzer, reader: Self.reader(given)).analyze(bytes, input: path).answer
    }
}

/// Why there is no input to a golden.
enum InputFailure: Error {
    case missing
    case unreadable(String)
}

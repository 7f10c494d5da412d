public import DepthAnalysis
package import Platform

/// From a file to everything there is to say about it: reads, analyses, and asks what the server would have answered.
///
///     let result = FileAnalyzer(analyzer: DepthAnalyzer()).analyze("room.bin.gz")
///     print(result.analysis.status, "- the server would answer:", result.serverAnswer)
///
/// Where all that is wanted is a map, `DepthMap(contentsOf:)` reads it and ``DepthAnalyzer`` analyses it.
public struct FileAnalyzer: Sendable {
    /// How maps are analysed.
    public let analyzer: DepthAnalyzer
    /// How files are read.
    public let reader: DepthFileReader
    /// What the server does with a map, whatever is asked of ``analyzer``.
    private let server = DepthAnalyzer()

    /// Puts an analyzer behind a reader.
    public init(analyzer: DepthAnalyzer, reader: DepthFileReader = DepthFileReader()) {
        self.analyzer = analyzer
        self.reader = reader
    }

    /// Analyses the file at `path`, or standard input for `-`.
    ///
    /// Never fails: what cannot be read is a result with its error.
    public func analyze(_ path: String) -> FileAnalysis {
        do throws(FileAccessError) {
            let bytes = try FileAccess.readNamed(path, maximumByteCount: reader.options.maximumByteCount)
            return analyze(bytes, input: path)
        } catch {
            return unreadable(error)
        }
    }

    /// The result of a file or folder that could not even be opened.
    package func unreadable(_ error: FileAccessError) -> FileAnalysis {
        let answer: ServerAnswer =
            switch error.reason {
            case .missing, .isFolder, .isNotFolder, .noDepthFiles, .nameNotUTF8, .emptyList:
                .unavailable(.nothingToRead)
            case .tooLarge, .permissionDenied, .brokenPipe, .system: .unknown(.notRead)
            }
        return unreadable(.inaccessible(error), serverAnswer: answer)
    }

    /// Analyses the bytes of a file that is called `input` in the result.
    public func analyze(_ bytes: [UInt8], input: String) -> FileAnalysis {
        let reading = reader.read(bytes)
        switch reading.result {
        case .failure(let error):
            return unreadable(
                .undecodable(path: input, error), serverAnswer: serverAnswer(reading.serverReading, decoded: nil))
        case .success(let decoded):
            let analysis = analyzer.analyze(decoded.map)
            return FileAnalysis(
                input: input, analysis: analysis,
                serverAnswer: serverAnswer(reading.serverReading, decoded: (decoded.map, analysis)),
                notes: decoded.notes)
        }
    }

    private func unreadable(_ error: ReadingError, serverAnswer: ServerAnswer) -> FileAnalysis {
        FileAnalysis(
            input: error.path,
            analysis: SceneAnalysis(
                unavailable: .unreadable, profile: analyzer.profile, width: 0, height: 0, totalCount: 0),
            serverAnswer: serverAnswer, error: error)
    }

    /// The server's answer. What was analysed already is not analysed again, unless with other arithmetic or constants
    /// than the server's.
    private func serverAnswer(
        _ reading: ServerReading, decoded: (map: DepthMap, analysis: SceneAnalysis)?
    ) -> ServerAnswer {
        switch reading {
        case .sameMap:
            guard let decoded else { preconditionFailure("the server reads the same map only where one was read") }
            let isServers = analyzer.profile == .server && analyzer.parameters == .standard
            return ServerAnswer(isServers ? decoded.analysis : server.analyze(decoded.map))
        case .otherMap(let map): return ServerAnswer(server.analyze(map))
        case .unavailable(let refusal): return .unavailable(.refused(refusal))
        case .unknown(let byteLimit): return .unknown(.inflatesBeyond(byteLimit: byteLimit))
        }
    }
}

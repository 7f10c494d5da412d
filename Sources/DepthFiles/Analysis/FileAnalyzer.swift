public import DepthAnalysis
package import Support

/// Reads and analyses files, and determines the answer of the capture server.
///
///     let result = FileAnalyzer(analyzer: DepthAnalyzer()).analyze("room.bin.gz")
///     print(result.analysis.status, "- the server would answer:", result.serverAnswer)
///
/// To get only the map, use `DepthMap(contentsOf:)`, and analyse it with `DepthAnalyzer`.
public struct FileAnalyzer: Sendable {
    /// The analyzer for maps.
    public let analyzer: DepthAnalyzer
    /// The reader for files.
    public let reader: DepthFileReader
    /// The server's profile and constants, independent of ``analyzer``.
    private let server = DepthAnalyzer()

    /// Combines an analyzer and a reader.
    public init(analyzer: DepthAnalyzer, reader: DepthFileReader = DepthFileReader()) {
        (self.analyzer, self.reader) = (analyzer, reader)
    }

    /// Analyses the bytes of a file, named `input` in the result.
    public func analyze(_ bytes: [UInt8], input: String) -> FileAnalysis { analyze(reader.open(bytes, path: input)) }

    /// Analyses the file at `path`, or standard input for `-`.
    ///
    /// Never fails: if the file cannot be read, the result contains the error.
    public func analyze(_ path: String) -> FileAnalysis { analyze(.file(.path(path))) }

    package func analyze(_ input: DepthInput, options: ReadingOptions? = nil) -> FileAnalysis {
        analyze(input, options: options) { _, _ in }.result
    }

    /// Analyses an input and passes map and analysis to `look`, which is not called if the file cannot be read.
    package func analyze<Value>(
        _ input: DepthInput, options: ReadingOptions? = nil, seeing look: (DepthMap, SceneAnalysis) -> Value
    ) -> (result: FileAnalysis, value: Value?) {
        analyze(reader.knowing(options).open(input), seeing: look)
    }

    package func analyze(_ file: MapFile) -> FileAnalysis { analyze(file) { _, _ in }.result }

    /// The server's analysis of the bytes of a file; nil if unknown.
    package func serverAnalysis(_ bytes: [UInt8], input: String) -> SceneAnalysis? {
        let file = reader.open(bytes, path: input)
        switch file.serverReading {
        case .sameMap: return (try? file.decoded()).map { analyzer.analyze($0.map) }
        case .otherMap(let map): return analyzer.analyze(map)
        case .unavailable(let refusal):
            let reason = refusal == .noSamples ? VerdictReason.noSamples : .unreadable
            return SceneAnalysis(unavailable: reason, profile: analyzer.profile, width: 0, height: 0, totalCount: 0)
        case .unknown, nil: return nil
        }
    }

    package func result(of map: DepthMap, input: String) -> FileAnalysis {
        let analysis = analyzer.analyze(map)
        return FileAnalysis(
            input: input, analysis: analysis, serverAnswer: serverAnswer(.sameMap, decoded: (map, analysis)))
    }

    package func result(of error: FileAccessError) -> FileAnalysis {
        analyze(MapFile(path: error.path, .failure(.inaccessible(error))))
    }

    package func analyze<Value>(
        _ file: MapFile, seeing look: (DepthMap, SceneAnalysis) -> Value
    ) -> (result: FileAnalysis, value: Value?) {
        do throws(ReadingError) {
            let decoded = try file.decoded()
            return file.reserving([analyzer, server], for: decoded.map) { () -> (result: FileAnalysis, value: Value?) in
                let result = analyzed(decoded, of: file)
                return (result, look(decoded.map, result.analysis))
            }
        } catch {
            let result = FileAnalysis(
                input: file.path,
                analysis: SceneAnalysis(
                    unavailable: .unreadable, profile: analyzer.profile, width: 0, height: 0, totalCount: 0),
                serverAnswer: serverAnswer(toUnread: file, error), error: error,
                byteCount: file.bytes?.count)
            return (result, nil)
        }
    }

    /// The server's answer to a file that could not be read here; unknown if memory was short.
    private func serverAnswer(toUnread file: MapFile, _ error: ReadingError) -> ServerAnswer {
        guard let reading = file.serverReading, !error.isMemoryShortage else { return Self.unread(error) }
        return serverAnswer(reading, decoded: nil)
    }

    private func analyzed(_ decoded: DecodedDepthFile, of file: MapFile) -> FileAnalysis {
        let analysis = analyzer.analyze(decoded.map)
        return FileAnalysis(
            input: file.path, analysis: analysis,
            serverAnswer: serverAnswer(file.serverReading ?? .sameMap, decoded: (decoded.map, analysis)),
            notes: decoded.notes(on: analysis, by: analyzer), byteCount: file.bytes?.count)
    }

    private static func unread(_ error: ReadingError) -> ServerAnswer {
        guard case .inaccessible(let error) = error else { return .unknown(.notRead) }
        return switch error.reason {
        case .isLFSPointer: .unavailable(.refused(.notGzip(found: .foreign(.gitLFSPointer))))
        case .missing, .isFolder, .isNotFile, .isNotFolder, .noDepthFiles, .emptyList: .unavailable(.nothingToRead)
        case .tooLarge, .notEnoughMemory, .permissionDenied, .changedWhileRead, .tooManyOpenFiles, .sizeLimitReached,
            .brokenPipe, .notOpen, .notFileURL, .system:
            .unknown(.notRead)
        }
    }

    /// The server's answer. The analysis made here is reused if it has the server's profile and constants.
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

/// The result for one file, from which every report is made.
///
///     let result = FileAnalyzer(analyzer: DepthAnalyzer()).analyze("room.bin.gz")
///     print(result.error?.description ?? result.analysis.status.rawValue)
public struct FileAnalysis: Sendable, Hashable {
    /// The path as given; `-` for standard input.
    public let input: String
    /// The analysis. For a file that could not be read, its reason is `VerdictReason.unreadable`.
    public let analysis: SceneAnalysis
    /// The server's answer to the same bytes.
    public let serverAnswer: ServerAnswer
    /// Notes about how the file was read, in the order in which they were found.
    public let notes: [ReadingNote]
    /// The reason why the file could not be read; nil if it was read.
    public let error: ReadingError?
    /// The number of bytes of the file; nil if unknown.
    public let byteCount: Int?

    /// Whether the server's answer differs from the verdict found here, as for formats that the server does not read.
    public var serverDiffers: Bool { serverAnswer.code != analysis.status.rawValue }

    package init(
        input: String, analysis: SceneAnalysis, serverAnswer: ServerAnswer, notes: [ReadingNote] = [],
        error: ReadingError? = nil, byteCount: Int? = nil
    ) {
        (self.input, self.analysis, self.serverAnswer, self.notes) = (input, analysis, serverAnswer, notes)
        (self.error, self.byteCount) = (error, byteCount)
    }
}

extension FileAnalysis: CustomStringConvertible {
    /// The file, its verdict or error, the server's answer if it differs, and the notes, one line each.
    public var description: String {
        let server = serverDiffers ? ["the server would answer: \(serverAnswer)"] : []
        return (["\(input.printable): \(error?.message ?? analysis.description)"] + server + notes.lines)
            .joined(separator: "\n")
    }
}

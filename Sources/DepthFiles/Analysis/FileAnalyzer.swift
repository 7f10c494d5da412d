public import DepthAnalysis
package import Support

/// Reads and analyses files, and determines the answer of the capture server.
///
///     let result = FileAnalyzer(analyzer: DepthAnalyzer()).analyze("room.bin.gz")
///     print(result.analysis.status, "- the server would answer:", result.serverAnswer)
///
/// To get only the map, use `DepthMap(contentsOf:)`, and analyse it with ``DepthAnalyzer``.
public struct FileAnalyzer: Sendable {
    /// The analyzer for maps.
    public let analyzer: DepthAnalyzer
    /// The reader for files.
    public let reader: DepthFileReader
    /// The server's profile and constants, independent of ``analyzer``.
    private let server = DepthAnalyzer()

    /// Combines an analyzer and a reader.
    public init(analyzer: DepthAnalyzer, reader: DepthFileReader = DepthFileReader()) {
        self.analyzer = analyzer
        self.reader = reader
    }

    /// Analyses the bytes of a file, named `input` in the result.
    public func analyze(_ bytes: [UInt8], input: String) -> FileAnalysis {
        analyze(reader.open(bytes, path: input))
    }

    package func analyze(_ file: OpenedDepthFile) -> FileAnalysis { analyze(file) { _, _ in }.result }

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

    /// Analyses a map that did not come from a file, named `input` in the result, as if the server had read it.
    package func result(of map: DepthMap, input: String) -> FileAnalysis {
        let analysis = analyzer.analyze(map)
        return FileAnalysis(
            input: input, analysis: analysis, serverAnswer: serverAnswer(.sameMap, decoded: (map, analysis)))
    }

    /// The result for a file that could not be opened or read.
    package func result(of error: FileAccessError) -> FileAnalysis {
        analyze(OpenedDepthFile(path: error.path, .inaccessible(error)))
    }

    /// Analyses an opened file and passes the map and its analysis to `look`, which is not called if there is no map.
    package func analyze<Value>(
        _ file: OpenedDepthFile, seeing look: (DepthMap, SceneAnalysis) -> Value
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
                names: reader.names, byteCount: file.bytes?.count)
            return (result, nil)
        }
    }

    /// The server's answer to a file without an analysis here; unknown if memory was short.
    private func serverAnswer(toUnread file: OpenedDepthFile, _ error: ReadingError) -> ServerAnswer {
        guard let reading = file.serverReading, !error.isMemoryShortage else { return Self.unread(error) }
        return serverAnswer(reading, decoded: nil)
    }

    private func analyzed(_ decoded: DecodedDepthFile, of file: OpenedDepthFile) -> FileAnalysis {
        let analysis = analyzer.analyze(decoded.map)
        return FileAnalysis(
            input: file.path, analysis: analysis,
            serverAnswer: serverAnswer(file.serverReading ?? .sameMap, decoded: (decoded.map, analysis)),
            notes: decoded.plausibilityNotes(analysis, within: analyzer.parameters.validRange)
                .map { completed($0, decoded, analysis) } + decoded.notes,
            names: reader.names, byteCount: file.bytes?.count)
    }

    /// Adds the verdict without a repeated number to its note.
    private func completed(_ note: ReadingNote, _ file: DecodedDepthFile, _ analysis: SceneAnalysis) -> ReadingNote {
        guard case .meaning(let meaning) = note, let number = meaning.number else { return note }
        let noReading = number / (file.unitsPerMetre ?? 1)
        let samples = file.map.samples.map { $0 == noReading ? .nan : $0 }
        let map =
            (try? DepthMap(width: file.map.width, height: file.map.height, samples: samples))
            ?? DepthMap(inferringDimensionsOf: samples)
        return .meaning(meaning.with(analysis.status, without: analyzer.analyze(map).status))
    }

    private static func unread(_ error: ReadingError) -> ServerAnswer {
        guard case .inaccessible(let error) = error else { return .unknown(.notRead) }
        return switch error.reason {
        case .isLFSPointer: .unavailable(.refused(.notGzip(found: .foreign(.gitLFSPointer))))
        case .missing, .isFolder, .isNotFile, .isNotFolder, .noDepthFiles, .emptyList: .unavailable(.nothingToRead)
        case .tooLarge, .notEnoughMemory, .permissionDenied, .changedWhileRead, .tooManyOpenFiles, .sizeLimitReached,
            .brokenPipe, .notOpen, .system:
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

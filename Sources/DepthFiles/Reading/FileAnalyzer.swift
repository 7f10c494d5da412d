public import DepthAnalysis
public import Platform

/// From a file to everything there is to say about it: reads, analyses, and asks what the server would have answered.
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

    /// Analyses the file at `path`, or standard input for `-`. Never fails: what cannot be read is a result with its error.
    public func analyze(_ path: String) -> FileAnalysis {
        do throws(FileAccessError) {
            let bytes = try FileAccess.readNamed(path, maximumByteCount: reader.options.maximumByteCount)
            return analyze(bytes, input: path)
        } catch {
            return unreadable(error)
        }
    }

    /// The result of a file or folder that could not even be opened.
    public func unreadable(_ error: FileAccessError) -> FileAnalysis {
        let answer =
            switch error.reason {
            case .missing, .isFolder, .isNotFolder, .noDepthFiles, .nameNotUTF8, .emptyList:
                "unavailable: there is nothing to read"
            case .tooLarge, .permissionDenied, .brokenPipe, .system: "unknown: the file was not read"
            }
        return unreadable(error.path, serverAnswer: answer, error: error.message)
    }

    /// Analyses the bytes of a file that is called `input` in the result.
    public func analyze(_ bytes: [UInt8], input: String) -> FileAnalysis {
        let reading = reader.read(bytes)
        switch reading.result {
        case .failure(let error):
            return unreadable(
                input, serverAnswer: serverAnswer(reading.serverReading, decoded: nil, analysis: nil),
                error: error.message)
        case .success(let decoded):
            let analysis = analyzer.analyze(decoded.map)
            return FileAnalysis(
                input: input, analysis: analysis,
                serverAnswer: serverAnswer(reading.serverReading, decoded: decoded.map, analysis: analysis),
                notes: decoded.notes.map(\.description))
        }
    }

    private func unreadable(_ input: String, serverAnswer: String, error: String) -> FileAnalysis {
        FileAnalysis(
            input: input,
            analysis: SceneAnalysis(
                unavailable: .unreadable, profile: analyzer.profile, width: 0, height: 0, totalCount: 0),
            serverAnswer: serverAnswer, error: error)
    }

    /// The server's answer in a few words. What was analysed already is not analysed again, unless with other arithmetic or
    /// constants than the server's.
    private func serverAnswer(_ reading: ServerReading, decoded: DepthMap?, analysis: SceneAnalysis?) -> String {
        switch reading {
        case .sameMap:
            if let analysis, analyzer.profile == .server, analyzer.parameters == .standard {
                return Self.answer(analysis)
            }
            guard let decoded else { preconditionFailure("the server reads the same map only where one was read") }
            return Self.answer(server.analyze(decoded))
        case .otherMap(let map): return Self.answer(server.analyze(map))
        case .unavailable(let refusal): return "unavailable: \(refusal.description)"
        case .unknown(let byteLimit): return "unknown: it inflates to more than \(byteLimit) bytes"
        }
    }

    private static func answer(_ analysis: SceneAnalysis) -> String {
        switch analysis.status {
        case .pass, .fail: analysis.status.rawValue
        case .unavailable: "unavailable: no valid sample"
        }
    }
}

internal import Conformance
internal import DepthAnalysis
internal import DepthFiles
internal import PlanarityMeasurements
internal import Support
internal import Tasks
internal import ThresholdTuning

extension Request {
    /// Measures the candidates of the map in the first input; null if they cannot be measured.
    func measureCandidates() throws(TaskFailure) -> String {
        let parameters = try parameters()
        let map = try map(0)
        let trace = CandidateTrace(of: map, validRange: parameters.validRange)
        return json { writer in
            writer.member("absence", trace == nil ? CandidateAbsence(of: map).words : nil)
            writer.member("candidates") { writer in
                writer.object { writer in
                    for candidate in CandidateMeasurement.allCases {
                        writer.member(candidate.rawValue, trace?.candidates[candidate])
                    }
                }
            }
        }
    }
}

extension Request {
    /// Reads the confidence beside the map at `path`. Returns `width`, `height`, and `levels`, a digit of 0 to 2 for
    /// each sample; an empty object if there is none.
    func readConfidence() throws(TaskFailure) -> String {
        let path = try required("path", .string)
        let options = ReadingOptions()
        let input = ArchivePaths().map(at: path, named: path, options: options) ?? .file(.path(path))
        let confidence: ConfidenceMap?
        do throws(ReadingError) {
            confidence = try DepthFileReader(options: options).confidence(beside: input)
        } catch {
            throw .reading(error)
        }
        return json { writer in
            guard let confidence else { return }
            writer.member("width", confidence.width)
            writer.member("height", confidence.height)
            let digits = confidence.levels.map { UInt8(ascii: "0") + $0.rawValue }
            writer.member("levels", String(decoding: digits, as: UTF8.self))
        }
    }
}

extension Request {
    /// Checks options for reading files, alone and together. The answer is an empty object.
    func checkReading() throws(TaskFailure) -> String {
        _ = try reading()
        return json { _ in }
    }
}

extension Request {
    /// Compares both profiles over the files and folders at `paths`, or the tar archives there. Returns the JSON and
    /// CSV of `depthcheck parity`.
    func compareProfiles() throws(TaskFailure) -> String {
        let options = try reading().options
        let (paths, jobs) = (try optional("paths", .strings) ?? [], try jobs())
        let analyzer: ParityAnalyzer
        let parameters = try parameters()
        do throws(AnalysisParameterError) {
            analyzer = try ParityAnalyzer(
                parameters: parameters, reader: DepthFileReader(options: options))
        } catch {
            throw .parameter(error)
        }
        let inputs: AnySequence<DepthInput>
        if try flag("shards") {
            inputs = AnySequence(ArchiveInputs(paths.map { NamedArchive(path: $0, name: $0) }, options: options))
        } else {
            var found = ResolvedInputs(isSingleFile: paths.count == 1)
            for path in paths { found.add(path, FileSelection()) }
            inputs = AnySequence(found.spread(options: options, ArchivePaths()))
        }
        let style = Style(isColored: false, .reports)
        var (report, table) = (ParityReport(format: .json, style: style), ParityReport(format: .csv, style: style))
        var rows = table.opening
        parallelMap(inputs, jobs: jobs) {
            analyzer.analyze($0)
        } consume: { file in
            _ = report.entry(file)
            rows += table.entry(file)
        }
        return json { writer in
            writer.member("report", json: report.closing)
            writer.member("csv", rows)
        }
    }
}

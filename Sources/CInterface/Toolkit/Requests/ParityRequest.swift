internal import Conformance
internal import DepthAnalysis
internal import DepthFiles
internal import Support
internal import ThresholdTuning

extension Request {
    /// Compares both profiles over the files and folders at `paths`, or the tar archives there, with the JSON and the
    /// CSV of `depthcheck parity`.
    func compareProfiles() throws(RequestError) -> String {
        let options = try readingOptions()
        let (paths, jobs) = (try strings("paths"), try jobs())
        let analyzer: ParityAnalyzer
        let parameters = try parameters()
        do throws(ParameterError) {
            analyzer = try ParityAnalyzer(
                parameters: parameters, reader: DepthFileReader(options: options, naming: .command))
        } catch {
            throw .parameter(error)
        }
        let inputs: AnySequence<DepthInput>
        if try flag("shards") {
            inputs = AnySequence(TarInputs(paths.map { TarShard(path: $0, name: $0) }, options: options))
        } else {
            var found = ResolvedInputs(isSingleFile: paths.count == 1)
            for path in paths { found.add(path, FileSelection()) }
            inputs = AnySequence(found.spread(options: options, ArchivePaths()))
        }
        var (report, table) = (ParityReport(format: .json), ParityReport(format: .csv))
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

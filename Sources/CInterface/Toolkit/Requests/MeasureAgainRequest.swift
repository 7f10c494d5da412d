internal import DepthAnalysis
internal import DepthFiles
internal import Support
internal import Tasks
internal import ThresholdTuning

extension Request {
    /// Measures maps of a corpus again with the parameters `variant`, each read as its row states: `count` maps from
    /// the one numbered `first` on. The first two inputs are their measurements, made with `parameters`, and labels.
    func measureAgain() throws(TaskFailure) -> String {
        guard let corpus = try string("corpus") else { throw .missing("corpus") }
        let labelled = try labelled()
        let parameters = try parameters()
        let exponential: DepthAnalyzer.Exponential
        do throws(TuningError) {
            exponential = try labelled.exponential(for: parameters)
        } catch { throw .tuning(error) }
        let profile = labelled.rows.first?.provenance.profile ?? .server
        let variant = try self.parameters("variant")
        let first = try whole("first", in: 0...Int.max) ?? 0
        let count = try whole("count", in: 0...Int.max) ?? labelled.rows.count
        let archives = ArchivePaths()
        var measurers: [String: CorpusMeasurer] = [:]
        var lines: [String] = []
        for row in labelled.rows.dropFirst(first).prefix(count) {
            let reading = row.provenance.reading
            let measurer: CorpusMeasurer
            if let known = measurers[reading] {
                measurer = known
            } else {
                guard let options = ReadingOptions(canonicalText: reading) else {
                    throw .badReading(reading, file: row.file)
                }
                do throws(ParameterError) {
                    let analyzer = try DepthAnalyzer(profile: profile, parameters: variant, exponential: exponential)
                    measurer = CorpusMeasurer(
                        analyzer: analyzer, reader: DepthFileReader(options: options, naming: .command))
                } catch {
                    throw .parameter(error)
                }
                measurers[reading] = measurer
            }
            do throws(FileAccessError) {
                let measured = try measurer.remeasurement(of: row.file, in: corpus, archives).row()
                lines.append(MeasurementFormat.ndjson.line(measured))
            } catch {
                throw .inaccessible(error)
            }
        }
        return json { $0.member("rows", json: "[" + lines.joined(separator: ",") + "]") }
    }
}

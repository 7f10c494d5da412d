internal import DepthAnalysis
internal import PlanarityMeasurements
internal import Reports
internal import Support
internal import ThresholdTuning

extension ExplorerReport {
    /// The page's data as JSON, except the columns.
    func facts(pictures: [ReportPicture]) -> [UInt8] {
        var writer = JSONWriter(.compact)
        writer.object { writer in
            writer.member("schema_version", 1)
            writer.member("version", subject.version)
            writer.member("measurements", subject.measurements.printable)
            writer.member("labels", subject.labels?.printable)
            writer.member("rows", rows.count)
            writer.member("profile", (rows.first?.provenance.profile ?? .server).rawValue)
            writer.member("confidence", subject.confidence)
            writer.member("objective", labelled == nil ? nil : subject.objective.title)
            writer.member("untuned", tuningError?.description)
            writer.member("species", presentations?.species.map(\.printable) ?? [])
            writer.member("groups_given", labelled?.notes.groupsAreGiven ?? false)
            writer.member("measuring_sha256", rows.first?.provenance.measuringDigest)
            writer.counts("left_out", labelled?.unmatched.kinds.map { ($0.key, $0.files.count) } ?? [])
            writer.objects("checks", SceneAnalysis.Check.deciding, write)
            writer.objects("candidates", subject.showsCandidates ? CandidateMeasurement.allCases : [], write)
            writer.objects("marks", comparedParameters, write)
            writer.objects("trade_off", tradeOff, write)
            writer.objects("outcomes", outcomes.distinct, write)
            writer.counts("notes", counts { $0.noteCodes })
            writer.counts("server_codes", counts { $0.serverCode.isEmpty ? [] : [$0.serverCode] })
            writer.objects("readings", readings, write)
            writer.objects("pictures", pictures, write)
        }
        return writer.bytes
    }

    private func write(_ check: SceneAnalysis.Check, _ writer: inout JSONWriter) {
        writer.member("check", check.rawValue)
        writer.member("name", check.name)
        writer.member("column", check.column)
        writer.member("comparison", check.comparison.rawValue)
        writer.member("parameter", check.parameter.rawValue)
        writer.member("whole", check.isIntegerValued)
        writer.member("screen_sign", check.role == .screenSign)
        writer.member("unit", check.unit.rawValue)
        writer.member("expectation", check.parameter.expectation)
        writer.member("most", check.parameter.largest)
    }

    private func write(_ candidate: CandidateMeasurement, _ writer: inout JSONWriter) {
        writer.member("column", candidate.rawValue)
        writer.member("unit", candidate.definition.unit)
        writer.member("meaning", candidate.definition.meaning)
        writer.member("real_has", candidate.definition.direction.rawValue)
    }

    private func write(_ compared: ComparedParameters, _ writer: inout JSONWriter) {
        writer.member("kind", compared.kind.rawValue)
        writer.member("name", compared.name.printable)
        writer.member("parameters") { writer in
            writer.object { writer in
                for key in AnalysisParameters.Key.allCases {
                    writer.member(key.rawValue) { $0.number(compared.parameters[key].text) }
                }
            }
        }
    }

    private func write(_ point: TradeOffPoint, _ writer: inout JSONWriter) {
        let parameters = point.thresholds.applied(to: comparedParameters[0].parameters)
        for key in VerdictThresholds.keys { writer.member(key.rawValue) { $0.number(parameters[key].text) } }
        writer.member("apcer_worst", point.worstAPCER)
        writer.member("bpcer", point.bpcer)
    }

    private func write(_ outcome: Outcome, _ writer: inout JSONWriter) {
        writer.member("code", outcome.code)
        writer.member("count", outcome.count)
        writer.member("example", outcome.example.printable)
    }

    private func write(_ picture: ReportPicture, _ writer: inout JSONWriter) {
        writer.member("row", picture.row)
        writer.member("width", picture.width)
        writer.member("height", picture.height)
    }

    private func write(_ reading: (name: String, count: Int), _ writer: inout JSONWriter) {
        writer.member("reading", reading.name.printable)
        writer.member("count", reading.count)
    }

    /// The ways in which the files were read, with the number of rows for each, the most frequent first.
    var readings: [(name: String, count: Int)] { counts { [$0.provenance.reading] } }

    /// The words that `words` returns for the rows, each with its number of rows, the most frequent first.
    private func counts(_ words: (MapMeasurement) -> [String]) -> [(name: String, count: Int)] {
        var counts: [ExactText: Int] = [:]
        for row in rows { for word in words(row) { counts[ExactText(word), default: 0] += 1 } }
        return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key.text, $0.value) }
    }
}

internal import DepthAnalysis
internal import PlanarityMeasurements
internal import Reports
internal import Support
internal import ThresholdTuning

// Rules and candidates. The first input of a request about a rule is its file.

extension Request {
    /// Checks a rule and returns it as `tune --use` writes it.
    func readRule() throws(RequestError) -> String {
        let rule = try rule()
        return json { $0.member("rule", json: rule.fileText) }
    }

    /// Applies a rule to the map in the second input; the answer is the member `rule` of `depthcheck analyze --rule`.
    func applyRule() throws(RequestError) -> String {
        let rule = try rule()
        let parameters = try parameters()
        let profile = try profile()
        guard let analyzer = try? DepthAnalyzer(profile: profile, parameters: parameters) else {
            throw .badMember("parameters", found: .object([]), expected: "valid parameters")
        }
        try requireFit(
            rule, profile, SceneCandidates.version, parameters.measuringDigest(analyzer.exponential))
        let map = try map(1)
        let candidates =
            rule.needsCandidates
            ? SceneCandidates(of: map, validRange: parameters.validRange, rule.candidates) : .unavailable
        let answer = RuleAnswer(rule, named: try ruleName(), analyzer.analyze(map), candidates)
        return json { answer.writeMember(to: &$0) }
    }

    /// Applies a rule to the table of measurements in the second input; the answer has the columns of
    /// `depthcheck analyze --rule --format csv`.
    func decideByRule() throws(RequestError) -> String {
        let rule = try rule()
        let name = try ruleName()
        let rows = try rows(1, try string("measurements_name") ?? "measurements")
        var cells = RuleAnswer.columns.map { _ in [String]() }
        for row in rows {
            let provenance = row.provenance
            try requireFit(rule, provenance.profile, provenance.candidatesVersion, provenance.measuringDigest)
            let answer = RuleAnswer(rule, named: name, row.analysis, row.candidates)
            for (column, cell) in answer.cells.enumerated() { cells[column].append(cell) }
        }
        return json { writer in
            for (column, cells) in zip(RuleAnswer.columns, cells) { writer.member(column, cells) }
        }
    }

    /// Measures the candidates of the map in the first input; null if they cannot be measured.
    func measureCandidates() throws(RequestError) -> String {
        let parameters = try parameters()
        let map = try map(0)
        let trace = CandidateTrace(of: map, validRange: parameters.validRange)
        return json { writer in
            writer.member("absence", trace == nil ? CandidateAbsence(of: map).words : nil)
            writer.member("candidates") { writer in
                writer.object { writer in
                    for candidate in Candidate.allCases {
                        writer.member(candidate.rawValue, trace?.candidates[candidate])
                    }
                }
            }
        }
    }

    private func ruleName() throws(RequestError) -> String { try string("name") ?? "rule" }

    private func rule() throws(RequestError) -> SceneRule {
        let (bytes, name) = (try input(0), try ruleName())
        do throws(SceneRuleError) { return try SceneRule(bytes, name: name) } catch { throw .rule(error) }
    }

    private func requireFit(
        _ rule: SceneRule, _ profile: AnalysisProfile, _ candidatesVersion: String,
        _ digest: @autoclosure () -> String
    ) throws(RequestError) {
        if rule.measuringDigest != nil { try requireCryptography() }
        do throws(RuleMismatch) {
            try rule.requireFit(profile: profile, measuringDigest: digest, candidatesVersion: candidatesVersion)
        } catch {
            throw .mismatch(error, rule: try ruleName())
        }
    }
}

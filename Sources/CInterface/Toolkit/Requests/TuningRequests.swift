internal import DepthAnalysis
internal import DepthFiles
internal import Support
internal import Tasks
internal import ThresholdTuning

// Tuning, with the JSON of `depthcheck tune`. The first input is a table of measurements, the second one of labels.

extension Request {
    /// Tunes the server's thresholds. With a sweep, further inputs are tables of the same maps, measured otherwise; if
    /// one is missing, the answer has only `to_measure`, the parameters to measure them with, and `count`, the number
    /// of maps to measure.
    func tune() throws(TaskFailure) -> String {
        let options = try TuneTask.Options(self)
        let task = try task { () throws(OptionError) in try TuneTask(options) }
        let labelled = try labelled(domainColumn: task.domainColumn)
        var tuning = try task.begin(labelled, try parameters())
        for place in inputs(from: 2).indices { try tuning.add(try rows(place, "the measurements of the sweep")) }
        let missing = tuning.missing
        guard missing.isEmpty else {
            return json { writer in
                writer.member("count", labelled.rows.count)
                writer.list("to_measure", missing) { $1.number($0.json(layout: .compact)) }
            }
        }
        let report = try tuning.report()
        return json { writer in
            writer.member("report", json: JSONTuningReport.object(report))
            writer.member("parameters", json: report.tuned.assessment.parameters.json(layout: .compact))
            writer.member("objection", report.advice.code.objection)
            writer.member("curves", json: OperatingPointTable.curves(of: report).json)
            writer.member("operating_points", json: OperatingPointTable.points(of: report).json)
            writer.member("sweep_table", json: SweepTable.table(of: report).json)
            writer.member("folds", GroupFolds.table(report.presentations, report.options))
        }
    }

    /// Plans an evaluation, with the JSON of `depthcheck plan`.
    func plan() throws(TaskFailure) -> String {
        let options = try PlanTask.Options(self)
        let plan = try task { () throws(OptionError) in try PlanTask(options) }.run()
        return json { $0.member("plan", json: GroupPlanReport.object(plan)) }
    }
}

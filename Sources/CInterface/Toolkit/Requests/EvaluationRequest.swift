internal import DepthAnalysis
internal import Support
internal import Tasks
internal import ThresholdTuning

extension Request {
    /// Compares parameters with others, with the JSON, tables and figures of `depthcheck evaluate`. The first input is
    /// a table of measurements, the second one of labels. `against_measurements` is the place of an input measured with
    /// the other parameters, `development` and `development_labels` are those of a development set, and `tuned_on`
    /// lists those of tables that the parameters were tuned on.
    func evaluate() throws(TaskFailure) -> String {
        var options = try EvaluateTask.Options(self)
        let (wantsTables, wantsFigures) = (try flag("tables"), try flag("figures"))
        options.allowsOneClass = wantsTables || wantsFigures
        let (development, developmentLabels) = (try place("development"), try place("development_labels"))
        (options.hasDevelopment, options.hasDevelopmentLabels) = (development != nil, developmentLabels != nil)
        let complete = options
        let task = try task { () throws(OptionError) in try EvaluateTask(complete) }
        let tables = task.tables(try self.tables())
        var inputs = EvaluationInputs(
            try labelled(by: tables),
            given: .init(parameters: try parameters(), name: try string("name") ?? "the given"))
        inputs.against = try against()
        if let place = try place("against_measurements") {
            inputs.otherMeasurements = try tables.join(
                try rows(place, "against_measurements"), try labels(by: tables))
        }
        if let development, let developmentLabels {
            inputs.development = try tables.join(
                try rows(development, "development"),
                try tables.labels(try input(developmentLabels), name: "development_labels"))
        }
        inputs.tuningData = try tuningData(tables)
        let evaluation = try task.run(inputs)
        return json { writer in
            writer.member("report", json: JSONEvaluationReport.object(evaluation))
            writer.objects("tables", wantsTables ? EvaluationTables.all(of: evaluation) : []) { named, writer in
                writer.member("name", named.name)
                writer.member("reason", named.reason)
                guard let table = named.table else { return }
                for ending in EvaluationTables.endings { writer.member(ending, table.text(for: "." + ending)) }
            }
            writer.objects("figures", wantsFigures ? EvaluationFigures(evaluation).all : []) { named, writer in
                writer.member("name", named.name)
                writer.member("reason", named.reason)
                writer.member("svg", named.svg)
                named.writeData(to: &writer)
            }
        }
    }

    private func against() throws(TaskFailure) -> EvaluationInputs.Side {
        let name = try string("against_name")
        guard try member("against", "an object", \.members) != nil else {
            var side = EvaluationInputs.Side.servers
            if let name { side.name = name }
            return side
        }
        return EvaluationInputs.Side(parameters: try parameters("against"), name: name ?? "the other")
    }

    private func tuningData(_ tables: LabelledTables) throws(TaskFailure) -> [TuningOverlap.Source] {
        let places = try member("tuned_on", "an array of places") { value in
            value.elements.flatMap { elements in
                let places = elements.compactMap(\.whole)
                return places.count == elements.count ? places : nil
            }
        }
        var sources: [TuningOverlap.Source] = []
        for place in places ?? [] { sources.append(try tables.tuningData(try input(place), name: "tuned_on")) }
        return sources
    }
}

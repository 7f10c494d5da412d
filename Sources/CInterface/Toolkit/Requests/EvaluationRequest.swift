internal import DepthAnalysis
internal import Support
internal import ThresholdTuning

extension Request {
    /// Compares parameters with others, with the JSON, tables and figures of `depthcheck evaluate`. The first input is
    /// a table of measurements, the second one of labels. `against_measurements` is the place of an input measured with
    /// the other parameters, `development` and `development_labels` are those of a development set, and `tuned_on`
    /// lists those of tables that the parameters were tuned on.
    func evaluate() throws(RequestError) -> String {
        let unit = try unit()
        let labelled = try labelled(domainColumn: unit?.column, domainsAreGroups: true)
        var inputs = EvaluationInputs(
            labelled, given: .init(parameters: try parameters(), name: try string("name") ?? "the given"))
        inputs.against = try against()
        if let place = try place("against_measurements") {
            let labels = try labels(1, try labelsName(), domainColumn: unit?.column, domainsAreGroups: true)
            inputs.otherMeasurements = try self.labelled(try rows(place, "against_measurements"), labels)
        }
        inputs.development = try development(unit)
        inputs.unit = unit
        inputs.tuningData = try tuningData()
        inputs.confidence = try confidence()
        let (wantsTables, wantsFigures) = (try flag("tables"), try flag("figures"))
        inputs.allowsOneClass = wantsTables || wantsFigures
        let complete = inputs
        let evaluation = try tuning { () throws(TuningError) in try complete.evaluation() }
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

    private func against() throws(RequestError) -> EvaluationInputs.Side {
        let name = try string("against_name")
        guard try member("against", "an object", \.members) != nil else {
            var side = EvaluationInputs.Side.servers
            if let name { side.name = name }
            return side
        }
        return EvaluationInputs.Side(parameters: try parameters("against"), name: name ?? "the other")
    }

    private func unit() throws(RequestError) -> DecisionUnit? {
        let (column, rule) = (try string("per"), try word("decide", DecisionUnit.Rule.self))
        switch (column, rule) {
        case (nil, nil): return nil
        case (nil, _): throw .missing("per")
        case (_, nil): throw .missing("decide")
        case (let column?, let rule?): return DecisionUnit(column: column, rule: rule)
        }
    }

    private func development(_ unit: DecisionUnit?) throws(RequestError) -> LabelledMeasurements? {
        switch (try place("development"), try place("development_labels")) {
        case (nil, nil): return nil
        case (nil, _): throw .missing("development")
        case (_, nil): throw .missing("development_labels")
        case (let measurements?, let labels?):
            let table = try self.labels(
                labels, "development_labels", domainColumn: unit?.column, domainsAreGroups: true)
            return try labelled(try rows(measurements, "development"), table)
        }
    }

    private func tuningData() throws(RequestError) -> [TuningOverlap.Source] {
        let places = try member("tuned_on", "an array of places") { value in
            value.elements.flatMap { elements in
                let places = elements.compactMap(\.whole)
                return places.count == elements.count ? places : nil
            }
        }
        var sources: [TuningOverlap.Source] = []
        for place in places ?? [] {
            let isMeasurements = MeasurementTable.isMeasurements(try input(place))
            sources.append(
                isMeasurements
                    ? .measurements(try rows(place, "tuned_on")) : .labels(try labels(place, "tuned_on").labels))
        }
        return sources
    }
}

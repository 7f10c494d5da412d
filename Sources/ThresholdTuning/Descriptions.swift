internal import DepthAnalysis
internal import Support

// The texts that `print` shows. They give the number of rows instead of the rows.

extension TuningReport: CustomStringConvertible {
    /// The advice, the first line of the report.
    public var description: String { advice.text }
}

extension TuningAdvice: CustomStringConvertible {
    /// The same as ``text``.
    public var description: String { text }
}

extension ThresholdEvaluation: CustomStringConvertible {
    /// The verdict, the first line of the report.
    public var description: String { answer.sentence }
}

extension EvaluationAnswer: CustomStringConvertible {
    /// The same as ``sentence``.
    public var description: String { sentence }
}

extension GroupPlan: CustomStringConvertible {
    /// The number of groups to collect, the first line of the report.
    public var description: String { GroupPlanReport.sentence(of: self) }
}

extension DepthFileCorpus: CustomStringConvertible {
    /// The number of files.
    public var description: String { "corpus of \(NumberText.count(entries.count, "file"))" }
}

extension MeasurementTable: CustomStringConvertible {
    /// The number of rows.
    public var description: String { "table of \(NumberText.count(rows.count, "measurement"))" }
}

extension MapMeasurement: CustomStringConvertible {
    /// The file, and its verdict or error.
    public var description: String { "\(file.printable): \(error.isEmpty ? analysis.description : error)" }
}

extension LabelledMeasurements: CustomStringConvertible {
    /// The number of rows.
    public var description: String { "\(NumberText.count(rows.count, "measurement")) with labels" }
}

extension LabelledPresentations: CustomStringConvertible {
    /// The number of presentations, and the species of attack.
    public var description: String {
        "\(NumberText.count(count, "presentation")), attacks: \(species.map(\.printable).joined(separator: ", "))"
    }
}

extension ErrorRate: CustomStringConvertible {
    /// Errors and presentations, such as `3 of 40`.
    public var description: String { "\(errors) of \(total)" }
}

extension ConfidenceInterval: CustomStringConvertible {
    /// Both ends, such as `0.0157 to 0.204`.
    public var description: String {
        "\(NumberText.significant(lower, digits: 3)) to \(NumberText.significant(upper, digits: 3))"
    }
}

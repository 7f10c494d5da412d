package import DepthAnalysis
internal import Support
package import ThresholdTuning

/// A labelled table to evaluate: measurements, or the scores of a detector.
package enum EvaluatedTable {
    case measurements(LabelledMeasurements)
    case scores(LabelledScores)

    private var noun: String { if case .scores = self { "scores" } else { "measurements" } }

    /// Parameters, and the names that reports and errors give them.
    package struct Parameters {
        let values: AnalysisParameters
        let name: String
        let errorName: String

        package init(_ values: AnalysisParameters, name: String, errorName: String? = nil) {
            (self.values, self.name, self.errorName) = (values, name, errorName ?? name)
        }

        /// The server's parameters.
        package static func servers(name: String? = nil) -> Parameters {
            let servers = EvaluationInputs.System.servers
            return Parameters(.standard, name: name ?? servers, errorName: "the server's parameters")
        }
    }

    /// The systems of the tables: for a score file, its detector; for measurements, the given parameters or else the
    /// server's. The last system has the parameters `against`. Without `against`, a single table of measurements with
    /// given parameters is compared with the server's parameters.
    package static func systems(
        _ tables: [(name: String, table: EvaluatedTable, development: EvaluatedTable?)], given: Parameters?,
        against: Parameters?, againstMeasurements: LabelledMeasurements?
    ) throws(OptionError) -> [EvaluationInputs.System] {
        var systems: [EvaluationInputs.System] = []
        var measured: [(LabelledMeasurements, development: LabelledMeasurements?)] = []
        let measuredCount = tables.count { if case .measurements = $0.table { true } else { false } }
        for (name, table, development) in tables {
            switch (table, development) {
            case (.measurements(let labelled), nil): measured.append((labelled, nil))
            case (.measurements(let labelled), .measurements(let set)): measured.append((labelled, set))
            case (.scores(let labelled), nil):
                systems.append(.init(name: name, .scores(labelled, development: nil)))
                continue
            case (.scores(let labelled), .scores(let set)):
                systems.append(.init(name: name, .scores(labelled, development: set)))
                continue
            case (_, let other?):
                throw OptionError(
                    [.development], found: "\(other.noun) as \(option: .development) of \(name.printable)",
                    expected: "\(table.noun), like the table")
            }
            let (labelled, set) = measured[measured.count - 1]
            let parameters = given ?? .servers()
            systems.append(
                .init(
                    name: parameters.name + (measuredCount > 1 ? " on \(name)" : ""), errorName: parameters.errorName,
                    .parameters(parameters.values, on: labelled, development: set)))
        }
        guard let (labelled, set) = measured.first else {
            for (option, isGiven) in [(TaskOption.parameters, given != nil), (.against, against != nil)] where isGiven {
                throw OptionError(
                    [option], found: "given without measurements",
                    expected: "none, because scores are not decided by parameters")
            }
            return systems
        }
        if let other = against ?? (tables.count == 1 && given != nil ? .servers() : nil) {
            systems.append(
                .init(
                    name: other.name, errorName: other.errorName,
                    .parameters(
                        other.values, on: againstMeasurements ?? labelled,
                        // Other measurements have no development set.
                        development: againstMeasurements == nil ? set : nil)))
        }
        return systems
    }
}

package import PlanarityMeasurements
internal import Support

/// Why a rule cannot be tuned on some measurements. ``description`` puts it into words.
package enum RuleTuningError: Error, Hashable, Sendable {
    /// A name that is no measurement.
    case unknownMeasurement(String, known: [String])
    /// A measurement named twice.
    case namedTwice(String)
    /// Measurements the table has no column of.
    case missingColumns([String])
    /// A measurement that no map of the table has a value of.
    case withoutValues(String)
    /// More measurements asked for than there are.
    case tooFewMeasurements(found: Int, wanted: Int)
}

extension RuleTuningError: CustomStringConvertible {
    /// The error in one line: what was found, what was expected, what to do.
    package var description: String {
        switch self {
        case .unknownMeasurement(let name, let known):
            "found the measurement \"\(name.printable)\" in --use; expected names out of "
                + "\(known.joined(separator: ", ")), or best:1, best:2 or best:3; correct the name"
        case .namedTwice(let name): "found \(name) twice in --use; expected each measurement once; remove one"
        case .missingColumns(let names):
            "found no column \(names.joined(separator: ", ")) in the measurements; expected one for each name in --use"
                + "; measure the maps with measure --candidates"
        case .withoutValues(let name):
            "found no value in the column \(name); expected one at least; leave \(name) out of --use"
        case .tooFewMeasurements(let found, let wanted):
            "found \(found) measurements to choose \(wanted) from; expected as many at least; "
                + "measure the maps with measure --candidates, or ask for fewer"
        }
    }
}

extension RuleData {
    /// Labelled maps with some measurements of the table they come from.
    ///
    /// - Parameters:
    ///   - labelled: the rows with their labels.
    ///   - wanted: the measurements, each once.
    package init(_ labelled: LabelledMeasurements, _ wanted: [RuleMeasurement]) throws(RuleDataError) {
        let presentations: Presentations
        do throws(TuningError) { presentations = try Presentations(labelled) } catch { throw .tuning(error) }
        if labelled.rows.contains(where: { !$0.provenance.hasCandidates }) {
            let missing = wanted.filter { $0.candidate != nil }.map(\.name)
            guard missing.isEmpty else { throw .rule(.missingColumns(missing)) }
        }
        let values = wanted.map { measurement in labelled.rows.map { measurement.value(in: $0) } }
        for (measurement, values) in zip(wanted, values) where values.allSatisfy({ $0 == nil }) {
            throw .rule(.withoutValues(measurement.name))
        }
        self.init(presentations: presentations, measurements: wanted, values: values)
    }
}

extension RuleMeasurement {
    /// The value in a row of a table; nil where it could not be made.
    package func value(in row: MapMeasurement) -> Double? {
        candidate.map { row.candidates[$0] } ?? value(in: row.analysis)
    }
}

/// Why there is no data for rules: it does not fit, or there is none to tune on.
package enum RuleDataError: Error {
    case tuning(TuningError)
    case rule(RuleTuningError)

    package var description: String {
        switch self {
        case .tuning(let error): error.description
        case .rule(let error): error.description
        }
    }
}

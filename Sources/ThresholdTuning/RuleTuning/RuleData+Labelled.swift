package import PlanarityMeasurements
internal import Support

/// An error in the measurements requested for a rule. ``description`` gives the message.
package enum RuleTuningError: Error, Hashable, Sendable {
    /// The name of no known measurement.
    case unknownMeasurement(String, known: [String])
    /// A measurement named twice.
    case namedTwice(String)
    /// Measurements without a column in the table.
    case missingColumns([String])
    /// A measurement without a value for any map.
    case withoutValues(String)
    /// More measurements requested than available.
    case tooFewMeasurements(found: Int, wanted: Int)
}

extension RuleTuningError: CustomStringConvertible {
    /// One line: what was found, what was expected, what to do.
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
    /// Labelled maps with the requested measurements.
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
    /// The value in a row of a table; nil if the measurement was not possible.
    package func value(in row: MapMeasurement) -> Double? {
        candidate.map { row.candidates[$0] } ?? value(in: row.analysis)
    }
}

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

internal import DepthAnalysis
package import Support

/// The version, options, seed and inputs that a document follows from. Every JSON document has it as the member
/// `provenance`, every LaTeX and Markdown table in a comment, every figure as `metadata`, and a folder of tables in
/// `provenance.json`.
///
///     print(Provenance.shape.line(of: evaluation.provenance))
package struct Provenance: Sendable, Hashable {
    let command: String
    var options: [Option] = []
    /// The random seed; nil if no random numbers were used.
    var seed: UInt64?
    /// The SHA-256 of the tables that were read, and of the parameters in their canonical form.
    var inputs: [Input] = []

    struct Option: Sendable, Hashable {
        let name: String
        let value: String
    }

    struct Input: Sendable, Hashable {
        /// Such as `measurements`.
        let name: String
        let digest: String
    }

    init(command: String) { self.command = command }

    mutating func add(_ name: String, _ value: String?) {
        if let value { options.append(Option(name: name, value: value)) }
    }

    mutating func add(_ tables: TableDigests?, prefix: String = "", rows: String = "measurements") {
        guard let tables else { return }
        inputs += [
            Input(name: prefix + rows, digest: tables.measurements),
            Input(name: prefix + "labels", digest: tables.labels),
        ]
    }

    mutating func add(_ name: String, _ parameters: AnalysisParameters) {
        inputs.append(Input(name: name, digest: parameters.digest))
    }

    package static let shape = Shape<Provenance> {
        Member("depthcheck", .text) { _ in Release.version }
        Member("command", .text) { $0.command }
        Member("options", .map(of: .text)) { $0.options.map { ($0.name, $0.value) } }
        Member("seed", .text, or: .null) { $0.seed?.description }
        Member("sha256", .map(of: .hexadecimal)) { $0.inputs.map { ($0.name, $0.digest) } }
    }

    /// One line for a comment: no text in it ends a comment of Markdown or SVG.
    var line: String { Self.shape.line(of: self).replacing("--", with: "-\\u002d") }
}

extension SystemEvaluation {
    package var provenance: Provenance {
        var provenance = Provenance(command: "evaluate")
        provenance.add("confidence", "\(confidence)")
        provenance.add("per", unit?.column)
        provenance.add("decide", unit?.rule.rawValue)
        provenance.add("matrix", matrixColumn)
        if data.lowerIsReal { provenance.add("lower_is_real", "true") }
        if systems.contains(where: { $0.scoreIntervals.worstSpecies != nil }) { provenance.seed = ScoreIntervals.seed }
        for (number, system) in systems.enumerated() {
            let prefix = number == 0 ? "" : "system_\(number + 1)_"
            provenance.add(prefix + "name", system.name)
            let tables = data.tables.indices.contains(number) ? data.tables[number] : (nil, nil)
            let rows = system.parameters == nil ? "scores" : "measurements"
            provenance.add(tables.0, prefix: prefix, rows: rows)
            provenance.add(tables.1, prefix: prefix + "development_", rows: rows)
            if let parameters = system.parameters { provenance.add(prefix + "parameters", parameters) }
        }
        for (number, digest) in data.tunedOn.enumerated() {
            provenance.inputs.append(Provenance.Input(name: "tuned_on_\(number + 1)", digest: digest))
        }
        return provenance
    }
}

extension TuningReport {
    package var provenance: Provenance {
        var provenance = Provenance(command: "tune")
        for member in JSONTuningReport.options.json(of: options).members ?? [] {
            switch member.value {
            case .string(let text), .number(let text): provenance.add(member.key, text)
            default: break
            }
        }
        provenance.seed = options.seed
        provenance.add(tables)
        provenance.add("parameters", present.parameters)
        return provenance
    }
}

extension GroupPlan.Design {
    func provenance(difference: Double? = nil) -> Provenance {
        var provenance = Provenance(command: "plan")
        provenance.add("rate", rate.rawValue)
        provenance.add("species", "\(speciesCount)")
        if difference == nil { provenance.add("limit", "\(limit)") }
        provenance.add("difference", difference.map { "\($0)" })
        provenance.add("expected", "\(expected)")
        provenance.add("sizes", groupSizes.map(String.init).joined(separator: " "))
        provenance.add("correlation", "\(correlation)")
        provenance.add("probability", "\(probability)")
        provenance.add("confidence", "\(confidence)")
        provenance.seed = isExact && difference == nil ? nil : seed
        return provenance
    }
}

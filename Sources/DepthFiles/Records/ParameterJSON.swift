package import DepthAnalysis
package import Support

extension AnalysisParameters {
    /// Reads any subset of the parameters from the members of a JSON object; the others keep the server's values.
    package init(members: [JSONValue.Member]) throws(ParameterError) {
        self.init()
        for member in members {
            guard let key = Key(rawValue: member.key) else { throw .unknownKey(member.key) }
            // A whole number may be written as 7.0. Every other number stays text, so that it is rounded only once.
            guard case .number(let text) = member.value, !key.isWhole || member.value.whole != nil else {
                throw .wrongType(key, expected: key.isWhole ? "a whole number" : "a number")
            }
            try set(key, to: key.isWhole ? member.value.whole?.description ?? text : text)
        }
        try validate()
    }

    /// Some parameters as a JSON object without a final newline. Numbers are the shortest decimals that parse to
    /// the same bits, those of the valid range as `Float`.
    package func json(of keys: [Key] = Key.allCases, layout: JSONWriter.Layout) -> String {
        var writer = JSONWriter(layout)
        writer.object { writer in
            for key in keys {
                writer.key(key.rawValue)
                switch self[key] {
                case .depth(let depth): writer.value(depth)
                case .real(let number): writer.value(number)
                case .whole(let number): writer.value(number)
                }
            }
        }
        return writer.text
    }

    /// All parameters, or only those that affect measurements, as a canonical JSON object: keys sorted by their
    /// bytes, no white space.
    package func canonicalJSON(onlyMeasuring: Bool) -> String {
        let keys = Key.allCases.filter { !onlyMeasuring || $0.affectsMeasurements }
        return json(
            of: keys.sorted { $0.rawValue.utf8.lexicographicallyPrecedes($1.rawValue.utf8) }, layout: .compact)
    }
}

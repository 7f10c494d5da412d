package import DepthAnalysis
package import Support

extension JSONWriter {
    /// Writes all fields of an analysis as members of the object that is open, those of the stages in an object of
    /// their own.
    package mutating func fields(of analysis: SceneAnalysis) {
        func write(_ field: SceneAnalysis.Field, to writer: inout JSONWriter) {
            writer.key(field.rawValue)
            writer.value(field.value(in: analysis), in: analysis.profile)
        }
        for field in SceneAnalysis.Field.allCases where !field.isInStages { write(field, to: &self) }
        key(SceneAnalysis.Field.stagesKey)
        object { writer in
            for field in SceneAnalysis.Field.allCases where field.isInStages { write(field, to: &writer) }
        }
    }

    package mutating func value(_ value: AnalysisFieldValue, in profile: AnalysisProfile) {
        switch value {
        case .text(let word): self.value(word)
        case .texts(let words): array { writer in for word in words { writer.value(word) } }
        case .flag(let flag): self.value(flag)
        case .whole(let number): self.value(number)
        case .wholes(let numbers): array { writer in for number in numbers { writer.value(number) } }
        case .real(let number): self.value(number, in: profile)
        case .reals(let numbers): array { writer in for number in numbers { writer.value(number, in: profile) } }
        case .quadrants(let quadrants):
            array(isInline: false) { writer in for quadrant in quadrants { writer.value(quadrant, in: profile) } }
        case .checks(let checks):
            array(isInline: false) { writer in for outcome in checks { writer.value(outcome, in: profile) } }
        }
    }

    private mutating func value(_ quadrant: DepthQuadrant, in profile: AnalysisProfile) {
        object { writer in
            for key in DepthQuadrant.Key.allCases {
                writer.key(key.rawValue)
                switch key {
                case .validCount: writer.value(quadrant.validCount)
                case .standardDeviation: writer.value(quadrant.standardDeviation, in: profile)
                }
            }
        }
    }

    private mutating func value(_ outcome: CheckOutcome, in profile: AnalysisProfile) {
        object(isInline: true) { writer in
            for key in CheckOutcome.Key.allCases {
                writer.key(key.rawValue)
                switch key {
                case .check: writer.value(outcome.check.rawValue)
                case .value: writer.value(outcome.value, in: profile)
                case .comparison: writer.value(outcome.check.comparison.rawValue)
                case .threshold: writer.value(outcome.threshold, in: profile)
                case .margin: writer.value(outcome.margin, in: profile)
                case .holds: writer.value(outcome.holds)
                }
            }
        }
    }

    /// Writes a number as the shortest decimal that reads back to the same bits in the profile's arithmetic.
    private mutating func value(_ number: Double?, in profile: AnalysisProfile) {
        switch (number, profile) {
        case (nil, _): null()
        case (let number?, .server): value(number)
        case (let number?, .client): value(Float(number))
        }
    }
}

extension AnalysisProfile {
    /// The shortest decimal that reads back to the same bits in the profile's arithmetic: f64 for the server, f32 for
    /// the client.
    package func shortestDecimal(_ number: Double) -> String {
        switch self {
        case .server: number.description
        case .client: Float(number).description
        }
    }
}

extension AnalysisFieldValue {
    /// The value as the text of one cell; numbers are the shortest decimals that read back to the same bits in the
    /// profile's arithmetic. Objects have no such text.
    package func cell(in profile: AnalysisProfile) -> String {
        switch self {
        case .text(let word): word
        case .texts(let words): words.joined(separator: " ")
        case .flag(let flag): flag.description
        case .whole(let number): number.description
        case .wholes(let numbers): numbers.map(\.description).joined(separator: " ")
        case .real(let number): profile.shortestDecimal(number)
        case .reals(let numbers): numbers.map(profile.shortestDecimal).joined(separator: " ")
        case .quadrants, .checks: preconditionFailure("objects have no cell")
        }
    }
}

extension AnalysisParameters {
    /// Reads any subset of the parameters from the members of a JSON object; the others keep the server's values.
    package init(members: [JSONValue.Member]) throws(AnalysisParameterError) {
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

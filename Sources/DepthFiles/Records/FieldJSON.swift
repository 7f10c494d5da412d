package import DepthAnalysis
package import Support

extension JSONWriter {
    /// Writes the fields as members of the open object, and the fields of the stages in an object of their own.
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
        case .texts(let words): array { for word in words { $0.value(word) } }
        case .flag(let flag): self.value(flag)
        case .whole(let number): self.value(number)
        case .wholes(let numbers): array { for number in numbers { $0.value(number) } }
        case .real(let number): self.value(number, in: profile)
        case .reals(let numbers): array { for number in numbers { $0.value(number, in: profile) } }
        case .quadrants(let quadrants):
            array(isInline: false) { writer in
                for quadrant in quadrants { writer.value(quadrant, in: profile) }
            }
        case .checks(let checks):
            array(isInline: false) { writer in
                for outcome in checks { writer.value(outcome, in: profile) }
            }
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

    private mutating func value(_ number: Double?, in profile: AnalysisProfile) {
        switch (number, profile) {
        case (nil, _): null()
        case (let number?, .server): value(number)
        case (let number?, .client): value(Float(number))
        }
    }
}

extension AnalysisProfile {
    /// The shortest decimal of a number in the profile's arithmetic: f64 for the server, f32 for the client.
    package func shortestDecimal(_ number: Double) -> String {
        switch self {
        case .server: number.description
        case .client: Float(number).description
        }
    }
}

extension AnalysisFieldValue {
    /// The text of a table cell. Lists of objects have none.
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
    /// Reads any subset of the parameters; the others keep the server's values. The member ``tuningMember`` is skipped.
    package init(members: [JSONValue.Member]) throws(AnalysisParameterError) {
        self.init()
        for member in members where member.key != Self.tuningMember {
            guard let key = Key(rawValue: member.key) else { throw .unknownKey(member.key) }
            // A whole number may be written as 7.0. Every other number stays text, so that it is rounded only once.
            guard case .number(let text) = member.value, !key.isWhole || member.value.whole != nil
            else { throw .wrongType(key, expected: key.isWhole ? "a whole number" : "a number") }
            try set(key, to: key.isWhole ? member.value.whole?.description ?? text : text)
        }
        try validate()
    }

    /// JSON without a final newline; numbers are the shortest decimals that parse to the same bits.
    package func json(
        of keys: [Key] = Key.allCases, layout: JSONWriter.Layout, others: (inout JSONWriter) -> Void = { _ in }
    ) -> String {
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
            others(&writer)
        }
        return writer.text
    }

    /// Canonical: keys sorted by their bytes, no white space.
    package func canonicalJSON(onlyMeasuring: Bool) -> String {
        let keys = Key.allCases.filter { !onlyMeasuring || $0.affectsMeasurements }
        return json(
            of: keys.sorted { $0.rawValue.utf8.lexicographicallyPrecedes($1.rawValue.utf8) }, layout: .compact)
    }
}

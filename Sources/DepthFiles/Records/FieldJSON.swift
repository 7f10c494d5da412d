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

    package mutating func value(_ value: FieldValue, in profile: AnalysisProfile) {
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

    private mutating func value(_ quadrant: Quadrant, in profile: AnalysisProfile) {
        object { writer in
            for key in Quadrant.Key.allCases {
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

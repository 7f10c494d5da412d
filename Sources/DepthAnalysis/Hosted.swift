// Everything that needs existentials, tasks or coding, which Embedded Swift lacks. The rest of this module compiles
// unchanged for Embedded Swift (`tools/lib/embedded.sh`).

#if !hasFeature(Embedded)
    extension DepthAnalyzer {
        /// Analyses a map off the caller's actor, so that a main thread stays responsive.
        ///
        ///     let analysis = try await analyzer.analyzeConcurrently(map)
        ///
        /// Not an overload of `analyze(_:)`: in asynchronous code the compiler would prefer the overload in every call.
        ///
        /// - Throws: `CancellationError` when the task is cancelled, at the latest after the current measurement.
        @concurrent
        public func analyzeConcurrently(_ map: DepthMap) async throws -> SceneAnalysis {
            try map.withView { map throws(any Error) in
                try analyze(map) { () throws(any Error) in try Task.checkCancellation() }
            }
        }
    }

    extension VerdictReason: CustomDebugStringConvertible {
        /// The same as ``description``, so that a printed array of reasons shows words.
        public var debugDescription: String { description }
    }

    extension AnalysisProfile: Codable {}
    extension DepthAnalyzer.Engine: Codable {}
    extension SceneAnalysis.Status: Codable {}
    extension VerdictReason: Codable {}
    extension SceneAnalysis.Field: CodingKey {}
    extension DepthQuadrant.Key: CodingKey {}
    extension CheckOutcome.Key: CodingKey {}
    extension AnalysisParameters.Key: CodingKey {}

    extension SceneAnalysis: Codable {
        private enum StagesKey: String, CodingKey { case stages }

        /// Encodes the fields of `docs/JSON.md`. The client's numbers are encoded as `Float`.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Field.self)
            var outer = encoder.container(keyedBy: StagesKey.self)
            var stages = outer.nestedContainer(keyedBy: Field.self, forKey: .stages)
            for field in Field.allCases {
                if field.isInStages {
                    try encode(field, to: &stages)
                } else {
                    try encode(field, to: &container)
                }
            }
        }

        private func encode(_ field: Field, to container: inout KeyedEncodingContainer<Field>) throws {
            switch field.value(in: self) {
            case .text(let word): try container.encode(word, forKey: field)
            case .texts(let words): try container.encode(words, forKey: field)
            case .flag(let flag): try container.encode(flag, forKey: field)
            case .whole(let number): try container.encode(number, forKey: field)
            case .wholes(let numbers): try container.encode(numbers, forKey: field)
            case .real(let number): try container.encode(number, forKey: field, in: profile)
            case .reals(let numbers):
                var list = container.nestedUnkeyedContainer(forKey: field)
                for number in numbers {
                    switch profile {
                    case .server: try list.encode(number)
                    case .client: try list.encode(Float(number))
                    }
                }
            case .quadrants(let quadrants):
                var list = container.nestedUnkeyedContainer(forKey: field)
                for quadrant in quadrants {
                    var object = list.nestedContainer(keyedBy: DepthQuadrant.Key.self)
                    try object.encode(quadrant.validCount, forKey: .validCount)
                    if let deviation = quadrant.standardDeviation {
                        try object.encode(deviation, forKey: .standardDeviation, in: profile)
                    } else {
                        try object.encodeNil(forKey: .standardDeviation)
                    }
                }
            case .checks(let checks):
                var list = container.nestedUnkeyedContainer(forKey: field)
                for outcome in checks {
                    var object = list.nestedContainer(keyedBy: CheckOutcome.Key.self)
                    try object.encode(outcome.check.rawValue, forKey: .check)
                    try object.encode(outcome.value, forKey: .value, in: profile)
                    try object.encode(outcome.check.comparison.rawValue, forKey: .comparison)
                    try object.encode(outcome.threshold, forKey: .threshold, in: profile)
                    try object.encode(outcome.margin, forKey: .margin, in: profile)
                    try object.encode(outcome.holds, forKey: .holds)
                }
            }
        }

        /// Decodes a complete analysis; every field is required.
        ///
        /// - Throws: `DecodingError`, also for another algorithm version and for an `is_likely_real_scene` that
        ///   contradicts the status.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Field.self)
            let stages = try decoder.container(keyedBy: StagesKey.self)
                .nestedContainer(keyedBy: Field.self, forKey: .stages)
            let profile = try container.decode(AnalysisProfile.self, forKey: .profile)
            self.init(profile: profile)
            // Derived fields are compared with the stored ones, so they are decoded last.
            for field in Field.allCases.filter(\.isStored) + Field.allCases.filter({ !$0.isStored }) {
                let container = field.isInStages ? stages : container
                let value = try Self.decode(field, from: container, in: profile)
                guard set(field, to: value) else {
                    throw DecodingError.dataCorruptedError(
                        forKey: field, in: container,
                        debugDescription: "found \(value); expected a valid value of \(field.rawValue)")
                }
            }
        }

        private static func decode(
            _ field: Field, from container: KeyedDecodingContainer<Field>, in profile: AnalysisProfile
        ) throws -> AnalysisFieldValue {
            switch field.kind {
            case .text: return .text(try container.decode(String.self, forKey: field))
            case .texts: return .texts(try container.decode([String].self, forKey: field))
            case .flag: return .flag(try container.decode(Bool.self, forKey: field))
            case .whole: return .whole(try container.decode(Int.self, forKey: field))
            case .wholes: return .wholes(try container.decode([Int].self, forKey: field))
            case .real: return .real(try container.decodeReal(forKey: field, in: profile))
            case .reals:
                return switch profile {
                case .server: .reals(try container.decode([Double].self, forKey: field))
                case .client: .reals(try container.decode([Float].self, forKey: field).map { Double($0) })
                }
            case .quadrants:
                var list = try container.nestedUnkeyedContainer(forKey: field)
                var quadrants: [DepthQuadrant] = []
                while !list.isAtEnd {
                    let object = try list.nestedContainer(keyedBy: DepthQuadrant.Key.self)
                    let isMeasured = try !object.decodeNil(forKey: .standardDeviation)
                    quadrants.append(
                        DepthQuadrant(
                            validCount: try object.decode(Int.self, forKey: .validCount),
                            standardDeviation: isMeasured
                                ? try object.decodeReal(forKey: .standardDeviation, in: profile) : nil))
                }
                return .quadrants(quadrants)
            case .checks:
                var list = try container.nestedUnkeyedContainer(forKey: field)
                var checks: [CheckOutcome] = []
                while !list.isAtEnd {
                    let object = try list.nestedContainer(keyedBy: CheckOutcome.Key.self)
                    guard let check = SceneAnalysis.Check(rawValue: try object.decode(String.self, forKey: .check))
                    else {
                        throw DecodingError.dataCorruptedError(
                            forKey: .check, in: object, debugDescription: "expected the name of a check")
                    }
                    checks.append(
                        CheckOutcome(
                            check: check, value: try object.decodeReal(forKey: .value, in: profile),
                            threshold: try object.decodeReal(forKey: .threshold, in: profile)))
                }
                return .checks(checks)
            }
        }
    }

    extension KeyedEncodingContainer {
        fileprivate mutating func encode(_ number: Double, forKey key: Key, in profile: AnalysisProfile) throws {
            switch profile {
            case .server: try encode(number, forKey: key)
            case .client: try encode(Float(number), forKey: key)
            }
        }
    }

    extension KeyedDecodingContainer {
        fileprivate func decodeReal(forKey key: Key, in profile: AnalysisProfile) throws -> Double {
            switch profile {
            case .server: try decode(Double.self, forKey: key)
            case .client: Double(try decode(Float.self, forKey: key))
            }
        }
    }

    extension AnalysisParameters: Codable {
        /// Decodes any subset of the parameters; missing ones keep the server's values. The member `tuning`, which
        /// `depthcheck tune` writes, is skipped.
        ///
        /// - Throws: ``AnalysisParameterError`` for an unknown key, a value of the wrong type or a value outside its
        ///   allowed range.
        public init(from decoder: any Decoder) throws {
            self.init()
            let container = try decoder.container(keyedBy: AnyKey.self)
            for name in container.allKeys.map(\.stringValue).sorted() where name != Self.tuningMember {
                guard let key = Key(rawValue: name) else { throw AnalysisParameterError.unknownKey(name) }
                let place = AnyKey(stringValue: name)
                do {
                    switch self[key] {
                    case .depth: set(key, to: .depth(try container.decode(Float.self, forKey: place)))
                    case .real: set(key, to: .real(try container.decode(Double.self, forKey: place)))
                    case .whole: set(key, to: .whole(try container.decode(Int.self, forKey: place)))
                    }
                } catch  where !key.isWhole && !isTypeMismatch(error) {
                    // A number outside the range of its type: it would round to 0 or infinity.
                    let number = try? container.decode(Double.self, forKey: place)
                    throw outOfRange(key, found: number?.description ?? "a number that is too small or too large")
                } catch {
                    // Foundation reports a fraction in place of a whole number as damaged JSON; this decoder reports a
                    // wrong type.
                    throw AnalysisParameterError.wrongType(key, expected: key.isWhole ? "a whole number" : "a number")
                }
            }
            try validate()
        }

        /// Encodes all parameters.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            for key in Key.allCases {
                switch self[key] {
                case .depth(let depth): try container.encode(depth, forKey: key)
                case .real(let number): try container.encode(number, forKey: key)
                case .whole(let number): try container.encode(number, forKey: key)
                }
            }
        }
    }

    private func isTypeMismatch(_ error: any Error) -> Bool {
        switch error {
        case DecodingError.typeMismatch, DecodingError.valueNotFound: true
        default: false
        }
    }

    /// Accepts any key, so that unknown ones can be rejected.
    private struct AnyKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { stringValue = String(intValue) }
    }
#endif

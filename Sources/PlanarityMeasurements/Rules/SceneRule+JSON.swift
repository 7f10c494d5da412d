package import DepthAnalysis
package import Support

extension SceneAnalysis.Check.Comparison {
    /// All comparisons, in listing order.
    package static let all: [Self] = [.above, .atLeast, .below, .atMost]

    package var ruleKey: String {
        switch self {
        case .above: "above"
        case .atLeast: "at_least"
        case .below: "below"
        case .atMost: "at_most"
        }
    }
}

extension SceneRule.Comparison {
    /// Writes the members of a comparison into an open object.
    package func write(to writer: inout JSONWriter) {
        writer.member(SceneRule.measurementKey, measurement)
        writer.member(relation.ruleKey, threshold)
    }
}

extension SceneRule {
    private static let ruleKey = "rule"
    private static let profileKey = "profile"
    private static let measuringKey = "measuring_sha256"
    private static let candidatesKey = "candidates_version"
    fileprivate static let measurementKey = "measurement"
    static let keys = [ruleKey, profileKey, measuringKey, candidatesKey]
    static let comparisonKeys = [measurementKey] + SceneAnalysis.Check.Comparison.all.map(\.ruleKey)

    /// Writes the rule as a JSON object. Thresholds are the shortest decimals that read back to the same bits.
    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.objects(Self.ruleKey, comparisons) { $0.write(to: &$1) }
            if let profile { writer.member(Self.profileKey, profile.rawValue) }
            if let measuringDigest { writer.member(Self.measuringKey, measuringDigest) }
            if let candidatesVersion { writer.member(Self.candidatesKey, candidatesVersion) }
        }
    }

    /// The contents of a rule file, with a final newline.
    package var fileText: String {
        var writer = JSONWriter(.indented)
        write(to: &writer)
        return writer.text + "\n"
    }

    /// Parses a rule file.
    ///
    /// Unknown keys and measurements are errors: ignoring one would apply another rule than the one written.
    ///
    /// - Parameters:
    ///   - bytes: the contents of the file.
    ///   - name: the file's name in errors.
    ///   - known: the measurements that the rule may name.
    package init(
        _ bytes: [UInt8], name: String, known: [RuleMeasurement] = RuleMeasurement.known
    ) throws(SceneRuleError) {
        let value: JSONValue
        do throws(JSONError) { value = try JSONReader.read(bytes) } catch {
            throw SceneRuleError(file: name, .notJSON(error))
        }
        do throws(SceneRuleError.Problem) { self = try Self.rule(value, known) } catch {
            throw SceneRuleError(file: name, error)
        }
    }

    private static func rule(
        _ value: JSONValue, _ known: [RuleMeasurement]
    ) throws(SceneRuleError.Problem) -> SceneRule {
        let members = try members(of: value, at: "", keys: keys)
        guard let list = value[ruleKey] else { throw .missing(ruleKey, at: "") }
        guard let elements = list.elements, !elements.isEmpty else {
            throw .wrongValue(at: ruleKey, found: list, expected: "an array of at least one comparison")
        }
        var comparisons: [Comparison] = []
        for (number, element) in elements.enumerated() {
            let place = "\(ruleKey)[\(number)]"
            let comparison = try Self.comparison(element, at: place, known)
            let isRepeated = comparisons.contains {
                $0.measurement == comparison.measurement && $0.relation == comparison.relation
            }
            if isRepeated { throw .repeated(comparison.measurement, comparison.relation.ruleKey) }
            comparisons.append(comparison)
        }
        var profile: AnalysisProfile?
        var measuringDigest: String?
        var candidatesVersion: String?
        for member in members {
            switch member.key {
            case profileKey:
                profile = member.value.string.flatMap(AnalysisProfile.init(rawValue:))
                guard profile != nil else {
                    throw .wrongValue(
                        at: profileKey, found: member.value,
                        expected: "one of " + AnalysisProfile.allCases.map(\.rawValue).joined(separator: ", "))
                }
            case measuringKey:
                measuringDigest = member.value.string
                guard let measuringDigest, isDigest(measuringDigest) else {
                    throw .wrongValue(
                        at: measuringKey, found: member.value, expected: "the 64 hexadecimal digits of a SHA-256")
                }
            case candidatesKey:
                candidatesVersion = member.value.string
                guard candidatesVersion?.isEmpty == false else {
                    throw .wrongValue(
                        at: candidatesKey, found: member.value, expected: "the version of the candidates, a string")
                }
            default: break
            }
        }
        return SceneRule(
            comparisons, profile: profile, measuringDigest: measuringDigest, candidatesVersion: candidatesVersion)
    }

    private static func comparison(
        _ value: JSONValue, at place: String, _ known: [RuleMeasurement]
    ) throws(SceneRuleError.Problem) -> Comparison {
        let members = try members(of: value, at: place, keys: comparisonKeys)
        guard let named = value[measurementKey] else { throw .missing(measurementKey, at: place) }
        guard let name = named.string else {
            throw .wrongValue(at: "\(place).\(measurementKey)", found: named, expected: "the name of a measurement")
        }
        guard let measurement = known.named(name) else {
            throw .unknownMeasurement(name, at: place, known: known.map(\.name))
        }
        let relations = SceneAnalysis.Check.Comparison.all.filter { value[$0.ruleKey] != nil }
        guard relations.count == 1, let threshold = value[relations[0].ruleKey] else {
            throw .relations(members.map(\.key).filter { $0 != measurementKey }, at: place)
        }
        guard case .number = threshold, let number = threshold.real, number.isFinite else {
            throw .wrongValue(at: "\(place).\(relations[0].ruleKey)", found: threshold, expected: "a finite number")
        }
        return Comparison(measurement.name, relations[0], number)
    }

    private static func members(
        of value: JSONValue, at place: String, keys: [String]
    ) throws(SceneRuleError.Problem) -> [JSONValue.Member] {
        guard let members = value.members else { throw .wrongValue(at: place, found: value, expected: "an object") }
        for member in members where !keys.contains(where: { $0.utf8.elementsEqual(member.key.utf8) }) {
            throw .unknownKey(member.key, at: place, known: keys)
        }
        return members
    }

    private static func isDigest(_ text: String) -> Bool {
        text.utf8.count == 64
            && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
}

extension SceneRule {
    package static var schema: JSONSchema {
        .object(
            [ruleKey: .list(of: comparisonSchema, isEmptyAllowed: false)],
            optional: [
                profileKey: .words(AnalysisProfile.self), measuringKey: .hexadecimal, candidatesKey: .string,
            ])
    }

    /// The schema of a comparison: a measurement and exactly one threshold.
    package static var comparisonSchema: JSONSchema {
        .anyOf(
            SceneAnalysis.Check.Comparison.all.map { relation in
                .object([
                    measurementKey: .words(RuleMeasurement.known.map(\.name)), relation.ruleKey: .number,
                ])
            })
    }
}

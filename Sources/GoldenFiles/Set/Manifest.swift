package import DepthAnalysis
internal import PlainText

/// What holds for a whole golden set: where its inputs are, which tolerances are allowed, which goldens may be absent.
package struct Manifest: Sendable, Hashable {
    /// The file's name in the set's folder.
    package static let fileName = "manifest.json"

    /// What holds for one profile.
    package struct ProfileRules: Sendable, Hashable {
        /// The tolerance of each field that has one; all others are compared exactly.
        package var tolerances: [String: Tolerance] = [:]
        /// The inputs that have no golden of this profile, each with the reason.
        package var withoutGolden: [String: String] = [:]
    }

    /// The folder of the inputs, relative to that of the manifest.
    package var fixtures: String
    /// The rules of the server's goldens. Their numbers have no tolerance.
    package var server: ProfileRules
    /// The rules of the client's goldens.
    package var client: ProfileRules

    /// The rules of a profile.
    package func rules(_ profile: AnalysisProfile) -> ProfileRules {
        switch profile {
        case .server: server
        case .client: client
        }
    }

    init(_ json: JSONValue) throws(GoldenFormatError) {
        var reader = try MemberReader(json, path: "")
        let schema = try reader.whole("schema_version")
        guard schema == GoldenCase.schemaVersion else {
            throw GoldenFormatError("schema_version is \(schema), expected \(GoldenCase.schemaVersion)")
        }
        fixtures = try reader.string("fixtures")
        var profiles = try MemberReader(try reader.value("profiles"), path: "profiles")
        server = try Self.rules(try profiles.value("server"), "profiles.server")
        client = try Self.rules(try profiles.value("client"), "profiles.client")
        guard server.tolerances.isEmpty else {
            throw GoldenFormatError(
                "profiles.server.tolerances is not empty: the server's numbers are compared bit for bit")
        }
        try profiles.finish()
        try reader.finish()
    }

    private static func rules(_ json: JSONValue, _ path: String) throws(GoldenFormatError) -> ProfileRules {
        var reader = try MemberReader(json, path: path)
        var rules = ProfileRules()
        let tolerances = try reader.value("tolerances")
        for member in try reader.expect(tolerances, "tolerances", "an object", \.members) {
            let field = Field.named(member.key)
            guard field?.kind == .real || field?.kind == .reals else {
                throw GoldenFormatError("\(path).tolerances.\(member.key): only real numbers can have a tolerance")
            }
            rules.tolerances[member.key] = try tolerance(member.value, "\(path).tolerances.\(member.key)")
        }
        let exceptions = try reader.value("without_golden")
        for member in try reader.expect(exceptions, "without_golden", "an object", \.members) {
            rules.withoutGolden[member.key] = try reader.expect(
                member.value, "without_golden.\(member.key)", "the reason, as a string", \.string)
        }
        try reader.finish()
        return rules
    }

    private static func tolerance(_ json: JSONValue, _ path: String) throws(GoldenFormatError) -> Tolerance {
        var reader = try MemberReader(json, path: path)
        func limit(_ key: String) throws(GoldenFormatError) -> Double? {
            guard let value = reader.optional(key) else { return nil }
            let limit = try reader.expect(value, key, "a number", \.real)
            guard limit.isFinite, limit >= 0 else { throw GoldenFormatError("\(path).\(key) is not a limit: \(limit)") }
            return limit
        }
        var tolerance = Tolerance()
        if let ulp = try reader.optionalWhole("ulp") {
            guard ulp >= 0 else { throw GoldenFormatError("\(path).ulp is not a limit: \(ulp)") }
            tolerance.ulp = UInt64(ulp)
        }
        tolerance.absolute = try limit("absolute")
        tolerance.relative = try limit("relative")
        guard !tolerance.isExact else { throw GoldenFormatError("\(path) has none of ulp, absolute and relative") }
        try reader.finish()
        return tolerance
    }
}

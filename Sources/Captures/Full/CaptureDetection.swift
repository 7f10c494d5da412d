/// The part `detection` of a full capture, reduced to what affects the server's response: U+0000 in stored texts.
struct CaptureDetection: Sendable, Hashable {
    /// Whether a stored text or name contains U+0000, which the server's database rejects.
    private(set) var containsNul = false
    /// Whether types that are not modelled decide whether the server can read this, or stores a text.
    private var isDoubtful = false

    /// Whether the effect on the answer is known.
    var isModelled: Bool { !(containsNul && isDoubtful) }

    static let partName = "detection"

    /// Decodes JSON by the server's rules.
    init(json: [UInt8]) throws(ServerJSONError) {
        var reader = ServerJSONReader(json)
        try reader.object(Member.self) { (reader, member) throws(ServerJSONError) in
            switch member {
            case .computedAt: try readTime(&reader)
            case .processingTime: _ = try reader.integer(Int64.self)
            default:
                _ = try reader.optional { (reader) throws(ServerJSONError) in try readResult(member, &reader) }
            }
        }
        try reader.end()
    }

    private mutating func readTime(_ reader: inout ServerJSONReader) throws(ServerJSONError) {
        let start = reader.position
        let text = try reader.string()
        guard CaptureTimestamp(text) == nil else { return }
        // The server's library reads more forms of a time, which are not modelled.
        let isTime = text.unicodeScalars.allSatisfy {
            $0.properties.isWhitespace || "0123456789+-\u{2212}:.TtUuCcZz".unicodeScalars.contains($0)
        }
        guard isTime else { throw .shape(.notString, offset: start) }
        isDoubtful = true
    }

    private mutating func readResult(_ kind: Member, _ reader: inout ServerJSONReader) throws(ServerJSONError) {
        let first = try reader.nextByte()
        reader.hasSkippedNul = false
        guard let required = kind.requiredMembers, first == UInt8(ascii: "{") else {
            let start = reader.position
            try reader.skipValue()
            // Every known result has these members.
            let names = JSONMemberNames.names(in: Array(reader.bytes[start..<reader.position]))
            guard first == UInt8(ascii: "[") || names.contains(ResultMember.computedAt.rawValue) else {
                throw .shape(.missingMember(ResultMember.computedAt.rawValue), offset: reader.position)
            }
            if reader.hasSkippedNul { (containsNul, isDoubtful) = (true, true) }
            return
        }
        var seen: Set<ResultMember> = []
        try reader.object(ResultMember.self) { (reader, member) throws(ServerJSONError) in
            seen.insert(member)
            guard required.contains(member) || member == kind.mapMember || member == .reason else {
                return try reader.skipValue()
            }
            try read(member, &reader)
        }
        if let missing = required.subtracting(seen).first {
            throw .shape(.missingMember(missing.rawValue), offset: reader.position)
        }
    }

    private mutating func read(_ member: ResultMember, _ reader: inout ServerJSONReader) throws(ServerJSONError) {
        switch member {
        case .computedAt: try readTime(&reader)
        case .algorithmVersion: if try reader.string().containsNul { containsNul = true }
        case .reason: if try reader.optionalString()?.containsNul == true { containsNul = true }
        case .classification, .confidenceLevel, .status:
            // One of a few words, not all of which are known.
            let word = try reader.string()
            if word.containsNul { containsNul = true }
            if !["real_scene", "high", "success"].contains(word) { isDoubtful = true }
        case .confidence, .overallConfidence: _ = try reader.binary64()
        case .isRecaptured, .isPrimaryValid, .doAgree: _ = try reader.boolean()
        case .analysisTime: _ = try reader.integer(Int64.self)
        case .classifications, .breakdown:
            _ = try reader.optional { (reader) throws(ServerJSONError) in
                try reader.entries { (reader, name) throws(ServerJSONError) in
                    if name.containsNul { containsNul = true }
                    reader.hasSkippedNul = false
                    if member == .classifications { _ = try reader.binary64() } else { try reader.skipValue() }
                    if reader.hasSkippedNul { (containsNul, isDoubtful) = (true, true) }
                }
            }
        }
    }

    /// The members in the server's declaration order. The server also accepts an array of the values in this order
    /// instead of the object.
    private enum Member: String, ServerJSONMember {
        case moire, texture, artifacts
        case confidence = "aggregated_confidence"
        case crossValidation = "cross_validation"
        case computedAt = "computed_at"
        case processingTime = "total_processing_time_ms"

        var absence: ServerJSONAbsence {
            switch self {
            case .computedAt, .processingTime: .error
            default: .null
            }
        }

        /// Nil for a result whose type is not modelled.
        var requiredMembers: Set<ResultMember>? {
            let common: Set<ResultMember> = [.analysisTime, .algorithmVersion, .computedAt, .status]
            return switch self {
            case .texture: common.union([.classification, .confidence, .isRecaptured])
            case .confidence:
                common.union([.overallConfidence, .confidenceLevel, .isPrimaryValid, .doAgree])
            default: nil
            }
        }

        var mapMember: ResultMember { self == .texture ? .classifications : .breakdown }
    }

    /// The members of `texture` and `aggregated_confidence`.
    private enum ResultMember: String, ServerJSONMember {
        case classification, confidence, status
        case isRecaptured = "is_likely_recaptured"
        case classifications = "all_classifications"
        case reason = "unavailability_reason"
        case overallConfidence = "overall_confidence"
        case confidenceLevel = "confidence_level"
        case isPrimaryValid = "primary_signal_valid"
        case doAgree = "supporting_signals_agree"
        case breakdown = "method_breakdown"
        case analysisTime = "analysis_time_ms"
        case algorithmVersion = "algorithm_version"
        case computedAt = "computed_at"

        var absence: ServerJSONAbsence { .null }
    }
}

extension String {
    /// Whether the string contains U+0000. JSON allows it; the server's database does not.
    var containsNul: Bool { utf8.contains(0) }
}

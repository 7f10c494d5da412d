/// The part `detection` of a full capture, as far as the answer depends on it: the server stores its texts.
///
/// The members of the five nested objects are not known here: each of their texts counts as stored.
struct CaptureDetection: Sendable, Hashable {
    /// Whether a text holds U+0000, which the database refuses.
    private(set) var hasNul = false

    static let partName = "detection"

    /// Reads JSON as the server does.
    init(json: [UInt8]) throws(ServerJSONError) {
        var reader = ServerJSONReader(json)
        try reader.object(Member.self) { (reader, member) throws(ServerJSONError) in
            switch member {
            case .computedAt: if try reader.string().hasNul { hasNul = true }
            case .processingTime: _ = try reader.integer(Int64.self)
            default:
                reader.hasSkippedNul = false
                try reader.skipValue()
                if reader.hasSkippedNul { hasNul = true }
            }
        }
        try reader.end()
    }

    /// In the order of the server's type.
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
    }
}

extension String {
    /// Whether U+0000 is in it, which a text in JSON may be but not one in the server's database.
    var hasNul: Bool { utf8.contains(0) }
}

/// The part `detection` of a full capture, reduced to what affects the server's response.
///
/// The server stores every text in this part, so all texts in the five nested objects are checked, whatever their key.
struct CaptureDetection: Sendable, Hashable {
    /// Whether a text contains U+0000, which the server's database rejects.
    private(set) var containsNul = false

    static let partName = "detection"

    /// Decodes JSON by the server's rules.
    init(json: [UInt8]) throws(ServerJSONError) {
        var reader = ServerJSONReader(json)
        try reader.object(Member.self) { (reader, member) throws(ServerJSONError) in
            switch member {
            case .computedAt: if try reader.string().containsNul { containsNul = true }
            case .processingTime: _ = try reader.integer(Int64.self)
            default:
                reader.hasSkippedNul = false
                try reader.skipValue()
                if reader.hasSkippedNul { containsNul = true }
            }
        }
        try reader.end()
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
    }
}

extension String {
    /// Whether the string contains U+0000. JSON allows it; the server's database does not.
    var containsNul: Bool { utf8.contains(0) }
}

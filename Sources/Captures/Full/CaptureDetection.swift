/// The part `detection` of a full capture, reduced to what affects the server's response: U+0000 in stored texts.
struct CaptureDetection: Sendable, Hashable {
    /// Whether a stored text or name contains U+0000, which the server's database rejects.
    fileprivate(set) var containsNul = false
    /// Whether the server's reading of this part, or its storing of a text, depends on types that are not modelled.
    fileprivate var isDoubtful = false

    var isModelled: Bool { !(containsNul && isDoubtful) }

    static let partName = "detection"

    init(json: [UInt8]) throws(ServerJSONError) {
        var reader = ServerJSONReader(json)
        try reader.object(Self.members, into: &self)
        try reader.end()
    }

    fileprivate mutating func readTime(_ reader: inout ServerJSONReader) throws(ServerJSONError) {
        let start = reader.position
        let text = try reader.string()
        guard CaptureTimestamp(text) == nil else { return }
        // The server's library also reads other forms of a time, which are not modelled.
        let isTime = text.unicodeScalars.allSatisfy {
            $0.properties.isWhitespace || "0123456789+-\u{2212}:.TtUuCcZz".unicodeScalars.contains($0)
        }
        guard isTime else { throw .shape(.notString, offset: start) }
        isDoubtful = true
    }

    fileprivate mutating func readResult(
        _ members: [ServerJSONMember<Self>]?, _ reader: inout ServerJSONReader
    ) throws(ServerJSONError) {
        let first = try reader.nextByte()
        reader.hasSkippedNul = false
        guard let members, first == UInt8(ascii: "{") else {
            let start = reader.position
            try reader.skipValue()
            // Every kind of result has the member `computed_at`.
            let names = JSONMemberNames.names(in: Array(reader.bytes[start..<reader.position]))
            guard first == UInt8(ascii: "[") || names.contains("computed_at")
            else { throw .shape(.missingMember("computed_at"), offset: reader.position) }
            if reader.hasSkippedNul { (containsNul, isDoubtful) = (true, true) }
            return
        }
        try reader.object(members, into: &self)
    }

    fileprivate mutating func note(_ text: String) { if text.containsNul { containsNul = true } }

    static let members: [ServerJSONMember<Self>] = [
        .result("moire", of: nil), .result("texture", of: common + texture), .result("artifacts", of: nil),
        .result("aggregated_confidence", of: common + confidence), .result("cross_validation", of: nil),
        ServerJSONMember("computed_at") { (detection, reader) throws(ServerJSONError) in
            try detection.readTime(&reader)
        },
        ServerJSONMember("total_processing_time_ms", ignoring: ServerJSONType<Int64>.integer, .error),
    ]

    private static let common: [ServerJSONMember<Self>] = [
        ServerJSONMember("analysis_time_ms", ignoring: ServerJSONType<Int64>.integer, .error),
        ServerJSONMember("algorithm_version") { (detection, reader) throws(ServerJSONError) in
            detection.note(try reader.string())
        },
        ServerJSONMember("computed_at") { (detection, reader) throws(ServerJSONError) in
            try detection.readTime(&reader)
        },
        .word("status"),
        ServerJSONMember("unavailability_reason", .null) { (detection, reader) throws(ServerJSONError) in
            try detection.note(ServerJSONType.optional(.string).read(&reader) ?? "")
        },
    ]

    private static let texture: [ServerJSONMember<Self>] = [
        .word("classification"), ServerJSONMember("confidence", ignoring: .binary64, .error),
        ServerJSONMember("is_likely_recaptured", ignoring: .flag, .error),
        .map("all_classifications") { (reader) throws(ServerJSONError) in _ = try reader.binary64() },
    ]

    private static let confidence: [ServerJSONMember<Self>] = [
        ServerJSONMember("overall_confidence", ignoring: .binary64, .error), .word("confidence_level"),
        ServerJSONMember("primary_signal_valid", ignoring: .flag, .error),
        ServerJSONMember("supporting_signals_agree", ignoring: .flag, .error),
        .map("method_breakdown") { (reader) throws(ServerJSONError) in try reader.skipValue() },
    ]
}

extension ServerJSONMember<CaptureDetection> {
    fileprivate static func result(_ name: String, of members: [ServerJSONMember]?) -> Self {
        ServerJSONMember(name, .null) { (detection, reader) throws(ServerJSONError) in
            _ = try reader.optional { (reader) throws(ServerJSONError) in try detection.readResult(members, &reader) }
        }
    }

    /// A member whose value must be one of a few words. Not all of these words are known.
    fileprivate static func word(_ name: String) -> Self {
        ServerJSONMember(name) { (detection, reader) throws(ServerJSONError) in
            let word = try reader.string()
            detection.note(word)
            if !["real_scene", "high", "success"].contains(word) { detection.isDoubtful = true }
        }
    }

    fileprivate static func map(
        _ name: String, of read: @escaping @Sendable (inout ServerJSONReader) throws(ServerJSONError) -> Void
    ) -> Self {
        ServerJSONMember(name, .null) { (detection, reader) throws(ServerJSONError) in
            _ = try reader.optional { (reader) throws(ServerJSONError) in
                try reader.entries { (reader, name) throws(ServerJSONError) in
                    detection.note(name)
                    reader.hasSkippedNul = false
                    try read(&reader)
                    if reader.hasSkippedNul { (detection.containsNul, detection.isDoubtful) = (true, true) }
                }
            }
        }
    }
}

extension String { var containsNul: Bool { utf8.contains(0) } }

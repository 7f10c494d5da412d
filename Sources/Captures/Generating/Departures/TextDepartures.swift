internal import Support

extension Departure {
    static let texts: [Departure] = [
        Departure("text-mark", "CAP-020", "a byte order mark and its encoding", .full, mayDiffer: true) {
            draft, random in
            let (mark, encoding) = random.pick(marks)
            draft.jsonEdits.append { $0 = mark + encoding($0) }
            if random.below(2) == 0 { draft.setMetadataType("application/json; charset=latin1") }
        },
        Departure("text-mark-other", "CAP-020", "a byte order mark before another encoding", .full, mayDiffer: true) {
            draft, random in
            let mark = random.bytes([
                [0xFF, 0xFE], [0xFE, 0xFF], [0xEF, 0xBB], [0xEF, 0xBB, 0xBF, 0xEF, 0xBB, 0xBF],
            ])
            draft.jsonEdits.append { $0 = mark + $0 }
        },
        Departure("text-charset", "CAP-021", "a charset and its encoding", .full, mayDiffer: true) { draft, random in
            let (label, encoding) = random.pick(charsets)
            draft.json["device_model"] = .text("é iPhone 15 Pro")
            draft.setMetadataType("application/json; charset=\(label)")
            draft.jsonEdits.append { $0 = encoding($0) }
        },
        Departure("text-windows", "CAP-021 CAP-031", "a byte that differs between charsets", .full, mayDiffer: true) {
            draft, random in
            let byte: UInt8 = random.pick([0x80, 0x81, 0x85, 0x91, 0x9F, 0xA0, 0xE9])
            draft.json["device_model"] = .raw([0x22, byte, 0x22])
            draft.setMetadataType(
                "application/json; charset=\(random.pick(["iso-8859-1", "latin1", "us-ascii", "windows-1252"]))")
        },
        Departure("text-charset-other", "CAP-021 CAP-023", "a charset that is not the encoding", .full, mayDiffer: true)
        {
            draft, random in
            draft.json["device_model"] = .text(random.pick(["é", "iPhone 15 Pro", "\u{20AC}\u{81}"]))
            let labels = ["latin1", "utf-16le", "UTF-16", "windows-1252", "ascii", "utf-8"]
            draft.setMetadataType("application/json; charset=\(random.pick(labels))")
        },
        Departure(
            "text-charset-unknown", "CAP-023", "an unknown charset, or a malformed content type", .full, mayDiffer: true
        ) {
            draft, random in
            draft.json["device_model"] = .text("é")
            draft.setMetadataType(
                random.pick([
                    "application/json; charset=utf-9", "application/json; charset=\"\"",
                    "application/json ;charset=latin1",
                    "; charset=latin1", "application/json; charset=latin1,", "application/json; charset=é",
                    "application/json; x=y; charset=utf-8; charset=latin1", "application/json; xcharset=latin1", "",
                ]))
        },
        Departure("text-charset-not-modelled", "CAP-022", "a charset that is not modelled", .full, mayDiffer: true) {
            draft, random in
            draft.setMetadataType(
                "application/json; charset=\(random.pick(["shift_jis", "gbk", "iso-8859-2", "hz-gb-2312"]))")
        },
        Departure("text-ill-formed", "CAP-023", "bytes outside texts that are not UTF-8", .full, mayDiffer: true) {
            draft, random in
            let bytes = random.bytes([[0xFF], [0xC3], [0xED, 0xA0, 0x80]])
            draft.jsonEdits.append { $0.insert(contentsOf: bytes, at: max(0, $0.count - 1)) }
        },
    ]

    static let detections: [Departure] = [
        detection(
            "detection", "CAP-018", "a detection",
            [
                plain, "{", "[]", "null", "", "x", #"{"computed_at":"x","total_processing_time_ms":3}"#,
                #"{"computed_at":"2026-03-01T12:00:00Z"}"#, with(#""texture":\#(texture())"#), with(#""moire":null"#),
                with(#""moire":{"computed_at":"2026-03-01T12:00:00Z"}"#),
            ]),
        detection(
            "detection-nul", "CAP-047 CAP-045", "U+0000 in a text of a detection that the server stores",
            [
                with(#""texture":\#(texture(#""unavailability_reason":"a\u0000""#))"#),
                with(#""texture":\#(texture(#""all_classifications":{"a\u0000":0.5}"#))"#),
                with(#""aggregated_confidence":\#(aggregated(#""method_breakdown":{"\u0000":{}}"#))"#),
                with(#""aggregated_confidence":\#(aggregated(#""unavailability_reason":"\u0000""#))"#),
            ]),
        detection(
            "detection-nul-unread", "CAP-046 CAP-018", "U+0000 in a text of a detection that the server does not store",
            [
                with(#""x":"\u0000""#), with(#""texture":\#(texture(#""x":"\u0000""#))"#),
                with(#""texture":{"unavailability_reason":"\u0000"}"#),
                #"{"computed_at":"\u0000","total_processing_time_ms":3}"#,
                #"{"computed_at":"2026-03-01T12:00:00Z","total_processing_time_ms":"3","x":"\u0000"}"#,
                with(#""texture":\#(texture(#""unavailability_reason":"\u0000","confidence":"1""#))"#),
                with(#""moire":{"\u0000":1}"#),
            ]),
        Departure("detection-twice", "CAP-018 CAP-005", "two detections", .full, mayDiffer: true) { draft, random in
            var details = [
                with(#""texture":\#(texture(#""unavailability_reason":"\u0000""#))"#), random.pick([plain, "{", ""]),
            ]
            if random.below(2) == 0 { details.reverse() }
            for detail in details { draft.addPart("detection", Array(detail.utf8)) }
        },
    ]

    private static func detection(_ id: String, _ rules: String, _ text: String, _ values: [String]) -> Departure {
        Departure(id, rules, text, .full, mayDiffer: true) { draft, random in
            draft.addPart("detection", Array(random.pick(values).utf8))
        }
    }

    private static let plain = with("\"x\":1")

    private static func with(_ member: String) -> String {
        #"{"computed_at":"2026-03-01T12:00:00Z","total_processing_time_ms":3,\#(member)}"#
    }

    private static let common =
        #""analysis_time_ms":5,"algorithm_version":"1","computed_at":"2026-03-01T12:00:00Z","status":"success""#

    private static func texture(_ member: String = "\"x\":1") -> String {
        #"{\#(common),"classification":"real_scene","confidence":0.5,"is_likely_recaptured":false,\#(member)}"#
    }

    private static func aggregated(_ member: String) -> String {
        #"{\#(common),"overall_confidence":1,"confidence_level":"high","primary_signal_valid":true,"#
            + #""supporting_signals_agree":true,\#(member)}"#
    }

    private typealias Encoding = @Sendable ([UInt8]) -> [UInt8]

    private static let utf16LittleEndian: Encoding = { bytes in
        String(decoding: bytes, as: UTF8.self).utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    }
    private static let utf16BigEndian: Encoding = { bytes in
        String(decoding: bytes, as: UTF8.self).utf16.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    }
    /// Other characters than those of Latin 1 become `?`.
    private static let latin1: Encoding = { bytes in
        String(decoding: bytes, as: UTF8.self).unicodeScalars.map { UInt8(exactly: $0.value) ?? UInt8(ascii: "?") }
    }

    private static let marks: [(mark: [UInt8], encoding: Encoding)] = [
        ([0xEF, 0xBB, 0xBF], { $0 }), ([0xFF, 0xFE], utf16LittleEndian), ([0xFE, 0xFF], utf16BigEndian),
    ]
    private static let charsets: [(label: String, encoding: Encoding)] = [
        ("utf-8", { $0 }), ("\"UTF8\"", { $0 }), ("utf-16le", utf16LittleEndian), ("\"utf-16BE\"", utf16BigEndian),
        ("UTF-16", utf16LittleEndian), ("iso-8859-1", latin1), ("\" latin1 \"", latin1), ("Windows-1252", latin1),
        ("us-ascii", latin1), ("utf-8; charset=latin1", { $0 }),
    ]
}

extension InputDraft {
    mutating func addPart(_ name: String, _ content: [UInt8]) {
        multipart.parts.append(MultipartDraft.part("form-data; name=\"\(name)\"", "application/json", .bytes(content)))
    }

    mutating func setMetadataType(_ contentType: String) {
        for index in multipart.parts.indices {
            guard case .metadata = multipart.parts[index].content, multipart.parts[index].lines.count > 1
            else { continue }
            multipart.parts[index].lines[1] = Array("Content-Type: \(contentType)".utf8)
        }
    }
}

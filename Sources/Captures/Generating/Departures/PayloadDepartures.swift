internal import Support

extension Departure {
    static let payloads: [Departure] = [
        values(
            "mode", "CAP-154", "another capture mode", .hashOnly, at: "capture_mode",
            ["HASH_ONLY", "hash-only", "", "full", "hash_only ", "hash_only\0"].map(JSONDraft.text)),
        values(
            "media-hash-length", "CAP-155", "a media hash of another length", .hashOnly, at: "media_hash",
            [String(mediaHash.dropLast()), mediaHash + "0", " " + mediaHash, mediaHash + "\n", ""].map(JSONDraft.text)),
        values(
            "media-hash-digits", "CAP-156", "other characters in the media hash", .hashOnly, at: "media_hash",
            [
                mediaHash.uppercased(), "g" + mediaHash.dropFirst(), String(repeating: "é", count: 32),
                "0x" + mediaHash.dropFirst(2), mediaHash.dropLast() + " ", String(repeating: "0", count: 64),
            ].map { JSONDraft.text(String($0)) }),
        values(
            "media-type", "CAP-157", "another media type", .hashOnly, at: "media_type",
            ["video", "Photo", "photo ", "image", "", "PHOTO"].map(JSONDraft.text)),
        Departure("video", "CAP-158 CAP-181", "a video", .hashOnly) { draft, random in
            draft.setVideo()
            if random.below(3) == 0 { draft.json["temporal_depth_analysis"] = temporal }
        },
        Departure("video-missing", "CAP-158", "a video that lacks a member", .hashOnly) { draft, random in
            draft.setVideo()
            let names = ["hash_chain", "frame_count", "duration_ms"]
            draft.json[random.pick(names)] = random.pick([nil, .null])
            if random.below(3) == 0 { draft.json[random.pick(names)] = nil }
        },
        Departure("video-counts", "CAP-159", "frames or milliseconds at their bounds", .hashOnly) { draft, random in
            draft.setVideo()
            if random.below(4) == 0 { draft.json["media_type"] = .text("photo") }
            draft.json[random.pick(["frame_count", "duration_ms"])] = .raw(
                random.pick(["0", "1", "-1", "2147483647", "2147483648", "-2147483648", "1.0", "\"1\""]))
        },
        Departure("video-chain", "CAP-107 CAP-114", "a hash chain or analysis of another shape", .hashOnly) {
            draft, random in
            draft.setVideo()
            draft.json["temporal_depth_analysis"] = temporal
            let paths = draft.json.paths.filter { $0.hasPrefix("hash_chain") || $0.hasPrefix("temporal") }
            // If the payload is an array, there are no paths.
            guard !paths.isEmpty else { return }
            draft.json[random.pick(paths)] = random.pick([nil, .null, .raw("1"), .text("x"), .array([])])
        },
        values(
            "algorithm-version", "CAP-160", "a version that is empty or blank", .hashOnly,
            at: "depth_analysis.algorithm_version",
            ["", " ", "\u{3000}", "\0"].map(JSONDraft.text)),
        values(
            "layers", "CAP-161", "a number of layers at its bound", .hashOnly, at: "depth_analysis.depth_layers",
            ["0", "-1", "1", "2147483647", "-2147483648"].map { JSONDraft.raw($0) }),
        values(
            "coherence", "CAP-162", "a coherence at its bounds", .hashOnly, at: "depth_analysis.edge_coherence",
            [
                "0", "1", "-0.0", "-1e-45", "-1e-46", "1.00000001", "1.00000005", "1.0000001192", "1e39", "-0",
                "1e-500", "2",
            ].map { JSONDraft.raw($0) }),
        values(
            "assertion-empty", "CAP-164", "a blank assertion of a payload", .hashOnly, at: "assertion",
            ["", " ", "\u{3000}\n", "\u{200B}", "\u{1F}"].map(JSONDraft.text)),
        Departure("scene", "CAP-170", "a payload whose phone found no scene", .hashOnly) { draft, random in
            draft.json["depth_analysis.is_likely_real_scene"] = .flag(false)
            draft.json["depth_analysis.depth_layers"] = .number(random.below(10))
        },
        Departure("payload-nul", "CAP-168", "U+0000 in a text of a payload", .hashOnly, mayDiffer: true) {
            draft, random in
            let stored = [
                "metadata.device_model", "metadata_flags.location_level", "metadata_flags.timestamp_level",
                "metadata_flags.device_info_level",
            ]
            let others = ["metadata.timestamp", "depth_analysis.algorithm_version", "x"]
            draft.json[random.pick(stored + others)] = .text(random.pick(["\0", "a\0b"]))
        },
        Departure("payload-text", "CAP-182 AST-036", "characters that writers of JSON and HTML escape", .hashOnly) {
            draft, random in
            let paths = [
                "metadata.device_model", "metadata.timestamp", "metadata_flags.location_level",
                "depth_analysis.algorithm_version",
            ]
            // Changes all members at once, because each JSON writer escapes other characters.
            for path in paths {
                draft.json[path] = .text(random.pick(oddTexts) + random.pick(oddTexts) + random.pick(oddTexts))
            }
        },
        Departure("payload-metadata", "CAP-171 CAP-180", "other metadata of a payload", .hashOnly) { draft, random in
            draft.json["metadata"] = random.pick([
                .object([]), .of([("location", .null), ("timestamp", .null), ("device_model", .null)]),
                .of([("timestamp", .text("t")), ("device_model", .text(""))]),
                .of([("location", .of([("latitude", .number(1000)), ("longitude", .number(-1000))]))]),
                .of([
                    (
                        "location",
                        .of([
                            ("latitude", .number(1)), ("longitude", .number(2)), ("altitude", .null),
                            ("accuracy", .raw("0.5")),
                        ])
                    )
                ]),
                .of([("location", .of([("city", .text("Oslo"))]))]), .of([("deviceModel", .text("x"))]),
            ])
        },
        Departure("payload-flags", "CAP-172 CAP-171", "other flags", .hashOnly) { draft, random in
            for name in ["location_included", "timestamp_included", "device_info_included"] where random.below(2) == 0 {
                draft.json["metadata_flags.\(name)"] = .flag(random.below(2) == 0)
            }
            draft.json["metadata_flags.\(random.pick(["location_level", "timestamp_level"]))"] = .text(
                random.pick(["", "?", "x"]))
        },
        Departure("payload-location", "CAP-173", "a location at a level", .hashOnly) { draft, random in
            draft.json["metadata_flags.location_included"] = .flag(true)
            draft.json["metadata_flags.location_level"] = .text(
                random.pick(["coarse", "precise", "Coarse", "none", "coarse "]))
            let (latitude, longitude) = random.pick([
                ("-33.86785", "151.20732"), ("0.05", "-0.05"), ("0.15", "0.25"), ("1.00005", "-0.00004"),
                ("-0.0", "1e300"), ("2.5", "1e-300"), ("59.95", "179.99995"),
            ])
            draft.json["metadata.location"] = .of([("latitude", .raw(latitude)), ("longitude", .raw(longitude))])
        },
        Departure(
            "payload-changed", "CAP-180 CAP-181 AST-036", "a payload that was changed after it was signed", .hashOnly
        ) {
            draft, random in
            draft.setVideo()
            let (old, new) = random.pick([
                ("\"depth_variance\":1.5", "\"depth_variance\":1.75"), ("\"depth_layers\":4", "\"depth_layers\":5"),
                ("\"frame_count\":3", "\"frame_count\":4"), ("\"max_depth\":5.5", "\"max_depth\":55e-1"),
                ("\"chain_length\":3", "\"chain_length\":9"), ("\"device_model\"", "\"x\":1,\"device_model\""),
                ("\"media_type\":\"video\"", "\"media_type\":\"photo\""), (".250Z\"", ".25Z\""),
                ("\"model_only\"", "\"none\""), ("\"location_included\":false", "\"location_included\":true"),
            ])
            draft.jsonEdits.append { $0 = Array(String(decoding: $0, as: UTF8.self).replacing(old, with: new).utf8) }
        },
        Departure(
            "payload-signed-text", "CAP-182 CAP-183 CAP-180 CAP-184", "the text as other code writes it", .hashOnly
        ) { draft, random in
            draft.json["metadata.device_model"] = .text("é/\u{1F}\u{7F}\u{2028}<&>")
            draft.json["depth_analysis.depth_variance"] = .raw("0.87")
            let (old, new) = random.pick([
                ("/", "\\/"), ("é", "\\u00e9"), ("\\u001f", "\\u001F"), ("\u{7F}", "\\u007f"), ("\u{2028}", "\\u2028"),
                ("<", "\\u003c"), ("&", "\\u0026"), ("0.8700000047683716", "0.87"), ("5.5", "5.50"), (",\"", ", \""),
                ("é", "e\u{301}"),
            ])
            draft.assertion.clientEdits.append {
                $0 = Array(String(decoding: $0, as: UTF8.self).replacing(old, with: new).utf8)
            }
        },
    ]

    static let payloadNumbers: [Departure] = [
        number("number-digits", "CAP-186 CAP-185", "a number of many digits", mayDiffer: true) { random in
            let digits = (0..<(15 + random.below(12))).map { _ in String(random.below(10)) }.joined()
            let place = random.below(4)
            return "\(1 + random.below(9))" + digits.prefix(place) + "." + digits.dropFirst(place)
        },
        number("number-integer", "CAP-187 CAP-185", "an integer of many digits", mayDiffer: true) { random in
            random.pick([
                "9007199254740993", "18446744073709551615", "18446744073709551616", "184467440737095516150",
                "-9223372036854775808",
                "-9223372036854775809", "1152921573326323713", "315185834238518794844", "-0", "16777217", "33554433",
            ])
        },
        number("number-exponent", "CAP-188 CAP-186", "a number with an exponent", mayDiffer: true) { random in
            let digits = (0..<(1 + random.below(18))).map { _ in String(random.below(10)) }.joined()
            let exponent = random.pick([
                -340, -330, -324, -323, -311, -309, -308, -307, -22, 15, 22, 23, 37, 38, 39, 290, 307,
            ])
            return "\(1 + random.below(9)).\(digits)e\(exponent)"
        },
        Departure("number-coordinate", "CAP-186", "coordinates of all digits, as phones write them", .hashOnly) {
            draft, random in
            let coordinates = [180.0, 360.0].map { range in
                JSONDraft.raw((Double(random.next() >> 11) * 0x1p-53 * range - range / 2).description)
            }
            draft.json["metadata.location"] = .of([("latitude", coordinates[0]), ("longitude", coordinates[1])])
        },
        number("number-written", "CAP-183 CAP-184", "a number that is written in another layout") { random in
            random.pick([
                "8", "1e15", "1e16", "1e17", "123456789012345678", "0.00001", "0.00000999", "1e-5", "1e-6", "9.99e-6",
                "-0.0", "0", "0.1", "0.30000000000000004", "5e-324", "2.2250738585072014e-308", "0.87", "16777216.5",
                "3.4028235e38", "3.4028236e38", "4e38", "1e39", "-4e38", "1.1754944e-38", "1e-45", "7e-46",
            ])
        },
    ]

    private static let mediaHash = SHA256Digest.hexadecimal(of: InputDraft.usualPhoto)

    private static let temporal = JSONDraft.of([
        ("keyframe_analyses", .array([InputDraft.analysis])), ("mean_variance", .raw("1.5")),
        ("variance_stability", .raw("0.5")),
        ("temporal_coherence", .raw("0.5")), ("is_likely_real_scene", .flag(true)), ("keyframe_count", .number(1)),
        ("algorithm_version", .text("1.0")),
    ])

    private static func number(
        _ id: String, _ rules: String, _ text: String, mayDiffer: Bool = false,
        _ number: @escaping @Sendable (inout SplitMix64) -> String
    ) -> Departure {
        Departure(id, rules, text, .hashOnly, mayDiffer: mayDiffer) { draft, random in
            let number = number(&random)
            let path = random.pick([
                "depth_analysis.depth_variance", "depth_analysis.min_depth", "depth_analysis.max_depth",
                "metadata.location.latitude", "metadata.location.longitude", "metadata.location.altitude",
            ])
            if path.hasPrefix("metadata") {
                draft.json["metadata.location"] = .of([("latitude", .raw("1.25")), ("longitude", .raw("2.25"))])
            }
            draft.json[path] = .raw(number)
        }
    }
}

extension InputDraft {
    fileprivate mutating func setVideo() {
        json["media_type"] = .text("video")
        json["hash_chain"] = .of([("final_hash", .text("x")), ("chain_length", .number(3))])
        json["frame_count"] = .number(3)
        json["duration_ms"] = .number(100)
    }
}

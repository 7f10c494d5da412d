internal import Support

extension Departure {
    static let metadata: [Departure] = [
        values(
            "model-blank", "CAP-031", "a model of white space alone", .full, at: "device_model",
            [
                "", " ", "\u{0B}\u{0C}", "\u{85}", "\u{A0}", "\u{1680}", "\u{200A}", "\u{2029}", "\u{202F}", "\u{205F}",
                "\u{3000}",
            ].map(JSONDraft.text)),
        values(
            "model-not-blank", "CAP-031", "a model that only looks blank", .full, at: "device_model",
            ["\u{1C}", "\u{1F}", "\u{200B}", "\u{FEFF}", "\u{180E}", "\u{2060}", "\u{2800}"].map(JSONDraft.text)),
        values(
            "model-nul", "CAP-045", "U+0000 in the model", .full, at: "device_model", mayDiffer: true,
            ["iPhone\0", "\0"].map(JSONDraft.text)),
        values(
            "model-text", "CAP-182 CAP-088", "characters in the model that writers escape or compose", .full,
            at: "device_model", oddTexts.map(JSONDraft.text)),
        values(
            "hash-case", "CAP-033 AST-035", "capital digits in the photo's hash", .full, at: "photo_hash",
            [hash.uppercased(), hash.prefix(32).uppercased() + hash.dropFirst(32)].map(JSONDraft.text)),
        values(
            "hash-length", "CAP-032", "a photo hash of another length", .full, at: "photo_hash",
            [
                "", String(hash.dropLast()), hash + "0", hash + hash, String(repeating: " ", count: 64),
                hash + "\u{1F}", hash + "\u{200B}",
            ].map(JSONDraft.text)),
        values(
            "hash-digits", "CAP-033", "64 bytes that are not hexadecimal digits", .full, at: "photo_hash",
            [
                "g" + hash.dropFirst(), "0x" + hash.dropFirst(2), "\u{FF11}" + hash.dropFirst(3),
                hash.prefix(31) + " " + hash.dropFirst(32), String(repeating: "é", count: 32),
            ].map { JSONDraft.text(String($0)) }),
        values(
            "hash-padded", "CAP-041", "white space around the photo's hash", .full, at: "photo_hash",
            [" " + hash, hash + "\n", "\u{A0}" + hash, hash + "\u{3000}", "\t" + hash + "\r\n"].map(JSONDraft.text)),
        values(
            "hash-other", "CAP-042", "the hash of something else", .full, at: "photo_hash",
            [
                String(repeating: "0", count: 64), String(hash.dropLast()) + (hash.last == "0" ? "1" : "0"),
                SHA256Digest.hexadecimal(of: SHA256Digest.bytes(of: InputDraft.usualPhoto)),
            ].map(JSONDraft.text)),
        Departure("photo-other", "CAP-042", "another photo than the hash's", .full) { draft, random in
            let more: [UInt8] = [random.pick([0, 0x0A, 0x0D, 0x20])]
            draft.photo = random.bytes([draft.photo + more, more + draft.photo, [0x78]])
        },
        Departure("photo-ends", "CAP-042 CAP-003", "a photo between bytes that readers of parts remove", .full) {
            draft, random in
            let bytes = random.bytes([[0x0A], [0x0D], [0x0D, 0x0A], [0], [0x20], [0x09], [0x2D, 0x2D], [0, 0, 0]])
            draft.photo = random.below(3) == 0 ? bytes + draft.photo : draft.photo + bytes
            draft.json["photo_hash"] = .text(SHA256Digest.hexadecimal(of: draft.photo))
        },
        Departure("photo-content", "CAP-009", "a photo of any bytes", .full) { draft, random in
            draft.photo = random.bytes([[0x78], [0], Array("\r\n--edg\r\n-".utf8), Array(0...255)])
            draft.json["photo_hash"] = .text(SHA256Digest.hexadecimal(of: draft.photo))
        },
        values(
            "assertion-blank", "CAP-040 CAP-082", "a blank assertion, or none", .full, at: "assertion",
            ["", " ", "\n", "\u{A0}", "\u{3000}\u{2003}"].map(JSONDraft.text) + [.null]),
        values(
            "assertion-not-blank", "CAP-040", "an assertion that only looks blank", .full, at: "assertion",
            ["\u{200B}", "\u{1F}", "\u{FEFF}"].map(JSONDraft.text)),
        Departure("assertion-absent", "CAP-082 CAP-040", "no assertion", .full) { draft, _ in
            draft.json["assertion"] = nil
        },
    ]

    static let dimensions: [Departure] = [
        dimensions(
            "dimensions-zero", "CAP-034", "a width or height at its lower bound",
            [("0", "18"), ("24", "0"), ("0", "0"), ("1", "1"), ("1", "432"), ("0", "1001")]),
        dimensions(
            "dimensions-large", "CAP-035", "a width or height at its upper bound",
            [("1000", "1000"), ("1001", "18"), ("24", "1001"), ("1001", "1001"), ("4294967295", "1")]),
        dimensions(
            "dimensions-integer", "CAP-109", "a width that is not an unsigned integer of 32 bits",
            [
                ("24.0", "18"), ("-0", "18"), ("-1", "18"), ("4294967296", "18"), ("2.4e1", "18"), ("24", "18e0"),
                ("18446744073709551616", "1"),
            ]),
        dimensions(
            "dimensions-other", "CAP-075", "other dimensions than the depth map's",
            [("18", "24"), ("432", "1"), ("25", "18"), ("23", "18"), ("216", "2"), ("256", "192")]),
        dimensions(
            "dimensions-known", "CAP-089", "dimensions near known ones",
            [
                ("246", "182"), ("245", "192"), ("266", "202"), ("267", "192"), ("256", "203"), ("310", "230"),
                ("650", "490"), ("651", "480"), ("374", "278"), ("384", "299"), ("192", "256"),
            ]),
    ]

    /// Members that are only recorded.
    static let evidence: [Departure] = [
        values(
            "model-known", "CAP-088", "a model that is known, or nearly", .full, at: "device_model",
            [
                "iPhone 11 Pro", "iphone12 pro", "IPHONE 13PRO", "my iPhone 17 Pro Max", "iPhone 18 Pro",
                "iPhone 14\tPro", "iPhone 15", "\u{130}Phone 15 Pro", "iP hone1 5P ro", "iPhone\u{A0}15 Pro",
            ].map(JSONDraft.text)),
        location(
            "latitude", "CAP-036", "a latitude at its bounds",
            [
                ("90", "0"), ("-90.0", "0"), ("90.00000000000001", "0"), ("-90.00000000000001", "0"), ("90.1", "0"),
                ("90.000000000000000001", "0"), ("9e1", "0"), ("1e300", "0"),
            ]),
        location(
            "longitude", "CAP-037", "a longitude at its bounds",
            [
                ("0", "180"), ("0", "-180.0"), ("0", "180.00000000000003"), ("0", "-180.00000000000003"), ("0", "-181"),
                ("91", "181"), ("0", "1800e-1"),
            ]),
        location(
            "location-coarse", "CAP-090", "coordinates whose hundredths are halves or zero",
            [
                ("0.125", "-0.125"), ("1.005", "-0.001"), ("9.995", "0.0049999"), ("-0", "0.005"), ("-0.004", "-0.005"),
                ("59.999", "179.995"), ("2.675", "1e-300"), ("0.375", "0.625"), ("1.125", "2.375"), ("10.1", "-10"),
            ]),
        Departure("location-accuracy", "CAP-038", "an altitude and an accuracy", .full) { draft, random in
            let numbers = ["0", "-1e300", "1e300", "-5", "null", "1e-400"].map { JSONDraft.raw($0) }
            draft.json["location.altitude"] = random.pick(numbers)
            draft.json["location.accuracy"] = random.pick(numbers)
        },
        Departure("location-absent", "CAP-107 CAP-090", "no location", .full) { draft, random in
            draft.json["location"] = random.pick([nil, .null])
        },
    ]

    private static let hash = SHA256Digest.hexadecimal(of: InputDraft.usualPhoto)

    /// Characters that writers of JSON and HTML escape, or that change under a Unicode normalisation.
    static let oddTexts = [
        "a<b>&'\u{22}c", "</script>", "\u{2028}\u{2029}", "back\\slash/", "\u{8}\t\n\u{C}\r", "\u{1}\u{1F}",
        "\u{7F}\u{80}", "é", "e\u{301}", "\u{212B}", "\u{FB01}", "\u{1F600}", "\u{FFFD}", "\u{FFFF}", "\u{E000}",
        "\u{10FFFF}", "\u{FEFF}x", "%22+&amp;", "\u{202E}abc",
    ]

    private static func dimensions(
        _ id: String, _ rules: String, _ text: String, _ sides: [(String, String)]
    ) -> Departure {
        Departure(id, rules, text, .full) { draft, random in
            let (width, height) = random.pick(sides)
            draft.json["depth_map_dimensions.width"] = .raw(width)
            draft.json["depth_map_dimensions.height"] = .raw(height)
        }
    }

    private static func location(
        _ id: String, _ rules: String, _ text: String, _ places: [(String, String)]
    ) -> Departure {
        Departure(id, rules, text, .full) { draft, random in
            let (latitude, longitude) = random.pick(places)
            draft.json["location"] = .of([("latitude", .raw(latitude)), ("longitude", .raw(longitude))])
        }
    }
}

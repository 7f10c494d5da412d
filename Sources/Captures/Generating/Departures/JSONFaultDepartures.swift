internal import Support

extension Departure {
    static let jsonFaults: [Departure] = [
        leaf(
            "json-number", "CAP-100", "a malformed number", .number, .capture,
            ["01", "+1", ".5", "1.", "1e", "1e+", "NaN", "Infinity", "-", "--1", "0x10", "1_0", "-01", "1.e1", "00"]),
        leaf(
            "json-number-form", "CAP-100 CAP-109", "a number in another form", .number, .capture,
            ["1E0", "1e+0", "10e-1", "0.0", "-0", "-0.0", "1.0", "0e999", "1e-999"]),
        leaf(
            "json-overflow", "CAP-110", "a number at the bound of binary64", .number, .capture,
            [
                "1e308", "1.7976931348623157e308", "1.7976931348623159e308", "1e309", "-1e400",
                "1e99999999999999999999", "123e-330",
            ]),
        leaf(
            "json-flag", "CAP-108 CAP-100", "another form of true", .flag, .hashOnly,
            ["True", "TRUE", "1", "\"true\"", "t", "truex", "true true", "null"]),
        leaf(
            "json-surrogate", "CAP-111", "surrogates in escapes", .text, .json,
            [
                #""\ud800""#, #""\udc00x""#, #""\ud83d\ude00""#, #""\ude00\ud83d""#, #""\ud83dx""#, #""\uD83D\u0041""#,
                #""\ud83d\n""#,
            ]),
        leaf(
            "json-escape", "CAP-100", "an unknown or cut escape", .text, .json,
            [#""\x41""#, #""\u12G4""#, #""\u12""#, #""\'""#, #""\U00000041""#, #""\""#, #""\ ""#, #""\u 041""#]),
        leaf(
            "json-escape-form", "CAP-100 CAP-182", "escapes of characters that need none", .text, .json,
            [#""\/a\/""#, #""\u0041\u007f""#, #""\b\f\n\r\t\"\\""#, #""\u0000""#, #""\u2028\u00e9""#]),
        leaf(
            "json-control", "CAP-100", "a control character in a text", .text, .json,
            ["\"a\u{1F}\"", "\"\u{0}\"", "\"a\nb\"", "\"\t\"", "\"\u{7F}\u{80}\""]),
        leaf(
            "json-quotes", "CAP-100", "a text without its quotation marks", .text, .json,
            ["a", "'a'", "\"a", "\u{201C}a\u{201D}"]),
        Departure("json-utf8", "CAP-111 CAP-023", "a text that is not UTF-8", .json) { draft, random in
            guard let path = draft.json.path(of: .text, &random) else { return }
            draft.json[path] = .raw([UInt8(ascii: "\"")] + random.pick(ill) + [UInt8(ascii: "\"")])
        },
        Departure("json-unknown-utf8", "CAP-104 CAP-111", "an unknown member that is not UTF-8", .json, mayDiffer: true)
        {
            draft, random in
            let quote = UInt8(ascii: "\"")
            let bytes = [quote] + random.pick(ill) + [quote]
            let isName = random.below(2) == 0
            draft.json.change(at: random.pick(draft.json.objectPaths)) { object in
                object.members.append(
                    .init(name: isName ? bytes : Array("\"x\"".utf8), value: isName ? .null : .raw(bytes)))
            }
        },
        Departure("json-name-surrogate", "CAP-111 CAP-104", "a surrogate in an unknown name", .json, mayDiffer: true) {
            draft, random in
            let name = random.pick([#""\ud800""#, #""\ud83d\ude00""#, #""\udfffx""#])
            draft.json.change(at: random.pick(draft.json.objectPaths)) {
                $0.members.insert(.init(name: Array(name.utf8), value: .null), at: 0)
            }
        },
        Departure("json-after", "CAP-101", "something after the JSON", .json) { draft, random in
            let text = random.pick([" ", "\n", "\t\r\n", "x", "{}", "\0", ",", "null", "\u{A0}", "//"])
            draft.jsonEdits.append { $0 += text.utf8 }
        },
        Departure("json-before", "CAP-102 CAP-020", "something before the JSON", .json) { draft, random in
            let text = random.pick(["\u{FEFF}", " ", "\n", "\u{A0}", "\u{0}", ")]}'", "\u{C}", "\u{85}"])
            draft.jsonEdits.append { $0 = Array(text.utf8) + $0 }
        },
        Departure("json-inside", "CAP-100", "other white space between tokens", .json) { draft, random in
            let text = random.pick(["\u{C}", "\u{A0}", "\u{85}", "\u{2028}", "\u{FEFF}", "\u{B}", "/* */", "#\n"])
            draft.jsonEdits.append { $0.insert(contentsOf: text.utf8, at: min(1, $0.count)) }
        },
        Departure("json-empty", "CAP-102 CAP-100", "no JSON", .json) { draft, random in
            let text = random.pick(["", " ", "\n\n"])
            draft.jsonEdits.append { $0 = Array(text.utf8) }
        },
        Departure("json-cut", "CAP-100", "JSON that is cut off", .json) { draft, random in
            let count = random.pick([1, 2, 3, 40, 300])
            draft.jsonEdits.append { $0 = $0.dropLast(count) }
        },
        Departure("json-comma", "CAP-100", "a comma or a colon too many or too few", .json) { draft, random in
            let (old, new) = random.pick([
                ("}", ",}"), (",", ",,"), (",", ""), ("{", "{,"), (":", "::"), (":", ""), (":", "="), ("}", "]"),
            ])
            draft.jsonEdits.append { bytes in
                let (old, new) = (Array(old.utf8)[0], Array(new.utf8))
                if let index = bytes.lastIndex(of: old) { bytes.replaceSubrange(index...index, with: new) }
            }
        },
        Departure("json-two-faults", "CAP-112", "a fault of shape and one of grammar", .json) { draft, random in
            let path = draft.json.anyPath(&random)
            draft.json[path] = .raw(random.pick(["[]", "1", "\"\"", "[01]", "{\"a\":tru}", "1e999", "\"\\ud800\""]))
            let other = draft.json.anyPath(&random)
            draft.json[other] = .raw(random.pick(["01", "nul", "\"\\x\"", "{", "1.", "null", "1e999"]))
        },
    ]

    private static func leaf(
        _ id: String, _ rules: String, _ text: String, _ leaf: JSONDraft.Leaf,
        _ subject: InputDraft.Subject, _ values: [String]
    ) -> Departure {
        Departure(id, rules, text, subject) { draft, random in
            guard let path = draft.json.path(of: leaf, &random) else { return }
            draft.json[path] = .raw(random.pick(values))
        }
    }

    private static let ill: [[UInt8]] = [
        [0xFF], [0x80], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82], [0xC3],
        [0xF0, 0x80, 0x80, 0x80], [0x61, 0xE9, 0x62],
    ]
}

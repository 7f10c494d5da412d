internal import Support

extension Departure {
    static let jsonForms: [Departure] = [
        Departure("json-order", "CAP-100 CAP-180", "members in another order", .json) { draft, random in
            draft.json.change(at: random.pick(draft.json.objectPaths)) { random.shuffle(&$0.members) }
        },
        Departure("json-space", "CAP-100", "white space around every token", .json) { draft, random in
            draft.space = Array(random.pick([" ", "\n", "\t", "\r", " \r\n\t"]).utf8)
        },
        Departure("json-escapes", "CAP-100 CAP-182", "a text in escapes", .json) { draft, random in
            guard let path = draft.json.path(of: .text, &random), let text = draft.json.text(at: path) else { return }
            let isUpper = random.below(2) == 0
            let escapes = text.utf16.map { unit in
                let digits = Hexadecimal.text(of: [UInt8(unit >> 8), UInt8(truncatingIfNeeded: unit)])
                return "\\u" + (isUpper ? digits.uppercased() : digits)
            }
            draft.json[path] = .raw("\"\(escapes.joined())\"")
        },
        Departure("json-name-escape", "CAP-103", "a name with an escape", .json) { draft, random in
            draft.json.renameMember(&random) { name in
                name.dropFirst().prefix(1).flatMap { Array("\"\\u00\(Hexadecimal.text(of: [$0]))".utf8) }
                    + name.dropFirst(2)
            }
        },
        Departure("json-name-case", "CAP-103 CAP-106", "a name in other letters", .json) { draft, random in
            let isCamel = random.below(2) == 0
            draft.json.renameMember(&random) { name in
                let text = String(decoding: name, as: UTF8.self)
                guard isCamel, text.contains("_") else { return Array(text.uppercased().utf8) }
                let words = text.split(separator: "_")
                return Array((words[0] + words.dropFirst().map(\.capitalised).joined()).utf8)
            }
        },
        unknown(
            "json-unknown", "CAP-104 CAP-103", "an unknown member of any value", mayDiffer: true,
            [
                "1e999", "-0", "[]", "{}", #"{"":{"":[null]}}"#, #""\ud800""#, #""\udc00\ud800""#, #""\u0000""#, "true",
                "123456789012345678901234567890",
                String(repeating: "[", count: 100) + String(repeating: "]", count: 100),
            ]),
        unknown(
            "json-unknown-malformed", "CAP-104 CAP-100", "an unknown member that is malformed",
            ["01", "1.", "[1,]", "nul", "{1:2}", #""\x""#, "\"\u{1F}\"", "[NaN]", "'a'", #"{"a"}"#, "", "-"]),
        Departure("json-unknown-twice", "CAP-103 CAP-105", "an unknown member twice", .json) { draft, random in
            draft.json.change(at: random.pick(draft.json.objectPaths)) {
                $0.members += [
                    .init(name: Array("\"x\"".utf8), value: .null), .init(name: Array("\"x\"".utf8), value: .null),
                ]
            }
        },
        Departure("json-duplicate", "CAP-105", "a known member twice", .json) { draft, random in
            draft.json.changeObject(&random) { members, random in
                var member = random.pick(members)
                if random.below(3) == 0 { member.value = .null }
                members.insert(member, at: random.below(members.count + 1))
            }
        },
        Departure("json-missing", "CAP-106", "a member that is absent", .json) { draft, random in
            draft.json.changeObject(&random) { members, random in members.remove(at: random.below(members.count)) }
        },
        Departure("json-null", "CAP-107", "a member that is null", .json) { draft, random in
            draft.json[draft.json.anyPath(&random)] = .null
        },
        Departure("json-type", "CAP-108", "a value of another type", .json) { draft, random in
            let values = ["1", "\"1\"", "true", "[]", "{}", "1.5", "\"\""]
            draft.json[draft.json.anyPath(&random)] = .raw(random.pick(values))
        },
        Departure("json-integer", "CAP-109", "an integer written otherwise or at its bounds", .capture) {
            draft, random in
            let path =
                draft.kind.subjects.contains(.full) ? "depth_map_dimensions.width" : "depth_analysis.depth_layers"
            draft.json[path] = .raw(
                random.pick([
                    "4.0", "-0", "4e0", "2147483647", "2147483648", "-2147483648", "-2147483649", "4294967296",
                    "18446744073709551616", "-9223372036854775809", "40E-1",
                ]))
        },
        Departure("json-array", "CAP-113", "an object as an array of its members", .json, mayDiffer: true) {
            draft, random in draft.writeArray(at: random.pick(draft.json.objectPaths)) { _ in }
        },
        Departure("json-array-less", "CAP-114", "an array of fewer members", .json, mayDiffer: true) { draft, random in
            let count = 1 + random.below(2)
            draft.writeArray(at: random.pick(draft.json.objectPaths)) { $0.removeLast(min(count, $0.count)) }
        },
        Departure("json-array-more", "CAP-115", "an array of more members", .json, mayDiffer: true) { draft, random in
            let value = random.pick(["null", "0", "{}", "1e999", "01"])
            draft.writeArray(at: random.pick(draft.json.objectPaths)) { $0.append(.raw(value)) }
        },
        Departure("json-top", "CAP-108 CAP-024 CAP-153", "a value that is not an object", .json) { draft, random in
            draft.json = .raw(random.pick(["null", "1", "\"\"", "[]", "true", "[{}]", "{}"]))
        },
    ]

    private static func unknown(
        _ id: String, _ rules: String, _ text: String, mayDiffer: Bool = false, _ values: [String]
    ) -> Departure {
        Departure(id, rules, text, .json, mayDiffer: mayDiffer) { draft, random in
            let value = random.pick(values)
            let place = random.below(100)
            draft.json.change(at: random.pick(draft.json.objectPaths)) { object in
                object.members.insert(
                    .init(name: Array("\"x\"".utf8), value: .raw(value)), at: place % (object.members.count + 1))
            }
        }
    }
}

extension InputDraft {
    /// Writes the object at a path as an array of all its members, in the order of the server's type.
    fileprivate mutating func writeArray(at path: String, _ change: (inout [JSONDraft]) -> Void) {
        let isPayload = kind.subjects.contains(.hashOnly)
        json.change(at: path) { object in
            if isPayload, path.isEmpty {
                for name in ["hash_chain", "temporal_depth_analysis", "frame_count", "duration_ms"]
                where object[name] == nil { object[name] = .null }
            }
            if isPayload, path == "metadata" {
                object = .of([
                    ("location", object["location"] ?? .null), ("timestamp", object["timestamp"] ?? .null),
                    ("device_model", object["device_model"] ?? .null),
                ])
            }
            var elements = object.members.map(\.value)
            change(&elements)
            object = .array(elements)
        }
    }
}

extension JSONDraft {
    enum Leaf { case text, number, flag }

    func path(of leaf: Leaf, _ random: inout SplitMix64) -> String? {
        let found = paths.filter { path in
            guard case .raw(let bytes)? = self[path], let first = bytes.first else { return false }
            return switch leaf {
            case .text: first == UInt8(ascii: "\"")
            case .number: first == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
            case .flag: first == UInt8(ascii: "t") || first == UInt8(ascii: "f")
            }
        }
        return found.isEmpty ? nil : random.pick(found)
    }

    /// The path of a random member. If there are no members, the path leads to none.
    func anyPath(_ random: inout SplitMix64) -> String {
        let found = paths
        return found.isEmpty ? "x.x" : random.pick(found)
    }

    func text(at path: String) -> String? {
        guard case .raw(let bytes)? = self[path] else { return nil }
        return (try? JSONReader.read(bytes, .texts))?.string
    }

    mutating func changeObject(_ random: inout SplitMix64, _ change: (inout [Member], inout SplitMix64) -> Void) {
        self.change(at: random.pick(objectPaths)) { object in
            guard !object.members.isEmpty else { return }
            change(&object.members, &random)
        }
    }

    mutating func renameMember(_ random: inout SplitMix64, _ rename: ([UInt8]) -> [UInt8]) {
        changeObject(&random) { members, random in
            let index = random.below(members.count)
            members[index].name = rename(members[index].name)
        }
    }
}

extension Substring { fileprivate var capitalised: String { prefix(1).uppercased() + dropFirst() } }

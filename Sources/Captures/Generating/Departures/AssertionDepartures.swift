internal import Support

extension Departure {
    static let assertions: [Departure] = bothAssertions { assertion in
        [
            assertion("app", "AST-030 REQ-025", "the assertion of another app", false) { draft, _, random in
                draft.application = random.pick([
                    "ABCDE12345.org.example.other", "ABCDE12345.org.example.Depthcheck", "", "org.example.depthcheck",
                    "XXXXXXXXXX.com.realitycam.app", draft.application.lowercased(), draft.application.uppercased(),
                    draft.application + " ", draft.application + "\0", String(draft.application.dropLast()),
                ])
            },
            assertion("app-hash", "AST-030 REQ-025", "a part of the app's hash", false) { draft, _, random in
                let kept = random.pick([0..<16, 16..<32, 0..<4, 0..<8, 0..<28, 0..<31, 1..<32])
                draft.dataEdits.append { data in
                    for index in data.indices.prefix(32) where !kept.contains(index) { data[index] ^= 0xFF }
                }
            },
            assertion("flags", "AST-031 REQ-025", "other flags", false) { draft, _, random in
                draft.flags = random.pick([0, 1, 0x80, 0xC0, 0xFF])
            },
            assertion("counter", "AST-032 REQ-018", "a counter at its bound", false) { draft, stored, random in
                draft.counter = random.pick([
                    UInt32(clamping: stored), UInt32(clamping: stored &+ 1), UInt32(clamping: stored &- 1), 0, 1, .max,
                    1 << 31,
                ])
            },
            assertion("counter-bytes", "AST-033 REQ-019", "a counter whose bytes are reversed, or a jump", false) {
                draft, _, random in
                draft.counter = random.pick([draft.counter.byteSwapped, 1 << 24, 1042, 1043, 0x2A00_0000])
            },
            assertion("data-length", "AST-011", "authenticator data of fewer bytes", false) { draft, _, random in
                let count = random.pick([0, 1, 32, 36])
                draft.dataEdits.append { $0 = Array($0.prefix(count)) }
            },
            assertion("data-more", "AST-012", "authenticator data of more bytes", false) { draft, _, random in
                let extensionMap = AuthenticatorExtensions(bundleVersion: "42", validationCategory: 4).cbor
                draft.further = random.bytes([[0], extensionMap, Array(repeating: 0xFF, count: 1000)])
            },
            assertion("nonce", "AST-034 REQ-022", "a signature over the nonce, as the hardware makes", false) {
                draft, _, _ in draft.form = .nonce
            },
            assertion("other-key", "AST-034 REQ-022", "a signature by another key", false) { draft, _, _ in
                draft.key = TestKeys.other
            },
            assertion("client-data", "AST-035 AST-036 REQ-022", "a signature over other client data", false) {
                draft, _, random in
                switch random.below(4) {
                case 0: draft.hashCount = random.pick([0, 2])
                case 1: draft.clientEdits.append { $0.append(0x0A) }
                case 2: draft.clientEdits.append { $0 = Array(String(decoding: $0, as: UTF8.self).uppercased().utf8) }
                default: draft.clientEdits.append { $0 = Array($0.split(separator: UInt8(ascii: "|")).joined()) }
                }
            },
            assertion("base64", "AST-001 REQ-007 CAP-165", "another base64", false) { draft, _, random in
                let change = random.below(8)
                if random.below(2) == 0 {
                    // The server ignores bytes after the map. They vary the number of `=` at the end of the text.
                    let bytes = Array(repeating: UInt8(0), count: random.below(3))
                    draft.mapEdits.append { $0.edits.append { $0 += bytes } }
                }
                draft.textEdits.append { $0 = Self.changed(base64: $0, change) }
            },
            assertion("base64-lengths", "AST-001 AST-012", "base64 of any length", false) { draft, _, random in
                draft.further = Array(repeating: 0xFB, count: 1 + random.below(3))
            },
        ]
    }

    /// A text in base64, changed to another form or to a text that is not base64.
    static func changed(base64 text: String, _ change: Int) -> String {
        switch change {
        case 0: text.replacing("+", with: "-").replacing("/", with: "_")
        case 1: text.replacing("=", with: "")
        case 2: String(text.prefix(40)) + "\n" + text.dropFirst(40)
        case 3: text + "="
        case 4: String(text.dropLast())
        case 5: " " + text
        case 6: String(text.prefix(40)) + "==" + text.dropFirst(40)
        default: withUnusedBits(text)
        }
    }

    private static func withUnusedBits(_ text: String) -> String {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        let padding = text.suffix(2).filter { $0 == "=" }
        var content = text.dropLast(padding.count)
        guard let last = content.popLast(), let index = letters.firstIndex(of: last) else { return text + "?" }
        return content + String(letters[index ^ 1]) + padding
    }

    typealias Change = @Sendable (inout AssertionDraft, _ storedCounter: Int64, inout SplitMix64) -> Void
    typealias Maker = (_ id: String, _ rules: String, _ text: String, _ mayDiffer: Bool, _ change: @escaping Change) ->
        Departure

    static func bothAssertions(_ list: (Maker) -> [Departure]) -> [Departure] {
        let captures = list { id, rules, text, mayDiffer, change in
            Departure("assertion-\(id)", rules, text, .capture, mayDiffer: mayDiffer) { draft, random in
                let stored =
                    draft.kind.subjects.contains(.signed) ? Int64(draft.requestAssertion.counter) : draft.storedCounter
                change(&draft.assertion, stored, &random)
            }
        }
        let requests = list { id, rules, text, mayDiffer, change in
            Departure("request-\(id)", rules, text + ", of a request", .signed, mayDiffer: mayDiffer) { draft, random in
                change(&draft.requestAssertion, draft.storedCounter, &random)
            }
        }
        return captures + requests
    }
}

internal import Support

/// A layout of JSON that clients sign in place of the server's.
package struct SignedJSONForm: Sendable, Hashable {
    package enum Members: String, Sendable, CaseIterable {
        /// Those that the server signs.
        case signed
        /// All except the assertion.
        case withoutAssertion
        /// All, the assertion empty.
        case emptyAssertion
        /// All, the assertion null.
        case nullAssertion
    }

    package enum Order: String, Sendable, CaseIterable {
        case asSent
        case sorted
        /// Only the members of the outermost object are sorted.
        case outermostSorted
    }

    package enum Layout: String, Sendable, CaseIterable {
        case compact
        /// A space after each comma and colon.
        case spaced
        /// Two spaces of indentation, as from JavaScript.
        case indented
        case indentedByFour
        case indentedByTab
        /// Two spaces of indentation and a space on both sides of a colon, as from Foundation.
        case foundation
    }

    package let members: Members
    package let order: Order
    package let layout: Layout
    package let escape: Escape
    /// The first number that differs, if the text has the same members as the server's and only numbers differ.
    package var number: NumberDifference?

    package struct NumberDifference: Sendable, Hashable {
        package let signed: String
        package let server: String
    }

    /// The characters that are escaped although JSON does not require it.
    package enum Escape: String, Sendable, CaseIterable {
        case none
        /// Each slash has a backslash, as from Foundation.
        case slashes
        /// All beyond ASCII, as from Python.
        case nonASCII
        /// Those of HTML, as from Gson.
        case html
    }

    /// The texts in all forms.
    ///
    /// - Parameters:
    ///   - signed: The members that the server signs; empty if it signs no JSON.
    ///   - serverText: The text that it signs.
    static func all(
        of json: [UInt8], signed: Set<String>, serverText: [UInt8]
    ) -> [(form: SignedJSONForm, text: [UInt8])] {
        guard let sent = (try? JSONReader.read(json, .texts))?.members else { return [] }
        let combinations = Members.allCases.flatMap { members in
            Order.allCases.flatMap { order in
                Layout.allCases.flatMap { layout in
                    Escape.allCases.map {
                        SignedJSONForm(members: members, order: order, layout: layout, escape: $0)
                    }
                }
            }
        }
        return combinations.compactMap { form in
            var form = form
            if form.members == .signed, signed.isEmpty { return nil }
            let members = sent.compactMap { member -> JSONValue.Member? in
                switch form.members {
                case .signed: return signed.contains(member.key) ? member : nil
                case .withoutAssertion: return member.key == "assertion" ? nil : member
                case .emptyAssertion:
                    return member.key == "assertion" ? JSONValue.Member(key: member.key, value: .string("")) : member
                case .nullAssertion:
                    return member.key == "assertion" ? JSONValue.Member(key: member.key, value: .null) : member
                }
            }
            let text = Array(form.text(of: .object(members), depth: 0).utf8)
            form.number = numberDifference(text, serverText)
            return (form, text)
        }
    }

    /// Nil if more than numbers differs.
    private static func numberDifference(_ signed: [UInt8], _ server: [UInt8]) -> NumberDifference? {
        func isOfNumber(_ byte: UInt8) -> Bool { "0123456789.eE+-".utf8.contains(byte) }
        let index = zip(signed, server).enumerated().first { $1.0 != $1.1 }?.offset
        guard let index, signed.filter({ !isOfNumber($0) }) == server.filter({ !isOfNumber($0) }) else { return nil }
        func number(_ text: [UInt8]) -> String {
            let start = text[..<index].lastIndex { !isOfNumber($0) }.map { $0 + 1 } ?? 0
            return String(decoding: text[start...].prefix(while: isOfNumber), as: UTF8.self)
        }
        return NumberDifference(signed: number(signed), server: number(server))
    }

    private func text(of value: JSONValue, depth: Int) -> String {
        switch value {
        case .null: "null"
        case .flag(let flag): flag.description
        case .number(let text): text
        case .string(let text): quoted(text)
        case .array(let elements): list(elements.map { text(of: $0, depth: depth + 1) }, "[", "]", depth)
        case .object(let members):
            list(
                sorted(members, depth).map { "\(quoted($0.key))\(colon)\(text(of: $0.value, depth: depth + 1))" },
                "{", "}", depth)
        }
    }

    private func sorted(_ members: [JSONValue.Member], _ depth: Int) -> [JSONValue.Member] {
        guard order == .sorted || order == .outermostSorted && depth == 0 else { return members }
        return members.sorted { ExactText($0.key) < ExactText($1.key) }
    }

    private var colon: String {
        switch layout {
        case .compact: ":"
        case .spaced, .indented, .indentedByFour, .indentedByTab: ": "
        case .foundation: " : "
        }
    }

    private func list(_ items: [String], _ opening: String, _ closing: String, _ depth: Int) -> String {
        switch layout {
        case .compact: return opening + items.joined(separator: ",") + closing
        case .spaced: return opening + items.joined(separator: ", ") + closing
        case .indented, .indentedByFour, .indentedByTab, .foundation:
            let step = layout == .indentedByFour ? "    " : layout == .indentedByTab ? "\t" : "  "
            let indent = String(repeating: step, count: depth)
            guard !items.isEmpty else { return opening + (layout == .foundation ? "\n\n\(indent)" : "") + closing }
            let inner = "\n\(indent)\(step)"
            return opening + inner + items.joined(separator: ",\(inner)") + "\n\(indent)" + closing
        }
    }

    private func quoted(_ text: String) -> String {
        var writer = JSONWriter(.compact, .texts)
        writer.value(text)
        switch escape {
        case .none: return writer.text
        case .slashes: return writer.text.replacingScalars { $0 == "/" ? "\\/" : nil }
        case .nonASCII: return writer.text.replacingScalars { $0.isASCII ? nil : Self.escaped($0) }
        case .html: return writer.text.replacingScalars { "<>&='".unicodeScalars.contains($0) ? Self.escaped($0) : nil }
        }
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        String(scalar).utf16.map { "\\u" + String($0, radix: 16).zeroPadded(to: 4) }.joined()
    }
}

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
        /// Two spaces of indentation and a space on both sides of a colon, as from Foundation.
        case foundation
    }

    package let members: Members
    package let order: Order
    package let layout: Layout
    /// Whether each slash has a backslash, as from Foundation.
    package let escapesSlashes: Bool

    /// The texts in all forms.
    ///
    /// - Parameter signed: The members that the server signs; empty if it signs no JSON.
    static func all(of json: [UInt8], signed: Set<String>) -> [(form: SignedJSONForm, text: [UInt8])] {
        guard let sent = (try? JSONReader.read(json, .texts))?.members else { return [] }
        let combinations = Members.allCases.flatMap { members in
            Order.allCases.flatMap { order in
                Layout.allCases.flatMap { layout in
                    [false, true].map {
                        SignedJSONForm(members: members, order: order, layout: layout, escapesSlashes: $0)
                    }
                }
            }
        }
        return combinations.compactMap { form in
            if form.members == .signed, signed.isEmpty { return nil }
            let members = sent.compactMap { member -> JSONValue.Member? in
                switch form.members {
                case .signed: return signed.contains(member.key) ? member : nil
                case .withoutAssertion: return member.key == "assertion" ? nil : member
                case .emptyAssertion:
                    return member.key == "assertion" ? JSONValue.Member(key: member.key, value: .string("")) : member
                }
            }
            return (form, Array(form.text(of: .object(members), depth: 0).utf8))
        }
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
        case .spaced, .indented: ": "
        case .foundation: " : "
        }
    }

    private func list(_ items: [String], _ opening: String, _ closing: String, _ depth: Int) -> String {
        switch layout {
        case .compact: return opening + items.joined(separator: ",") + closing
        case .spaced: return opening + items.joined(separator: ", ") + closing
        case .indented, .foundation:
            let indent = String(repeating: "  ", count: depth)
            guard !items.isEmpty else { return opening + (layout == .foundation ? "\n\n\(indent)" : "") + closing }
            return opening + "\n\(indent)  " + items.joined(separator: ",\n\(indent)  ") + "\n\(indent)" + closing
        }
    }

    private func quoted(_ text: String) -> String {
        var writer = JSONWriter(.compact, .texts)
        writer.value(text)
        guard escapesSlashes else { return writer.text }
        return writer.text.split(separator: "/", omittingEmptySubsequences: false).joined(separator: "\\/")
    }
}

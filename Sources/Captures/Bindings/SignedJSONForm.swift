internal import Support

/// A layout of JSON that clients sign in place of the server's.
package struct SignedJSONForm: Sendable, Hashable {
    package enum Members: String, Sendable, CaseIterable { case signed, withoutAssertion, emptyAssertion }

    package enum Escape: String, Sendable, CaseIterable { case none, slashes, nonASCII }

    package let members: Members
    package let isSorted: Bool
    /// Whether a space follows each comma and colon.
    package let isSpaced: Bool
    package let escape: Escape
    /// The first number that differs, if the text has the same members as the server's and only numbers differ.
    package var number: NumberDifference?

    package struct NumberDifference: Sendable, Hashable {
        package let signed: String
        package let server: String
    }

    /// - Parameter signed: The members that the server signs; empty if it signs no JSON.
    static func all(
        of json: [UInt8], signed: Set<String>, serverText: [UInt8]
    ) -> [(form: SignedJSONForm, text: [UInt8])] {
        guard let sent = (try? JSONReader.read(json, .texts))?.members else { return [] }
        let combinations = Members.allCases.flatMap { members in
            [false, true].flatMap { isSorted in
                [false, true].flatMap { isSpaced in
                    Escape.allCases.map {
                        SignedJSONForm(members: members, isSorted: isSorted, isSpaced: isSpaced, escape: $0)
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
                }
            }
            let text = Array(form.text(of: .object(members)).utf8)
            form.number = numberDifference(text, serverText)
            return (form, text)
        }
    }

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

    private func text(of value: JSONValue) -> String {
        switch value {
        case .null: return "null"
        case .flag(let flag): return flag.description
        case .number(let text): return text
        case .string(let text): return quoted(text)
        case .array(let elements): return "[" + list(elements.map(text(of:))) + "]"
        case .object(let sent):
            let members = isSorted ? sent.sorted { ExactText($0.key) < ExactText($1.key) } : sent
            return "{" + list(members.map { quoted($0.key) + (isSpaced ? ": " : ":") + text(of: $0.value) }) + "}"
        }
    }

    private func list(_ items: [String]) -> String { items.joined(separator: isSpaced ? ", " : ",") }

    private func quoted(_ text: String) -> String {
        var writer = JSONWriter(.compact, .texts)
        writer.value(text)
        switch escape {
        case .none: return writer.text
        case .slashes: return writer.text.replacingScalars { $0 == "/" ? "\\/" : nil }
        case .nonASCII: return writer.text.replacingScalars { $0.isASCII ? nil : Self.escaped($0) }
        }
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        String(scalar).utf16.map { "\\u" + String($0, radix: 16).zeroPadded(to: 4) }.joined()
    }
}

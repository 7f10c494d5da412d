/// A command with placeholders for each input: `program {input} {width} {height}`.
package struct CommandTemplate: Sendable, Hashable {
    package enum Placeholder: String, Sendable, Hashable, CaseIterable {
        case input
        case f32
        /// The width that the server uses. Inferred dimensions may not match the number of samples.
        case width
        case height
        case givenWidth = "given_width"
        case givenHeight = "given_height"

        var text: String { "{\(rawValue)}" }
    }

    package let words: [String]
    let needsSamples: Bool
    /// Whether the command gets the path of the input, and not only its samples.
    let getsInput: Bool

    package init(_ command: String) throws(CommandTemplateError) {
        words = try Self.split(command)
        needsSamples = words.contains { $0.contains(Placeholder.f32.text) }
        getsInput = words.contains { $0.contains(Placeholder.input.text) }
        guard needsSamples || getsInput else { throw .withoutInput }
        for word in words {
            var rest = Substring(word)
            while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
                let name = String(rest[rest.index(after: open)..<close])
                let isName = !name.isEmpty && name.allSatisfy { $0.isLowercase || $0 == "_" || $0.isNumber }
                if isName, Placeholder(rawValue: name) == nil { throw .unknownPlaceholder(name) }
                rest = rest[rest.index(after: close)...]
            }
        }
    }

    func words(_ values: [Placeholder: String]) -> [String] {
        words.map { word in
            var (filled, rest) = ("", Substring(word))
            while let open = rest.firstIndex(of: "{") {
                filled += rest[..<open]
                rest = rest[open...]
                let found = values.first { rest.hasPrefix($0.key.text) }
                filled += found?.value ?? "{"
                rest = rest.dropFirst(found?.key.text.count ?? 1)
            }
            return filled + rest
        }
    }

    static func split(_ command: String) throws(CommandTemplateError) -> [String] {
        var words: [String] = []
        var word: String?
        var quote: Character?
        var isEscaped = false
        for character in command {
            if isEscaped {
                word = (word ?? "") + String(character)
                isEscaped = false
            } else if character == "\\", quote != "'" {
                isEscaped = true
            } else if character == quote {
                quote = nil
            } else if quote == nil, character == "'" || character == "\"" {
                quote = character
                word = word ?? ""
            } else if quote == nil, character.isWhitespace {
                if let finished = word { words.append(finished) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        guard quote == nil, !isEscaped else { throw .openQuote }
        if let word { words.append(word) }
        guard !words.isEmpty else { throw .empty }
        return words
    }
}

package enum CommandTemplateError: Error, Hashable, Sendable, CustomStringConvertible {
    case empty
    case withoutInput
    /// A quote is not closed, or the command ends in a backslash.
    case openQuote
    case unknownPlaceholder(String)
    /// The command is started once, so it gets the value of this placeholder in each request instead.
    case placeholderOfRequest(String)

    package var description: String {
        switch self {
        case .empty: "found no command"
        case .withoutInput: "found neither {input} nor {f32} in the command; expected one in place of the file's path"
        case .openQuote: "found an unterminated quote in the command"
        case .unknownPlaceholder(let name):
            "found {\(name)} in the command; expected only "
                + CommandTemplate.Placeholder.allCases.map(\.text).joined(separator: ", ")
        case .placeholderOfRequest(let placeholder):
            "found \(placeholder) in the command; expected none, because each request on standard input states it"
        }
    }
}

/// A command that is started once, split into words like a ``CommandTemplate``.
package struct SessionCommand: Sendable, Hashable {
    package let words: [String]

    package init(_ command: String) throws(CommandTemplateError) {
        words = try CommandTemplate.split(command)
        let placeholders = CommandTemplate.Placeholder.allCases.map(\.text)
        if let placeholder = placeholders.first(where: command.contains) { throw .placeholderOfRequest(placeholder) }
    }

    package init(words: [String]) { self.words = words }
}

package import Support

/// A reason why a file is not a valid rule. ``description`` puts it into words.
package struct SceneRuleError: Error, Hashable, Sendable {
    /// Places are paths in the file, such as `rule[0].above`; an empty path is the whole file.
    package enum Problem: Error, Hashable, Sendable {
        case notJSON(JSONError)
        /// A required key is missing.
        case missing(String, at: String)
        case unknownKey(String, at: String, known: [String])
        case wrongValue(at: String, found: JSONValue, expected: String)
        case unknownMeasurement(String, at: String, known: [String])
        /// A comparison has no threshold or several; the keys found.
        case relations([String], at: String)
        /// A measurement has two comparisons of the same kind, one of which can never decide.
        case repeated(String, String)
    }

    package let file: String
    package let finding: Problem

    init(file: String, _ finding: Problem) {
        self.file = file
        self.finding = finding
    }
}

extension SceneRuleError: CustomStringConvertible {
    /// Describes in one line what was found, what was expected and what to do.
    package var description: String { message(expecting: "the JSON of a rule") }

    /// The description.
    ///
    /// - Parameter rule: what to write in place of a file that is no JSON.
    package func message(expecting rule: String) -> String { "\(file.printable): \(finding.words(expecting: rule))" }
}

extension SceneRuleError.Problem {
    fileprivate func words(expecting rule: String) -> String {
        func place(_ path: String) -> String { path.isEmpty ? "the file" : path }
        return switch self {
        case .notJSON(let error):
            "found text that is not JSON (\(error)); expected \(rule); correct it"
        case .missing(let key, let path): "found no \"\(key)\" in \(place(path)); expected one; add it"
        case .unknownKey(let key, let path, let known):
            "found the key \"\(key.printable)\" in \(place(path)); expected only \(known.joined(separator: ", ")); "
                + "correct or remove it"
        case .wrongValue(let path, let found, let expected):
            "found \(found.shownText) as \(place(path)); expected \(expected); correct it"
        case .unknownMeasurement(let name, let path, let known):
            "found the measurement \"\(name.printable)\" in \(path); expected one of \(known.joined(separator: ", ")); "
                + "correct the name"
        case .relations(let keys, let path):
            (keys.isEmpty ? "found no threshold" : "found the thresholds \(keys.joined(separator: " and "))")
                + " in \(path); expected exactly one of above, at_least, below, at_most; "
                + (keys.isEmpty ? "add it" : "make each a comparison of its own")
        case .repeated(let name, let key):
            "found \"\(key)\" of \(name) twice; expected one threshold for each; remove the redundant one"
        }
    }
}

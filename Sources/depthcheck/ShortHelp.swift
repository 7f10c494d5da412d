import Support

/// The help of `-h`: usage, and the most used options with one sentence each.
struct ShortHelp {
    /// Options in the order in which users need them; each command shows the first that it has.
    static let common = [
        "--photo", "--depth", "--key", "--challenge", "--set", "--device", "--at", "--labels", "--run",
        "--run-once", "--species", "--limit", "--expected", "--captures-per-group", "--correlation", "--probability",
        "--objective", "--max-apcer", "--edges", "--range", "--scale", "--histogram", "--width", "--height",
        "--fail-on", "--output", "--format", "--to", "--verbose", "--only", "--only-failures", "--summary",
        "--request-verified", "--against", "--development", "--tables", "--figures", "--sweep", "--filter",
        "--maps", "--profile", "--parameters", "--units-per-metre", "--sample-type", "--resume", "--model",
        "--location", "--color-map", "--seed", "--count", "--save", "--exclude", "--quiet", "--team", "--bundle",
        "--files-from", "--dataset", "--jobs",
    ]
    private static let maximumOptions = 10
    private static let column = 26

    private struct Entry {
        /// The name with its value, such as `--width <width>`.
        var label: String
        var text: String

        var option: String? { label.split(separator: " ").first { $0.hasPrefix("--") }.map(String.init) }
    }

    private let overview: String
    private let usage: [Substring]
    private let entries: [Entry]

    init(_ help: String) {
        let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
        let overview = lines.prefix { !$0.isEmpty }.joined(separator: " ")
        self.overview = overview.replacing("OVERVIEW: ", with: "", maxReplacements: 1)
        let rest = lines.drop { !$0.hasPrefix("USAGE: ") }
        usage = Array(rest.prefix { !$0.isEmpty })
        entries = Self.entries(rest.dropFirst(usage.count))
    }

    /// The entries of all sections: a label after two spaces, and its text beside and below it.
    private static func entries(_ lines: some Sequence<Substring>) -> [Entry] {
        var entries: [Entry] = []
        for line in lines where line.hasPrefix("  ") && !line.hasPrefix("  See '") {
            let hasText = line.dropFirst(column - 1).first == " "
            let label = String(hasText ? line.prefix(column) : line).drop { $0 == " " }
            let text = hasText ? line.dropFirst(column) : ""
            if !label.isEmpty {
                entries.append(Entry(label: String(label).withoutTrailingSpaces, text: String(text)))
            } else if let last = entries.indices.last {
                entries[last].text += " " + text
            }
        }
        return entries
    }

    func text(width: Int) -> String {
        let names = entries.compactMap(\.option)
        let chosen = Set(Self.common.filter(names.contains).prefix(Self.maximumOptions))
        let shown = entries.filter { $0.option.map(chosen.contains) ?? true }
        let lines = shown.flatMap { entry in
            // The first sentence, without the default.
            let sentence = entry.text.split(separator: " [default").first.map(String.init) ?? ""
            let first = sentence.split(separator: ". ").first.map { $0.hasSuffix(".") ? $0.dropLast() : $0 } ?? ""
            let values = entry.text.firstRange(of: "(values: ").map { " " + entry.text[$0.lowerBound...] } ?? ""
            let column = Self.column
            let rest = (first + values).wrapped(width: width, indent: column, firstIndent: column)
            let label = "  " + entry.label
            guard label.columnCount < column, let beside = rest.first else { return [label] + rest }
            return [label.padded(to: column) + beside.dropFirst(column)] + rest.dropFirst()
        }
        let usage = usage.flatMap {
            String($0).wrapped(width: width, indent: 9, firstIndent: $0.prefix { $0 == " " }.count)
        }
        let paragraphs = [
            overview.wrapped(width: width, indent: 0), usage, lines, ["--help lists all options."],
        ]
        return paragraphs.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
    }
}

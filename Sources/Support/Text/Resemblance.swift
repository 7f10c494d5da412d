package enum Resemblance {
    /// Optimal string alignment: insertions, deletions, replacements and exchanges of neighbours (Damerau 1964).
    package static func distance(_ first: String, _ second: String) -> Int {
        let (first, second) = (Array(first.unicodeScalars), Array(second.unicodeScalars))
        var beforeLast: [Int] = []
        var last = Array(0...second.count)
        for (row, letter) in first.enumerated() {
            var current = [row + 1]
            for (column, other) in second.enumerated() {
                let replaced = last[column] + (letter == other ? 0 : 1)
                var fewest = min(replaced, last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, letter == second[column - 1], first[row - 1] == other {
                    fewest = min(fewest, beforeLast[column - 1] + 1)
                }
                current.append(fewest)
            }
            (beforeLast, last) = (last, current)
        }
        return last[second.count]
    }

    /// Whether a text abbreviates a name by omitting at most half of the letters, but not the first: `grp`, `spec`.
    package static func isShortForm(_ text: String, of name: String) -> Bool {
        guard text.count >= 3, 2 * text.count >= name.count, text.count < name.count, text.first == name.first
        else { return false }
        var rest = Substring(name)
        for letter in text {
            guard let place = rest.firstIndex(of: letter) else { return false }
            rest = rest[rest.index(after: place)...]
        }
        return true
    }

    /// A name in lower case without punctuation and spaces: "PAI species" and "pai_species" become equal.
    package static func folded(_ name: String) -> String {
        String(name.lowercased().filter { $0.isLetter || $0.isNumber })
    }
}

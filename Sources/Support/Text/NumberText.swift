package enum NumberText {
    /// A number with its unit: `1 row`, `3 rows`.
    package static func count(_ number: Int, _ thing: String) -> String {
        "\(number) \(thing)\(number == 1 ? "" : "s")"
    }

    /// A duration in the largest unit of which it contains at least two: `361 days`, `90 seconds`, `1500 ms`.
    package static func duration(milliseconds: Int64) -> String {
        let units: [(name: String, milliseconds: Int64)] = [
            ("day", 86_400_000), ("hour", 3_600_000), ("minute", 60_000), ("second", 1000),
        ]
        if let unit = units.first(where: { milliseconds >= 2 * $0.milliseconds }) {
            return count(Int(milliseconds / unit.milliseconds), unit.name)
        }
        return milliseconds % 1000 == 0 ? count(Int(milliseconds / 1000), "second") : "\(milliseconds) ms"
    }

    /// A whole number with a comma between groups of three digits: `1,143`.
    package static func grouped(_ number: Int) -> String {
        let digits = Array(String(number.magnitude))
        let groups = digits.enumerated().map { index, digit in
            index > 0 && (digits.count - index) % 3 == 0 ? ",\(digit)" : "\(digit)"
        }
        return (number < 0 ? "-" : "") + groups.joined()
    }

    package static func fixed(_ number: Double, digits: Int) -> String {
        Machine.text("%.*f", digits: digits, number)
    }

    /// Formats a number with at most `digits` significant digits, in scientific notation where that is shorter.
    package static func significant(_ number: Double, digits: Int) -> String {
        Machine.text("%.*g", digits: digits, number)
    }

    /// ``significant(_:digits:)`` with a sign, including `+`.
    package static func signed(_ number: Double, digits: Int) -> String {
        Machine.text("%+.*g", digits: digits, number)
    }

    /// Texts with two decimals each, or more if needed to distinguish neighbours.
    package static func distinctTexts(_ numbers: [Double]) -> [String] {
        var texts: [String] = []
        for digits in 2...9 {
            texts = numbers.map { fixed($0, digits: digits) }
            let areAlike = numbers.indices.dropFirst().contains { index in
                texts[index] == texts[index - 1] && numbers[index] != numbers[index - 1]
            }
            if !areAlike { break }
        }
        return texts
    }
}

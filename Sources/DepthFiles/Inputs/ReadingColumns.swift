import DepthAnalysis

/// A reading option as a column of a manifest, or a member of a side file in a tar archive.
package enum ReadingColumn: String, CaseIterable, Sendable {
    case file, width, height
    case bytesPerRow = "row_bytes"
    case unitsPerMetre = "units_per_metre"
    case sampleType = "sample_type"
    case invalid
}

/// An invalid value in a manifest or side file, and what was expected.
package struct ReadingColumnError: Error {
    package let found, expected: String

    package init(_ found: String, expected: String) { (self.found, self.expected) = (found, expected) }
}

extension ReadingOptions {
    package func knowing(
        _ cells: [(column: ReadingColumn, text: String)]
    ) throws(ReadingColumnError) -> ReadingOptions {
        var options = self
        var (width, height) = (Int?.none, Int?.none)
        let side = 1...ReadingOptions.largestDimension
        for (column, text) in cells where !text.isEmpty {
            switch column {
            case .file: break
            case .width: width = try column.whole(text, in: side)
            case .height: height = try column.whole(text, in: side)
            case .bytesPerRow: options.bytesPerRow = try column.whole(text, in: 4...Int.max)
            case .unitsPerMetre: options.unitsPerMetre = try column.number(text, "a number above 0") { $0 > 0 }
            case .sampleType:
                guard let type = SampleType(rawValue: text) else {
                    throw ReadingColumnError(
                        "\"\(text)\" as sample_type",
                        expected: SampleType.allCases.map(\.rawValue).joined(separator: ", "))
                }
                options.sampleType = type
            case .invalid:
                options.invalidValues = try text.split(separator: " ").map { word throws(ReadingColumnError) in
                    try column.number(String(word), "numbers with spaces between them") { _ in true }
                }
            }
        }
        if let width, let height {
            options.dimensions = MapDimensions(width: width, height: height)
        } else if width != nil || height != nil {
            throw ReadingColumnError(
                "only a \(width == nil ? "height" : "width")", expected: "width and height together")
        }
        if let bytesPerRow = options.bytesPerRow {
            guard let dimensions = options.dimensions
            else { throw ReadingColumnError("row_bytes without dimensions", expected: "width and height as well") }
            guard bytesPerRow / 4 >= dimensions.width else {
                throw ReadingColumnError(
                    "\(bytesPerRow) as row_bytes", expected: "4 bytes for each of \(dimensions.width) samples")
            }
        }
        return options
    }
}

extension ReadingColumn {
    fileprivate func whole(_ text: String, in range: ClosedRange<Int>) throws(ReadingColumnError) -> Int {
        guard let number = Int(text), range.contains(number) else {
            let limit = range.upperBound == .max ? "" : " to \(range.upperBound)"
            throw ReadingColumnError(
                "\"\(text)\" as \(rawValue)", expected: "a whole number from \(range.lowerBound)\(limit)")
        }
        return number
    }

    fileprivate func number(
        _ text: String, _ expected: String, _ isGood: (Float) -> Bool
    ) throws(ReadingColumnError) -> Float {
        guard let number = Float(text), number.isFinite, isGood(number)
        else { throw ReadingColumnError("\"\(text)\" as \(rawValue)", expected: expected) }
        return number
    }
}

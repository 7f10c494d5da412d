internal import DepthAnalysis
public import DepthFiles

extension ReadingOptions {
    /// The options as one short text that tells how a file was read, such as `units_per_metre=1000.0` or
    /// `units_per_metre=1000.0 dimensions=256x192 row_bytes=1024 strict`. The limit of bytes is
    /// left out: it changes no number.
    public var canonicalText: String {
        var parts = ["units_per_metre=\(unitsPerMetre)"]
        if let dimensions { parts.append("dimensions=\(dimensions.width)x\(dimensions.height)") }
        if let bytesPerRow { parts.append("row_bytes=\(bytesPerRow)") }
        if isStrict { parts.append("strict") }
        return parts.joined(separator: " ")
    }

    /// Reads a ``canonicalText`` back; nil for any other text.
    public init?(canonicalText: String) {
        self.init()
        for part in canonicalText.split(separator: " ") {
            let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
            switch (pair[0], pair.count) {
            case ("units_per_metre", 2):
                guard let units = Float(pair[1]) else { return nil }
                unitsPerMetre = units
            case ("dimensions", 2):
                let sides = pair[1].split(separator: "x").compactMap { Int($0) }
                guard sides.count == 2 else { return nil }
                dimensions = MapDimensions(width: sides[0], height: sides[1])
            case ("row_bytes", 2):
                guard let count = Int(pair[1]) else { return nil }
                bytesPerRow = count
            case ("strict", 1): isStrict = true
            default: return nil
            }
        }
        guard self.canonicalText == canonicalText else { return nil }
    }
}

internal import DepthAnalysis

extension ReadingOptions {
    /// The options as one short text, such as `units_per_metre=1000.0` or
    /// `units_per_metre=1000.0 dimensions=256x192 row_bytes=1024 invalid=0.0,65535.0 strict`. The byte limit is omitted
    /// because it changes no number.
    public var canonicalText: String {
        var parts = ["units_per_metre=\(unitsPerMetre ?? Self.assumedUnitsPerMetre)"]
        if let dimensions { parts.append("dimensions=\(dimensions.width)x\(dimensions.height)") }
        if let bytesPerRow { parts.append("row_bytes=\(bytesPerRow)") }
        if !invalidValues.isEmpty {
            let values = Set(invalidValues).sorted().map { $0.description }
            parts.append("invalid=" + values.joined(separator: ","))
        }
        if let sampleType { parts.append("sample_type=\(sampleType.rawValue)") }
        if let channel { parts.append("channel=" + Self.escaped(channel)) }
        if let array { parts.append("array=" + Self.escaped(array)) }
        if stepsAreHalves { parts.append("steps_are_float16") }
        if stepRotation != 0 { parts.append("step_rotation=\(stepRotation)") }
        if let mapNumber { parts.append("map=\(mapNumber)") }
        if let minimumConfidence { parts.append("min_confidence=\(minimumConfidence.name)") }
        if orientation.isFlipped { parts.append("flip") }
        if orientation.quarterTurns != 0 { parts.append("rotate=\(90 * orientation.quarterTurns)") }
        if isStrict { parts.append("strict") }
        return parts.joined(separator: " ")
    }

    /// Parses a ``canonicalText``; nil for any other text.
    public init?(canonicalText: String) {
        self.init()
        for part in canonicalText.split(separator: " ") {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
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
            case ("invalid", 2):
                let values = pair[1].split(separator: ",", omittingEmptySubsequences: false).map { Float($0) }
                guard !values.contains(nil) else { return nil }
                invalidValues = values.compactMap { $0 }
            case ("sample_type", 2):
                guard let type = SampleType(rawValue: pair[1]) else { return nil }
                sampleType = type
            case ("channel", 2):
                channel = Self.unescaped(pair[1])
            case ("array", 2):
                array = Self.unescaped(pair[1])
            case ("steps_are_float16", 1):
                stepsAreHalves = true
            case ("step_rotation", 2):
                guard let rotation = Int(pair[1]), (1...15).contains(rotation) else { return nil }
                stepRotation = rotation
            case ("map", 2):
                guard let number = Int(pair[1]), number >= 0 else { return nil }
                mapNumber = number
            case ("min_confidence", 2):
                guard let level = Confidence(name: pair[1]) else { return nil }
                minimumConfidence = level
            case ("flip", 1):
                orientation = MapOrientation(quarterTurns: orientation.quarterTurns, isFlipped: true)
            case ("rotate", 2):
                guard let degrees = Int(pair[1]) else { return nil }
                orientation = MapOrientation(quarterTurns: degrees / 90, isFlipped: orientation.isFlipped)
            case ("strict", 1): isStrict = true
            default: return nil
            }
        }
        guard self.canonicalText == canonicalText else { return nil }
    }

    /// Percent-encodes a name so that it contains no spaces.
    private static func escaped(_ name: String) -> String {
        name.utf8.reduce(into: "") { text, byte in
            if byte > 0x20, byte < 0x7F, byte != UInt8(ascii: "%") {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
        }
    }

    private static func unescaped(_ text: String) -> String {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2,
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

import DepthAnalysis

extension ReadingOptions {
    private struct Part: Sendable {
        let key: String
        /// The text of the value, empty for a flag; nil if the option is not set.
        let text: @Sendable (ReadingOptions) -> String?
        /// Sets the option to a value. If the text is invalid, ``text`` of the result is different.
        let set: @Sendable (inout ReadingOptions, String) -> Void

        init(
            _ key: String, _ text: @escaping @Sendable (ReadingOptions) -> String?,
            set: @escaping @Sendable (inout ReadingOptions, String) -> Void
        ) {
            (self.key, self.text, self.set) = (key, text, set)
        }
    }

    private static let parts = [
        Part("units_per_metre=", { "\($0.unitsPerMetre ?? assumedUnitsPerMetre)" }) { $0.unitsPerMetre = Float($1) },
        Part("dimensions=", { $0.dimensions?.text }) {
            let sides = $1.split(separator: "x").compactMap { Int($0) }
            $0.dimensions = sides.count == 2 ? MapDimensions(width: sides[0], height: sides[1]) : nil
        },
        Part("row_bytes=", { $0.bytesPerRow?.description }) { $0.bytesPerRow = Int($1) },
        Part(
            "invalid=",
            { options in
                let values = Set(options.invalidValues).sorted().map(\.description)
                return values.isEmpty ? nil : values.joined(separator: ",")
            }
        ) { $0.invalidValues = $1.split(separator: ",").compactMap { Float($0) } },
        Part("sample_type=", { $0.sampleType?.rawValue }) { $0.sampleType = SampleType(rawValue: $1) },
        Part("channel=", { $0.channel.map(escaped) }) { $0.channel = unescaped($1) },
        Part("steps_are_float16", { $0.stepsAreHalves ? "" : nil }) { options, _ in options.stepsAreHalves = true },
        Part("step_rotation=", { $0.stepRotation == 0 ? nil : "\($0.stepRotation)" }) { options, text in
            options.stepRotation = Int(text).flatMap { (1...15).contains($0) ? $0 : nil } ?? 0
        },
        Part("map=", { $0.mapNumber?.description }) { options, text in
            options.mapNumber = Int(text).flatMap { $0 >= 0 ? $0 : nil }
        },
        Part("min_confidence=", { $0.minimumConfidence?.name }) { $0.minimumConfidence = DepthConfidence(name: $1) },
        Part("flip", { $0.orientation.isFlipped ? "" : nil }) { options, _ in
            options.orientation = MapOrientation(quarterTurns: options.orientation.quarterTurns, isFlipped: true)
        },
        Part("rotate=", { $0.orientation.quarterTurns == 0 ? nil : "\(90 * $0.orientation.quarterTurns)" }) {
            $0.orientation = MapOrientation(
                quarterTurns: (Int($1) ?? 0) / 90, isFlipped: $0.orientation.isFlipped)
        },
        Part("strict", { $0.isStrict ? "" : nil }) { options, _ in options.isStrict = true },
    ]

    /// The options as one short text, such as `units_per_metre=1000.0` or
    /// `units_per_metre=1000.0 dimensions=256x192 row_bytes=1024 invalid=0.0,65535.0 strict`. The byte limit is omitted
    /// because it changes no number.
    public var canonicalText: String {
        Self.parts.compactMap { part in part.text(self).map { part.key + $0 } }.joined(separator: " ")
    }

    /// Parses a ``canonicalText``; nil for any other text.
    public init?(canonicalText: String) {
        self.init()
        for word in canonicalText.split(separator: " ") {
            let key = word.firstIndex(of: "=").map { word[...$0] } ?? word
            guard let part = Self.parts.first(where: { $0.key == key }) else { return nil }
            part.set(&self, String(word.dropFirst(key.count)))
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

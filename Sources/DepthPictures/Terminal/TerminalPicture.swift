package import DepthAnalysis

/// A map for a terminal: two samples per character as half blocks, or one per letter without colours.
///
///     for line in TerminalPicture(map, parameters: parameters).lines(columns: 80, colours: .direct) { … }
package struct TerminalPicture: Sendable {
    private let map: DepthMap
    private let scale: ColourScale
    private let palette: Palette

    /// Letters for depths, nearest first.
    private static let ramp = Array("@%#*+=-:.".unicodeScalars)
    /// Letters for samples without a depth colour, with their meanings.
    private static let otherLetters: [(ink: Ink, letter: Unicode.Scalar, meaning: String)] = [
        (.noReading, " ", "no reading"), (.outside, "x", "outside of the valid range"),
        (.nearer, "<", "nearer outliers"), (.farther, ">", "farther outliers"),
    ]

    package init(_ map: DepthMap, parameters: AnalysisParameters) {
        self.map = map
        scale = ColourScale(nil, .turbo, of: map.samples, validRange: parameters.validRange)
        palette = Palette(.turbo)
    }

    /// The map in at most `columns` columns, and half as many lines, followed by the key. Larger maps are subsampled;
    /// smaller ones are not enlarged.
    package func lines(columns: Int, colours: TerminalColours) -> [String] {
        let rows = max((map.samples.count + map.width - 1) / map.width, 1)
        // Characters are about twice as high as wide.
        let factor = max(Double(map.width), Double(rows)) / Double(max(columns, 1))
        let width = max(Int((Double(map.width) / max(factor, 1)).rounded()), 1)
        let height = max(Int((Double(rows) / max(factor, 1)).rounded()), 1)
        let grid = Grid(width: width, height: height, samples: map, rows: rows)
        let choices = colours == .none ? [] : palette.colours.map(colours.choice)
        let lines = (0..<(height + 1) / 2).map { line in
            colours == .none ? letters(grid, line) : blocks(grid, line, choices)
        }
        return lines + [key(colours, choices)]
    }

    private func paint(of sample: Float?) -> Paint? { sample.map { scale.paint(of: $0) } }

    /// Two rows of samples as half blocks.
    private func blocks(_ grid: Grid, _ line: Int, _ choices: [String]) -> String {
        var text = ""
        var last: (upper: Paint?, lower: Paint?)?
        for column in 0..<grid.width {
            let upper = paint(of: grid.sample(column, 2 * line))
            let lower = paint(of: grid.sample(column, 2 * line + 1))
            if last == nil || last?.upper != upper || last?.lower != lower {
                text += Self.sequence(upper, lower, choices)
                last = (upper, lower)
            }
            text += upper == nil ? (lower == nil ? " " : "\u{2584}") : "\u{2580}"
        }
        return text + Self.reset
    }

    private static let reset = "\u{1B}[0m"

    /// The escape sequence for the colours of the upper and lower half.
    private static func sequence(_ upper: Paint?, _ lower: Paint?, _ choices: [String]) -> String {
        var text = "\u{1B}[0"
        if let front = upper ?? lower { text += ";38;" + choices[Int(front.index)] }
        if upper != nil, let lower { text += ";48;" + choices[Int(lower.index)] }
        return text + "m"
    }

    /// Every second row of samples as letters.
    private func letters(_ grid: Grid, _ line: Int) -> String {
        var text = String.UnicodeScalarView()
        for column in 0..<grid.width {
            guard let paint = paint(of: grid.sample(column, 2 * line)) else { continue }
            text.append(letter(for: paint))
        }
        while text.last == " " { text.removeLast() }
        return String(text)
    }

    private func letter(for paint: Paint) -> Unicode.Scalar {
        if let other = Self.otherLetters.first(where: { $0.ink.paint == paint }) { return other.letter }
        return Self.ramp[Int(paint.index) * Self.ramp.count / Paint.heatCount]
    }

    /// The meaning of the colours or letters.
    private func key(_ colours: TerminalColours, _ choices: [String]) -> String {
        guard let range = scale.range else { return "no valid sample" }
        let nearest = TextLines.decimal(range.nearest, digits: 2) + " m "
        let farthest = " " + TextLines.decimal(range.farthest, digits: 2) + " m"
        let others = Self.otherLetters.filter { other in
            map.samples.contains { scale.paint(of: $0) == other.ink.paint }
        }
        guard colours != .none else {
            return nearest + String(String.UnicodeScalarView(Self.ramp)) + farthest
                + others.map { ", \($0.letter == " " ? "blank" : String($0.letter)): \($0.meaning)" }.joined()
        }
        var bar = ""
        for step in 0..<24 {
            let paint = scale.paint(
                ofDepth: range.nearest + Double(step) / 23 * (range.farthest - range.nearest), in: range)
            bar += Self.sequence(paint, nil, choices) + "\u{2588}"
        }
        return nearest + bar + Self.reset + farthest
            + others.map { ", " + Self.sequence($0.ink.paint, nil, choices) + "\u{2588}\(Self.reset) \($0.meaning)" }
            .joined()
    }
}

/// A map subsampled to a smaller grid.
private struct Grid {
    let width: Int
    let height: Int
    let samples: DepthMap
    let rows: Int

    /// The sample in the middle of a cell; nil past the end.
    func sample(_ column: Int, _ row: Int) -> Float? {
        guard row < height else { return nil }
        let place = (2 * row + 1) * rows / (2 * height) * samples.width + (2 * column + 1) * samples.width / (2 * width)
        return place < samples.samples.count ? samples.samples[place] : nil
    }
}

/// The colours that a terminal can show.
package enum TerminalColours: Sendable {
    /// No colours: depths are letters.
    case none
    /// The 256 colours of xterm, of which the last 240 are the same everywhere.
    case indexed
    /// 24-bit colours.
    case direct

    /// The parameters of the escape sequence for a colour, after 38 or 48.
    package func choice(of colour: UInt32) -> String {
        switch self {
        case .none: ""
        case .indexed: "5;\(Self.nearestIndex(to: colour))"
        case .direct: "2;\(colour >> 16 & 255);\(colour >> 8 & 255);\(colour & 255)"
        }
    }

    /// The nearest of the 240 standard colours: 216 in a cube of six levels per component, and 24 greys. Other
    /// colours never become grey, because greys have another meaning.
    static func nearestIndex(to colour: UInt32) -> Int {
        let parts = (0..<3).map { place in Int(colour >> UInt32(16 - 8 * place) & 255) }
        let isGrey = parts[0] == parts[1] && parts[1] == parts[2]
        var nearest = (index: 16, distance: Int.max)
        for index in 16..<256 {
            let other = Self.parts(ofIndex: index)
            if !isGrey, other[0] == other[1], other[1] == other[2] { continue }
            var distance = 0
            for place in 0..<3 { distance += (parts[place] - other[place]) * (parts[place] - other[place]) }
            if distance < nearest.distance { nearest = (index, distance) }
        }
        return nearest.index
    }

    private static let cubeLevels = [0, 95, 135, 175, 215, 255]

    private static func parts(ofIndex index: Int) -> [Int] {
        guard index < 232 else { return [Int](repeating: 8 + 10 * (index - 232), count: 3) }
        let place = index - 16
        return [cubeLevels[place / 36], cubeLevels[place / 6 % 6], cubeLevels[place % 6]]
    }
}
